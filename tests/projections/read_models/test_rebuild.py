"""Rebuilds on all cores: what was broken off goes on, and ends with the rows of the logs."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.embedded.server import EmbeddedServer
from events.store.feed import MIN_RETENTION
from events.store.streams import Store
from events.tournaments.names import new_id
from events.tournaments.streams import Tournaments
from games.table import Close
from projections.__main__ import LEASE, RUNNING, let_go, renew_lock
from projections.projection import FIRST, ReadModel
from projections.read_models.models import ENDLESS, MODELS
from projections.read_models.rebuild import (
    REBUILD,
    UNBUILT,
    ReadModelBuilder,
    begin_rebuild,
    needed_since,
    rebuild_models,
)
from projections.tables.lobby import LOBBY
from tests.projections.ratings.test_corrections import corrected, follow, played
from tests.projections.ratings.test_standings import season
from tests.tournaments.settings import BOTS
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import OPENER, opened, public
from tournaments.commands import Register
from workers.follower.follower import Follower


@pytest.fixture
def lived(store: Store, follower: Follower) -> Store:
    """Return a store in which much has happened."""
    season(store, random.Random(1), range(60))
    tables = Tables(store)
    ids = played(tables, 4)
    follow(follower)
    corrected(tables, ids[0], "table_voided")
    for _ in range(30):
        opened(tables)
    cup, name = Tournaments(store), new_id()
    cup.open(name, OPENER, dict(BOTS), "1a" * 32)
    cup.execute(name, OPENER, Register("bot", ("bot:regular",)))
    follow(follower)
    return store


def rows(store: Store) -> list[Any]:
    """Return all rows of all models."""
    return [ReadModel(store, one).all_rows() for one in MODELS]


def logs_read(store: Store, patch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the streams are added whose logs a rebuild reads."""
    seen: list[str] = []
    real = ReadModelBuilder.live

    def live(self: ReadModelBuilder, streams: Sequence[str]) -> Any:
        seen.extend(streams)
        return real(self, streams)

    patch.setattr(ReadModelBuilder, "live", live)
    return seen


def test_a_rebuild_of_all_models_ends_with_the_live_rows(lived: Store) -> None:
    before = rows(lived)
    assert all(before)
    for version in (FIRST + 1, FIRST + 2):
        count = rebuild_models(lived, MODELS)
        assert count == sum(lived.redis.zcard(lived.names.all(p)) for p in range(16))
        assert rows(lived) == before
        assert {ReadModel(lived, one).version() for one in MODELS} == {version}
    assert not lived.redis.exists(REBUILD)


def test_logs_of_tables_that_are_over_and_decided_on_are_not_read(
    lived: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = logs_read(lived, monkeypatch)
    rebuild_models(lived, MODELS)
    rated = {
        row["data"]["table"] for game in ("boon", "boosh")
        for row in map(public, lived.read(f"ratings-{game}"))
    }  # fmt: skip
    assert len(rated) > 40
    assert not rated & set(seen)


def test_a_rebuild_that_was_broken_off_goes_on_with_the_partitions_that_are_left(
    lived: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, luck = rows(lived), random.Random(2)
    versions = begin_rebuild(lived, MODELS)
    done = luck.sample(range(16), 7)
    for partition in done:
        ReadModelBuilder(lived, MODELS, versions).build(partition)
    half = next(p for p in range(16) if p not in done)

    def die(*_: Any) -> None:
        raise InterruptedError

    with monkeypatch.context() as patch:  # it had written rows of this one, and not its place
        patch.setattr(ReadModelBuilder, "note", die)
        with pytest.raises(InterruptedError):
            ReadModelBuilder(lived, MODELS, versions).build(half)
    ReadModelBuilder(lived, MODELS, versions).build_endless(ENDLESS[-1])
    assert rows(lived) == before, "readers have the old ones"
    assert begin_rebuild(lived, MODELS) == versions
    seen = logs_read(lived, monkeypatch)
    rebuild_models(lived, MODELS)
    assert rows(lived) == before
    assert not {lived.names.partition(stream) for stream in seen} & set(done)


def test_a_table_that_closed_while_a_rebuild_was_broken_off_has_no_row(
    store: Store, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store)
    table = opened(tables)
    follow(follower)
    versions, partition = begin_rebuild(store, MODELS), store.names.partition(table)
    with monkeypatch.context() as patch:  # it dies right before the partition has its place
        real = ReadModel.move

        def move(self: ReadModel, partition: int, place: str, *more: Any) -> None:
            if place:
                raise InterruptedError
            real(self, partition, place, *more)

        patch.setattr(ReadModel, "move", move)
        with pytest.raises(InterruptedError):
            ReadModelBuilder(store, MODELS, versions).build(partition)
    handle(tables, CommandRequest(table, OPENER, Close()))
    follow(follower)
    rebuild_models(store, MODELS)
    assert table not in rows(store)[0]


def test_a_rebuild_that_another_has_overtaken_brings_no_closed_table_back(
    store: Store, follower: Follower
) -> None:
    tables = Tables(store)
    table = opened(tables)
    follow(follower)
    slow, partition = (
        ReadModelBuilder(store, MODELS, begin_rebuild(store, MODELS)),
        store.names.partition(table),
    )
    logs = slow.logs_of_those_in_play([table])
    rebuild_models(store, MODELS)
    follower.partitions.renew()
    handle(tables, CommandRequest(table, OPENER, Close()))
    follow(follower)
    slow.fold(partition, logs, UNBUILT)
    assert table not in rows(store)[0]


def test_feeds_are_kept_as_far_as_a_rebuild_needs_them_while_it_lives(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = store.now()
    monkeypatch.setattr(store, "now", lambda: now)
    assert needed_since(store) == now
    versions = begin_rebuild(store, MODELS)
    for hours in (0.9, 1.8, 2.7):  # longer than feeds are kept, but it goes on
        monkeypatch.setattr(store, "now", lambda hours=hours: now + int(hours * MIN_RETENTION))
        assert needed_since(store) == now
        ReadModelBuilder(store, MODELS, versions).note("0", 1)
    monkeypatch.setattr(store, "now", lambda: now + 5 * MIN_RETENTION)
    assert needed_since(store) == now + 5 * MIN_RETENTION
    store.redis.hset(REBUILD, "3", 17)
    assert begin_rebuild(store, MODELS) == versions, "the same versions, from nothing"
    assert not store.redis.hexists(REBUILD, "3")


def test_a_reader_whose_version_was_just_dropped_asks_the_next(
    lived: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby, real = ReadModel(lived, LOBBY), ReadModel.version
    names, old = [*lobby.all_rows()], lobby.version()

    def answers() -> list[Any]:
        return [lobby.find(names), lobby.notes(), lobby.rows(5)]

    before = answers()
    rebuild_models(lived, MODELS)
    asked: list[bool] = []

    def version(self: ReadModel) -> int:
        asked.append(not asked or not asked[-1])
        return old if asked[-1] else real(self)

    monkeypatch.setattr(ReadModel, "version", version)
    assert names
    assert answers() == before


def test_a_rebuild_whose_lease_has_run_out_lets_go_of_nothing_that_is_anothers(
    redis: Redis,
) -> None:
    slow, other = (redis.lock(RUNNING, timeout=LEASE) for _ in range(2))
    assert slow.acquire(blocking=False)
    redis.delete(RUNNING)
    renew_lock(slow)  # nobody else has come: it goes on
    assert slow.owned()
    redis.delete(RUNNING)
    assert other.acquire(blocking=False)
    with pytest.raises(SystemExit, match="Another rebuild"):
        renew_lock(slow)
    let_go(slow)
    assert other.owned()


def test_the_command_survives_a_kill_and_goes_on(
    lived: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(lived)
    environment = {**os.environ, "FAIRDEAL_REDIS_URL": server.url}
    command = [sys.executable, "-m", "projections"]
    first = subprocess.Popen(command, env=environment, start_new_session=True)
    wait_for(lambda: lived.redis.exists(REBUILD) or first.poll() is not None)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    second = subprocess.run(
        command, env=environment, check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert second.returncode == 0, second.stderr
    assert "streams in" in second.stdout
    assert rows(lived) == before
    assert {ReadModel(lived, one).version() for one in MODELS} <= {FIRST + 1, FIRST + 2}
