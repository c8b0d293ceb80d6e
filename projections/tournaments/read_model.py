"""Tournaments: a row for every one, newest first.

Besides, a row for everybody who takes part in one or directs it, so that lists by player are read
without looking at all tournaments.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from events.disputes.state import RULED
from events.tournaments import names
from events.tournaments.table_ends import FINISHED
from projections.projection import ALL, Cursor, IndexEntry, Projection, ReadModel, Row
from projections.tournaments.result_delivery import ResultDelivery
from tournaments.state import is_server_bot

Data = Mapping[str, Any]
PHASES: Final = ("registration", "called", "running", "closed")
MAX_ROWS_READ: Final = 2_000  # rows that one request looks through
PLAYS, DIRECTS = "player", "director"  # what indexes of a player begin with


def _new_tournament_row(row: Row, data: Data) -> Row:
    """Return the row of a tournament that begins."""
    settings = data["settings"]
    return row | {
        "name": data["name"], "director": data["director"], "directors": data["directors"],
        "format": settings["format"]["kind"], "phase": PHASES[0], "entrants": 0, "rounds": 0,
        "tables": 0, "games": sorted({one["game"] for one in settings["games"]}),
    }  # fmt: skip


def _row_with_entrant(row: Row, data: Data) -> Row:
    """Return the row with one more entrant."""
    return row | {"entrants": row["entrants"] + 1}


def _unchanged_row(row: Row, data: Data) -> Row:
    """Return the row as it is: it names no entrant."""
    return row


def _row_with_round(row: Row, data: Data) -> Row:
    """Return the row with one more round."""
    return row | {"rounds": row["rounds"] + 1, "tables": row["tables"] + len(data["tables"])}


def _played_again(row: Row, data: Data) -> Row:
    """Return the row with one more table."""
    return row | {"tables": row["tables"] + 1}


def _row_with_director(row: Row, data: Data) -> Row:
    """Return the row with one more director."""
    return row | {"directors": [*row["directors"], data["player"]]}


def _phase_setter(phase: str) -> Callable[[Row, Data], Row]:
    """Return what moves a row to another phase."""
    return lambda row, data: row | {"phase": phase}


CHANGES: Final[Mapping[str, Callable[[Row, Data], Row]]] = {
    "tournament.opened.v1": _new_tournament_row,
    "tournament.entrant_registered.v1": _row_with_entrant,
    "tournament.replaced.v1": _unchanged_row,
    "tournament.director_added.v1": _row_with_director,
    "tournament.called.v1": _phase_setter("called"),
    "tournament.started.v1": _phase_setter("running"),
    "tournament.round_planned.v1": _row_with_round,
    "tournament.table_replayed.v1": _played_again,
    "tournament.closed.v1": _phase_setter("closed"),
}


def _directors_in(event: Mapping[str, Any]) -> list[str]:
    """Return the players who direct the tournament from an event on."""
    data = event["data"]
    match event["type"]:
        case "tournament.opened.v1":
            return [data["director"], *data["directors"]]
        case "tournament.director_added.v1":
            return [data["player"]]
        case _:
            return []


def _players_in(event: Mapping[str, Any]) -> list[str]:
    """Return the players who take part from an event on."""
    if event["type"] not in ("tournament.entrant_registered.v1", "tournament.replaced.v1"):
        return []
    return [one for one in event["data"]["members"] if not is_server_bot(one)]


def _tournament_row_names(stream: str, event: dict[str, Any]) -> Iterator[str]:
    """Yield the rows that an event changes: the tournament's, and those of players."""
    yield stream
    for player in dict.fromkeys((*_directors_in(event), *_players_in(event))):
        yield f"{stream}:{player}"


def _evolve_tournament_row(row: Row | None, name: str, event: dict[str, Any]) -> Row | None:
    """Return a row after an event; one that is in it changes nothing."""
    if row is not None and event["n"] <= row["n"]:
        return row
    stream, _, player = name.partition(":")
    if player:
        return _row_with_roles(row or {"tournament": stream, "player": player, "roles": {}}, event)
    before = row or {"id": stream, "opened_at": event["at"]}
    return CHANGES[event["type"]](before, event["data"]) | {"n": event["n"]}


def _row_with_roles(row: Row, event: Mapping[str, Any]) -> Row:
    """Return the row of a player with what an event makes of him, and since when."""
    own = (DIRECTS, _directors_in(event)), (PLAYS, _players_in(event))
    roles = {role: event["at"] for role, players in own if row["player"] in players}
    return row | {"roles": roles | row["roles"], "n": event["n"]}


def _tournament_index_entries(row: Row) -> list[IndexEntry]:
    """Return the place of a tournament among all and those of its phase, or in those of a player.

    A player's stand in the order in which he came to them.
    """
    if "roles" in row:
        return [IndexEntry(f"{role}:{row['player']}", at) for role, at in row["roles"].items()]
    return [IndexEntry(name, row["opened_at"]) for name in (ALL, row["phase"])]


TOURNAMENTS = Projection(
    name="tournaments",
    handles=frozenset(CHANGES),
    evolve=_evolve_tournament_row,
    standings=_tournament_index_entries,
    folds=names.is_tournament_stream,
    names=_tournament_row_names,
    decides=lambda store: ResultDelivery(store).decide,
    decides_on=frozenset({FINISHED, RULED, "tournament.adjudicated.v1"}),
)


class TournamentQuery(NamedTuple):
    """Which tournaments are asked for; None: any."""

    phase: str | None = None
    game: str | None = None
    player: str | None = None
    director: str | None = None

    def index_name(self) -> str:
        """Return the index in which they stand, and others perhaps."""
        if self.player is not None:
            return f"{PLAYS}:{self.player}"
        if self.director is not None:
            return f"{DIRECTS}:{self.director}"
        return self.phase or ALL

    def fits(self, row: Row) -> bool:
        """Say whether a tournament of that index is asked for."""
        directors = (row["director"], *row["directors"])
        return (
            self.phase in (None, row["phase"])
            and (self.game is None or self.game in row["games"])
            and (self.director is None or self.director in directors)
        )


class TournamentRows(NamedTuple):
    """A page of tournaments, and behind which place the next one begins; None: there is none."""

    rows: list[Row]
    ends: Cursor | None


def tournament_page(
    model: ReadModel,
    query: TournamentQuery,
    limit: int,
    before: Cursor | None,
    among: Callable[[Sequence[Row]], Collection[str]] | None = None,
) -> TournamentRows:
    """Return a page of tournaments: the newest first, or those which a player came to last.

    `among` returns the ids of those whose texts are asked for, too: rows don't have them.
    """
    index = query.index_name()
    listed = model.rows(MAX_ROWS_READ, before, index)
    found = model.find([one["tournament"] for one in listed]) if ":" in index else listed
    fitting = [
        (_tournament_cursor(one, index), row)
        for one, row in zip(listed, found, strict=True)
        if row is not None and query.fits(row)
    ]
    if among is not None:
        wanted = among([row for _, row in fitting])
        fitting = [(at, row) for at, row in fitting if row["id"] in wanted]
    rows = [row for _, row in fitting[:limit]]
    if len(fitting) > limit:
        return TournamentRows(rows, fitting[limit - 1][0])
    return TournamentRows(
        rows, _tournament_cursor(listed[-1], index) if len(listed) == MAX_ROWS_READ else None
    )


def _tournament_cursor(row: Row, index: str) -> Cursor:
    """Return the place of a row in an index."""
    role, _, player = index.partition(":")
    if not player:
        return row["opened_at"], row["id"]
    return row["roles"][role], f"{row['tournament']}:{player}"
