"""What each seat is shown, and what stays hidden for good."""

import json
from typing import Any

import pytest

from games.boosh import GAME
from games.boosh.actions import Pass
from games.boosh.cards import DECK
from games.boosh.events import PileReshuffled
from games.core.contract import Seat
from tests.corpus import twin_of
from tests.games.boosh.table import X, Y, Z, cards, dealt, quiet, showdown, turn, woof_showdown
from tests.games.play import seen_by, words_in
from tests.games.said import said
from tests.games.served import compare

A, B, C = map(Seat, range(3))


def shown(view: Any) -> set[str]:
    """Return all cards that stand anywhere in JSON values."""
    return set(words_in(view)) & set(DECK)


def test_a_seat_sees_its_own_cards_the_cherry_and_nothing_else() -> None:
    state = dealt(X, Y, Z).state
    assert shown(GAME.view(state, A)) == {*cards(X), "2C"}
    assert shown(GAME.view(state, None)) == {"2C"}


def test_a_card_from_the_deck_is_seen_by_its_taker_alone() -> None:
    table = dealt(X, Y, Z, deck="3C 4C").play("0 take A")
    assert "3C" in shown(GAME.view(table.state, A))
    assert shown(GAME.view(table.state, B)) == {*cards(Y), "2C"}
    assert [one.data.get("card") for one in seen_by(GAME, B, table.events)] == [None]


def test_the_cherry_is_not_seen_before_it_is_turned() -> None:
    state = dealt(X, Y, Z, woof=True).state
    assert shown(GAME.view(state, None)) == set()
    assert GAME.view(state, None)["deck"] == 41


def test_a_folded_hand_stays_hidden_but_for_its_exposed_cards() -> None:
    table = showdown(dealt(X, Y, Z, max_hands=1), 0, folds=(1,))
    view = GAME.view(table.state, A)
    assert view["last_showdown"]["hands"] == [X.split(), [], Z.split()]
    assert view["last_showdown"]["values"] == [47, None, 33]
    assert shown(view) & {*cards(Y)} == {"10C", "10D"}
    assert shown([one.data for one in seen_by(GAME, A, table.events)]).isdisjoint(cards(Y)[2:])


def test_the_caller_to_whom_all_folded_reveals_nothing_even_later() -> None:
    table = showdown(dealt(X, Y, Z), 0, folds=(1, 2))
    view = GAME.view(table.state, None)
    assert view["last_showdown"]["hands"] == [[], [], []]
    assert view["last_showdown"]["values"] == [None, None, None]
    assert view["hand"] == 2


def test_an_older_showdown_does_not_shine_through_when_all_fold() -> None:
    table = showdown(dealt(X, Y), 0)
    assert GAME.view(table.state, None)["last_showdown"]["hands"] == [X.split(), Y.split()]
    table.play(*turn(1, "call_boosh"), *turn(0, ""), "1 expose 0+1", "0 expose 0+1", "0 fold")
    assert GAME.view(table.state, None)["last_showdown"]["hands"] == [[], []]


def test_the_view_of_a_seat_that_is_out_has_no_cards_of_its_own() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (0, 0, -225)
    view = GAME.view(showdown(table, 0).state, C)
    assert (view["own_cards"], view["hands"][C], view["players"]) == (None, None, [0, 1])
    assert view["eliminated_in"] == [0, 0, 1]


def test_the_view_is_json_and_tells_whose_turn_it_is() -> None:
    view = GAME.view(woof_showdown(dealt(X, Y, Z, woof=True), 2).state, B)
    assert json.loads(json.dumps(view)) == view
    assert (view["phase"], view["to_act"]) == ("laying_out", [1, 2, 0])


def test_the_order_of_a_reshuffle_is_hidden_though_all_know_the_cards() -> None:
    table = dealt(X, Y, deck="3C 4C", deck_exhausted="reshuffle").play(*turn(0), *turn(1, ""))
    state = GAME.fold(table.state, GAME.rules.decide(table.state, B, Pass()))
    for seat in (None, A, B):
        served = []
        for order in (cards("2C 3C"), cards("3C 2C")):
            events = GAME.rules.proceed(state, order)
            after = GAME.fold(state, events)
            assert after.deck == order
            notes = [said(GAME, state, event, seat) for event in events]
            served.append((GAME.view(after, seat), seen_by(GAME, seat, list(events)), notes))
        assert served[0] == served[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_cards_shown", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_nothing_hidden_shows_through_reshuffles(
    seats: int, own_cards_shown: bool, seed: int
) -> None:
    play = quiet(
        seats, seed, 360, deck_exhausted="reshuffle", own_cards_shown=own_cards_shown, max_hands=9
    )
    assert any(type(event) is PileReshuffled for event in play.events)
    met = 0
    for seat in [None, *map(Seat, range(seats))]:
        for moves in (200, len(play.moves)):
            twin = twin_of(play, seat, moves)
            if twin is not None:
                met += twin.orders != play.orders
                compare(GAME, play, twin, seat, moves)
    assert met > seats
