"""What was signed last in each partition, kept in a file beside the signing key.

A line a partition, of one length, written over in place: it is there whichever process is killed,
and in time whatever happens to the machine. A store that lacks one of these events holds an older
copy of the data. All processes that share the folder write into the one file, each under a lock.
"""

import fcntl
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import orjson

FILE = "signed-heads.jsonl"
LINE = 320  # bytes; the longest has fewer


class NewestAppend(NamedTuple):
    """The newest append of a partition that something was signed after.

    Attributes:
        place: its id in the feed, which rises within a partition.
        n, head: of its last event.
    """

    place: str
    stream: str
    n: int
    head: bytes


class SignedHeads:
    """The newest append of each partition that something was signed after; thread-safe."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = folder / FILE
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        self.lock = threading.Lock()

    def __del__(self) -> None:
        """Close the file."""
        with suppress(AttributeError):
            os.close(self.file)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep other threads and processes out, for a moment."""
        with self.lock:
            fcntl.flock(self.file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self.file, fcntl.LOCK_UN)

    def note(self, partition: int, newest: NewestAppend) -> None:
        """Remember an append that is signed for, unless a newer one of its partition is there."""
        row = [newest.place, newest.stream, newest.n, newest.head.hex()]
        line = orjson.dumps(row).ljust(LINE - 1) + b"\n"
        assert len(line) == LINE, newest
        file, start, place = self.file, partition * LINE, _place_in(line)
        with self.lock:  # as `exclusive`, which takes 2 us more
            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                if _place_in(os.pread(file, LINE, start)) < place:
                    os.pwrite(file, line, start)
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)

    def newest(self) -> dict[int, NewestAppend]:
        """Return what is remembered, by partition."""
        with self.exclusive():
            partitions = range(os.fstat(self.file).st_size // LINE)
            by_partition = {partition: self.read(partition) for partition in partitions}
        return {partition: one for partition, one in by_partition.items() if one is not None}

    def read(self, partition: int) -> NewestAppend | None:
        """Return what is remembered of a partition."""
        text = os.pread(self.file, LINE, partition * LINE).strip(b"\0 \n")
        if not text:
            return None
        row: Any = orjson.loads(text)
        return NewestAppend(row[0], row[1], row[2], bytes.fromhex(row[3]))

    def forget(self, lost: Mapping[int, NewestAppend]) -> None:
        """Forget what was lost of each partition: that was published."""
        with self.exclusive():
            for partition, one in lost.items():
                if self.read(partition) == one:
                    os.pwrite(self.file, b"\n".rjust(LINE), partition * LINE)


def _place_in(line: bytes) -> tuple[int, int]:
    """Return the place with which a line begins, as numbers; of an empty line one before all."""
    if not line.startswith(b'["'):
        return -1, -1
    ms, _, sequence = line[2 : line.index(b'"', 2)].partition(b"-")
    return int(ms), int(sequence)
