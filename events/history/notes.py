"""Signed notes with Ed25519 (c2sp.org/signed-note), and witnesses' cosignatures of checkpoints.

Own code, since no library for Python reads them; the tests hold it to the examples of the
specifications.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable
from typing import NamedTuple

from games.core.fairness.signature import is_signed

ED25519, COSIGNATURE = 1, 4  # kinds of signatures: of a note, and of c2sp.org/tlog-cosignature
DASH = "\u2014 "
MOST_LINES = 100  # signatures of a note
TIME = 8  # bytes
KEY = re.compile(r"([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
PUBLIC = 32  # bytes
Sign = Callable[[bytes], str]  # gives an Ed25519 signature in hex


class BadNote(Exception):
    """A text is no signed note, or no key of one, or a signature that must hold does not."""


class NoteKey(NamedTuple):
    """The public half (hex) of a key that signs notes under a name."""

    name: str
    public: str
    kind: int = ED25519

    @property
    def id(self) -> bytes:
        """Return the four bytes that a signature begins with."""
        named = f"{self.name}\n".encode() + bytes([self.kind]) + bytes.fromhex(self.public)
        return hashlib.sha256(named).digest()[:4]

    def text(self) -> str:
        """Return the key as text for `read_note_key`: name, id and key with pluses between."""
        key = base64.b64encode(bytes([self.kind]) + bytes.fromhex(self.public)).decode()
        return f"{self.name}+{self.id.hex()}+{key}"


class NoteSignature(NamedTuple):
    """A line under a note; `value` is what follows the key's four bytes."""

    name: str
    key: bytes
    value: bytes

    def line(self) -> str:
        """Return the line, its end included."""
        return f"{DASH}{self.name} {base64.b64encode(self.key + self.value).decode()}\n"


class SignedNote(NamedTuple):
    """A text, which ends with a new line, and what was signed under it."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def write(self) -> str:
        """Return the note as it is sent."""
        return f"{self.text}\n{''.join(one.line() for one in self.signatures)}"

    def by(self, key: NoteKey) -> list[NoteSignature]:
        """Return the lines that a key claims to have signed, which may be false."""
        return [one for one in self.signatures if (one.name, one.key) == (key.name, key.id)]

    def is_signed_by(self, key: NoteKey) -> bool:
        """Say whether a key has signed the note; BadNote for a line of this key that is false."""
        lines = self.by(key)
        if not all(is_signed(key.public, self.text.encode(), one.value.hex()) for one in lines):
            raise BadNote(f"a signature under the name {key.name} is not by its key")
        return bool(lines)

    def cosigned_at(self, witness: NoteKey) -> int | None:
        """Return the second since 1970 at which a witness cosigned; None if it did not."""
        for one in self.by(witness):
            at = int.from_bytes(one.value[:TIME], "big")
            if is_signed(witness.public, cosigned_bytes(self.text, at), one.value[TIME:].hex()):
                return at
        return None


def is_key_name(name: str) -> bool:
    """Say whether a key may have this name."""
    return bool(name) and "+" not in name and not any(one.isspace() for one in name)


def read_note_key(text: str) -> NoteKey:
    """Return the key in a text like ``example.com/foo+530d903a+AekyeRrm...``; BadNote if none."""
    match = KEY.fullmatch(text.strip())
    raw = decode_base64(match[3]) if match else b""
    if match is None or len(raw) != 1 + PUBLIC or raw[0] not in (ED25519, COSIGNATURE):
        raise BadNote(f"{text!r} is no key of Ed25519: it reads NAME+8 HEX DIGITS+BASE64")
    key = NoteKey(match[1], raw[1:].hex(), raw[0])
    if key.id.hex() != match[2]:
        raise BadNote(f"{text!r} is no key: its digits would be {key.id.hex()}")
    return key


def read_note(text: str) -> SignedNote:
    """Return a note; BadNote for a text that is none."""
    body, blank, under = text.rpartition("\n\n")
    if not blank or not under.endswith("\n") or any(one < " " and one != "\n" for one in text):
        raise BadNote("it is no signed note: a text, an empty line, and signatures")
    lines = under[:-1].split("\n")
    if len(lines) > MOST_LINES:
        raise BadNote(f"a note may have {MOST_LINES} signatures, not {len(lines)}")
    return SignedNote(f"{body}\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> NoteSignature:
    """Return what a line under a note says."""
    name, _, rest = line.removeprefix(DASH).partition(" ")
    raw = decode_base64(rest)
    if not line.startswith(DASH) or not is_key_name(name) or len(raw) <= 4:
        raise BadNote(f"{line!r} is no signature of a note: a dash, a name, and base64")
    return NoteSignature(name, raw[:4], raw[4:])


def decode_base64(text: str) -> bytes:
    """Return what stands in base64; BadNote if it is none."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(f"{text!r} is no base64") from None


def signature_by(key: NoteKey, sign: Sign, text: str) -> NoteSignature:
    """Return the line that a key puts under a text."""
    return NoteSignature(key.name, key.id, bytes.fromhex(sign(text.encode())))


def cosignature_by(witness: NoteKey, sign: Sign, text: str, at: int) -> NoteSignature:
    """Return the line that a witness puts under a checkpoint at a second since 1970."""
    value = at.to_bytes(TIME, "big") + bytes.fromhex(sign(cosigned_bytes(text, at)))
    return NoteSignature(witness.name, witness.id, value)


def cosigned_bytes(text: str, at: int) -> bytes:
    """Return what a witness signs."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()
