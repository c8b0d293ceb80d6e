"""What a viewer may know of a table: its view, and its log as far as it is open to them.

This is the one gate: stored events and states leave the system only through here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, NotRequired

import orjson

from events.cached_streams import CachedStream, Tables
from events.record.chain import Head, canonical_json
from events.record.codec import StoredEvent
from events.record.decider import SentAt
from games.core.contract import Seat
from games.core.errors import FairdealError
from games.core.presentation.translations import Catalogue
from games.core.type_hints.records import Component
from games.core.type_hints.values import known_to
from games.table import Table, view
from games.table.notes import StoryLine, story_lines
from games.table.view import BareFacts, SeatView
from projections.tables.languages import catalogue_of, translate_view

FORFEITED: Final = (
    "Your time was up, so you lost your seat; a bot plays on there. You see this table again when"
    " it has ended"
)


class MayNotWatch(FairdealError):
    """This player left the table and sees no more of it until it is opened."""

    code, status = "table/left", 403
    detail = (
        "A bot plays your seat, since you left it or your time was up. Take it back, or see this"
        " table when it has ended"
    )

    def __init__(self, is_forfeited: bool = False) -> None:
        super().__init__()
        if is_forfeited:
            self.detail = FORFEITED


class NotReleased(FairdealError):
    """The table is one of a tournament, and others with the same deals may still be played."""

    code, status = "table/not_released", 403
    detail = (
        "This is a table of a tournament: until all tables with the same deals have ended, only"
        " its players and those directors who do not play in the tournament see it"
    )

    def members(self) -> Mapping[str, Any]:
        """Return the rule."""
        return {"rule": "T26"}


def seat_of(tables: Tables, table: Table, player: str | None) -> Seat | None:
    """Return the seat whose view a player gets, None for a spectator's.

    Raises:
        MayNotWatch: the player held a seat when play began and gave it up.
        NotReleased: only its seats see the table now, and directors of its tournament.
    """
    seat = None if player is None else table.seat_of(player)
    if seat is None and _has_left(table, player):
        raise MayNotWatch(is_forfeited=_has_forfeited(table, player))
    if seat is None and not _may_watch(tables, table, player):
        raise NotReleased
    return seat


def _has_left(table: Table, player: str | None) -> bool:
    """Say whether a player held a seat when play began, and may have given it up."""
    return player is not None and player in table.former and table.phase != "closed"


def _has_forfeited(table: Table, player: str | None) -> bool:
    """Say whether a player cannot take a seat back."""
    return any(table.former[seat] == player for seat in table.forfeited)


def _may_watch(tables: Tables, table: Table, player: str | None) -> bool:
    """Rule T26: say whether somebody without a seat may see a table."""
    if table.terms.tournament is None or table.phase == "closed":
        return True
    return player is not None and tables.directs(table.terms.tournament.id, player)


def require_released(tables: Tables, table: Table, player: str | None) -> None:
    """Rule T26: refuse whatever is asked of a table by who may neither play at it nor watch it."""
    if _holds_seat(table, player) or _has_left(table, player):
        return
    if not _may_watch(tables, table, player):
        raise NotReleased


def table_for(
    tables: Tables, table_id: str, player: str | None, least: int | None = None
) -> tuple[CachedStream[Table], Seat | None]:
    """Return a table as `player` may see it now, and the seat from which; None: a spectator.

    `least` is an event known to be there: then a state no older than it is good enough.

    Spectators see it as it was some events ago where the table says so, until it is opened.
    """
    held = tables.current(table_id) if least is None else tables.at_least(table_id, least)
    seat = seat_of(tables, held.table, player)
    return (spectator_table(tables, held) if seat is None else held), seat


def spectator_table(tables: Tables, held: CachedStream[Table]) -> CachedStream[Table]:
    """Return a table as those see it now who hold no seat."""
    table = held.table
    if not table.terms.spectator_delay or not is_delayed(table):
        return held
    return tables.whole_commands(table.id, table.n - table.terms.spectator_delay)


def is_delayed(table: Table) -> bool:
    """Say whether spectators are behind now, where a table has them be: from play to its opening.

    A tournament's table that is aborted before play (T9b) is finished, but nothing of it is hidden.
    """
    return table.was_played and table.phase != "closed"


def seen_late(tables: Tables, table_id: str, player: str | None) -> CachedStream[Table] | None:
    """Return a table as it was some events ago, to who sees no more of it; None to all others."""
    known = tables.cached(table_id)
    if known is not None and (
        not known.table.terms.spectator_delay or _holds_seat(known.table, player)
    ):
        return None
    held = tables.current(table_id)
    late = spectator_table(tables, held)
    return None if late is held or _holds_seat(held.table, player) else late


def _holds_seat(table: Table, player: str | None) -> bool:
    """Say whether a player holds a seat."""
    return player is not None and table.seat_of(player) is not None


class ServedView(SeatView):
    """A view with the head of the log."""

    head: Head


class StreamedView(ServedView):
    """What a seat or a spectator may know of a table of {title}, and may do."""

    now: NotRequired[SentAt]


View = Annotated[ServedView, Component("View")]


class TableFacts(BareFacts):
    """What everybody may know of a table, but for the play."""

    head: Head


Names = Callable[[Iterable[str]], Mapping[str, str]]  # of players, by their ids


def no_names(ids: Iterable[str]) -> Mapping[str, str]:
    """Return no names."""
    return {}


def view_for_seat(
    held: CachedStream[Table],
    seat: Seat | None,
    names: Names = no_names,
    story: tuple[list[StoryLine], bool] | None = None,
) -> ServedView:
    """Return the view of a seat with the head of the log and the names of the players now.

    `story`: the lines since some event, and whether there is more of it (see `.story`).
    """
    seat_view = with_names(view(held.table, seat), names)
    if story is not None:
        seat_view["story"], seat_view["more"] = story
    return {**seat_view, "head": held.head.hex()}


def view_in_language(
    held: CachedStream[Table],
    seat: Seat | None,
    names: Names,
    language: str,
    story: tuple[list[StoryLine], bool] | None = None,
) -> ServedView:
    """Return the same in a language."""
    seat_view = view_for_seat(held, seat, names, story)
    catalogue = catalogue_of(held.table.game, language)
    if catalogue is None:
        return seat_view
    return translate_view(catalogue, seat_view, story_lines(held.table, seat))


def with_names(seat_view: SeatView, names: Names) -> SeatView:
    """Add the names of the players to a view that nobody else has."""
    known = names(row["player"] for row in seat_view["seats"] if row["player"] is not None)
    for row in seat_view["seats"]:
        if row["player"] is not None:
            row["name"] = known.get(row["player"])
    return seat_view


def view_etag(
    table: Table, seat: Seat | None, rulings: int = 0, own: Catalogue | None = None
) -> str:
    """Return the strong ETag of a view: number of the newest event, viewer, opened or not.

    `rulings` that were made after the close change the view too, and are told behind; so does the
    language of a catalogue.
    """
    viewer = "s" if seat is None else str(seat)
    since = f".{rulings}" if rulings else ""
    language = "" if own is None else f".{own.language}"
    return f'"{table.n}.{viewer}.{int(table.is_bare())}{since}{language}"'


def may_read(table: Table, n: int, key: str, seat: Seat | None) -> bool:
    """Say whether the part of event n under an audience key is open to a seat."""
    if known_to(key, seat) or table.is_bare():
        return True
    return key != "table" and table.is_open(n) and table.terms.reveal != "auditors"


def event_for_seat(table: Table, event: StoredEvent, seat: Seat | None) -> dict[str, Any]:
    """Return a stored event as a seat may read it: public part, own and opened parts, head."""
    public: dict[str, Any] = orjson.loads(event.e)
    return {**public, "parts": _open_parts(table, event, seat), "head": event.h.hex()}


def as_open(table: Table, event: StoredEvent, seat: Seat | None) -> StoredEvent:
    """Return a stored event with those private parts alone that a seat may read."""
    if event.p is None or table.is_bare():
        return event
    parts = _open_parts(table, event, seat)
    return event._replace(p=canonical_json(parts) if parts else None)


def _open_parts(table: Table, event: StoredEvent, seat: Seat | None) -> dict[str, Any]:
    """Return the private parts of a stored event that a seat may read."""
    private = {} if event.p is None else orjson.loads(event.p)
    return {key: part for key, part in private.items() if may_read(table, event.n, key, seat)}


def laid_open(event: StoredEvent) -> dict[str, Any]:
    """Return a stored event with all its parts: for an auditor, whose look is recorded before."""
    private = {} if event.p is None else orjson.loads(event.p)
    return {**orjson.loads(event.e), "parts": private, "head": event.h.hex()}


def log_for_player(
    tables: Tables, table_id: str, player: str | None, after: int, limit: int
) -> tuple[CachedStream[Table], Seat | None, list[dict[str, Any]]]:
    """Return the events after `after`, at most `limit`, as a player may read them.

    A page never ends beyond the state it is judged by, so what was hidden there stays hidden.
    """
    held, seat = table_for(tables, table_id, player)
    upto = min(held.table.n, after + limit)
    events = tables.store.read(table_id, after, upto) if upto > after else []
    return held, seat, [event_for_seat(held.table, event, seat) for event in events]
