"""Every leaf of a tree, followed: what a monitor knows, in one file that survives a `kill -9`.

All leaves are kept (SQLite), so whatever comes is held to all that came before it, and a lie can be
proven. Nothing is kept of a checkpoint before all of its leaves are here, hash to its root and tell
no lie.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from events.history.checkpoints import KEY, LOST, Checkpoint, Leaf, read_checkpoint
from events.history.merkle import Tree
from events.record.receipts import LATE, PublicKey, read_public_key
from events.verify.history.lies import (
    FORMAT,
    HOUR,
    LIES,
    TreeFault,
    is_announced,
    lie_between_leaves,
    lie_of_leaf,
    read_leaf,
)

TABLES = """
CREATE TABLE IF NOT EXISTS leaves (
    place INTEGER PRIMARY KEY, entry BLOB NOT NULL, stream TEXT NOT NULL, at INTEGER NOT NULL,
    end INTEGER
);
CREATE INDEX IF NOT EXISTS streams ON leaves (stream, place);
CREATE INDEX IF NOT EXISTS times ON leaves (at);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
NEWEST = """
SELECT place, entry, end FROM leaves AS own WHERE end < ? AND NOT EXISTS (
    SELECT 1 FROM leaves WHERE stream = own.stream AND place > own.place
) ORDER BY place
"""
Json = dict[str, Any]


class TreeMismatch(Exception):
    """What was given does not hash to the signed root, or goes on from another tree."""


class TreeWatch:
    """What is known of a server's tree."""

    def __init__(self, path: Path) -> None:
        """Read what is known; a file that is not there is made.

        Raises:
            sqlite3.DatabaseError: it is another file, damaged, or used by another monitor.
        """
        self.db = sqlite3.connect(path, timeout=1)
        self.db.execute("PRAGMA locking_mode=EXCLUSIVE")
        self.db.executescript(TABLES)
        with self.db:  # the lock is held from the first write on
            self.db.execute("INSERT OR REPLACE INTO facts VALUES ('format', 'fairdeal/monitor/1')")
        self.tree = Tree()
        for (entry,) in self.db.execute("SELECT entry FROM leaves ORDER BY place"):
            self.tree.append(entry)

    def close(self) -> None:
        """Let the file go."""
        self.db.close()

    def fact(self, name: str) -> str | None:
        """Return a fact that was kept."""
        row = self.db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def keep(self, **facts: str) -> None:
        """Keep facts."""
        with self.db:
            self.write(facts)

    def write(self, facts: dict[str, str]) -> None:
        """Write facts, within a transaction or as one."""
        self.db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts.items())

    @property
    def checkpoint(self) -> Checkpoint | None:
        """Return the newest checkpoint whose leaves are all here."""
        note = self.fact("checkpoint")
        return None if note is None else read_checkpoint(note)

    @property
    def keys(self) -> list[PublicKey]:
        """Return the server's keys, as they are trusted here."""
        return [read_public_key(row) for row in orjson.loads(self.fact("keys") or b"[]")]

    def leaf(self, place: int) -> Leaf | None:
        """Return a leaf that is known."""
        row = self.db.execute("SELECT entry FROM leaves WHERE place = ?", (place,)).fetchone()
        return None if row is None else read_leaf(row[0])

    def take(self, note: str, entries: Sequence[bytes]) -> TreeFault | None:
        """Take in the leaves with which the tree of a signed checkpoint goes on.

        Returns:
            The lie that they show; then nothing is kept.

        Raises:
            TreeMismatch: all leaves together do not hash to the root.
        """
        checkpoint, begun = read_checkpoint(note), len(self.tree)
        for entry in entries:
            self.tree.append(entry)
        if len(self.tree) != checkpoint.size or self.tree.root(checkpoint.size) != checkpoint.root:
            self.forget(begun)
            raise TreeMismatch(f"the leaves do not hash to the root of {checkpoint.size}")
        try:
            with self.db:
                self.db.execute("DELETE FROM leaves WHERE place >= ?", (begun,))  # what was lost
                lie = self.first_lie(begun, entries, checkpoint)
                if lie is not None:
                    raise TreeFaultFound(lie)
                self.write({"checkpoint": note})
        except TreeFaultFound as error:
            return error.lie
        return None

    def forget(self, size: int) -> None:
        """Let the tree be as it was with fewer leaves."""
        self.tree = Tree()
        rows = self.db.execute("SELECT entry FROM leaves WHERE place < ? ORDER BY place", (size,))
        for (entry,) in rows:
            self.tree.append(entry)

    def first_lie(
        self, begun: int, entries: Sequence[bytes], checkpoint: Checkpoint
    ) -> TreeFault | None:
        """Write leaves down one by one; return the first lie that they show, if any."""
        assert checkpoint.at is not None
        before = self.leaf(begun - 1)
        for place, entry in enumerate(entries, begun):
            leaf = read_leaf(entry)
            if (wrong := lie_of_leaf(leaf)) is not None:
                return _lie_of_leaves(wrong, place)
            assert leaf is not None
            if before is not None and leaf.at < before.at:
                return _lie_of_leaves("time_reversed", place - 1, place)
            if leaf.at > checkpoint.at + LATE:
                return _lie_of_leaves("time_reversed", place)
            if (lie := self.lie_within_stream(place, leaf)) is not None:
                return lie
            row = (place, entry, leaf.stream, leaf.at, leaf.end)
            self.db.execute("INSERT INTO leaves VALUES (?, ?, ?, ?, ?)", row)
            before = leaf
        return self.missing_end()

    def lie_within_stream(self, place: int, leaf: Leaf) -> TreeFault | None:
        """Return the lie between a leaf and those of its stream before it."""
        query = "SELECT place, entry FROM leaves WHERE stream = ? ORDER BY place DESC"
        row = self.db.execute(query, (leaf.stream,)).fetchone()
        if row is None:
            return None if is_announced(leaf) else _lie_of_leaves("unannounced", place)
        newest = read_leaf(row[1])
        assert newest is not None
        wrong = lie_between_leaves(newest, leaf)
        return None if wrong is None else _lie_of_leaves(wrong, row[0], place)

    def missing_end(self) -> TreeFault | None:
        """Return the lie of a table whose end is overdue by the tree's own time."""
        newest = self.db.execute("SELECT place, at FROM leaves ORDER BY place DESC").fetchone()
        for place, end in self.overdue(newest[1] if newest else 0):
            after = "SELECT place, at FROM leaves WHERE at > ? ORDER BY place LIMIT 1"
            begun = self.db.execute(after, (end,)).fetchone()
            if begun is not None and newest[1] >= begun[1] + HOUR:
                return _lie_of_leaves("no_end", place, begun[0], newest[0])
        return None

    def overdue(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield place and latest end of tables of which there should be another leaf by a time."""
        for place, _, end in self.db.execute(NEWEST, (at,)).fetchall():
            yield place, end

    def running(self) -> int:
        """Return how many tables have not ended."""
        return sum(1 for _ in self.overdue(2**53))

    def key_changes(self) -> Iterator[tuple[int, str]]:
        """Yield number and head of the changes of the server's key in the tree."""
        for (entry,) in self.db.execute("SELECT entry FROM leaves ORDER BY place"):
            leaf = read_leaf(entry)
            if leaf is not None and leaf.kind in (KEY, LOST):
                yield leaf.n, leaf.head


class TreeFaultFound(Exception):
    """A lie was found: what was written since is taken back."""

    def __init__(self, lie: TreeFault) -> None:
        super().__init__(lie.why)
        self.lie = lie


def _lie_of_leaves(kind: str, *places: int) -> TreeFault:
    """Return a lie that leaves at these places show."""
    which = " and ".join(f"leaf {place}" for place in places)
    return TreeFault(kind, f"{LIES[kind]}: {which}", places)


def lie_file(
    lie: TreeFault, notes: Iterable[str], entries: Sequence[bytes], keys: Iterable[PublicKey]
) -> Json:
    """Return what proves a lie; `entries` are all leaves of the first checkpoint's tree."""
    tree = Tree()
    for entry in entries:
        tree.append(entry)
    leaves = [
        {
            "index": place,
            "entry": entries[place].decode("utf-8", "replace"),
            "path": [node.hex() for node in tree.inclusion(place, len(tree))],
        }
        for place in lie.places
    ]
    return {
        "format": FORMAT, "kind": lie.kind, "why": lie.why, "checkpoints": [*notes],
        "leaves": leaves, "consistency": None, "keys": [key.as_json() for key in keys],
    }  # fmt: skip
