"""A guess of what is hidden agrees with all that is known, in long hands too."""

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from games.boosh import GAME
from games.boosh.actions import Replace
from games.boosh.cards import DECK
from games.boosh.determinise import remembered_own_cards
from games.boosh.options import Options
from games.boosh.state import State
from games.core.contract import Cards, Seat
from games.core.options import validate_options
from tests.games.boosh.cards import everywhere
from tests.games.boosh.table import X, Y, Z, dealt, quiet
from tests.games.frequencies import hold_frequencies
from tests.games.play import Play, seen_by
from tests.games.test_laws_of_guesses import hold, possible


def guess(play: Play, seat: Seat | None, events: list[Any]) -> State:
    view = GAME.view(play.state, seat)
    state = GAME.bots.determinise(view, seen_by(GAME, seat, events), play.luck)
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
        assert tuple(remembered_own_cards(view, seen)) == play.state.hands[seat]


def test_without_the_events_of_the_deal_hidden_own_cards_are_guessed_too() -> None:
    play = quiet(3, 1, 60, own_cards_shown=False)
    state = guess(play, Seat(0), [])
    assert sorted(everywhere(state)) == sorted(DECK)
    assert GAME.view(state, Seat(0)) == GAME.view(play.state, Seat(0))


def test_a_spectator_can_guess_and_the_guess_differs_from_luck_to_luck() -> None:
    view = GAME.view(dealt(X, Y, Z).state, None)
    one, two = (GAME.bots.determinise(view, [], random.Random(seed)) for seed in (1, 2))
    assert GAME.view(one, None) == GAME.view(two, None) == view
    assert one.hands != two.hands


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_cards_shown", [True, False])
def test_long_hands_play_again_from_a_guess_with_the_events_that_were_seen(
    seats: int, own_cards_shown: bool
) -> None:
    reshuffles = 0
    for seed in range(6):
        options = {"deck_exhausted": "reshuffle", "own_cards_shown": own_cards_shown}
        play = quiet(seats, seed, 211 + 60 * seed, **options)
        reshuffles += len(play.state.reshuffled)
        for seat in map(Seat, range(seats)):
            hold(play, seat)
    assert reshuffles


def hidden(state: State, others: Seat) -> Cards:
    """Return the cards that the other of two seats does not know, in a fixed order."""
    known = state.known[others]
    return (
        *(card for card, seen in zip(state.hands[others], known, strict=True) if not seen),
        *state.deck,
    )


def arranged(state: State, others: Seat, cards: Cards) -> State:
    """Return the state with other cards where `hidden` finds them."""
    rest = iter(cards)
    known = state.known[others]
    hand: Cards = tuple(seen or next(rest) for seen in known)
    hands = tuple(hand if seat == others else own for seat, own in enumerate(state.hands))
    return replace(state, hands=hands, deck=tuple(rest))


def end_of_deck(reshuffles: int) -> Play:
    """Play at two seats until one card is left; in each deck seat 1 keeps one card from it."""
    options = validate_options(Options, {"deck_exhausted": "reshuffle"}, 2)
    play = Play(GAME, options, 2, random.Random(f"end {reshuffles}"))
    while len(play.state.deck) > 1 or len(play.state.reshuffled) < reshuffles or play.state.taken:
        state, seat = play.state, play.state.queue[0]
        number = len(state.reshuffled)
        due = not any(placed > ([0, *state.reshuffled_after][-1]) for placed in state.placed[1])
        keeps = seat == 1 and state.phase == "placing" and len(state.deck) < 20 and due
        play.act(seat, Replace(number) if keeps else GAME.rules.fallback(state, seat))
    return play


@pytest.mark.parametrize(("reshuffles", "count"), [(0, 120), (1, 12), (2, 4)])
def test_every_state_that_agrees_with_what_was_seen_is_guessed_equally_often(
    reshuffles: int, count: int
) -> None:
    play, seat, other = end_of_deck(reshuffles), Seat(0), Seat(1)
    cards = hidden(play.state, other)
    orders = [arranged(play.state, other, order) for order in permutations(cards)]
    ways = [hidden(one, other) for one in orders if possible(play, seat, one)]
    assert len(ways) == count
    assert cards in ways
    found: Counter[Hashable] = Counter(
        hidden(guess(play, seat, play.events), other) for _ in range(20 * count)
    )
    hold_frequencies(found, dict.fromkeys(ways, 1.0))


def test_a_guess_at_a_finished_table_has_the_hands_that_were_shown() -> None:
    play = Play(
        GAME, validate_options(Options, {"max_hands": 3}, 3), 3, random.Random("shown")
    ).finish()
    assert any(play.state.revealed)
    for seat in (None, *map(Seat, range(3))):
        state = guess(play, seat, play.events)
        assert GAME.view(state, seat) == GAME.view(play.state, seat)
        for holder, shown in enumerate(play.state.revealed):
            assert not shown or state.hands[holder] == shown
