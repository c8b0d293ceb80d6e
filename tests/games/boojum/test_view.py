"""What a view shows, and what it never shows."""

import random
from typing import Any

import orjson
import pytest

from games.boojum import GAME
from games.boojum.events import BidMade
from games.core.contract import Seat
from tests.games.boojum.cards import cards
from tests.games.boojum.table import DONE, PASS, acted, bids, claiming, dealt, opened
from tests.games.play import Play, words_in

A, B, C = Seat(0), Seat(1), Seat(2)


def test_a_seat_sees_its_own_cards_and_the_number_of_all_others() -> None:
    state = dealt("pact", "sea")
    assert GAME.view(state, A)["cards"] == list(state.hands[0])
    assert GAME.view(state, B)["cards"] == list(state.hands[1])
    assert GAME.view(state, None)["cards"] is None
    assert GAME.view(state, A)["hand_sizes"] == [5, 5, 5]


def test_slots_are_seen_until_they_are_sold() -> None:
    state = dealt("pact", slots=["author desert", "sea end"])
    view = GAME.view(state, C)
    assert [slot["cards"] for slot in view["slots"]] == [["author", "desert"], ["sea", "end"]]
    state = acted(state, (0, bids("pact")), (1, PASS), (2, PASS))
    first, second = GAME.view(state, C)["slots"]
    assert first == {"count": 1, "face_up": False, "cards": None}
    assert second == {"count": 2, "face_up": True, "cards": ["sea", "end"]}


def test_bids_and_the_highest_of_them_are_public() -> None:
    state = acted(dealt("pact", "sea"), (0, bids("pact")), (1, bids("sea")), (2, PASS))
    auction = GAME.view(state, None)["auction"]
    assert auction["bids"] == [["pact"], ["sea"], []]
    assert auction["highest"] == {"seat": 1, "count": 1, "pips": 10}
    assert (auction["turn"], auction["passed"], auction["slot"]) == (0, [2], 0)
    assert GAME.view(dealt(), A)["auction"]["highest"] is None


def test_tokens_discards_and_who_is_done_are_public() -> None:
    state = acted(claiming(tokens=["moons"], discards="sea"), (1, DONE))
    view = GAME.view(state, None)
    assert view["tokens"] == [["moons"], [], []]
    assert (view["discards"], view["done"], view["to_act"]) == (["sea"], [1], [0, 2])
    assert view["auction"] is None


def test_the_stack_shows_only_its_size() -> None:
    state = claiming("", stack="darkness betrayal")
    for seat in (None, A):
        view = GAME.view(state, seat)
        assert view["stack"] == 2
        assert not {"darkness", "betrayal"} & set(words_in(view))


def test_a_table_that_is_not_dealt_has_a_view() -> None:
    view = GAME.view(opened(3), A)
    assert (view["phase"], view["cards"], view["first_to_bid"]) == ("deal", None, None)


@pytest.mark.parametrize("seed", range(15))
def test_cards_that_nobody_has_seen_are_in_no_view(seed: int) -> None:
    play = Play(GAME, GAME.options(), 3 + seed % 4, random.Random(seed))
    shown: list[set[str]] = [set() for _ in range(play.seats)]
    for _ in range(40):
        for seat in map(Seat, range(play.seats)):
            state = play.state
            shown[seat] |= set(words_in(GAME.view(state, seat)))
            may_know = {*state.hands[seat], *state.discards}
            for cards_there in (*state.piles, *state.slots[state.slot :]):
                may_know |= set(cards_there)
            bid = {card for e in play.events if isinstance(e, BidMade) for card in e.cards}
            hidden = set(state.stack) - may_know - bid  # a copy of it was laid for all to see
            assert not hidden & set(words_in(GAME.view(state, seat)))
        play.act(*play.random_move())
    assert all(len(words) > 20 for words in shown)


def as_bytes(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def test_hidden_cards_that_change_places_change_no_view() -> None:
    one = claiming("sea", "bard", "end", stack="pact mill")
    two = claiming("sea", "pact", "mill", stack="bard end")
    for seat in (None, A):
        assert as_bytes(GAME.view(one, seat)) == as_bytes(GAME.view(two, seat))
    assert as_bytes(GAME.view(one, B)) != as_bytes(GAME.view(two, B))


def test_the_outcome_is_shown_with_the_hands_that_decided() -> None:
    state = acted(claiming("sea", "bard", max_rounds=1), (0, DONE), (1, DONE), (2, DONE))
    assert GAME.view(state, C)["outcome"] == {
        "places": [1, 1, 3],
        "scores": [0, 0, 0],
        "hands": [["sea"], ["bard"], []],
        "why": "last_round",
    }
    assert state.shown == (cards("sea"), cards("bard"), ())
