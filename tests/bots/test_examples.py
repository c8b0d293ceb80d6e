"""The programs of examples/: short, honest, and as good as docs/bots.md says."""

import re
import shutil
import sys
import textwrap
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
PATIENT = ProgramLimits(start=60_000, move=60_000)


@pytest.mark.parametrize("path", [BOON, ANY], ids=lambda path: path.name)
def test_an_example_is_shorter_than_80_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 80


def test_the_bot_to_which_the_documentation_leads_beats_novices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its program is run: 360 tables, always the same.

    One process plays them all, since it remembers nothing; to start one for each takes ten seconds.
    """
    program = Program([sys.executable, str(BOON)], PATIENT)
    monkeypatch.setattr(Program, "end", lambda _: None)
    monkeypatch.setattr("bots.protocol.Program", lambda *_: program)
    monkeypatch.setattr("bots.run.DealWorkers", InThisProcess)
    lineup = (f"program:{BOON}", "novice", "novice", "novice")
    match = Match(Dealer(NEWEST["boon"], 4, {}, False, "1"), lineup, PATIENT)
    run = MatchRun(match, StopCondition(90))
    run.play(1)
    monkeypatch.undo()
    program.end()
    found, _ = score_rows(match.names, run.counted())
    assert found.fallbacks == 0
    assert found.gain.value > found.gain.error


def test_the_least_that_plays_is_that_of_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bots.md").read_text()
    found = re.search(r"^   ```python\n(.*?)^   ```", page, re.DOTALL | re.MULTILINE)
    assert found is not None
    path = tmp_path / "my_bot.py"
    path.write_text(textwrap.dedent(found[1]))
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
