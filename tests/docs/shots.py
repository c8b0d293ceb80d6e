"""The pictures of the web client in docs: ``python -m tests.docs.shots`` takes them anew.

Names of pictures behind it take those alone.

A whole server is started, somebody plays with bots in a browser, each page is taken as it is then.
Cards are others each time; what must hold of the files stands in `test_shots.py`.
"""

import base64
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from events.accounts.players import Players
from events.store.streams import store_at
from games import OWN
from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.folders import ROOT
from tests.waiting import wait_for
from tests.web.browser.conftest import CHROMIUM, plug_in
from tests.web.browser.person import DESK, DOING, PHONE, Person, person
from tests.web.browser.season import GAME, season

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs" / "web"
PLUGGED: Final = "high_card"
TURNS, MOST_TURNS = 2, 8  # of the player, before a table is taken
LAID: Final = (
    ".felt .round .card:visible, .felt .shelf .card:visible"  # a table is taken when some lie there
)
WEBP: Final = """async ([png, quality]) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""
DRAWN: Final = (  # pictures farther down come when somebody scrolls to them
    "[...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight)"
    ".every((one) => one.complete && one.naturalWidth > 0)"
)
QUALITIES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)


class Shot(NamedTuple):
    """A picture: its file, what may be shown there, how wide, and its most bytes."""

    name: str
    take: Callable[["Scene", Person], None]
    width: int = PHONE
    height: int = 720
    most: int = 20_000


class Scene(NamedTuple):
    """A server with two players who have met often, and a tournament of bots that has ended."""

    url: str
    ada: Client
    bea: Client
    tables: list[str]
    tournament: str

    def play(self, one: Person, game: str, seats: int, name: str) -> None:
        """Play some turns of a table, as somebody who plays nowhere else."""
        player = register_account(self.url, name)
        one.enter(str(player.token))
        asked = {"game": game, "seats": seats, "rated": False, "clock": None}
        table = player.post("/v1/tables", asked)["view"]["table"]
        path = f"/v1/tables/{table}"
        for body in ({}, *({"bot": "regular"} for _ in range(seats - 1))):
            player.post(f"{path}/seats", body)
        player.post(f"{path}/start", {})
        one.page.goto(f"{self.url}/tables/{table}")
        one.see(DOING)
        for turn in range(MOST_TURNS):
            if turn >= TURNS and one.page.locator(LAID).count() > 1:
                break
            one.take_turn()
            one.see(DOING)
        one.page.evaluate("scrollTo(0, 0)")

    def go(self, one: Person, path: str, shown: str) -> None:
        """Show a page."""
        one.page.goto(f"{self.url}{path}")
        one.see(shown)


def table_of(game: str, seats: int, name: str) -> Callable[[Scene, Person], None]:
    """Return what shows a table of a game at which somebody plays."""
    return lambda scene, one: scene.play(one, game, seats, name)


def page_at(path: str, shown: str) -> Callable[[Scene, Person], None]:
    """Return what shows a page; `{table}`, `{player}` and `{cup}` stand for those of the scene."""

    def show(scene: Scene, one: Person) -> None:
        player = scene.ada.get("/v1/players/me")["player"]
        one.enter(str(scene.ada.token))
        found = path.format(table=scene.tables[0], player=player, cup=scene.tournament)
        scene.go(one, found, shown)

    return show


SHOTS: tuple[Shot, ...] = (
    Shot("table", table_of("boon", 4, "Cleo"), DESK, 860, 60_000),
    *(
        Shot(game.name, table_of(game.name, max(3, game.seats[0]), name), PHONE, 880, 26_000)
        for game, name in zip(OWN, ("Dora", "Emil", "Fay", "Gus", "Hal"), strict=True)
    ),
    Shot("lobby", page_at("/", ".game")),
    Shot("open", page_at("/open/boosh", "summary")),
    Shot("rules", page_at("/rules/goblin_market", "article.rulebook"), PHONE, 880, 40_000),
    Shot("learn", page_at("/learn/boosh", ".lesson"), PHONE, 880, 40_000),
    Shot("replay", page_at("/replay/{table}#n=20&as=all", ".felt .card")),
    Shot("player", page_at("/players/{player}", ".chart")),
    Shot("ranking", page_at(f"/ranking/{GAME}", ".figures")),
    Shot("tournament", page_at("/tournaments/{cup}", "section[aria-label=Standings] svg")),
)
CUP: Final = {
    "name": "Sunday cup",
    "games": [{"game": GAME, "seats": 2, "options": {"max_hands": 4}}],
    "format": {"kind": "swiss", "rounds": 5},
    "scoring": {"kind": "points"},
    "entrants": {"kinds": ["bot"]},
}


def cup(url: str, redis: str) -> str:
    """Have bots play a tournament to its end; return its id."""
    dora, players = register_account(url, "Dora's cups"), Players(store_at(redis))
    found = players.find(str(dora.get("/v1/players/me")["player"]))
    assert found is not None
    players.give_role(found, "director")
    wait_for(lambda: dora.get("/v1/players/me").get("role") == "director")
    opened = dora.post("/v1/tournaments", CUP)["tournament"]["id"]
    path = f"/v1/tournaments/{opened}"
    for level in ("regular", "novice") * 4:
        dora.post(f"{path}/entrants", {"kind": "bot", "members": [f"bot:{level}"]})
    dora.post(f"{path}/call", {})
    wait_for(lambda: dora.get(path)["phase"] == "closed")
    return str(opened)


@contextmanager
def scene() -> Iterator[Scene]:
    """Run a server on which Ada and Bea have played."""
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder) / "packages"
        packages.mkdir()
        os.environ["PYTHONPATH"] = str(plug_in(packages))
        with ServerStack(Path(folder) / "data", free_port()) as running:
            ada, bea = register_account(running.url, "Ada"), register_account(running.url, "Bea")
            tables = season(ada, bea, 8)
            yield Scene(running.url, ada, bea, tables, cup(running.url, running.redis_url))


def taken(browser: "Browser", png: bytes, most: int) -> bytes:
    """Return a picture as WebP, in the best quality that fits."""
    page = browser.new_page()
    for quality in QUALITIES:
        text = page.evaluate(WEBP, [base64.b64encode(png).decode(), quality])
        found = base64.b64decode(text)
        if len(found) <= most:
            page.close()
            return found
    raise SystemExit(f"no quality brings a picture below {most} bytes")


def main() -> None:
    """Take all pictures, or those that are named."""
    wanted = [shot for shot in SHOTS if shot.name in sys.argv[1:]] or SHOTS
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # not there without the extra

    FOLDER.mkdir(exist_ok=True)
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []  # its sandbox is not for root
    with scene() as own, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        for shot in wanted:
            one = person(browser, own.url, shot.width, reduced_motion="reduce")
            one.page.set_viewport_size({"width": shot.width, "height": shot.height})
            shot.take(own, one)
            wait_for(partial(one.page.evaluate, DRAWN))
            png = one.page.screenshot()
            (FOLDER / f"{shot.name}.webp").write_bytes(taken(browser, png, shot.most))
            one.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
