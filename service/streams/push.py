"""Waiting reads and event streams: news as it comes, without asking again and again.

Whoever waits holds no thread: all of them wait on the one event loop of `Subscriptions`.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError

from flask import Response, request

from events.accounts.players import Player, token_hash
from projections.live.subscriptions import Subscription
from service.streams.audiences import Topic
from service.streams.caller import current_caller
from service.streams.stream import Stream, WaitingPlace
from service.streams.stream_parts import StreamParts, stream_parts
from service.wire.problems import NO_FREE_SLOT, Problem
from service.wire.requests import NO_STORE, bearer_token, look_up_again

NO_HEADERS: Mapping[str, str] = {}
LONGEST_WAIT = 60  # seconds of one waiting read
BUSY = {"Retry-After": str(NO_FREE_SLOT.retry_after)}


# ---- waiting reads


def wait_until(
    channel: str,
    caller: Player | None,
    is_there: Callable[[int | None], bool],
    wait: int,
) -> bool:
    """Wait for news until something is there; False where nobody can wait now.

    `is_there` is asked with the number of what is newest, or None where that is not known.
    """
    asking, own = current_caller(), stream_parts()
    if asking.awaited is None:
        if is_there(None):
            return True
        try:
            place = WaitingPlace(own, caller)
        except Problem:  # no slot is free, or the caller has too many
            return False
        awaited = own.subscriptions.start(_wait_for_update(own, channel, is_there, wait))
        awaited.add_done_callback(place.give_back)
        asking.park(awaited)
    else:
        awaited = asking.awaited
    try:
        awaited.result()
    except CancelledError:  # the server stops
        return False
    look_up_again()
    return True


async def _wait_for_update(
    own: StreamParts, channel: str, is_there: Callable[[int | None], bool], wait: int
) -> None:
    """Wait until something is there, or the time is up."""
    end = time.monotonic() + wait
    with Subscription(own.subscriptions, channel) as subscription:
        while await subscription.wait(end - time.monotonic()):
            if is_there(subscription.newest):  # else it is too new for a spectator
                return


# ---- streams


def wants_stream() -> bool:
    """Say whether the client asks for server-sent events."""
    return request.accept_mimetypes.best == "text/event-stream"


def stream_response(
    topic: Topic,
    caller: Player | None,
    after: int | None,
    more: Mapping[str, str] = NO_HEADERS,
) -> Response:
    """Return the stream of a topic, behind a number; 503 when all slots are taken.

    `more` are headers of the answer.
    """
    own = stream_parts()
    token = None if caller is None else bearer_token()
    place = WaitingPlace(own, caller, token_hash(token) if token else "")
    stream = Stream(own, topic, after, place)
    headers = {**NO_STORE, "X-Accel-Buffering": "no", **more}
    return Response(stream, mimetype="text/event-stream", headers=headers, direct_passthrough=True)
