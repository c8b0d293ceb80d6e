"""The worked examples of RULES.md."""

import pytest

from games.bum import GAME
from games.bum import events as ev
from games.bum.cards import RANK, WORDS, possible_combinations
from games.core.contract import Shuffle
from games.core.options import validate_options
from tests.games.bum.cards import E5, cards, dealt, first_hand, later_hand, move, played, words
from tests.given import only


def read(text: str) -> list[tuple[str, int, int, str]]:
    """Return what cards can be: kind, size, length and rank."""
    return [
        (kind, size, n, WORDS[rank]) for kind, size, n, rank in possible_combinations(cards(text))
    ]


@pytest.mark.parametrize(
    ("text", "size", "rank"),
    [
        ("7", 1, "7"),
        ("4 4 4", 3, "4"),
        ("Q Q Q 2 JK", 5, "Q"),
        ("2 2 2 2", 4, "2"),
        ("2 2 JK", 3, "2"),
        ("JK JK", 2, "JK"),
        ("7 7 2 JK", 4, "7"),
        ("A 2", 2, "A"),
        ("2 JK", 2, "2"),
    ],
)
def test_example_e1_rule_5_sets(text: str, size: int, rank: str) -> None:
    assert read(text) == [("set", size, 1, rank)]


@pytest.mark.parametrize(
    ("text", "size", "length", "top"),
    [
        ("9 10 J", 1, 3, "J"),
        ("5 6 7 8 9", 1, 5, "9"),
        ("3 3 4 4 5 5 6 6", 2, 4, "6"),
        ("K K K A A A 2 2 2", 3, 3, "2"),
        ("K A 2 JK", 1, 4, "JK"),
    ],
)
def test_example_e2_rule_5_sequences(text: str, size: int, length: int, top: str) -> None:
    assert read(text) == [("sequence", size, length, top)]


@pytest.mark.parametrize(("text", "times"), [("A 2 JK", 1), ("A A 2 2 JK JK", 2)])
def test_example_e2_rule_5_ruling_u6_sequences_that_are_sets_too(text: str, times: int) -> None:
    assert read(text) == [("set", 3 * times, 1, "A"), ("sequence", times, 3, "JK")]


@pytest.mark.parametrize("text", ["2 3 4", "3 3 4 4", "9 10 2", "10 J Q JK", "4 5 6 6", "7 8 7"])
def test_example_e3_rule_5_no_combinations(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize("text", ["6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK"])
def test_example_e4_rule_5_any_higher_single_card_beats_a_5(text: str) -> None:
    state = played(dealt("5 3", f"{text} 3", "3"), "5")
    happened = GAME.rules.decide(state, GAME.rules.to_act(state)[0], move(state, text).action)
    assert only(ev.CombinationPlayed, happened).rank == text


def test_example_e4_rule_5_a_pair_does_not_beat_a_single_card() -> None:
    state = played(dealt("5 3", "K K 3", "3"), "5")
    move(state, "K K").then_refused("bum/other_type", "5")


def test_example_e4_rule_5_a_sequence_is_beaten_by_one_of_the_same_length() -> None:
    state = played(dealt("6 7 8 9 3", "7 8 9 10 J 3", "3"), "6 7 8 9")
    move(state, "7 8 9 10 J").then_refused("bum/other_type", "5")
    assert played(state, "7 8 9 10").lead == ("sequence", 1, 4, RANK["10-1"])


@pytest.mark.parametrize(("led", "text"), [("8 8", "9 JK"), ("A A A", "2 2 JK")])
def test_example_e4_rule_5_wild_cards_beat_lower_ranks(led: str, text: str) -> None:
    assert played(dealt(f"{led} 3", f"{text} 3", "3"), led, text).last == 1


@pytest.mark.parametrize(("led", "text"), [("8 8 8", "8 8 2"), ("JK", "JK")])
def test_example_e4_ruling_u4_equal_rank_does_not_beat(led: str, text: str) -> None:
    state = played(dealt(f"{led} 3", f"{text} 3", "3"), led)
    move(state, text).then_refused("bum/not_higher", "U4")


def test_example_e5_rule_4_the_exchange_of_a_complete_deal_of_four() -> None:
    state, events = later_hand(*E5)
    assert sum(len(hand) for hand in only(ev.HandDealt, events[:1]).hands) == 54
    assert [words(hand) for hand in state.hands] == [
        "5 6 7 7 8 9 J Q K K A A 2 2",
        "4 5 6 7 8 9 10 10 J Q K A A 2",
        "3 3 4 5 6 7 9 10 J Q K 2 JK",
        "3 3 4 4 5 6 8 8 9 10 J Q JK",
    ]


@pytest.mark.parametrize(
    ("hands", "order"),
    [
        (("3", "4", "JK JK", "5"), (2, 3, 0, 1)),
        (("3", "4", "5", "JK JK"), (2, 3, 0, 1)),
        (("3", "4", "5", "6", "JK JK"), (3, 4, 0, 1, 2)),
        (("3", "4", "JK JK"), (2, 1, 0)),
    ],
)
def test_example_e6_rule_3_the_order_after_a_revolution(
    hands: tuple[str, ...], order: tuple[int, ...]
) -> None:
    assert first_hand(*hands)[0].order == order


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (3, [14, 14, 13]),
        (4, [14, 14, 13, 13]),
        (5, [14, 14, 14, 13, 13]),
        (6, [14, 14, 14, 13, 13, 13]),
        (7, [14, 14, 14, 14, 13, 13, 13]),
        (8, [14, 14, 14, 14, 13, 13, 13, 13]),
    ],
)
def test_example_e7_rule_2_the_sizes_of_the_hands(seats: int, sizes: list[int]) -> None:
    state = GAME.rules.open(validate_options(GAME.options, {"first_boss": 0}, seats), seats, None)
    due = GAME.rules.pending(state)
    assert isinstance(due, Shuffle)
    assert [
        len(hand) for hand in only(ev.HandDealt, GAME.rules.proceed(state, due.cards)[:1]).hands
    ] == sizes
