"""The pictures of the web client in docs: ``python -m tests.docs.shots`` takes them anew.

Names of pictures behind it take those alone.

A whole server is started, somebody plays with bots in a browser, each page is taken as it is then.
Cards are others each time; what must hold of the files stands in `test_shots.py`.
"""

import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
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
    from PIL import Image
    from playwright.sync_api import FloatRect

FOLDER = ROOT / "docs" / "web"
PLUGGED: Final = "high_card"
TURNS, MOST_TURNS = 2, 8  # of the player, before a table is taken
LAID: Final = (
    ".felt .round .card:visible, .felt .shelf .card:visible"  # a table is taken when some lie there
)
DRAWN: Final = (  # pictures farther down come when somebody scrolls to them
    "[...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight)"
    ".every((one) => one.complete && one.naturalWidth > 0)"
)
QUALITIES = (90, 80, 70, 60, 50, 40, 30, 20)
MOVING: Final = "game"  # the picture that goes through a hand of Boon
FIRST, EVENTS = 7, 20  # behind which event it begins, and how many it shows
FRAME, MOST_MOVING, MOVING_HEIGHT = 1_200, 300_000, 860  # milliseconds; bytes; pixels


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


def webp(frames: "Sequence[Image.Image]", most: int) -> bytes:
    """Return pictures as WebP, one after the other, in the best quality that fits."""
    for quality in QUALITIES:
        file = io.BytesIO()
        frames[0].save(
            file, "WEBP", quality=quality, method=6, save_all=len(frames) > 1, duration=FRAME,
            append_images=frames[1:], loop=0,
        )  # fmt: skip
        if file.tell() <= most:
            return file.getvalue()
    raise SystemExit(f"no quality brings a picture below {most} bytes")


def screenshot(one: Person, clip: "FloatRect | None" = None) -> "Image.Image":
    """Return what somebody sees, or a part of it, once all its pictures are there."""
    from PIL import Image  # noqa: PLC0415  # not there without the extra

    wait_for(partial(one.page.evaluate, DRAWN))
    return Image.open(io.BytesIO(one.page.screenshot(clip=clip))).convert("RGB")


def hand_of_boon(url: str, one: Person) -> "list[Image.Image]":
    """Return what the replay of a table of Boon shows, event by event, all cards open."""
    player = register_account(url, "Ida")
    one.enter(str(player.token))
    asked = {"game": "boon", "seats": 3, "rated": False, "options": {"max_rounds": 1}}
    table = player.post("/v1/tables", asked)["view"]["table"]
    for body in ({}, {"bot": "regular"}, {"bot": "regular"}):
        player.post(f"/v1/tables/{table}/seats", body)
    player.post(f"/v1/tables/{table}/start", {})
    while (view := player.get(f"/v1/tables/{table}/view"))["phase"] != "closed":
        if choices := view["choices"]:
            offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
            player.post(f"/v1/tables/{table}/actions", offered[0])
    one.page.goto(f"{url}/replay/{table}#n={FIRST}&as=all")
    top = one.see(".command").bounding_box()
    assert top is not None
    clip: FloatRect = {"x": top["x"], "y": top["y"], "width": top["width"], "height": MOVING_HEIGHT}
    return [next_event(one, clip) for _ in range(EVENTS)]


def next_event(one: Person, clip: "FloatRect") -> "Image.Image":
    """Go on by an event in a replay; return what it shows."""
    before = one.page.evaluate("location.hash")
    one.page.keyboard.press("ArrowRight")
    wait_for(lambda: one.page.evaluate("location.hash") != before)
    return screenshot(one, clip)


@contextmanager
def browsing() -> "Iterator[Callable[[str, int, int], Person]]":
    """Run a browser; yield what opens a page: of which server, how wide and how high."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # not there without the extra

    flags = ["--no-sandbox"] if os.geteuid() == 0 else []  # its sandbox is not for root
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=flags)

        def page(url: str, width: int, height: int) -> Person:
            one = person(browser, url, width, reduced_motion="reduce")
            one.page.set_viewport_size({"width": width, "height": height})
            return one

        yield page
        browser.close()


def take_shots(wanted: Sequence[Shot]) -> None:
    """Take pictures of a server at which much has been played."""
    with scene() as own, browsing() as page:
        for shot in wanted:
            one = page(own.url, shot.width, shot.height)
            shot.take(own, one)
            (FOLDER / f"{shot.name}.webp").write_bytes(webp([screenshot(one)], shot.most))
            one.page.context.close()


def take_moving() -> None:
    """Take the picture that moves."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerStack(Path(folder) / "data", free_port()) as running,
        browsing() as page,
    ):
        frames = hand_of_boon(running.url, page(running.url, DESK, 1400))
        (FOLDER / f"{MOVING}.webp").write_bytes(webp(frames, MOST_MOVING))


def main() -> None:
    """Take all pictures, or those that are named."""
    names = sys.argv[1:] or [MOVING, *(shot.name for shot in SHOTS)]
    FOLDER.mkdir(exist_ok=True)
    if wanted := [shot for shot in SHOTS if shot.name in names]:
        take_shots(wanted)
    if MOVING in names:
        take_moving()


if __name__ == "__main__":
    main()
