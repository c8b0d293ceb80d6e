"""Snapshots of long archived logs: the table at its end and on the way, to fold few events.

A snapshot is a cache and no proof. It stands beside the log in the archive, compressed:

    {"code":...,"format":"fairdeal/snap/1","head":...,"marks":[n, n ...],"n":...,"table":...}
    <the table at its end>
    [<the table after event n>,[[seat, since] ...]]          one a mark

Where it is missing, unreadable, made by other code or of another log, the log is folded.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import orjson

from events.record.chain import canonical
from events.record.codec import Stored, UnknownEvent
from events.record.steps import Mark, marked
from events.store.archive import Archive, packed, snapshot_name
from events.store.folded import dumped, loaded
from games import NEWEST
from games.core.contract import RulesNotInstalled
from games.core.values import BadValue
from games.table import Table

FORMAT = "fairdeal/snap/1"
LEAST = 500  # events of a log that gets a snapshot: a shorter one is folded as fast
EVERY = 250  # events between two marks in a long hand
ROOT = Path(__file__).parents[2]
FOLDING = ("games/core", "games/table")  # code on which the state of any table depends
UNREADABLE = (BadValue, ValueError, LookupError, TypeError)
READING = (
    "events/record/codec.py",
    "events/store/folded.py",
    "events/store/snapshots.py",
    "events/record/steps.py",
)


def keep_snapshot(archive: Archive, table: str, events: Sequence[Stored]) -> bool:
    """Write the snapshot of an archived table if its log is long; say whether there is one."""
    if len(events) < LEAST:
        return False
    with suppress(
        UnknownEvent, RulesNotInstalled
    ):  # nothing here can fold it: it is kept all the same
        archive.put(snapshot_name(table), packed(snapshot(table, events)))
        return True
    return False


def snapshot(table: str, events: Sequence[Stored]) -> bytes:
    """Return the text of a snapshot of a whole log."""
    marks: list[Mark] = []
    for mark, step in marked(table, events, Mark()):
        far = mark.n - (marks[-1].n if marks else 0) >= EVERY
        if far or step.deals():
            marks.append(mark)
    header = {
        "format": FORMAT,
        "table": table,
        "n": events[-1].n,
        "head": events[-1].h.hex(),
        "code": CODE[step.table.game.name],
        "marks": [mark.n for mark in marks],
    }
    rows = [step.table, *([mark.table, list(mark.since.items())] for mark in marks)]
    return b"\n".join([canonical(header), *map(dumped, rows)])


def fitting(archive: Archive | None, table: str, events: Sequence[Stored]) -> list[bytes] | None:
    """Return the lines of a table's snapshot if it is of these events and of this code."""
    if archive is None or len(events) < LEAST or not (lines := archive.snapshot(table)):
        return None
    last, opened = events[-1], orjson.loads(events[0].e)["data"]
    with suppress(*UNREADABLE):
        code = CODE[opened["game"]]
        header = orjson.loads(lines[0])
        found = [header[name] for name in ("format", "table", "n", "head", "code")]
        return lines if found == [FORMAT, table, last.n, last.h.hex(), code] else None
    return None


def table_at_end(archive: Archive | None, table: str, events: Sequence[Stored]) -> Table | None:
    """Return an archived table without folding its events; None where that can't be."""
    lines = fitting(archive, table, events)
    with suppress(*UNREADABLE):
        return None if lines is None else loaded(orjson.loads(lines[1]))
    return None


def mark_before(archive: Archive | None, table: str, events: Sequence[Stored], n: int) -> Mark:
    """Return the newest mark before event n; the one before event 1 where there is no other."""
    lines = fitting(archive, table, events)
    with suppress(*UNREADABLE):
        at = 0 if lines is None else bisect_left(orjson.loads(lines[0])["marks"], n)
        if lines is not None and at > 0:
            data, since = orjson.loads(lines[1 + at])
            return Mark(loaded(data), dict(since))
    return Mark()


def fingerprint(game: str) -> str:
    """Return what changes with any code on which the folded state of a game's table depends."""
    found = hashlib.sha256(FORMAT.encode())
    folders = [*map(ROOT.joinpath, FOLDING), folder_of(NEWEST[game].package)]
    sources = [(one, path) for one in folders for path in sorted(one.rglob("*.py"))]
    for folder, path in (*sources, *((ROOT, ROOT / name) for name in READING)):
        text = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()


def folder_of(package: str) -> Path:
    """Return the folder of a game's package; those of others lie elsewhere than ours."""
    ours = ROOT.joinpath(*package.split("."))
    return ours if ours.is_dir() else Path(str(files(package)))


# Now, and not when it is needed: by then the files may be those of a newer version.
CODE = {name: fingerprint(name) for name in NEWEST}
