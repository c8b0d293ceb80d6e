"""Pages can be read: a bar for their length, and for that of their sentences."""

import pytest

from tests.docs.prose import (
    MOST_IN_A_SENTENCE,
    ROOT,
    blocks,
    long_sentence,
    pages,
    sentences,
    word_count,
)

MOST_WORDS = 2500  # of a page
GENERATED = {"docs/reference/errors.md", "docs/reference/events.md"}  # may be long
UNREWRITTEN = {  # leave this list when they are short
    "README.md",
}  # fmt: skip
NAMES = [page.relative_to(ROOT).as_posix() for page in pages()]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in UNREWRITTEN])
def test_a_page_and_its_sentences_are_short(name: str) -> None:
    text = (ROOT / name).read_text()
    assert name in GENERATED or word_count(text) <= MOST_WORDS
    assert long_sentence(text) <= MOST_IN_A_SENTENCE


def test_words_are_counted_as_people_read_them() -> None:
    page = """# A title here

One sentence of [six words](there.md#so). "A quotation begins one." Is `code.this` one?

```sh
nothing at all
```
| a cell | two cells here |
|---|---|
- an item
  that goes on
- another
"""
    assert list(blocks(page)) == [
        "A title here",
        'One sentence of six words. "A quotation begins one." Is `code.this` one?',
        "", "a cell", "two cells here", "",
        "an item that goes on",
        "another",
    ]  # fmt: skip
    assert [len(one.split()) for one in sentences(page)] == [3, 5, 4, 3, 2, 3, 5, 1]
    assert word_count(page) == 26
    assert long_sentence(page) == 5
