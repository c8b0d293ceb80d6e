"""Stored round robins: all meet as often as they say, byes and seats are even."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import ceil, comb

import pytest

from games.core.fairness.chance import Chance
from tests.tournaments.pairing.cups import cup
from tournaments.pairing import PairingContext, RoundRobin, next_round, rounds_needed
from tournaments.pairing.designs import (
    FILE,
    StoredDesign,
    designed_round,
    designed_round_count,
    stored_designs,
)
from tournaments.pairing.history import history_of
from tournaments.tables import Entrant

DESIGNS = [design for own in stored_designs().values() for design in own]
HEADS = [
    dict(zip(line.split()[::2], line.split()[1::2], strict=True))
    for line in FILE.read_text(encoding="ascii").splitlines()
    if line.startswith("entrants")
]
KIRKMAN = [(9, 3), (15, 3), (21, 3), (27, 3), (16, 4), (28, 4), (25, 5)]
MOST_MORE = 2  # rounds
MANY_MORE = 65  # of the designs, of 168
NOT_RESOLVABLE = [(6, 3), (10, 5), (15, 5)]  # all others up to 32 that fill their tables are


def meetings_in(rounds: Iterable[Sequence[Sequence[int]]]) -> Counter[tuple[int, int]]:
    """Return how often two meet."""
    met: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            met.update(combinations(sorted(table), 2))
    return met


def least_rounds(entrants: int, seats: int, meetings: int) -> int:
    """Return how many rounds it takes at least: everybody sits at so many tables, at least."""
    tables = ceil(meetings * (entrants - 1) / (seats - 1))
    return ceil(entrants * tables / (seats * (entrants // seats)))


def test_there_is_a_design_for_every_field_up_to_32_at_tables_of_three_to_five() -> None:
    for seats in (3, 4, 5):
        for entrants in range(seats + 1, 33):
            own = {design.meetings for design in stored_designs()[entrants, seats]}
            assert own >= {1, seats - 1}, (entrants, seats)


@pytest.mark.parametrize(("design", "head"), [*zip(DESIGNS, HEADS, strict=True)])
def test_a_design_is_what_its_line_says(design: StoredDesign, head: dict[str, str]) -> None:
    rounds = design.rounds()
    for tables in rounds:
        playing = [one for table in tables for one in table]
        assert len(playing) == len({*playing}) == design.entrants // design.seats * design.seats
        assert all(len(table) == design.seats for table in tables)
    met = meetings_in(rounds)
    assert len(met) == comb(design.entrants, 2)
    assert min(met.values()) >= design.meetings
    told = [int(head[word]) for word in ("entrants", "seats", "meetings", "rounds", "most")]
    counted = [design.entrants, design.seats, design.meetings, len(rounds), max(met.values())]
    assert told == counted
    assert int(head["excess"]) == met.total() - design.meetings * len(met)


@pytest.mark.parametrize(("entrants", "seats"), KIRKMAN)
def test_where_it_can_be_all_meet_exactly_once(entrants: int, seats: int) -> None:
    count = designed_round_count(entrants, seats, 1)
    assert count == (entrants - 1) // (seats - 1)
    met = meetings_in(designed_round(entrants, seats, 1, at) for at in range(count))
    assert {*met.values()} == {1}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_meet_equally_often_where_none_or_one_sits_out(seats: int) -> None:
    """With as many meetings as a table has opponents: v - 1 rounds without byes, v with one."""
    for entrants in range(seats + 1, 33):
        if entrants % seats > 1 or (entrants, seats) in NOT_RESOLVABLE:
            continue
        count = designed_round_count(entrants, seats, seats - 1)
        assert count == entrants - 1 + entrants % seats, entrants
        met = meetings_in(designed_round(entrants, seats, seats - 1, at) for at in range(count))
        assert {*met.values()} == {seats - 1}, entrants


def test_few_designs_take_more_rounds_than_could_ever_do() -> None:
    more = [
        len(design.rounds()) - least_rounds(*design[:3])
        for design in DESIGNS
        if design.meetings in (1, design.seats - 1)
    ]
    assert max(more) <= MOST_MORE
    assert sum(one > 0 for one in more) <= MANY_MORE


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_after_any_round_of_a_design_nobody_had_a_seat_twice_more_than_another(seats: int) -> None:
    for entrants in range(seats + 1, 33):
        for cycles in (1, seats - 1, seats):
            sat: dict[int, Counter[int]] = {one: Counter() for one in range(entrants)}
            for number in range(designed_round_count(entrants, seats, cycles)):
                for table in designed_round(entrants, seats, cycles, number):
                    for seat, one in enumerate(table):
                        sat[one][seat] += 1
                for count in sat.values():
                    assert max(count.values(), default=0) - min(count[s] for s in range(seats)) <= 1


@pytest.mark.parametrize(("entrants", "seats", "cycles"), [(8, 4, 3), (9, 4, 2), (10, 4, 1)])
def test_a_cup_plays_the_rounds_of_its_design_and_no_more(
    entrants: int, seats: int, cycles: int
) -> None:
    format = RoundRobin(seats, cycles)
    drawings = list(cup(format, entrants, 0))
    assert len(drawings) == rounds_needed(format, entrants)
    assert len(drawings) == designed_round_count(entrants, seats, cycles)
    met = drawings[-1].after().met
    pairs = combinations(drawings[-1].past.entrants, 2)
    assert min(met[one][two] for one, two in pairs) >= cycles


def test_many_cycles_begin_the_design_again() -> None:
    count = designed_round_count(8, 4, 27)
    assert count == 9 * designed_round_count(8, 4, 3)
    met = meetings_in(designed_round(8, 4, 27, at) for at in range(count))
    assert {*met.values()} == {27}


def test_a_design_goes_on_without_who_has_withdrawn_where_tables_may_be_smaller() -> None:
    """Eight at tables of four of whom one leaves: in as many rounds all others meet three times."""
    format, rounds = RoundRobin(4, 3, (3,)), designed_round_count(8, 4, 3)
    everybody = tuple(Entrant(one) for one in range(8))
    past = PairingContext(everybody, frozenset(everybody))
    while (drawn := next_round(format, past, Chance(len(past.rounds)))) is not None:
        if past.rounds:
            past = past._replace(active=frozenset(everybody[1:]))
            drawn = next_round(format, past, Chance(len(past.rounds)))
            assert drawn is not None
            assert sorted(map(len, drawn.tables)) == [3, 4]
            assert not drawn.byes
        past = past._replace(rounds=(*past.rounds, drawn))
    assert len(past.rounds) == rounds
    met = history_of(past).met
    assert {met[one][two] for one, two in combinations(everybody[1:], 2)} == {3}


def test_nobody_idles_for_a_design_that_needs_a_bye_for_those_who_are_left() -> None:
    """Nine at tables of four have a bye a round; the eight who are left fill two tables."""
    drawing = next(cup(RoundRobin(4, 3, (3,)), 9, 0))
    past = drawing.past._replace(
        rounds=(drawing.drawn,), active=frozenset(drawing.past.entrants[1:])
    )
    drawn = next_round(RoundRobin(4, 3, (3,)), past, Chance(0))
    assert drawn is not None
    assert [len(table) for table in drawn.tables] == [4, 4]
