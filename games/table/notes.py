"""What happened at a table in plain English, from public facts alone."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.contract import private_copy
from games.core.dispatch import by_kind, by_word, on_event
from games.table import events as ev
from games.table.rulings import REMEDIES
from games.table.state import Table


def seat_taken(table: Table, event: ev.SeatTaken) -> str:
    """Rule T2."""
    return f"A {'player' if event.bot is None else 'bot'} takes seat {event.seat}"


def readied(table: Table, event: ev.Readied) -> str:
    """Rules T4 and T5."""
    who = "The opener" if event.seat is None else f"Seat {event.seat}"
    return f"{who} calls for the start" + ("" if event.entropy is None else " and reveals entropy")


def invited(table: Table, event: ev.Invited) -> str:
    """Rule T22."""
    seats = [str(one.seat) for one in event.invited]
    if len(seats) == 1:
        return f"Seat {seats[0]} is reserved for a player who is invited"
    return f"Seats {', '.join(seats[:-1])} and {seats[-1]} are reserved for players who are invited"


ENDED: Mapping[str, str] = by_word(
    ev.ENDS,
    {
        "accepted": "The invitation to seat {seat} is accepted",
        "declined": "The invitation to seat {seat} is declined",
        "withdrawn": "The invitation to seat {seat} is withdrawn",
        "expired": "The invitation to seat {seat} has expired",
        "closed": "The invitation to seat {seat} ends with the table",
    },
)


def closed(table: Table, event: ev.Closed) -> str:
    """Rule T9."""
    return f"The table is closed: {event.why}"


EFFECTS: Mapping[str, Callable[[ev.Ruled], str]] = by_word(
    REMEDIES,
    {
        "none": lambda event: "nothing changes",
        "hand_voided": lambda event: "the hand is voided",
        "table_voided": lambda event: "the table is voided",
        "points_adjusted": lambda event: (
            f"at the end points are added by seat: {by_seat(event.points)}"
        ),
    },
)


def by_seat(points: tuple[int, ...]) -> str:
    """Return points with their signs."""
    return ", ".join(f"{each:+}" if each else "0" for each in points)


def ruled(table: Table, event: ev.Ruled) -> str:
    """Rules T15 to T18."""
    return f"A dispute about hand {event.hand} is {event.verdict}: {EFFECTS[event.remedy](event)}"


NOTES: Mapping[type[ev.Event], Callable[[Table, Any], str]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.Opened, lambda table, event: f"A table for {event.seats} is opened"),
    on_event(ev.SeatTaken, seat_taken),
    on_event(ev.SeatLeft, lambda table, event: f"Seat {event.seat} is free again"),
    on_event(ev.Readied, readied),
    on_event(ev.BeaconCame, lambda table, event: f"Round {event.round} of the beacon is there"),
    on_event(
        ev.SeatLost,
        lambda table, event: (
            f"Seat {event.seat} did not reveal its entropy in time and is free again"
        ),
    ),
    on_event(ev.Started, lambda table, event: "Play begins"),
    on_event(ev.TimedOut, lambda table, event: f"The time of seat {event.seat} is up"),
    on_event(ev.HandedToBot, lambda table, event: f"A bot plays on for seat {event.seat}"),
    on_event(ev.TakenBack, lambda table, event: f"The player of seat {event.seat} is back"),
    on_event(ev.AdjournAgreed, lambda table, event: f"Seat {event.seat} agrees to adjourn"),
    on_event(ev.Invited, invited),
    on_event(ev.InvitationEnded, lambda table, event: ENDED[event.how].format(seat=event.seat)),
    on_event(ev.Ruled, ruled),
    on_event(ev.Closed, closed),
)


def notes(table: Table) -> list[str]:
    """Return a line for each event of the newest command."""
    lines, game = [], table.game
    play = None if table.before is None else private_copy(table.before)
    for event in table.news:
        of_table = NOTES.get(type(event))
        if of_table is not None:
            lines.append(of_table(table, event))
            if isinstance(event, ev.Started):
                play = private_copy(game.open(table.options, table.seats, table.carried))
        else:
            lines.append(game.notes(play, event))
            game.apply(play, event)
    return lines
