"""The levels of bots differ in strength: short duplicate matches, the same ones every time."""

import pytest

from bots.arena import Match
from bots.deals import Dealer
from bots.scores import score_rows
from games.boojum import GAME
from games.core.figures import Mean
from tests.games.strength import one_of

DEALS = {3: 6, 4: 5, 5: 4, 6: 4}  # of an expert, for five to nine minutes of a core


def wins(seats: int, one: str, others: str, deals: int) -> Mean:
    """Return which share of tables one bot wins among others, with half its 95 % interval."""
    lineup = (one, *[others] * (seats - 1))
    match = Match(Dealer(GAME, seats, {}, True, "levels"), lineup)
    found = score_rows(match.names, [match.played(k) for k in range(deals)])
    assert all(row.fallbacks == 0 for row in found)
    return found[0].wins


@pytest.mark.parametrize(
    ("others", "seats"),
    [
        pytest.param(others, seats, marks=[] if seats == 3 else [pytest.mark.nightly])
        for others, counts in (("plain", (3, 5, 6)), ("novice", (3, 4, 5, 6)))
        for seats in counts
    ],
)
def test_regular_wins_more_than_its_share(others: str, seats: int) -> None:
    mean = wins(seats, "regular", others, 3)
    assert mean.value > 1 / 2
    assert mean.value - mean.error > 1 / seats


@pytest.mark.nightly
def test_regular_wins_half_of_the_tables_of_four_against_the_yardstick() -> None:
    mean = wins(4, "regular", "plain", 4)
    assert mean.value - mean.error > 1 / 2


@pytest.mark.nightly
def test_expert_with_few_playouts_wins_against_the_yardstick() -> None:
    assert wins(3, "expert@8", "plain", 1).value == 1  # with what it is worth turned round: 0


@pytest.mark.nightly
@pytest.mark.parametrize("seats", one_of(DEALS, "expert of Boojum"))
def test_expert_clearly_wins_more_than_its_share_against_regular(seats: int) -> None:
    mean = wins(seats, "expert", "regular", DEALS[seats])
    assert mean.value - mean.error > 1 / seats
