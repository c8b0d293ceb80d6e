"""Tournaments: a row for every one, newest first; and what their tables and rulings tell them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from events.disputes.names import is_stream
from events.disputes.rules import DISPUTES_DECIDER
from events.disputes.state import RULED, Ruled
from events.record.codec import decode
from events.store.streams import Store
from events.tournaments import names
from events.tournaments.streams import Tournaments
from events.tournaments.table_ends import FINISHED, end_of
from projections.projection import ALL, Projection, Row, Standing
from tournaments.commands import Adjudicate

Data = Mapping[str, Any]
PHASES: Final = ("registration", "called", "running", "closed")


class Results:
    """What lets tournaments take the results of tables, and rulings about them; once each."""

    def __init__(self, store: Store) -> None:
        self.store, self.tournaments = store, Tournaments(store)

    def decide(self, streams: Iterable[str]) -> None:
        """Tell tournaments of tables that have finished, and of rulings made after their close.

        Raises:
            Busy: others decide all the time; nothing was written.
        """
        for stream in streams:
            if is_stream(stream):
                self.bring_rulings(stream)
            else:
                self.bring_result(stream)

    def bring_result(self, table: str) -> None:
        """Let its tournament take the result of a table, if it is one of a tournament."""
        end = end_of(self.store, table)
        if end is not None:
            self.tournaments.ask(end.tournament, "server", end.result)

    def bring_rulings(self, disputes: str) -> None:
        """Let a tournament count the corrected outcomes of one of its tables."""
        for event in self.store.read(disputes):
            told = decode(event, DISPUTES_DECIDER.events).event
            if not isinstance(told, Ruled) or told.outcome is None:
                continue
            end = end_of(self.store, told.table)
            if end is not None:
                places, scores = told.outcome["places"], told.outcome["scores"]
                index = end.result.index
                ruling = Adjudicate(index, tuple(places), tuple(scores), told.dispute)
                self.tournaments.ask(end.tournament, "server", ruling)


def opened(row: Row, data: Data) -> Row:
    """Return the row of a tournament that begins."""
    settings = data["settings"]
    return row | {
        "name": data["name"], "director": data["director"], "directors": data["directors"],
        "format": settings["format"]["kind"], "phase": PHASES[0], "entrants": 0, "rounds": 0,
        "tables": 0, "games": sorted({one["game"] for one in settings["games"]}),
    }  # fmt: skip


def registered(row: Row, data: Data) -> Row:
    """Return the row with one more entrant."""
    return row | {"entrants": row["entrants"] + 1}


def planned(row: Row, data: Data) -> Row:
    """Return the row with one more round."""
    return row | {"rounds": row["rounds"] + 1, "tables": row["tables"] + len(data["tables"])}


def directed(row: Row, data: Data) -> Row:
    """Return the row with one more director."""
    return row | {"directors": [*row["directors"], data["player"]]}


def moved(phase: str) -> Callable[[Row, Data], Row]:
    """Return what moves a row to another phase."""
    return lambda row, data: row | {"phase": phase}


CHANGES: Final[Mapping[str, Callable[[Row, Data], Row]]] = {
    "tournament.opened.v1": opened,
    "tournament.entrant_registered.v1": registered,
    "tournament.director_added.v1": directed,
    "tournament.called.v1": moved("called"),
    "tournament.started.v1": moved("running"),
    "tournament.round_planned.v1": planned,
    "tournament.closed.v1": moved("closed"),
}


def evolve(row: Row | None, stream: str, event: dict[str, Any]) -> Row | None:
    """Return a row after an event; one that is in it changes nothing."""
    if row is not None and event["n"] <= row["n"]:
        return row
    before = row or {"id": stream, "opened_at": event["at"]}
    return CHANGES[event["type"]](before, event["data"]) | {"n": event["n"]}


def places(row: Row) -> list[Standing]:
    """Return the place of a tournament among all, and among those of its phase."""
    return [Standing(name, row["opened_at"]) for name in (ALL, row["phase"])]


TOURNAMENTS = Projection(
    name="tournaments",
    handles=frozenset(CHANGES),
    evolve=evolve,
    standings=places,
    folds=names.is_stream,
    decides=lambda store: Results(store).decide,
    decides_on=frozenset({FINISHED, RULED}),
)
