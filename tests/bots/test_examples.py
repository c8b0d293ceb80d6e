"""The programs of examples/: short, honest, and as good as docs/tutorials/bot.md says."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from bots.arena import Match
from bots.deals import Dealer
from bots.entrants import player_factory
from bots.programs import Program, ProgramLimits
from bots.run import MatchRun, StopCondition
from bots.scores import score_rows
from bots.table import play_out_table
from games import NEWEST, OWN
from games.core.game import AnyGame
from tests.bots.crews import InThisProcess
from tests.folders import EXAMPLES, ROOT

PROGRAMS = EXAMPLES / "programs"
BOON, ANY = PROGRAMS / "boon_bot.py", PROGRAMS / "any_bot.mjs"
TUTORIAL = (ROOT / "docs" / "tutorials" / "bot.md").read_text()
PATIENT = ProgramLimits(start=60_000, move=60_000)


@pytest.mark.parametrize("path", [BOON, ANY], ids=lambda path: path.name)
def test_an_example_is_shorter_than_80_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 80


def programs_of_the_tutorial() -> list[str]:
    """Return the bot after each step: the whole one, then those with other functions in it."""
    first, *others = re.findall(r"^```python\n(.*?)^```", TUTORIAL, re.DOTALL | re.MULTILINE)
    begin, _, rest = first.partition("def choose")
    end = rest[rest.index("for line in sys.stdin") :]
    return [first, *(f"{begin}{other}\n\n{end}" for other in others)]


@pytest.mark.parametrize(
    "step",
    [pytest.param(0, marks=pytest.mark.nightly), pytest.param(1, marks=pytest.mark.nightly), 2],
)
def test_the_bot_of_the_tutorial_gains_what_its_page_says(
    step: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its program is run: 360 tables, always the same.

    One process plays them all, since it remembers nothing; to start one for each takes ten seconds.
    """
    path = tmp_path / "my_bot.py"
    path.write_text(programs_of_the_tutorial()[step])
    program = Program([sys.executable, str(path)], PATIENT)
    monkeypatch.setattr(Program, "end", lambda _: None)
    monkeypatch.setattr("bots.protocol.Program", lambda *_: program)
    monkeypatch.setattr("bots.run.DealWorkers", InThisProcess)
    lineup = (f"program:{path}", "novice", "novice", "novice")
    match = Match(Dealer(NEWEST["boon"], 4, {}, False, "1"), lineup, PATIENT)
    run = MatchRun(match, StopCondition(90))
    run.play(1)
    monkeypatch.undo()
    program.end()
    found, _ = score_rows(match.names, run.counted())
    assert found.fallbacks == 0
    figures = f"{found.gain.value:+.3f} ± {found.gain.error:.3f}"
    assert figures in TUTORIAL.replace("±", " ± ").replace("  ", " ")


def test_the_last_bot_of_the_tutorial_is_that_of_the_examples_and_wins() -> None:
    functions = programs_of_the_tutorial()[2].partition("import sys\n")[2]
    assert functions.partition("for line in")[0].strip() in BOON.read_text()
    ((gain, error),) = re.findall(r"gain is (\+[\d.]+) ± ([\d.]+)\.", TUTORIAL)
    assert float(gain) > float(error)


def test_the_least_that_plays_is_that_of_the_tutorial(tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(programs_of_the_tutorial()[0])
    deal = Dealer(NEWEST["boon"], 3, {}, False, "least").deal(0)
    names = (f"program:{path}", "novice", "novice")
    result = play_out_table(deal, [player_factory(NEWEST["boon"], name, PATIENT) for name in names])
    assert result.conduct[0].first is None


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_the_example_in_node_plays_every_game(game: AnyGame) -> None:
    seats = game.seats[0]
    deal = Dealer(game, seats, {}, False, "node").deal(0)
    names = [f"program:{ANY}", *["plain"] * (seats - 1)]
    result = play_out_table(deal, [player_factory(game, name, PATIENT) for name in names])
    assert result.conduct[0].moves > 0
    assert result.conduct[0].first is None
