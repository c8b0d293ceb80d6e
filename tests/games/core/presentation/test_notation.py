"""One line of text for every value, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.presentation.notation import read_word, write_word

TEXTS = [
    "",
    "a",
    "<x",
    "\u00e9",
    "(",
    "()",
    " a",
    "!",
    "%",
    "%41",
    "'",
    "a;b",
    "?",
    "-",
    "-1",
    "12",
    "yes",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_is_read_back_as_that_text(text: str) -> None:
    assert read_word(write_word(text)) == text


@given(st.text())
def test_any_text_is_one_word_and_read_back(text: str) -> None:
    assert not set(write_word(text)) & set(" ;=?+|,")
    assert read_word(write_word(text)) == text


@given(st.lists(st.lists(st.text() | st.integers() | st.booleans() | st.none())))
def test_any_array_of_arrays_is_read_back(rows: list[list[object]]) -> None:
    assert read_word(write_word(rows)) == rows
