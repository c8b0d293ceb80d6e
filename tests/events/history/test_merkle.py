"""The Merkle tree: the RFC's definitions, another implementation, published vectors, forgeries."""

import random
from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from events.history.merkle import EMPTY, Tree, is_consistent, is_included, leaf_hash, node_hash

MOST = 70
LEAVES = [bytes([k]) * (k % 5) for k in range(MOST)]

# The inputs and hashes of the tests of Certificate Transparency, which others hold themselves to.
CT_LEAVES = [
    bytes.fromhex(text)
    for text in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
CT_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
ROOT_23 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"  # of leaves 2 and 3
ROOT_47 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"  # of leaves 4 to 7
LEAF_1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
LEAF_4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
ROOT_67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
ROOT_45 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
INCLUSIONS = [
    (0, 1, []),
    (0, 8, [LEAF_1, ROOT_23, ROOT_47]),
    (2, 3, [CT_ROOTS[1]]),
    (4, 5, [CT_ROOTS[3]]),
    (5, 8, [LEAF_4, ROOT_67, CT_ROOTS[3]]),
]
CONSISTENCIES = [
    (1, 1, []),
    (1, 8, [LEAF_1, ROOT_23, ROOT_47]),
    (2, 5, [ROOT_23, LEAF_4]),
    (6, 8, [ROOT_45, ROOT_67, CT_ROOTS[3]]),
]


def grown(leaves: Sequence[bytes]) -> Tree:
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf)
    return tree


def hexes(path: Sequence[bytes]) -> list[str]:
    return [node.hex() for node in path]


TREE = grown(LEAVES)


# The definitions of RFC 9162, word for word: 2.1.1, 2.1.3.1 and 2.1.4.1


def largest_power_of_two_below(n: int) -> int:
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def mth(d: Sequence[bytes]) -> bytes:
    if not d:
        return sha256(b"").digest()
    if len(d) == 1:
        return sha256(b"\x00" + d[0]).digest()
    k = largest_power_of_two_below(len(d))
    return sha256(b"\x01" + mth(d[:k]) + mth(d[k:])).digest()


def rfc_path(m: int, d: Sequence[bytes]) -> list[bytes]:
    if len(d) == 1:
        return []
    k = largest_power_of_two_below(len(d))
    if m < k:
        return [*rfc_path(m, d[:k]), mth(d[k:])]
    return [*rfc_path(m - k, d[k:]), mth(d[:k])]


def subproof(m: int, d: Sequence[bytes], b: bool) -> list[bytes]:
    if m == len(d):
        return [] if b else [mth(d)]
    k = largest_power_of_two_below(len(d))
    if m <= k:
        return [*subproof(m, d[:k], b), mth(d[k:])]
    return [*subproof(m - k, d[k:], False), mth(d[:k])]


def test_roots_and_paths_are_those_of_the_definitions_for_every_size() -> None:
    for size in range(MOST + 1):
        assert TREE.root(size) == mth(LEAVES[:size])
        for index in range(size):
            assert TREE.inclusion(index, size) == rfc_path(index, LEAVES[:size])
        for old in range(1, size):
            assert TREE.consistency(old, size) == subproof(old, LEAVES[:size], True)


def test_every_proof_of_every_size_is_accepted() -> None:
    for size in range(MOST + 1):
        root = TREE.root(size)
        for index in range(size):
            path = TREE.inclusion(index, size)
            assert is_included(leaf_hash(LEAVES[index]), index, size, path, root)
        for old in range(size + 1):
            path = TREE.consistency(old, size)
            assert is_consistent(old, size, TREE.root(old), root, path)


def test_roots_and_paths_are_those_of_pymerkle() -> None:
    other = InmemoryTree(algorithm="sha256")
    for leaf in LEAVES:
        other.append_entry(leaf)
    for size in range(1, MOST + 1):
        assert TREE.root(size) == other.get_root(size)
    for index in range(MOST):
        theirs = other.prove_inclusion(index + 1, MOST).serialize()["path"]
        assert theirs == hexes([leaf_hash(LEAVES[index]), *TREE.inclusion(index, MOST)])


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_the_published_ones(size: int) -> None:
    assert grown(CT_LEAVES[:size]).root(size).hex() == CT_ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size", "path"), INCLUSIONS)
def test_inclusion_proofs_are_the_published_ones(index: int, size: int, path: list[str]) -> None:
    assert hexes(grown(CT_LEAVES).inclusion(index, size)) == path
    nodes = [bytes.fromhex(node) for node in path]
    root = bytes.fromhex(CT_ROOTS[size - 1])
    assert is_included(leaf_hash(CT_LEAVES[index]), index, size, nodes, root)


@pytest.mark.parametrize(("old", "size", "path"), CONSISTENCIES)
def test_consistency_proofs_are_the_published_ones(old: int, size: int, path: list[str]) -> None:
    assert hexes(grown(CT_LEAVES).consistency(old, size)) == path
    old_root, root = (bytes.fromhex(CT_ROOTS[each - 1]) for each in (old, size))
    nodes = [bytes.fromhex(node) for node in path]
    assert is_consistent(old, size, old_root, root, nodes)


# Forgeries


def spoilt(path: list[bytes], luck: random.Random) -> list[list[bytes]]:
    """Return paths that are almost right."""
    other = luck.randbytes(32)
    found = [[*path, other], [other, *path], [*path, path[-1] if path else other]]
    for at in range(len(path)):
        found += [path[:at] + path[at + 1 :], [*path[:at], other, *path[at + 1 :]]]
        found.append([*path[:at], path[at], *path[at:]])
    if len(set(path)) > 1:
        found.append(path[::-1])
    return found


@given(st.integers(1, MOST), st.randoms(use_true_random=False))
def test_nothing_but_the_right_proof_of_inclusion_is_accepted(
    size: int, luck: random.Random
) -> None:
    index, root = luck.randrange(size), TREE.root(size)
    leaf, path = leaf_hash(LEAVES[index]), TREE.inclusion(index, size)
    for wrong in spoilt(path, luck):
        assert not is_included(leaf, index, size, wrong, root)
    assert not is_included(luck.randbytes(32), index, size, path, root)
    assert not is_included(leaf, index, size, path, luck.randbytes(32))
    assert not is_included(leaf, index + size, size, path, root)
    assert not is_included(leaf, -1, size, path, root)
    assert not is_included(leaf, index, 4 * size, path, root)
    for other in set(range(size)) - {index}:
        assert not is_included(leaf, other, size, path, root)


@given(st.integers(1, MOST), st.randoms(use_true_random=False))
def test_nothing_but_the_right_proof_of_consistency_is_accepted(
    size: int, luck: random.Random
) -> None:
    old = luck.randint(1, size)
    old_root, root, path = TREE.root(old), TREE.root(size), TREE.consistency(old, size)
    for wrong in spoilt(path, luck):
        assert not is_consistent(old, size, old_root, root, wrong)
    assert not is_consistent(old, size, luck.randbytes(32), root, path)
    assert not is_consistent(old, size, old_root, luck.randbytes(32), path)
    assert not is_consistent(size + 1, size, old_root, root, path)
    assert not is_consistent(-1, size, old_root, root, path)
    assert not is_consistent(old, 4 * size, old_root, root, path)
    if old < size:
        assert not is_consistent(old, size, TREE.root(old - 1), root, path)


def test_a_tree_that_changed_one_leaf_is_not_consistent_with_what_it_was() -> None:
    for changed in range(20):
        leaves = [*LEAVES[:20], *LEAVES[30:45]]
        leaves[changed] = b"rewritten"
        other = grown(leaves)
        for size in range(21, 36):
            path = other.consistency(20, size)
            assert not is_consistent(20, size, TREE.root(20), other.root(size), path)


def test_an_empty_tree_begins_every_tree_and_nothing_else_is_empty() -> None:
    assert TREE.root(0) == EMPTY == sha256().digest()
    assert is_consistent(0, 0, EMPTY, EMPTY, [])
    assert not is_consistent(0, 5, TREE.root(5), TREE.root(5), [])
    assert not is_consistent(0, 5, EMPTY, TREE.root(5), [TREE.root(5)])
    assert not is_consistent(0, 0, EMPTY, TREE.root(5), [])


def test_a_node_is_no_leaf() -> None:
    """Second preimages: what stands above two leaves must not pass for one."""
    one, two = map(leaf_hash, LEAVES[:2])
    assert leaf_hash(one + two) != node_hash(one, two)
    assert not is_included(leaf_hash(one + two), 0, 1, [], TREE.root(2))


def test_what_is_kept_is_two_hashes_a_leaf() -> None:
    for size in (1, 2, 1000, 1024):
        tree = grown([b""] * size)
        assert len(tree) == size
        assert sum(map(len, tree.levels)) < 64 * size
