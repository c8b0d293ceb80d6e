"""Checkpoints of the tree of heads: what a leaf is, and what the server signs over a root."""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from events.history.notes import (
    BadNote,
    NoteKey,
    SignedNote,
    decode_base64,
    read_note,
    signature_by,
)
from events.record.chain import Head, canonical_json
from events.record.receipts import PublicKey, Signer
from games.core.type_hints.records import any_word_of

LEAF = "fairdeal/leaf/1"
OF_TABLES = ("opened", "called", "settled", "running", "closed")
OF_TOURNAMENTS = ("tournament_called", "tournament_settled")
KINDS = (*OF_TABLES, *OF_TOURNAMENTS, "ruled", "key", "lost")
OPENED, CALLED, SETTLED, RUNNING, CLOSED = OF_TABLES
TOURNAMENT_CALLED, TOURNAMENT_SETTLED = OF_TOURNAMENTS
RULED, KEY, LOST = KINDS[-3:]
ANNOUNCED = (OPENED, CALLED, SETTLED, RUNNING)  # its end, or another of them, must follow
ORIGIN = "fairdeal/{}"  # see `origin_of`
SIZE = re.compile("0|[1-9][0-9]{0,18}")
AT = re.compile("at (0|[1-9][0-9]{0,15})")
DAY = 86_400_000  # milliseconds
LONGEST = 30 * DAY
TURNS = 1_000

NoteText = Annotated[
    str,
    "A signed note (c2sp.org/tlog-checkpoint): name, size and root (base64) of the"
    " tree, the time of this size, the signatures of the server and of witnesses.",
]


class Leaf(NamedTuple):
    """What stands in the tree: the canonical JSON of ["fairdeal/leaf/1", kind, ..., end].

    It names no ids: who knows that of a table finds its leaves, and nobody else.
    """

    kind: Annotated[str, any_word_of(*KINDS), "What happened."]
    stream: Annotated[Head, "SHA-256 of the id of the table (or of its disputes, or of `keys`)."]
    n: Annotated[int, "Number of the event in its stream."]
    head: Head
    at: Annotated[int, "When it became a leaf."]
    end: Annotated[int | None, "By when the table has another leaf; null where none must come."]

    @property
    def data(self) -> bytes:
        """Return the bytes that stand in the tree."""
        return canonical_json([LEAF, *self])


class Checkpoint(NamedTuple):
    """A checkpoint that was read; `at` (milliseconds) is None where it is of another server."""

    note: SignedNote
    origin: str
    size: int
    root: bytes
    at: int | None


def origin_of(keys: Sequence[PublicKey]) -> str:
    """Return the name of a server's tree, by its keys, the newest first.

    That is the id of its first key, which no rotation changes; after a published loss another tree
    goes on, named after the key that took over.
    """
    first = next((key for key in keys if key.loss is not None), keys[-1])
    return ORIGIN.format(first.id)


def stream_hash(stream: str) -> Head:
    """Return the hash of a stream's id that stands in its leaves."""
    return hashlib.sha256(stream.encode()).hexdigest()


def announcement_interval(opened: Mapping[str, Any]) -> int:
    """Return the milliseconds after which a table with this first event is announced again.

    They are meant to be longer than it plays: a day and a thousand turns, 30 days without a clock.
    """
    clock = opened["clock"]
    if clock is None:
        return LONGEST
    seconds: int = TURNS * clock["turn"] + opened["seats"] * clock["bank"]
    return min(LONGEST, DAY + 1000 * seconds)


def sign_checkpoint(signer: Signer, origin: str, size: int, root: bytes, at: int) -> str:
    """Return the note that says: at this time the first `size` leaves of the tree gave `root`."""
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\nat {at}\n"
    line = signature_by(NoteKey(origin, signer.public), signer.sign, text)
    return SignedNote(text, (line,)).write()


def read_checkpoint(text: str) -> Checkpoint:
    """Return what a note says of a tree; BadNote if it is no checkpoint."""
    note = read_note(text)
    lines = note.text[:-1].split("\n")
    if len(lines) < 3 or not all(lines) or not SIZE.fullmatch(lines[1]):
        raise BadNote("it is no checkpoint: a name, a size and a root, a line each")
    root = decode_base64(lines[2])
    if len(root) != hashlib.sha256().digest_size:
        raise BadNote(f"{lines[2]} is no root: it must be 32 bytes in base64")
    match = AT.fullmatch(lines[3]) if len(lines) == 4 else None
    return Checkpoint(note, lines[0], int(lines[1]), root, int(match[1]) if match else None)


def is_checkpoint_signed_by(checkpoint: Checkpoint, public: str) -> bool:
    """Say whether a checkpoint was signed with the key whose public half (hex) is given."""
    try:
        return checkpoint.note.is_signed_by(NoteKey(checkpoint.origin, public))
    except BadNote:
        return False
