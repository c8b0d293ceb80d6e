"""The tree of heads: every table that has closed once, whatever crashes, in one order for ever."""

import hashlib
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from events import cached_streams
from events.cached_streams import Tables
from events.disputes.state import LOOKED, OPENED, RULED
from events.handle import CommandRequest, handle
from events.history.checkpoints import (
    CALLED,
    CLOSED,
    DAY,
    KEY,
    LONGEST,
    RUNNING,
    SETTLED,
    Checkpoint,
    Leaf,
    announcement_interval,
    is_checkpoint_signed_by,
    read_checkpoint,
    stream_hash,
)
from events.history.checkpoints import OPENED as LEAF_OPENED
from events.history.checkpoints import RULED as LEAF_RULED
from events.history.key_changes import change_heads
from events.history.merkle import EMPTY, Tree, is_consistent, is_included, leaf_hash
from events.history.signing_keys import KeyFolder, rotate_signing_key
from events.history.tiles import Tile
from events.record.chain import canonical_json, first_head, next_head
from events.record.codec import StoredEvent
from events.store.connections.client import connect_client, connect_reader
from events.store.embedded.server import EmbeddedServer
from events.store.feed import entries_of
from events.store.streams import AppendRequest, Store, store_at
from games.core.contract import Seat
from games.table import Abort, Adjourn, Close, Reveal, Sit, Start
from projections.history.leaves import ADDED, EARLY, STREAM, AddLeaf, LeafAdded
from projections.history.tree import SETTLE, TREE, NoSuchSize, TransparencyLog
from projections.projection import FIRST, ReadModel
from projections.read_models.rebuild import rebuild_models
from tests.beacons import chain
from tests.projections.ratings.test_standings import AT, follow, play
from tests.table.desk import commitment, entropy
from tests.workers.floor import OPENER, opened, play_out, public, started
from workers.follower.follower import TICK, Follower


@pytest.fixture
def heads(store: Store) -> TransparencyLog:
    return TransparencyLog(store, settle=0)


def closed(store: Store, *names: str) -> None:
    """Write down tables that have ended."""
    for name in names:
        play(store, name, ["ann", "ben", None], [1, 2, 3])


class Place(NamedTuple):
    """A leaf without its times."""

    kind: str
    stream: str
    n: int
    head: str


def leaves(store: Store) -> list[Place]:
    """Return the leaves in the stream of the tree."""
    events = [public(event) for event in store.read(STREAM)]
    assert {event["type"] for event in events} <= {ADDED}
    return [Place(*(event["data"][name] for name in Place._fields)) for event in events]


def begun(store: Store, *names: str) -> list[Place]:
    """Return the leaves that these tables must have from their opening and their call."""
    kinds = {"table.opened.v1": LEAF_OPENED, "table.start_called.v1": CALLED}
    found = [(name, event, public(event)["type"]) for name in names for event in store.read(name)]
    return [
        Place(kinds[what], name, event.n, event.h.hex())
        for name, event, what in found
        if what in kinds
    ]


def ended(store: Store, *names: str) -> list[Place]:
    """Return the leaves that these tables must have at their end."""
    logs = ((name, store.read(name)[-1]) for name in names)
    return [Place(CLOSED, name, newest.n, newest.h.hex()) for name, newest in logs]


def both(store: Store, *names: str) -> list[Place]:
    """Return all leaves of these tables."""
    return [leaf for name in names for leaf in (*begun(store, name), *ended(store, name))]


def tree_of(store: Store) -> Tree:
    """Return the tree over the leaves in the store, grown anew."""
    tree = Tree()
    for event in map(public, store.read(STREAM)):
        tree.append(LeafAdded(**event["data"]).leaf(event["at"]).data)
    return tree


def read(note: str) -> Checkpoint:
    return read_checkpoint(note)


def take_in(store: Store) -> None:
    """Let the tree alone take in all news, as a follower does."""
    model = ReadModel(store, TREE)
    for partition in range(store.names.partitions):
        raw: Any = store.redis.xread(
            {store.names.feed(partition): model.places(FIRST).get(partition, "0-0")}
        )
        for _, entries in entries_of(raw):
            model.decide_on(entries)
            model.feed(partition, entries, FIRST)


# Which tables


def test_a_leaf_names_its_kind_the_hash_of_its_stream_number_head_and_times() -> None:
    leaf = LeafAdded(LEAF_OPENED, "t1", 1, "ab" * 32, AT + DAY).leaf(AT)
    stream = hashlib.sha256(b"t1").hexdigest()
    said = f'["fairdeal/leaf/1","opened","{stream}",1,"{"ab" * 32}",{AT},{AT + DAY}]'
    assert leaf.data == said.encode()
    ended = LeafAdded(CLOSED, "t1", 9, "cd" * 32, None).leaf(AT)
    assert ended.data.endswith(f'",{AT},null]'.encode())


@pytest.mark.parametrize(
    ("clock", "lasts"),
    [
        (None, LONGEST),
        ({"turn": 30, "bank": 60}, DAY + 30_000_000 + 3 * 60_000),
        ({"turn": 86_400, "bank": 0}, LONGEST),
        ({"turn": 2_592_000, "bank": 2_592_000}, LONGEST),
    ],
)
def test_the_latest_end_follows_from_the_clock(clock: Any, lasts: int) -> None:
    assert announcement_interval({"clock": clock, "seats": 3}) == lasts


def test_a_table_is_a_leaf_when_it_is_opened_and_when_it_has_closed(
    store: Store, follower: Follower
) -> None:
    tables = Tables(store)
    table = started(tables, "boon", ["p0", "p1"])
    follow(follower)
    assert leaves(store) == begun(store, table)
    play_out(tables, table, random.Random(1))
    follow(follower)
    assert leaves(store) == both(store, table)


def test_every_call_for_the_start_is_a_leaf_and_the_closing_of_entropies_where_it_fixes_a_round(
    store: Store, follower: Follower
) -> None:
    tables = Tables(store)
    for beacon in (None, chain()._asdict()):
        table = opened(tables, "boosh", 2, beacon=beacon)
        promise = commitment("p1", "one")
        handle(tables, CommandRequest(table, "player:p0", Sit(Seat(0))))
        handle(tables, CommandRequest(table, "player:p1", Sit(Seat(1), commitment=promise)))
        closing = handle(tables, CommandRequest(table, OPENER, Start())).table.closing
        assert closing is not None
        follow(follower)
        called = Place(CALLED, table, closing.n, closing.head)
        own = begun(store, table)
        assert own[1:] == [called]
        assert leaves(store)[-1] == called
        reveal = Reveal(entropy("one"), closing.head)
        now = handle(tables, CommandRequest(table, "player:p1", reveal)).table
        follow(follower)
        assert now.settled is not None
        settled = Place(SETTLED, table, now.settled.n, now.settled.head)
        found = [leaf for leaf in leaves(store) if leaf.stream == table]
        assert found == [*own, *([] if beacon is None else [settled])]
    assert public(store.read(STREAM)[-1])["data"]["end"] is not None


def test_an_aborted_table_has_its_leaves_to_its_end(
    store: Store, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store)
    table = started(tables, "boosh", ["p0", "p1"], seats=2, beacon=chain()._asdict())
    fails_at = tables.current(table).table.beacon_fails_at()
    assert fails_at is not None
    with monkeypatch.context() as patch:
        at(store, patch, fails_at)
        handle(tables, CommandRequest(table, "clock", Abort()))
    follow(follower)
    assert [leaf.kind for leaf in leaves(store)] == [LEAF_OPENED, CALLED, SETTLED, CLOSED]


def at(store: Store, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    """Let it be a time."""
    monkeypatch.setattr(store, "now", lambda: now)


def test_a_table_that_runs_longer_is_announced_again_with_the_head_it_has_then(
    store: Store, heads: TransparencyLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, tables = store.now(), Tables(store)
    at(store, monkeypatch, now)
    runs, ends = started(tables, "boon", ["p0"]), opened(tables)

    def announced(one: TransparencyLog) -> list[Place]:
        take_in(store)  # what the read model tells is what was folded
        one.announce(one.ending())
        return leaves(store)

    heads.follow([runs, ends])
    first = begun(store, runs, ends)
    at(store, monkeypatch, now + LONGEST - EARLY - 1)
    assert announced(heads) == first
    at(store, monkeypatch, now + LONGEST - EARLY)
    handle(tables, CommandRequest(ends, OPENER, Close()))
    for _ in range(3):
        found = announced(heads)
    newest = store.read(runs)[-1]
    again = Place(RUNNING, runs, newest.n, newest.h.hex())
    assert found == [*first, *ended(store, ends), again]
    assert [leaf.end for leaf in heads.entries(0, 5)] == [
        now + LONGEST, now + LONGEST, now + LONGEST, None, now + 2 * LONGEST - EARLY,
    ]  # fmt: skip
    at(store, monkeypatch, now + 2 * LONGEST)
    said = announced(TransparencyLog(store))[5:]
    assert said == [again], "nothing has happened since, and it is said again"


def test_every_change_of_the_key_is_a_leaf_once(
    store: Store, heads: TransparencyLog, tmp_path: Path
) -> None:
    heads.note_keys(KeyFolder(tmp_path).public)
    assert leaves(store) == []
    for _ in range(3):
        keys = rotate_signing_key(tmp_path).public
        for one in (heads, TransparencyLog(store)):
            one.note_keys(keys)
    changes = [*change_heads(keys)]
    assert [n for n, _ in changes] == [2, 3, 4]
    assert leaves(store) == [Place(KEY, "keys", n, head) for n, head in changes]


def test_the_follower_adds_changes_of_the_key_by_itself(
    store: Store, follower: Follower, tmp_path: Path
) -> None:
    follower.upkeep.keys = KeyFolder(tmp_path)
    rotate_signing_key(tmp_path)
    follower.upkeep.keys = KeyFolder(tmp_path)
    follow(follower)
    assert [leaf.kind for leaf in leaves(store)] == [KEY]


def test_withdrawn_and_adjourned_tables_are_leaves_too(store: Store, follower: Follower) -> None:
    tables = Tables(store)
    withdrawn, adjourned = opened(tables), started(tables, "boon", ["p0"])
    handle(tables, CommandRequest(withdrawn, "player:p1", Sit(Seat(0))))
    handle(tables, CommandRequest(withdrawn, OPENER, Close()))
    handle(tables, CommandRequest(adjourned, "player:p0", Adjourn()))
    assert tables.current(adjourned).table.phase == "closed"
    follow(follower)
    assert sorted(leaves(store)) == sorted(both(store, withdrawn, adjourned))


def test_the_head_of_any_stream_can_be_a_leaf(store: Store, heads: TransparencyLog) -> None:
    for _ in range(2):
        heads.add(AddLeaf(LEAF_RULED, "d1", 7, "ab" * 32))
    assert leaves(store) == [Place(LEAF_RULED, "d1", 7, "ab" * 32)]


def test_every_ruling_on_a_dispute_is_a_leaf_in_its_order(
    store: Store, heads: TransparencyLog, tmp_path: Path
) -> None:
    def happens(kind: str) -> None:
        before = store.read("dt1")
        n, head = len(before), before[-1].h if before else first_head("dt1")
        e = canonical_json({"n": n + 1, "type": kind, "at": AT, "data": {}})
        event = StoredEvent(n + 1, e, None, next_head(head, e))
        store.append(
            AppendRequest(stream="dt1", seen=n, head=head, events=[event], types=[kind], at=AT)
        )

    for kind in (OPENED, LOOKED, RULED, LOOKED):
        happens(kind)
    take_in(store)
    assert [leaf.n for leaf in leaves(store)] == [3]
    for kind in (OPENED, RULED, OPENED, RULED):
        happens(kind)
    take_in(store)
    rebuild_models(store, [TREE])
    log = store.read("dt1")
    ruled = [Place(LEAF_RULED, "dt1", n, log[n - 1].h.hex()) for n in (3, 6, 8)]
    assert leaves(store) == ruled
    found = heads.proof(KeyFolder(tmp_path), "dt1")
    assert found is not None
    assert (found["leaf"]["n"], found["index"]) == (8, 2)


# Once


def test_a_table_is_a_leaf_once_however_often_it_is_seen(
    store: Store, heads: TransparencyLog
) -> None:
    closed(store, "t1", "t2")
    for one in (heads, TransparencyLog(store), heads, TransparencyLog(store)):
        one.follow(["t1"])
        one.follow(["t2"])
        one.follow([STREAM])
    assert leaves(store) == both(store, "t1", "t2")


def test_many_who_add_at_once_add_each_table_once(server: EmbeddedServer, store: Store) -> None:
    names = [f"t{k}" for k in range(40)]
    closed(store, *names)
    failed: list[BaseException] = []

    def add_all(seed: int) -> None:
        try:
            own, heads = (
                random.Random(seed).sample(names, 40),
                TransparencyLog(store_at(server.url)),
            )
            for name in own:
                heads.follow([name])
        except BaseException as error:  # the test reports it
            failed.append(error)

    threads = [threading.Thread(target=add_all, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(leaves(store)) == sorted(both(store, *names))


def test_threads_that_share_a_tree_add_each_table_once(
    store: Store, heads: TransparencyLog
) -> None:
    names = [f"t{k}" for k in range(30)]
    closed(store, *names)

    def add_all() -> None:
        for name in names:
            heads.follow([name])

    threads = [threading.Thread(target=add_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(leaves(store)) == sorted(both(store, *names))


def test_a_follower_that_dies_before_or_after_the_leaf_leaves_it_to_the_next(
    store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """Stands for kill -9."""

    def die(*_: Any) -> None:
        raise Died

    def step(where: str | None) -> None:
        one = Follower(
            store_at(server.url), connect_reader(server.url, TICK), connect_client(server.url)
        )
        one.partitions.name = "the same"  # its lease is not waited for
        with monkeypatch.context() as patch:
            if where is not None:
                patch.setattr(where, die)
                with pytest.raises(Died):
                    follow(one)
            else:
                follow(one)
        for client in (one.store.redis, one.partitions.reader.redis, one.dispatcher.jobs):
            client.close()

    closed(store, "t1", "t2")
    step("projections.history.tree.TransparencyLog.add")
    assert leaves(store) == []
    step("projections.projection.ReadModel.move")
    step(None)
    assert sorted(leaves(store)) == sorted(both(store, "t1", "t2"))


def test_a_rebuild_adds_the_tables_whose_news_nobody_took_in(
    store: Store, heads: TransparencyLog
) -> None:
    closed(store, *(f"t{k}" for k in range(8)))
    heads.follow(["t3"])
    for partition in range(store.names.partitions):
        store.redis.delete(store.names.feed(partition))
    for _ in range(2):
        rebuild_models(store, [TREE])
        found = leaves(store)
        assert found[0].stream == "t3"
        assert sorted(found) == sorted(both(store, *(f"t{k}" for k in range(8))))


def test_feeding_the_news_again_adds_nothing(store: Store, follower: Follower) -> None:
    closed(store, "t1", "t2", "t3")
    follow(follower)
    before, model = leaves(store), ReadModel(store, TREE)
    for partition in range(store.names.partitions):
        raw: Any = store.redis.xread({store.names.feed(partition): "0-0"})
        for _, entries in entries_of(raw):
            model.decide_on(entries)
            model.feed(partition, entries, FIRST)
    assert leaves(store) == before


# What is shown of it


def test_checkpoints_and_proofs_are_those_of_the_leaves_at_every_size(
    store: Store, heads: TransparencyLog, tmp_path: Path
) -> None:
    keys = KeyFolder(tmp_path)
    names = [f"t{k}" for k in range(6)]
    closed(store, *names)
    reader = TransparencyLog(store, settle=0)
    assert read(reader.checkpoint(keys)).root == EMPTY
    for name in names:
        heads.follow([name])
        newest = read(reader.checkpoint(keys))
        assert newest.size == len(leaves(store))
        assert newest.root == tree_of(store).root(newest.size)
        assert is_checkpoint_signed_by(newest, keys.signer.public)
    shown = [read(reader.checkpoint(keys, size)) for size in range(19)]
    roots = [one.root for one in shown]
    for size in range(19):
        for old in range(size + 1):
            found = reader.consistency(keys, old, size)
            path = [bytes.fromhex(node) for node in found["path"]]
            to = read(found["checkpoint"]).size
            assert (found["from"], found["to"], to) == (old, size, size)
            assert is_consistent(old, size, roots[old], roots[size], path)
        for place in range(size // 3):
            one = reader.proof(keys, names[place], size)
            assert one is not None
            leaf, own = Leaf(**one["leaf"]), ended(store, names[place])[0]
            assert (leaf.kind, leaf.stream, leaf.n, leaf.head) == (
                CLOSED, stream_hash(own.stream), own.n, own.head,
            )  # fmt: skip
            path = [bytes.fromhex(node) for node in one["path"]]
            assert is_included(leaf_hash(leaf.data), one["index"], size, path, roots[size])


def test_a_checkpoint_is_of_a_time_at_which_the_tree_had_that_size(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a smaller tree with a later time proves that a tree has shrunk."""
    keys, heads, now = KeyFolder(tmp_path), TransparencyLog(store), store.now()
    for number in range(3):
        at(store, monkeypatch, now + 10_000 * number)
        heads.add(AddLeaf(CLOSED, f"t{number}", 5, "ab" * 32))
    at(store, monkeypatch, now + 60_000)
    times = [read(heads.checkpoint(keys, size)).at for size in range(4)]
    assert times == [0, now + SETTLE, now + 10_000 + SETTLE, now + 60_000]


def test_there_is_no_proof_of_a_size_that_the_tree_has_not(
    store: Store, heads: TransparencyLog, tmp_path: Path
) -> None:
    keys = KeyFolder(tmp_path)
    for name in ("t1", "t2", "t3"):
        heads.add(AddLeaf(CLOSED, name, 9, "ab" * 32))
    asked: list[tuple[Callable[[], Any], int]] = [
        (lambda: heads.checkpoint(keys, 4), 0),
        (lambda: heads.consistency(keys, 4), 0),
        (lambda: heads.consistency(keys, 2, 1), 2),
        (lambda: heads.proof(keys, "t3", 2), 3),
        (lambda: heads.proof(keys, "t1", 4), 1),
    ]
    for ask, least in asked:
        with pytest.raises(NoSuchSize) as refused:
            ask()
        assert (refused.value.least, refused.value.most) == (least, 3)
    assert heads.proof(keys, "t4") is None


def test_nothing_is_signed_that_a_power_failure_could_still_take_away(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, heads, now = KeyFolder(tmp_path), TransparencyLog(store), store.now()
    one, two = (AddLeaf(CLOSED, name, 9, "ab" * 32) for name in ("t1", "t2"))
    at(store, monkeypatch, now)
    heads.add(one)
    at(store, monkeypatch, now + SETTLE - 1)
    heads.add(two)
    assert read(heads.checkpoint(keys)).size == 0
    assert heads.proof(keys, "t1") is None
    assert heads.tile(Tile(0, 0, 1)) is None
    at(store, monkeypatch, now + SETTLE)
    assert read(heads.checkpoint(keys)).size == 1
    assert heads.proof(keys, "t1") is not None
    assert heads.proof(keys, "t2") is None
    for level in (0, None):
        assert heads.tile(Tile(level, 0, 1)) is not None
        assert heads.tile(Tile(level, 0, 2)) is None
    with pytest.raises(NoSuchSize):
        heads.checkpoint(keys, 2)


@pytest.mark.parametrize("looks_between", [True, False])
def test_who_holds_another_tree_than_the_store_begins_again(
    store: Store, heads: TransparencyLog, tmp_path: Path, looks_between: bool
) -> None:
    """After a power failure the store may have lost its newest leaves and gone on differently."""
    keys, reader = KeyFolder(tmp_path), TransparencyLog(store, settle=0)
    one, two, three = (Place(CLOSED, name, 9, "ab" * 32) for name in ("t1", "t2", "t3"))
    heads.add(AddLeaf(*one))
    heads.add(AddLeaf(*two))
    assert read(reader.checkpoint(keys)).size == 2
    log, (first, _) = store.names.of(STREAM).log, store.read(STREAM)
    store.redis.delete(log)
    store.redis.xadd(log, {"e": first.e, "h": first.h}, id="1-0")
    if looks_between:
        assert read(reader.checkpoint(keys)).size == 1
    for leaf, size in ((three, 2), (two, 3)):
        heads.add(AddLeaf(*leaf))
        newest = read(reader.checkpoint(keys))
        assert (newest.size, newest.root) == (size, tree_of(store).root(size))
    assert leaves(store) == [one, three, two]


def test_a_long_stream_is_read_in_pages(
    store: Store, heads: TransparencyLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"t{k}" for k in range(12)]
    closed(store, *names)
    for name in names:
        heads.follow([name])
    asked: list[int] = []
    read = store.read

    def counted(stream: str, after: int = 0, upto: int | None = None) -> Any:
        found = read(stream, after, upto)
        asked.append(len(found))
        return found

    monkeypatch.setattr(cached_streams, "PAGE", 4)
    monkeypatch.setattr(store, "read", counted)
    fresh = TransparencyLog(store, settle=0)
    assert read_checkpoint(fresh.checkpoint(KeyFolder(tmp_path))).size == 36
    assert max(asked) <= 5
    assert sum(asked) <= 36 + len(asked)
