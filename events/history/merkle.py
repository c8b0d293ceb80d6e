"""A Merkle tree that only grows, hashed and proven as RFC 9162, chapter 2, says.

Own code, since the tree must give proofs of every size it ever had in a few hashes each; the tests
hold it to pymerkle and to published vectors.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

HASH = 32  # bytes
EMPTY = hashlib.sha256().digest()  # the root of a tree without leaves


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


def _left_subtree_size(size: int) -> int:
    """Return how many of the leaves stand to the left: the largest power of two below `size`.

    >>> [_left_subtree_size(size) for size in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 4, 4, 8]
    """
    return 1 << (size - 1).bit_length() - 1


class MerkleTree(ABC):
    """A tree that proves what is in it, wherever its hashes are kept."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of leaves."""

    @abstractmethod
    def node(self, level: int, at: int) -> bytes:
        """Return the hash over the complete subtree of 2^level leaves at a place on its level."""

    @abstractmethod
    def row(self, level: int, first: int, end: int) -> bytes:
        """Return the hashes on a level from one place to before another."""

    def root(self, size: int) -> bytes:
        """Return the root over the first `size` leaves."""
        return self.range_hash(0, size) if size else EMPTY

    def range_hash(self, first: int, end: int) -> bytes:
        """Return the hash over the leaves from `first` to before `end`, which the tree splits so.

        In a split only the right-hand side is ever incomplete, so this goes down one way.
        """
        level = (end - first).bit_length() - 1
        if end - first == 1 << level:
            return self.node(level, first >> level)
        middle = first + _left_subtree_size(end - first)
        return node_hash(self.range_hash(first, middle), self.range_hash(middle, end))

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Return the path that proves leaf `index` to be in the tree of the first `size` leaves."""
        assert 0 <= index < size <= len(self)
        return [*self.inclusion_nodes(size, index)][::-1]

    def inclusion_nodes(self, size: int, index: int) -> Iterator[bytes]:
        """Yield the hashes beside the way from the root to a leaf."""
        first, end = 0, size
        while end - first > 1:
            middle = first + _left_subtree_size(end - first)
            if index < middle:
                yield self.range_hash(middle, end)
                end = middle
            else:
                yield self.range_hash(first, middle)
                first = middle

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Return the path that proves the first `size` leaves to begin with the first `old`."""
        assert 0 <= old <= size <= len(self)
        return [*self.consistency_nodes(old, size)][::-1] if 0 < old < size else []

    def consistency_nodes(self, old: int, size: int) -> Iterator[bytes]:
        """Yield the hashes beside the way from the root to where the older tree ended."""
        first, end = 0, size
        while end != old:
            middle = first + _left_subtree_size(end - first)
            if old <= middle:
                yield self.range_hash(middle, end)
                end = middle
            else:
                yield self.range_hash(first, middle)
                first = middle
        if first:  # else it is the older root itself, which whoever checks has
            yield self.range_hash(first, end)


class Tree(MerkleTree):
    """The hashes of all leaves and of all complete subtrees in memory: 64 bytes a leaf."""

    def __init__(self) -> None:
        self.levels = [bytearray()]  # level k: subtrees of 2^k leaves, from left to right

    def __len__(self) -> int:
        """Return the number of leaves."""
        return len(self.levels[0]) // HASH

    def node(self, level: int, at: int) -> bytes:
        """Return the hash over the complete subtree of 2^level leaves at a place on its level."""
        return self.row(level, at, at + 1)

    def row(self, level: int, first: int, end: int) -> bytes:
        """Return the hashes on a level from one place to before another."""
        return bytes(self.levels[level][HASH * first : HASH * end])

    def append(self, data: bytes) -> None:
        """Add a leaf, and every subtree that it makes complete."""
        node = leaf_hash(data)
        for level in self.levels:
            level.extend(node)
            if len(level) // HASH % 2:
                return
            node = node_hash(bytes(level[-2 * HASH : -HASH]), node)
        self.levels.append(bytearray(node))


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Say whether `path` proves the leaf with this hash; RFC 9162, 2.1.3.2."""
    if not 0 <= index < size:
        return False
    at, last, computed = index, size - 1, leaf
    for node in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            computed = node_hash(node, computed)
            at, last = _climb_past_left_nodes(at, last)
        else:
            computed = node_hash(computed, node)
        at, last = at >> 1, last >> 1
    return last == 0 and computed == root


def _climb_past_left_nodes(at: int, last: int) -> tuple[int, int]:
    """Return both places on the level on which the first is a right-hand one, or the leftmost."""
    while at and at % 2 == 0:
        at, last = at >> 1, last >> 1
    return at, last


def is_consistent(old: int, size: int, old_root: bytes, root: bytes, path: Sequence[bytes]) -> bool:
    """Say whether `path` proves that the newer tree begins with the older; RFC 9162, 2.1.4.2."""
    if not 0 < old < size:  # equal trees, or an empty one, need no path
        equal = old_root == root if old == size else old == 0 and old_root == EMPTY
        return 0 <= old <= size and not path and equal
    nodes = [old_root, *path] if old & old - 1 == 0 else list(path)
    if not nodes:
        return False
    at, last = old - 1, size - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    before = after = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            return False
        if at % 2 or at == last:
            before, after = node_hash(node, before), node_hash(node, after)
            at, last = _climb_past_left_nodes(at, last)
        else:
            after = node_hash(after, node)
        at, last = at >> 1, last >> 1
    return last == 0 and before == old_root and after == root
