"""Closed tables move to the archive by themselves, and an archive that is away stops nothing."""

import logging
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.history.signing_keys import KeyFolder
from events.settings.table import ARCHIVE_AFTER_SECONDS
from events.store.archive.log_archive import Archive
from events.store.connections.client import connect_client, connect_reader
from events.store.embedded.server import EmbeddedServer
from events.store.feed import CLOSED_CLAIM, Feeds
from events.store.streams import Store, open_store
from tests.workers.floor import move_clock, play_out, started
from tests.workers.queues.test_jobs import work
from workers.follower import dispatch
from workers.follower.follower import TICK, Follower
from workers.queues import jobs as jobs_module
from workers.queues.queues import ARCHIVE, THINKING, job_queue
from workers.tables.archive import LATEST, SOONEST, archive_after, archive_table

AFTER_MS = 1000 * int(ARCHIVE_AFTER_SECONDS.default)


@pytest.fixture
def folder(
    tmp_path: Path, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Return the data folder that the environment names, with a key."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    for name in ("FAIRDEAL_QUEUE_URL", "FAIRDEAL_ARCHIVE_URL", "FAIRDEAL_ARCHIVE_AFTER_SECONDS"):
        monkeypatch.delenv(name, raising=False)
    KeyFolder(tmp_path)
    jobs_module.open_worker_stores.cache_clear()
    yield tmp_path
    jobs_module.open_worker_stores.cache_clear()


@pytest.fixture
def tables(redis: Redis, folder: Path) -> Tables:
    return Tables(open_store(redis, archive=Archive(str(folder / "archive"))))


def follower_of(server: EmbeddedServer, archive: Archive | None = None) -> Follower:
    """Return a follower with the settings of the environment."""
    store = open_store(connect_client(server.url), archive=archive)
    return Follower(store, connect_reader(server.url, TICK), connect_client(server.url))


@pytest.fixture
def follower(tables: Tables, server: EmbeddedServer) -> Iterator[Follower]:
    one = follower_of(server, tables.store.archive)
    yield one
    close(one)


def close(follower: Follower) -> None:
    for client in (
        follower.store.redis,
        follower.partitions.reader.redis,
        follower.dispatcher.jobs,
    ):
        client.close()


def played(tables: Tables) -> str:
    """Play a table to its end; return its id."""
    table = started(tables, "boon", ["p0", "p1"])
    play_out(tables, table, random.Random(1))
    return table


def step(follower: Follower) -> None:
    """Let a follower take in what is new and look for tables to archive."""
    follower.tick.hurry()
    follower.sweeps.hurry()
    follower.step()


def planned(store: Store, table: str) -> float | None:
    """Return when a table moves to the archive."""
    return store.redis.zscore(store.names.closed(store.names.partition(table)), table)


def test_a_closed_table_is_archived_a_day_later_and_not_before(
    follower: Follower, tables: Tables, redis: Redis, folder: Path
) -> None:
    playing, table = started(tables, "boon", ["p0", "p1", "p2"]), played(tables)
    events, closed = tables.store.read(table), tables.current(table).table.at
    follower.store.clock = tables.store.clock  # two would differ by the trips of their readings
    step(follower)
    at = planned(tables.store, table)
    assert at is not None
    assert closed + AFTER_MS <= at <= tables.store.now() + AFTER_MS
    assert planned(tables.store, playing) is None
    move_clock(follower.store, AFTER_MS - 60_000)
    step(follower)
    assert job_queue(ARCHIVE, redis).count == 0
    move_clock(follower.store, 120_000)
    step(follower)
    assert job_queue(ARCHIVE, redis).count == 1
    work(redis, ARCHIVE)
    assert tables.store.live(table) == []
    assert tables.store.read(table) == events
    assert planned(tables.store, table) is None
    assert tables.store.live(playing)
    assert [path.name for path in (folder / "archive").rglob("*.zst")] == [f"{table}.jsonl.zst"]


def test_an_archive_that_is_away_is_tried_again_later_and_later_and_said(
    tables: Tables, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = played(tables)
    closed = tables.current(table).table.at
    Feeds(tables.store).note_closed(tables.store.names.partition(table), {table: closed + AFTER_MS})
    (folder / "archive").write_text("a file where a folder should be")
    waits = []
    now = closed + AFTER_MS
    monkeypatch.setattr(Store, "now", lambda store: now)
    with caplog.at_level(logging.WARNING, "fairdeal.archive"):
        for _ in range(9):
            assert archive_table(tables.store, folder, table) == "not archived"
            at = planned(tables.store, table)
            assert at is not None
            waits.append(int(at) - now)
            now = int(at)
    doubled = [SOONEST, *(SOONEST * 2**k for k in range(8))]
    assert waits == [min(LATEST, wait) for wait in doubled]
    assert f"Could not archive table {table}, trying again in 60 s: the archive" in caplog.text
    assert tables.store.live(table)
    (folder / "archive").unlink()
    assert archive_table(tables.store, folder, table) == "archived"


def test_a_worker_without_the_servers_key_makes_none_and_keeps_the_table(
    tables: Tables, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, empty = played(tables), tmp_path / "empty"
    empty.mkdir()
    assert archive_table(tables.store, empty, table) == "not archived"
    assert list(empty.iterdir()) == []
    assert tables.store.live(table)
    assert "no key" in caplog.text


def test_while_tables_wait_for_an_archive_that_is_away_bots_and_clocks_go_on(
    follower: Follower, tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dispatch.MOST, "archive", 3)
    table = played(tables)
    late = {f"t{k}": 1 for k in range(50)}
    for partition in range(16):
        Feeds(tables.store).note_closed(partition, late)
    step(follower)
    step(follower)
    full = job_queue(ARCHIVE, redis).count
    assert full >= 3
    step(follower)
    assert job_queue(ARCHIVE, redis).count == full  # no more are put in until some are done
    with_bots = started(tables)
    while job_queue(THINKING, redis).count == 0:
        step(follower)
    assert job_queue(ARCHIVE, redis).count == full
    work(redis, THINKING)
    assert tables.current(with_bots).table.phase == "closed"
    assert tables.store.live(table)


def test_a_lost_claim_comes_back_and_a_done_one_does_not(
    follower: Follower, tables: Tables, redis: Redis
) -> None:
    table = played(tables)
    step(follower)
    move_clock(follower.store, AFTER_MS + 1000)
    step(follower)
    job_queue(ARCHIVE, redis).empty()
    step(follower)
    assert job_queue(ARCHIVE, redis).count == 0
    move_clock(follower.store, CLOSED_CLAIM + 1000)
    step(follower)
    assert job_queue(ARCHIVE, redis).count == 1
    work(redis, ARCHIVE)
    move_clock(follower.store, CLOSED_CLAIM + 1000)
    step(follower)
    assert job_queue(ARCHIVE, redis).count == 0
    assert planned(tables.store, table) is None


def test_news_of_an_archived_table_that_comes_again_is_harmless(
    follower: Follower, tables: Tables, redis: Redis, folder: Path
) -> None:
    table = played(tables)
    events = tables.store.read(table)
    assert archive_table(tables.store, folder, table) == "archived"
    step(follower)
    move_clock(follower.store, AFTER_MS + 1000)
    step(follower)
    work(redis, ARCHIVE)
    assert planned(tables.store, table) is None
    assert tables.store.read(table) == events


def test_read_models_wait_for_an_archive_that_is_away_while_bots_play(
    tables: Tables,
    redis: Redis,
    folder: Path,
    server: EmbeddedServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, table = follower_of(server, Archive(str(folder / "elsewhere"))), played(tables)
    assert archive_table(tables.store, folder, table) == "archived"
    with caplog.at_level(logging.WARNING, "fairdeal.follower"):
        step(one)
    assert "Read models wait for the archive" in caplog.text
    partition = tables.store.names.partition(table)
    before = one.partitions.places[partition]
    with_bots = started(tables)
    while job_queue(THINKING, redis).count == 0:  # no player holds a seat there
        step(one)
    work(redis, THINKING)
    assert tables.current(with_bots).table.phase == "closed"
    assert one.partitions.places[partition] == before
    assert one.store.archive is not None
    one.store.archive = tables.store.archive
    one.consumer.again = 0.0
    step(one)
    assert one.partitions.places[partition] != before
    close(one)


def test_nothing_is_archived_by_itself_where_that_is_off(
    tables: Tables, redis: Redis, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", "off")
    one, table = follower_of(server), played(tables)
    step(one)
    move_clock(one.store, 10 * AFTER_MS)
    step(one)
    assert planned(tables.store, table) is None
    assert job_queue(ARCHIVE, redis).count == 0
    close(one)


@pytest.mark.parametrize(("text", "found"), [("", AFTER_MS), ("0", 0), ("60", 60_000)])
def test_the_environment_says_when_tables_are_archived(
    text: str, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", text)
    assert archive_after() == found


@pytest.mark.parametrize("text", ["soon", "-1", "1.5", "²"])
def test_what_is_no_time_is_refused_at_the_start(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", text)
    with pytest.raises(SystemExit, match="neither seconds nor `off`"):
        archive_after()
