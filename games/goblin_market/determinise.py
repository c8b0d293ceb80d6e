"""States that agree with all that a seat has seen: only the order of the two decks is guessed.

What lies where is public, so the view holds all that past events tell, and every order of the
unseen cards of a deck is as likely as any other.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from games.core.contract import Card, Cards, Luck, ReceivedEvent, Seat, View, private_copy
from games.core.fairness.chance import Chance
from games.core.options import validate_options
from games.core.presentation.scene import deeds_from_facts
from games.goblin_market.cards import AUCTION_DECK, goblin_deck
from games.goblin_market.options import Options
from games.goblin_market.state import LedgerEntry, State


def determinise(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> State:
    """Return a state with the unseen cards of both decks in a random order."""
    return _guess(known_state(view), luck)


def shuffled_worlds(view: View, seen: Sequence[ReceivedEvent], luck: Chance) -> Iterator[State]:
    """Yield such states for ever; the k-th follows from luck and k alone."""
    state = known_state(view)
    for k in count():
        yield _guess(state, luck.fork(k))


def _guess(state: State, luck: Luck) -> State:
    """Return the state with both decks in a random order."""
    new = private_copy(state)
    new.deck, new.goblins = _shuffle_cards(state.deck, luck), _shuffle_cards(state.goblins, luck)
    return new


def _shuffle_cards(cards: Cards, luck: Luck) -> Cards:
    """Return cards in a random order."""
    order = list(cards)
    luck.shuffle(order)
    return tuple(order)


def known_state(view: View) -> State:
    """Return the state with the unseen cards of both decks in no order that means anything."""
    seats = view["seats"]
    options = validate_options(Options, view["options"], seats)
    auction, players = view["auction"], view["players"]
    state = State(options, seats, view["phase"], view["hand"], auction["starter"])
    if state.hand == 0:
        return state
    state.set_aside = tuple(view["set_aside"])
    state.discards = tuple(view["discards"])
    state.row = tuple(auction["row"])
    state.owned = tuple(tuple(one["cards"]) for one in players)
    shown = {*state.set_aside, *state.discards, *state.row}.union(*state.owned)
    state.deck = _unseen_deck_cards(AUCTION_DECK, shown)
    state.goblin_shuffles = view["goblin_shuffles"]
    state.goblins_shown = tuple(view["goblins_shown"])
    if view["goblin_count"]:
        state.goblins = _unseen_deck_cards(goblin_deck(options.use_courts), {*state.goblins_shown})
    state.ledger = tuple(
        LedgerEntry(one["auction"], one["what"], tuple(one["coins"])) for one in view["ledger"]
    )
    state.coins = _coins_from_ledger(state)
    state.deeds, state.deeds_before = (
        deeds_from_facts(view["deeds"]),
        deeds_from_facts(view["deeds_before"]),
    )
    _restore_auction(state, auction, view["result"])
    return state


def _unseen_deck_cards(deck: Cards, shown: set[Card]) -> Cards:
    """Return the cards of a deck that nobody has seen."""
    return tuple(card for card in deck if card not in shown)


def _coins_from_ledger(state: State) -> tuple[int, ...]:
    """Return the coins of the players by all their payments and incomes, also hidden totals."""
    start = state.options.start_coins
    return tuple(
        start + sum(entry.coins[seat] for entry in state.ledger) for seat in range(state.seats)
    )


def _restore_auction(state: State, auction: dict[str, Any], result: dict[str, Any] | None) -> None:
    """Set the auction going, or the result."""
    state.auction = auction["number"]
    state.final = auction["final"]
    state.still = tuple(map(Seat, auction["still"]))
    state.bids = tuple(auction["bids"])
    state.high = auction["high"]
    state.leader = auction["leader"]
    state.takers = tuple(map(Seat, auction["takers"]))
    state.buyers = tuple(map(Seat, auction["buyers"]))
    if result is not None:
        state.scores = tuple(result["scores"])
        state.positive = tuple(result["positive_points"])
        state.places = tuple(result["places"])
        state.voided = result["voided"]
