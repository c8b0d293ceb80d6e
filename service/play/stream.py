"""The events of a table for those who wait for them, or have them streamed."""

from flask import Response

from events.accounts.players import Player
from projections.tables.replay import NoSuchEvent
from projections.tables.views import table_for
from service.streams.push import stream_response, wait_until
from service.tables.news import TableTopic, is_behind
from service.wire.connections import Connections, connections
from service.wire.languages import language_headers, language_of, requested_catalogue


def wait_for_news(
    own: Connections, table_id: str, caller: Player | None, after: int, wait: int
) -> bool:
    """Wait until the caller may see more than event `after`; False where nobody can wait now."""

    def is_there(least: int | None = None) -> bool:
        held, _ = table_for(own.tables, table_id, caller and caller.id, least)
        return held.table.n > after

    return wait_until(own.store.names.of(table_id).log, caller, is_there, wait)


def open_stream(table_id: str, caller: Player | None, after: int | None) -> Response:
    """Return the stream of a table; 503 when all slots are taken."""
    own = connections()
    # An unknown table is answered before a stream.
    held, seat = table_for(own.tables, table_id, caller and caller.id)
    if after is not None and is_behind(held.table, seat, after):
        raise NoSuchEvent(held.table.n)
    catalogue = requested_catalogue(held.table.game)
    language, headers = language_of(catalogue), language_headers(catalogue)
    return stream_response(
        TableTopic(
            own.tables,
            own.caches.stories,
            own.players.cached_names,
            table_id,
            caller and caller.id,
            language,
        ),
        caller,
        after,
        headers,
    )
