"""One hand of a table as somebody may read it, and its JSON form (docs/reference/hand-history.md).

All values are JSON values, so that both forms hold the same: what is read back is what was written.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypedDict

from events.record.causes import RequestedAction
from games.core.type_hints.records import OPEN, Component, constant_text

FORMAT = "fairdeal/hand/1"
Json = dict[str, Any]


class BadHand(Exception):
    """This is no hand history; says where and why."""


class HandEvent(NamedTuple):
    """An event as the reader may know it."""

    n: int
    type: Annotated[str, "Its name, as in the log."]
    data: Annotated[Json, "Its public fields."]
    parts: Annotated[Mapping[str, Json], "Audience -> the sealed fields that the reader may know."]
    hidden: Annotated[list[str], "Audiences of the parts that the reader may not know."]
    note: Annotated[str, "What happened, in plain English."]


class HandCommand(NamedTuple):
    """What was asked, and what it made happen."""

    first: Annotated[
        int,
        "Number of its first event; it lies in the hand before if a hand begins within a command.",
    ]
    at: int
    by: Annotated[str, Component("EventBy")]
    seat: Annotated[int | None, "The acting seat; null for a command of the table."]
    action: Annotated[
        RequestedAction,
        OPEN,
        "What was asked, without the secret fields that the reader may not know.",
    ]
    took: Annotated[
        int | None, "Milliseconds that the turn had lasted; null where it ended no turn."
    ]
    bot: Annotated[Json | None, "How a bot found the action; null where the reader may not know."]
    events: list[HandEvent]


class HandSeat(TypedDict):
    """Who held a seat when the hand was dealt."""

    seat: int
    player: str | None
    bot: str | None


Complete = Annotated[bool, "Nothing more will happen in it."]
Voided = Annotated[bool, "A ruling in the log has taken its points back."]
IsOpened = Annotated[bool, "Everything sealed in it may be read."]


class Hand(NamedTuple):
    """A hand as the reader may know it; docs/reference/hand-history.md defines it."""

    format: Annotated[str, constant_text(FORMAT)]
    table: str
    game: str
    rules: Annotated[int, "Version of the rules."]
    options: Annotated[Json, Component("Options")]
    seats: list[HandSeat]
    hand: int
    dealer: Annotated[int | None, "null in games without a dealer."]
    viewer: Annotated[int | None, "The seat that reads; null: everybody."]
    opened: IsOpened
    complete: Complete
    voided: Voided
    commands: list[HandCommand]


def hand_to_json(hand: Hand) -> Json:
    """Return the JSON form."""
    return {**hand._asdict(), "commands": [*map(write_move, hand.commands)]}


def write_move(move: HandCommand) -> Json:
    """Return a command as JSON."""
    return {**move._asdict(), "events": [event._asdict() for event in move.events]}


def hand_from_json(data: Mapping[str, Any]) -> Hand:
    """Return the hand in its JSON form."""
    if data.get("format") != FORMAT:
        raise BadHand(f"the format must be {FORMAT}")
    try:
        return Hand(**{**data, "commands": [*map(_read_move, data["commands"])]})
    except (TypeError, KeyError) as error:
        raise BadHand(f"a field is missing, or unknown: {error}") from None


def _read_move(data: Mapping[str, Any]) -> HandCommand:
    """Return the command in its JSON form."""
    return HandCommand(**{**data, "events": [HandEvent(**event) for event in data["events"]]})
