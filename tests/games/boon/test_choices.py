"""What is offered, and what is done when the time is up."""

import pytest

from games.boon import GAME
from games.boon.actions import Bury, Pass, Play, Take
from games.core.contract import Seat
from tests.games.boon.cards import card, cards
from tests.games.boon.table import acted, dealt


def test_the_boon_may_be_taken_or_left() -> None:
    assert GAME.rules.choices(dealt(4), Seat(0)).actions == (Take(), Pass())
    assert GAME.rules.choices(dealt(4), Seat(1)) == ((), ())


@pytest.mark.parametrize(("seats", "held", "count"), [(3, 12, 3), (4, 11, 4), (5, 8, 2)])
def test_burying_is_a_pick_from_the_whole_hand(seats: int, held: int, count: int) -> None:
    state = acted(dealt(seats), (0, Take()))
    (pick,) = GAME.rules.choices(state, Seat(0)).picks
    assert (len(pick.cards), pick.least, pick.most, pick.must) == (held, count, count, None)


def test_only_legal_cards_are_offered() -> None:
    passes = [(seat, Pass()) for seat in range(3)]
    state = acted(dealt(3, "red 4", "red 2 5, gold 9"), *passes, (0, Play(card("red 4"))))
    offered = GAME.rules.choices(state, Seat(1)).actions
    assert offered == tuple(Play(one) for one in state.hands[1] if one.startswith("red"))


def test_when_the_time_is_up_the_boon_is_left() -> None:
    assert GAME.rules.fallback(dealt(3), Seat(0)) == Pass()


def test_when_the_time_is_up_the_cheapest_cards_are_buried() -> None:
    """Fewest points, then lowest rank, then lowest id."""
    hand = "gold 1 2 3 7, red 3 4, blue 2 5 6"
    state = acted(dealt(3, hand, boon="gold 12 13 14"), (0, Take()))
    assert GAME.rules.fallback(state, Seat(0)) == Bury(cards("gold 1, blue 2, gold 2"))


def test_when_the_time_is_up_gold_7_is_not_buried_against_the_option() -> None:
    hand = "gold 7, blue 4 5 6, red 6"
    state = acted(dealt(5, hand + " 5", boon="green 6 5", may_bury_gold7=False), (0, Take()))
    assert GAME.rules.fallback(state, Seat(0)) == Bury(cards("blue 4 5"))


def test_when_the_time_is_up_the_cheapest_legal_card_is_played() -> None:
    passes = [(seat, Pass()) for seat in range(3)]
    hand = "gold 1 7 8 9 14, blue 4 5 6, red 2"
    state = acted(dealt(3, hand, "red 4 5, blue 1"), *passes)
    assert GAME.rules.fallback(state, Seat(0)) == Play(card("gold 1"))
    state = acted(dealt(3, "red 6 3 2", "red 4 5, blue 1"), *passes, (0, Play(card("red 6"))))
    assert GAME.rules.fallback(state, Seat(1)) == Play(card("red 4"))
