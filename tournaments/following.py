"""What follows by itself in a tournament, after every command and when it is time for it."""

from collections.abc import Iterator
from typing import Any

from tournaments import events as ev
from tournaments.evolve import apply_tournament_event
from tournaments.pairings import final_places, planned_ladder, planned_round
from tournaments.state import EntrantState, Tournament

PLAYED, ABANDONED, TOO_FEW = "played", "abandoned", "too_few"


class TournamentProgress:
    """A tournament as it moves on within one command, and the events that move it.

    `by` is who asked for the command, as the log names it.
    """

    def __init__(self, tournament: Tournament, by: str, now: int) -> None:
        self.tournament, self.by, self.now = tournament, by, now
        self.events: list[Any] = []

    def happen(self, *events: Any) -> None:
        """Let events happen, one after the other."""
        for event in events:
            self.events.append(event)
            n = self.tournament.n + 1
            self.tournament = apply_tournament_event(self.tournament, event, n, self.now, self.by)

    def settle(self, index: int) -> None:
        """Let what ends with a table happen: its deal group (U9), and its round."""
        table = self.tournament.tables[index]
        number = table.planned.group
        group = self.tournament.groups[number]
        if not group.left and not group.ended:
            self.happen(ev.GroupEnded(number))
        own = self.tournament.rounds[table.round]
        if not own.ended and all(self.tournament.tables[one].is_settled for one in own.tables):
            self.happen(ev.RoundEnded(table.round))

    def go_on(self, *, is_clock: bool) -> None:
        """Let happen what follows by itself, until nothing does.

        `is_clock`: what waits for a command of the clock, too, the call for the start and rounds.
        """
        while (
            event := next(_automatic_events(self.tournament, self.now, is_clock), None)
        ) is not None:
            self.happen(event)


def _automatic_events(t: Tournament, now: int, is_clock: bool) -> Iterator[Any]:
    """Yield what happens next by itself."""
    if t.phase == "registration":
        at = t.rules.schedule.starts_at
        if is_clock and at is not None and at <= now:
            yield from start_call_events(t, now)
    elif t.phase == "called" and (now >= t.until or not t.awaited()):
        yield _start_event(t)
    elif t.phase == "running" and not t.paused:
        if t.rules.format.kind == "ladder":
            yield from _ladder_events(t, now)
        elif is_clock:
            yield from _round_events(t, now)


def _entries_not_checked_in(t: Tournament) -> list[EntrantState]:
    """Return those who had to check in and did not."""
    if not t.rules.entrants.check_in:
        return []
    return [
        one
        for one in t.entries
        if not (one.checked_in or one.is_bots or one.withdrawn) and not one.late
    ]


def start_call_events(t: Tournament, now: int) -> Iterator[Any]:
    """Yield what the call for the start makes happen next; a field that is too small ends it."""
    for one in _entries_not_checked_in(t):
        yield ev.EntrantLate(one.number, None)
    for one in overdue_entries(t):
        yield ev.EntrantWithdrawn(one.number, "late")
    if len(t.active()) < entrants_needed(t):
        yield tournament_close_event(t, TOO_FEW)
    else:
        yield ev.Called(now + 1000 * t.rules.schedule.reveal_seconds)


def overdue_entries(t: Tournament) -> list[EntrantState]:
    """Return those whom lateness costs their place: who isn't there, or stays away too often."""
    own = t.rules.policies
    if own.late == "keep":
        return []
    bound = own.late_tables if t.phase == "running" else 0
    return [one for one in t.entries if one.late > bound and not one.withdrawn]


def entrants_needed(t: Tournament) -> int:
    """Return how many entrants the start needs."""
    seats = max(min(game.sizes) for game in t.rules.games)
    own = t.rules.format
    pooled = (own.pools or 0) * max(seats, own.qualify or 0)
    return max(t.rules.entrants.least, seats, pooled)


def _start_event(t: Tournament) -> ev.Started:
    """Rule U5: return the start: what is not revealed by now is withheld."""
    entropies = tuple(one.entropy or "" for one in t.entries)
    return ev.Started(entropies, tuple(t.awaited()))


def _round_events(t: Tournament, now: int) -> Iterator[Any]:
    """Rule U6: yield the next round, or the close; nothing before it is time for it."""
    at = t.next_at()
    if at is not None and now >= at:
        yield planned_round(t, now) or tournament_close_event(t, PLAYED)


def _ladder_events(t: Tournament, now: int) -> Iterator[Any]:
    """Rule U6: yield tables of a ladder for who is free, and the close when its time is up."""
    if now < t.ladder_ends():
        if (planned := planned_ladder(t, now)) is not None:
            yield planned
    elif not t.unsettled:
        yield tournament_close_event(t, PLAYED)


def tournament_close_event(t: Tournament, why: str) -> ev.TournamentClosed:
    """Rule U14: return the close with the final places."""
    return ev.TournamentClosed(why, final_places(t))
