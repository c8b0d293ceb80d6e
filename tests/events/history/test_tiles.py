"""Tiles of the tree: named and cut as c2sp.org/tlog-tiles says."""

import pytest

from events.history.merkle import HASH, Tree, leaf_hash
from events.history.tiles import (
    Tile,
    decode_entry_bundle,
    encode_entry_bundle,
    read_tile,
    tile_hashes,
)


def grown(first: int, end: int) -> Tree:
    tree = Tree()
    for number in range(first, end):
        tree.append(b"%d" % number)
    return tree


@pytest.mark.parametrize(
    ("tile", "path", "leaves"),
    [
        (Tile(0, 0), "0/000", 256),
        (Tile(0, 1234067), "0/x001/x234/067", 1234068 * 256),
        (Tile(None, 999, 3), "entries/999.p/3", 999 * 256 + 3),
        (Tile(None, 1000), "entries/x001/000", 1001 * 256),
        (Tile(2, 0, 1), "2/000.p/1", 65536),
        (Tile(63, 0, 1), "63/000.p/1", 256**63),
    ],
)
def test_a_tile_has_one_name_and_needs_so_many_leaves(tile: Tile, path: str, leaves: int) -> None:
    assert (tile.path, tile.leaves, read_tile(path)) == (path, leaves, tile)


@pytest.mark.parametrize(
    "path",
    ["", "0", "0/", "0/0", "0/00", "0/0000", "00/000", "64/000", "0/x000/000", "0/x01/000",
     "0/001/000", "0/000.p/0", "0/000.p/256", "0/000.p/01", "0/000.p/", "0/000.p", "x/000",
     "entries/", "0/000/", "/0/000", "0/\u0661\u0661\u0661", "-1/000"],
)  # fmt: skip
def test_nothing_else_is_a_tile(path: str) -> None:
    assert read_tile(path) is None


def test_a_full_tile_is_a_hash_of_the_level_above() -> None:
    """The example of the specification, smaller: 600 leaves are 2 tiles, 88 hashes and 2."""
    tree = grown(0, 600)
    full, part, above = (
        tile_hashes(tree, Tile(0, 1)),
        tile_hashes(tree, Tile(0, 2, 88)),
        tile_hashes(tree, Tile(1, 0, 2)),
    )
    assert [len(one) // HASH for one in (full, part, above)] == [256, 88, 2]
    assert full == b"".join(leaf_hash(b"%d" % number) for number in range(256, 512))
    assert above[HASH:] == grown(256, 512).root(256)


def test_entries_are_bundled_with_their_lengths() -> None:
    entries = [b"", b"a", b"b" * 300]
    assert encode_entry_bundle(entries)[:5] == b"\0\0\0\x01a"
    assert [*decode_entry_bundle(encode_entry_bundle(entries))] == entries
    for cut in (1, 2, 100):
        with pytest.raises(ValueError, match="cut short"):
            list(decode_entry_bundle(encode_entry_bundle(entries)[:-cut]))
