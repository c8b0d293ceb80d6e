"""Receipts: the server's Ed25519 signature over (table, n, head, time) of an accepted action.

PyNaCl signs in half the time of the alternatives.
"""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from nacl.bindings import crypto_sign
from nacl.signing import SigningKey

from events.chain import canonical
from games.core.signature import is_signed

PURPOSE = "fairdeal/receipt/1"
SIGNATURE = 64  # bytes


class Signer:
    """A signing key with its id: the first 16 hex digits of the public key's SHA-256."""

    def __init__(self, key: SigningKey) -> None:
        self.secret = bytes(key) + bytes(key.verify_key)
        self.public = bytes(key.verify_key).hex()
        self.id = key_id(bytes(key.verify_key))

    def sign(self, message: bytes) -> str:
        """Return the signature of a message, in hex."""
        return crypto_sign(message, self.secret)[:SIGNATURE].hex()

    def receipt(self, table: str, n: int, head: bytes, at: int, durability: str) -> dict[str, Any]:
        """Return the receipt of the command that ended with event n."""
        fields = {"table": table, "n": n, "head": head.hex(), "at": at, "durability": durability}
        message = canonical([PURPOSE, *fields.values()])
        return {**fields, "key": self.id, "signature": self.sign(message)}


def key_id(public: bytes) -> str:
    """Return the id of a public key."""
    return hashlib.sha256(public).hexdigest()[:16]


def is_genuine(receipt: dict[str, Any], public: str) -> bool:
    """Say whether a receipt was signed with the key whose public half (hex) is given."""
    fields = ("table", "n", "head", "at", "durability")
    message = canonical([PURPOSE, *(receipt[name] for name in fields)])
    return is_signed(public, message, receipt["signature"])


def load_signer(folder: Path) -> Signer:
    """Return the server's signing key; made on the first start, readable by its owner only."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / "signing.key"
    if not path.exists():
        make_key(path)
    return Signer(SigningKey(bytes.fromhex(path.read_text())))


def make_key(path: Path) -> None:
    """Write a new key, whole from the first moment, unless another process has done so."""
    handle, part = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
    try:
        with os.fdopen(handle, "w") as file:
            file.write(bytes(SigningKey.generate()).hex())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        os.unlink(part)
