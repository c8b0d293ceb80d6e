"""A crew of the arena without processes, for tests of anything else: each takes half a second."""

import json
import subprocess
from threading import Lock

from bots.arena import match_of
from bots.crew import Answer, DealWorkers
from bots.worker import answer_of
from games import GAMES

ONE_AT_A_TIME = Lock()


class InThisProcess(DealWorkers):
    """Plays deals here, through the same lines of JSON as its processes do."""

    def asked(
        self, process: "subprocess.Popen[str] | None", k: int
    ) -> "tuple[subprocess.Popen[str] | None, Answer]":
        """Play a deal."""
        with ONE_AT_A_TIME:
            match = match_of(json.loads(json.dumps(self.plan)), GAMES)
            return None, json.loads(json.dumps(answer_of(match, k)))
