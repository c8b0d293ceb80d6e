"""Pairings held to searches of another kind: all partitions, all matchings, thousands of histories.

What a round is paired from is made up here: rounds of any kind, byes, points, people who come and
go. No search of the product has a part in what is expected of it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import pytest

from games.core.fairness.chance import Chance
from tests.tournaments.pairing.cups import cup, met_again
from tournaments.pairing import DrawnRound, PairingContext, Swiss, next_round
from tournaments.pairing.history import history_of
from tournaments.pairing.sizes import table_sizes
from tournaments.tables import Entrant

FEW, MANY = 12, 400  # histories of a kind, by day and by night
HISTORIES = [FEW, pytest.param(MANY, marks=pytest.mark.nightly)]
SMALL: Final = 12  # entrants of whom all partitions are weighed


def made_up_past(luck: Chance, size: int, others: tuple[int, ...] = ()) -> PairingContext:
    """Return rounds of people by lot: some sit out, leave or come late, whatever is fair."""
    count = size + luck.randrange(SMALL - size + 1)
    everybody = tuple(Entrant(one) for one in range(count))
    rounds, points = [], []
    for _ in range(luck.randrange(count)):
        there = [*everybody]
        luck.shuffle(there)
        there = there[luck.randrange(3) :]
        sizes = table_sizes(len(there), size, others)
        tables = []
        for own in sizes:
            tables.append(tuple(there[:own]))
            there = there[own:]
        rounds.append(DrawnRound(tuple(tables), tuple(there)))
        points.append({one: luck.randrange(4) for one in everybody})
    gone = luck.randrange(3) if count > size + 2 else 0
    return PairingContext(everybody, frozenset(everybody[gone:]), tuple(rounds), tuple(points))


def fewest_rematches(
    playing: Sequence[Entrant], sizes: Sequence[int], met: frozenset[tuple[Entrant, Entrant]]
) -> int:
    """Return how many pairs must meet again, whoever of them sits at tables of these sizes."""

    @lru_cache(None)
    def fewest(left: tuple[Entrant, ...], still: tuple[int, ...]) -> int:
        if not left:
            return 0
        found = []
        for size in {*still}:
            rest = list(still)
            rest.remove(size)
            for others in combinations(left[1:], size - 1):
                table = (left[0], *others)
                again = sum(pair in met for pair in combinations(table, 2))
                after = tuple(one for one in left[1:] if one not in others)
                found.append(again + fewest(after, tuple(rest)))
        return min(found)

    return fewest(tuple(sorted(playing)), tuple(sorted(sizes)))


def pairs_met(past: PairingContext) -> frozenset[tuple[Entrant, Entrant]]:
    """Return who has met whom, the lower number first."""
    tables = [table for drawn in past.rounds for table in drawn.tables]
    return frozenset(pair for table in tables for pair in combinations(sorted(table), 2))


def byes_that_may_be(past: PairingContext, count: int) -> Iterator[tuple[Entrant, ...]]:
    """Yield who may sit out: those with fewest byes first, of these those with fewest points."""
    history = history_of(past)

    def sums(out: tuple[Entrant, ...]) -> list[tuple[int, int]]:
        return sorted((history.byes[one], history.points[one]) for one in out)

    ways = list(combinations(sorted(past.active), count))
    best = min(map(sums, ways))
    yield from (out for out in ways if sums(out) == best)


@pytest.mark.parametrize("count", HISTORIES)
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_at_larger_tables_of_small_fields_no_rematch_can_be_avoided(size: int, count: int) -> None:
    for seed in range(count):
        luck = Chance(seed * 7 + size)
        past = made_up_past(luck, size)
        drawn = next_round(Swiss(size, 99), past, luck)
        assert drawn is not None
        out = len(past.active) % size
        allowed = list(byes_that_may_be(past, out))
        assert tuple(sorted(drawn.byes)) in allowed, seed
        least = min(
            fewest_rematches(
                sorted(past.active - {*byes}), [len(one) for one in drawn.tables], pairs_met(past)
            )
            for byes in allowed
        )
        assert met_again(drawn, history_of(past)) == least, seed


@pytest.mark.parametrize("count", HISTORIES)
def test_tables_of_two_sizes_hold_all_and_let_as_few_meet_again(count: int) -> None:
    for seed in range(count):
        luck = Chance(seed)
        past = made_up_past(luck, 4, (3,))
        drawn = next_round(Swiss(4, 99, (3,)), past, luck)
        assert drawn is not None
        sizes = [len(one) for one in drawn.tables]
        assert sorted(sizes) == sorted(table_sizes(len(past.active), 4, (3,)))
        if not drawn.byes:
            least = fewest_rematches(sorted(past.active), sizes, pairs_met(past))
            assert met_again(drawn, history_of(past)) == least, seed


def matchings(field: Sequence[Entrant]) -> Iterator[tuple[tuple[Entrant, Entrant], ...]]:
    """Yield all ways to pair an even number."""
    if not field:
        yield ()
        return
    for at in range(1, len(field)):
        for rest in matchings([*field[1:at], *field[at + 1 :]]):
            yield ((field[0], field[at]), *rest)


def whole_rounds(past: PairingContext) -> Iterator[tuple[tuple[Entrant, Entrant], ...]]:
    """Yield all rounds of tables of two without a rematch, and with a bye for who may have it."""
    met, byes = pairs_met(past), history_of(past).byes
    fewest = min(byes[one] for one in past.active)
    field = sorted(past.active)
    for out in [one for one in field if byes[one] == fewest] if len(field) % 2 else [None]:
        for pairs in matchings([one for one in field if one != out]):
            if met.isdisjoint(pairs):
                yield pairs


@pytest.mark.parametrize("count", [40, pytest.param(MANY, marks=pytest.mark.nightly)])
def test_at_tables_of_two_the_absolute_criteria_of_fide_hold(count: int) -> None:
    """Of the FIDE Dutch system: C1 nobody meets twice, C2 nobody has a bye twice, while it can be.

    And C5: the bye goes to the lowest score with which these hold.
    """
    for seed in range(count):
        luck = Chance(seed)
        past = made_up_past(luck, 2)
        if len(past.active) > 8:
            past = past._replace(active=frozenset(sorted(past.active)[:8]))
        drawn = next_round(Swiss(2, len(past.rounds) + 1), past, luck)
        assert drawn is not None
        ways = list(whole_rounds(past))
        history = history_of(past)
        assert (met_again(drawn, history) == 0) == bool(ways), seed
        if drawn.byes and ways:
            named = [past.active - {one for pair in pairs for one in pair} for pairs in ways]
            lowest = min(history.points[one] for own in named for one in own)
            assert history.points[drawn.byes[0]] == lowest, seed


@pytest.mark.parametrize("seeds", [6, pytest.param(60, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("field", [4, 5, 6, 7, 8, 10])
def test_a_small_field_at_tables_of_two_runs_into_no_dead_end(field: int, seeds: int) -> None:
    """As many rounds as everybody has opponents, and a bye for each of an odd field."""
    rounds = field - 1 + field % 2
    for seed in range(seeds):
        for drawing in cup(Swiss(2, rounds), field, seed):
            assert met_again(drawing.drawn, history_of(drawing.past)) == 0, seed


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "field"), [(3, 13), (3, 15), (4, 14), (4, 16), (5, 15), (3, 18)])
def test_in_larger_fields_few_rematches_more_than_in_the_best_of_all_partitions(
    size: int, field: int
) -> None:
    rounds = total = more = 0
    for seed in range(5):
        for drawing in cup(Swiss(size, 6), field, seed):
            playing = [one for table in drawing.drawn.tables for one in table]
            sizes = [size] * len(drawing.drawn.tables)
            least = fewest_rematches(playing, sizes, pairs_met(drawing.past))
            again = met_again(drawing.drawn, history_of(drawing.past))
            rounds, total, more = rounds + 1, total + least, more + again - least
    print(f"{field} at tables of {size}: {rounds} rounds, {total} rematches, {more} more")
    assert more <= 0.02 * total
