"""The files of the web client, served as they lie in this repository, but for the comments.

A wheel made for a release has them bundled instead (`.ci/bundle.mjs`), under the same paths, and
packed.

They lie in `service/web/`, and in `clients/typescript/` those that the page shares with the client
library. All are found under one path that names their state, `/web/<version>/`: so each may be kept
for ever, modules find each other by relative paths, and no page mixes two versions. The page that
names that path is asked for anew each time.
"""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from importlib.abc import Traversable
from importlib.resources import files
from pathlib import Path

import brotli  # flask-compress brings it
import zstandard

from games import NEWEST
from projections.tables.languages import ENGLISH
from service.games.pictures import render_game_svg

FOLDER = files("service") / "web"
BUNDLE = files("service") / "web_bundle"  # in a wheel that was made for a release
WEB, LIBRARY = "service/web/", "clients/typescript/"  # where both lie, below the path of all
SHARED = ("noble", "streams", "verify")  # what the page has of the library
PAGE = "index.html"
LAYOUTS = f"{WEB}games/"  # how single games are laid out
LESSONS = f"{WEB}lessons/"  # guided hands
LAYOUT = "layout.js"  # the same in the package of a game from outside
CHUNKS = f"{WEB}chunks/"  # of a bundle: what several modules share that are loaded later
PICTURES = f"{WEB}pictures/"  # of games, drawn from their cards
RULES_LOOK = f"{WEB}rules.css"  # comes with the texts that it is for
DEALS = f"{LIBRARY}verify/games/"  # how their events tell of a deal
MAIN = f"{WEB}main.js"
WORDS = f"{WEB}words/"  # the texts of the page, by language
RARE = (  # pages for few, or that nobody comes to first
    "apps", "authorize", "devices", "disputes", "learn", "new_table", "new_tournament", "programs",
    "replay", "rules", "status", "tournaments",
)  # fmt: skip
WORKER = f"{WEB}sw.js"  # the service worker, as it is before it is filled in
ICON = f"{WEB}icons/icon_192.png"
INSTALLED = (  # what browsers ask for when the page is installed
    f"{WEB}app.webmanifest", f"{WEB}icon_turn.svg", ICON,
    *(f"{WEB}icons/icon_{size}.png" for size in ("180", "512", "whole")),
)  # fmt: skip
LATER = (  # loaded when they are needed, such as when a deal is checked
    f"{LIBRARY}verify/verdict.js",
    f"{WEB}vendor/qr.mjs",
    f"{WEB}core/notices.js",
    f"{WEB}parts/notices.js",
    WORKER,
    *INSTALLED,
    *(f"{WEB}pages/{page}.js" for page in RARE),
)
IMPORTED = re.compile(rb'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"', re.MULTILINE)
DEALT = ("tests", "deals.mjs")  # the same in such a package, where the second verifier has it
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
COMMENTS = re.compile(
    rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$"  # on lines of their own
    rb"|/\*\* @type \{[^\n]*?\} \*/ "  # the type of an expression
    rb"|(?<=[\])},;\[({]) // [^\n'\"`]*$",  # behind a statement
    re.MULTILINE | re.DOTALL,
)
PACK: Mapping[str, Callable[[bytes], bytes]] = {  # as small as can be; first what packs best
    "br": partial(brotli.compress, mode=brotli.MODE_TEXT),
    "zstd": partial(zstandard.compress, level=zstandard.MAX_COMPRESSION_LEVEL),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}


def media_type(path: str) -> str | None:
    """Return the type of media of a file; None: it is not for browsers.

    >>> media_type("core/api.js"), media_type("vendor/LICENSE.htm")
    ('text/javascript', None)
    """
    return KINDS.get("." + path.rpartition(".")[2])


@dataclass(frozen=True)
class WebFiles:
    """The page, and all that it may load."""

    page: str
    loaded: Mapping[str, bytes]  # path within the repository -> content
    is_bundled: bool = False  # all modules that pages wait for are one
    packed: dict[tuple[str, str], bytes] = field(default_factory=dict)  # as far as known

    @cached_property
    def version(self) -> str:
        """Return the name of this state: the beginning of a SHA-256."""
        state = hashlib.sha256(self.page.encode())
        for path in sorted(self.loaded):
            state.update(f"\n{path} {hashlib.sha256(self.loaded[path]).hexdigest()}".encode())
        return state.hexdigest()[:16]

    def packed_in(self, way: str, path: str) -> bytes:
        """Return a file packed in one of the ways of `PACK`; milliseconds of work, so done once."""
        if (way, path) not in self.packed:
            self.packed[way, path] = PACK[way](self.loaded[path])
        return self.packed[way, path]

    @cached_property
    def later(self) -> frozenset[str]:
        """Return what no page waits for: modules that others import later, pictures, a sheet."""
        single = [path for path in self.loaded if path.startswith((WORDS, LESSONS, CHUNKS))]
        modules = frozenset().union(*map(self.imported_by, [*LATER, *single]))
        others = {path for path in self.loaded if path.startswith((PICTURES, RULES_LOOK))}
        return (modules - self.imported_by(MAIN)) | others

    def imported_by(self, path: str) -> frozenset[str]:
        """Return a module, if it is there, and all that come with it."""
        found: set[str] = set()
        ahead = [path] if path in self.loaded else []
        while ahead:
            one = ahead.pop()
            found.add(one)
            names = [name.decode() for name in IMPORTED.findall(self.loaded[one])]
            paths = [posixpath.normpath(posixpath.join(one, "..", name)) for name in names]
            ahead += [other for other in paths if other not in found]
        return frozenset(found)

    @property
    def layouts(self) -> list[str]:
        """Return the games that have a layout of their own."""
        names = sorted(path for path in self.loaded if path.startswith(LAYOUTS))
        return [name.removeprefix(LAYOUTS).removesuffix(".js") for name in names]

    @property
    def lessons(self) -> list[str]:
        """Return the games that have a guided hand."""
        names = sorted(path for path in self.loaded if path.startswith(LESSONS))
        return [name.removeprefix(LESSONS).removesuffix(".json") for name in names]

    @property
    def deals(self) -> list[str]:
        """Return the games from outside that say how their events tell of a deal."""
        names = sorted(path for path in self.loaded if path.startswith(DEALS))
        found = [name.removeprefix(DEALS) for name in names if name.endswith(".mjs")]
        return [name.removesuffix(".mjs") for name in found]

    @cached_property
    def start(self) -> bytes:
        """Return the page with the paths of what it loads."""
        base = f"/web/{self.version}"
        waited = {MAIN} if self.is_bundled else self.loaded.keys() - self.later
        modules = [
            f'<link rel="modulepreload" href="{base}/{path}">'
            for path in sorted(waited)
            if media_type(path) == "text/javascript"
        ]
        filled = self.page.replace("{layouts}", " ".join(self.layouts))
        filled = filled.replace("{deals}", " ".join(self.deals))
        filled = filled.replace("{lessons}", " ".join(self.lessons))
        return (
            filled.replace("{modules}", "\n".join(modules))
            .replace("{web}", f"{base}/{WEB[:-1]}")
            .encode()
        )

    def start_in(self, language: str) -> bytes:
        """Return the page for who reads a language: its texts come with the page, not behind it."""
        words = f"{WORDS}{language}.js"
        if words not in self.loaded or language == ENGLISH:
            return self.start
        link = f'<link rel="modulepreload" href="/web/{self.version}/{words}">\n</head>'
        return self.start.replace(b"</head>", link.encode(), 1)

    @cached_property
    def worker(self) -> bytes:
        """Return the service worker with the version, and the paths of what the page loads."""
        base = f"/web/{self.version}"
        files = " ".join(f"{base}/{path}" for path in sorted(self.loaded.keys() - self.later))
        filled = self.loaded[WORKER].decode().replace("{version}", self.version)
        return filled.replace("{files}", files).replace("{icon}", f"{base}/{ICON}").encode()


def _library_folder() -> Traversable:
    """Return where the client library lies: within a wheel, or in a checkout."""
    packed = files("service") / "clients" / "typescript"
    return packed if packed.is_dir() else Path(__file__).parents[2] / "clients" / "typescript"


def _browser_files(
    folder: Traversable, path: str, sent: Callable[[str, bytes], bytes]
) -> Iterator[tuple[str, bytes]]:
    """Yield what browsers may load from a folder, by path, as it is sent."""
    for one in folder.iterdir():
        name = path + one.name
        if one.is_dir():
            yield from _browser_files(one, name + "/", sent)
        elif media_type(name) is not None and one.name != "package.json":  # that is for Node
            yield name, sent(name, one.read_bytes())


def as_sent(path: str, content: bytes) -> bytes:
    """Return what browsers get of a file: of a module no comments, as far as they are plain to see.

    Types and their words are a fifth of all that is sent. Each line stays where it was.

    >>> as_sent("a.js", b"/** Two\\n * lines. */\\nlet a; /** A. */\\n/** @type {b} */ (a); // B")
    b'\\n\\nlet a; /** A. */\\n(a);'
    """
    if media_type(path) != KINDS[".js"]:
        return content
    return COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), content)


def brought_along() -> Iterator[tuple[str, bytes]]:
    """Yield what games have in their own packages for the page, by path."""
    for name, game in NEWEST.items():
        layout = files(game.package) / LAYOUT
        if layout.is_file():
            yield f"{LAYOUTS}{name}.js", as_sent(LAYOUT, layout.read_bytes())
        deals = files(game.package).joinpath(*DEALT)
        if deals.is_file():
            yield f"{DEALS}{name}.mjs", deals.read_bytes()


def _game_pictures() -> Iterator[tuple[str, bytes]]:
    """Yield the picture of each game, by path."""
    for name, game in NEWEST.items():
        yield f"{PICTURES}{name}.svg", render_game_svg(game).encode()


@cache
def web_files() -> WebFiles:
    """Return the files as they were when they were asked for first."""
    loaded = dict(_browser_files(FOLDER, WEB, as_sent))
    for name in SHARED:
        loaded.update(_browser_files(_library_folder() / name, f"{LIBRARY}{name}/", as_sent))
    packed: dict[tuple[str, str], bytes] = {}
    if is_bundled := BUNDLE.is_dir():
        loaded = {path: content for path, content in loaded.items() if not _is_in_bundle(path)}
        bundle = dict(_browser_files(BUNDLE, "", _unchanged))
        packed = {("br", path): (BUNDLE / f"{path}.br").read_bytes() for path in bundle}
        loaded |= bundle
    found = {**loaded, **dict(brought_along()), **dict(_game_pictures())}
    return WebFiles((FOLDER / PAGE).read_text(), found, is_bundled, packed)


def _is_in_bundle(path: str) -> bool:
    """Say whether a bundle has what stands for a file."""
    return path.endswith((".js", ".mjs", ".css")) and path != WORKER


def _unchanged(path: str, content: bytes) -> bytes:
    """Return what a bundle has of a file: nothing is left to take out."""
    return content
