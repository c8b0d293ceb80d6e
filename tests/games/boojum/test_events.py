"""Who may know what of an event."""

import random
from types import FunctionType
from typing import Any

import pytest

from games import GAMES
from games.boojum import GAME, evolve
from games.boojum import events as ev
from games.core.contract import Seat
from games.core.type_hints.values import declared_fields, sealed_fields, split_by_audience
from tests.games.boojum.cards import cards
from tests.games.play import Play

B, C = Seat(1), Seat(2)


@pytest.mark.parametrize(
    ("event", "parts"),
    [
        (
            ev.CardsDealt(B, (cards("sea"), cards("end")), (cards("bard"),), cards("pact")),
            {
                "0": {"hands": cards("sea")},
                "1": {"hands": cards("end")},
                "hand": {"slots": (cards("bard"),), "stack": cards("pact")},
            },
        ),
        (ev.SlotsBuilt((0, 1), cards("sea end")), {"hand": {"cards": cards("sea end")}}),
        (
            ev.SeatsDealt((B,), ((), cards("sea"))),
            {"0": {"cards": ()}, "1": {"cards": cards("sea")}},
        ),
        (ev.CardDrawn(C, cards("sea")[0]), {"2": {"card": "sea"}}),
        (ev.StackReshuffled(2, cards("sea end")), {"hand": {"stack": cards("sea end")}}),
    ],
)
def test_hidden_cards_are_sealed_to_those_who_may_know_them(event: Any, parts: Any) -> None:
    public, secret = split_by_audience(event)
    assert secret == parts
    assert not {field.name for field in sealed_fields(type(event))} & set(public)


def test_all_other_events_are_public_and_hold_no_hidden_card() -> None:
    secret = {ev.CardsDealt, ev.SlotsBuilt, ev.SeatsDealt, ev.CardDrawn, ev.StackReshuffled}
    assert {kind for kind in GAME.events.values() if sealed_fields(kind)} == secret


def test_names_and_number_of_the_parts_follow_from_public_facts() -> None:
    play = Play(GAME, GAME.options(max_rounds=8), 4, random.Random(4)).finish()
    dealt = [event for event in play.events if isinstance(event, ev.SeatsDealt)]
    assert dealt
    for event in dealt:
        _, parts = split_by_audience(event)
        assert sorted(parts) == ["0", "1", "2", "3"]
        assert [len(parts[str(seat)]["cards"]) for seat in range(4)] == [
            int(seat in event.seats) for seat in range(4)
        ]


def test_an_event_that_is_none_stops_a_replay() -> None:
    is_compiled = not isinstance(evolve.apply, FunctionType)  # then it asks at once for an event
    with pytest.raises(TypeError if is_compiled else KeyError):
        GAMES["boojum", 1].evolve(GAME.rules.open(GAME.options(), 3, None), "boojum.snark.v1")
    assert all(declared_fields(kind) is not None for kind in GAME.events.values())
