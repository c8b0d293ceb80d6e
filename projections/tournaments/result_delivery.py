"""What lets tournaments take the results of their tables, and rulings about them; once each.

The results of a deal group are taken together, when the last of its tables has ended: how and when
one of them ended says something of deals that others still play (rule U9). A table that was never
played to its end says nothing of them, and its players wait to play again: it is taken at once.
"""

from collections.abc import Iterable
from contextlib import suppress

from events.disputes.names import is_dispute_stream
from events.disputes.rules import DISPUTES_DECIDER
from events.disputes.state import Ruled
from events.record.codec import decode_event
from events.store.streams import Store
from events.tournaments.names import is_tournament_stream
from events.tournaments.streams import Tournaments, UnknownTournament
from events.tournaments.table_ends import TableEnd, end_of
from games.table.planned import table_id
from tournaments.commands import Adjudicate, TournamentCommand
from tournaments.state import Tournament


class ResultDelivery:
    """Brings results and rulings to the tournaments of a store."""

    def __init__(self, store: Store) -> None:
        self.store, self.tournaments = store, Tournaments(store)
        self.passed: dict[tuple[str, int], int] = {}  # of a group: so many of its tables have ended

    def decide(self, streams: Iterable[str]) -> None:
        """Tell tournaments of tables that have finished, and of rulings made after their close.

        Raises:
            WriteContention: others decide all the time; nothing was written.
        """
        for stream in streams:
            if is_dispute_stream(stream):
                self.bring_rulings(stream)
            elif is_tournament_stream(stream):
                self.bring_adjudicated(stream)
            else:
                self.bring_result(stream)

    def bring_result(self, table: str) -> None:
        """Let its tournament take the results of a table's deal group, if all of them are there."""
        end = self.end_at(table)
        if end is None:
            return
        if not end.result.places:
            self.bring(end.tournament, end.result)
        with suppress(UnknownTournament):  # its table came from elsewhere, so it needs none
            t = self.tournaments.current(end.tournament).state
            if end.result.index < len(t.tables):
                self.bring_group(t, t.tables[end.result.index].planned.group)

    def bring_adjudicated(self, tournament: str) -> None:
        """Bring the results that waited for a table which a director has adjudicated since."""
        t = self.tournaments.current(tournament).state
        for number, group in enumerate(t.groups):
            if group.left:
                self.bring_group(t, number)

    def bring_group(self, t: Tournament, number: int) -> None:
        """Bring what the tables of a deal group have come to, unless one is played and counts."""
        tables, place = t.groups[number].tables, (t.id, number)
        for index in tables[self.passed.get(place, 0) :]:
            is_over = t.tables[index].is_settled or self.end_at(table_id(t.id, index)) is not None
            if not is_over:
                return
            self.passed[place] = self.passed.get(place, 0) + 1
        del self.passed[place]
        for index in tables:
            end = None if t.tables[index].finish else self.end_at(table_id(t.id, index))
            if end is not None:
                self.bring(t.id, end.result)

    def end_at(self, table: str) -> TableEnd | None:
        """Return how a table of a tournament has ended; None: it has not."""
        return end_of(table, self.store.read(table))

    def bring_rulings(self, disputes: str) -> None:
        """Let a tournament count the corrected outcomes of one of its tables."""
        for event in self.store.read(disputes):
            ruled = decode_event(event, DISPUTES_DECIDER.events).event
            if not isinstance(ruled, Ruled) or ruled.outcome is None:
                continue
            end = self.end_at(ruled.table)
            if end is not None:
                places, scores = ruled.outcome["places"], ruled.outcome["scores"]
                index = end.result.index
                ruling = Adjudicate(index, tuple(places), tuple(scores), ruled.dispute)
                self.bring(end.tournament, ruling)

    def bring(self, tournament: str, command: TournamentCommand) -> None:
        """Tell a tournament; one that is not here, as its table came from elsewhere, needs none."""
        with suppress(UnknownTournament):
            self.tournaments.execute(tournament, "server", command)
