"""The levels of the Bum Game: the better one gains, in deals and in whole tables."""

import pytest

from bots.entrants import BotPlayer
from games.bum import GAME
from tests.games.strength import fewest_first, gain, one_of, seated


def level(name: str, playouts: int | None = None) -> BotPlayer:
    return seated(GAME, GAME.bots.levels[name], playouts)


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_regular_gains_against_novices(seats: int) -> None:
    value, error = gain(GAME, seats, level("regular"), level("novice"), 20 if seats < 6 else 8)
    assert value > error


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_regular_gains_against_the_yardstick(seats: int) -> None:
    (plain,) = (seated(GAME, bot) for bot in GAME.bots.frozen)
    value, error = gain(GAME, seats, level("regular"), plain, 20 if seats < 6 else 8)
    assert value > error


@pytest.mark.parametrize("seats", fewest_first([3, 4]))
def test_expert_gains_against_regulars(seats: int) -> None:
    value, _ = gain(GAME, seats, level("expert", 24), level("regular"), 4)
    assert value > 0


@pytest.mark.nightly
@pytest.mark.parametrize("seats", one_of([3, 4, 5], "expert of Bum"))
def test_expert_clearly_gains_against_regulars(seats: int) -> None:
    """With more seats a deal takes an expert half a minute."""
    value, error = gain(GAME, seats, level("expert", 100), level("regular"), 60)
    assert value > error


@pytest.mark.nightly
@pytest.mark.parametrize("seats", one_of(GAME.seats, "whole tables of Bum"))
def test_regular_wins_whole_tables_against_novices(seats: int) -> None:
    value, error = gain(GAME, seats, level("regular"), level("novice"), 12, whole=True)
    assert value > error


@pytest.mark.nightly
def test_expert_wins_whole_tables_against_regulars() -> None:
    """With fewer playouts and seats than usual; docs/bots.toml has a match of four."""
    value, error = gain(GAME, 3, level("expert", 32), level("regular"), 8, whole=True)
    assert value > error
