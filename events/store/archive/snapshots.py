"""Snapshots of tables, to fold few events: of long archived ones, and of those that are live.

A snapshot is a cache and no proof. It stands beside the log, compressed:

    {"code":...,"format":"fairdeal/snap/1","game":...,"head":...,"marks":[...],"n":...,"table":...}
    <the table after event n>
    [<the table after an event in marks>,[[seat, since] ...]]          one a mark

In the archive that is the table at its end and on the way. That of a live table has no marks, is
written with every eighth event or so by the script that appends it, and begins with n and a
space, so that a script can tell which events follow.

Where it is missing, unreadable, made by other code or of another log, the log is folded.
"""

import hashlib
import threading
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import orjson
import zstandard

from events.record.chain import canonical_json
from events.record.codec import StoredEvent, UnknownEvent
from events.record.steps import ReplayMark, steps_from_mark
from events.store.archive.log_archive import Archive, compress_log, snapshot_name
from events.store.archive.snapshot_codec import dump_table, load_table
from games import NEWEST
from games.core.contract import RulesNotInstalled
from games.core.type_hints.values import BadValue
from games.table import Table

FORMAT = "fairdeal/snap/1"
LEAST = 500  # events of a log that gets a snapshot: a shorter one is folded as fast
LIVE = 8  # events between two snapshots of a live table: a later one takes longer to fold
EVERY = 250  # events between two marks in a long hand
ROOT = Path(__file__).parents[3]
FOLDING = ("games/core", "games/table")  # code on which the state of any table depends


class FrameCodec(threading.local):
    """What compresses with a checksum, and back: one of each for a thread."""

    def __init__(self) -> None:
        self.compressor = zstandard.ZstdCompressor(level=1, write_checksum=True)
        self.decompressor = zstandard.ZstdDecompressor()


FRAMES = FrameCodec()
UNREADABLE = (BadValue, ValueError, LookupError, TypeError)
READING = (
    "events/record/codec.py",
    "events/store/archive/snapshot_codec.py",
    "events/store/archive/snapshots.py",
    "events/record/steps.py",
)


def keep_snapshot(archive: Archive, table: str, events: Sequence[StoredEvent]) -> bool:
    """Write the snapshot of an archived table if its log is long; say whether there is one."""
    if len(events) < LEAST:
        return False
    with suppress(
        UnknownEvent, RulesNotInstalled
    ):  # nothing here can fold it: it is kept all the same
        archive.put(snapshot_name(table), compress_log(_snapshot_text(table, events)))
        return True
    return False


def _snapshot_text(table: str, events: Sequence[StoredEvent]) -> bytes:
    """Return the text of a snapshot of a whole log."""
    marks: list[ReplayMark] = []
    for mark, step in steps_from_mark(table, events, ReplayMark()):
        far = mark.n - (marks[-1].n if marks else 0) >= EVERY
        if far or step.deals():
            marks.append(mark)
    assert step.table.n == events[-1].n, f"folded to {step.table.n} of {events[-1].n} events"
    first = _snapshot_header(step.table, events[-1].h, [mark.n for mark in marks])
    rows = [step.table, *([mark.table, list(mark.since.items())] for mark in marks)]
    return b"\n".join([first, *map(dump_table, rows)])


def _snapshot_header(table: Table, head: bytes, marks: Sequence[int] = ()) -> bytes:
    """Return the first line of a snapshot."""
    game = table.game.name
    return canonical_json(
        {
            "format": FORMAT, "table": table.id, "n": table.n, "head": head.hex(), "game": game,
            "code": CODE[game], "marks": list(marks),
        }
    )  # fmt: skip


def snapshot_behind(seen: int, table: Table, head: bytes) -> bytes:
    """Return the snapshot of a live table, `seen` events of which were there; b"" if not due."""
    if seen // LIVE == table.n // LIVE or table.game.name not in CODE:
        return b""
    text = _snapshot_header(table, head) + b"\n" + dump_table(table)
    return b"%d " % table.n + FRAMES.compressor.compress(text)


def restore_table(text: bytes, stream: str) -> tuple[Table, bytes] | None:
    """Return a live table from its snapshot, and the head there; None where that can't be."""
    with suppress(zstandard.ZstdError, *UNREADABLE):
        n, _, frame = text.partition(b" ")
        if frame:
            first, row = FRAMES.decompressor.decompress(frame).split(b"\n")
            known = orjson.loads(first)
            header = [known[name] for name in ("format", "table", "n", "code")]
            if header == [FORMAT, stream, int(n), CODE[known["game"]]]:
                table = load_table(orjson.loads(row))
                if table.n == known["n"]:
                    return table, bytes.fromhex(known["head"])
    return None


def _usable_snapshot_lines(
    archive: Archive | None, table: str, events: Sequence[StoredEvent]
) -> list[bytes] | None:
    """Return the lines of a table's snapshot if it is of these events and of this code."""
    if archive is None or len(events) < LEAST or not (lines := archive.snapshot(table)):
        return None
    last, opened = events[-1], orjson.loads(events[0].e)["data"]
    with suppress(*UNREADABLE):
        code = CODE[opened["game"]]
        known = orjson.loads(lines[0])
        header = [known[name] for name in ("format", "table", "n", "head", "code")]
        return lines if header == [FORMAT, table, last.n, last.h.hex(), code] else None
    return None


def table_at_end(
    archive: Archive | None, table: str, events: Sequence[StoredEvent]
) -> Table | None:
    """Return an archived table without folding its events; None where that can't be."""
    lines = _usable_snapshot_lines(archive, table, events)
    with suppress(*UNREADABLE):
        return None if lines is None else load_table(orjson.loads(lines[1]))
    return None


def mark_before(
    archive: Archive | None, table: str, events: Sequence[StoredEvent], n: int
) -> ReplayMark:
    """Return the newest mark before event n; the one before event 1 where there is no other."""
    lines = _usable_snapshot_lines(archive, table, events)
    with suppress(*UNREADABLE):
        at = 0 if lines is None else bisect_left(orjson.loads(lines[0])["marks"], n)
        if lines is not None and at > 0:
            data, since = orjson.loads(lines[1 + at])
            return ReplayMark(load_table(data), dict(since))
    return ReplayMark()


def code_fingerprint(game: str) -> str:
    """Return what changes with any code on which the folded state of a game's table depends."""
    digest = hashlib.sha256(FORMAT.encode())
    folders = [*map(ROOT.joinpath, FOLDING), _folder_of(NEWEST[game].package)]
    sources = [(one, path) for one in folders for path in sorted(one.rglob("*.py"))]
    for folder, path in (*sources, *((ROOT, ROOT / name) for name in READING)):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _folder_of(package: str) -> Path:
    """Return the folder of a game's package; those of others lie elsewhere than ours."""
    ours = ROOT.joinpath(*package.split("."))
    return ours if ours.is_dir() else Path(str(files(package)))


# Now, and not when it is needed: by then the files may be those of a newer version.
CODE = {name: code_fingerprint(name) for name in NEWEST}
