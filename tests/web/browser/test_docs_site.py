"""The documentation as a release serves it: read, searched, under a policy that nothing breaks."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from service.commands.processes import ServerStack, free_port
from tests.folders import ROOT
from tests.waiting import PATIENCE, wait_for
from tests.web.browser.person import DESK, PHONE, Person

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTED = """
from pathlib import Path
import service.pages.docs_site
service.pages.docs_site.SITE = Path({folder!r})
"""
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("zensical") is None, reason="needs pip install -e '.[docs]'"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerStack]:
    """Run a server as a release is."""
    site, packages = (tmp_path_factory.mktemp(name) for name in ("site", "packages"))
    subprocess.run(
        [sys.executable, ROOT / ".ci" / "site.py", site], check=True, capture_output=True,
        timeout=PATIENCE,
    )  # fmt: skip
    (packages / "sitecustomize.py").write_text(STARTED.format(folder=str(site)))
    with ExitStack() as until_the_end:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", str(packages))
            patch.setenv("FAIRDEAL_LIMITS", "off")
            stack = ServerStack(tmp_path_factory.mktemp("stack"), free_port())
            running = until_the_end.enter_context(stack)
        yield running


def searches(one: Person) -> bool:
    """Open the search, once the page listens to its keys; say whether it takes what is typed."""
    one.page.keyboard.press("Control+k")
    return one.has("input[placeholder=Search]:focus")


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_a_page_is_found_by_a_search_and_read(people: Any, width: int, scheme: str) -> None:
    one = people(width=width, color_scheme=scheme)
    one.page.goto(f"{one.url}/docs/")
    assert one.see("h1").inner_text().strip("¶") == "fairdeal"
    wait_for(lambda: searches(one))
    one.page.keyboard.type("seed a knockout")
    one.page.locator("a[href*='/docs/how-to/seed-a-knockout/']:visible").first.click()
    one.page.wait_for_url("**/docs/how-to/seed-a-knockout/**")
    assert one.see("h1").inner_text().strip("¶") == "Seed a knockout"
    assert one.is_as_wide_as_the_screen()
