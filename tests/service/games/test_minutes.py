"""The minutes of a game's tables are what the command measures and writes."""

from importlib.resources import files

import pytest

from bots.minutes import TABLES, usual_span
from games import NEWEST, OWN
from games.core.about import TURN_SECONDS
from service.games.minutes import minutes_module
from tests.folders import ROOT

QUICK = ("boon", "boosh", "goblin_market")  # games of which many tables are played in seconds


def test_the_outermost_tables_are_left_out_and_the_rest_is_told_in_round_numbers() -> None:
    assert usual_span([float(minutes) for minutes in range(31, 51)]) == (30, 50)
    assert usual_span([1.0]) == (5, 5)
    assert usual_span([61.0, 179.0, 181.0]) == (60, 210)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(game.name, marks=() if game.name in QUICK else pytest.mark.nightly)
        for game in OWN
    ],
)
def test_the_minutes_of_a_game_are_those_that_its_bots_play(name: str) -> None:
    """All follows from a seed: measure anew when rules or bots have changed."""
    stands = files(NEWEST[name].package).joinpath("minutes.py").read_text()
    assert minutes_module(NEWEST[name]) == stands, (
        f"run: python -m service.games.minutes {name} --write"
    )


def test_the_page_for_authors_says_how_they_are_measured() -> None:
    page = " ".join((ROOT / "docs" / "reference" / "game-contract.md").read_text().split())
    every = f"{TABLES} tables of each number of seats at {TURN_SECONDS} seconds a turn"
    assert f"`regular` bots play {every}" in page
