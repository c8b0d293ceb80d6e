"""Faults that are put into the product on purpose, one line each: the simulator must find them."""

from collections.abc import Callable
from typing import NamedTuple


class Planted(NamedTuple):
    """A fault: what it does, and what puts it in place."""

    what: str
    plant: Callable[[], None]


FAULTS: dict[str, Planted] = {}
