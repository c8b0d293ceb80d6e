"""Who may know what in actions and events."""

import random

from games.boon import GAME
from games.boon import events as ev
from games.boon.actions import Bury
from games.boon.state import PLAYING
from games.core.contract import Seat
from games.core.type_hints.values import sealed_fields, split_by_audience
from tests.games.boon.cards import cards
from tests.games.boon.table import five
from tests.games.play import Play, seen_by


def test_each_seat_knows_its_own_hand_and_nobody_the_boon() -> None:
    hands = (cards("blue 1"), cards("red 1"), cards("gold 1"))
    public, parts = split_by_audience(ev.HandDealt(4, Seat(1), hands, cards("gold 7")))
    assert public == {"hand": 4, "dealer": 1}
    assert parts == {
        "0": {"hands": hands[0]},
        "1": {"hands": hands[1]},
        "2": {"hands": hands[2]},
        "hand": {"boon": cards("gold 7")},
    }


def test_only_the_taker_knows_the_cards_taken_and_buried() -> None:
    some = cards("gold 7 8")
    for event in (ev.BoonTaken(Seat(3), some), ev.CardsBuried(Seat(3), some)):
        assert split_by_audience(event) == ({"seat": 3}, {"3": {"cards": some}})
    assert split_by_audience(Bury(some), Seat(3)) == ({}, {"3": {"cards": some}})


def test_all_other_events_are_public() -> None:
    secret = {ev.HandDealt, ev.BoonTaken, ev.CardsBuried}
    assert {kind for kind in GAME.events.values() if sealed_fields(kind)} == secret


def test_events_name_gold_7_to_others_only_once_it_is_played() -> None:
    for seed in range(60):
        play = Play(GAME, GAME.options(max_rounds=1), 5, random.Random(seed)).finish()
        for one in seen_by(GAME, None, play.events):
            if one.type in ("boon.sides_revealed.v1", "boon.round_counted.v1"):
                break
            assert one.data.get("card") == "gold-7" or "gold-7" not in repr(one.data)


def test_a_rounds_events_begin_alike_wherever_gold_7_is() -> None:
    kinds = set()
    for seat in range(5):
        hands = ["gold 7" if one == seat else "" for one in range(5)]
        state = five(*hands, boon="blue 1 2", bury="blue 1 2")
        assert state.phase == PLAYING
        happened = GAME.rules.decide(state, Seat(0), GAME.rules.fallback(state, Seat(0)))
        kinds.add(tuple(type(event).__name__ for event in happened))
    assert kinds == {("CardPlayed",)}
