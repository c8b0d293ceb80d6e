"""`fairdeal backup` and `restore`: a whole server in a folder, while it serves, and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from redis import Redis

from events.history.signed_tree import StoreBehind
from events.settings.table import REDIS_URL
from events.store.archive.log_archive import Archive
from events.store.connections.client import connect_client
from events.store.connections.memory import embedded_memory_limit
from events.store.embedded.server import EmbeddedServer
from events.store.environment import archive_url, data_folder, store_url
from events.store.streams import Store, open_store, store_at
from events.terminal import say_lines
from events.transfer.backup import Manifest, back_up
from events.transfer.backup import restore_backup as restore_from
from events.transfer.backup_files import NoBackup
from projections.history.guard import guard_of
from service.commands.history.keys import utc_time_text
from service.commands.options import DATA

FOLDER = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))


def _print_backup_progress(text: str) -> None:
    """Say how far it is."""
    say_lines(f"... {text}", err=True)


@click.command()
@FOLDER
def backup(folder: Path) -> None:
    """Back up store, keys and archive to FOLDER.

    The server may run meanwhile.
    """
    data = data_folder()
    with _report_backup_errors():
        manifest = back_up(
            store_at(store_url()), data, archive_url(data), folder, _print_backup_progress
        )
    say_lines(f"Backup in {folder}: {_backup_summary(manifest)}")


@click.command()
@FOLDER
@DATA
def restore(folder: Path, data: Path | None) -> None:
    """Fill an empty server from a backup in FOLDER."""
    own = data or data_folder()
    with _report_backup_errors(), _open_restore_target(own) as redis:
        manifest = restore_from(folder, redis, own, archive_url(own), _print_backup_progress)
        say_lines(f"Restored: {_backup_summary(manifest)}; every head is as it was")
        say_lines(*_store_behind_advice(open_store(redis, archive=Archive(archive_url(own))), own))


@contextmanager
def _report_backup_errors() -> Iterator[None]:
    """Say why a backup is none."""
    try:
        yield
    except (NoBackup, OSError) as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def _open_restore_target(data: Path) -> Iterator[Redis]:
    """Give the store of FAIRDEAL_REDIS_URL, or one of our own for as long as it is filled."""
    if url := REDIS_URL.value():
        yield connect_client(url)
        return
    with EmbeddedServer(data / "redis", always=True, maxmemory=embedded_memory_limit()) as server:
        yield connect_client(server.url)


def _backup_summary(manifest: Manifest) -> str:
    """Return what a backup holds."""
    archived = f"{manifest['archived']} of them archived"
    return f"{manifest['streams']} streams, {archived}, as of {utc_time_text(manifest['at'])} UTC"


def _store_behind_advice(store: Store, data: Path) -> Iterator[str]:
    """Say what comes next where this server has signed for more than the backup has."""
    try:
        guard_of(store, data).require_current()
    except StoreBehind:
        yield "This server has signed for more than the backup holds, so it signs nothing now."
        yield "Put a newer copy back, or publish the loss: fairdeal accept-loss"
