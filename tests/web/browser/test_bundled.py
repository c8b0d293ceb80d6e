"""The bundled client of a release is the same client: it plays, checks deals and teaches."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from service.commands.processes import ServerStack, free_port
from tests.web.browser.conftest import plug_in
from tests.web.browser.person import DESK, DOING, table_for_one
from tests.web.bundled import bundle_into, needs_esbuild, serve_bundle

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = needs_esbuild


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerStack]:
    """Run a server as a release is, with a game from outside."""
    with ExitStack() as until_the_end:
        with pytest.MonkeyPatch.context() as patch:
            packages = plug_in(tmp_path_factory.mktemp("packages"))
            serve_bundle(bundle_into(tmp_path_factory.mktemp("bundle")), packages)
            patch.setenv("PYTHONPATH", str(packages))
            patch.setenv("FAIRDEAL_LIMITS", "off")
            stack = ServerStack(tmp_path_factory.mktemp("stack"), free_port())
            running = until_the_end.enter_context(stack)
        yield running


@pytest.mark.parametrize("game", ["boon", "high_card"])
def test_a_table_is_played_to_its_end_and_its_deal_is_checked(
    people: Any, url: str, name: str, game: str
) -> None:
    _, table = table_for_one(url, game, name)
    one = people(width=DESK)
    one.sit_and_begin(table)
    one.see(".surface")
    one.play_to_the_end(60)
    loaded = one.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    modules = [path.rpartition("/service/web/")[2] for path in loaded if path.endswith(".js")]
    assert {"main.js", f"games/{game}.js"} <= set(modules)
    assert "core/app.js" not in modules
    one.use("button:has-text('Check this deal')")
    one.see(".proof")


def test_what_is_loaded_later_finds_the_page_that_is_there(people: Any) -> None:
    one = people(locale="de-DE")
    one.page.goto(f"{one.url}/learn/boosh")
    one.see(DOING)
    assert one.see(".coach .steps span").inner_text() == "Entscheidung 1 von 10"
    one.page.goto(f"{one.url}/tournaments/open")
    one.see("h1")
    one.page.goto(f"{one.url}/rules/boojum")
    one.see("#rule-1")
