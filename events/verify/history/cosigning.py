"""What a witness answers, as c2sp.org/tlog-witness says: pure, but for the file of each log.

A witness cosigns a checkpoint only if it goes on from the last one that it cosigned of this log, so
of two histories only one gets its name.
"""

import fcntl
import hashlib
import os
import re
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from events.history.checkpoints import SIZE, Checkpoint, read_checkpoint
from events.history.merkle import EMPTY, HASH, is_consistent
from events.history.notes import (
    COSIGNATURE,
    BadNote,
    NoteKey,
    SignedNote,
    cosignature_by,
    decode_base64,
)
from events.record.receipts import Signer

MOST_PROOF = 63  # hashes
MAX_REFUSED = 100  # refused checkpoints of a log
OLD = re.compile(f"old ({SIZE.pattern})")
TEXT, NUMBER = "text/plain; charset=utf-8", "text/x.tlog.size"


class WitnessReply(NamedTuple):
    """What a witness answers: a status of HTTP, and a text."""

    status: int
    text: str
    kind: str = TEXT


class Submission(NamedTuple):
    """A checkpoint to cosign, and the proof that it goes on from an older size."""

    old: int
    path: list[bytes]
    checkpoint: Checkpoint


def _read_request(body: bytes) -> Submission:
    """Return what is asked for; BadNote for what is not of that form."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadNote("it is no UTF-8") from None
    before, blank, note = text.partition("\n\n")
    first, *lines = before.split("\n")
    old = OLD.fullmatch(first)
    if not blank or old is None or len(lines) > MOST_PROOF:
        raise BadNote("it takes a line `old` with a size, up to 63 hashes, an empty line, a note")
    path = [decode_base64(line) for line in lines]
    if any(len(node) != HASH for node in path):
        raise BadNote("a hash of the proof has not 32 bytes")
    return Submission(int(old[1]), path, read_checkpoint(note))


def _is_trusted(checkpoint: Checkpoint, keys: Sequence[NoteKey]) -> bool:
    """Say whether a log's own key signed a checkpoint, and none of its signatures is false."""
    try:
        signed = [checkpoint.note.is_signed_by(key) for key in keys]  # a false one may come last
    except BadNote:
        return False
    return any(signed)


def _refusal_reply(
    submission: Submission, known: Checkpoint | None, keys: Sequence[NoteKey]
) -> WitnessReply | None:
    """Return why a checkpoint is not cosigned; None where nothing is against it."""
    old, path, checkpoint = submission
    size = 0 if known is None else known.size
    if not _is_trusted(checkpoint, keys):
        return WitnessReply(403, "no signature by a key of this log, or a false one\n")
    if old > checkpoint.size:
        return WitnessReply(400, "the old size is larger than the checkpoint's\n")
    if old != size:
        return WitnessReply(409, f"{size}\n", NUMBER)
    if checkpoint.size == 0 and checkpoint.root != EMPTY:
        return WitnessReply(422, "this is not the root of the empty tree\n")
    if known is not None and size == checkpoint.size:
        if known.root != checkpoint.root:
            return WitnessReply(422, "another root of this size was cosigned\n")
        return WitnessReply(422, "there is nothing to prove\n") if path else None
    if old == 0:
        return WitnessReply(422, "the empty tree needs no proof\n") if path else None
    assert known is not None
    if not is_consistent(old, checkpoint.size, known.root, checkpoint.root, path):
        return WitnessReply(422, "the proof does not lead from the tree that was cosigned\n")
    return None


class Witness:
    """A witness with its key, the logs that it knows, and a folder that remembers their trees.

    Safe to share between threads; a second process in the same folder is refused.
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        signer: Signer,
        logs: Callable[[], Iterable[NoteKey]],
        now: Callable[[], int],
    ) -> None:
        """Take the folder; OSError where another process has it. `now` is in seconds."""
        self.folder, self.signer, self.logs, self.now = folder, signer, logs, now
        self.key = NoteKey(name, signer.public, COSIGNATURE)
        self.lock = threading.Lock()
        self.handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        """Give the folder back."""
        os.close(self.handle)

    def add_checkpoint(self, body: bytes) -> WitnessReply:
        """Cosign a checkpoint, or say why not."""
        try:
            submission = _read_request(body)
        except BadNote as bad:
            return WitnessReply(400, f"{bad}\n")
        checkpoint = submission.checkpoint
        keys = [key for key in self.logs() if key.name == checkpoint.origin]
        if not keys:
            return WitnessReply(404, "this log is not known here\n")
        with self.lock:
            refusal = _refusal_reply(submission, self.known(checkpoint.origin), keys)
            if refusal is not None:
                if refusal.status == 422:  # it may prove that the log tells two histories
                    self.keep_refused(checkpoint)
                return refusal
            text = checkpoint.note.text
            line = cosignature_by(self.key, self.signer.sign, text, self.now())
            own = [one for key in keys for one in checkpoint.note.by(key)]
            self.remember(checkpoint.origin, SignedNote(text, (*own, line)).write())
        return WitnessReply(200, line.line())

    def latest(self, origin_hash: str) -> WitnessReply:
        """Return the newest cosigned checkpoint of the log with this hash of its name."""
        path = self.folder / f"{origin_hash}.note"
        if not re.fullmatch("[0-9a-f]{64}", origin_hash) or not path.exists():
            return WitnessReply(404, "no checkpoint of such a log was cosigned\n")
        return WitnessReply(200, path.read_text())

    def known(self, origin: str) -> Checkpoint | None:
        """Return the checkpoint of a log that was cosigned last."""
        path = self.path(origin)
        return read_checkpoint(path.read_text()) if path.exists() else None

    def path(self, origin: str) -> Path:
        """Return the file of a log."""
        return self.folder / f"{hashlib.sha256(origin.encode()).hexdigest()}.note"

    def remember(self, origin: str, note: str) -> None:
        """Have a checkpoint on disk, whole or not at all."""
        _write_whole(self.path(origin), note)
        os.fsync(self.handle)

    def keep_refused(self, checkpoint: Checkpoint) -> None:
        """Keep a signed checkpoint that contradicts what was cosigned, a hundred of a log."""
        folder = self.path(checkpoint.origin).with_suffix(".refused")
        folder.mkdir(exist_ok=True)
        name = f"{checkpoint.size}-{checkpoint.root.hex()[:16]}.note"
        if len(list(folder.iterdir())) < MAX_REFUSED:
            _write_whole(folder / name, checkpoint.note.write())


def _write_whole(path: Path, text: str) -> None:
    """Write a file aside, sync it, and put it in its place."""
    handle, part = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part)
