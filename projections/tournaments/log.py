"""The log of a tournament as everybody may read it: whole when its secret is open.

This is its gate, as `views` is that of tables: nobody has a part of it before the others.
"""

from typing import Any

import orjson

from events.cached_streams import CachedStream
from events.record.codec import StoredEvent
from events.store.streams import Store
from projections.tables.views import laid_open
from tournaments.state import Tournament


def readable_event(t: Tournament, event: StoredEvent) -> dict[str, Any]:
    """Return an event as everybody may read it: public part, opened parts, head."""
    if t.is_open:
        return laid_open(event)
    return {**orjson.loads(event.e), "parts": {}, "head": event.h.hex()}


def open_event(t: Tournament, event: StoredEvent) -> StoredEvent:
    """Return a stored event without the parts that are not open."""
    return event if t.is_open else event._replace(p=None)


def events_after(
    store: Store, held: CachedStream[Tournament], after: int, limit: int
) -> list[dict[str, Any]]:
    """Return the events after one, at most `limit`, as everybody may read them."""
    t = held.state
    upto = min(t.n, after + limit)
    events = store.read(t.id, after, upto) if upto > after else []
    return [readable_event(t, event) for event in events]
