"""One line of plain English for each event, from public facts alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.boon import events as ev
from games.boon.cards import BOON_SIZE, HAND_SIZE
from games.boon.events import EVENTS, Event
from games.boon.state import ENDINGS, State
from games.core.dispatch import by_kind, on_event

NUMBERS = ("no", "one", "two", "three", "four")


def notes(state: State, event: Event) -> str:
    """Return what people at the table would say about `event`, which comes after `state`."""
    return NOTES[type(event)](state, event)


def named(card: str) -> str:
    """Return a card as people say it.

    >>> named("gold-7")
    'gold 7'
    """
    return card.replace("-", " ")


def many(count: int, what: str) -> str:
    """Return a number of things.

    >>> many(1, "Victory Card"), many(2, "point")
    ('1 Victory Card', '2 points')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def listed(words: list[str]) -> str:
    """Join words as a sentence does.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def seats_named(seats: Sequence[int]) -> str:
    """Return ``seat 0`` or ``seats 0 and 2``."""
    return ("seat " if len(seats) == 1 else "seats ") + listed([str(seat) for seat in seats])


def dealer_drawn(state: State, event: ev.DealerDrawn) -> str:
    """Rule 1."""
    return f"Seat {event.dealer} is drawn as the first dealer"


def hand_dealt(state: State, event: ev.HandDealt) -> str:
    """Rule 1."""
    each, rest = HAND_SIZE[state.seats], BOON_SIZE[state.seats]
    return f"Round {event.hand}: seat {event.dealer} deals {each} cards each and {rest} as the Boon"


def passed(state: State, event: ev.Passed) -> str:
    """Rule 2."""
    return f"Seat {event.seat} passes"


def boon_taken(state: State, event: ev.BoonTaken) -> str:
    """Rule 2."""
    return f"Seat {event.seat} takes the Boon"


def leaster_begun(state: State, event: ev.LeasterBegun) -> str:
    """Rule 10."""
    return "Nobody takes the Boon: a Leaster, everyone for themselves"


def cards_buried(state: State, event: ev.CardsBuried) -> str:
    """Rule 3."""
    return f"Seat {event.seat} buries {NUMBERS[BOON_SIZE[state.seats]]} cards"


def card_played(state: State, event: ev.CardPlayed) -> str:
    """Rule 5."""
    return f"Seat {event.seat} {'plays' if state.trick else 'leads'} {named(event.card)}"


def sides_revealed(state: State, event: ev.SidesRevealed) -> str:
    """Rule 4."""
    if event.partner is None:
        return f"Seat {event.taker} has no partner and plays alone"
    return f"Seat {event.partner} is the partner of seat {event.taker}"


def trick_won(state: State, event: ev.TrickWon) -> str:
    """Rule 6."""
    return f"Seat {event.seat} wins the trick with {many(event.points, 'point')}"


def payment(paid: tuple[tuple[int, ...], ...]) -> str:
    """Return who pays whom, the offence named once.

    >>> payment(((1, 0, 1), (2, 0, 1)))
    'seats 1 and 2 pay 1 Victory Card each to seat 0'
    >>> payment(((0, 1, 2), (0, 2, 2), (3, 4, 2)))
    'seat 0 pays 2 Victory Cards each to seats 1 and 2, seat 3 pays 2 Victory Cards to seat 4'
    """
    by_payer = len({payer for payer, _, _ in paid}) < len({to for _, to, _ in paid})
    groups: dict[tuple[int, int], list[int]] = {}
    for payer, receiver, count in paid:
        one, other = (payer, receiver) if by_payer else (receiver, payer)
        groups.setdefault((one, count), []).append(other)
    parts = [
        paying([one], count, others) if by_payer else paying(others, count, [one])
        for (one, count), others in groups.items()
    ]
    return ", ".join(parts) or "nobody pays"


def paying(payers: list[int], count: int, receivers: list[int]) -> str:
    """Return one part of who pays whom."""
    verb = "pays" if len(payers) == 1 else "pay"
    each = " each" if len(payers) + len(receivers) > 2 else ""
    cards = many(count, "Victory Card")
    return f"{seats_named(payers)} {verb} {cards}{each} to {seats_named(receivers)}"


def round_counted(state: State, event: ev.RoundCounted) -> str:
    """Rules 7-8."""
    offence = [event.taker] if event.partner is None else [event.taker, event.partner]
    verb = "win" if event.won else "lose"
    verb += "s" if len(offence) == 1 else ""
    points = many(event.points, "point")
    side = seats_named(offence).capitalize()
    return f"{side} {verb} with {points}: {payment(event.paid)}"


def leaster_counted(state: State, event: ev.LeasterCounted) -> str:
    """Rule 10."""
    if event.winner is None:
        return "The Leaster is a tie: nobody pays"
    points = many(event.points[event.winner], "point")
    return f"Seat {event.winner} wins the Leaster with {points}: {payment(event.paid)}"


def placed_first(places: tuple[int, ...]) -> str:
    """Return the winners as the subject of a sentence."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    return f"{seats_named(winners)} {'wins' if len(winners) == 1 else 'win together'}"


def game_ended(state: State, event: ev.GameEnded) -> str:
    """Rule 9."""
    return f"{ENDINGS[event.why]}: {placed_first(event.places)}"


def hand_voided(state: State, event: ev.HandVoided) -> str:
    """V1."""
    ending = "play goes on" if event.why is None else placed_first(event.places)
    return f"Round {event.hand} is void and its payments are taken back: {ending}"


NOTES: Mapping[type[Event], Callable[[State, Any], str]] = by_kind(
    EVENTS.values(),
    on_event(ev.DealerDrawn, dealer_drawn),
    on_event(ev.HandDealt, hand_dealt),
    on_event(ev.Passed, passed),
    on_event(ev.BoonTaken, boon_taken),
    on_event(ev.LeasterBegun, leaster_begun),
    on_event(ev.CardsBuried, cards_buried),
    on_event(ev.CardPlayed, card_played),
    on_event(ev.SidesRevealed, sides_revealed),
    on_event(ev.TrickWon, trick_won),
    on_event(ev.RoundCounted, round_counted),
    on_event(ev.LeasterCounted, leaster_counted),
    on_event(ev.GameEnded, game_ended),
    on_event(ev.HandVoided, hand_voided),
)
