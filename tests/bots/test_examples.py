"""The programs of examples/: short, honest, and as good as docs/bots.md says."""

import shutil
from pathlib import Path

import pytest

from bots.deals import Dealer
from bots.entrants import entrant
from bots.programs import Limits
from bots.table import play
from games import OWN
from games.core.contract import AnyGame

EXAMPLES = Path(__file__).parents[2] / "examples" / "programs"
BOON, ANY = EXAMPLES / "boon_bot.py", EXAMPLES / "any_bot.mjs"
PATIENT = Limits(start=60_000, move=60_000)


@pytest.mark.parametrize("path", [BOON, ANY], ids=lambda path: path.name)
def test_an_example_is_shorter_than_80_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 80


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_the_example_in_node_plays_every_game(game: AnyGame) -> None:
    seats = game.seats[0]
    deal = Dealer(game, seats, {}, False, "node").deal(0)
    names = [f"program:{ANY}", *["plain"] * (seats - 1)]
    result = play(deal, [entrant(game, name, PATIENT) for name in names])
    assert result.conduct[0].moves > 0
    assert result.conduct[0].first is None
