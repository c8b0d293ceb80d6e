"""The worked examples of games/boon/RULES.md, by their number there."""

import pytest

from games.boon.cards import DECK
from games.boon.rules import may_be_played
from games.boon.scoring import points_in, winning_card_place
from tests.games.boon.cards import card, cards
from tests.games.boon.table import counted, counting


def test_example_e1_the_deck_and_its_points() -> None:
    """Components: 32 cards with 120 points; 30 without Green 1 and Red 1, still 120 points."""
    assert (len(DECK[4]), points_in(DECK[4])) == (32, 120)
    assert (len(DECK[3]), points_in(DECK[3])) == (30, 120)
    assert set(DECK[4]) - set(DECK[3]) == set(cards("green 1, red 1"))
    assert points_in(one for one in DECK[4] if one.startswith("gold")) == 45


def test_example_e2_rule_6_the_highest_gold_wins_the_trick() -> None:
    trick = cards("blue 6, green 3, gold 1 7")
    assert (trick[winning_card_place(trick)], points_in(trick)) == (card("gold 7"), 13)


def test_example_e3_rule_6_five_players() -> None:
    trick = cards("gold 7 11 10, blue 6, red 5")
    assert (trick[winning_card_place(trick)], points_in(trick)) == (card("gold 11"), 28)


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        ("red 1", "red 2 5"),
        ("green 6", "gold 3, red 2 5, blue 6"),
        ("gold 1", "gold 3"),
    ],
)
def test_example_e4_rule_5_what_may_be_played(led: str, legal: str) -> None:
    assert may_be_played(cards("gold 3, red 2 5, blue 6"), cards(led)) == cards(legal)


@pytest.mark.parametrize(
    ("points", "held"),
    [(20, (1, 7, 7)), (45, (3, 6, 6)), (61, (7, 4, 4)), (95, (9, 3, 3))],
)
def test_example_e5_rule_8_three_players(points: int, held: tuple[int, ...]) -> None:
    assert counted(counting(3, points))[0].victory_cards == held


@pytest.mark.parametrize(
    ("each", "points", "held"),
    [
        (5, 29, (1, 7, 7, 3, 7)),
        (5, 30, (3, 6, 6, 4, 6)),
        (5, 61, (7, 4, 4, 6, 4)),
        (5, 91, (9, 3, 3, 7, 3)),
        (4, 29, (0, 6, 6, 2, 6)),
        (4, 30, (2, 5, 5, 3, 5)),
        (4, 61, (6, 3, 3, 5, 3)),
        (4, 91, (8, 2, 2, 6, 2)),
    ],
)
def test_example_e6_rule_8_taker_seat_0_and_partner_seat_3(
    each: int, points: int, held: tuple[int, ...]
) -> None:
    state = counting(5, points, partner=3, victory_cards=each)
    first, *ended = counted(state)
    assert first.victory_cards == held
    assert bool(ended) == (0 in held)


@pytest.mark.parametrize(("tricks", "won"), [(40, True), (39, False)])
def test_example_e7_rule_7_the_takers_tricks_and_buried_cards(tricks: int, won: bool) -> None:
    state = counting(3, tricks)
    state.buried = cards("blue 5, red 6, red 2")  # 21 points
    first, *_ = counted(state)
    assert (first.points, first.won) == (tricks + 21, won)


def test_example_e8_ruling_n9_a_lone_taker_runs_short() -> None:
    first, ended = counted(counting(5, 29))
    assert first.victory_cards == (0, 7, 6, 6, 6)
    assert ended.places == (5, 1, 2, 2, 2)
