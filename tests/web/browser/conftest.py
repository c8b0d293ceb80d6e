"""A whole server, and a browser that looks at it."""

import os
import secrets
import shutil
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from events.accounts.players import Players
from events.store.streams import store_at
from service.commands.processes import ServerStack, free_port
from tests.folders import EXAMPLES
from tests.web.browser.person import Person, person

HERE = Path(__file__).parent
EXAMPLE = EXAMPLES / "high_card"
CHROMIUM = shutil.which("chromium")
ELSEWHERE = "fairdeal.example"  # the same machine, under a name that no browser trusts over http

HOSTILE = "<img src=x onerror=alert(1)>"
TURNED = {  # file -> what stands there, and what a hostile package says
    "__init__.py": ("High Card", f"{HOSTILE} Card"),
    "options.py": ("hands of the game", f"{HOSTILE} hands"),
    "scene.py": ("Play a card", f"{HOSTILE} Play"),
    "wording.py": ("Play {", f"{HOSTILE} Play {{"),
    "notes.py": ("plays {card}", f"plays {HOSTILE} {{card}}"),
}


def plug_in(folder: Path) -> Path:
    """Install a game from outside as a package in a folder: for the server's processes alone."""
    project = EXAMPLE / "pyproject.toml"
    name, plugs = "high_card", tomllib.loads(project.read_text())["project"]["entry-points"]
    (folder / name).symlink_to(EXAMPLE / name)
    note_package(folder, name, plugs["fairdeal.games"])
    return folder


def plug_in_hostile(folder: Path) -> Path:
    """Install another one, whose texts are what no page may take for more than text."""
    name = "hostile_card"
    unlike = shutil.ignore_patterns("tests", "__pycache__", "layout.js")
    shutil.copytree(EXAMPLE / "high_card", folder / name, ignore=unlike)
    for path in (folder / name).glob("*.py"):
        text = path.read_text().replace("high_card", name)
        right, turned = TURNED.get(path.name, ("", ""))
        assert right in text
        path.write_text(text.replace(right, turned) if right else text)
    note_package(folder, name, {name: f"{name}:GAME"})
    return folder


def note_package(folder: Path, name: str, games: Mapping[str, str]) -> None:
    """Say that a package in a folder brings games."""
    about = folder / f"{name}-1.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
    lines = [f"{own} = {place}" for own, place in games.items()]
    (about / "entry_points.txt").write_text("\n".join(["[fairdeal.games]", *lines, ""]))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: where there is no browser, a usual run has none to skip."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerStack]:
    """Run a whole server, with a sixth game, and a seventh that is hostile."""
    with ExitStack() as until_the_end:
        with pytest.MonkeyPatch.context() as patch:  # for its processes, not for other tests
            packages = plug_in_hostile(plug_in(tmp_path_factory.mktemp("packages")))
            patch.setenv("PYTHONPATH", str(packages))
            patch.setenv("FAIRDEAL_LIMITS", "off")  # more accounts than one address may make
            stack = ServerStack(tmp_path_factory.mktemp("stack"), free_port())
            running = until_the_end.enter_context(stack)
        yield running


@pytest.fixture
def url(server: ServerStack) -> str:
    """Return where it is served."""
    return server.url


@pytest.fixture
def give_role(server: ServerStack) -> Callable[[str, str], None]:
    """Return what gives an account a role, as `fairdeal player role` does."""
    players = Players(store_at(server.redis_url))

    def give(player: str, role: str) -> None:
        found = players.find(player)
        assert found is not None
        players.give_role(found, role)

    return give


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Run a browser."""
    if CHROMIUM is None:
        pytest.skip("needs a browser: apt-get install chromium")
    driver = pytest.importorskip("playwright.sync_api", reason="needs pip install -e '.[browser]'")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []  # its sandbox is not for root
    flags.append(f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1")
    with driver.sync_playwright() as running:
        started = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield started
        started.close()


@pytest.fixture
def name() -> str:
    """Return a name that nobody else has."""
    return f"Ada {secrets.token_hex(4)}"


@pytest.fixture
def people(browser: Any, url: str) -> Iterator[Any]:
    """Return what makes people; nothing may have gone wrong in their browsers."""
    made: list[Person] = []

    def make(**more: Any) -> Person:
        made.append(person(browser, url, **more))
        return made[-1]

    yield make
    for one in made:
        one.page.context.close()
        assert one.faults == []
