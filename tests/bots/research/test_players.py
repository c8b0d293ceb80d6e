"""Our bots at tables of OpenSpiel, and the example that learns from them."""

import subprocess
import sys

import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'fairdeal[openspiel]'"
)

from bots.research.openspiel import PREFIX  # noqa: E402
from bots.research.players import LevelPlayer, play_on  # noqa: E402
from games.core.fairness.chance import Chance  # noqa: E402
from tests.folders import EXAMPLES  # noqa: E402
from tests.games.every import every  # noqa: E402

EXAMPLE = EXAMPLES / "research_boon.py"


@every("name")
def test_a_level_plays_a_table_of_openspiel_and_the_same_again(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name, {"longest": 250})
    ends = [
        play_on(game.new_initial_state(), LevelPlayer("regular", 3), Chance(5)) for _ in range(2)
    ]
    assert ends[0].is_terminal()
    assert ends[0].history() == ends[1].history()
    assert ends[0].returns() == ends[1].returns()


def test_a_bot_is_shown_to_be_better_than_chance_by_openspiel() -> None:
    game = pyspiel.load_game(PREFIX + "boon")
    won = 0.0
    for number in range(12):
        bots = [LevelPlayer("regular"), *(pyspiel.make_uniform_random_bot(s, 7) for s in (1, 2))]
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        won += returns[0]
    assert won > 0


def test_the_example_learns_and_tells_what_came_of_it() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "12"], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("12 deals, take: ")
    assert lines[4].startswith("6 other deals: the weights take ")
    assert lines[-1].startswith("difference ")
