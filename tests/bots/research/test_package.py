"""A game from a package of its own has steps too, without a word of them in it."""

from importlib import import_module

import pytest

from bots.research.steps import TableTerms
from bots.research.tensors import game_tensors
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from tests.bots.research.walks import walk
from tests.folders import EXAMPLES

EXAMPLE = EXAMPLES / "high_card"


def test_the_example_of_a_package_is_played_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    game: AnyGame = import_module("high_card").GAME
    for seats in game.seats:
        *positions, last = walk(TableTerms.read(game, seats, game.brief, 1_000), Chance(seats))
        assert game.rules.outcome(last.state) is not None
        assert len(set(last.scores()[1])) > 1
        for position in positions[:: max(1, len(positions) // 5)]:
            found = game_tensors(game, seats).of(position, Seat(0))
            assert len(found["view"]) == game_tensors(game, seats).view.size
