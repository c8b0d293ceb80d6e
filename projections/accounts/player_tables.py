"""Whose tables are whose: a row for every table, open, in play and over, archived ones too.

A row stands in an index for each player who opened the table, holds a seat or is invited to one,
from the call for the start on for those who held one at the call. So a page of somebody's tables
costs the same however many there are; and a row that a table has left when it closed changes no
more. Tables that were aborted (rule T9b) stand in indexes of their own, which are counted: for the
server, and for each player who held a seat at the call.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Annotated, Any, NamedTuple, TypedDict

from events.disputes.names import dispute_stream_id
from events.store.turns import whose_turns
from events.tables.turns import TableTurns
from games import NEWEST
from games.table.endings import meaning_of_close
from projections.disputes.read_model import disputed_tables_index
from projections.projection import Cursor, IndexEntry, Projection, ReadModel, Row

PHASES = ("open", "playing", "finished", "closed")
COUNTED = ("open", "playing")  # the phases of tables that are counted
TOURNAMENT = "tournament:"  # before the id of one that has opened a table
BOT = "bot "  # before the kind of a bot that holds a seat; ids have no spaces
ABORTED_TABLES = "aborted"  # the index of all tables that were aborted
MAYBE_FINAL = {"started_at", "aborted", "deserters"}  # where play began; T9b; T8a, where it counts
LATEST_RATED = 50  # rated tables of a player that its record looks at
FEWEST_RATED = 5  # rated tables that give a player a share of deserted ones
FINAL = {  # what each row has in the end
    "table", "game", "phase", "private", "opener", "seats", "opened_at", "ended_at", "places",
    "scores", "n",
}  # fmt: skip
MAX_PRIVATE_ROWS = 200  # rows of private tables that one request looks through
MOST_PLAYED = 500  # tables in play that one request looks at


def _new_table_row(stream: str, event: Mapping[str, Any]) -> Row:
    """Return the row of a table just opened."""
    data = event["data"]
    row = {
        "table": stream, "game": data["game"], "phase": "open", "private": data["private"],
        "delay": data["spectator_delay"], "opener": data["opener"],
        "seats": [None] * data["seats"], "opened_at": event["at"], "n": event["n"],
    }  # fmt: skip
    if "tournament" in data:
        row["tournament"] = data["tournament"]["id"]
    if data.get("rated") is False:
        row["unrated"] = True
    return _row_with_invitations(row, data["invited"], event["at"]) if "invited" in data else row


def _row_with_invitations(row: Row, invited: Sequence[Mapping[str, Any]], at: int) -> Row:
    """Rule T22: return the row with open invitations: player, seat, and until when each holds."""
    new = {one["player"]: [one["seat"], at + 1000 * one["expires_after"]] for one in invited}
    return {**row, "invited": {**row.get("invited", {}), **new}}


def _row_without_invitation(row: Row, player: str) -> Row:
    """Return the row with an invitation less."""
    left = {name: one for name, one in row.get("invited", {}).items() if name != player}
    return {**row, "invited": left}


def _row_with_holder(row: Row, seat: int, holder: str | None) -> Row:
    """Return the row with a seat held by a player, a bot or nobody."""
    seats = row["seats"]
    return {**row, "seats": [*seats[:seat], holder, *seats[seat + 1 :]]}


def _started_table_row(row: Row, event: Mapping[str, Any]) -> Row:
    """Rule T5: return the row of a table at which play begins, which spectators may see late.

    Before play nothing is late, so these saw who left after the call, and who came back (T3a).
    """
    began = {"began": first_holders(row), "started_at": event["at"], "since": event["n"]}
    at_start = {"at_start": row["seats"]} if row["delay"] else {}
    return {**row, "phase": "playing", **began, **at_start}


def _finished_table_row(row: Row, event: Mapping[str, Any]) -> Row:
    """Rule T26: return the row of a table whose play has ended before it closes."""
    data = event["data"]
    result = {"places": data["places"], "scores": data["scores"]}
    return {**row, "phase": "finished", "ended_at": event["at"], **result}


def _closed_table_row(row: Row, event: Mapping[str, Any]) -> Row:
    """Return the row of a table that is over: its seats belong to those who held them at first."""
    data, meaning = event["data"], meaning_of_close(event["data"])
    fields = {name: value for name, value in row.items() if name in FINAL | MAYBE_FINAL}
    ended = {"phase": "closed", "ended_at": event["at"], "seats": first_holders(row)}
    if meaning.is_aborted:
        fields["aborted"] = True
    if meaning.has_result and "unrated" not in row and len(_people_of(ended["seats"])) > 1:
        fields["deserters"] = [*meaning.deserted_seats()]
    return {**fields, **ended, "places": data["places"], "scores": data["scores"]}


def _evolve_player_table(row: Row | None, stream: str, event: dict[str, Any]) -> Row | None:
    """Return the table's row after a public event."""
    data, kind = event["data"], event["type"]
    if kind == "table.opened.v1":
        return _new_table_row(stream, event)
    assert row is not None, f"{stream} begins with its opening"
    row = {**row, "n": event["n"]}
    match kind:
        case "table.seat_taken.v1":
            return _row_with_holder(row, data["seat"], data["player"] or BOT + data["bot"])
        case "table.seat_left.v1":
            return _row_with_holder(row, data["seat"], None)
        case "table.invited.v1":
            return _row_with_invitations(row, data["invited"], event["at"])
        case "table.invitation_ended.v1":
            return _row_without_invitation(row, data["player"])
        case "table.handed_to_bot.v1":
            return _row_with_holder(row, data["seat"], BOT + data["bot"])
        case "table.taken_back.v1":
            return _row_with_holder(row, data["seat"], data["player"])
        case "table.start_called.v1":
            return {**row, "began": row["seats"]}
        case "table.started.v1":
            return _started_table_row(row, event)
        case "table.finished.v1":
            return _finished_table_row(row, event)
        case "table.closed.v1":
            return _closed_table_row(row, event)
        case _:
            raise AssertionError(f"nobody asked for {kind}")


def players_of(row: Row) -> set[str]:
    """Return the players in whose lists a table stands."""
    holders = (one for one in first_holders(row) if one and not is_bot_holder(one))
    opener = () if row["opener"].startswith(TOURNAMENT) else (row["opener"],)
    return {*opener, *holders, *row.get("invited", ())}


def is_bot_holder(holder: str) -> bool:
    """Say whether a bot holds a seat."""
    return holder.startswith(BOT)


def first_holders(row: Row) -> Sequence[str | None]:
    """Return who held the seats when the start was called for; before that, who holds them."""
    holders: Sequence[str | None] = row["began"] if "began" in row else row["seats"]
    return holders


def _is_final(row: Row) -> bool:
    """Say whether a row changes no more, and is laid out as it is here."""
    return row.keys() - MAYBE_FINAL == FINAL


def is_hidden(row: Row) -> bool:
    """Say whether a table is told of to those alone in whose lists it stands, too.

    One of a tournament is until it closes: then its row is like all others.
    """
    return row["private"] or "tournament" in row


def _player_tables_index(player: str, phase: str, game: str, *, private: bool) -> str:
    """Return the index of a player's tables of a game in a phase, public or private ones."""
    return f"{player}:{phase}:{game}{':private' if private else ''}"


def _rated_index(player: str) -> str:
    """Return the index of the rated tables that a player sat down to play with others."""
    return f"{player}:rated"


def _deserted_index(player: str) -> str:
    """Return the index of those of a player's rated tables that the player deserted."""
    return f"{player}:deserted"


def _people_of(seats: Sequence[str | None]) -> list[str]:
    """Return the players among those who hold seats."""
    return sorted({one for one in seats if one is not None and not is_bot_holder(one)})


def _aborted_index(player: str) -> str:
    """Return the index of the aborted tables at which a player held a seat at the call."""
    return f"{player}:{ABORTED_TABLES}"


def _player_table_index_entries(row: Row) -> Iterator[IndexEntry]:
    """Yield the places of a table: among all of its phase, and in the lists of its players."""
    if row["phase"] in COUNTED:
        yield IndexEntry(row["phase"], row["n"])
    if "aborted" in row:
        yield IndexEntry(ABORTED_TABLES, row["ended_at"])
        for player in _people_of(row["seats"]):
            yield IndexEntry(_aborted_index(player), row["ended_at"])
    if "deserters" in row:
        for player in _people_of(row["seats"]):
            yield IndexEntry(_rated_index(player), row["ended_at"])
        for seat in row["deserters"]:
            yield IndexEntry(_deserted_index(row["seats"][seat]), row["ended_at"])
    for player in sorted(players_of(row)):
        index = _player_tables_index(player, row["phase"], row["game"], private=is_hidden(row))
        yield IndexEntry(index, row["opened_at"])


PLAYER_TABLES = Projection(
    name="player_tables",
    handles=frozenset(
        f"table.{what}.v1"
        for what in (
            "opened", "seat_taken", "seat_left", "start_called", "started", "handed_to_bot",
            "taken_back", "invited", "invitation_ended", "finished", "closed",
        )
    ),
    evolve=_evolve_player_table,
    standings=lambda row: [*_player_table_index_entries(row)],
    is_final=_is_final,
)  # fmt: skip


class AbortedTables(NamedTuple):
    """How many tables were aborted (T9b): of this server, and of single players by their ids."""

    server: int
    players: Mapping[str, int]


def count_aborted_tables(model: ReadModel, players: Sequence[str]) -> AbortedTables:
    """Return how many tables were aborted, in all and those at which these players sat."""
    found = model.sizes([ABORTED_TABLES, *map(_aborted_index, players)])
    by_player = {player: found.get(_aborted_index(player), 0) for player in players}
    return AbortedTables(found.get(ABORTED_TABLES, 0), by_player)


class DesertionRecord(TypedDict):
    """How reliably a player stays."""

    tables: Annotated[int, "The player's latest rated tables with other people, 50 at most."]
    deserted: Annotated[int, "How many of them the player deserted."]


def desertion_records(model: ReadModel, players: Sequence[str]) -> dict[str, DesertionRecord]:
    """Return how many of the latest rated tables each player has deserted (T8a), in one trip."""
    rated, deserted = [*map(_rated_index, players)], [*map(_deserted_index, players)]
    found = model.newest(LATEST_RATED, [*rated, *deserted])
    records: dict[str, DesertionRecord] = {}
    for player, all_tables, left in zip(players, rated, deserted, strict=True):
        latest = {*found[all_tables]}
        records[player] = {
            "tables": len(latest),
            "deserted": len(latest.intersection(found[left])),
        }
    return records


def has_share(record: DesertionRecord) -> bool:
    """Say whether somebody has played enough for a share of deserted tables to tell anything."""
    return record["tables"] >= FEWEST_RATED


def is_reliable(record: DesertionRecord, at_most: int) -> bool:
    """Say whether somebody deserted at most so many percent; newcomers count as reliable."""
    return not has_share(record) or 100 * record["deserted"] <= at_most * record["tables"]


class PlayerTablesQuery(NamedTuple):
    """Which tables of a player are asked for; `game`: None: of all games."""

    player: str
    phases: Sequence[str] = PHASES
    game: str | None = None

    def indexes(self, *private: bool) -> list[str]:
        """Return the indexes in which they stand."""
        games = NEWEST if self.game is None else (self.game,)
        every = product(self.phases, games, private)
        return [
            _player_tables_index(self.player, phase, game, private=one)
            for phase, game, one in every
        ]


class PlayerTableRows(NamedTuple):
    """Rows of a page, newest first; `last`: behind which the next page begins, if there is one."""

    rows: list[Row]
    last: Cursor | None


def table_row_cursor(row: Row) -> Cursor:
    """Return by what rows are sorted, the highest first."""
    return row["opened_at"], row["table"]


def _own_page(
    model: ReadModel, query: PlayerTablesQuery, limit: int, before: Cursor | None
) -> PlayerTableRows:
    """Return a page of a player's tables, hidden ones too."""
    rows = model.page("down", limit + 1, before, query.indexes(False, True))
    return PlayerTableRows(
        rows[:limit], table_row_cursor(rows[limit - 1]) if len(rows) > limit else None
    )


def page_for(
    model: ReadModel,
    query: PlayerTablesQuery,
    viewer: str | None,
    limit: int,
    before: Cursor | None,
) -> PlayerTableRows:
    """Return a page of somebody's tables as far as `viewer` may know of them.

    Hidden ones are those that stand in the list of `viewer` too. They are found there, so that
    neither what a page says nor where it ends tells of any other.
    """
    if viewer == query.player:
        return _own_page(model, query, limit, before)
    rows, ends = model.page("down", limit + 1, before, query.indexes(False)), None
    if viewer is not None:
        own = model.page(
            "down", MAX_PRIVATE_ROWS, before, query._replace(player=viewer).indexes(True)
        )
        rows += [row for row in own if query.player in players_of(row)]
        ends = table_row_cursor(own[-1]) if len(own) == MAX_PRIVATE_ROWS else None
    rows = sorted(
        (row for row in rows if ends is None or table_row_cursor(row) >= ends), key=table_row_cursor
    )[::-1]
    return PlayerTableRows(
        rows[:limit], table_row_cursor(rows[limit - 1]) if len(rows) > limit else ends
    )


def whose_turn(
    model: ReadModel, query: PlayerTablesQuery, limit: int, before: Cursor | None
) -> PlayerTableRows:
    """Return a page of the tables at which it is a player's turn, of the newest that are played."""
    query = query._replace(phases=["playing"])
    rows = model.page("down", MOST_PLAYED, before, query.indexes(False, True))
    turns = whose_turns(model.store, (row["table"] for row in rows))
    due = [row for row in rows if _is_turn_of(turns.get(row["table"]), query.player)]
    last = table_row_cursor(rows[-1]) if len(rows) == MOST_PLAYED else None
    return PlayerTableRows(
        due[:limit], table_row_cursor(due[limit - 1]) if len(due) > limit else last
    )


def _is_turn_of(turns: TableTurns | None, player: str) -> bool:
    """Say whether a player may act."""
    return turns is not None and any(one.player == player for one in turns.seats)


def with_disputes(
    model: ReadModel,
    disputes: ReadModel,
    query: PlayerTablesQuery,
    limit: int,
    before: Cursor | None,
) -> PlayerTableRows:
    """Return a page of a player's tables about which there are disputes, the newest of these first.

    What who sees a table late may not know yet is left out.
    """
    rows = disputes.rows(limit + 1, before, disputed_tables_index(query.player))
    tables = model.find([row["table"] for row in rows[:limit]])
    fitting = [
        row
        for row in tables
        if row is not None and query.game in (None, row["game"]) and not is_late(row, query.player)
    ]
    last = rows[limit - 1] if len(rows) > limit else None
    return PlayerTableRows(
        fitting, None if last is None else (last["since"], dispute_stream_id(last["table"]))
    )


def is_late(row: Row, viewer: str | None) -> bool:
    """Say whether somebody sees a table as it was some events ago: from the start of play on."""
    is_delayed = row["phase"] in ("playing", "finished") and row["delay"] and "since" in row
    return bool(is_delayed and viewer not in row["seats"])
