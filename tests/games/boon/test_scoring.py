"""The arithmetic by itself."""

import pytest

from games.boon.scoring import (
    affordable_payments,
    clockwise_seats_from,
    holdings_after_payments,
    leaster_winner,
    payment_per_defender,
    places,
    round_debts,
)
from games.core.contract import Seat
from tests.games.examples import examples_of

PAYOUT = (2, 1, 1, 2)


@pytest.mark.parametrize("name", ["cards", "rules", "scoring"])
def test_the_examples_in_the_code_hold(name: str) -> None:
    result = examples_of(f"games.boon.{name}")
    assert result.attempted > 0 and result.failed == 0


def test_the_amount_changes_exactly_at_the_brackets() -> None:
    amounts = [payment_per_defender(points, PAYOUT) for points in range(121)]
    assert amounts == [-2] * 30 + [-1] * 31 + [1] * 30 + [2] * 30


def test_an_amount_of_nothing_leads_to_no_payment() -> None:
    owing = round_debts(4, Seat(1), None, payment_per_defender(61, (0, 0, 0, 0)))
    assert affordable_payments(owing, (5, 5, 5, 5)) == ()


def test_defenders_who_are_short_pay_what_they_have() -> None:
    paid = affordable_payments(round_debts(4, Seat(0), None, 2), (5, 1, 2, 5))
    assert paid == ((1, 0, 1), (2, 0, 2), (3, 0, 2))
    assert holdings_after_payments((5, 1, 2, 5), paid) == (10, 0, 0, 3)


def test_who_holds_less_than_nothing_pays_nothing() -> None:
    assert affordable_payments(round_debts(3, Seat(0), None, 1), (5, -1, 1)) == ((2, 0, 1),)


def test_a_short_partner_leaves_the_takers_debts_as_they_are() -> None:
    paid = affordable_payments(round_debts(5, Seat(2), Seat(0), -2), (1, 5, 3, 5, 5))
    assert paid == ((2, 3, 2), (2, 4, 1), (0, 1, 1))


def test_clockwise_begins_with_the_seat_named() -> None:
    assert clockwise_seats_from(3, 5) == (3, 4, 0, 1, 2)


def test_a_leaster_is_won_only_by_somebody_with_a_trick() -> None:
    assert leaster_winner((0, 3, 6), (0, 40, 80)) == 1
    assert leaster_winner((9, 0, 0), (120, 0, 0)) == 0
    assert leaster_winner((1, 0, 8), (0, 0, 120)) == 0


def test_ruling_n25_places_count_those_who_hold_more() -> None:
    assert places((5, 5, 5)) == (1, 1, 1)
    assert places((0, 9, 3, 9, 4)) == (5, 1, 4, 1, 3)
