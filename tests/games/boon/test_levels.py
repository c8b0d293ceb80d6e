"""The levels of Boon: the better one gains, whoever has which cards."""

import pytest

from games.boon import GAME
from tests.games.strength import gain, seated

DEALS = 160


@pytest.mark.parametrize("seats", GAME.seats)
def test_regular_gains_against_novices(seats: int) -> None:
    novice, regular = (seated(GAME, GAME.bots[level]) for level in ("novice", "regular"))
    value, error = gain(GAME, seats, regular, novice, DEALS)
    assert value > error


@pytest.mark.parametrize("seats", GAME.seats)
def test_regular_gains_against_the_yardstick(seats: int) -> None:
    (plain,) = (seated(GAME, bot) for bot in GAME.frozen)
    value, error = gain(GAME, seats, seated(GAME, GAME.bots["regular"]), plain, DEALS)
    assert value > error
