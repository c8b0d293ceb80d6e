"""`fairdeal keys`: the keys with which the server signs."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import click
from redis.exceptions import RedisError

from events.history.checkpoints import origin_of
from events.history.notes import NoteKey
from events.history.signing_keys import NoKeys, keys_in, rotate_signing_key
from events.settings.table import REDIS_URL
from events.store.clock import StoreClock
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.environment import data_folder
from events.terminal import say_lines
from service.commands.options import DATA


@click.group()
def keys() -> None:
    """List or rotate the signing keys.

    The server signs receipts, logs and checkpoints with them.
    """


@keys.command("list")
@click.option("--notes", is_flag=True, help="As keys of the tree's signed notes, for witnesses.")
@DATA
def list_keys(data: Path | None, notes: bool) -> None:
    """List all keys ever used, the newest first: id, first and last moment (UTC), public half."""
    with hint_at_folder():
        found = keys_in(data or data_folder())
    for place, key in enumerate(found.public):
        if notes:
            say_lines(NoteKey(origin_of(found.public[place:]), key.public).text())
            continue
        until = "now" if key.until is None else utc_time_text(key.until)
        say_lines(f"{key.id}  {utc_time_text(key.since)}  {until:19}  {key.public}")


@keys.command("rotate")
@DATA
def rotate_keys(data: Path | None) -> None:
    """Sign with a new key from now on; the private half of the old one is destroyed.

    Running processes take the new key up by themselves within seconds.
    """
    with hint_at_folder():
        folder = data or data_folder()
        new, old, *_ = rotate_signing_key(folder, _time_of_store(folder)).public
    say_lines(f"{new.id} signs from now on; {old.id} is still served, and signs no more")


def _time_of_store(folder: Path) -> int | None:
    """Return the time of the store whose keys lie in a folder; None while it does not answer."""
    url = REDIS_URL.text or EmbeddedServer(folder / "redis").url
    with suppress(RedisError, ValueError), closing(connect_client(url, retries=0)) as redis:
        return StoreClock(redis).now()
    return None


@contextmanager
def hint_at_folder() -> Iterator[None]:
    """Say how to name the folder of the keys where it is the wrong one."""
    try:
        yield
    except NoKeys as error:
        hint = "name the server's folder with --data or FAIRDEAL_DATA"
        raise click.ClickException(f"{error}; {hint}") from None


def utc_time_text(milliseconds: int) -> str:
    """Return a time in words; the first key of older servers has no known beginning."""
    if milliseconds == 0:
        return "the first start".ljust(19)
    return f"{datetime.fromtimestamp(milliseconds // 1000, UTC):%Y-%m-%d %H:%M:%S}"
