"""What happened at a table in plain English, from public facts alone."""

from collections.abc import Callable
from typing import Any

from games.core.contract import private_copy
from games.table import events as ev
from games.table.state import Table


def seat_taken(event: ev.SeatTaken) -> str:
    """Rule T2."""
    return f"A {'player' if event.bot is None else 'bot'} takes seat {event.seat}"


def readied(event: ev.Readied) -> str:
    """Rules T4 and T5."""
    who = "The opener" if event.seat is None else f"Seat {event.seat}"
    return f"{who} calls for the start" + ("" if event.entropy is None else " and reveals entropy")


def closed(event: ev.Closed) -> str:
    """Rule T9."""
    return f"The table is closed: {event.why}"


REMEDIES: dict[str, Callable[[ev.Ruled], str]] = {
    "none": lambda e: "nothing changes",
    "hand_voided": lambda e: "the hand is voided",
    "table_voided": lambda e: "the table is voided",
    "points_adjusted": lambda e: f"at the end points are added by seat: {by_seat(e.points)}",
}


def by_seat(points: tuple[int, ...]) -> str:
    """Return points with their signs."""
    return ", ".join(f"{each:+}" if each else "0" for each in points)


def ruled(event: ev.Ruled) -> str:
    """Rules T15 to T18."""
    return f"A dispute about hand {event.hand} is {event.verdict}: {REMEDIES[event.remedy](event)}"


NOTES: dict[type[Any], Callable[[Any], str]] = {
    ev.Opened: lambda e: f"A table for {e.seats} is opened",
    ev.SeatTaken: seat_taken,
    ev.SeatLeft: lambda e: f"Seat {e.seat} is free again",
    ev.Readied: readied,
    ev.SeatLost: lambda e: f"Seat {e.seat} did not reveal its entropy in time and is free again",
    ev.Started: lambda e: "Play begins",
    ev.TimedOut: lambda e: f"The time of seat {e.seat} is up",
    ev.HandedToBot: lambda e: f"A bot plays on for seat {e.seat}",
    ev.TakenBack: lambda e: f"The player of seat {e.seat} is back",
    ev.AdjournAgreed: lambda e: f"Seat {e.seat} agrees to adjourn",
    ev.Ruled: ruled,
    ev.Closed: closed,
}


def notes(table: Table) -> list[str]:
    """Return a line for each event of the newest command."""
    lines, game = [], table.game
    play = None if table.before is None else private_copy(table.before)
    for event in table.news:
        of_table = NOTES.get(type(event))
        if of_table is not None:
            lines.append(of_table(event))
            if isinstance(event, ev.Started):
                play = private_copy(game.open(table.options, table.seats, table.carried))
        else:
            lines.append(game.notes(play, event))
            game.apply(play, event)
    return lines
