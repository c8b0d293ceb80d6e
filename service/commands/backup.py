"""`fairdeal backup` and `restore`: a whole server in a folder, while it serves, and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from redis import Redis

from events.history.signed_tree import StoreBehind
from events.settings.table import REDIS_URL
from events.store.archive.log_archive import Archive
from events.store.connections.client import connect
from events.store.connections.memory import maxmemory
from events.store.embedded.server import EmbeddedServer
from events.store.environment import archive_url, data_folder, store_url
from events.store.streams import Store, open_store, store_at
from events.terminal import say
from events.transfer.backup import Manifest, back_up
from events.transfer.backup import restore as restore_from
from events.transfer.backup_files import NoBackup
from projections.history.guard import guard_of
from service.commands.history.keys import moment
from service.commands.options import DATA

FOLDER = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))


def _tell(text: str) -> None:
    """Say how far it is."""
    say(f"... {text}", err=True)


@click.command()
@FOLDER
def backup(folder: Path) -> None:
    """Write a backup of store, keys and archive into FOLDER, while the server runs."""
    data = data_folder()
    with _told():
        manifest = back_up(store_at(store_url()), data, archive_url(data), folder, _tell)
    say(f"Backup in {folder}: {_summary(manifest)}")


@click.command()
@FOLDER
@DATA
def restore(folder: Path, data: Path | None) -> None:
    """Fill an empty store, the archive and the data folder from the backup in FOLDER."""
    own = data or data_folder()
    with _told(), _target(own) as redis:
        manifest = restore_from(folder, redis, own, archive_url(own), _tell)
        say(f"Restored: {_summary(manifest)}; every head is as it was")
        say(*_lost(open_store(redis, archive=Archive(archive_url(own))), own))


@contextmanager
def _told() -> Iterator[None]:
    """Say why a backup is none."""
    try:
        yield
    except (NoBackup, OSError) as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def _target(data: Path) -> Iterator[Redis]:
    """Give the store of FAIRDEAL_REDIS_URL, or one of our own for as long as it is filled."""
    if url := REDIS_URL.value():
        yield connect(url)
        return
    with EmbeddedServer(data / "redis", always=True, maxmemory=maxmemory()) as server:
        yield connect(server.url)


def _summary(manifest: Manifest) -> str:
    """Return what a backup holds."""
    archived = f"{manifest['archived']} of them archived"
    return f"{manifest['streams']} streams, {archived}, as of {moment(manifest['at'])} UTC"


def _lost(store: Store, data: Path) -> Iterator[str]:
    """Say what comes next where this server has signed for more than the backup has."""
    try:
        guard_of(store, data).require_current()
    except StoreBehind:
        yield "This server has signed for more than the backup holds, so it signs nothing now."
        yield "Put a newer copy back, or publish the loss: fairdeal accept-loss"
