"""Whoever sent a request, for as long as its answer takes: can it wait without a thread?"""

from concurrent.futures import Future, wait
from typing import Protocol

from flask import request

CALLER = "fairdeal.caller"  # its name in the WSGI environment


class ParkedRequest(BaseException):
    """The request goes on later: it is handed to the app again when what it waits for is there.

    No error that an app may answer.
    """


class Caller(Protocol):
    """Whoever waits for an answer.

    Attributes:
        awaited: what the request has waited for already.
    """

    awaited: Future[None] | None

    def park(self, awaited: Future[None]) -> None:
        """Let go of the thread until something is there; cancelled if nobody waits any more.

        Raises:
            ParkedRequest: always, unless the caller holds its thread anyway.
        """


class BlockingCaller:
    """A caller that holds its thread: one in the same process."""

    awaited = None

    def park(self, awaited: Future[None]) -> None:
        """Wait in this thread."""
        wait([awaited])


STAYING = BlockingCaller()


def current_caller() -> Caller:
    """Return who sent the request that is being answered."""
    found: Caller = request.environ.get(CALLER, STAYING)
    return found
