"""The follower: leases, order, read models, claims, jobs, trimming, and a Redis that goes away."""

import math
import random
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import orjson
import pytest
from redis import Redis
from rq.job import Job

from bench.clusters import free_ports
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store import due as due_module
from events.store import feed
from events.store.connections.client import connect_client, connect_reader
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import NoServer, find_server
from events.store.feed import FeedEntry, entries_of
from events.store.names import FOLLOWERS
from events.store.streams import Store, open_store, store_at
from games.core.contract import Seat
from games.table import Close, Sit, Start
from projections.accounts.news import PLACES, PlayerInboxes
from projections.accounts.player_tables import PLAYER_TABLES
from projections.disputes.read_model import DISPUTES
from projections.history.leaves import STREAM as LEAVES
from projections.history.saved_tree import leaf_in
from projections.history.tree import TREE
from projections.projection import FIRST, ReadModel
from projections.read_models.rebuild import rebuild_models
from projections.tables.lobby import LOBBY
from tests.events.given_log import draft, everything
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import OPENER, opened, play_out, started
from workers.follower import follower as follower_module
from workers.follower import partitions as partitions_module
from workers.follower.follower import RENEW, TICK, Follower
from workers.follower.partitions import parse_feed_id
from workers.queues.queues import BOTS, CLOCK, THINKING, job_queue

PARTITIONS = 16
LONG = 600_000  # milliseconds of a lease that does not run out, on any machine


def follower_of(server: EmbeddedServer, jobs: EmbeddedServer | None = None) -> Follower:
    """Return a follower with connections of its own."""
    return Follower(
        store_at(server.url), connect_reader(server.url, TICK), connect_client((jobs or server).url)
    )


@pytest.fixture
def follower(server: EmbeddedServer, redis: Redis) -> Iterator[Follower]:
    """Return a follower on the emptied server."""
    one = follower_of(server)
    yield one
    close(one)


def close(follower: Follower) -> None:
    """Close the connections of a follower."""
    for client in (
        follower.store.redis,
        follower.partitions.reader.redis,
        follower.dispatcher.jobs,
    ):
        client.close()


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def follow(follower: Follower) -> bool:
    """Let a follower take in what is there, tick or not."""
    follower.tick.hurry()
    follower.step()
    return True


def held_by(follower: Follower) -> int:
    """Let a follower renew its leases; return how many it has."""
    follower.partitions.renew()
    return len(follower.partitions.places)


@contextmanager
def running(follower: Follower) -> Iterator[threading.Thread]:
    """Run a follower in a thread."""
    thread = threading.Thread(target=follower.run)
    thread.start()
    try:
        yield thread
    finally:
        follower.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def lobby(store: Store) -> dict[str, dict[str, Any]]:
    """Return the rows of the lobby by table."""
    return ReadModel(store, LOBBY).all_rows()


def jobs(redis: Redis, name: str) -> list[Job]:
    """Return the jobs that wait in a queue."""
    found: list[Job] = job_queue(name, redis).jobs
    return found


# Shares


@pytest.fixture
def four(
    server: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Follower]]:
    """Return four followers on the emptied server; none is taken for dead on a busy machine."""
    monkeypatch.setattr(feed, "LEASE", LONG)
    several = [follower_of(server) for _ in range(4)]
    yield several
    for one in several:
        close(one)


def shares(followers: Sequence[Follower]) -> list[int]:
    """Let followers renew what they hold as often as they do in 1.5 s; return how many each has."""
    for _ in range(3):
        for one in followers:
            one.partitions.renew()
    assert sorted(p for one in followers for p in one.partitions.places) == list(range(PARTITIONS))
    return sorted(len(one.partitions.places) for one in followers)


def test_followers_hold_equal_shares_whoever_comes_and_goes(four: list[Follower]) -> None:
    assert shares(four[:1]) == [16]
    assert shares(four[:3]) == [5, 5, 6]
    assert shares(four) == [4, 4, 4, 4]
    kept = [set(one.partitions.places) for one in four]
    assert shares(four) == [4, 4, 4, 4]
    assert [set(one.partitions.places) for one in four] == kept
    four[0].partitions.leave()
    assert shares(four[1:]) == [5, 5, 6]
    assert all(
        before <= set(one.partitions.places) for before, one in zip(kept[1:], four[1:], strict=True)
    )


def test_shares_are_fair_and_dead_followers_replaced_within_three_seconds() -> None:
    assert 3 * RENEW < 3  # what `shares` needs
    assert feed.LEASE / 1000 + RENEW + TICK < 3


def test_followers_that_start_at_once_share_the_partitions(four: list[Follower]) -> None:
    threads = [threading.Thread(target=one.partitions.renew) for one in four[:3]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    held = [partition for one in four for partition in one.partitions.places]
    assert len(held) == len(set(held))
    assert shares(four[:3]) == [5, 5, 6]


def test_each_partition_is_read_on_by_its_next_holder(four: list[Follower], tables: Tables) -> None:
    names = [opened(tables) for _ in range(20)]
    for k in range(2, 5):
        shares(four[:k])
        names += [opened(tables) for _ in range(20)]
        for one in four[:k]:
            follow(one)
    assert set(lobby(tables.store)) == set(names)


def test_who_died_before_the_clock_of_redis_was_set_back_keeps_nothing_for_longer(
    store: Store,
) -> None:
    feeds, seconds = feed.Feeds(store), store.redis.time()[0]
    assert feeds.share("dead")
    store.redis.zadd(FOLLOWERS, {"dead": 1000 * (seconds + 343)})  # as it lay before
    feeds.share("alive")
    dead, alive = store.redis.zmscore(FOLLOWERS, ["dead", "alive"])
    assert dead == alive


def test_the_partitions_of_a_dead_follower_are_taken_over(
    server: EmbeddedServer, follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LEASE", LONG)
    follow(follower)
    other = follower_of(server)
    other.partitions.renew()
    assert other.partitions.places == {}
    table = opened(tables)
    monkeypatch.setattr(feed, "LEASE", 1)
    follower.partitions.renew()  # the last time: it is taken for dead now
    monkeypatch.setattr(feed, "LEASE", LONG)
    wait_for(lambda: held_by(other) == PARTITIONS)
    follow(other)
    assert set(lobby(tables.store)) == {table}
    follower.partitions.renew()  # it was not dead, only slow
    assert follower.partitions.places == {}
    close(other)


def test_a_follower_that_is_stopped_gives_its_partitions_back_at_once(
    server: EmbeddedServer, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "LEASE", LONG)  # it is not taken for dead, which gives them back too
    other = follower_of(server)
    with running(follower):
        wait_for(lambda: len(follower.partitions.places) == PARTITIONS)
        other.partitions.renew()
        assert other.partitions.places == {}
    other.partitions.renew()
    assert len(other.partitions.places) == PARTITIONS
    close(other)


# Read models


def test_a_follower_reads_what_a_store_has_lost_once_more_if_it_reconnects_within_a_step(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, store, held = opened(tables), tables.store, follower.partitions
    held.renew()
    follower.share.last = math.inf  # no other look for places is due
    assert not held.has_reconnected()
    partition, read = store.names.partition(table), held.reader.entries
    newest: Any = store.redis.xrevrange(store.names.feed(partition), count=1)
    held.places[partition] = newest[0][0].decode()  # read, and then the store lost the rows

    def read_over_a_new_connection(places: Any) -> Any:
        held.reader.redis.connection_pool.disconnect()
        monkeypatch.undo()
        return read(places)

    monkeypatch.setattr(held.reader, "entries", read_over_a_new_connection)
    follow(follower)
    assert table in lobby(store)


def test_what_a_store_loses_between_reading_and_writing_is_read_again(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, inboxes = tables.store, follower.partitions.inboxes
    table = opened(tables)
    follow(follower)
    partition, later = store.names.partition(table), opened(tables)
    while store.names.partition(later) != partition:
        later = opened(tables)

    def lose_and_decide(*given: Any) -> None:
        monkeypatch.undo()
        ReadModel(store, LOBBY).drop(FIRST)
        store.redis.delete(PLACES)

    monkeypatch.setattr(follower.consumer.isolation, "decide", lose_and_decide)
    follow(follower)
    assert partition not in {**ReadModel(store, LOBBY).places(FIRST), **inboxes.places()}
    follow(follower)
    assert {table, later} <= lobby(store).keys()
    assert partition in inboxes.places()


def test_what_was_decided_before_a_loss_is_decided_again(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server that came back is told of the place behind it, by a connection made anew."""
    store, decide = tables.store, follower.consumer.isolation.decide
    table = opened(tables)
    keys: Any = store.redis.scan_iter()
    before: Any = {key: store.redis.dump(key) for key in keys}

    def decide_and_lose(model: ReadModel, entries: Any) -> None:
        decide(model, entries)
        if model.projection is TREE:
            assert store.read(LEAVES)
            store.redis.flushdb()
            for key, value in before.items():
                store.redis.restore(key, 0, value)
            store.redis.client_kill_filter(_type="normal", skipme=True)

    follower.partitions.renew()
    with monkeypatch.context() as patch:
        patch.setattr(follower.consumer.isolation, "decide", decide_and_lose)
        follow(follower)
    assert store.read(LEAVES) == []
    follow(follower)
    assert table in [leaf_in(event)[0].stream for event in store.read(LEAVES)]


def test_no_place_stays_ahead_of_what_is_lost_in_the_middle_of_a_step(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server that came back is told of rows, and of places that its feeds do not have."""
    store, feed = tables.store, follower.consumer.isolation.feed
    kept = opened(tables)
    for _ in range(2):
        follow(follower)
    lose, lost = losing(store), opened(tables)

    def feed_and_lose(model: ReadModel, *more: Any) -> None:
        feed(model, *more)
        if model.projection is LOBBY and store.newest(lost) is not None:
            lose()

    with monkeypatch.context() as patch:
        patch.setattr(follower.consumer.isolation, "feed", feed_and_lose)
        follow(follower)
    assert store.newest(lost) is None
    partition, model = store.names.partition(lost), ReadModel(store, PLAYER_TABLES)
    assert is_ahead(store, model, partition), "it was told of the rest of the step"
    for _ in range(2):
        follow(follower)
    assert not is_ahead(store, model, partition)
    assert not is_ahead(store, follower.partitions.inboxes, partition)
    assert model.all_rows().keys() == {kept}
    again = opened(tables)
    follow(follower)
    assert model.all_rows().keys() == {kept, again}


def losing(store: Store) -> Callable[[], None]:
    """Return what lets a server come back as it is now, without what is written until then."""
    before: Any = {key: store.redis.dump(key) for key in store.redis.scan_iter()}

    def lose() -> None:
        store.redis.flushdb()
        for key, value in before.items():
            store.redis.restore(key, 0, value)
        store.redis.client_kill_filter(_type="normal", skipme=True)

    return lose


def is_ahead(store: Store, model: ReadModel | PlayerInboxes, partition: int) -> bool:
    """Say whether a place lies behind all that a feed has."""
    places = model.places(model.version()) if isinstance(model, ReadModel) else model.places()
    newest: Any = store.redis.xrevrange(store.names.feed(partition), count=1)
    has = newest[0][0].decode() if newest else "0-0"
    return parse_feed_id(places.get(partition, "0-0")) > parse_feed_id(has)


def test_no_place_that_moved_without_a_row_stays_ahead_of_what_is_lost_before_it_is_written(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Disputes have no rows of tables, so their places are written a while after they moved."""
    store, write, consumer = tables.store, follower.consumer.write_passed, follower.consumer
    for _ in range(2):
        follow(follower)
    lose = losing(store)
    names = (f"t{number:018}" for number in count())
    apart = (one for one in names if store.names.partition(one) != store.names.partition(LEAVES))
    table = opened(tables, name=next(apart))  # among other rows a place would be known
    partition = store.names.partition(table)
    model, consumer.passed.last = ReadModel(store, DISPUTES), math.inf
    follow(follower)

    def lose_and_write() -> None:
        monkeypatch.undo()
        lose()
        write()

    monkeypatch.setattr(consumer.passed, "do", lose_and_write)
    consumer.passed.hurry()
    follow(follower)
    assert is_ahead(store, model, partition), "it was told of the place"
    for _ in range(2):
        follow(follower)
    assert not is_ahead(store, model, partition)
    again = opened(tables)
    follow(follower)
    assert lobby(store).keys() == {again}


def test_the_read_models_go_forward_with_their_place(follower: Follower, tables: Tables) -> None:
    model = ReadModel(tables.store, LOBBY)
    names = [opened(tables) for _ in range(20)]
    for _ in range(2):  # the tables, then the leaves of the tree that they have become
        follow(follower)
    assert set(lobby(tables.store)) == set(names)
    follower.consumer.write_passed()
    for partition in range(PARTITIONS):
        newest: Any = tables.store.redis.xrevrange(tables.store.names.feed(partition), count=1)
        if newest:
            assert model.places(FIRST).get(partition, "0-0") == newest[0][0].decode()
            assert follower.partitions.places[partition] == model.places(FIRST).get(
                partition, "0-0"
            )


def test_a_new_follower_reads_on_where_the_last_one_stopped(
    server: EmbeddedServer, follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = opened(tables)
    for _ in range(2):  # the table, then the leaf of the tree that it has become
        follow(follower)
    follower.stop()
    follower.run()
    later = opened(tables)
    fed: list[str] = []
    real = ReadModel.feed

    def recorded(self: ReadModel, partition: int, entries: Any, *where: Any) -> None:
        entries = list(entries)
        fed.extend(entry.stream for entry in entries if self.projection is LOBBY)
        real(self, partition, entries, *where)

    monkeypatch.setattr(ReadModel, "feed", recorded)
    other = follower_of(server)
    follow(other)
    assert fed == [later]
    assert set(lobby(tables.store)) == {first, later}
    close(other)


def test_every_partition_is_read_in_order(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower_module, "PAGE", 3)
    seen: dict[int, list[FeedEntry]] = {}
    real = ReadModel.feed

    def recorded(self: ReadModel, partition: int, entries: Any, *where: Any) -> None:
        if self.projection is LOBBY:
            seen.setdefault(partition, []).extend(entries)
        real(self, partition, entries, *where)

    monkeypatch.setattr(ReadModel, "feed", recorded)
    for _ in range(6):
        play_out(tables, started(tables, "boosh", ["p0"]), random.Random(1))
    wait_for(lambda: follow(follower) and not follower.partitions.new_entries())
    for partition, entries in seen.items():
        raw: Any = tables.store.redis.xread({tables.store.names.feed(partition): "0-0"})
        ((_, everything_in_order),) = entries_of(raw)
        assert entries == everything_in_order


def test_an_entry_that_is_fed_twice_changes_nothing(follower: Follower, tables: Tables) -> None:
    store, model = tables.store, ReadModel(tables.store, LOBBY)
    for _ in range(3):
        play_out(tables, started(tables, "boosh", ["p0"]), random.Random(1))
        handle(tables, CommandRequest(opened(tables), OPENER, Sit(Seat(0))))
    for _ in range(2):  # the second time with the leaves of the tree that the first has added
        follow(follower)
    keys = model.keys(1)
    before = {key: value for key, value in everything(store.redis).items() if key in keys}
    for partition in range(PARTITIONS):
        raw: Any = store.redis.xread({store.names.feed(partition): "0-0"})
        for _, entries in entries_of(raw):
            model.decide_on(entries)
            model.feed(partition, entries, FIRST)
            for entry in entries:
                model.decide_on([entry])
                model.feed(partition, [entry], FIRST)
    after = {key: value for key, value in everything(store.redis).items() if key in keys}
    assert after == before


# What is due


def test_jobs_are_json_with_ids_of_allowed_letters_and_arguments_that_tell_nothing(
    follower: Follower, tables: Tables
) -> None:
    table = started(tables, "boon", ["p0"], clock={"turn": 1}, options={"first_dealer": 0})
    other = started(tables, "boon", ["p0", "p1", "p2"], clock={"turn": 1})
    wait_for(lambda: follow(follower) and jobs(follower.dispatcher.jobs, CLOCK))
    bots, clocks = jobs(follower.dispatcher.jobs, BOTS), jobs(follower.dispatcher.jobs, CLOCK)
    assert {job.func_name for job in bots} == {"play_bot_turns"}
    assert {job.func_name for job in clocks} == {"time_out"}
    partition = tables.store.names.partition
    assert {job.args[0] for job in bots} == {partition(table)}
    assert {job.args[0] for job in clocks} <= {partition(table), partition(other)}
    for job in (*bots, *clocks):
        assert re.fullmatch(r"[a-z]+-[0-9]+-[0-9]+", job.id)
        raw: Any = follower.dispatcher.jobs.hget(f"rq:job:{job.id}", "data")
        assert orjson.loads(zlib.decompress(raw))[2] == job.args
        assert job.kwargs == {}
        assert job.result_ttl == 0
        assert job.failure_ttl == 300
        assert job.ttl == 60


def test_a_partition_whose_job_is_lost_gets_one_with_another_id(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_module, "CLAIM", 50)
    started(tables, players=["p0"], options={"first_dealer": 0})  # a bot begins
    wait_for(lambda: follow(follower) and len(jobs(follower.dispatcher.jobs, BOTS)) >= 3)
    ids = [job.id for job in jobs(follower.dispatcher.jobs, BOTS)]
    assert len(set(ids)) == len(ids)


def test_a_bots_turn_is_asked_for_without_waiting_for_the_tick(
    follower: Follower, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(follower)
    monkeypatch.setattr(follower.consumer, "consume", pytest.fail)  # what a tick would do
    follower.tick.last = time.monotonic() + 2 * PATIENCE  # no tick is due
    started(tables, players=["p0"], options={"first_dealer": 0})  # a bot begins
    follower.step()
    assert len(jobs(follower.dispatcher.jobs, BOTS)) == 1


# Trimming


def entries(store: Store, partition: int) -> list[str]:
    """Return the ids of a feed."""
    raw: Any = store.redis.xrange(store.names.feed(partition))
    return [place.decode() for place, _ in raw]


def long_feed(store: Store) -> tuple[int, list[str]]:
    """Append many times to one stream; return its partition and the ids in its feed."""
    behind: list[Any] = []
    for k in range(400):
        new = draft("t1", [k], behind)
        store.append(new)
        behind += new.events
    partition = store.names.partition("t1")
    return partition, entries(store, partition)


def test_trimming_keeps_what_a_read_model_has_not_taken_in(
    follower: Follower, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    partition, ids = long_feed(store)
    follow(follower)
    monkeypatch.setattr(partitions_module, "MIN_RETENTION", -60_000)
    follower.partitions.places = {partition: ids[250]}
    follower.partitions.trim()
    left = entries(store, partition)
    assert left == ids[-len(left) :]
    assert ids[250] in left
    assert len(left) < len(ids)


def test_trimming_keeps_an_hour_for_models_that_are_being_rebuilt(
    follower: Follower, store: Store
) -> None:
    partition, ids = long_feed(store)
    follow(follower)
    follower.partitions.trim()
    assert entries(store, partition) == ids


# A Redis that goes away, and a cluster


def test_a_follower_outlasts_a_restart_of_redis(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "own") as own:
        follower = follower_of(own)
        with running(follower):
            first = opened(Tables(store_at(own.url)))
            wait_for(lambda: set(lobby(store_at(own.url))) == {first})
            own.kill()
            wait_for(lambda: not follower.partitions.places)
            own.start()
            tables = Tables(store_at(own.url))
            later = started(tables)
            wait_for(lambda: set(lobby(tables.store)) == {first, later})
            wait_for(lambda: jobs(connect_client(own.url), THINKING))  # no player sits there
        close(follower)


def test_a_follower_that_is_stopped_while_redis_is_away_ends_without_an_error(
    tmp_path: Path,
) -> None:
    with EmbeddedServer(tmp_path / "own") as own:
        follower = follower_of(own)
        follow(follower)
        own.kill()
        follower.stop()
        follower.run()
        close(follower)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Run a server in cluster mode that owns all slots."""
    for k in range(10):  # another process may take the port before the server does
        extra = ("--cluster-enabled", "yes", "--bind", "127.0.0.1", "--port", str(free_ports()))
        one = EmbeddedServer(tmp_path / f"cluster-{k}", binary=find_server(), extra=extra)
        with suppress(NoServer):
            one.start()
            break
    client: Any = connect_client(one.url)
    client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
    wait_for(lambda: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")
    client.close()
    yield one
    one.stop()


def test_on_a_cluster_partitions_are_read_one_by_one(
    cluster: EmbeddedServer, server: EmbeddedServer, redis: Redis
) -> None:
    store = open_store(connect_client(cluster.url))
    tables, follower = Tables(store), follower_of(cluster, jobs=server)
    first, table = opened(tables), started(tables, "boon", ["p0", "p1", "p2"])
    gone = opened(tables)
    handle(tables, CommandRequest(gone, OPENER, Close()))
    bots = started(tables)
    wait_for(lambda: follow(follower) and set(lobby(store)) == {first, table, bots})
    assert not follower.partitions.reader.one_slot
    assert {job.args[0] for job in jobs(redis, THINKING)} == {bots}
    for seat, player in enumerate(("p0", "p1", "p2")):
        handle(tables, CommandRequest(first, f"player:{player}", Sit(Seat(seat))))
    handle(tables, CommandRequest(first, OPENER, Start()))
    wait_for(lambda: follow(follower) and lobby(store)[first]["phase"] == "playing")
    rebuild_models(store, [LOBBY])
    assert lobby(store)[first]["phase"] == "playing"
    store.redis.close()
    close(follower)
