"""Whoever sent a request, for as long as its answer takes: still there, or gone."""

from collections.abc import Callable
from typing import Protocol

from flask import request

CALLER = "fairdeal.caller"  # its name in the WSGI environment


class Caller(Protocol):
    """Whoever waits for an answer."""

    gone: bool

    def watch(self, wake: Callable[[], object]) -> None:
        """Call `wake` once the connection is lost, in some other thread."""


class Staying:
    """A caller who is never lost: one in the same process."""

    gone = False

    def watch(self, wake: Callable[[], object]) -> None:
        """Never call it."""


STAYING = Staying()


def caller() -> Caller:
    """Return who sent the request that is being answered."""
    found: Caller = request.environ.get(CALLER, STAYING)
    return found
