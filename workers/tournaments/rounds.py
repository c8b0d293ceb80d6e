"""What a tournament does by itself: it opens tables, closes ended groups, plans by the clock."""

import time
from bisect import bisect_left
from pathlib import Path

from events.accounts.players import Players
from events.cached_streams import Tables
from events.handle import CommandRequest, WriteContention, handle
from events.store.due import DueIndex
from events.tournaments.streams import Tournaments, UnknownTournament
from games.core.contract import Illegal
from games.table import Command, Release, refusals
from games.table.planned import table_id
from tournaments.commands import Advance, NoteOpened, NoteReleased
from tournaments.openings import table_open_command
from tournaments.state import Tournament, due_at, is_server_bot
from workers.tournaments.first_call import may_call


def run_tournament(
    tables: Tables,
    stream: str,
    seconds: float,
    known: Tournaments | None = None,
    data: Path | None = None,
) -> str:
    """Do what a tournament has to do by itself, for a while; say what was done.

    Safe to run twice, late and beside another: what is done already is left alone. `known` are
    the tournaments that this process has folded; `data` is the folder with the signing key, where
    it is here.
    """
    tournaments = Tournaments(tables.store) if known is None else known
    end, done = time.monotonic() + seconds, 0
    try:
        while (due := due_at(state := tournaments.current(stream).state)) is not None:
            if due > tables.store.now():
                return f"{done} steps"
            if state.phase == "registration" and not may_call(
                tables.store, tournaments, state, data
            ):
                return "not called for"
            if done and time.monotonic() > end:
                DueIndex(tables.store).put_off(stream, tables.store.now(), ["tournament"])
                return f"{done} steps; more to do"
            _advance_tournament(tables, tournaments, state, end)
            done += 1
    except WriteContention:
        return f"{done} steps; others are at it"
    except UnknownTournament:
        return "no such tournament"
    return f"{done} steps"


def _advance_tournament(
    tables: Tables, tournaments: Tournaments, state: Tournament, end: float
) -> None:
    """Open tables, or close those of a group, or let the clock say what time it is."""
    if next(state.unopened(), None) is not None:
        last = _open_tables(tables, state, end)
        tournaments.execute(state.id, "server", NoteOpened(last))
    elif state.unreleased:
        group = state.unreleased[0]
        if release_tables(tables, state, group, end):
            tournaments.execute(state.id, "server", NoteReleased(group))
    else:
        tournaments.execute(state.id, "clock", Advance())


def _open_tables(tables: Tables, state: Tournament, end: float) -> int:
    """Open planned tables until the time is up, at least one; return the last one's index."""
    players, last = Players(tables.store), -1
    for last in state.unopened():
        open_planned_table(tables, players, state, last)
        if time.monotonic() > end:
            break
    return last


def open_planned_table(tables: Tables, players: Players, state: Tournament, index: int) -> None:
    """Open a planned table, unless it is there."""
    people = (one for one in state.tables[index].members if not is_server_bot(one))
    keys = {player: key for player in people if (key := players.key_of(player)) is not None}
    send_command_once(
        tables, state, index, table_open_command(state, index, keys), refusals.OPENED.code
    )


def release_tables(tables: Tables, state: Tournament, group: int, end: float) -> bool:
    """Close the tables of a deal group until the time is up; say whether all of them are closed.

    They are closed in their order, so those that are stand before those that are not.
    """
    indexes = state.groups[group].tables
    first = bisect_left(indexes, True, key=lambda index: not _is_table_closed(tables, state, index))
    for index in indexes[first:]:
        send_command_once(tables, state, index, Release(), refusals.CLOSED.code)
        if time.monotonic() > end:
            return index == indexes[-1]
    return True


def _is_table_closed(tables: Tables, state: Tournament, index: int) -> bool:
    """Say whether a table is closed."""
    return tables.current(table_id(state.id, index)).table.phase == "closed"


def send_command_once(
    tables: Tables, state: Tournament, index: int, command: Command, done: str
) -> None:
    """Ask for something at a table; the refusal `done` says that it was done before."""
    try:
        by = f"tournament:{state.id}"
        handle(tables, CommandRequest(table_id(state.id, index), by, command))
    except Illegal as error:
        if error.code != done:
            raise
