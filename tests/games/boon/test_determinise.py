"""A guess at the hidden cards agrees with all that the seat has seen."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial, prod

import pytest

from games.boon import GAME
from games.boon.actions import Bury, Pass, Play, Take
from games.boon.cards import DECK, GOLD_7, SUIT, sort_trump_last
from games.boon.determinise import BOON, BURIED, memory_from_view
from games.boon.state import PLAYING, State
from games.core.contract import Card, Cards, Illegal, Seat, private_copy
from tests.games.boon.cards import card, cards, everywhere
from tests.games.boon.checks import again
from tests.games.boon.table import acted, dealt
from tests.games.frequencies import hold_frequencies
from tests.games.play import Play as Table
from tests.games.play import seen_by
from tests.games.test_laws_of_guesses import Retold, newest_hand


@pytest.mark.parametrize("seed", range(60))
def test_a_guess_looks_the_same_to_the_seat_and_to_spectators(seed: int) -> None:
    luck = random.Random(seed)
    seats = 3 + seed % 3
    options = GAME.options(max_rounds=3, may_bury_gold7=seed % 2 == 0)
    play = Table(GAME, options, seats, luck)
    for _ in range(luck.randrange(40)):
        if GAME.rules.outcome(play.state) is None:
            play.act(*play.random_move())
    for reader in (None, *map(Seat, range(seats))):
        view = GAME.view(play.state, reader)
        guess = GAME.bots.determinise(view, seen_by(GAME, reader, play.events), luck)
        assert GAME.view(guess, reader) == view
        assert GAME.view(guess, None) == GAME.view(play.state, None)
        assert sorted(everywhere(guess)) == sorted(DECK[seats])


def test_who_did_not_follow_a_suit_has_none_of_it_in_any_guess() -> None:
    passes = [(seat, Pass()) for seat in range(3)]
    state = dealt(3, "red 2 3 4", "gold 1 2 3 4 5 6 8 9 10", "red 6 5")
    state = acted(state, *passes, (0, Play(card("red 2"))), (1, Play(card("gold 1"))))
    for seed in range(30):
        guess = GAME.bots.determinise(GAME.view(state, Seat(2)), (), random.Random(seed))
        assert "red" not in {SUIT[one] for one in guess.hands[1]}


def test_a_seat_that_did_not_follow_gold_is_not_the_partner_in_any_guess() -> None:
    state = acted(dealt(5, "gold 14, blue 1 2", "green 1 2 3 4 5 6", "gold 7"), (0, Take()))
    state = acted(state, (0, Bury(cards("blue 1 2"))), (0, Play(card("gold 14"))))
    state = acted(state, (1, Play(card("green 1"))))
    holders = set()
    for seed in range(60):
        guess = GAME.bots.determinise(GAME.view(state, Seat(4)), (), random.Random(seed))
        holders |= {seat for seat in range(5) if GOLD_7 in guess.hands[seat]}
    assert 1 not in holders and 2 in holders and len(holders) >= 3


def test_gold_7_is_in_no_guess_at_the_buried_cards_when_it_may_not_be_buried() -> None:
    for may, found in ((True, True), (False, False)):
        state = acted(dealt(5, "blue 1 2", may_bury_gold7=may), (0, Take()))
        state = acted(state, (0, Bury(cards("blue 1 2"))))
        view = GAME.view(state, Seat(1))
        luck = random.Random(7)
        guesses = [GAME.bots.determinise(view, (), luck) for _ in range(150)]
        assert any(GOLD_7 in guess.buried for guess in guesses) is found


def test_guesses_differ() -> None:
    view = GAME.view(dealt(4), Seat(2))
    luck = random.Random(1)
    assert len({GAME.bots.determinise(view, (), luck).hands for _ in range(20)}) == 20


MOST = 300  # deals that are listed


def late(seed: int) -> tuple[Table, Seat]:
    """Return a table late in a round, where a seat can list the deals; one of two has a void."""
    luck = random.Random(seed)
    options = GAME.options(may_bury_gold7=seed % 2 == 0)
    while True:
        play = Table(GAME, options, 3 + seed % 3, luck)
        for _ in range(luck.randrange(12, 36)):
            if GAME.rules.outcome(play.state) is None:
                play.act(*play.random_move())
        seat = Seat(luck.randrange(play.seats))
        if play.state.phase == PLAYING and play.state.hand == 1:
            memory = memory_from_view(GAME.view(play.state, seat))
            rooms = [one.room for one in (*memory.barred, *memory.free)]
            deals = factorial(sum(rooms)) // prod(map(factorial, rooms))
            if 30 <= deals <= MOST and (memory.barred or seed % 4 < 2):
                return play, seat


def listed(play: Table, seat: Seat) -> Iterator[State]:
    """Yield every state with the same cards in sight; the rules have not judged them."""
    memory = memory_from_view(GAME.view(play.state, seat))
    places = {one.place: one.room for one in (*memory.barred, *memory.free)}
    hidden = frozenset(card for group in memory.groups for card in group)
    for deal in ways_to_deal(hidden, places):
        state = private_copy(play.state)
        hands = dict(enumerate(state.hands)) | deal
        state.hands = tuple(sort_trump_last(hands[at]) for at in range(play.seats))
        state.boon, state.buried = deal.get(BOON, state.boon), deal.get(BURIED, state.buried)
        yield state


def ways_to_deal(cards: frozenset[Card], places: dict[int, int]) -> Iterator[dict[int, Cards]]:
    if not places:
        yield {}
        return
    (place, room), *rest = places.items()
    for some in combinations(sort_trump_last(cards), room):
        for others in ways_to_deal(cards - {*some}, dict(rest)):
            yield {place: some, **others}


def key(state: State) -> object:
    return state.hands, sort_trump_last(state.boon), state.buried


@pytest.mark.parametrize("seed", range(12))
def test_every_deal_that_the_rules_allow_is_guessed_as_often_as_any_other(seed: int) -> None:
    play, seat = late(seed)
    start, events = newest_hand(play)
    seen = seen_by(GAME, seat, events)
    possible = {}
    for state in listed(play, seat):
        try:
            Retold(play, start, again(state, seen, seat))
        except Illegal:
            continue
        possible[key(state)] = 1.0
    assert key(play.state) in possible
    luck, view = random.Random(seed), GAME.view(play.state, seat)
    draws = [key(GAME.bots.determinise(view, seen, luck)) for _ in range(20 * len(possible))]
    if len(possible) > 1:
        hold_frequencies(Counter(draws), possible)
