"""How a cup goes, told on a terminal and where nothing moves."""

import io
from typing import Any

from service.commands.screen import Screen
from service.commands.tournaments.cup import Cup, read_cup
from service.commands.tournaments.progress import CupProgress, rounds_expected
from tests.folders import EXAMPLES

CUPS = EXAMPLES / "cups"
ROWS = [
    {"place": 1, "entrant": 2, "name": "Ours \x1b[31m", "points": 3.5, "tables": 2,
     "mean": {"value": 1.75, "low": 1.0, "high": 2.5, "groups": 2}},
    {"place": 2, "entrant": 0, "name": "Theirs", "points": 1.0, "tables": 2, "mean": None},
]  # fmt: skip


def cup_named(name: str) -> Cup:
    """Return a cup of the examples."""
    return read_cup(CUPS / f"{name}.toml")


def facts(rounds: int, finished: int, phase: str = "running") -> dict[str, Any]:
    """Return what a tournament says of itself."""
    return {
        "phase": phase, "paused": False, "rounds": rounds, "round": rounds - 1,
        "tables": {"planned": 4 * rounds, "opened": 4 * rounds, "finished": finished},
    }  # fmt: skip


def told(*, moves: bool) -> str:
    """Return what is printed of a cup as it goes."""
    file = io.StringIO()
    screen = Screen(file=file, force_terminal=moves, width=80, highlight=False)
    with CupProgress(cup_named("swiss"), screen) as progress:
        progress.phase("Entering who plays")
        for rounds, finished in ((1, 0), (1, 3), (2, 4)):
            progress.facts(facts(rounds, finished))
        progress.standings(ROWS)
        progress.note("boon_bot at table t1: a fallback is played")
        progress.facts(facts(2, 8, "closed"))
    return file.getvalue()


def test_a_terminal_shows_rounds_tables_and_leaders() -> None:
    text = told(moves=True)
    for part in ("rounds", "1 of 7", "tables", "4 of 8", "Theirs", "1.750 ± 0.750", "fallback"):
        assert part in text
    assert "\x1b[31m" not in text, "no name of an entrant steers the terminal"


def test_where_nothing_moves_a_line_tells_each_round_and_each_note() -> None:
    lines = told(moves=False).splitlines()
    assert lines[:4] == [
        "Swiss in the Bum Game",
        "Entering who plays",
        "Playing: round 1 of 7, 0 of 4 tables played",
        "Playing: round 2 of 7, 4 of 8 tables played",
    ]
    assert lines[4].startswith("ahead: 1. Ours")
    assert lines[5:] == [
        "boon_bot at table t1: a fallback is played",
        "Closing the tables: round 2 of 7, 8 of 8 tables played",
    ]


def test_the_number_of_rounds_follows_from_the_format() -> None:
    names = ("league", "swiss", "pentathlon")
    assert [rounds_expected(cup_named(name)) for name in names] == [7, 7, 25]
