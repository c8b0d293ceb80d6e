"""The levels of Boosh: the better one gains, whoever has which cards."""

import pytest

from games.boosh import GAME
from tests.games.strength import gain, seated

DEALS = {2: 300, 3: 200, 4: 100}


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("other", ["novice", "plain"])
def test_regular_gains_against_novices_and_the_yardstick(seats: int, other: str) -> None:
    others = {bot.level: bot for bot in (*GAME.bots.values(), *GAME.frozen)}
    value, error = gain(
        GAME, seats, seated(GAME, GAME.bots["regular"]), seated(GAME, others[other]), DEALS[seats]
    )
    assert value > error
