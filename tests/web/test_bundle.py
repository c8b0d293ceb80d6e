"""The bundle of a release: small, whole, and found where the plain modules are."""

import gzip
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest

from service.pages import web_files as served
from service.pages.web_files import MAIN, WEB, WORKER, WebFiles, web_files
from tests.web.bundled import bundle_into, needs_esbuild

pytestmark = needs_esbuild
BUDGET = 110_000  # bytes, packed by gzip, that a page waits for
FROM = re.compile(r"(?:\bfrom|\bimport) ?\(?\"(\.[^\"]+)\"")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebFiles]:
    """Return the files as a release serves them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served, "BUNDLE", bundle_into(tmp_path_factory.mktemp("bundle")))
        web_files.cache_clear()
        yield web_files()
    web_files.cache_clear()


def test_what_a_page_waits_for_is_one_module_and_small(files: WebFiles) -> None:
    assert files.start.decode().count('rel="modulepreload"') == 1
    styles = re.findall(rf'"/web/\w+/({WEB}\w+\.css)"', files.start.decode())
    assert len(styles) > 1
    waited = [files.start, *(files.loaded[path] for path in (MAIN, *styles))]
    size = sum(len(gzip.compress(one, 9)) for one in waited)
    assert 0 < size < BUDGET, f"{size} bytes"


def test_a_first_visitor_waits_for_no_packing(files: WebFiles) -> None:
    bundled = {path for way, path in files.packed if way == "br"}
    waited = {path for path in files.loaded if path.endswith((".js", ".css"))} - {WORKER}
    assert MAIN in waited
    assert waited <= bundled
    for path in bundled:
        assert brotli.decompress(files.packed_in("br", path)) == files.loaded[path]


def test_every_module_that_one_asks_for_is_there(files: WebFiles) -> None:
    asked = {
        posixpath.normpath(posixpath.join(path, "..", name))
        for path, content in files.loaded.items()
        if path.endswith(".js")
        for name in FROM.findall(content.decode())
    }
    assert MAIN in asked
    assert asked - files.loaded.keys() == set()


def test_layouts_texts_and_guided_hands_lie_where_the_plain_ones_do(files: WebFiles) -> None:
    web_files.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served, "BUNDLE", Path("nowhere"))
        plain = web_files()
    web_files.cache_clear()
    assert (files.layouts, files.lessons, files.deals) == (
        plain.layouts,
        plain.lessons,
        plain.deals,
    )
    assert {f"{WEB}parts/kit.js", f"{WEB}words/de.js", f"{WEB}icon.svg"} <= files.loaded.keys()
    assert not files.loaded.keys() & {f"{WEB}core/app.js", f"{WEB}words/en/lobby.js"}
