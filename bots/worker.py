"""A process of the arena: ``python -m bots.worker``, spoken to in lines of JSON.

It is told the plan, then one number of a deal after the other, and answers with what was played.
"""

import atexit
import gc
import json
import os
import signal
import sys
from typing import Any

from bots.arena import Match, match_of, written_deal
from games import GAMES

atexit.register(gc.freeze)  # as in `service`


def main() -> None:
    """Play what is asked for until there is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started us, and ends us
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit())
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a bot prints is no answer
    sys.path.append(os.getcwd())  # where modules of one's own lie
    match = match_of(json.loads(sys.stdin.readline()), GAMES)
    for line in sys.stdin:
        answers.write(json.dumps(answer_of(match, int(line))) + "\n")
        answers.flush()


def answer_of(match: Match, k: int) -> dict[str, Any]:
    """Play a deal of a match; return what was played, or why it was not."""
    try:
        return written_deal(k, match.played(k))
    except Exception as error:  # of the game: players that fail do not get this far
        return {"deal": k, "lost": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    main()
