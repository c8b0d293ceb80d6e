"""The guided hands are what the rules and bots of today make of them."""

import pytest

from games import NEWEST
from tests.web.lessons import FOLDER, LESSONS, Recorder, written


def test_every_game_of_ours_has_a_guided_hand() -> None:
    assert set(LESSONS) <= set(NEWEST)
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(LESSONS)


@pytest.mark.parametrize("game", sorted(LESSONS))
def test_a_guided_hand_is_recorded_again_byte_for_byte(game: str) -> None:
    recorded = written(Recorder(game).recorded())
    assert (FOLDER / f"{game}.json").read_bytes() == recorded, "run python -m tests.web.lessons"
