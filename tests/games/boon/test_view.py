"""What the view tells, and what it keeps back."""

import random

import orjson
import pytest

from games.boon import GAME
from games.boon.actions import Bury, Pass, Play, Take
from games.boon.state import State
from games.core.contract import Seat, private_copy
from tests.games.boon.cards import card, cards
from tests.games.boon.table import acted, counted, counting, dealt
from tests.games.play import Play as Table
from tests.games.play import words_in


def test_a_seat_sees_its_own_hand_and_only_counts_of_the_others() -> None:
    state = dealt(4, "gold 14")
    view = GAME.view(state, Seat(0))
    assert view["cards"] == state.hands[0]
    assert view["card_counts"] == (7, 7, 7, 7)
    hidden = {one for hand in state.hands[1:] for one in hand}.union(state.boon)
    assert not hidden.intersection(words_in(view))


def test_a_spectator_sees_no_card_before_one_is_played() -> None:
    view = GAME.view(dealt(5), None)
    assert view["cards"] is None
    assert not {word for word in words_in(view) if word.startswith("gold-")}


def test_only_the_taker_sees_the_boon_and_the_buried_cards() -> None:
    state = acted(dealt(3, "blue 1 2 3", boon="gold 14 13 12"), (0, Take()))
    assert [GAME.view(state, Seat(seat))["boon"] for seat in range(3)] == [
        cards("gold 14 13 12"),
        None,
        None,
    ]
    state = acted(state, (0, Bury(cards("blue 1 2 3"))))
    assert [GAME.view(state, Seat(seat))["buried"] for seat in range(3)] == [
        cards("blue 1 2 3"),
        None,
        None,
    ]
    assert GAME.view(state, None)["buried"] is None


def test_the_asked_seats_that_have_passed_are_listed() -> None:
    state = acted(dealt(4, dealer=1), (2, Pass()), (3, Pass()))
    assert GAME.view(state, None)["passed"] == [2, 3]
    assert GAME.view(acted(state, (0, Take())), None)["passed"] == [2, 3]
    leaster = acted(state, (0, Pass()), (1, Pass()))
    assert GAME.view(leaster, None)["passed"] == [2, 3, 0, 1]
    assert GAME.view(leaster, None)["leaster"] is True


def test_gold_7_on_the_table_tells_everybody_the_sides() -> None:
    state = acted(dealt(5, "gold 14, blue 1 2", "gold 7"), (0, Take()))
    state = acted(state, (0, Bury(cards("blue 1 2"))), (0, Play(card("gold 14"))))
    assert GAME.view(state, Seat(4))["partner"] is None
    state = acted(state, (1, Play(card("gold 7"))))
    views = [GAME.view(state, seat) for seat in (None, *map(Seat, range(5)))]
    assert {(view["partner"], view["taker_alone"]) for view in views} == {(1, False)}


def test_gold_7_in_the_own_hand_means_nothing_while_nobody_has_the_boon() -> None:
    view = GAME.view(dealt(5, "gold 1", "gold 7"), Seat(1))
    assert (view["partner"], view["taker_alone"]) == (None, None)


def test_gold_7_means_nothing_in_a_leaster() -> None:
    state = acted(dealt(5, "gold 7"), *((seat, Pass()) for seat in range(5)))
    happened = GAME.rules.decide(state, Seat(0), Play(card("gold 7")))
    assert len(happened) == 1
    view = GAME.view(GAME.fold(state, happened), None)
    assert (view["partner"], view["taker_alone"]) == (None, None)


def test_the_last_round_is_told_with_the_name_of_its_event() -> None:
    state = counting(3, 61)
    told = GAME.view(GAME.fold(state, counted(state)), None)["last_round"]
    assert (told["type"], told["points"], told["won"]) == ("boon.round_counted.v1", 61, True)


@pytest.mark.parametrize("seed", range(40))
def test_who_holds_gold_7_changes_nothing_that_others_are_served(seed: int) -> None:
    """Exchange gold 7 with a card of another seat in mid-round and compare every byte."""
    luck = random.Random(seed)
    play = Table(GAME, GAME.options(max_rounds=1), 5, luck)
    for _ in range(luck.randrange(1, 20)):
        if GAME.rules.outcome(play.state) is None:
            play.act(*play.random_move())
    state = play.state
    holder = next((s for s, hand in enumerate(state.hands) if card("gold 7") in hand), None)
    others = [s for s in range(5) if s != holder and state.hands[s]]
    if holder is None or not others:
        return
    other = luck.choice(others)
    twin = exchanged(state, card("gold 7"), luck.choice(state.hands[other]))
    for seat in (None, *(Seat(s) for s in range(5) if s not in (holder, other))):
        assert served(twin, seat) == served(state, seat)
    assert served(twin, Seat(holder)) != served(state, Seat(holder))


def exchanged(state: State, one: str, two: str) -> State:
    """Return the state with two cards in each other's place."""
    names = {one: two, two: one}
    new = private_copy(state)
    new.hands = tuple(tuple(names.get(c, c) for c in hand) for hand in state.hands)  # type: ignore[misc]
    return new


def served(state: State, seat: Seat | None) -> bytes:
    choices = None if seat is None else repr(GAME.rules.choices(state, seat))
    return orjson.dumps([GAME.view(state, seat), choices, GAME.rules.to_act(state)])
