"""Rule U12: what a director's adjudication would change, and what it would leave as it is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.adjudication import adjudicate_table
from tournaments.commands import Adjudicate
from tournaments.following import TournamentProgress
from tournaments.pairings import STAGED, planned_round
from tournaments.public_results import public_standings
from tournaments.state import Tournament
from tournaments.tables import Entrant


class PlaceChange(NamedTuple):
    """An entrant whose place or points in the standings would be others."""

    entrant: Entrant
    before: tuple[int, float]  # place and points
    after: tuple[int, float]


class Consequences(NamedTuple):
    """What an adjudication would change.

    Attributes:
        known: whether the table's deal group has ended; before nobody is told of results.
        rounds: those that were paired by what counts now; they stay as they are.
        left_out, let_in: of a knockout, who plays on only by what counts now, and who would play on
            in their place, had the next round been paired by the new result. Nobody is moved.
    """

    known: bool
    places: Sequence[PlaceChange]
    rounds: Sequence[int]
    left_out: Sequence[Entrant]
    let_in: Sequence[Entrant]


def adjudication_consequences(
    t: Tournament, by: str, command: Adjudicate, now: int
) -> Consequences:
    """Return what an adjudication would change; raise as the adjudication itself would."""
    happening = TournamentProgress(t, by, now)
    adjudicate_table(happening, by, command)
    table, new = t.tables[command.index], happening.tournament
    rounds = [*range(table.round + 1, len(t.rounds))]
    if not t.groups[table.planned.group].ended:
        return Consequences(known=False, places=(), rounds=rounds, left_out=(), let_in=())
    old_field, new_field = (_next_field(one, table.round, now) for one in (t, new))
    return Consequences(
        True,
        [*_place_changes(t, new)],
        rounds,
        sorted(old_field - new_field) if rounds else (),
        sorted(new_field - old_field) if rounds else (),
    )


def _place_changes(t: Tournament, new: Tournament) -> list[PlaceChange]:
    """Return whose place or points differ, the best first."""
    before, after = (
        {one.entrant: (one.place, float(one.points)) for one in public_standings(state)}
        for state in (t, new)
    )
    return [
        PlaceChange(who, before[who], now)
        for who, now in after.items()
        if who in before and before[who] != now
    ]


def _next_field(t: Tournament, round: int, now: int) -> set[Entrant]:
    """Return who plays on after a round of a knockout, as things stand now."""
    if t.rules.format.kind not in STAGED:
        return set()
    tables = tuple(one for one in t.tables if one.round <= round)
    planned = planned_round(replace(t, rounds=t.rounds[: round + 1], tables=tables), now)
    if planned is None:
        return set()
    seats = {Entrant(who) for table in planned.tables for who, _ in table.seats}
    return seats | {*planned.byes}
