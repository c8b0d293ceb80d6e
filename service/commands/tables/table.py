"""`fairdeal table`: show a table, or close it for a reason."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import click

from events.accounts.players import Players
from events.accounts.texts import TextStore
from events.cached_streams import Tables, UnknownTable
from events.disputes.names import dispute_stream_id
from events.handle import CommandRequest, handle
from events.store.environment import own_store
from events.terminal import say_lines
from games.core.errors import FairdealError
from games.table import Abort, Table
from games.table.endings import ENDINGS
from service.disputes.access import erase_if_refused
from service.disputes.schemas import LONGEST_TEXT
from service.wire.bodies import TABLE

TABLE_ID = click.argument("table_id", metavar="TABLE")


@click.group("table")
def table_group() -> None:
    """Show or close a table.

    It is in the store of FAIRDEAL_REDIS_URL or of the data folder's server. TABLE is its id.
    """


@table_group.command("show")
@TABLE_ID
def show_table(table_id: str) -> None:
    """Show who sits at a table and how far it is, without cards."""
    store = own_store()
    held = _find_table_or_exit(Tables(store), table_id)
    say_lines(*_table_lines(held, Players(store)))


@table_group.command("close")
@TABLE_ID
@click.option("--reason", required=True, help="Why; everybody who sees the table reads it.")
def close_table(table_id: str, reason: str) -> None:
    """Close a table without a result, before play or in play.

    The reason lies beside the log, which holds its salted hash. A table of a tournament is not
    closed so.
    """
    store = own_store()
    tables, texts = Tables(store), TextStore(store)
    _find_table_or_exit(tables, table_id)
    if not 0 < len(reason) <= LONGEST_TEXT:
        raise click.ClickException(f"A reason has 1 to {LONGEST_TEXT} characters")
    owner = dispute_stream_id(table_id)
    digest = texts.keep(owner, reason)
    command = Abort(reason=digest, operator=True)
    with _plain_refusals(), erase_if_refused(texts, owner, digest):
        handle(tables, CommandRequest(table_id, "server", command))
    say_lines(f"{table_id} is closed, without a result")


def _find_table_or_exit(tables: Tables, table_id: str) -> Table:
    """Return a table, or exit."""
    try:
        if re.fullmatch(TABLE, table_id):
            return tables.current(table_id).table
    except UnknownTable:
        pass
    raise click.ClickException(f"There is no table {table_id}")


@contextmanager
def _plain_refusals() -> Iterator[None]:
    """Tell in a sentence why something was not done."""
    try:
        yield
    except FairdealError as refused:
        raise click.ClickException(refused.detail) from None


def _table_lines(held: Table, players: Players) -> Iterator[str]:
    """Yield what an operator may know of a table."""
    terms, outcome = held.terms, held.outcome
    sitting = [one.player for one in held.holders if one is not None and one.player]
    opener = [terms.opener] if terms.opener else []
    names = players.names([*opener, *sitting])
    yield f"id          {held.id}"
    yield f"game        {held.game.name}"
    yield f"phase       {held.phase}" + ", private" * terms.private
    yield f"opened      {_utc_text(terms.opened_at)}"
    for player in opener:
        yield f"opener      {names.get(player, 'erased')} ({player})"
    if terms.tournament is not None:
        yield f"tournament  {terms.tournament.id}"
    yield f"last event  {held.n}, {_utc_text(held.at)}"
    for number, holder in enumerate(held.holders, 1):
        who = "free"
        if holder is not None and holder.player:
            who = f"{names.get(holder.player, 'erased')} ({holder.player})"
        elif holder is not None:
            who = f"bot {holder.bot}"
        yield f"seat {number:<6} {who}"
    if outcome is not None:
        yield f"ended       {ENDINGS.get(outcome.why, outcome.why)}"


def _utc_text(at: int) -> str:
    """Return a time in milliseconds as people write it."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
