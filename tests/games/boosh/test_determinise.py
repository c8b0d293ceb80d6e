"""A guess of what is hidden agrees with all that is known, in long hands too."""

import random
from typing import Any

import pytest

from games.boosh import GAME
from games.boosh.cards import DECK
from games.boosh.determinise import remembered
from games.boosh.state import State
from games.core.contract import Seat
from tests.games.boosh.cards import everywhere
from tests.games.boosh.table import X, Y, Z, dealt, quiet
from tests.games.play import Play, seen_by


def guess(play: Play, seat: Seat | None, events: list[Any]) -> State:
    view = GAME.view(play.state, seat)
    state = GAME.determinise(view, seen_by(GAME, seat, events), play.luck)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_cards_shown", [True, False])
@pytest.mark.parametrize("moves", [149, 233, 397])
def test_cards_are_only_where_the_reshuffles_can_have_put_them(
    seats: int, own_cards_shown: bool, moves: int
) -> None:
    options = {"deck_exhausted": "reshuffle", "own_cards_shown": own_cards_shown}
    play = quiet(seats, 7, moves, **options)
    for seat in [None, *map(Seat, range(seats))]:
        state = guess(play, seat, play.events)
        assert sorted(everywhere(state)) == sorted(DECK)
        assert set(state.deck) <= {card for row in state.reshuffled[-1:] for card in row} or (
            not state.reshuffled
        )
        for one in [None, seat]:
            assert GAME.view(state, one) == GAME.view(play.state, one)
        if seat is not None:
            assert state.hands[seat] == play.state.hands[seat]


def test_own_cards_that_the_view_hides_are_remembered_from_the_events() -> None:
    play = quiet(3, 1, 60, own_cards_shown=False)
    for seat in map(Seat, range(3)):
        view, seen = GAME.view(play.state, seat), seen_by(GAME, seat, play.events)
        assert tuple(remembered(view, seen)) == play.state.hands[seat]


def test_without_the_events_of_the_deal_hidden_own_cards_are_guessed_too() -> None:
    play = quiet(3, 1, 60, own_cards_shown=False)
    state = guess(play, Seat(0), [])
    assert sorted(everywhere(state)) == sorted(DECK)
    assert GAME.view(state, Seat(0)) == GAME.view(play.state, Seat(0))


def test_a_spectator_can_guess_and_the_guess_differs_from_luck_to_luck() -> None:
    view = GAME.view(dealt(X, Y, Z).state, None)
    one, two = (GAME.determinise(view, [], random.Random(seed)) for seed in (1, 2))
    assert GAME.view(one, None) == GAME.view(two, None) == view
    assert one.hands != two.hands
