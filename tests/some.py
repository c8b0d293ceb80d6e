"""Some of many cases in each run, by its seed, and the others at night: they add up over runs."""

import os
import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests import seeded


def some(what: str, cases: Sequence[Any], count: int) -> list[Any]:
    """Return all cases as parameters; `count` of them, drawn for `what`, are in this run."""
    luck = random.Random(f"{os.environ[seeded.SEED]} {what}")
    drawn = luck.sample(range(len(cases)), count)
    return [
        case if number in drawn else pytest.param(case, marks=pytest.mark.nightly)
        for number, case in enumerate(cases)
    ]
