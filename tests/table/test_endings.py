"""Why a table has ended: a code and a sentence, of tables and of all games."""

import re

from games import GAMES
from games.core.contract import Outcome
from games.core.game import AnyGame
from games.table.endings import ENDINGS, OWN, WITHOUT_RESULT, outcome_facts
from tests.games.every import every_game


@every_game
def test_every_ending_of_a_game_has_a_code_of_its_own_and_a_sentence(game: AnyGame) -> None:
    assert game.rules.endings
    for code, text in game.rules.endings.items():
        assert re.fullmatch(r"[a-z][a-z_]*", code)
        assert code not in OWN
        assert re.fullmatch(r"[A-Z].*[^.]", text)


def test_a_code_means_the_same_in_all_games() -> None:
    for game in GAMES.values():
        assert game.rules.endings.items() <= ENDINGS.items()
    assert {*WITHOUT_RESULT} < {*OWN} < {*ENDINGS}


def test_an_outcome_is_told_with_its_code_and_its_sentence() -> None:
    assert outcome_facts(None) is None
    assert outcome_facts(Outcome((1, 2), (3, 0), "target_reached")) == {
        "places": (1, 2),
        "scores": (3, 0),
        "why": "target_reached",
        "text": "A player has reached the target",
        "deserters": [],
    }
    unknown = outcome_facts(Outcome((), (), "of_a_game_that_is_gone"))
    assert unknown is not None
    assert unknown["text"] == "of_a_game_that_is_gone"
