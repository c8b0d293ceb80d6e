"""Marks in texts: what is marked, and that every card and seat can be."""

import pytest

from games.core.game import AnyGame
from games.core.presentation.marks import (
    Mark,
    as_sentence,
    card_mark,
    marks_in,
    seat_mark,
    strip_marks,
)
from tests.games.every import every_game


@every_game
def test_every_card_and_seat_can_be_marked_and_reads_as_well_without_its_mark(
    game: AnyGame,
) -> None:
    for face in game.presentation.faces:
        text = f"{seat_mark(max(game.seats))} plays {card_mark(face.id, face.name)}, and more"
        assert [*marks_in(text)][1:] == [Mark(face.name, "card", face.id)]
        assert strip_marks(text) == f"seat {max(game.seats)} plays {face.name}, and more"


def test_a_sentence_begins_with_a_capital_in_or_outside_of_a_mark() -> None:
    assert as_sentence(f"{seat_mark(0)} passes") == "[Seat 0](seat:0) passes"
    assert as_sentence("nobody is left") == "Nobody is left"
    assert as_sentence("3 cards are left") == "3 cards are left"
    assert as_sentence("") == ""


@pytest.mark.parametrize("text", ["[a]", "[a](b)", "(card:x)", "[](card:x)", "[a](link:http://b)"])
def test_nothing_else_is_a_mark(text: str) -> None:
    assert [*marks_in(text)] == []
    assert strip_marks(text) == text
