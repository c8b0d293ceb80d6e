"""Tiles kept beside the leaves: a start takes a few reads, however many leaves there are."""

import random
from pathlib import Path
from typing import Any

import pytest

from events.history.checkpoints import CLOSED, Leaf, read_checkpoint
from events.history.merkle import Tree, is_included, leaf_hash
from events.history.signing_keys import KeyFolder
from events.history.tiles import HEIGHT, TILES, WIDTH, TiledTree
from events.store.streams import Store
from projections.history import leaves as leaves_module
from projections.history.leaves import STREAM, AddLeaf
from projections.history.saved_tree import SavedTree
from projections.history.tree import MOST, TransparencyLog
from tests.projections.history.test_tree import closed, take_in, tree_of


def grow(heads: TransparencyLog, count: int, luck: random.Random) -> list[str]:
    """Add leaves of made-up tables, many at a time; return their names."""
    names = [f"t{luck.randbytes(9).hex()}" for _ in range(count)]
    for at in range(0, count, MOST):
        some = names[at : at + MOST]
        heads.add(*(AddLeaf(CLOSED, name, 9, luck.randbytes(32).hex()) for name in some))
    return names


class Reads:
    """How many events and bytes were read from a store, and in how many reads."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        self.events, self.calls, self.bytes = 0, 0, 0
        read, getrange = store.read, store.redis.getrange

        def counted(stream: str, after: int = 0, upto: int | None = None) -> Any:
            found = read(stream, after, upto)
            self.calls, self.events = self.calls + 1, self.events + len(found)
            return found

        def ranged(*given: Any) -> Any:
            found: Any = getrange(*given)
            self.calls, self.bytes = self.calls + 1, self.bytes + len(found)
            return found

        patch.setattr(store, "read", counted)
        patch.setattr(store.redis, "getrange", ranged)


# The tree


@pytest.mark.parametrize("base", [0, WIDTH, 3 * WIDTH, WIDTH**2])
def test_a_tiled_tree_proves_the_same_as_one_in_memory(base: int) -> None:
    luck, whole = random.Random(base), Tree()
    most = WIDTH**2 + 700
    for number in range(most):
        whole.append(b"%d" % number)

    def stored(level: int, first: int, end: int) -> bytes:
        assert first // WIDTH == (end - 1) // WIDTH, "one tile at a time"
        return whole.row(HEIGHT * level, first, end)

    tree = TiledTree(base, stored)
    for number in range(base, most):
        tree.append(b"%d" % number)
    assert len(tree) == most
    for _ in range(200):
        size = luck.randint(1, most)
        old, index = luck.randint(0, size), luck.randrange(size)
        assert tree.root(size) == whole.root(size)
        assert tree.inclusion(index, size) == whole.inclusion(index, size)
        assert tree.consistency(old, size) == whole.consistency(old, size)
    assert len(tree.tiles) <= TILES


# What a process reads at its start


@pytest.mark.parametrize("tiles", [2, 4, 9])
def test_a_process_starts_with_as_few_reads_at_many_leaves_as_at_some(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiles: int
) -> None:
    keys, luck = KeyFolder(tmp_path), random.Random(tiles)
    writer = TransparencyLog(store, settle=0)
    names = grow(writer, tiles * WIDTH + 100, luck)
    take_in(store)
    writer.save()
    reads = Reads(store, monkeypatch)
    fresh = TransparencyLog(store, settle=0)
    note = read_checkpoint(fresh.checkpoint(keys))
    assert (note.size, note.root) == (len(names), tree_of(store).root(len(names)))
    assert reads.events - len(names) <= 1 + 100, "tree_of reads them all"
    assert reads.bytes <= 32 * tiles
    assert reads.calls <= 6
    asked = luck.choice(names)
    found = fresh.proof(keys, asked)
    assert found is not None
    path = [bytes.fromhex(node) for node in found["path"]]
    leaf = leaf_hash(Leaf(**found["leaf"]).data)
    assert is_included(leaf, found["index"], note.size, path, note.root)


def test_who_adds_leaves_after_a_start_knows_those_of_before(store: Store) -> None:
    writer = TransparencyLog(store, settle=0)
    names = grow(writer, 2 * WIDTH + 7, random.Random(1))
    take_in(store)
    writer.save()
    fresh = TransparencyLog(store, settle=0)
    fresh.add(*(AddLeaf(CLOSED, name, 9, "ab" * 32) for name in names))
    assert fresh.leaves().n == len(names)
    fresh.add(AddLeaf(CLOSED, names[0], 10, "ab" * 32))
    assert fresh.leaves().n == len(names) + 1


def test_what_was_forgotten_is_read_again_when_the_read_model_is_put_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaves_module, "RECENT", 10)
    monkeypatch.setattr("projections.history.saved_tree.RECENT", 10)
    heads = TransparencyLog(store, settle=0)
    names = grow(heads, 30, random.Random(2))
    take_in(store)
    names += grow(heads, 30, random.Random(3))
    state = heads.leaves()
    assert len(state.recent) == 30, "the read model tells of the rest"
    for key in store.redis.keys("fd:{tree.*"):
        store.redis.delete(key)
    heads.add(*(AddLeaf(CLOSED, name, 9, "ab" * 32) for name in names))
    assert heads.leaves().n == 60


def test_times_that_are_not_held_any_more_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaves_module, "RECENT", 4)
    heads, now = TransparencyLog(store, settle=0), store.now()
    for number in range(20):
        monkeypatch.setattr(store, "now", lambda number=number: now + 10 * number)
        heads.add(AddLeaf(CLOSED, f"t{number}", 9, "ab" * 32))
    state = heads.leaves()
    assert state.first > 0
    for number in range(20):
        assert heads.added_by(state, now + 10 * number) == number + 1
        assert heads.added_by(state, now + 10 * number - 1) == number
        assert heads.added_at(state, number) == now + 10 * number


# Tiles of another tree


def test_tiles_of_a_tree_that_the_store_has_lost_are_replaced(store: Store) -> None:
    """As after a power failure that took the newest leaves, and went on differently."""
    luck, first = random.Random(4), TransparencyLog(store, settle=0)
    grow(first, 2 * WIDTH + 5, luck)
    first.save()
    log = store.names.of(STREAM).log
    kept = store.read(STREAM, 0, WIDTH)
    store.redis.delete(log)
    for event in kept:
        store.redis.xadd(log, {"e": event.e, "h": event.h}, id=f"{event.n}-0")
    other = TransparencyLog(store, settle=0)
    grow(other, 2 * WIDTH, luck)
    wanted = tree_of(store)
    for one in (other, first, TransparencyLog(store, settle=0)):
        assert one.leaves().tree.root(3 * WIDTH) == wanted.root(3 * WIDTH)
    other.save()
    tip = SavedTree(store).tip()
    assert (tip.size, tip.head) == (3 * WIDTH, store.read(STREAM, 3 * WIDTH - 1)[0].h)
    fresh = TransparencyLog(store, settle=0).leaves().tree
    assert fresh.first[0] == 3 * WIDTH, "it began where the tiles end"
    assert fresh.inclusion(WIDTH + 3, 3 * WIDTH) == wanted.inclusion(WIDTH + 3, 3 * WIDTH)


def test_two_who_keep_tiles_keep_the_same(store: Store) -> None:
    luck, one, two = (
        random.Random(5),
        TransparencyLog(store, settle=0),
        TransparencyLog(store, settle=0),
    )
    for count in (300, 10, 700, 1_500):
        grow(one, count, luck)
        two.save()
        one.save()
    wanted, size = tree_of(store), 2_510 // WIDTH * WIDTH
    saved = SavedTree(store)
    assert saved.tip().size == size
    assert saved.hashes(1, 0, size // WIDTH) == wanted.row(HEIGHT, 0, size // WIDTH)


def test_hashes_that_were_deleted_follow_from_the_leaves(store: Store, tmp_path: Path) -> None:
    writer = TransparencyLog(store, settle=0)
    grow(writer, 3 * WIDTH, random.Random(6))
    writer.save()
    store.redis.delete(SavedTree(store).key("1"))
    assert TransparencyLog(store, settle=0).leaves().tree.root(700) == tree_of(store).root(700)


# Many leaves at once


def test_the_leaves_of_many_streams_are_one_append(store: Store) -> None:
    names = [f"t{k}" for k in range(40)]
    closed(store, *names)
    feed = store.names.feed(store.names.partition(STREAM))
    before: Any = store.redis.xlen(feed)
    TransparencyLog(store).follow([*names, *names, STREAM])
    assert store.redis.xlen(feed) == before + 1
    assert len(store.read(STREAM)) == 3 * len(names)
