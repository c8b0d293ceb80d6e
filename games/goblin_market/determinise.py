"""A state that agrees with all that a seat has seen: only the two decks are guessed."""

from collections.abc import Sequence
from typing import Any

from games.core.contract import Card, Cards, Luck, Seat, Seen, View
from games.core.options import checked
from games.core.scene import read
from games.goblin_market.cards import AUCTION_DECK, goblin_deck
from games.goblin_market.options import Options
from games.goblin_market.state import Entry, State


def determinise(view: View, seen: Sequence[Seen], luck: Luck) -> State:
    """Return a state with the unseen cards of both decks in a random order."""
    seats = view["seats"]
    options = checked(Options, view["options"], seats)
    auction, players = view["auction"], view["players"]
    state = State(options, seats, view["phase"], view["hand"], auction["starter"])
    if state.hand == 0:
        return state
    state.set_aside = tuple(view["set_aside"])
    state.discards = tuple(view["discards"])
    state.row = tuple(auction["row"])
    state.owned = tuple(tuple(one["cards"]) for one in players)
    shown = {*state.set_aside, *state.discards, *state.row}.union(*state.owned)
    state.deck = unseen(AUCTION_DECK, shown, luck)
    state.goblin_shuffles = view["goblin_shuffles"]
    state.goblins_shown = tuple(view["goblins_shown"])
    if view["goblin_count"]:
        state.goblins = unseen(goblin_deck(options.use_courts), {*state.goblins_shown}, luck)
    state.ledger = tuple(
        Entry(one["auction"], one["what"], tuple(one["coins"])) for one in view["ledger"]
    )
    state.coins = coins(state)
    state.deeds, state.deeds_before = read(view["deeds"]), read(view["deeds_before"])
    resume(state, auction, view["result"])
    return state


def unseen(deck: Cards, shown: set[Card], luck: Luck) -> Cards:
    """Return the cards of a deck that nobody has seen, in a random order."""
    left = [card for card in deck if card not in shown]
    luck.shuffle(left)
    return tuple(left)


def coins(state: State) -> tuple[int, ...]:
    """Return the coins of the players by all their payments and incomes, also hidden totals."""
    start = state.options.start_coins
    return tuple(
        start + sum(entry.coins[seat] for entry in state.ledger) for seat in range(state.seats)
    )


def resume(state: State, auction: dict[str, Any], result: dict[str, Any] | None) -> None:
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
