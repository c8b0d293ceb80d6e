"""One line of plain English for each event, from public facts alone."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.boojum import events as ev
from games.boojum.sets import KIND
from games.boojum.state import State
from games.core.contract import Card
from games.core.decktet import NAME
from games.core.dispatch import by_kind, on_event

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number(value: int) -> str:
    """Return a number below a hundred in words."""
    if value < len(NUMBERS):
        return NUMBERS[value]
    if value >= 100:
        return str(value)
    tens, ones = TENS[value // 10 - 2], value % 10
    return f"{tens}-{NUMBERS[ones]}" if ones else tens


def cards_word(count: int) -> str:
    """Return so many cards in words."""
    return f"{number(count)} card" + ("" if count == 1 else "s")


def names(cards: Iterable[Card]) -> str:
    """Return the names of cards."""
    return ", ".join(NAME[card] for card in cards)


def seats(numbers: Iterable[int]) -> str:
    """Return seats in words."""
    each = [str(one) for one in numbers]
    return f"Seat {each[0]}" if len(each) == 1 else f"Seats {', '.join(each)}"


def deal(state: State, event: ev.CardsDealt) -> str:
    """Rules 1 and 2."""
    return f"Seat {event.dealer} deals five cards to each seat and two to each slot"


def turn_up(state: State, event: ev.SlotsTurnedUp) -> str:
    """Rule 4."""
    piles = "; ".join(f"slot {at}: {names(cards)}" for at, cards in enumerate(event.slots))
    return f"Round {event.round}: {piles}"


def bid(state: State, event: ev.BidMade) -> str:
    """Rule 5, B33: the call at the table, with the whole pile that it is for."""
    before = state.piles[event.seat]
    call = f"{number(event.count)} for {number(event.pips) if event.pips else 'nothing'}"
    verb = "raises to" if before else "bids"
    return f"Seat {event.seat} {verb} {call} with {names(before + event.cards)}"


def sell(state: State, event: ev.SlotSold) -> str:
    """Rule 5."""
    return (
        f"Slot {event.slot} goes to seat {event.seat}: {names(event.cards)}; "
        f"the bid of {cards_word(len(event.bid))} stays in the slot"
    )


def build(state: State, event: ev.SlotsBuilt) -> str:
    """Rule 6."""
    return f"Slots {', '.join(map(str, event.slots))} get a card face down"


def deal_to_seats(state: State, event: ev.SeatsDealt) -> str:
    """Rule 7."""
    who = seats(event.seats)
    return f"{who} {'gets' if len(event.seats) == 1 else 'get'} a card for winning no auction"


def claim(state: State, event: ev.SetClaimed) -> str:
    """Rule 9."""
    kind = KIND[event.token, event.kind]
    as_what = f" (the Excuse as {', '.join(event.excuses)})" if event.excuses else ""
    return (
        f"Seat {event.seat} takes the {event.token} token for {kind.must}: "
        f"{names(event.cards)}{as_what}"
    )


def end_round(state: State, event: ev.RoundEnded) -> str:
    """Rule 10, B23."""
    idle = f"; nothing has moved for {event.idle} in a row" if event.idle else ""
    return f"Round {event.round} ends{idle}"


def end_game(state: State, event: ev.GameEnded) -> str:
    """Rules 12 and 13."""
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    verb = "wins" if len(winners) == 1 else "win together"
    tokens = ", ".join(map(str, event.scores))
    return f"{seats(winners)} {verb} ({event.why}); tokens by seat: {tokens}"


NOTES: Mapping[type[ev.Event], Callable[[State, Any], str]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, lambda state, event: f"Seat {event.dealer} is drawn as dealer"),
    on_event(ev.CardsDealt, deal),
    on_event(ev.SlotsTurnedUp, turn_up),
    on_event(ev.BidMade, bid),
    on_event(ev.Passed, lambda state, event: f"Seat {event.seat} passes"),
    on_event(ev.SlotSold, sell),
    on_event(ev.SlotUnsold, lambda state, event: f"Slot {event.slot} stays unsold"),
    on_event(ev.SlotsBuilt, build),
    on_event(ev.SeatsDealt, deal_to_seats),
    on_event(ev.CardsTakenUp, lambda state, event: "All take up their cards; claims may be made"),
    on_event(ev.SetClaimed, claim),
    on_event(ev.CardDrawn, lambda state, event: f"Seat {event.seat} draws a card"),
    on_event(ev.ClaimsFinished, lambda state, event: f"Seat {event.seat} is done"),
    on_event(
        ev.StackReshuffled,
        lambda state, event: f"The discard pile, {cards_word(event.count)}, becomes the draw stack",
    ),
    on_event(ev.RoundEnded, end_round),
    on_event(ev.GameEnded, end_game),
    on_event(
        ev.HandVoided, lambda state, event: "The hand is voided; all seats share the first place"
    ),
)


def notes(state: State, event: ev.Event) -> str:
    """Return one line on `event`; `state` is the table before it."""
    return NOTES[type(event)](state, event)
