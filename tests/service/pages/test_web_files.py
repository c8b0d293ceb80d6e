"""The web client as it is served: a page, files that stay, a policy that lets nothing else in."""

import gzip
import re
from collections.abc import Callable, Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import brotli
import pytest
import zstandard

from games import OWN
from service.pages.web_files import (
    DEALS,
    ICON,
    LATER,
    MAIN,
    PACK,
    WEB,
    WebFiles,
    as_sent,
    brought_along,
    web_files,
)
from tests.folders import ROOT
from tests.service.asker import Service

TABLE = "t0d1f2a3b4c5d6e7f80"
PATHS = (
    "/", "/account", "/authorize", "/device", "/open", "/open/boon",
    "/learn/boon", "/players/p0d1f", "/ranking", "/ranking/boon",
    f"/tables/{TABLE}", f"/replay/{TABLE}",
)  # fmt: skip
BUDGET = 150_000  # bytes, compressed, that a page waits for
CHECK = 30_000  # that a check of a deal waits for
QR = 10_000  # bytes, compressed, of what draws QR codes
IMPORTED = re.compile(r"""(?<![\w."'])(?:from|import)\s*\(?["']([^"']+)["']""")
UNPACK: Mapping[str, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "zstd": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
    "identity": bytes,
}


class Page(HTMLParser):
    """What a page loads, and what stands within it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.tags: set[str] = set()
        self.within = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        assert not [name for name in own if name.startswith("on") or name == "style"]
        self.tags.add(tag)
        if tag in ("link", "script"):
            self.loaded.append(own.get("href") or own["src"] or "")

    def handle_data(self, data: str) -> None:
        self.within += data * (self.lasttag in ("script", "style"))


def page(service: Service, path: str = "/", **headers: str) -> Page:
    """Return the page at a path."""
    answer = service.nobody.get(path, Accept="text/html", **headers)
    assert answer.status_code == 200
    return Page(answer.text)


@pytest.mark.parametrize("path", PATHS)
def test_every_path_of_the_client_leads_to_its_one_page(service: Service, path: str) -> None:
    answer = service.nobody.get(path, Accept="text/html")
    assert (answer.mimetype, answer.data) == ("text/html", web_files().start)
    again = service.nobody.get(path, Accept="text/html", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert answer.headers["Cache-Control"] == again.headers["Cache-Control"] == "no-cache"


def test_who_reads_german_gets_its_texts_with_the_page_and_not_behind_it(service: Service) -> None:
    words = f"/web/{web_files().version}/{WEB}words/de.js"
    answers = {
        language: service.nobody.get("/", Accept="text/html", Accept_Language=language)
        for language in ("de-AT, de;q=0.9, en;q=0.5", "en", "fr")
    }
    found = {
        language: f'modulepreload" href="{words}"' in one.text for language, one in answers.items()
    }
    assert found == {"de-AT, de;q=0.9, en;q=0.5": True, "en": False, "fr": False}
    assert {one.headers["Vary"] for one in answers.values()} == {
        "Accept-Language, Accept, Accept-Encoding"
    }
    assert len({one.headers["ETag"] for one in answers.values()}) == 2
    assert service.nobody.get(words).status_code == 200


def test_the_page_holds_no_script_and_no_style_and_tells_no_text_of_the_request(
    service: Service,
) -> None:
    shown = page(service, "/?x=%3Cscript%3E", Referer='x"><script>alert(1)</script>')
    assert shown.within.strip() == ""
    assert not shown.tags & {"style", "iframe", "form", "object", "img", "base"}


@pytest.mark.parametrize("path", PATHS)
def test_the_policy_of_the_page_lets_nothing_inline_and_nothing_foreign_in(
    service: Service, path: str
) -> None:
    answer = service.nobody.get(path, Accept="text/html")
    assert answer.headers["Content-Security-Policy"].split("; ") == [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types fairdeal-sw",
    ]  # fmt: skip
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_all_that_the_page_loads_is_there_and_stays_as_it_is(service: Service) -> None:
    loaded = page(service).loaded
    assert len(loaded) > 20
    for path in loaded:
        assert re.fullmatch(rf"/web/{web_files().version}/[a-z0-9_/.]+", path)
        answer = service.nobody.get(path)
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        known = service.nobody.get(path, If_None_Match=answer.headers["ETag"])
        assert (known.status_code, known.data) == (304, b"")


@pytest.mark.parametrize(
    "path",
    ["main.js", "core/none.js", "package.json", "types.d.ts", "..%2fapp.py"],
)
def test_files_of_another_version_and_files_that_are_not_for_browsers_are_not_there(
    service: Service, path: str
) -> None:
    version = "0" * 16 if path == "main.js" else web_files().version
    for folder in ("service/web", "clients/typescript"):
        assert service.nobody.get(f"/web/{version}/{folder}/{path}").status_code == 404


def test_the_service_worker_stands_at_the_root_and_names_the_files_of_this_version(
    service: Service,
) -> None:
    answer = service.nobody.get("/sw.js")
    files = web_files()
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'"
    )
    named = re.findall(r"/web/([0-9a-f]{16})/([a-z0-9_/.]+)", answer.text)
    assert {version for version, _ in named} == {files.version}
    assert {path for _, path in named} == (files.loaded.keys() - files.later) | {ICON}
    again = service.nobody.get("/sw.js", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_can_be_installed_with_icons_that_are_there(service: Service) -> None:
    (path,) = [one for one in page(service).loaded if one.endswith(".webmanifest")]
    answer = service.nobody.get(path)
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json(force=True)
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert {one["sizes"] for one in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        found = service.nobody.get(f"{path.rpartition('/')[0]}/{icon['src']}")
        assert (found.status_code, found.mimetype) == (200, icon["type"])


def test_a_file_that_changes_gives_all_of_them_another_path() -> None:
    one = WebFiles("{web} {modules}", {"a.js": b"1", "c.css": b"3"})
    other = WebFiles("{web} {modules}", {"a.js": b"2", "c.css": b"3"})
    assert one.version != other.version
    base = f"/web/{one.version}"
    assert one.start.decode() == f'{base}/service/web <link rel="modulepreload" href="{base}/a.js">'


def test_the_page_names_the_games_that_have_a_layout_their_own_packages_among_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert {game.name for game in OWN} <= set(web_files().layouts)
    for name, layout in {"brought": b"/** Mine. */\nexport default {};", "plain": None}.items():
        (tmp_path / f"{name}_package").mkdir()
        (tmp_path / f"{name}_package" / "__init__.py").touch()
        if layout is not None:
            (tmp_path / f"{name}_package" / "layout.js").write_bytes(layout)
    monkeypatch.syspath_prepend(tmp_path)
    games = {name: SimpleNamespace(package=f"{name}_package") for name in ("brought", "plain")}
    monkeypatch.setattr("service.pages.web_files.NEWEST", games)
    files = WebFiles('<meta content="{layouts}">', dict(brought_along()))
    assert files.loaded == {"service/web/games/brought.js": b"\nexport default {};"}
    assert files.start == b'<meta content="brought">'


def test_modules_are_sent_line_by_line_without_comments() -> None:
    """What is left is the same program: tests/web/test_modules.py."""
    gone = 0
    for path, sent in web_files().loaded.items():
        if (place := ROOT / path).is_file():
            lines, left = place.read_bytes().split(b"\n"), sent.split(b"\n")
            assert len(lines) == len(left), path
            gone += sum(line != one for line, one in zip(lines, left, strict=True))
    assert gone > 1000


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("say(`/** A. */`); // B", "say(`/** A. */`);"),
        ('go("https://fairdeal.example/a/**/b"); /* C */', None),
        ("say(`yes, // no`)", None),
        ("const many = [ // D\n  1, // E\n];", "const many = [\n  1,\n];"),
        ("f(/** @type {{a: 1}} */ (b), /** @type {c} */ (d));", "f((b), (d));"),
    ],
)
def test_what_only_looks_like_a_comment_is_sent(written: str, sent: str | None) -> None:
    assert as_sent("a.js", written.encode()).decode() == (sent or written)
    assert as_sent("a.css", written.encode()).decode() == written


def test_the_page_names_the_games_from_outside_that_say_how_they_deal() -> None:
    files = WebFiles("{deals}", {f"{DEALS}boon.js": b"", f"{DEALS}high_card.mjs": b""})
    assert files.start == b"high_card"


def test_modules_import_each_other_by_paths_that_lead_to_files() -> None:
    for path, data in web_files().loaded.items():
        if not path.endswith("js"):
            continue
        for name in IMPORTED.findall(code_of(data)):
            place = (ROOT / path).parent / name
            assert name.startswith("."), (path, name)
            assert place.resolve().is_file(), (path, name)


def code_of(data: bytes) -> str:
    """Return a module without its comments, which name types."""
    return re.sub(r"/\*.*?\*/", "", data.decode(), flags=re.DOTALL)


@pytest.mark.parametrize("way", PACK)
def test_all_of_it_compressed_is_small(service: Service, way: str) -> None:
    base = f"/web/{web_files().version}"

    def size(paths: Iterable[str]) -> int:
        return sum(len(service.nobody.get(path, Accept_Encoding=way).data) for path in paths)

    files = web_files()
    waited = size(["/account", *(f"{base}/{path}" for path in files.loaded.keys() - files.later)])
    checking = files.imported_by(LATER[0]) - files.imported_by(MAIN)
    check = size(f"{base}/{path}" for path in checking)
    drawing = size([f"{base}/service/web/vendor/qr.mjs"])  # a code for another device
    assert waited < BUDGET, f"{waited} bytes"
    assert 0 < check < CHECK, f"{check} bytes"
    assert 0 < drawing < QR, f"{drawing} bytes"


def test_the_page_waits_for_all_modules_but_those_that_are_loaded_when_they_are_needed(
    service: Service,
) -> None:
    files, shown = web_files(), page(service).loaded
    waited = {path.removeprefix(f"/web/{files.version}/") for path in shown}
    modules = {path for path in files.loaded if path.endswith("js")}
    assert waited & modules == modules - files.later
    assert {f"clients/typescript/verify/{name}.js" for name in ("verdict", "fields")} <= files.later
    assert {f"service/web/{name}" for name in ("vendor/qr.mjs", "pages/apps.js")} <= files.later
    assert {"service/web/main.js", "service/web/core/check.js"} <= waited
    assert "clients/typescript/verify/bytes.js" in waited


@pytest.mark.parametrize(
    ("accepted", "way"),
    [
        ("gzip, deflate, br, zstd", "br"),  # browsers over https, and at localhost
        ("gzip, deflate", "gzip"),  # the same over plain http
        ("zstd, br;q=0.5", "zstd"), ("br;q=0, gzip", "gzip"),
        ("deflate", "identity"), ("", "identity"),
    ],
)  # fmt: skip
def test_a_file_is_packed_as_the_browser_likes_best(
    service: Service, accepted: str, way: str
) -> None:
    path = f"/web/{web_files().version}/service/web/main.js"
    answer = service.nobody.get(path, Accept_Encoding=accepted)
    assert answer.headers.get("Content-Encoding", "identity") == way


@pytest.mark.parametrize("way", ["br", "gzip", "zstd", "identity"])
def test_a_file_is_the_same_however_it_is_packed(service: Service, way: str) -> None:
    path = f"/web/{web_files().version}/service/web/main.js"
    answer = service.nobody.get(path, Accept_Encoding=way)
    assert answer.headers.get("Content-Encoding", "identity") == way
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert UNPACK[way](answer.data) == web_files().loaded["service/web/main.js"]
