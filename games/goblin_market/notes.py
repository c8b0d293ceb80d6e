"""One line of plain English for each event, from public facts alone."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.core.contract import Cards, Seat
from games.core.dispatch import by_kind, on_event
from games.goblin_market.cards import named
from games.goblin_market.events import (
    EVENTS,
    AuctionWon,
    BidMade,
    CardsDiscarded,
    CardsTaken,
    CardsTurned,
    Dealt,
    Event,
    FirstBidderDrawn,
    GoblinMoneyPaid,
    GoblinsShuffled,
    HandVoided,
    MarketClosed,
    NobodyBid,
    Passed,
    ShareRefused,
    SisterhoodPaid,
    SizeTurned,
)
from games.goblin_market.state import State

RANKS = ("Crowns", "Aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


def notes(state: State, event: Event) -> str:
    """Return the line for an event; `state` is the one before it."""
    return NOTES[type(event)](state, event)


def counted(number: int, thing: str) -> str:
    """Return a number of things in words that agree.

    >>> counted(1, "coin"), counted(2, "coin")
    ('1 coin', '2 coins')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def incomes(coins: tuple[int, ...]) -> str:
    """Return who got how many coins.

    >>> incomes((0, 7, 0, 1))
    'seat 1 gets 7 coins, seat 3 gets 1 coin'
    """
    got = [f"seat {seat} gets {counted(n, 'coin')}" for seat, n in enumerate(coins) if n]
    return ", ".join(got) or "nobody gets a coin"


def turned(state: State, event: CardsTurned) -> str:
    """Name the cards for sale and who begins."""
    last = "The final auction: " if event.final else ""
    line = f"{last}{named(event.cards)} {are(event.cards)} for sale; seat {event.starter} begins"
    return line[0].upper() + line[1:]


def are(cards: Cards) -> str:
    """Return the verb that agrees with the number of cards."""
    return "is" if len(cards) == 1 else "are"


def nobody_bid(state: State, event: NobodyBid) -> str:
    """Say what happens to the cards that nobody wanted."""
    line = f"Nobody bids, so {named(event.cards)} {are(event.cards)} discarded"
    return line + ("; the goblins pay all the same" if event.goblin_money else "")


def taken(state: State, event: CardsTaken) -> str:
    """Say who buys what, and who is next."""
    line = f"Seat {event.seat} pays {counted(event.coins, 'coin')} for {named(event.cards)}"
    return line + next_in_order(event.then)


def next_in_order(then: Seat | None) -> str:
    """Name who takes next."""
    return "" if then is None else f"; seat {then} is next"


def sisterhood(state: State, event: SisterhoodPaid) -> str:
    """Say which ranks pay, and whom."""
    ranks = [RANKS[(event.digit - below) % 10] for below in range(3)]
    line = f"Sisterhood money for {ranks[0]} (3), {ranks[1]} (2) and {ranks[2]} (1)"
    return f"{line}: {incomes(event.coins)}"


def goblins(state: State, event: GoblinMoneyPaid) -> str:
    """Name the Goblin card and whom it pays."""
    return f"Goblin money by {named((event.card,))}: {incomes(event.coins)}"


def closed(state: State, event: MarketClosed) -> str:
    """Name points and places."""
    points = ", ".join(
        f"seat {seat} has {counted(score, 'point')} (place {place})"
        for seat, (score, place) in enumerate(zip(event.scores, event.places, strict=True))
    )
    return f"The market closes: {points}"


NOTES: Final[Mapping[type[Event], Callable[[State, Any], str]]] = by_kind(
    EVENTS.values(),
    on_event(FirstBidderDrawn, lambda state, event: f"Seat {event.seat} is drawn to begin"),
    on_event(
        Dealt,
        lambda state, event: (
            f"The Auction Deck is shuffled; everybody gets {counted(event.coins, 'coin')}"
        ),
    ),
    on_event(GoblinsShuffled, lambda state, event: "The Goblin Deck is shuffled"),
    on_event(
        SizeTurned,
        lambda state, event: (
            f"The size card is {named((event.card,))}: {counted(event.size, 'card')} for sale"
        ),
    ),
    on_event(CardsTurned, turned),
    on_event(
        BidMade, lambda state, event: f"Seat {event.seat} bids {counted(event.coins, 'coin')}"
    ),
    on_event(Passed, lambda state, event: f"Seat {event.seat} passes"),
    on_event(
        AuctionWon,
        lambda state, event: (
            f"Seat {event.seat} wins the auction with a bid of {counted(event.coins, 'coin')}"
        ),
    ),
    on_event(NobodyBid, nobody_bid),
    on_event(CardsTaken, taken),
    on_event(
        ShareRefused,
        lambda state, event: f"Seat {event.seat} refuses a share{next_in_order(event.then)}",
    ),
    on_event(
        CardsDiscarded,
        lambda state, event: f"Nobody is left to take {named(event.cards)}: discarded",
    ),
    on_event(SisterhoodPaid, sisterhood),
    on_event(GoblinMoneyPaid, goblins),
    on_event(MarketClosed, closed),
    on_event(HandVoided, lambda state, event: f"Hand {event.hand} is voided: nobody has points"),
)
