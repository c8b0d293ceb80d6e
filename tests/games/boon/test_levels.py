"""The levels of Boon: the better one gains, whoever has which cards."""

from typing import Any

import pytest

from games.boon import GAME
from games.boon.actions import Pass
from games.core.bots import Bot
from games.core.contract import View
from tests.games.strength import fewest_first, gain, one_of, seated

DEALS = 160


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_regular_gains_against_novices(seats: int) -> None:
    novice, regular = (seated(GAME, GAME.bots.levels[level]) for level in ("novice", "regular"))
    value, error = gain(GAME, seats, regular, novice, DEALS)
    assert value > error


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
def test_regular_gains_against_the_yardstick(seats: int) -> None:
    (plain,) = (seated(GAME, bot) for bot in GAME.bots.frozen)
    value, error = gain(GAME, seats, seated(GAME, GAME.bots.levels["regular"]), plain, DEALS)
    assert value > error


def pass_whenever_possible(view: View, choices: Any, *given: Any) -> Any:
    """Choose as `regular` does, but never take the Boon of one's own accord."""
    if Pass() in choices.actions:
        return Pass()
    return GAME.bots.levels["regular"].choose(view, choices, *given)


@pytest.mark.nightly
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("named_payout", ["even", "double_on_the_bump"])
@pytest.mark.parametrize("all_pass", ["leaster", "forced_pick"])
def test_nobody_surely_gains_by_never_taking(all_pass: str, named_payout: str, seats: int) -> None:
    options = {"all_pass": all_pass, "named_payout": named_payout}
    passing = seated(GAME, Bot("passing", 1, pass_whenever_possible))
    others = seated(GAME, GAME.bots.levels["regular"])
    value, error = gain(GAME, seats, passing, others, 800, options=options)
    assert value - error < 0


def gained_by_expert(seats: int, playouts: int, deals: int) -> tuple[float, float]:
    expert = seated(GAME, GAME.bots.levels["expert"], playouts)
    return gain(GAME, seats, expert, seated(GAME, GAME.bots.levels["regular"]), deals)


@pytest.mark.nightly
def test_expert_gains_against_regulars_with_few_playouts() -> None:
    """Over all numbers of seats: so few deals of one do not show it; the long form tells them."""
    assert sum(gained_by_expert(seats, 32, 8)[0] for seats in GAME.seats) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("seats", one_of(GAME.seats, "expert of Boon"))
def test_expert_surely_gains_against_regulars(seats: int) -> None:
    value, error = gained_by_expert(seats, 200, 200)
    assert value > error
