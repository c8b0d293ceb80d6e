"""`fairdeal archive`, `export` and `import`: tables out of memory, and to other servers."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from events.disputes.verdict import subject_in
from events.history.signed_tree import StoreBehind
from events.history.signing_keys import NoKeys, keys_in
from events.settings.table import ARCHIVE_AFTER_SECONDS
from events.store.archive.log_archive import ArchiveAway, BadArchive
from events.store.environment import own_store
from events.store.streams import Store
from events.terminal import say_lines
from events.transfer.archiving import Archiver, ClosedTable
from events.transfer.between_servers import ImportRefusal, Transfer
from events.verify.report import Unreadable
from games.core.words import count_phrase
from projections.history.guard import guard_of
from projections.read_models.models import ENDLESS
from service.commands.tables.verify import read_keys
from service.settings import ServiceSettings, from_environment

DAY = 86_400  # seconds
EVERY = 100  # tables between two signs of life
T = TypeVar("T")


def _open_store() -> tuple[ServiceSettings, Store]:
    """Return the settings of the environment, and the store that they name.

    Raises:
        StoreBehind: it lacks what was signed for, so nothing that it holds may be signed.
    """
    settings, store = from_environment(), own_store()
    guard_of(store, settings.data).require_current()
    return settings, store


def _show_progress(done: int) -> None:
    """Show that something happens."""
    if done % EVERY == 0:
        say_lines(count_phrase(done, "table"), err=True)


def run_archive(older_than: int | None, dry_run: bool) -> int:
    """Archive closed tables; return 0, or 1 if some could not be archived."""
    settings, store = _open_store()
    archiving = Archiver(store, keys_in(settings.data).signer)
    before = store.now() - 1000 * (_default_age() if older_than is None else older_than)
    found = [one for one in archiving.closed() if one.at <= before]
    if dry_run:
        say_lines(f"{count_phrase(len(found), 'table')} would be archived to {settings.archive}")
        return 0
    failed = sum(not _archive_table(archiving, one) for one in _count_off(found))
    for stream in archiving.orphaned_disputes(before):
        _try_on(archiving.move, stream)
    for stream in ENDLESS:
        archiving.shorten(stream)
    tables = count_phrase(len(found) - failed, "table")
    say_lines(f"{tables} archived to {settings.archive}, {failed} kept")
    return 1 if failed else 0


def _default_age() -> int:
    """Return after how many seconds the workers archive a table."""
    seconds = ARCHIVE_AFTER_SECONDS.value()
    return DAY if seconds is None else seconds


def _count_off(found: list[ClosedTable]) -> Iterator[ClosedTable]:
    """Yield tables, and show how many are done."""
    for done, one in enumerate(found, 1):
        yield one
        _show_progress(done)


def _archive_table(archiving: Archiver, one: ClosedTable) -> bool:
    """Archive a table; say why not, and go on."""
    return _try_on(archiving.move, one.table) is not None


def _try_on(do: Callable[[str], T], table: str) -> T | None:
    """Do something with a table; say why its log can't be used, and go on."""
    try:
        return do(table)
    except BadArchive as error:
        say_lines(f"{table}: {error}", err=True)
        return None


def run_snapshots() -> int:
    """Make the snapshots of archived tables that are missing; return 0, or 1 if a log is bad."""
    settings, store = _open_store()
    archiving, done = Archiver(store, keys_in(settings.data).signer), []
    for count, table in enumerate(archiving.archived(), 1):
        done.append(_try_on(archiving.renew_snapshot, table))
        _show_progress(count)
    made = count_phrase(done.count(True), "snapshot")
    say_lines(f"{made} made, for {count_phrase(len(done), 'archived table')}")
    return 1 if None in done else 0


def run_export(tables: tuple[str, ...], everything: bool, folder: Path) -> int:
    """Write log files of tables into a folder; return 0, or 1 if one is unknown."""
    settings, store = _open_store()
    transfer = Transfer(store, keys_in(settings.data).signer)
    written = there = unknown = disputed = 0
    for done, table in enumerate(transfer.tables() if everything else tables, 1):
        exported = transfer.export(table, folder)
        if exported is None:
            say_lines(f"There is no table {table}", err=True)
            unknown += 1
            continue
        written, there = written + (not exported.there), there + exported.there
        disputed += transfer.export_disputes(table, folder) is not None
        if not exported.closed:
            say_lines(f"{table} has not ended: stop this server before it goes on elsewhere,"
                       " or two histories of it grow", err=True)  # fmt: skip
        _show_progress(done)
    already = count_phrase(there, "was", "were")
    beside = f"; with {count_phrase(disputed, 'log')} of disputes" if disputed else ""
    say_lines(
        f"{count_phrase(written, 'table')} written to {folder}, {already} there already{beside}"
    )
    return 1 if unknown else 0


def run_import(files: tuple[Path, ...], key: str | None) -> int:
    """Take in log files; return 0, or 1 if one was refused."""
    settings, store = _open_store()
    transfer = Transfer(store, keys_in(settings.data).signer)
    keys = () if key is None else read_keys(key)
    refused = 0
    for done, file in enumerate(sorted(files, key=_is_of_disputes), 1):  # after their tables
        try:
            say_lines(f"{file}: {transfer.import_log(file, keys)}")
        except (ImportRefusal, Unreadable, BadArchive) as error:
            say_lines(f"{file}: refused. {error}", err=True)
            refused += 1
        _show_progress(done)
    return 1 if refused else 0


def _is_of_disputes(file: Path) -> bool:
    """Say whether a file is a log of disputes."""
    try:
        return subject_in(file) is not None
    except Unreadable:
        return False


def exit_with(run: Callable[[], int]) -> None:
    """End with the code that a command gives, or say in a sentence why it could not go on."""
    try:
        raise SystemExit(run())
    except StoreBehind as error:
        raise click.ClickException(error.detail) from None
    except (ArchiveAway, BadArchive, NoKeys, Unreadable) as error:
        raise click.ClickException(str(error)) from None
