"""Made-up cups: entrants who come late, withdraw and score by a strength of their own."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from games.core.fairness.chance import Chance
from tournaments.pairing import DrawnRound, Format, PairingContext, next_round
from tournaments.pairing.history import History, history_of
from tournaments.tables import Entrant

SPREAD = 700  # what luck makes of strengths from 0 to 999


class Drawing(NamedTuple):
    """A round of a cup, and what was before it."""

    past: PairingContext
    drawn: DrawnRound

    def after(self) -> History:
        """Return the counts with this round."""
        return history_of(self.past._replace(rounds=(*self.past.rounds, self.drawn)))


def cup(
    format: Format, entrants: int, seed: int, *, leaving: int = 0, coming: int = 0
) -> Iterator[Drawing]:
    """Yield round after round; of 1,000 who are there so many leave, and so many come, a round."""
    luck = Chance(seed)
    everybody = [Entrant(one) for one in range(entrants)]
    past = PairingContext(tuple(everybody), frozenset(everybody))
    while (drawn := next_round(format, past, luck.fork(len(past.rounds)))) is not None:
        yield Drawing(past, drawn)
        past = going_on(Drawing(past, drawn), luck, leaving, coming)


def going_on(drawing: Drawing, luck: Chance, leaving: int, coming: int) -> PairingContext:
    """Return what is behind a round, when some have left and others come."""
    past, drawn = drawing
    gone = {one for one in past.entrants if luck.randrange(1_000) < leaving}
    new = sum(luck.randrange(1_000) < coming for _ in past.active)
    late = tuple(Entrant(len(past.entrants) + at) for at in range(new))
    return PairingContext(
        (*past.entrants, *late),
        (past.active - gone).union(late),
        (*past.rounds, drawn),
        (*past.points, won(drawn, luck)),
    )


def won(drawn: DrawnRound, luck: Chance) -> dict[Entrant, int]:
    """Return points of a round: how many each left behind them; the stronger rather do."""
    points = dict.fromkeys(drawn.byes, 1)
    for table in drawn.tables:
        strength = {one: one * 7919 % 1_000 + luck.randrange(SPREAD) for one in table}
        for place, one in enumerate(sorted(table, key=lambda one: strength[one])):
            points[one] = place
    return points


def met_again(drawn: DrawnRound, before: History) -> int:
    """Return how many pairs meet that have met before."""
    return sum(
        before.met[one][two] > 0
        for table in drawn.tables
        for one, two in combinations(table, 2)
        if one in before.met
    )


def seat_spread(history: History, one: Entrant, size: int) -> int:
    """Return how much more often somebody sat in one seat than in another."""
    sat = history.seats_of(one, size)
    return max(sat[seat] for seat in range(size)) - min(sat[seat] for seat in range(size))


def off_share(history: History, one: Entrant, size: int) -> float:
    """Return by how much somebody's count of a seat is off an equal share of them."""
    sat = history.seats_of(one, size)
    return max(abs(sat[seat] - sat.total() / size) for seat in range(size))
