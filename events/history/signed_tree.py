"""The newest tree of heads that was signed for, kept in a file beside the signing key.

It is on disk before its checkpoint goes out. A store that comes back without those leaves, or with
others, holds an older copy of the data: to sign for it would tell two histories.
"""

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.history.signing_keys import lock_key_folder, stamp_of, write_temporary_file
from games.core.errors import FairdealError

FILE = "signed-tree.json"
MAX_SIZES = 64  # sizes


class StoreBehind(FairdealError):
    """The store lacks what was signed: nothing more is signed or taken."""

    code, status, retry_after = "service/store_behind", 503, 60
    detail = (
        "The store lacks data that this server has signed, so the server accepts and signs"
        " nothing. Its operator must restore a newer copy, or publish the loss with `fairdeal"
        " accept-loss`; see docs/how-to/recover-from-a-loss.md"
    )


class SignedSize(NamedTuple):
    """The size of a tree that was signed for, its root in hex, and some smaller ones before it."""

    size: int = 0
    root: str = ""
    before: tuple[tuple[int, str], ...] = ()


class SignedTree:
    """What was signed for last, by all processes that share a folder; safe between threads."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / FILE
        self.lock = threading.Lock()
        self.stamp: tuple[int, int, int] | None = None
        self.known = SignedSize()

    def newest(self) -> SignedSize:
        """Return the largest tree that was signed for; of size 0 where none was."""
        with self.lock:
            try:
                stamp = stamp_of(self.path)
            except FileNotFoundError:
                self.stamp, self.known = None, SignedSize()
                return self.known
            if stamp != self.stamp:
                data: Any = orjson.loads(self.path.read_bytes())
                self.stamp, self.known = stamp, _read_size(data)
            return self.known

    def note(self, size: int, root: str) -> None:
        """Have it on disk that a tree is signed for, unless a larger one is there."""
        if size <= self.newest().size:
            return
        with lock_key_folder(self.folder):
            last = self.newest()
            if size > last.size:
                before = [(last.size, last.root), *last.before][:MAX_SIZES] if last.size else []
                self.write(size, root, before)

    def forget_behind(self, most: int) -> None:
        """Forget trees of more than `most` leaves: a loss was published."""
        with lock_key_folder(self.folder):
            last = self.newest()
            sizes = [(last.size, last.root), *last.before]
            left = [(size, root) for size, root in sizes if 0 < size <= most]
            if left:
                self.write(*left[0], left[1:])
            else:
                self.path.unlink(missing_ok=True)

    def write(self, size: int, root: str, before: Sequence[tuple[int, str]]) -> None:
        """Have it on disk, under the lock, which tree is signed for, and some before it."""
        data = orjson.dumps({"size": size, "root": root, "before": before})
        with write_temporary_file(self.path, data) as part:
            os.replace(part, self.path)


def _read_size(data: Any) -> SignedSize:
    """Return what stands in the file."""
    before = tuple((size, root) for size, root in data.get("before", ()))
    return SignedSize(data["size"], data["root"], before)
