"""The documentation as a site: whole, found in its menu, and served as a release serves it."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from service.pages import docs_site
from tests.folders import ROOT
from tests.service.asker import Service
from tests.service.pages.test_browsers import policy
from tests.waiting import PATIENCE

BUILDER = ROOT / ".ci" / "site.py"
LOADED = re.compile(r'(?:src|href)="([^"#:/][^"#:]*)"')  # but for pages of the server itself
HASH = re.compile(r"'sha256-[A-Za-z0-9+/]{43}='")

needs_zensical = pytest.mark.skipif(
    importlib.util.find_spec("zensical") is None, reason="needs pip install -e '.[docs]'"
)


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    """Return what builds the site."""
    spec = importlib.util.spec_from_file_location("site_builder", BUILDER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built once."""
    folder = tmp_path_factory.mktemp("site") / "docs_site"
    done = subprocess.run(
        [sys.executable, BUILDER, folder], capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def served(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have the site served as it is in a release."""
    monkeypatch.setattr(docs_site, "SITE", site)
    docs_site._scripts.cache_clear()
    yield site
    docs_site._scripts.cache_clear()


def entries(menu: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the pages of a menu."""
    for group in menu:
        for place in group.values():
            if isinstance(place, str):
                yield place
            else:
                yield from entries(place)


def test_every_page_stands_in_the_menu_once(builder: ModuleType) -> None:
    menu = tomllib.loads((ROOT / "docs" / "zensical.toml").read_text())["project"]["nav"]
    pages = [str(one) for one in builder.pages_of(ROOT).values() if one.suffix == ".md"]
    assert sorted(entries(menu)) == sorted(pages)


def test_links_lead_to_pages_of_the_site_or_name_a_file(builder: ModuleType) -> None:
    page = ROOT / "docs" / "glossary.md"
    pages = {page: Path("glossary.md"), ROOT / "games" / "boon" / "RULES.md": Path("rules/boon.md")}

    def turned(text: str) -> str:
        return str(builder.turned(text, page, pages))

    assert turned("[rule 5](../games/boon/RULES.md#5)") == "[rule 5](rules/boon.md#5)"
    assert turned("[its code](../games/boon/rules.py)") == "its code (`games/boon/rules.py`)"
    assert turned("[above](#levels), [x](https://a.example)") == (
        "[above](#levels), [x](https://a.example)"
    )
    assert turned("```\n[a](b.md)\n```") == "```\n[a](b.md)\n```"
    with pytest.raises(
        SystemExit, match=r"docs/glossary.md leads to nowhere.md, which is not there"
    ):
        turned("[a](nowhere.md)")


@needs_zensical
def test_the_site_has_all_that_its_pages_load_and_asks_nobody_else(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 30
    for page in pages:
        for path in LOADED.findall(page.read_text()):
            there = (page.parent / path).resolve()
            assert there.is_relative_to(site), (page, path)
            assert (there / "index.html" if there.is_dir() else there).is_file(), (page, path)


@needs_zensical
def test_rules_keep_their_numbers_below_another_heading(site: Path) -> None:
    assert '<ol start="10">' in (site / "rules" / "boosh" / "index.html").read_text()


@needs_zensical
def test_a_page_runs_what_was_built_and_nothing_else(service: Service, served: Path) -> None:
    allowed = policy(service, "/docs/")
    own, *hashes = allowed["script-src"]
    assert (own, len(hashes) > 1) == ("'self'", True)
    assert all(map(HASH.fullmatch, hashes))
    assert (allowed["default-src"], allowed["connect-src"]) == (["'none'"], ["'self'"])
    for path, media in (
        ("", "text/html"),
        ("reference/bots/", "text/html"),
        ("search.json", "application"),
    ):
        first = service.nobody.get(f"/docs/{path}")
        assert (first.status_code, str(first.mimetype).startswith(media)) == (200, True)
        again = service.nobody.get(f"/docs/{path}", If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.data) == (304, b"")
    (style,) = served.glob("assets/stylesheets/classic/main.*.min.css")
    lifetime = service.nobody.get(f"/docs/{style.relative_to(served)}").headers["Cache-Control"]
    assert "immutable" in lifetime


@needs_zensical
def test_only_the_site_is_served_and_the_pages_of_the_api_stay_where_they_are(
    service: Service, served: Path
) -> None:
    (served.parent / "secret.html").write_text("secret")
    for path in (
        "nothing",
        "scripts.json",
        "../secret.html",
        "%2e%2e/secret.html",
        "reference/x.html",
    ):
        assert service.nobody.get(f"/docs/{path}").status_code == 404, path
    led = service.nobody.get("/docs/reference/bots")
    assert (led.status_code, led.headers["Location"]) == (302, "/docs/reference/bots/")
    assert "fairdeal API" in service.nobody.get("/docs/api/").text


def test_a_server_without_the_site_says_where_the_documentation_is(service: Service) -> None:
    assert service.nobody.get("/docs").headers["Location"] == "/docs/"
    told = service.nobody.get("/docs/")
    assert (told.status_code, "docs/index.md" in told.text) == (200, True)
    assert service.nobody.get("/docs/reference/bots/").status_code == 404
