"""What every store must do: one suite for fakeredis, the embedded server, Redis and a cluster."""

import random
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, cast

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import OutOfMemoryError, RedisError

from bench.clusters import Cluster, cluster
from events.record.chain import first_head
from events.record.codec import StoredEvent
from events.store.connections.client import connect_client
from events.store.connections.many_servers import ClusterClient
from events.store.due import KINDS as DUE_KINDS
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import find_server
from events.store.layout import LAYOUT_NUMBER, WrongLayout
from events.store.names import LAYOUT
from events.store.streams import (
    AppendConflict,
    AppendResult,
    IdempotencyKey,
    KeyReused,
    PartitionMismatch,
    Store,
    Tail,
    head_after,
    open_store,
)
from games.table.rules import DueTimes
from tests import seeded
from tests.events.given_log import AT, chained, draft, everything, nothing_written
from tests.events.lossy import LossyProxy, Way, lossy
from tests.events.writers import race
from tests.fakes import fake
from tests.folders import ROOT
from tests.waiting import PATIENCE, wait_for

KINDS = ("fakeredis", "embedded", "redis-server", "cluster")
PROCESSES = KINDS[1:]  # fakeredis lives in one process and has no connection that could be lost


def path_of(name: str) -> str:
    """Return the path of a server, or skip the test."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} on the PATH")
    return found


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    folder = tmp_path_factory.mktemp("redis-server")
    with EmbeddedServer(folder, binary=path_of("redis-server")) as running:
        yield running


@pytest.fixture(scope="session")
def three_masters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), masters=3, replicas=0) as running:
        yield running


SERVERS = {"embedded": "server", "redis-server": "redis_server", "cluster": "three_masters"}


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """Return an empty store of each kind."""
    if request.param == "fakeredis":
        client: Redis = fake()
    else:
        running: EmbeddedServer | Cluster = request.getfixturevalue(SERVERS[request.param])
        client = connect_client(running.url)
        client.flushall()
    yield open_store(client, 4)
    client.close()


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    """Return the address of the store."""
    running: EmbeddedServer | Cluster = request.getfixturevalue(
        SERVERS[request.node.callspec.params["store"]]
    )
    return running.url


@pytest.fixture(params=["embedded", "redis-server"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Run a server for one test alone, which may do to it what it likes."""
    binary = path_of("redis-server") if request.param == "redis-server" else find_server()
    running = EmbeddedServer(tmp_path / "own", binary=binary, always=True)
    running.start()
    yield running
    running.stop()


def write(store: Store, stream: str, bodies: Sequence[Any], **more: Any) -> list[StoredEvent]:
    """Append to a stream and return all of it."""
    events = store.read(stream)
    new = draft(stream, bodies, events, **more)
    assert store.append(new) == AppendResult(new.seen + 1, new.seen + len(bodies))
    return [*events, *new.events]


def feed(store: Store, stream: str) -> list[dict[bytes, bytes]]:
    """Return the entries of the feed that a stream's appends went to."""
    entries: Any = store.redis.xrange(store.names.of(stream).feed)
    return [dict(fields) for _, fields in pairs(entries)]


def pairs(entries: Any) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """Return raw stream entries with their fields by name."""
    return [(place, dict(zip(row[::2], row[1::2], strict=True))) for place, row in entries]


# Appending and reading


def test_an_append_is_read_back_byte_for_byte(store: Store) -> None:
    events = write(
        store, "t1", [{"cards": ["blue-1"]}, "public", {"x": "\u00e4\u4e16\U0001f0a1"}, 4]
    )
    assert store.read("t1") == events
    assert [event.p is None for event in events] == [False, True, False, True]
    assert head_after("t1", events) == events[-1].h


def test_a_stream_without_events_is_empty(store: Store) -> None:
    assert store.read("t1") == []
    assert store.tail("t1", 0, "key") == Tail([], None)
    assert head_after("t1", []) == first_head("t1")


def test_two_hundred_events_of_a_command_are_appended_as_one(store: Store) -> None:
    events = write(store, "t1", [{"n": n, "text": "x" * 500} for n in range(200)])
    assert store.read("t1") == events
    assert len(feed(store, "t1")) == 1


def test_events_are_read_between_two_numbers(store: Store) -> None:
    events = write(store, "t1", list(range(12)))
    assert store.read("t1", 9) == events[9:]
    assert store.read("t1", 3, 7) == events[3:7]
    assert store.read("t1", 12) == []


def test_the_tail_comes_with_the_place_of_a_known_key(store: Store) -> None:
    events = write(store, "t1", ["one", "two"], once=IdempotencyKey("p1:key", "print"))
    events = write(store, "t1", ["three"])
    assert store.tail("t1", 1, "p1:key") == Tail(events[1:], (1, 2, "print"))
    assert store.tail("t1", 3, "p1:other") == Tail([], None)
    assert store.tail("t1", 2, "") == Tail(events[2:], None)


def test_log_once_all_feed_and_due_are_written_together(store: Store) -> None:
    write(store, "t1", ["one", "two"], due=DueTimes(5, 7), once=IdempotencyKey("p1:key", "print"))
    keys = store.names.of("t1")
    client: Any = store.redis
    assert client.hgetall(keys.once) == {b"p1:key": b"1 2 print"}
    assert client.zrange(keys.all, 0, -1, withscores=True) == [(b"t1", AT)]
    assert dues(store, "t1") == {"bot": 5, "clock": 7}
    assert feed(store, "t1") == [
        {b"t": b"t1", b"f": b"1", b"l": b"2", b"y": b"test.0.v1,test.1.v1"}
    ]
    assert set(everything(client)) == {*keys[:6], "fd:{store}:partitions", "fd:{store}:layout"}


def test_every_append_gives_one_entry_of_the_feed_in_order(store: Store) -> None:
    write(store, "t1", ["one", "two"])
    write(store, "t1", ["three"])
    write(store, "t1", ["four", "five", "six"])
    assert [(row[b"f"], row[b"l"]) for row in feed(store, "t1")] == [
        (b"1", b"2"), (b"3", b"3"), (b"4", b"6"),
    ]  # fmt: skip


def dues(store: Store, stream: str) -> dict[str, int]:
    """Return when a stream is due, by kind."""
    names, client = store.names, cast(Any, store.redis)
    indexes = {kind: names.due(names.partition(stream), kind) for kind in DUE_KINDS}
    found = {kind: client.zscore(index, stream) for kind, index in indexes.items()}
    return {kind: int(at) for kind, at in found.items() if at is not None}


def test_due_times_are_moved_and_taken_away_by_later_appends(store: Store) -> None:
    write(store, "t1", ["one"], due=DueTimes(None, AT + 1))
    write(store, "t1", ["two"], due=DueTimes(AT, AT + 9))
    assert dues(store, "t1") == {"bot": AT, "clock": AT + 9}
    write(store, "t1", ["three"], due=DueTimes(None, AT + 9, AT + 1))
    assert dues(store, "t1") == {"clock": AT + 9, "thinking": AT + 1}
    write(store, "t1", ["four"], due=DueTimes(None, None, None, AT))
    assert dues(store, "t1") == {"tournament": AT}
    write(store, "t1", ["five"], due=DueTimes(None, None))
    assert dues(store, "t1") == {}


def test_what_was_not_due_before_need_not_be_taken_away(store: Store) -> None:
    events = write(store, "t1", ["one"], due=DueTimes(None, AT))
    kept = draft("t1", ["two"], events)._replace(was_due=False)
    store.append(kept)
    assert dues(store, "t1") == {"clock": AT}
    more = draft("t1", ["three"], store.read("t1"), due=DueTimes(AT + 1, None))
    more = more._replace(was_due=False)
    store.append(more)
    assert dues(store, "t1") == {"clock": AT, "bot": AT + 1}


def test_a_follower_is_woken_when_something_is_due_at_once(store: Store) -> None:
    client: Any = store.redis
    bell = store.names.of("t1").wake_ups
    write(store, "t1", ["one"], due=DueTimes(AT + 1, AT))
    write(store, "t1", ["two"], due=DueTimes(None, AT))
    assert client.xlen(bell) == 0
    write(store, "t1", ["three"], due=DueTimes(AT, None))
    assert [row for _, row in pairs(client.xrange(bell))] == [{b"t": b"t1"}]
    write(store, "t1", ["four"], due=DueTimes(None, AT, AT))
    assert client.xlen(bell) == 2
    write(store, "t1", ["five"], due=DueTimes(None, AT, None, AT))
    assert client.xlen(bell) == 3


def test_a_stream_keeps_the_time_of_its_opening_in_the_index(store: Store) -> None:
    write(store, "t1", ["one"], at=AT)
    write(store, "t1", ["two"], at=AT + 5)
    client: Any = store.redis
    assert client.zscore(store.names.of("t1").all, "t1") == AT


def test_every_stream_is_listed_once_in_its_partition(store: Store) -> None:
    names = [f"t{k}" for k in range(40)]
    for name in names:
        write(store, name, ["one"])
    listed = [list(store.streams(partition)) for partition in range(4)]
    assert sorted(chain.from_iterable(listed)) == sorted(names)
    assert all(listed)
    for partition, ids in enumerate(listed):
        assert {store.names.partition(name) for name in ids} == {partition}


def test_the_number_of_partitions_is_fixed_when_the_store_is_created(store: Store) -> None:
    write(store, "t1", ["one"])
    with pytest.raises(PartitionMismatch):
        open_store(store.redis, 64)
    again = open_store(store.redis)
    assert again.names == store.names
    assert again.names.partitions == 4
    assert len(again.read("t1")) == 1


def test_a_store_of_another_layout_is_refused_and_not_opened_as_if_empty(store: Store) -> None:
    client = cast(Any, store.redis)
    assert int(client.get(LAYOUT)) == LAYOUT_NUMBER
    client.set(LAYOUT, LAYOUT_NUMBER + 1)
    with pytest.raises(WrongLayout, match=f"has layout {LAYOUT_NUMBER + 1}.*Nothing was changed"):
        open_store(store.redis)
    client.delete(LAYOUT)
    write(store, "t1", ["one"])
    assert open_store(store.redis).read("t1")  # of before layouts had numbers, and read as it is
    assert int(client.get(LAYOUT)) == LAYOUT_NUMBER


def test_a_store_of_before_layouts_had_numbers_is_refused_where_its_tables_are_not_found(
    store: Store,
) -> None:
    client = cast(Any, store.redis)
    client.delete(LAYOUT)
    client.zadd("fd:{p03}:all", {"t1": AT})  # as they were named at first
    with pytest.raises(WrongLayout, match=r"not find its tables \(such as fd:\{p03\}:all\)"):
        open_store(store.redis)
    assert client.get(LAYOUT) is None


def test_the_clock_is_that_of_the_server(store: Store) -> None:
    seconds, micros = store.redis.time()
    assert abs(store.now() - (seconds * 1000 + micros // 1000)) < 2000


# The four outcomes


def test_a_repeated_key_gives_the_numbers_of_the_first_append(store: Store) -> None:
    once = IdempotencyKey("p1:key", "print")
    events = write(store, "t1", ["one", "two"], once=once)
    events = write(store, "t1", ["three"])
    with nothing_written(store.redis):
        again = draft("t1", ["something", "else", "entirely"], events, once=once)
        assert store.append(again) == AppendResult(1, 2, already=True)
        from_nothing = draft("t1", ["one", "two"], once=once)
        assert store.append(from_nothing) == AppendResult(1, 2, already=True)


def test_a_key_used_for_something_else_is_refused(store: Store) -> None:
    events = write(store, "t1", ["one"], once=IdempotencyKey("p1:key", "print"))
    with nothing_written(store.redis), pytest.raises(KeyReused):
        store.append(draft("t1", ["two"], events, once=IdempotencyKey("p1:key", "another print")))


def test_a_key_belongs_to_one_stream(store: Store) -> None:
    once = IdempotencyKey("p1:key", "print")
    write(store, "t1", ["one"], once=once)
    write(store, "t2", ["one"], once=IdempotencyKey("p1:key", "another print"))
    assert store.tail("t1", 1, "p1:key").known == (1, 1, "print")
    assert store.tail("t2", 1, "p1:key").known == (1, 1, "another print")


def test_a_refused_append_leaves_its_key_free(store: Store) -> None:
    events = write(store, "t1", ["one"])
    once = IdempotencyKey("p1:key", "print")
    assert store.append(draft("t1", ["late"], once=once)) == AppendConflict(1)
    assert store.append(draft("t1", ["now"], events, once=once)) == AppendResult(2, 2)


def test_a_writer_who_saw_less_has_a_conflict(store: Store) -> None:
    one = write(store, "t1", ["one"])
    write(store, "t1", ["two", "three"])
    with nothing_written(store.redis):
        assert store.append(draft("t1", ["mine"], one)) == AppendConflict(3)
        assert store.append(draft("t1", ["mine", "too", "and", "more"], one)) == AppendConflict(3)
        assert store.append(draft("t1", ["opened twice"])) == AppendConflict(3)


def test_an_equal_number_with_another_head_is_a_conflict(store: Store) -> None:
    write(store, "t1", ["one", "two"])
    other = chained(first_head("t1"), 0, ["one", "another two"])
    with nothing_written(store.redis):
        assert store.append(draft("t1", ["three"], other)) == AppendConflict(2)


def test_a_gap_is_refused(store: Store) -> None:
    far = chained(first_head("t1"), 0, ["one", "two", "three"])
    with nothing_written(store.redis):
        assert store.append(draft("t1", ["four"], far)) == AppendConflict(0)
    write(store, "t1", ["one"])
    with nothing_written(store.redis):
        assert store.append(draft("t1", ["four"], far)) == AppendConflict(1)


@pytest.mark.parametrize(
    "once", [None, IdempotencyKey("p1:key", "print")], ids=["no key", "with a key"]
)
def test_two_writers_who_make_the_same_events_at_once_are_not_taken_for_one(
    store: Store, once: IdempotencyKey | None
) -> None:
    """As two processes may, of one state in one millisecond, where nothing is sealed."""
    first = draft("t1", ["one", "two"])
    assert store.append(first) == AppendResult(1, 2)
    second = draft("t1", ["one", "two"], once=once)
    assert second.events == first.events
    with nothing_written(store.redis):
        assert store.append(second) == AppendConflict(2)
    write(store, "t1", ["three"])
    with nothing_written(store.redis):
        assert store.append(second) == AppendConflict(3)


def test_another_append_of_the_same_length_is_no_repetition(store: Store) -> None:
    write(store, "t1", ["one", "two"])
    with nothing_written(store.redis):
        assert store.append(draft("t1", ["one", "another two"])) == AppendConflict(2)


def test_appends_at_random_do_what_a_list_would_do(store: Store) -> None:
    luck = random.Random(1)
    logs: dict[str, list[StoredEvent]] = {}
    keys: dict[tuple[str, str], tuple[int, int]] = {}
    for step in range(300):
        stream, key = f"t{luck.randrange(5)}", f"p{luck.randrange(8)}:k"
        log = logs.setdefault(stream, [])
        seen = max(0, len(log) - luck.choice([0, 0, 0, 1, 2]))
        once = IdempotencyKey(key, "print") if luck.random() < 0.3 else None
        new = draft(stream, [{"step": step}] * luck.randint(1, 4), log[:seen], once=once)
        got = store.append(new)
        if once is not None and (stream, key) in keys:
            assert got == AppendResult(*keys[stream, key], already=True)
        elif seen < len(log):
            assert got == AppendConflict(len(log))
        else:
            log += new.events
            assert got == AppendResult(seen + 1, len(log))
            if once is not None:
                keys[stream, key] = (seen + 1, len(log))
    for stream, log in logs.items():
        assert store.read(stream) == log


# Races


def test_one_of_many_threads_wins_each_number(store: Store) -> None:
    goal = 120
    won: list[list[int]] = [[] for _ in range(6)]
    begin = threading.Barrier(len(won), timeout=PATIENCE)

    def run(place: int) -> None:
        begin.wait()
        won[place] = race(store, "t1", f"thread {place}", goal)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(won))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(chain.from_iterable(won)) == list(range(1, goal + 1))
    assert [event.n for event in store.read("t1")] == list(range(1, goal + 1))
    assert len(feed(store, "t1")) == goal


@pytest.mark.parametrize("store", PROCESSES, indirect=True)
def test_one_of_many_processes_wins_each_number(store: Store, url: str) -> None:
    goal = 150
    names = [f"process {k}" for k in range(3)]
    done = subprocess.run(
        [*seeded.PYTHON, "tests.events.writers", url, "t1", str(goal), *names],
        cwd=ROOT, text=True, stdout=subprocess.PIPE, timeout=PATIENCE, check=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == len(names)
    won = [int(number) for line in lines for number in line.split()]
    assert sorted(won) == list(range(1, goal + 1))
    assert [event.n for event in store.read("t1")] == list(range(1, goal + 1))


def test_one_command_sent_by_many_threads_under_one_key_is_appended_once(store: Store) -> None:
    events = write(store, "t1", ["one"])
    got: list[AppendResult | AppendConflict] = []
    begin = threading.Barrier(8, timeout=PATIENCE)

    def run(place: int) -> None:
        begin.wait()
        got.append(
            store.append(draft("t1", [{"own": place}], events, once=IdempotencyKey("p:k", "print")))
        )

    threads = [threading.Thread(target=run, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got.count(AppendResult(2, 2)) == 1
    assert got.count(AppendResult(2, 2, already=True)) == 7
    assert len(store.read("t1")) == 2


# Faults


@pytest.mark.parametrize("store", PROCESSES, indirect=True)
@pytest.mark.parametrize("way", ["hang up", "fall silent"])
@pytest.mark.parametrize(
    "once", [None, IdempotencyKey("p1:key", "print")], ids=["no key", "with a key"]
)
def test_an_append_whose_reply_is_lost_is_made_once_and_told_so(
    store: Store, url: str, tmp_path: Path, way: Way, once: IdempotencyKey | None
) -> None:
    with behind_proxy(store, url, tmp_path / "lossy.sock") as (proxy, client):
        through = open_store(client)
        events = write(through, "t1", ["one"])
        proxy.lose(way)
        new = draft("t1", ["two", "three"], events, once=once)
        assert through.append(new) == AppendResult(2, 3, already=True)
        assert proxy.lost == 1
        assert through.read("t1") == [*events, *new.events]
        assert len(feed(store, "t1")) == 2


@contextmanager
def behind_proxy(store: Store, url: str, path: Path) -> Iterator[tuple[LossyProxy, Redis]]:
    """Yield a proxy before the server of stream t1, and a client that reaches it through that."""
    if isinstance(store.redis, ClusterClient):
        made = connect_client(url, timeout=0.5)
        assert isinstance(made, ClusterClient)
        kept = made.master_of(store.names.of("t1").log).connection_pool.connection_kwargs
        with lossy(path, kept["port"]) as proxy:
            kept["port"] = proxy.port
            yield proxy, made
    else:
        with lossy(path, Path(url.removeprefix("unix://"))) as proxy:
            made = connect_client(f"unix://{proxy.path}", timeout=0.5)
            yield proxy, made
    made.close()


def test_a_full_server_refuses_an_append_whole_and_goes_on_when_it_has_room(
    own: EmbeddedServer,
) -> None:
    client = connect_client(own.url)
    store = open_store(client)
    events = write(store, "t1", ["one"], due=DueTimes(1, 2))
    client.config_set("maxmemory", 1)
    new = draft("t1", ["two", "three"], events, once=IdempotencyKey("p1:key", "print"))
    with nothing_written(client), pytest.raises(OutOfMemoryError):
        store.append(new)
    client.config_set("maxmemory", 0)
    assert store.append(new) == AppendResult(2, 3)
    assert store.read("t1") == [*events, *new.events]
    client.close()


def test_a_server_that_fills_up_holds_whole_commands_only(own: EmbeddedServer) -> None:
    client = connect_client(own.url)
    store = open_store(client, 1)
    used: Any = client.info("memory")
    client.config_set("maxmemory", used["used_memory"] + 600_000)
    logs: dict[str, list[StoredEvent]] = {}
    refused = appends = 0
    for step in range(400):
        stream = f"t{step % 7}"
        log = logs.setdefault(stream, [])
        new = draft(
            stream, [{"text": "x" * 300}] * 4, log, once=IdempotencyKey(f"p:{step}", "print")
        )
        try:
            assert isinstance(store.append(new), AppendResult)
        except OutOfMemoryError:
            refused += 1
        else:
            log += new.events
            appends += 1
    assert appends > 20
    assert refused > 20
    assert {stream: store.read(stream) for stream in logs} == logs
    assert len(feed(store, "t1")) == appends
    client.config_set("maxmemory", 0)
    write(store, "t1", ["there is room again"])
    client.close()


def write_until_it_fails(url: str, stream: str, logs: dict[str, list[StoredEvent]]) -> None:
    """Append commands of three events; `logs` holds those that the server acknowledged."""
    client = connect_client(url, retries=0)
    log = logs[stream]
    try:
        store = Store(client, open_store(client).names)
        while True:
            new = draft(stream, [{"text": "x" * 100}] * 3, log)
            assert isinstance(store.append(new), AppendResult)
            log += new.events
    except RedisError:
        client.close()


@pytest.mark.parametrize("sync", ["always", "everysec"])
def test_a_killed_server_tears_no_command_and_if_it_syncs_each_loses_nothing_acknowledged(
    own: EmbeddedServer, sync: str
) -> None:
    """With `everysec` a server answers before it writes while its disk is busy."""
    for _ in range(3):
        client = connect_client(own.url)
        client.config_set("appendfsync", sync)
        logs = {stream: open_store(client).read(stream) for stream in ("t0", "t1", "t2", "t3")}
        begun = sum(map(len, logs.values()))
        writers = [
            threading.Thread(target=write_until_it_fails, args=(own.url, stream, logs))
            for stream in logs
        ]
        for writer in writers:
            writer.start()
        wait_for(lambda: sum(map(len, logs.values())) >= begun + 300)  # noqa: B023  # at once
        own.kill()
        for writer in writers:
            writer.join()
        own.start()
        store = open_store(client)
        for stream, log in logs.items():
            kept = store.read(stream)
            assert kept[: len(log)] == log[: len(kept)]
            assert len(kept) >= len(log) or sync == "everysec"
            assert len(kept) <= len(log) + 3  # the last one may have been on its way
            assert [event.n for event in kept] == list(range(1, len(kept) + 1))
            assert len(entries_of(store, stream)) * 3 == len(kept)
        client.close()


def entries_of(store: Store, stream: str) -> list[dict[bytes, bytes]]:
    """Return the feed's entries of one stream."""
    return [row for row in feed(store, stream) if row[b"t"] == stream.encode()]


def test_a_server_that_is_gone_is_an_error_and_no_answer(own: EmbeddedServer) -> None:
    client = connect_client(own.url, retries=0)
    store = open_store(client)
    own.kill()
    with pytest.raises(ConnectionLost):
        store.append(draft("t1", ["one"]))
    client.close()
