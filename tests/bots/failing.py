"""Bots that fail, each in a way of its own; entered as ``python:tests.bots.failing:NAME``."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.core.bots import Bot, Budget
from games.core.contract import Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance

MARK = "FAIRDEAL_ARENA_MARK"  # names a file; while it is there, its process is killed once


def first(
    view: View, choices: Choices[Any], seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
) -> Any:
    return choices.actions[0] if choices.actions else choices.picks[0].example


def dies_once(
    view: View, choices: Choices[Any], seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
) -> Any:
    mark = Path(os.environ[MARK])
    if mark.exists():
        mark.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return first(view, choices, seen, luck, budget)


def dies_always(
    view: View, choices: Choices[Any], seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def raises(
    view: View, choices: Choices[Any], seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
) -> Any:
    print("noise on the way of the answers")
    raise ValueError("no idea")


def cheats(
    view: View, choices: Choices[Any], seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
) -> Any:
    return "ace of trumps"


FIRST: Bot[Any] = Bot("first", 1, first)
DIES_ONCE: Bot[Any] = Bot("dies_once", 1, dies_once)
DIES_ALWAYS: Bot[Any] = Bot("dies_always", 1, dies_always)
RAISES: Bot[Any] = Bot("raises", 1, raises)
CHEATS: Bot[Any] = Bot("cheats", 1, cheats)
