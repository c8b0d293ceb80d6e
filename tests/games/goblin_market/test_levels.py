"""The levels of Goblin Market: the better one gains, whoever sits where."""

import pytest

from games.goblin_market import GAME
from tests.games.strength import fewest_first, gain, seated

NOVICE, REGULAR, EXPERT = (GAME.bots.levels[level] for level in ("novice", "regular", "expert"))
(PLAIN,) = GAME.bots.frozen


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_regular_gains_against_novices(seats: int) -> None:
    value, error = gain(GAME, seats, seated(GAME, REGULAR), seated(GAME, NOVICE), 12)
    assert value > error


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_regular_gains_against_the_yardstick(seats: int) -> None:
    value, error = gain(GAME, seats, seated(GAME, REGULAR), seated(GAME, PLAIN), 24)
    assert value > error


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_a_short_search_gains_against_the_yardstick(seats: int) -> None:
    deals = 8 if seats < 6 else 6
    value, error = gain(GAME, seats, seated(GAME, EXPERT, 4), seated(GAME, PLAIN), deals)
    assert value > error
