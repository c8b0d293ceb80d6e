"""Tiles: the tree of heads cut into files of 256 hashes, as c2sp.org/tlog-tiles says."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from events.record.merkle import HASH, Tree

WIDTH = 256  # hashes of a full tile
HEIGHT = 8  # levels of the tree between two levels of tiles
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
    found = NAMED.fullmatch(path)
    if found is None:
        return None
    level = None if found[1] == "entries" else int(found[1])
    place = int(re.sub("[x/]", "", found[2]))
    tile = Tile(level, place, int(found[3] or WIDTH))
    fits = tile.path == path and tile.width > 0 and (level or 0) < 64  # each has one name
    return tile if fits else None


def hashes(tree: Tree, tile: Tile) -> bytes:
    """Return the bytes of a tile of a tree that has it."""
    assert tile.level is not None
    level = tree.levels[HEIGHT * tile.level]
    return bytes(level[HASH * tile.first : HASH * (tile.first + tile.width)])


def bundle(entries: Iterable[bytes]) -> bytes:
    """Return entries with the length of each before it."""
    return b"".join(len(entry).to_bytes(LENGTH, "big") + entry for entry in entries)


def unbundled(data: bytes) -> Iterator[bytes]:
    """Yield the entries of a bundle; ValueError for what is none."""
    at = 0
    while at < len(data):
        end = at + LENGTH + int.from_bytes(data[at : at + LENGTH], "big")
        if end > len(data) or at + LENGTH > len(data):
            raise ValueError("a bundle of entries is cut short")
        yield data[at + LENGTH : end]
        at = end
