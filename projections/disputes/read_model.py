"""The list of disputes, from the streams of all tables' disputes; and whose they are."""

from collections.abc import Iterable
from typing import Any

import orjson

from events.disputes.names import is_dispute_stream
from events.disputes.rulings import note_all
from events.disputes.state import OPENED, RULED, TABLE_RULED, WITHDRAWN
from events.store.streams import Store
from projections.projection import ALL, IndexEntry, Projection, ReadModel, Row, is_after

Json = dict[str, Any]


def _player_disputes_key(player: str) -> str:
    """Return the key of the disputes about a player's tables by the time of their opening."""
    return f"fd:{{disputes}}:of:{player}"


class DisputeIndexer:
    """What a follower does about the news of disputes before it is listed; may happen twice.

    Whose disputes they are is no row of the read model, since many streams add to the same list.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def follow(self, streams: Iterable[str]) -> None:
        """Write down a table's rulings that its disputes lack; list disputes with their players."""
        for stream in streams:
            if is_dispute_stream(stream):
                self.list_for_players(stream)
            else:
                note_all(self.store, stream)

    def list_for_players(self, stream: str) -> None:
        """Add the disputes of a table to the lists of its players."""
        for event in self.store.read(stream):
            public = orjson.loads(event.e)
            if public["type"] == OPENED:
                data = public["data"]
                for player in {*data["players"], data["player"]} - {None}:
                    self.store.redis.zadd(
                        _player_disputes_key(player), {data["dispute"]: public["at"]}
                    )


def _dispute_row_names(stream: str, event: Json) -> Iterable[str]:
    """Return the rows that an event changes."""
    return [stream, event["data"]["dispute"]]


def _evolve_dispute_row(row: Row | None, name: str, event: Json) -> Row | None:
    """Return a row after an event of a dispute; an event that is in it changes nothing."""
    data = event["data"]
    if name != data["dispute"]:
        return _disputed_table_row(row, event)
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
    ruling = {"verdict": data["verdict"], "remedy": data["remedy"]}
    return {**row, "n": event["n"], "status": "ruled", **ruling}


def _disputed_table_row(row: Row | None, event: Json) -> Row:
    """Return the row of all disputes about a table: whose they are, its outcome as corrected."""
    data = event["data"]
    if row is None:
        row = {"table": data["table"], "players": [], "since": event["at"], "n": 0}
    if event["n"] <= row["n"]:
        return row
    row = {**row, "n": event["n"]}
    if event["type"] == OPENED:
        row["players"] = sorted({*row["players"], *data["players"], data["player"]} - {None})
    elif event["type"] == RULED and data["outcome"] is not None:
        row["corrected"] = {name: data["outcome"][name] for name in ("places", "scores")}
    return row


def disputed_tables_index(player: str) -> str:
    """Return the index of the tables of a player about which there are disputes."""
    return f"tables:{player}"


def _dispute_index_entries(row: Row) -> list[IndexEntry]:
    """Return the place of a dispute among all, or of a table in the lists of its players."""
    if "dispute" in row:
        return [IndexEntry(ALL, row["opened_at"])]
    return [
        IndexEntry(disputed_tables_index(player), row["since"]) for player in row.get("players", ())
    ]


DISPUTES = Projection(
    name="disputes",
    handles=frozenset({OPENED, RULED, WITHDRAWN}),
    evolve=_evolve_dispute_row,
    standings=_dispute_index_entries,
    names=_dispute_row_names,
    decides=lambda store: DisputeIndexer(store).follow,
    decides_on=frozenset({TABLE_RULED, OPENED}),
)


def of_player(
    model: ReadModel, player: str, limit: int, before: tuple[int, str] | None
) -> list[Row]:
    """Return the disputes about the tables at which a player plays or has played, newest first."""
    rows: list[Row] = []
    start, most = 0, "+inf" if before is None else before[0]
    while len(rows) < limit:
        ids: Any = model.store.redis.zrevrangebyscore(
            _player_disputes_key(player), most, "-inf", start=start, num=limit, withscores=True
        )
        names = [name.decode() for name, at in ids if is_after(int(at), name.decode(), before)]
        rows += [row for row in model.find(names) if row is not None] if names else []
        if len(ids) < limit:
            break
        start += limit
    return rows[:limit]
