"""The tree of heads: every table that has closed once, whatever crashes, in one order for ever."""

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events import handle as handling
from events.accounts.signing_keys import load_signer
from events.disputes.state import LOOKED, OPENED, RULED
from events.handle import Request, Tables, handle
from events.record.chain import canonical, first_head, next_head
from events.record.checkpoints import Leaf, is_genuine
from events.record.codec import Stored
from events.record.merkle import EMPTY, Tree, is_consistent, is_included, leaf_hash
from events.store.client import connect, connect_reader
from events.store.embedded import EmbeddedServer
from events.store.feed import entries_of
from events.store.streams import Draft, Store, store_at
from games.core.contract import Seat
from games.table import Adjourn, Close, Sit
from projections.projection import Model
from projections.tree import ADDED, SETTLE, STREAM, TREE, Heads, NoSuchSize
from tests.projections.test_standings import AT, follow, play
from tests.workers.floor import OPENER, opened, play_out, public, started
from workers.follower import TICK, Follower


@pytest.fixture
def heads(store: Store) -> Heads:
    return Heads(store, settle=0)


def closed(store: Store, *names: str) -> None:
    """Write down tables that have ended."""
    for name in names:
        play(store, name, ["ann", "ben", None], [1, 2, 3])


def leaves(store: Store) -> list[Leaf]:
    """Return the leaves in the stream of the tree."""
    events = [public(event) for event in store.read(STREAM)]
    assert {event["type"] for event in events} <= {ADDED}
    return [Leaf(**event["data"]) for event in events]


def ended(store: Store, *names: str) -> list[Leaf]:
    """Return the leaves that these tables must have."""
    logs = ((name, store.read(name)[-1]) for name in names)
    return [Leaf(name, newest.n, newest.h.hex()) for name, newest in logs]


def tree_of(store: Store) -> Tree:
    """Return the tree over the leaves in the store, grown anew."""
    tree = Tree()
    for leaf in leaves(store):
        tree.append(leaf.data)
    return tree


def take_in(store: Store) -> None:
    """Let the tree alone take in all news, as a follower does."""
    model = Model(store, TREE)
    for partition in range(store.names.partitions):
        raw: Any = store.redis.xread({store.names.feed(partition): model.place(partition, 1)})
        for _, entries in entries_of(raw):
            model.feed(partition, entries, 1)


# Which tables


def test_a_leaf_names_table_number_and_head() -> None:
    assert Leaf("t1", 5, "ab" * 32).data == b'["fairdeal/leaf/1","t1",5,"' + b"ab" * 32 + b'"]'


def test_a_table_becomes_a_leaf_when_it_has_closed_and_not_before(
    store: Store, follower: Follower
) -> None:
    tables = Tables(store)
    table = started(tables, "boon", ["p0", "p1"])
    follow(follower)
    assert leaves(store) == []
    play_out(tables, table, random.Random(1))
    follow(follower)
    assert leaves(store) == ended(store, table)


def test_withdrawn_and_adjourned_tables_are_leaves_too(store: Store, follower: Follower) -> None:
    tables = Tables(store)
    withdrawn, adjourned = opened(tables), started(tables, "boon", ["p0"])
    handle(tables, Request(withdrawn, "player:p1", Sit(Seat(0))))
    handle(tables, Request(withdrawn, OPENER, Close()))
    handle(tables, Request(adjourned, "player:p0", Adjourn()))
    assert tables.current(adjourned).table.phase == "closed"
    follow(follower)
    assert sorted(leaves(store)) == sorted(ended(store, withdrawn, adjourned))


def test_the_head_of_any_stream_can_be_a_leaf(store: Store, heads: Heads) -> None:
    for _ in range(2):
        heads.add(Leaf("d1", 7, "ab" * 32))
    assert leaves(store) == [Leaf("d1", 7, "ab" * 32)]


def test_every_ruling_on_a_dispute_is_a_leaf_in_its_order(
    store: Store, heads: Heads, tmp_path: Path
) -> None:
    def happens(kind: str) -> None:
        before = store.read("dt1")
        n, head = len(before), before[-1].h if before else first_head("dt1")
        e = canonical({"n": n + 1, "type": kind, "at": AT, "data": {}})
        event = Stored(n + 1, e, None, next_head(head, e))
        store.append(Draft("dt1", n, head, [event], [kind], AT))

    for kind in (OPENED, LOOKED, RULED, LOOKED):
        happens(kind)
    take_in(store)
    assert [leaf.n for leaf in leaves(store)] == [3]
    for kind in (OPENED, RULED, OPENED, RULED):
        happens(kind)
    take_in(store)
    Model(store, TREE).rebuild(lambda count: None)
    log = store.read("dt1")
    assert leaves(store) == [Leaf("dt1", n, log[n - 1].h.hex()) for n in (3, 6, 8)]
    found = heads.proof(load_signer(tmp_path), "dt1")
    assert found is not None
    assert (found["leaf"]["n"], found["index"]) == (8, 2)


# Once


def test_a_table_is_a_leaf_once_however_often_it_is_seen(store: Store, heads: Heads) -> None:
    closed(store, "t1", "t2")
    for one in (heads, Heads(store), heads, Heads(store)):
        one.follow("t1")
        one.follow("t2")
        one.follow(STREAM)
    assert leaves(store) == ended(store, "t1", "t2")


def test_many_who_add_at_once_add_each_table_once(server: EmbeddedServer, store: Store) -> None:
    names = [f"t{k}" for k in range(40)]
    closed(store, *names)
    failed: list[BaseException] = []

    def add_all(seed: int) -> None:
        try:
            own, heads = random.Random(seed).sample(names, 40), Heads(store_at(server.url))
            for name in own:
                heads.follow(name)
        except BaseException as error:  # the test reports it
            failed.append(error)

    threads = [threading.Thread(target=add_all, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(leaves(store)) == sorted(ended(store, *names))


def test_threads_that_share_a_tree_add_each_table_once(store: Store, heads: Heads) -> None:
    names = [f"t{k}" for k in range(30)]
    closed(store, *names)

    def add_all() -> None:
        for name in names:
            heads.follow(name)

    threads = [threading.Thread(target=add_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(leaves(store)) == sorted(ended(store, *names))


def test_a_follower_that_dies_before_or_after_the_leaf_leaves_it_to_the_next(
    store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(Exception):
        """Stands for kill -9."""

    def die(*_: Any) -> None:
        raise Died

    def step(where: str | None) -> None:
        one = Follower(store_at(server.url), connect_reader(server.url, TICK), connect(server.url))
        one.name = "the same"  # its lease is not waited for
        with monkeypatch.context() as patch:
            if where is not None:
                patch.setattr(where, die)
                with pytest.raises(Died):
                    follow(one)
            else:
                follow(one)
        for client in (one.store.redis, one.reader.redis, one.jobs):
            client.close()

    closed(store, "t1", "t2")
    step("projections.tree.Heads.add")
    assert leaves(store) == []
    step("projections.projection.Model.move")
    step(None)
    assert sorted(leaves(store)) == sorted(ended(store, "t1", "t2"))


def test_a_rebuild_adds_the_tables_whose_news_nobody_took_in(store: Store, heads: Heads) -> None:
    closed(store, *(f"t{k}" for k in range(8)))
    heads.follow("t3")
    for partition in range(store.names.partitions):
        store.redis.delete(store.names.feed(partition))
    for _ in range(2):
        Model(store, TREE).rebuild(lambda count: None)
        found = leaves(store)
        assert found[0].stream == "t3"
        assert sorted(found) == sorted(ended(store, *(f"t{k}" for k in range(8))))


def test_feeding_the_news_again_adds_nothing(store: Store, follower: Follower) -> None:
    closed(store, "t1", "t2", "t3")
    follow(follower)
    before, model = leaves(store), Model(store, TREE)
    for partition in range(store.names.partitions):
        raw: Any = store.redis.xread({store.names.feed(partition): "0-0"})
        for _, entries in entries_of(raw):
            model.feed(partition, entries, 1)
    assert leaves(store) == before


# What is shown of it


def test_checkpoints_and_proofs_are_those_of_the_leaves_at_every_size(
    store: Store, heads: Heads, tmp_path: Path
) -> None:
    signer = load_signer(tmp_path)
    names = [f"t{k}" for k in range(11)]
    closed(store, *names)
    reader = Heads(store, settle=0)
    assert reader.checkpoint(signer)["root"] == EMPTY.hex()
    for name in names:
        heads.follow(name)
        newest = reader.checkpoint(signer)
        assert newest["size"] == len(leaves(store))
        assert newest["root"] == tree_of(store).root(newest["size"]).hex()
        assert is_genuine(newest, signer.public)
    roots = [bytes.fromhex(reader.checkpoint(signer, size)["root"]) for size in range(12)]
    for size in range(12):
        for old in range(size + 1):
            found = reader.consistency(signer, old, size)
            path = [bytes.fromhex(node) for node in found["path"]]
            assert (found["from"], found["to"], found["checkpoint"]["size"]) == (old, size, size)
            assert is_consistent(old, size, roots[old], roots[size], path)
        for index in range(size):
            one = reader.proof(signer, names[index], size)
            assert one is not None
            leaf = Leaf(**one["leaf"])
            assert leaf == ended(store, names[index])[0]
            path = [bytes.fromhex(node) for node in one["path"]]
            assert is_included(leaf_hash(leaf.data), one["index"], size, path, roots[size])


def test_there_is_no_proof_of_a_size_that_the_tree_has_not(
    store: Store, heads: Heads, tmp_path: Path
) -> None:
    signer = load_signer(tmp_path)
    closed(store, "t1", "t2", "t3")
    for name in ("t1", "t2", "t3"):
        heads.follow(name)
    asked: list[tuple[Callable[[], Any], int]] = [
        (lambda: heads.checkpoint(signer, 4), 0),
        (lambda: heads.consistency(signer, 4), 0),
        (lambda: heads.consistency(signer, 2, 1), 2),
        (lambda: heads.proof(signer, "t3", 2), 3),
        (lambda: heads.proof(signer, "t1", 4), 1),
    ]
    for ask, least in asked:
        with pytest.raises(NoSuchSize) as refused:
            ask()
        assert (refused.value.least, refused.value.most) == (least, 3)
    assert heads.proof(signer, "t4") is None


def test_nothing_is_signed_that_a_power_failure_could_still_take_away(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signer, heads, now = load_signer(tmp_path), Heads(store), store.now()
    closed(store, "t1", "t2")
    monkeypatch.setattr(store, "now", lambda: now)
    heads.follow("t1")
    monkeypatch.setattr(store, "now", lambda: now + SETTLE - 1)
    heads.follow("t2")
    assert heads.checkpoint(signer)["size"] == 0
    assert heads.proof(signer, "t1") is None
    monkeypatch.setattr(store, "now", lambda: now + SETTLE)
    assert heads.checkpoint(signer)["size"] == 1
    assert heads.proof(signer, "t1") is not None
    assert heads.proof(signer, "t2") is None
    with pytest.raises(NoSuchSize):
        heads.checkpoint(signer, 2)


@pytest.mark.parametrize("looks_between", [True, False])
def test_who_holds_another_tree_than_the_store_begins_again(
    store: Store, heads: Heads, tmp_path: Path, looks_between: bool
) -> None:
    """After a power failure the store may have lost its newest leaves and gone on differently."""
    signer, reader = load_signer(tmp_path), Heads(store, settle=0)
    closed(store, "t1", "t2", "t3")
    heads.follow("t1")
    heads.follow("t2")
    assert reader.checkpoint(signer)["size"] == 2
    log, (first, _) = store.names.of(STREAM).log, store.read(STREAM)
    store.redis.delete(log)
    store.redis.xadd(log, {"e": first.e, "h": first.h}, id="1-0")
    if looks_between:
        assert reader.checkpoint(signer)["size"] == 1
    for name, size in (("t3", 2), ("t2", 3)):
        heads.follow(name)
        newest = reader.checkpoint(signer)
        assert (newest["size"], newest["root"]) == (size, tree_of(store).root(size).hex())
    assert leaves(store) == ended(store, "t1", "t3", "t2")


def test_a_long_stream_is_read_in_pages(
    store: Store, heads: Heads, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"t{k}" for k in range(12)]
    closed(store, *names)
    for name in names:
        heads.follow(name)
    asked: list[int] = []
    read = store.read

    def counted(stream: str, after: int = 0, upto: int | None = None) -> Any:
        found = read(stream, after, upto)
        asked.append(len(found))
        return found

    monkeypatch.setattr(handling, "PAGE", 4)
    monkeypatch.setattr(store, "read", counted)
    fresh = Heads(store, settle=0)
    assert fresh.checkpoint(load_signer(tmp_path))["size"] == 12
    assert max(asked) <= 5
    assert sum(asked) <= 12 + len(asked)
