"""Workers, followers and cosigners go on with no server that keeps events less well."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from events.history.signed_tree import SignedTree
from events.history.signing_keys import KeyFolder
from events.store.connections.client import connect_client, connect_reader
from events.store.durability_check import DurabilityCheck, WeakerDurability
from events.store.embedded.server import EmbeddedServer
from events.store.streams import store_at
from projections.history.tree import TransparencyLog
from workers.follower.follower import TICK, Follower
from workers.history.cosigners import CosignatureCollector
from workers.queues import jobs


@pytest.fixture
def worse(server: EmbeddedServer) -> Iterator[Redis]:
    """Return a client of a server that is put right again after the test."""
    with closing(connect_client(server.url)) as client:
        yield client
        client.config_set("appendonly", "yes")
        client.config_set("appendfsync", "everysec")


def spoil(client: Redis, redis: Redis, name: str = "appendonly", value: str = "no") -> None:
    """Let a server keep events less well, as one that takes over might, on new connections."""
    client.config_set(name, value)
    redis.connection_pool.disconnect()
    redis.ping()


def test_servers_are_asked_again_only_after_connections_were_made_anew(
    server: EmbeddedServer, worse: Redis
) -> None:
    with closing(connect_client(server.url)) as redis:
        redis.ping()
        keeping = DurabilityCheck(redis, "everysec")
        keeping.require()
        worse.config_set("appendonly", "no")
        keeping.require()
        spoil(worse, redis)
        with pytest.raises(WeakerDurability, match="append-only"):
            keeping.require()
        with pytest.raises(WeakerDurability):  # until it is put right
            keeping.require()
        worse.config_set("appendonly", "yes")
        keeping.require()


@pytest.mark.parametrize(("kept", "is_refused"), [("always", True), ("everysec", False)])
def test_what_was_said_of_events_is_what_a_server_is_held_to(
    server: EmbeddedServer, worse: Redis, kept: str, is_refused: bool
) -> None:
    with closing(connect_client(server.url)) as redis:
        if is_refused:
            with pytest.raises(WeakerDurability, match="appendfsync is everysec"):
                DurabilityCheck(redis, kept).require()
        else:
            DurabilityCheck(redis, kept).require()
        DurabilityCheck(redis, "as the operator says").require()


def test_no_job_is_done_on_a_server_that_keeps_events_less_well(
    server: EmbeddedServer, worse: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    jobs.open_worker_stores.cache_clear()
    spoil(worse, jobs.durable_tables().store.redis)
    with pytest.raises(WeakerDurability):
        jobs.play_bot_turns(0, 1)


def test_no_follower_goes_on_with_a_server_that_keeps_events_less_well(
    server: EmbeddedServer, worse: Redis, tmp_path: Path
) -> None:
    store = store_at(server.url)
    one = Follower(
        store, connect_reader(server.url, TICK), connect_client(server.url), KeyFolder(tmp_path),
        "everysec",
    )  # fmt: skip
    one.step()
    spoil(worse, store.redis)
    with pytest.raises(WeakerDurability):
        one.step()


def test_nothing_is_cosigned_that_a_server_keeps_less_well(
    server: EmbeddedServer, worse: Redis, tmp_path: Path
) -> None:
    store = store_at(server.url)
    heads = TransparencyLog(store, signed=SignedTree(tmp_path))
    collector = CosignatureCollector(heads, KeyFolder(tmp_path), [], "everysec")
    collector.durability_check.require()
    spoil(worse, store.redis)
    with pytest.raises(WeakerDurability):
        collector.collect()
