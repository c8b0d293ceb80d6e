"""examples/terminal.py knows no game, draws each of them for a person, and plays it."""

import random
import re
from pathlib import Path

import pytest

from games import NEWEST
from tests.clients.test_examples import run
from tests.clients.test_generic import said, words_of_the_games
from tests.folders import EXAMPLES


@pytest.mark.parametrize("game", NEWEST)
def test_a_client_that_knows_no_game_draws_each_and_plays_it_to_its_end(
    game: str, url: str, tmp_path: Path
) -> None:
    luck = random.Random(game)
    typed = "".join(luck.choice(["\n", "1\n"]) for _ in range(10_000))
    lines = run("terminal.py", game, url, cwd=tmp_path, typed=typed).splitlines()
    assert re.fullmatch(r"Places by seat: \[\d.*\] scores: \[.*\d\]", lines[-1])
    assert sum(line.startswith("Your cards:") for line in lines) > 2
    assert any(re.match(r"> Ada \w+ \(you\) ", line) for line in lines)
    assert len({line for line in lines if line.startswith("      Bot 1 ")}) > 1
    assert {*lines} & {*NEWEST[game].presentation.phases.values()}
    assert not any("Traceback" in line for line in lines)


def test_the_client_says_no_word_of_any_game() -> None:
    text = (EXAMPLES / "terminal.py").read_text()
    own = {"A", "bot", "seats", "cards", "play"}  # words of every view, or of English
    assert said(text) & words_of_the_games() - own == set()
