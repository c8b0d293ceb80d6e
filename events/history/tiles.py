"""Tiles: the tree of heads cut into files of 256 hashes, as c2sp.org/tlog-tiles says."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from events.history.merkle import HASH, MerkleTree, leaf_hash, node_hash

WIDTH = 256  # hashes of a full tile
HEIGHT = 8  # levels of the tree between two levels of tiles
LEVELS = 5  # of tiles: beyond any tree
TILES, NODES = 256, 4_096  # looked at last that a tree keeps: 2 MB, and 0.6 MB
LENGTH = 2  # bytes before an entry that say how long it is
NAMED = re.compile(r"(entries|[0-9]{1,2})/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([0-9]{1,3}))?")


class Tile(NamedTuple):
    """A tile: its level (None: the entries below level 0), its place there, how many hashes."""

    level: int | None
    place: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Return how it is asked for.

        >>> Tile(0, 1234067).path, Tile(None, 5, 17).path
        ('0/x001/x234/067', 'entries/005.p/17')
        """
        digits = f"{self.place:03}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        place = "/".join([*(f"x{part}" for part in parts[:-1]), parts[-1]])
        part = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{'entries' if self.level is None else self.level}/{place}{part}"

    @property
    def first(self) -> int:
        """Return the index of its first hash, or entry."""
        return self.place * WIDTH

    @property
    def leaves(self) -> int:
        """Return how many leaves a tree must have for this tile."""
        return self.first + self.width << HEIGHT * (self.level or 0)


def read_tile(path: str) -> Tile | None:
    """Return the tile that is asked for; None for a path that names none."""
    match = NAMED.fullmatch(path)
    if match is None:
        return None
    level = None if match[1] == "entries" else int(match[1])
    place = int(re.sub("[x/]", "", match[2]))
    tile = Tile(level, place, int(match[3] or WIDTH))
    fits = tile.path == path and tile.width > 0 and (level or 0) < 64  # each has one name
    return tile if fits else None


class TiledTree(MerkleTree):
    """A tree whose tiles are kept elsewhere: here are those looked at last, and the new ones.

    `stored` gives the hashes on a level of tiles from one place to before another, of a tree of
    `size` leaves, a whole number of tiles; it is asked for one tile at a time. Tiles of level 0
    that are complete count as stored there too; of what lies above, 32 bytes a tile stay here.
    """

    def __init__(self, size: int, stored: Callable[[int, int, int], bytes]) -> None:
        assert size % WIDTH == 0
        self.size, self.stored = size, stored
        self.first = [size >> HEIGHT * level for level in range(LEVELS)]  # place of the first here
        self.new = [bytearray() for _ in range(LEVELS)]
        self.tiles: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self.nodes: OrderedDict[tuple[int, int], bytes] = OrderedDict()

    def __len__(self) -> int:
        """Return the number of leaves."""
        return self.size

    def append(self, data: bytes) -> None:
        """Add a leaf."""
        self.push(0, leaf_hash(data))
        self.size += 1

    def push(self, level: int, node: bytes) -> None:
        """Add a hash to a level of tiles, and to the next one when that makes a tile complete."""
        new = self.new[level]
        new.extend(node)
        count = self.first[level] + len(new) // HASH
        if count % WIDTH:
            return
        tile = self.row(HEIGHT * level, count - WIDTH, count)
        self.push(level + 1, subtree_root(tile))
        if level == 0:
            _put_in_lru_cache(self.tiles, (0, count // WIDTH - 1), tile, TILES)
            self.first[0], self.new[0] = count, bytearray()

    def row(self, level: int, first: int, end: int) -> bytes:
        """Return the hashes on a level of tiles from one place to before another, of one tile."""
        level //= HEIGHT
        begin, here = first // WIDTH * WIDTH, self.first[level]
        old = b""
        if first < here:
            tile = self.tile(level, begin, min(begin + WIDTH, here))
            old = tile[HASH * (first - begin) : HASH * (end - begin)]
        return old + self.new[level][HASH * max(0, first - here) : HASH * max(0, end - here)]

    def tile(self, level: int, first: int, end: int) -> bytes:
        """Return a tile, or the part of it that is stored."""
        tile = self.tiles.get((level, first // WIDTH))
        if tile is None:
            tile = self.stored(level, first, end)
        _put_in_lru_cache(self.tiles, (level, first // WIDTH), tile, TILES)
        return tile

    def node(self, level: int, at: int) -> bytes:
        """Return the hash over the complete subtree of 2^level leaves at a place on its level."""
        node = self.nodes.get((level, at))
        if node is None:
            rest = level % HEIGHT
            node = subtree_root(self.row(level - rest, at << rest, at + 1 << rest))
        _put_in_lru_cache(self.nodes, (level, at), node, NODES)
        return node


def _put_in_lru_cache(
    cache: OrderedDict[tuple[int, int], bytes], key: tuple[int, int], what: bytes, most: int
) -> None:
    """Keep what was looked at last, and forget what was looked at least recently."""
    cache[key] = what
    cache.move_to_end(key)
    if len(cache) > most:
        cache.popitem(last=False)


def subtree_root(hashes: bytes) -> bytes:
    """Return the hash over the complete subtree above neighbours, a power of two of them."""
    while len(hashes) > HASH:
        pairs = range(0, len(hashes), 2 * HASH)
        hashes = b"".join(
            node_hash(hashes[at : at + HASH], hashes[at + HASH : at + 2 * HASH]) for at in pairs
        )
    return hashes


def tile_hashes(tree: MerkleTree, tile: Tile) -> bytes:
    """Return the bytes of a tile of a tree that has it."""
    assert tile.level is not None
    return tree.row(HEIGHT * tile.level, tile.first, tile.first + tile.width)


def encode_entry_bundle(entries: Iterable[bytes]) -> bytes:
    """Return entries with the length of each before it."""
    return b"".join(len(entry).to_bytes(LENGTH, "big") + entry for entry in entries)


def decode_entry_bundle(data: bytes) -> Iterator[bytes]:
    """Yield the entries of a bundle; ValueError for what is none."""
    at = 0
    while at < len(data):
        end = at + LENGTH + int.from_bytes(data[at : at + LENGTH], "big")
        if end > len(data) or at + LENGTH > len(data):
            raise ValueError("a bundle of entries is cut short")
        yield data[at + LENGTH : end]
        at = end
