"""One line of plain English for each event, from public facts alone."""

from collections.abc import Callable, Mapping
from typing import Any

from games.bum import events as ev
from games.bum.cards import RANK, WORDS
from games.bum.rules import limit_reached
from games.bum.scoring import designation
from games.bum.state import State
from games.core.contract import Cards, Seat
from games.core.dispatch import by_kind, on_event

COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace", "2": "Two", "JK": "Joker"}


def notes(state: State, event: ev.Event) -> str:
    """Return one line about an event; `state` is the one before it."""
    return NOTES[type(event)](state, event)


def counted(count: int) -> str:
    """Return a small number as a word."""
    return COUNTS[count] if count < len(COUNTS) else str(count)


def ranks(count: int, rank: str) -> str:
    """Return a number of cards of a rank.

    >>> ranks(1, "A"), ranks(3, "7"), ranks(1, "8")
    ('an Ace', 'three 7s', 'an 8')
    """
    name = NAMES.get(rank, rank)
    if count > 1:
        return f"{counted(count)} {plural(rank)}"
    return f"an {name}" if rank in ("A", "8") else f"a {name}"


def plural(rank: str) -> str:
    """Return several cards of a rank."""
    return f"{NAMES.get(rank, rank)}s"


def seats(listed: tuple[Seat, ...]) -> str:
    """Return seats as words.

    >>> seats((Seat(2), Seat(0)))
    'seat 2 and seat 0'
    """
    return " and ".join(f"seat {seat}" for seat in listed)


def designations(order: tuple[Seat, ...]) -> str:
    """Return who is what in a hand."""
    named = [(designation(len(order), place), seat) for place, seat in enumerate(order)]
    return ", ".join(f"{name} seat {seat}" for name, seat in named)


def combination(event: ev.CombinationPlayed) -> str:
    """Return the name of a combination, and what its wild cards stand for."""
    if event.kind == "set":
        return ranks(event.size, event.rank) + stand_ins(event)
    width = ("", "", "double ", "triple ")[event.size] if event.size < 4 else f"{event.size}-fold "
    return f"a {width}sequence of {event.length} up to {ranks(1, event.rank)}"


def stand_ins(event: ev.CombinationPlayed) -> str:
    """Return in brackets what the wild cards of a set stand for; nothing where there are none."""
    words = [WORDS[RANK[card]] for card in event.cards]
    wild = [(words.count(word), word) for word in ("2", "JK") if word in words]
    wild = [(count, word) for count, word in wild if word != event.rank]
    if not wild:
        return ""
    one = sum(count for count, _ in wild) == 1
    stood_for = ranks(1, event.rank) if one else plural(event.rank)
    return f" ({' and '.join(ranks(*each) for each in wild)} as {stood_for})"


def played(state: State, event: ev.CombinationPlayed) -> str:
    """Say what was led or played."""
    verb = "leads" if state.lead is None else "plays"
    return f"Seat {event.seat} {verb} {combination(event)}"


def revolution(state: State, event: ev.RevolutionDeclared) -> str:
    """Say who declares a revolution and what it changes."""
    shown = sum(map(len, event.jokers))
    who = seats(event.seats).capitalize()
    verb = "declares" if len(event.seats) == 1 else "declare"
    order = designations(event.order)
    return f"{who} {verb} a revolution with {ranks(shown, 'JK')}: {order}"


def number(cards: int) -> str:
    """Return a number of cards."""
    return "a card" if cards == 1 else f"{counted(cards)} cards"


def called_off(state: State, event: ev.ExchangeCalledOff) -> str:
    """Say why no cards are exchanged."""
    shown: Cards = event.jokers
    return f"Seat {event.seat}, the Worker, shows {ranks(len(shown), 'JK')}: no cards are exchanged"


def trick_won(state: State, event: ev.TrickWon) -> str:
    """Say who won the trick and who leads next."""
    if event.leader == event.seat:
        return f"Seat {event.seat} wins the trick and leads"
    return f"Seat {event.seat} wins the trick and is out, so seat {event.leader} leads"


def went_out(state: State, event: ev.PlayerWentOut) -> str:
    """Say who went out and what it scores."""
    place = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")[event.place - 1]
    points = "1 point" if event.points == 1 else f"{event.points} points"
    return f"Seat {event.seat} goes out {place} and scores {points}, {event.total} in all"


def hand_ended(state: State, event: ev.HandEnded) -> str:
    """Say who is what in the next hand; after the last one (U31) only in which order it ended."""
    if limit_reached(state):
        return f"The hand is over; its order: {', '.join(f'seat {seat}' for seat in event.order)}"
    return f"The hand is over; next: {designations(event.order)}"


def voided(state: State, event: ev.HandVoided) -> str:
    """Say that a hand is void and whether play goes on."""
    goes_on = "the table has ended" if event.over else "play goes on"
    return f"Hand {event.hand} is void; {goes_on}"


NOTES: Mapping[type[ev.Event], Callable[[State, Any], str]] = by_kind(
    ev.EVENTS.values(),
    on_event(
        ev.BossDrawn, lambda state, event: f"Seat {event.seat} cuts highest and is the first Boss"
    ),
    on_event(
        ev.HandDealt,
        lambda state, event: f"Hand {event.hand} is dealt: {designations(event.order)}",
    ),
    on_event(ev.RevolutionDeclared, revolution),
    on_event(ev.ExchangeCalledOff, called_off),
    on_event(
        ev.CardsGiven,
        lambda state, event: (
            f"Seat {event.giver} gives seat {event.receiver} {number(event.count)} face down"
        ),
    ),
    on_event(ev.CombinationPlayed, played),
    on_event(ev.TurnPassed, lambda state, event: f"Seat {event.seat} passes"),
    on_event(ev.TrickWon, trick_won),
    on_event(ev.PlayerWentOut, went_out),
    on_event(
        ev.TargetReached, lambda state, event: f"Seat {event.seat} reaches the target and wins"
    ),
    on_event(ev.HandEnded, hand_ended),
    on_event(
        ev.SessionEnded,
        lambda state, event: f"The session of {number_of_hands(event.hands)} is over",
    ),
    on_event(ev.HandVoided, voided),
)


def number_of_hands(hands: int) -> str:
    """Return a number of hands."""
    return "one hand" if hands == 1 else f"{hands} hands"
