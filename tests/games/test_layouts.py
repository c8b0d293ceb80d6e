"""Layouts of games in the web client: they draw every table, with all that lies open there."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson
import pytest

from games.core.contract import Seat
from games.core.game import AnyGame
from service.pages.web_files import FOLDER, LAYOUT, LAYOUTS, WEB, web_files
from tests.games.every import every_game
from tests.games.play import Play, as_bytes
from tests.laws import Law
from tests.waiting import PATIENCE

DRAW = Path(__file__).with_name("layouts.mjs")
MOST_LINES = 100
NAME = "<b>Ada</b>"
NODE = shutil.which("node")
MEANT_NOTHING = re.compile(r"undefined|null|NaN|\[object")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all that the page loads."""
    folder = tmp_path_factory.mktemp("page")
    for path, data in web_files().loaded.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def shown(play: Play, seat: Seat | None) -> dict[str, Any]:
    """Return what a layout is given of a view."""
    game, view = play.game, play.game.view(play.state, seat)
    scene = game.presentation.scene(view)
    seats = [
        {"seat": one, "name": NAME, "bot": None, **facts}
        for one, facts in enumerate(scene["seats"])
    ]
    own = {"game": game.name, "seat": seat, "seats": seats, "play": view, "board": scene["board"]}
    return {**own, "to_act": game.rules.to_act(play.state), "deadlines": []}


def moments(law: Law, game: AnyGame) -> Iterator[dict[str, Any]]:
    """Yield what seats and spectators see of tables at some moments, and at their end."""
    for play in law.plays(game, share=10):
        for at in play.moments(15, end=True):
            yield shown(play, None if at % 4 == 0 else Seat(at % play.seats))


def details(game: AnyGame) -> dict[str, Any]:
    """Return how the cards look, as the server tells it."""
    cards = [{**face._asdict(), "svg": f"{face.id}.svg"} for face in game.presentation.faces]
    return {"cards": cards, "suits": [suit._asdict() for suit in game.presentation.suits]}


def lying_open(view: Mapping[str, Any]) -> set[str]:
    """Return the cards that lie open on the table."""
    return {f"{card}.svg" for pile in view["board"]["open"] for card in pile["cards"] if card}


@pytest.mark.skipif(NODE is None, reason="needs node, 20 or newer")
@every_game
def test_the_layout_draws_every_table_with_all_that_lies_open_and_words_that_mean_something(
    law: Law, game: AnyGame, folder: Path
) -> None:
    views = [orjson.loads(as_bytes(view)) for view in moments(law, game)]
    lines = [details(game), *views]
    drawn = subprocess.run(
        [NODE or "node", DRAW, folder, game.name], input="\n".join(map(json.dumps, lines)),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert drawn.returncode == 0, drawn.stderr
    told = [json.loads(line) for line in drawn.stdout.splitlines()]
    assert len(told) == len(views)
    for view, one in zip(views, told, strict=True):
        assert lying_open(view) <= set(one["pictures"]), view["board"]
        assert not [words for words in one["words"] if MEANT_NOTHING.search(words)], view["board"]


@every_game
def test_a_layout_is_short_and_says_what_it_is(game: AnyGame) -> None:
    places = FOLDER / LAYOUTS.removeprefix(WEB) / f"{game.name}.js", files(game.package) / LAYOUT
    text = next((one.read_text() for one in places if one.is_file()), "/**")  # with its comments
    assert text.startswith("/**"), "say in a comment how the game is laid out"
    assert text.count("\n") < MOST_LINES
