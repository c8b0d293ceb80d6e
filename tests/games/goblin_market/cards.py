"""Tables set up by hand, and every card and coin wherever it is."""

from typing import Any

from games.core.contract import Card, Cards, Seat, Shuffle
from games.core.options import validate_options
from games.goblin_market import GAME
from games.goblin_market.cards import AUCTION_DECK, goblin_deck
from games.goblin_market.evolve import CLOCKWISE
from games.goblin_market.options import Options
from games.goblin_market.state import State


def everywhere(state: State) -> list[Card]:
    """Return all cards wherever they are."""
    places = [state.deck, state.set_aside, state.discards, state.row, *state.owned]
    places += [state.goblins, state.goblins_shown]
    return [card for place in places for card in place]


def cards(words: str) -> Cards:
    """Read cards from a line."""
    return tuple(map(Card, words.split()))


def first(top: str, deck: Cards) -> Cards:
    """Return a deck with these cards on top and the others in their usual order."""
    wanted = cards(top)
    assert set(wanted) <= set(deck)
    return wanted + tuple(card for card in deck if card not in wanted)


def opened(
    deck: str = "author", *, seats: int = 3, goblins: str = "harvest", **options: Any
) -> State:
    """Return a table whose decks begin with these cards, at its first decision."""
    tops = {"deal": deck, "goblins": goblins}

    def order(shuffle: Shuffle) -> tuple[str, ...]:
        if shuffle.what == "first_seat":
            return shuffle.cards[::-1]
        return first(tops[shuffle.what], tuple(map(Card, shuffle.cards)))

    state: State = GAME.rules.open(validate_options(Options, options, seats), seats, None)
    return GAME.settle(state, order)[0]


def selling(
    row: str,
    *,
    coins: tuple[int, ...] = (10, 10, 10),
    owned: tuple[str, ...] = (),
    deck: str | None = None,
    goblins: str = "harvest",
    starter: int = 0,
    **options: Any,
) -> State:
    """Return an auction of these cards as it begins, with the players as described.

    `deck` names the whole rest of the Auction Deck; cards that are nowhere count as discarded.
    """
    seats = len(coins)
    chosen = validate_options(Options, options, seats)
    state = State(chosen, seats, "bidding", 1, Seat(starter))
    state.row, state.coins = cards(row), coins
    state.owned = tuple(map(cards, owned)) or ((),) * seats
    used = {*state.row}.union(*state.owned)
    rest = tuple(card for card in AUCTION_DECK if card not in used)
    state.deck = rest if deck is None else cards(deck)
    state.discards = tuple(card for card in rest if card not in state.deck)
    state.goblins = first(goblins, goblin_deck(chosen.use_courts))
    state.goblin_shuffles, state.auction = 1, 1
    state.bids = (None,) * seats
    state.still = CLOCKWISE[seats][starter]
    return state


def in_order(shuffle: Shuffle) -> tuple[str, ...]:
    """Shuffle nothing."""
    return tuple(sorted(shuffle.cards))
