"""What processes ask over HTTP: a relay of a beacon, and a witness. Neither always answers."""

import json
import os
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any

from events.history.checkpoints import origin_of
from events.history.notes import NoteKey
from events.history.signing_keys import KeyFolder, keys_in
from events.tables import relays
from events.verify.history.cosigning import Witness, WitnessReply
from games.core.fairness.beacon import round_randomness
from games.table import state
from tests import beacons
from tests.simulation.scheduler import EPOCH, WORLDS, World
from workers.history import cosigners

RELAY, WITNESS = "http://relay.simulated", "http://witness.simulated"
CHAIN = beacons.chain()
PATIENCE = 20_000  # milliseconds after which a beacon has failed; else ten minutes
NO_ROUNDS = 0.2  # of the runs have a relay that never has a round


class Answer(BytesIO):
    """The body of an answer, and its status."""

    status = 200


class Web:
    """The addresses of a run."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world, self.folder = world, folder
        self.has_rounds = random.Random(f"{world.seed} rounds").random() >= NO_ROUNDS
        own = folder / "witness"
        signer = KeyFolder(own).signer
        self.witness = Witness(own, "witness.simulated/w", signer, self.logs, self.now)
        chain = folder / "chain.json"
        chain.write_text(json.dumps(beacons.info(CHAIN)))
        os.environ.update(
            FAIRDEAL_BEACON_RELAYS=RELAY,
            FAIRDEAL_BEACON_CHAIN=str(chain),
            FAIRDEAL_WITNESSES=f"{self.witness.key.text()} {WITNESS}",
        )

    def now(self) -> int:
        """Return the seconds since 1970 by the clocks of relay and witness."""
        return int(EPOCH + self.world.now)

    def logs(self) -> list[NoteKey]:
        """Return the keys of the server's trees, as an operator gives them to a witness."""
        public = keys_in(self.folder).public
        return [NoteKey(origin_of(public[k:]), key.public) for k, key in enumerate(public)]

    def answer(self, url: str, body: bytes | None, timeout: float) -> WitnessReply:
        """Answer a request; OSError where nobody does, at once or after a while."""
        self.world.point(f"ask {url[:40]}")
        if draw := self.world.faults.happens("web away"):
            self.world.sleep(draw.choice((0.0, timeout)))
            raise TimeoutError("timed out")
        if body is None:
            return self.beacon(int(url.rpartition("/")[2]))
        reply = self.witness.add_checkpoint(body)
        if reply.status == 422:
            self.world.violated(f"a witness was shown two histories: {reply.text}")
        return reply

    def beacon(self, number: int) -> WitnessReply:
        """Return a round, once it is due."""
        if not self.has_rounds or 1000 * self.now() < CHAIN.due_at(number):
            return WitnessReply(404, "")
        signature = beacons.signed(number)
        found = {"round": number, "signature": signature, "randomness": round_randomness(signature)}
        return WitnessReply(200, json.dumps(found))


def open_url(request: Any, timeout: float) -> Answer:
    """Stand in for `urllib.request.urlopen`."""
    url, body = (request, None) if isinstance(request, str) else (request.full_url, request.data)
    world: Any = WORLDS.world
    reply = world.web.answer(url, body, timeout)
    answer = Answer(reply.text.encode())
    if reply.status != 200:
        raise urllib.error.HTTPError(url, reply.status, "", Message(), answer)
    return answer


class InTurn:
    """Stands in for a pool of threads: what is asked of it is done one after the other."""

    def __init__(self, count: int) -> None:
        self.map = map

    def __enter__(self) -> "InTurn":
        return self

    def __exit__(self, *_: object) -> None:
        return None


class AtOnce:
    """Stands in for a thread: what it is to do is done when it is started.

    A thread of its own could not wait for the world, and whoever waits for it would wait in vain.
    """

    def __init__(self, target: Callable[[], object], daemon: bool) -> None:
        self.start = target


def install() -> None:
    """Let processes ask the world's addresses, and beacons fail while somebody looks."""
    state.PATIENCE = PATIENCE
    asking: Any = relays
    asking.Thread = AtOnce
    collecting: Any = cosigners
    collecting.ThreadPoolExecutor = InTurn
    urllib.request.urlopen = open_url  # type: ignore[assignment]
