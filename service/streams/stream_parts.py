"""What the event streams and waiting reads of this process share."""

from dataclasses import dataclass
from typing import cast

from projections.live.subscriptions import Subscriptions
from service.limits.slots import SlotPool
from service.streams.audiences import AudienceRegistry
from service.streams.listeners import AccountStreams
from service.streams.presence import Presence
from service.wire.current import current_extensions

STREAMS = "fairdeal.streams"  # among the app's extensions


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamParts:
    """Where news come from, who waits for them here, and how many may."""

    subscriptions: Subscriptions
    audiences: AudienceRegistry
    listeners: AccountStreams
    presence: Presence
    slots: SlotPool


def stream_parts() -> StreamParts:
    """Return those of the running app."""
    return cast(StreamParts, current_extensions()[STREAMS])
