"""Backups: taken while tables are played, whole or none, and restored head by head."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from redis import Redis

from bench.clusters import cluster
from events.cached_streams import Tables
from events.history.signing_keys import KeyFolder
from events.push.web_push import VapidKey
from events.store.archive.log_archive import Archive
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.names import PARTITIONS
from events.store.streams import Store, open_store
from events.transfer import backup
from events.transfer.archiving import Archiver
from events.transfer.backup import HEADS, MANIFEST, StreamHead, back_up, restore_backup, stream_head
from events.transfer.backup_files import NoBackup
from projections.read_models.status import StatusSources, system_status
from tests.workers.floor import act_at_random, started

GAMES = ("boon", "boosh", "bum")


class Place:
    """A server with its folders."""

    def __init__(self, folder: Path) -> None:
        self.data, self.archive = folder / "data", str(folder / "archive")
        self.server = EmbeddedServer(folder / "redis")
        self.redis = connect_client(self.server.start())

    @property
    def store(self) -> Store:
        """Return the store there."""
        return open_store(self.redis, archive=Archive(self.archive))

    def end(self) -> None:
        """Stop the server."""
        self.redis.close()
        self.server.stop()


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Place]:
    """Run a server with a key, tables that are played, and one that is archived."""
    place = Place(tmp_path / "old")
    keys, tables = KeyFolder(place.data), Tables(place.store)
    for game in GAMES:
        started(tables, game, ["p1", "p2"])
    closed = started(tables, "boosh", [])
    from workers.tables.bot_turn import play_bots  # noqa: PLC0415

    while tables.current(closed).table.phase != "closed":
        play_bots(tables, closed)
    Archiver(place.store, keys.signer).move(closed)
    yield place
    place.end()


@pytest.fixture
def new(tmp_path: Path) -> Iterator[Place]:
    """Run an empty server."""
    place = Place(tmp_path / "new")
    yield place
    place.end()


def silent(text: str) -> None:
    """Say nothing."""


def heads(store: Store) -> set[StreamHead]:
    """Return the heads of all streams."""
    return {
        stream_head(store.redis, store.names, stream)
        for partition in range(store.names.partitions)
        for stream in store.streams(partition)
    }


def written(folder: Path) -> set[StreamHead]:
    """Return the heads that a backup has written down."""
    return {StreamHead(*orjson.loads(line)) for line in (folder / HEADS).read_bytes().splitlines()}


def test_a_backup_taken_while_tables_are_played_is_restored_head_by_head(
    old: Place, new: Place, tmp_path: Path
) -> None:
    tables, ended = Tables(old.store), threading.Event()
    streams = [one.stream for one in heads(old.store) if one.n]

    def play() -> None:
        luck = random.Random(1)
        while not ended.is_set() and any(act_at_random(tables, one, luck) for one in streams):
            pass

    player = threading.Thread(target=play)
    player.start()
    try:
        manifest = back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    finally:
        ended.set()
        player.join()
    assert (manifest["streams"], manifest["archived"]) == (len(GAMES) + 1, 1)
    restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
    assert heads(new.store) == written(tmp_path / "b")
    for head in heads(new.store):
        events = new.store.read(head.stream)
        assert old.store.read(head.stream, upto=events[-1].n) == events
        assert head.n in (None, events[-1].n)
    assert KeyFolder(new.data).public == KeyFolder(old.data).public
    for stream in streams:  # and play goes on there
        act_at_random(Tables(new.store), stream, random.Random(2))


def test_a_restoring_that_is_broken_off_goes_on(
    old: Place, new: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    copy_page, pages = backup.copy_page, iter([True])
    monkeypatch.setattr(backup, "PAGE", 5)

    def once(source: Redis, target: Redis, page: list[bytes]) -> int:
        if not next(pages, False):
            raise KeyboardInterrupt
        return copy_page(source, target, page)

    with monkeypatch.context() as patch:
        patch.setattr(backup, "copy_page", once)
        with pytest.raises(KeyboardInterrupt):
            restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
    restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
    assert heads(new.store) == heads(old.store)


def test_a_store_that_holds_something_is_not_restored_into(
    old: Place, new: Place, tmp_path: Path
) -> None:
    back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    new.redis.set(PARTITIONS, 16)
    with pytest.raises(NoBackup, match="not empty"):
        restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)


@pytest.mark.parametrize("name", ["store-0.rdb", HEADS])
def test_a_backup_that_was_changed_is_refused_before_anything_is_done(
    old: Place, new: Place, tmp_path: Path, name: str
) -> None:
    back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    path = tmp_path / "b" / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(NoBackup, match="is not as it was written"):
        restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
    assert new.redis.dbsize() == 0


def test_what_is_in_neither_place_makes_no_backup(old: Place, tmp_path: Path) -> None:
    for path in Path(old.archive).rglob("*.zst"):
        path.unlink()
    with pytest.raises(NoBackup, match="neither in the store nor in the archive"):
        back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    assert not (tmp_path / "b" / MANIFEST).exists()
    with pytest.raises(NoBackup, match="no whole backup"):
        restore_backup(tmp_path / "b", old.redis, old.data, old.archive, silent)


def test_nobody_else_can_read_what_is_sealed_in_a_backup(old: Place, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir(mode=0o755)
    back_up(old.store, old.data, old.archive, folder, silent)
    sealed = [folder / "archive", folder / "keys", *folder.glob("*.rdb")]
    assert len(sealed) == 3
    assert all(one.stat().st_mode & 0o077 == 0 for one in sealed)


def test_keys_that_are_there_stay(old: Place, new: Place, tmp_path: Path) -> None:
    back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    own = KeyFolder(new.data).public
    restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
    assert KeyFolder(new.data).public == own


def test_push_services_know_a_restored_server_by_its_key(
    old: Place, new: Place, tmp_path: Path
) -> None:
    public = VapidKey(old.data).public
    back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
    assert VapidKey(new.data).public == public


def test_a_cluster_is_backed_up_and_restored_into_another(tmp_path: Path) -> None:
    """Each master at its own moment; here nothing is played meanwhile."""
    data, archive = tmp_path / "data", str(tmp_path / "archive")
    with cluster(tmp_path / "one", replicas=0) as one:
        redis = connect_client(one.url)
        store = open_store(redis, archive=Archive(archive))
        KeyFolder(data)
        for game in GAMES:
            started(Tables(store), game, ["p1"])
        wanted = heads(store)
        around = StatusSources(store, redis, data, archive)
        assert len(system_status(around)["servers"]) == 3
        manifest = back_up(store, data, archive, tmp_path / "b", silent)
        redis.close()
    assert [name for name in manifest["files"] if name.endswith(".rdb")] == [
        "store-0.rdb", "store-1.rdb", "store-2.rdb",
    ]  # fmt: skip
    with cluster(tmp_path / "other", replicas=0) as other:
        redis = connect_client(other.url)
        restore_backup(
            tmp_path / "b", redis, tmp_path / "data2", str(tmp_path / "archive2"), silent
        )
        restored = open_store(redis, archive=Archive(str(tmp_path / "archive2")))
        assert heads(restored) == wanted
        redis.close()


def test_a_head_that_is_not_as_it_was_is_told(
    old: Place, new: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(old.store, old.data, old.archive, tmp_path / "b", silent)
    copy_page = backup.copy_page

    def all_but_logs(source: Redis, target: Redis, page: list[bytes]) -> int:
        return copy_page(source, target, [key for key in page if b"}:log:" not in key])

    monkeypatch.setattr(backup, "copy_page", all_but_logs)
    with pytest.raises(NoBackup, match="is not as it was in the backup"):
        restore_backup(tmp_path / "b", new.redis, new.data, new.archive, silent)
