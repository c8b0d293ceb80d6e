"""Log files as they are downloaded: the lines of a stream, signed at that moment."""

from collections.abc import Iterator, Sequence

from flask import Response

from events.cached_streams import CachedStream
from events.record import logfile
from events.record.codec import StoredEvent
from projections.tables.views import as_open, table_for
from projections.tournaments.log import open_event
from service.wire.connections import Connections
from service.wire.requests import PRIVATE
from tournaments.state import Tournament


def table_log(own: Connections, table_id: str, player_id: str | None) -> Iterator[bytes]:
    """Return the lines of the log file of a table as far as a player may read it."""
    held, seat = table_for(own.tables, table_id, player_id)
    table, stored = held.table, own.store.read(table_id, 0, held.table.n)
    found = [as_open(table, event, seat) for event in stored]
    return log_lines(own, table_id, found, table.at)


def tournament_log(own: Connections, held: CachedStream[Tournament]) -> Iterator[bytes]:
    """Return the lines of the log file of a tournament as everybody may read it."""
    t = held.state
    found = [open_event(t, event) for event in own.store.read(t.id, 0, t.n)]
    return log_lines(own, t.id, found, t.at)


def log_lines(
    own: Connections, stream: str, events: Sequence[StoredEvent], at: int
) -> Iterator[bytes]:
    """Return the lines of a log file, signed now; `at` is when its newest event happened."""
    signer = own.signing.signer_for(stream, events[-1].n, events[-1].h)
    return logfile.log_file_lines(stream, events, max(own.store.now(), at), signer)


def log_answer(stream: str, lines: Iterator[bytes]) -> Response:
    """Return an answer that is a log file."""
    name = f'attachment; filename="{stream}.jsonl"'
    headers = {**PRIVATE, "Content-Disposition": name}
    return Response(b"".join(lines), mimetype="application/jsonl", headers=headers)
