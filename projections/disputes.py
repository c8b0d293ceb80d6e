"""The list of disputes, from the streams of all tables' disputes; and whose they are."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from events.disputes import OPENED, RULED, WITHDRAWN
from events.rulings import TABLE_RULED, note_all
from projections.projection import Model, Projection, Row

Json = dict[str, Any]


def mine(player: str) -> str:
    """Return the name of the row that lists the disputes of a player's tables."""
    return f"of/{player}"


def names(stream: str, event: Json) -> Iterable[str]:
    """Return the rows that an event changes."""
    data = event["data"]
    players = {*data["players"], data["player"]} - {None} if event["type"] == OPENED else set()
    return [stream, data["dispute"], *map(mine, sorted(players))]


def evolve(row: Row | None, name: str, event: Json) -> Row | None:
    """Return a row after an event of a dispute; an event that is in it changes nothing."""
    data = event["data"]
    if name.startswith("of/"):
        known = [] if row is None else row["disputes"]
        return {"disputes": [*known, data["dispute"]] if data["dispute"] not in known else known}
    if name != data["dispute"]:
        return {"n": event["n"]}
    if event["type"] == OPENED:
        return {
            "dispute": name, "table": data["table"], "hand": data["hand"], "seat": data["seat"],
            "player": data["player"], "opened_at": event["at"], "status": "open",
            "verdict": None, "remedy": None, "n": event["n"],
        }  # fmt: skip
    assert row is not None, f"{name} was not opened"
    if event["n"] <= row["n"]:
        return row
    if event["type"] == WITHDRAWN:
        return {**row, "n": event["n"], "status": "withdrawn"}
    told = {"verdict": data["verdict"], "remedy": data["remedy"]}
    return {**row, "n": event["n"], "status": "ruled", **told}


DISPUTES = Projection(
    name="disputes",
    handles=frozenset({OPENED, RULED, WITHDRAWN}),
    evolve=evolve,
    score=lambda row: int(row["opened_at"]),
    names=names,
    group=lambda row: "" if "dispute" in row else None,
    decides=lambda store: partial(note_all, store),
    decides_on=frozenset({TABLE_RULED}),
)


def of_player(model: Model, player: str) -> list[Row]:
    """Return the disputes of the tables at which a player plays or has played, newest first."""
    (row,) = model.find([mine(player)])
    found = [] if row is None else model.find(row["disputes"])
    rows = [one for one in found if one is not None]
    return sorted(rows, key=lambda one: (one["opened_at"], one["dispute"]), reverse=True)
