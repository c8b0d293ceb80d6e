"""Levels differ in strength, and `regular` loses to nobody who plays blindly.

The short form plays the same few deals each time; the long one is for figures.
"""

import pytest

from bots.arena import Match
from bots.deals import Dealer
from bots.figures import Mean
from bots.scores import rows
from games.bum import GAME
from tests.games.bum.scripts import SCRIPTS

SEATS = list(GAME.seats)


def gain(seats: int, one: str, others: str, deals: int, *, whole: bool = False) -> Mean:
    """Return what one gains a deal against others, with half its 95 % interval."""
    lineup = (one, *[others] * (seats - 1))
    match = Match(Dealer(GAME, seats, {}, whole, "strength"), lineup)
    found = rows(match.names, [match.played(k) for k in range(deals)])
    assert all(row.fallbacks == 0 for row in found)
    return found[0].gain


@pytest.mark.parametrize("seats", SEATS)
def test_regular_gains_against_the_yardstick_and_against_novices(seats: int) -> None:
    for others in ("plain", "novice"):
        mean = gain(seats, "regular", others, 20 if seats < 6 else 8)
        assert mean.value - mean.error > 0


@pytest.mark.parametrize("seats", [3, 4])
def test_expert_gains_against_regular(seats: int) -> None:
    assert gain(seats, "expert@24", "regular", 4).value > 0


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_expert_clearly_gains_against_regular(seats: int) -> None:
    mean = gain(seats, "expert@100", "regular", 60)
    assert mean.value - mean.error > 0


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_loses_to_three_regulars(name: str) -> None:
    assert gain(4, f"python:tests.games.bum.scripts:{name}", "regular", 6).value < 0


@pytest.mark.long
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_clearly_loses_to_three_regulars(name: str) -> None:
    mean = gain(4, f"python:tests.games.bum.scripts:{name}", "regular", 150)
    assert mean.value + mean.error < 0


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
def test_whole_tables_are_won_by_the_higher_level(seats: int) -> None:
    for one, others in (("expert@64", "regular"), ("regular", "novice")):
        mean = gain(seats, one, others, 12, whole=True)
        assert mean.value - mean.error > 0
