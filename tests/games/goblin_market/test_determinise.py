"""Guesses of the two decks: what is known stays, and every order of the rest is as likely."""

from collections import Counter
from collections.abc import Hashable
from itertools import islice, permutations, product

from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.goblin_market import GAME
from games.goblin_market.determinise import shuffled_worlds
from tests.games.frequencies import hold_frequencies
from tests.games.goblin_market.cards import cards, selling

DECK = "pact mountain battle bard"
GUESSES = 4_000


def test_every_order_of_the_unseen_cards_is_as_likely() -> None:
    state = selling("author mill", deck=DECK, use_courts=False)
    state.goblins_shown, state.goblins = state.goblins[:2], state.goblins[2:]
    view = GAME.view(state, Seat(0))
    orders = product(permutations(cards(DECK)), permutations(state.goblins))
    luck = Chance(1)
    guesses = [GAME.bots.determinise(view, (), luck) for _ in range(GUESSES)]
    sampled = islice(shuffled_worlds(view, (), Chance(2)), GUESSES)
    weights: dict[Hashable, float] = dict.fromkeys(orders, 1.0)
    for states in (guesses, sampled):
        hold_frequencies(Counter((one.deck, one.goblins) for one in states), weights)


def test_a_world_follows_from_the_seed_and_its_number_alone() -> None:
    view = GAME.view(selling("author mill"), Seat(1))
    one, two = shuffled_worlds(view, (), Chance(3)), shuffled_worlds(view, (), Chance(3))
    first = [next(one) for _ in range(5)]
    for world in islice(two, 5):
        world.deck = ()
    assert next(one) == next(two)
    assert len({world.deck for world in first}) == 5
