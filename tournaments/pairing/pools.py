"""Rule U68: pools, in which everybody meets everybody, and a knockout of the best of each.

Entrants are dealt to the pools by seed, back and forth. Who reaches the knockout is seeded there by
the place in the pool: all who won theirs come first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.core.fairness.chance import Chance
from tournaments.pairing.formats import DrawnRound, Knockout, PairingContext, RoundRobin
from tournaments.pairing.knockout import knockout_ranking, knockout_round
from tournaments.pairing.round_robin import round_robin_round
from tournaments.tables import Entrant

PoolRank = tuple[int, Fraction, int]  # place in the pool, points a table (more is less), seed


@dataclass(frozen=True, slots=True)
class Pools:
    """Pools, of each of which `qualify` reach a knockout.

    Attributes:
        advancing: of the knockout, how many of each table go on.
    """

    seats: int
    pools: int
    qualify: int
    cycles: int = 1
    advancing: int = 1
    third_place: bool = False

    @property
    def within(self) -> RoundRobin:
        """Who meets whom in a pool."""
        return RoundRobin(self.seats, self.cycles)

    @property
    def knockout(self) -> Knockout:
        """Who meets whom behind the pools."""
        return Knockout(self.seats, self.advancing, self.third_place)


class PoolStages(NamedTuple):
    """What was played: of the rounds the first `pooled` are those of the pools."""

    format: Pools
    past: PairingContext
    pooled: int

    @property
    def pools(self) -> list[tuple[Entrant, ...]]:
        """Return who is in which pool, in the order of seeds."""
        first = self.past.rounds[:1]
        there = {one for drawn in first for table in (*drawn.tables, drawn.byes) for one in table}
        field = [one for one in self.past.entrants if one in (there or self.past.active)]
        found: list[list[Entrant]] = [[] for _ in range(self.format.pools)]
        for at, one in enumerate(field):
            row, column = divmod(at, self.format.pools)
            found[column if row % 2 == 0 else self.format.pools - 1 - column].append(one)
        return [tuple(pool) for pool in found]

    def finalists(self, ranks: Mapping[Entrant, PoolRank]) -> tuple[Entrant, ...]:
        """Return who has reached the knockout, the best of the pools first; who is to reach it."""
        chosen: list[Entrant] = []
        if len(self.past.rounds) > self.pooled:
            first = self.past.rounds[self.pooled]
            chosen += (one for table in (*first.tables, first.byes) for one in table)
            return tuple(sorted(chosen, key=lambda one: ranks[one]))
        for pool in self.pools:
            left = sorted((ranks[one], one) for one in pool if one in self.past.active)
            chosen += [one for _, one in left[: self.format.qualify]]
        return tuple(sorted(chosen, key=lambda one: ranks[one]))

    def finals(self, ranks: Mapping[Entrant, PoolRank]) -> PairingContext:
        """Return what the knockout goes by."""
        field = self.finalists(ranks)
        return PairingContext(
            field,
            self.past.active & {*field},
            self.past.rounds[self.pooled :],
            self.past.points[self.pooled :],
        )


def pool_round(stages: PoolStages, luck: Chance) -> DrawnRound | None:
    """Return the next round of all pools that go on; None when none does."""
    if len(stages.past.rounds) > stages.pooled:
        return None
    tables, byes = list[tuple[Entrant, ...]](), list[Entrant]()
    for pool in stages.pools:
        drawn = round_robin_round(stages.format.within, _within_pool(stages.past, pool), luck)
        if drawn is not None and drawn.tables:
            tables += drawn.tables
            byes += drawn.byes
    return DrawnRound(tuple(tables), tuple(byes)) if tables else None


def _within_pool(past: PairingContext, pool: Sequence[Entrant]) -> PairingContext:
    """Return what has been in one pool."""
    members = frozenset(pool)
    rounds = (
        DrawnRound(
            tuple(table for table in drawn.tables if members.issuperset(table)),
            tuple(one for one in drawn.byes if one in members),
        )
        for drawn in past.rounds
    )
    own = tuple(drawn for drawn in rounds if drawn.tables)
    return PairingContext(tuple(pool), past.active & members, own)


def finals_round(
    stages: PoolStages, ranks: Mapping[Entrant, PoolRank], luck: Chance
) -> DrawnRound | None:
    """Return the next round of the knockout; who met in a pool is kept apart at first."""
    before = stages.past.rounds[: stages.pooled]
    return knockout_round(stages.format.knockout, stages.finals(ranks), luck, before)


def pools_ranking(
    stages: PoolStages, ranks: Mapping[Entrant, PoolRank]
) -> tuple[tuple[Entrant, ...], ...]:
    """Return everybody: those of the knockout by how far they came, others by place in the pool."""
    found: list[tuple[Entrant, ...]] = []
    if len(stages.past.rounds) > stages.pooled:
        found += knockout_ranking(stages.format.knockout, stages.finals(ranks))
    known = {one for tied in found for one in tied}
    others: dict[int, list[Entrant]] = {}
    for one, (place, *_) in ranks.items():
        if one not in known:
            others.setdefault(place, []).append(one)
    return (*found, *(tuple(others[place]) for place in sorted(others)))
