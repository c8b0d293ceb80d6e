"""Whole tables that show rare rules; ``UPDATE=1`` writes the files anew and still fails once."""

import os
from collections import Counter
from pathlib import Path

import pytest

from games import GAMES
from games.core.game import AnyGame
from tests.games.every import every_game, of
from tests.games.golden import WANTED, files, replay

ALL = [
    pytest.param(game, path, id=f"{game.name}-{path.stem}", marks=of(game.name))
    for game in GAMES.values()
    for path in files(game)
]


@pytest.mark.parametrize(("game", "path"), ALL)
def test_a_golden_table_still_goes_as_recorded(game: AnyGame, path: Path) -> None:
    recorded = path.read_text()
    now = replay(game, recorded)
    if os.environ.get("UPDATE"):
        path.write_text(now)
    assert now == recorded
    assert not os.environ.get("UPDATE"), "files were written anew: look at them, then run again"


@every_game
def test_every_number_of_seats_has_its_golden_tables(game: AnyGame) -> None:
    count = Counter(int(path.stem.split("-")[0]) for path in files(game))
    assert {seats: min(count[seats], WANTED) for seats in game.seats} == dict.fromkeys(
        game.seats, WANTED
    )
