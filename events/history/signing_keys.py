"""The server's signing keys in its data folder: one private half, and every public half ever used.

All of it stands in one file that is written anew and moved into its place, so whoever reads it,
whenever a process breaks off, finds the keys as they were before a rotation or after it.
"""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from nacl.signing import SigningKey

from events.history.checkpoints import origin_of
from events.history.key_changes import change_message, read_key_chain
from events.record.losses import Loss
from events.record.receipts import PublicKey, Signer

FILE = "signing.key"
REREAD_INTERVAL = 1.0  # seconds between two looks at the file
HEX = 64  # digits: the file of servers before keys were rotated held a private half alone


class SigningKeys(NamedTuple):
    """What the file holds: the key that signs, and all public halves, the newest first."""

    signer: Signer
    public: tuple[PublicKey, ...]

    @property
    def origin(self) -> str:
        """Return the name of the server's tree."""
        return origin_of(self.public)

    def rotated(self, key: SigningKey, now: int, loss: Loss | None = None) -> "SigningKeys":
        """Return the keys with a new one, signed by the old, that signs from now on."""
        newest, *others = self.public
        now = max(now, newest.since)  # a clock may have been put back
        public = bytes(key.verify_key).hex()
        message = change_message(newest.public, public, now, loss)
        row = PublicKey(public, now, signature=self.signer.sign(message), loss=loss)
        return SigningKeys(Signer(key, now), (row, newest._replace(until=now), *others))

    def text(self) -> bytes:
        """Return the bytes of the file."""
        rows = [key.as_json() for key in self.public]
        data = {"keys": rows, "private": self.signer.secret[:32].hex()}
        return orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


class NoKeys(Exception):
    """There is no key file where one was looked for."""


class KeyFolder:
    """The keys of a folder; a key rotated elsewhere is known here within `REREAD_INTERVAL`."""

    def __init__(self, folder: Path) -> None:
        """Read the keys; the first one is made on the first start."""
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder, self.path = folder, folder / FILE
        if not self.path.exists():
            _make_first(self.path)
        self.read_at, self.stamp = time.monotonic(), stamp_of(self.path)
        self.keys = keys_in(folder)

    @property
    def signer(self) -> Signer:
        """Return the key that signs now; take it once for all that belongs together."""
        return self.recent().signer

    @property
    def public(self) -> tuple[PublicKey, ...]:
        """Return the public halves of all keys ever used, the newest first."""
        return self.recent().public

    def recent(self) -> SigningKeys:
        """Return the keys as the file had them a moment ago."""
        if time.monotonic() - self.read_at >= REREAD_INTERVAL:
            return self.newest()
        return self.keys

    def newest(self) -> SigningKeys:
        """Return the keys as the file has them now: another process may sign with a new one."""
        self.read_at = time.monotonic()
        with suppress(OSError, NoKeys):  # better the keys of before than no answer
            stamp = stamp_of(self.path)
            if stamp != self.stamp:
                self.keys, self.stamp = keys_in(self.folder), stamp
        return self.keys


def load_signer(folder: Path) -> Signer:
    """Return the key that signs now; for work that is done in a moment."""
    return KeyFolder(folder).signer


def rotate_signing_key(
    folder: Path, now: int | None = None, loss: Loss | None = None
) -> SigningKeys:
    """Put a new key in the place of the one that signs, whose private half is gone then.

    `now` is the store's time, by which signatures are dated; None: that of this machine. The old
    key signs for the new one, and for the `loss` that it publishes.
    """
    path = folder / FILE
    with lock_key_folder(folder):
        since = now_ms() if now is None else now
        keys = keys_in(folder).rotated(SigningKey.generate(), since, loss)
        with write_temporary_file(path, keys.text()) as part:
            os.replace(part, path)
    return keys


def keys_in(folder: Path) -> SigningKeys:
    """Return the keys in a folder; NoKeys if it has none."""
    path = folder / FILE
    try:
        text = path.read_bytes().strip()
        data: Any = {"private": text.decode()} if len(text) == HEX else orjson.loads(text)
        key = SigningKey(bytes.fromhex(data["private"]))
        alone = [{"public": bytes(key.verify_key).hex(), "from": 0, "until": None}]
        rows = tuple(read_key_chain(data.get("keys", alone)))
        if rows[0].public != bytes(key.verify_key).hex():
            raise NoKeys(f"{path} does not hold the private half of its newest key")
    except FileNotFoundError:
        raise NoKeys(f"There is no key in {folder}") from None
    except (ValueError, LookupError, TypeError) as error:
        raise NoKeys(f"{path} holds no keys: {error}") from None
    return SigningKeys(Signer(key, rows[0].since), rows)


def _make_first(path: Path) -> None:
    """Write the first key, whole from the first moment, unless another process has done so."""
    key = SigningKey.generate()
    rows = (PublicKey(bytes(key.verify_key).hex(), now_ms()),)
    with (
        write_temporary_file(path, SigningKeys(Signer(key), rows).text()) as part,
        suppress(FileExistsError),
    ):
        os.link(part, path)


@contextmanager
def write_temporary_file(path: Path, text: bytes) -> Iterator[str]:
    """Give the name of a file with the text on disk, to be moved to its place; then sync that."""
    handle, part = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield part
        with _open_folder(path.parent) as folder:
            os.fsync(folder)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(part)


@contextmanager
def lock_key_folder(folder: Path) -> Iterator[None]:
    """Keep other rotations of this folder waiting; a process that dies keeps nobody."""
    with _open_folder(folder) as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextmanager
def _open_folder(folder: Path) -> Iterator[int]:
    """Give a handle of a folder."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:
        raise NoKeys(f"There is no folder {folder}") from None
    try:
        yield handle
    finally:
        os.close(handle)


def stamp_of(path: Path) -> tuple[int, int, int]:
    """Return what changes when a file is written anew."""
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def now_ms() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000
