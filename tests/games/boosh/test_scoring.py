"""The arithmetic of hands, points and places."""

import pytest

from games.boosh.cards import DECK, POINTS
from games.boosh.options import Options
from games.boosh.scoring import (
    BOOSH_POINTS,
    Values,
    best_of,
    call_points,
    folded_points,
    hand_value,
    places,
    void_points,
)
from games.core.contract import Seat
from tests.games.boosh.table import cards
from tests.games.examples import examples_of

OTHERS_FIRST = Options(caller_wins_ties=False)
A, B, C, D = map(Seat, range(4))


def test_the_examples_in_the_docstrings_hold() -> None:
    failed, tried = examples_of("games.boosh.scoring")
    assert (failed, tried > 8) == (0, True)


def test_rule_7_each_card_is_worth_its_points_in_a_hand() -> None:
    for card in DECK[:-1]:
        others = tuple(one for one in DECK[:3] if one != card)[:2] + DECK[50:52]
        assert hand_value((card, *others[:3])) == POINTS[card] + sum(
            POINTS[one] for one in others[:3]
        )


@pytest.mark.parametrize("place", range(4))
def test_ruling_w15_the_joker_counts_in_every_position(place: int) -> None:
    hand = list(cards("2S 7H KD"))
    hand.insert(place, cards("JK")[0])
    assert (hand_value(hand), hand_value(hand, lowest=True)) == (35, 24)


def test_the_best_may_be_several() -> None:
    assert best_of((30, 41, 41, None)) == (B, C)
    assert best_of((30, 41, 30, None), lowest=True) == (A, C)


@pytest.mark.parametrize(
    ("values", "best", "options", "points"),
    [
        ((40, 40, 40, 20), (A, B, C), Options(), (100, -25, -25, -25)),
        ((40, 40, 40, 20), (A, B, C), OTHERS_FIRST, (-50, 50, 50, -25)),
        ((30, 40, 40, 40), (B, C, D), Options(tie_payment="split"), (-50, 16, 16, 16)),
        ((30, None, None, 40), (D,), Options(), (-50, 0, 0, 50)),
    ],
)
def test_rule_7_points_of_four_players(
    values: Values, best: tuple[Seat, ...], options: Options, points: tuple[int, ...]
) -> None:
    assert best_of(values) == best
    assert call_points(values, best, A, BOOSH_POINTS, options) == points


def test_ruling_w1_the_six_numbers_stand_in_the_order_of_the_table() -> None:
    table = (1, 2, 3, 4, 5, 6)
    assert folded_points(3, B, table) == (0, 1, 0)
    assert call_points((9, 5, 8), (B,), B, table, Options()) == (3, 2, 3)
    assert call_points((9, 5, 8), (B,), C, table, Options()) == (6, 5, 4)


def test_ruling_w11_a_negative_prize_is_rounded_down_too() -> None:
    table = (50, 100, -25, -50, -25, 0)
    split = Options(tie_payment="split")
    assert call_points((9, 9, 1), (A, B), C, table, split) == (-13, -13, -50)


def test_ruling_w30_a_split_of_50_is_rounded_down() -> None:
    assert void_points(4, (A, B, D), "split") == (16, 16, 0, 16)
    assert void_points(4, (A, B, C, D), "split") == (12, 12, 12, 12)


@pytest.mark.parametrize(
    ("totals", "out", "winner", "expected"),
    [
        ((250, 400, 300), (0, 0, 0), A, (1, 2, 3)),
        ((10, 10, 10), (0, 0, 0), None, (1, 1, 1)),
        ((-300, -260, 5, 5), (9, 4, 0, 0), None, (3, 4, 1, 1)),
        ((-300, -260, -260), (9, 9, 9), None, (3, 1, 1)),
    ],
)
def test_ruling_w29_places_winner_then_those_in_then_the_latest_out(
    totals: tuple[int, ...], out: tuple[int, ...], winner: Seat | None, expected: tuple[int, ...]
) -> None:
    assert places(totals, out, winner) == expected
