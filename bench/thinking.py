"""Run a module of ours with bots of Boosh that think: ``python -m bench.thinking workers bots``."""

import runpy
import sys
import time
from dataclasses import replace
from typing import Any

from games import GAMES

SECONDS = 0.5  # of processor time a move
NAME = "boosh"


def install() -> None:
    """Let the bots of Boosh think in this process."""
    game = GAMES[NAME, 1]
    bot = game.bots["regular"]

    def choose(*given: Any) -> Any:
        end = time.thread_time() + SECONDS
        while time.thread_time() < end:
            pass
        return bot.choose(*given)

    GAMES[NAME, 1] = replace(
        game, bots={**game.bots, "regular": replace(bot, choose=choose, playouts=1)}
    )


if __name__ == "__main__":
    install()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
