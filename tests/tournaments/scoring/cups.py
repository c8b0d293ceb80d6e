"""Made-up tournaments: tables by hand, and whole cups from a seed."""

from collections.abc import Sequence

from games.core.fairness.chance import Chance
from tournaments.scoring import StandingsInput
from tournaments.tables import Entrant, RoundPlan, SeatOccupant, TablePlan, TournamentTableResult

A, B, C, D, E, F = map(Entrant, range(6))


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the places of scores; who ties has the same."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def table(
    who: Sequence[int], scores: Sequence[int], round: int = 0, group: int = 0, game: int = 0
) -> TournamentTableResult:
    """Return what came of a table at which these sat."""
    seats = tuple(SeatOccupant(Entrant(one)) for one in who)
    return TournamentTableResult(
        round, TablePlan(game, group, seats), tuple(scores), places(scores)
    )


def played(
    *results: TournamentTableResult, byes: Sequence[Sequence[int]] = (), entrants: int = 0
) -> StandingsInput:
    """Return a tournament of these tables; `byes` by round."""
    sitting = {int(one.entrant) for result in results for one in result.table.seats}
    off = [[*map(Entrant, row)] for row in byes]
    rounds = max([len(off), *(result.round + 1 for result in results)])
    off += [[]] * (rounds - len(off))
    number = max(
        [entrants, *(one + 1 for one in sitting), *(one + 1 for row in off for one in row)]
    )
    return StandingsInput(
        tuple(map(Entrant, range(number))),
        [
            RoundPlan(tuple(one.table for one in results if one.round == at), tuple(off[at]))
            for at in range(rounds)
        ],
        results,
    )


def cup(
    seed: int, entrants: int = 12, seats: int = 4, rounds: int = 6, shared: bool = True
) -> StandingsInput:
    """Return a cup in which who is registered earlier plays better, with a bye now and then.

    `shared`: all tables of a round and game share a deal group.
    """
    luck, results, off, group = Chance(seed), list[TournamentTableResult](), list[list[int]](), 0
    for round in range(rounds):
        order = [*range(entrants)]
        luck.shuffle(order)
        tables = entrants // seats
        off.append(order[tables * seats :])
        for at in range(tables):
            who = order[at * seats : (at + 1) * seats]
            scores = [luck.randrange(12) - one // 3 for one in who]
            results.append(table(who, scores, round, group, game=round % 2))
            group += not shared
        group += shared
    return played(*results, byes=off, entrants=entrants)
