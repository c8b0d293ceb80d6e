"""A folder of this process alone for what is sent to be verified and what is unpacked of it.

A process that is killed leaves its folder behind; the next one that begins removes it.
"""

import fcntl
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = "lock"  # held by whom a folder belongs to; in the folder of all, by whoever begins or sweeps


class SpoolFolder:
    """Folders for a while, below one that all processes of a server share."""

    def __init__(self, shared: Path) -> None:
        self.shared, self.lock = shared, threading.Lock()
        self.own: Path | None = None  # made when it is needed
        if shared.is_dir():
            with _locked(shared / LOCK):
                _sweep(shared)

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """Make a folder, which is gone afterwards whatever happens."""
        with self.lock:
            if self.own is None:
                self.own = self._make_own()
        with tempfile.TemporaryDirectory(dir=self.own) as name:
            yield Path(name)

    def _make_own(self) -> Path:
        """Make the folder of this process, and hold its lock as long as the process lives."""
        self.shared.mkdir(parents=True, exist_ok=True)
        with _locked(self.shared / LOCK):
            own = Path(tempfile.mkdtemp(dir=self.shared))
            held = os.open(own / LOCK, os.O_CREAT | os.O_RDWR)
            fcntl.flock(held, fcntl.LOCK_EX)
            weakref.finalize(self, os.close, held)
        return own


def _sweep(shared: Path) -> None:
    """Remove the folders of processes that have ended."""
    for folder in shared.iterdir():
        if not folder.is_dir():
            continue
        with (folder / LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue  # it is in use
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock for a moment."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
