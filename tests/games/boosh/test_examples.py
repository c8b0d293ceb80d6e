"""Every worked example of RULES.md; the numbers of 1 to 4 are those of the rules' source."""

import pytest

from games.boosh.events import BooshCalled
from games.boosh.scoring import hand_value
from tests.games.boosh.table import X, Y, Z, cards, dealt, showdown, turn


@pytest.mark.parametrize(
    ("hand", "boosh", "woof"),
    [
        ("KS QS JK 9H", 47, 43),
        ("KS KH KD JK", 52, 52),
        ("AS AH AD JK", 4, 4),
        ("2S 3S JK 10S", 25, 17),
        ("AS AH AD AC", 4, 4),
    ],
)
def test_example_1_rule_7_w15_the_joker_copies_the_highest_or_in_woof_the_lowest(
    hand: str, boosh: int, woof: int
) -> None:
    assert hand_value(cards(hand)) == boosh
    assert hand_value(cards(hand), lowest=True) == woof


def test_example_2_rule_7_the_caller_is_highest() -> None:
    assert showdown(dealt(X, Y, Z), 0).scored.points == (100, -25, -25)


@pytest.mark.parametrize(
    ("folds", "points"),
    [((), (50, -50, -25)), ((2,), (50, -50, 0)), ((0,), (0, 100, -25)), ((0, 2), (0, 50, 0))],
    ids=["nobody folds", "Z folds", "X folds", "both fold"],
)
def test_example_3_rule_7_the_caller_is_not_highest_unless_others_fold(
    folds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert showdown(dealt(X, Y, Z), 1, folds).scored.points == points


@pytest.mark.parametrize(
    ("hands", "deck", "valid"),
    [
        ((X, Y, Z, "AC AD AH AS"), "3C 4C 6C 8C", True),
        ((X, Y, Z, "AC AD AH AS"), "3C 4C 6C", False),
        ((X, Y), "3C 4C", True),
        ((X, Y), "3C", False),
    ],
    ids=["4 players, 3 cards", "4 players, 2 cards", "2 players, 1 card", "2 players, none"],
)
def test_example_4_rule_4_w7_cards_enough_for_the_quack(
    hands: tuple[str, ...], deck: str, valid: bool
) -> None:
    table = dealt(*hands, deck=deck).play(*turn(0, "call_boosh"))
    assert table.last(BooshCalled).valid is valid


@pytest.mark.parametrize(("payment", "points"), [("each", (50, -50, 50)), ("split", (25, -50, 25))])
def test_example_5_ruling_w11_two_others_tie_above_the_caller(
    payment: str, points: tuple[int, ...]
) -> None:
    tie = "KD QD KC 9C"
    assert showdown(dealt(X, Y, tie, tie_payment=payment), 1).scored.points == points


@pytest.mark.parametrize(("wins", "points"), [(True, (100, -25, -25)), (False, (-50, 50, -25))])
def test_example_6_ruling_w10_the_caller_ties(wins: bool, points: tuple[int, ...]) -> None:
    table = dealt(X, "KD QH KC 9D", Z, caller_wins_ties=wins)
    assert showdown(table, 0).scored.points == points
