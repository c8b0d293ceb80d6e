"""The newest checkpoint that witnesses have cosigned: collected by a worker, shown to all.

It lies in Redis, beside no event: when it is lost it is collected anew.
"""

import re
from typing import Any, NamedTuple

from redis import Redis

from events.history.checkpoints import Checkpoint, read_checkpoint
from events.history.notes import COSIGNATURE, BadNote, NoteKey, read_note_key
from events.settings.table import WITNESSES

WEB = re.compile("https?://")
KEY = "fd:{heads}:cosigned"


class WitnessEndpoint(NamedTuple):
    """A witness: its key, and where it is asked."""

    key: NoteKey
    url: str


def configured_witnesses() -> list[WitnessEndpoint]:
    """Return the witnesses of FAIRDEAL_WITNESSES, or exit saying what is wrong."""
    witnesses = []
    for one in filter(None, WITNESSES.text.split(",")):
        key, _, url = one.strip().partition(" ")
        try:
            witnesses.append(WitnessEndpoint(read_note_key(key), url.strip()))
        except BadNote as bad:
            raise WITNESSES.wrong(str(bad)) from None
        if witnesses[-1].key.kind != COSIGNATURE or not WEB.match(witnesses[-1].url):
            raise WITNESSES.wrong(
                f"`{one.strip()}` must be the key of a witness, a space and its"
                " address: `witness.example/w1+0a1b2c3d+BD... https://witness.example`"
            )
    return witnesses


class CosignedCheckpoint:
    """The note in Redis."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def newest(self) -> Checkpoint | None:
        """Return the checkpoint that was cosigned last; None where none was."""
        note: Any = self.redis.get(KEY)
        return None if note is None else read_checkpoint(note.decode())

    def show(self, note: str) -> None:
        """Let all processes show a note from now on."""
        self.redis.set(KEY, note.encode())
