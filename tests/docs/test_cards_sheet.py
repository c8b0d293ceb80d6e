"""The sheet of cards in docs shows them as they are served."""

from tests.docs.cards import SHEET, SHOWN, svg


def test_the_sheet_is_what_is_drawn() -> None:
    assert SHEET.read_text() == svg(), "run: python -m tests.docs.cards"
    assert svg().count("<title>") == sum(map(len, SHOWN.values()))
