"""Formats that can't be are refused before anybody registers for nothing."""

import pytest

from games.core.contract import Illegal
from tournaments.pairing import Format, Knockout, RoundRobin, Swiss, require_possible, rounds_needed
from tournaments.pairing.possible import is_searched
from tournaments.pairing.sizes import table_sizes


@pytest.mark.parametrize(
    ("format", "entrants", "code"),
    [
        (Swiss(7, 3), 9, "tournament/impossible_seats"),
        (Swiss(4, 3, (1,)), 9, "tournament/impossible_seats"),
        (Swiss(4, 0), 9, "tournament/no_rounds"),
        (RoundRobin(2, 0), 9, "tournament/no_rounds"),
        (Knockout(4, 3), 9, "tournament/impossible_advancing"),
        (Knockout(2, 2), 9, "tournament/impossible_advancing"),
        (Swiss(4, 3), 3, "tournament/too_few_to_pair"),
        (Knockout(4), 3, "tournament/too_few_to_pair"),
    ],
)
def test_what_can_not_be_is_refused(format: Format, entrants: int, code: str) -> None:
    with pytest.raises(Illegal) as caught:
        require_possible(format, entrants)
    assert (caught.value.code, caught.value.rule) == (code, "U60")


@pytest.mark.parametrize("format", [Swiss(4, 3, (3,)), RoundRobin(3), Knockout(3)])
def test_what_can_be_is_not_refused(format: Format) -> None:
    require_possible(format, 3)
    assert rounds_needed(format, 3) >= 1


@pytest.mark.parametrize(
    ("entrants", "seats", "others", "sizes"),
    [
        (10, 4, (), (4, 4)),
        (10, 4, (3,), (4, 3, 3)),
        (5, 4, (3,), (4,)),
        (9, 4, (2, 3), (4, 3, 2)),
        (250, 4, (3,), (4,) * 61 + (3,) * 2),
        (1, 2, (), ()),
    ],
)
def test_few_sit_out_and_then_few_tables_have_other_numbers_of_seats(
    entrants: int, seats: int, others: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    assert table_sizes(entrants, seats, others) == sizes


@pytest.mark.parametrize(
    ("format", "entrants", "searched"),
    [
        (RoundRobin(4, 3), 8, False),
        (RoundRobin(2), 40, False),
        (RoundRobin(4, 1, (3,)), 8, False),
        (RoundRobin(4, 1, (3,)), 7, True),
        (RoundRobin(4), 40, True),
        (RoundRobin(6), 12, True),
        (Swiss(4, 3), 9, False),
    ],
)
def test_it_is_known_how_many_rounds_there_are_unless_these_are_searched(
    format: Format, entrants: int, searched: bool
) -> None:
    assert is_searched(format, entrants) == searched
