"""Guessed tables agree with everything their seat has seen."""

import random
from collections import Counter

import pytest

from games.boojum import GAME
from games.boojum import events as ev
from games.boojum.memory import memory_from_events
from games.boojum.state import State
from games.core.contract import Seat
from tests.games.boojum.cards import everywhere
from tests.games.boojum.table import PASS, deck_of
from tests.games.play import Play, seen_by

A, B, C = Seat(0), Seat(1), Seat(2)


def played(seed: int, moves: int, seats: int = 3) -> Play:
    """Return a table after some random moves."""
    options = GAME.options(excuse=True, max_rounds=60)
    play = Play(GAME, options, seats, random.Random(seed))
    while len(play.moves) < moves and GAME.rules.outcome(play.state) is None:
        play.act(*play.random_move())
    return play


def guesses(play: Play, seat: Seat | None, count: int) -> list[State]:
    view, seen = GAME.view(play.state, seat), seen_by(GAME, seat, play.events)
    return [GAME.bots.determinise(view, seen, random.Random(n)) for n in range(count)]


@pytest.mark.parametrize("seed", range(25))
def test_a_guess_holds_all_cards_once_and_looks_the_same_to_the_seat(seed: int) -> None:
    play = played(seed, moves=20 + 9 * seed)
    every = Counter(deck_of(play.options, play.seats))
    for seat in (None, A, B, C):
        for guess in guesses(play, seat, 3):
            assert Counter(everywhere(guess)) == every
            assert GAME.view(guess, seat) == GAME.view(play.state, seat)


@pytest.mark.parametrize("seed", range(25))
def test_slots_and_piles_that_everybody_has_seen_are_kept(seed: int) -> None:
    play = played(seed, moves=30 + 5 * seed)
    for guess in guesses(play, A, 3):
        for at, unseen in enumerate(play.state.unseen):
            known = len(play.state.slots[at]) - unseen
            assert guess.slots[at][:known] == play.state.slots[at][:known]
        assert guess.piles == play.state.piles
        if play.state.phase == "auction":
            assert guess.aside == play.state.aside


def test_cards_that_a_seat_won_stay_in_its_hand() -> None:
    play = Play(GAME, GAME.options(first_dealer=2), 3, random.Random(3))
    won = play.state.slots[0]
    for seat, action in [
        (0, GAME.rules.choices(play.state, A).picks[0].example),
        (1, PASS),
        (2, PASS),
    ]:
        play.act(Seat(seat), action)
    while play.state.phase == "auction":
        play.act(play.state.turn, PASS)
    for guess in guesses(play, C, 20):
        assert not Counter(won) - Counter(guess.hands[0])


def reshuffled(seed: int) -> Play:
    """Return a table right after its second reshuffle or later."""
    play = played(seed, moves=0)
    while play.state.reshuffles < 2 and GAME.rules.outcome(play.state) is None:
        play.act(*play.random_move())
    return play


@pytest.mark.parametrize("seed", range(20))
def test_after_a_reshuffle_the_stack_holds_only_what_was_discarded(seed: int) -> None:
    play = reshuffled(seed)
    shuffles = [event for event in play.events if isinstance(event, ev.StackReshuffled)]
    assert shuffles
    last = Counter(shuffles[-1].stack)
    for guess in guesses(play, B, 5):
        assert not Counter(guess.stack) - last


@pytest.mark.parametrize("seed", range(10))
def test_pools_explain_all_that_was_shown(seed: int) -> None:
    play = reshuffled(seed)
    memory = memory_from_events(GAME.view(play.state, A), seen_by(GAME, A, play.events))
    last = play.state.reshuffles
    assert len(memory.pools) == 1 + last
    for number, pool in enumerate(memory.pools):
        unknown = [
            draw
            for draw, card in zip(memory.draws, memory.cards, strict=True)
            if draw.pool == number and card is None
        ]
        assert pool.total() == len(unknown) + (len(play.state.stack) if number == last else 0)


def test_who_missed_the_events_guesses_from_the_view() -> None:
    play = played(1, moves=40)
    guess = GAME.bots.determinise(GAME.view(play.state, A), (), random.Random(1))
    assert GAME.view(guess, A) == GAME.view(play.state, A)
    assert Counter(everywhere(guess)) == Counter(everywhere(play.state))


def test_a_finished_table_can_be_guessed_too() -> None:
    play = played(5, moves=0).finish()
    guess = guesses(play, None, 1)[0]
    assert GAME.view(guess, None) == GAME.view(play.state, None)
    assert GAME.rules.outcome(guess) == GAME.rules.outcome(play.state)


def test_other_seats_hands_differ_from_guess_to_guess() -> None:
    play = played(2, moves=3)
    assert len({guess.hands[1] for guess in guesses(play, A, 10)}) > 1
    assert len({guess.hands[0] for guess in guesses(play, A, 10)}) == 1
