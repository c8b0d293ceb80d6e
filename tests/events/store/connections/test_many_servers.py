"""Stores on many servers: the client follows when another server takes over."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

from bench.clusters import Cluster, Guarded, Node, cluster, guarded
from events.store.connections.client import connect_client, connect_reader
from events.store.connections.readiness import StoreProbe, store_warning, unavailable_reason
from events.store.feed import FeedReader
from events.store.streams import open_store
from tests.events.given_log import draft
from tests.waiting import wait_for


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), replicas=1) as running:
        yield running


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    with guarded(tmp_path_factory.mktemp("guarded")) as running:
        yield running


def is_written(client: Redis, name: str) -> bool:
    """Write a key; False while nobody takes it."""
    try:
        client.set(name, "here")
    except RedisError:
        return False
    return True


def test_when_a_primary_dies_the_client_follows_to_the_one_that_sentinels_name(
    watched: Guarded,
) -> None:
    client = connect_client(watched.url, retries=0)
    store, first = open_store(client), watched.primary()
    store.append(draft("t1", ["one"]))
    events = store.read("t1")
    first.ask("WAIT", 1, 0)
    first.kill()
    wait_for(lambda: is_written(client, "again"))
    second = watched.primary()
    assert second.port != first.port
    assert store.read("t1") == events
    store.append(draft("t1", ["two"], events))
    assert second.ask("EXISTS", store.names.of("t1").log) == 1
    client.close()


def test_when_a_master_dies_the_client_follows_to_its_replica(three: Cluster) -> None:
    client = connect_client(three.url, retries=0)
    names = [f"key{k}" for k in range(50)]
    assert all(is_written(client, name) for name in names)
    three.nodes[0].kill()
    wait_for(lambda: all(is_written(client, name) for name in names))
    assert {client.get(name) for name in names} == {b"here"}
    client.close()


def test_a_cluster_that_lacks_a_master_is_told_and_waited_for(tmp_path: Path) -> None:
    with cluster(tmp_path, masters=3, replicas=0) as running:
        look = StoreProbe(running.url)
        assert look.unavailable_reason() is None
        first: Node = running.nodes[0]
        client = connect_client(running.url, retries=0)
        first.kill()
        wait_for(lambda: "of its 16384 slots" in (look.unavailable_reason() or ""))
        assert unavailable_reason(client) is not None
        first.start()
        wait_for(lambda: look.unavailable_reason() is None)
        look.close()


def test_a_cluster_that_goes_on_without_a_master_can_be_used_and_is_warned_of(
    tmp_path: Path,
) -> None:
    with cluster(tmp_path, 3, 0, 1000, "--cluster-require-full-coverage", "no") as running:
        client = connect_client(running.url, retries=0)
        assert (unavailable_reason(client), store_warning(client)) == (None, None)
        running.nodes[0].kill()
        wait_for(lambda: is_warned(client))
        assert unavailable_reason(client) is None
        client.close()


def is_warned(client: Redis) -> bool:
    """Say whether slots are known to lack a master; False while a node does not answer."""
    try:
        return "tables and lists that lie there wait" in (store_warning(client) or "")
    except RedisError:
        return False


def test_a_cluster_of_which_no_node_answers_is_a_lost_connection(tmp_path: Path) -> None:
    url = "redis+cluster://127.0.0.1:1"
    with pytest.raises(ConnectionLost, match="at least one reachable node"):
        connect_client(url)
    assert "does not answer" in (StoreProbe(url).unavailable_reason() or "")


def test_sentinels_that_know_no_primary_are_told_in_a_few_words() -> None:
    client = connect_client("redis+sentinel://127.0.0.1:1/cards", retries=0)
    with pytest.raises(ConnectionLost) as lost:
        client.ping()
    assert str(lost.value) == "No master found for 'cards'"
    client.close()


def test_news_of_several_slots_are_read_from_a_cluster_whoever_its_masters_are(
    tmp_path: Path,
) -> None:
    with cluster(tmp_path, masters=3, replicas=1) as running:
        client = connect_reader(running.url, 0.1)
        store, reader = open_store(client, replicas=1), FeedReader(client, 9)
        streams = [f"t{k}" for k in range(20)]
        places = {store.names.of(one).feed: "0-0" for one in streams}
        for one in streams:
            store.append(draft(one, ["a"]))
        assert sorted(streams_of(reader, places)) == sorted(streams)
        running.nodes[0].kill()
        wait_for(lambda: is_read(reader, places))
        assert sorted(streams_of(reader, places)) == sorted(streams)
        client.close()


def streams_of(reader: FeedReader, places: dict[str, str]) -> list[str]:
    """Return the streams of which there is news behind places."""
    return [entry.stream for _, entries in reader.entries(places) for entry in entries]


def is_read(reader: FeedReader, places: dict[str, str]) -> bool:
    """Read news; False while a server does not answer."""
    try:
        return bool(streams_of(reader, places))
    except RedisError:
        return False
