"""One hand of a table as somebody may read it, and its JSON form; docs/hand-history.md defines it.

All values are JSON values, so that both forms hold the same: what is read back is what was written.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

FORMAT = "fairdeal/hand/1"
Json = dict[str, Any]


class BadHand(Exception):
    """This is no hand history; says where and why."""


class Told(NamedTuple):
    """An event as the reader may know it.

    Attributes:
        data: its public fields.
        parts: audience -> the sealed fields that the reader may know.
        hidden: the audiences whose parts the reader may not know.
        note: what happened, in plain English.
    """

    n: int
    type: str
    data: Json
    parts: dict[str, Json]
    hidden: list[str]
    note: str


class Move(NamedTuple):
    """What was asked, and what it made happen in this hand.

    Attributes:
        first: number of its first event, in the hand before where the hand begins with its rest.
        at: milliseconds since 1970.
        by: who asked: ``player:<id>``, ``seat:<k>`` (a bot), ``clock`` or ``server``.
        seat: the acting seat; None for a command of the table.
        action: as JSON, without the secret fields that the reader may not know.
        took: milliseconds that the turn had lasted; None where no turn ended.
        bot: how a bot found the action, where the reader may know it.
        events: those of this hand.
    """

    first: int
    at: int
    by: str
    seat: int | None
    action: Json
    took: int | None
    bot: Json | None
    events: list[Told]


class Hand(NamedTuple):
    """A hand from its deal to the event before the next deal.

    Attributes:
        seats: holders when it was dealt: {seat, player, bot}.
        dealer: the dealing seat; None in games without one.
        viewer: the seat that reads; None: everybody.
        opened: everything sealed in it may be read.
        complete: nothing more will happen in it.
        voided: a ruling in the log has taken its points back.
    """

    table: str
    game: str
    rules: int
    options: Json
    seats: list[Json]
    hand: int
    dealer: int | None
    viewer: int | None
    opened: bool
    complete: bool
    voided: bool
    commands: list[Move]


def write(hand: Hand) -> Json:
    """Return the JSON form."""
    return {"format": FORMAT, **hand._asdict(), "commands": [*map(write_move, hand.commands)]}


def write_move(move: Move) -> Json:
    """Return a command as JSON."""
    return {**move._asdict(), "events": [event._asdict() for event in move.events]}


def read(data: Mapping[str, Any]) -> Hand:
    """Return the hand in its JSON form."""
    if data.get("format") != FORMAT:
        raise BadHand(f"the format must be {FORMAT}")
    try:
        fields = {name: value for name, value in data.items() if name != "format"}
        return Hand(**{**fields, "commands": [*map(read_move, data["commands"])]})
    except (TypeError, KeyError) as error:
        raise BadHand(f"a field is missing, or unknown: {error}") from None


def read_move(data: Mapping[str, Any]) -> Move:
    """Return the command in its JSON form."""
    return Move(**{**data, "events": [Told(**event) for event in data["events"]]})
