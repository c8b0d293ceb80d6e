"""Collect witnesses' cosignatures for the newest checkpoint, in the background of play.

FAIRDEAL_WITNESSES names the witnesses: the key and the address of each, with commas between them. A
witness that does not answer holds up nobody; the others' cosignatures are shown.
"""

import base64
import http.client
import logging
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

from events.history.checkpoints import Checkpoint, read_checkpoint
from events.history.notes import BadNote, NoteKey, NoteSignature, SignedNote, read_signature
from events.history.signed_tree import SignedTree, StoreBehind
from events.history.signing_keys import KeyFolder
from events.store.durability_check import DurabilityCheck
from events.store.environment import data_folder, own_store, store_durability
from events.store.quarantine import failure_reason
from projections.history.cosigned import CosignedCheckpoint, WitnessEndpoint, configured_witnesses
from projections.history.tree import SETTLE, SETTLES, TransparencyLog

EVERY = 1.0  # seconds between looks at the tree
AGAIN = 3_600_000  # milliseconds after which a tree that has not grown is cosigned anew
RETRY = 30_000  # and where some witness had not cosigned
SLOWEST = 60.0  # seconds between two tries at most
PATIENCE = 5.0  # seconds for an answer
MOST = 64 * 1024  # bytes of an answer

logger = logging.getLogger("fairdeal.cosigners")


@dataclass
class WitnessClient:
    """A witness, and the size that it cosigned last, as far as we know."""

    witness: WitnessEndpoint
    size: int = 0
    pause: float = 0.0  # seconds before it is asked again
    again: float = 0.0  # when that is

    def try_again(
        self, heads: TransparencyLog, keys: KeyFolder, checkpoint: Checkpoint
    ) -> list[NoteSignature]:
        """Return the cosignature of a checkpoint; after failures it is asked more rarely."""
        if time.monotonic() < self.again:
            return []
        lines = self.ask(heads, keys, checkpoint)
        self.pause = 0.0 if lines else min(SLOWEST, max(EVERY, 2 * self.pause))
        self.again = time.monotonic() + self.pause
        return lines

    def ask(
        self, heads: TransparencyLog, keys: KeyFolder, checkpoint: Checkpoint
    ) -> list[NoteSignature]:
        """Return the cosignature of a checkpoint; none where it is not given."""
        for _ in range(2):
            status, text = self.post(self.request(heads, keys, checkpoint))
            if status == 200:
                self.size = checkpoint.size
                return _valid_cosignatures(text, self.witness.key, checkpoint)
            if status != 409 or not text.strip().isdecimal() or int(text) > checkpoint.size:
                logger.warning("%s does not cosign: %s %r", self.witness.url, status, text[:200])
                return []
            self.size = int(text)
        return []

    def request(self, heads: TransparencyLog, keys: KeyFolder, checkpoint: Checkpoint) -> bytes:
        """Return what is sent: the old size, the proof from there, the checkpoint."""
        path: Sequence[bytes] = ()
        if 0 < self.size < checkpoint.size:
            proof = heads.consistency(keys, self.size, checkpoint.size)
            path = [bytes.fromhex(node) for node in proof["path"]]
        nodes = "".join(f"{base64.b64encode(node).decode()}\n" for node in path)
        return f"old {self.size}\n{nodes}\n{checkpoint.note.write()}".encode()

    def post(self, body: bytes) -> tuple[int, str]:
        """Send a request; status 0 where nobody answers."""
        url = f"{self.witness.url.rstrip('/')}/add-checkpoint"
        try:
            request = urllib.request.Request(url, body, method="POST")
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read(MOST).decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(MOST).decode("utf-8", "replace")
        except (OSError, http.client.HTTPException, ValueError) as error:
            return 0, str(error)


def _valid_cosignatures(text: str, key: NoteKey, checkpoint: Checkpoint) -> list[NoteSignature]:
    """Return the lines of an answer that are by the witness, over this checkpoint."""
    lines = []
    for line in text.splitlines():
        try:
            one = read_signature(line)
        except BadNote:
            continue
        if SignedNote(checkpoint.note.text, (one,)).cosigned_at(key) is not None:
            lines.append(one)
    return lines


class CosignatureCollector:
    """Collects cosignatures for one server's tree."""

    def __init__(
        self,
        heads: TransparencyLog,
        keys: KeyFolder,
        known: Sequence[WitnessEndpoint],
        durability: str = "",
    ) -> None:
        self.heads, self.keys = heads, keys
        self.durability_check = DurabilityCheck(heads.store.redis, durability)
        self.witnesses = [WitnessClient(one) for one in known]
        self.cosigned = CosignedCheckpoint(heads.store.redis)
        self.stopping = threading.Event()

    def collect(self) -> bool:
        """Have the newest checkpoint cosigned if that is not done yet; say whether it was asked."""
        self.durability_check.require()
        newest = read_checkpoint(self.heads.newest_checkpoint(self.keys))
        served = self.cosigned.newest()
        assert newest.at is not None
        if served is not None and served.at is not None and served.root == newest.root:
            complete = len(served.note.signatures) > len(self.witnesses)
            if newest.at - served.at < (AGAIN if complete else RETRY):
                return False
        with ThreadPoolExecutor(len(self.witnesses)) as pool:
            answers = pool.map(
                lambda witness: witness.try_again(self.heads, self.keys, newest), self.witnesses
            )
            lines = [line for own in answers for line in own]
        if lines:
            note = newest.note._replace(signatures=(*newest.note.signatures, *lines))
            self.cosigned.show(note.write())
        return True

    def run(self) -> None:
        """Collect until asked to stop; outlast a store, and witnesses, that are away or odd."""
        while not self.stopping.is_set():
            try:
                self.collect()
            except StoreBehind:
                logger.warning("The store lacks signed data, so nothing is cosigned")
            except RedisError as error:
                logger.warning("The store does not answer, trying again: %s", error)
            except Exception as error:  # whatever a witness, or a damaged file, makes it meet
                logger.warning(
                    "Collecting cosignatures failed, trying again: %s", failure_reason(error)
                )
            self.stopping.wait(EVERY)

    def stop(self, *_: Any) -> None:
        """Ask it to stop after the look it is at."""
        self.stopping.set()


def main() -> None:
    """Collect for the store that the environment names until a signal comes."""
    known = configured_witnesses()
    if not known:
        raise SystemExit("FAIRDEAL_WITNESSES names no witness")
    folder = data_folder()
    store = own_store()
    durability = store_durability(store.redis)
    heads = TransparencyLog(store, SETTLES.get(durability, SETTLE), SignedTree(folder))
    collector = CosignatureCollector(heads, KeyFolder(folder), known, durability)
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, collector.stop)
    collector.run()
