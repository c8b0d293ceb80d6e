"""Tournaments as a kind of stream."""

from typing import Final

from events.record.decider import Decider
from events.tournaments.news import NEWS_TYPES, tournament_news
from games.table.rules import DueTimes
from tournaments.commands import COMMANDS, Open, TournamentCommand
from tournaments.events import EVENTS
from tournaments.evolve import fold_tournament
from tournaments.rules import decide
from tournaments.state import Tournament, due_at

MOVING: Final = frozenset({"tournament.opened.v1", "tournament.closed.v1"})


def _tournament_due_times(tournament: Tournament) -> DueTimes:
    """Return when a tournament needs attention without a request."""
    return DueTimes(None, None, None, due_at(tournament))


def _has_due_time(tournament: Tournament) -> bool:
    """Say whether the due index may hold a tournament."""
    return due_at(tournament) is not None


def _tournament_holdings(tournament: Tournament) -> frozenset[str]:
    """Return what players hold by a tournament: who has opened it, one that is not closed."""
    if not tournament.n or tournament.phase == "closed":
        return frozenset()
    return frozenset({f"tournaments:{tournament.director}"})


TOURNAMENT_DECIDER: Final[Decider[Tournament, TournamentCommand]] = Decider(
    "tournament",
    EVENTS,
    {kind: name for name, kind in COMMANDS.items()},
    Tournament,
    decide,
    fold_tournament,
    _tournament_due_times,
    _has_due_time,
    opening=(Open,),
    holdings=_tournament_holdings,
    moving=MOVING,
    news=tournament_news,
    news_types=NEWS_TYPES,
)
