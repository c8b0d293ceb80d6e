"""Drawn cups of equals, as they go when entrants differ in strength or two of them collude."""

from math import fsum, sqrt
from typing import Final, NamedTuple

from tournaments.scoring import StandingsInput
from tournaments.tables import TournamentTableResult

SCALE: Final = 1000  # scores are whole numbers; so many parts of a point tell them apart


class Plan(NamedTuple):
    """What is done to a cup."""

    strength: float = 0.0
    dumped: float = 0.0
    soft: float = 0.0


def changed_cup(played: StandingsInput, plan: Plan) -> StandingsInput:
    """Return a cup as it goes when entrants differ in strength and the first two collude."""
    spread = _score_spread(played)
    last = max(played.entrants)

    def changed(result: TournamentTableResult) -> TournamentTableResult:
        who = [one.entrant for one in result.table.seats]
        scores = [SCALE * score for score in result.scores]
        for at, one in enumerate(who):
            scores[at] += round(SCALE * spread * plan.strength * (1 - 2 * one / last))
        if {0, 1} <= {*who}:
            giver, taker = who.index(0), who.index(1)  # type: ignore[arg-type]
            passed, won = (round(SCALE * spread * part) for part in (plan.dumped, plan.soft))
            scores[giver] += won - passed
            scores[taker] += won + passed
            for at in {*range(len(who))} - {giver, taker}:
                scores[at] -= 2 * won // (len(who) - 2)
        places = tuple(1 + sum(other > one for other in scores) for one in scores)
        return result._replace(scores=tuple(scores), places=places)

    return StandingsInput(played.entrants, played.rounds, [*map(changed, played.results)])


def _score_spread(played: StandingsInput) -> float:
    """Return what scores spread by about the mean of their table."""
    squares = []
    for result in played.results:
        mean = fsum(result.scores) / len(result.scores)
        squares += [(score - mean) ** 2 for score in result.scores]
    return sqrt(fsum(squares) / len(squares)) or 1.0
