"""What the log of a tournament's table says of its end."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from events.record.codec import StoredEvent
from games.table.attendance import FORFEITED
from tournaments.commands import TakeResult

FINISHED, CLOSED = "table.finished.v1", "table.closed.v1"
OPENED, TAKEN = "table.opened.v1", "table.seat_taken.v1"


class TableEnd(NamedTuple):
    """The tournament of a table, and what it is told of the table's end."""

    tournament: str
    result: TakeResult


def end_of(table: str, events: Sequence[StoredEvent]) -> TableEnd | None:
    """Return how a table of a tournament has ended; None for others, and while it is played."""
    public: list[dict[str, Any]] = [orjson.loads(event.e) for event in events]
    place = public[0]["data"].get("tournament") if public else None
    ends = [at for at, one in enumerate(public) if one["type"] in (FINISHED, CLOSED)]
    if place is None or not ends:
        return None
    at, data = ends[0], public[ends[0]]["data"]
    forfeited = [one["seat"] for one in data.get("deserters", ()) if one["how"] == FORFEITED]
    result = TakeResult(
        table, place["index"], at + 1, events[at].h.hex(), data["why"],
        tuple(data["places"]), tuple(data["scores"]), _absent_seats(public), tuple(forfeited),
    )  # fmt: skip
    return TableEnd(place["id"], result)


def _absent_seats(public: Sequence[dict[str, Any]]) -> tuple[int, ...]:
    """Return the seats whose players have never acted, though it was their turn."""
    seats = {one["data"]["seat"]: one["data"]["player"] for one in public if one["type"] == TAKEN}
    acted = {one["by"] for one in public if _acting_seat(one) is not None}
    out = {one["data"]["seat"] for one in public if one["type"] == "table.timed_out.v1"}
    return tuple(
        seat
        for seat, player in sorted(seats.items())
        if player is not None and seat in out and f"player:{player}" not in acted
    )


def _acting_seat(public: dict[str, Any]) -> int | None:
    """Return the seat for which an action was asked here; None for all else."""
    cause = public["cause"]
    return None if isinstance(cause, int) else cause["seat"]
