"""Words in messages: the name that was meant by a wrong one, how many of a thing, plain text."""

import difflib
import unicodedata
from collections.abc import Iterable

NEAR = 0.6  # likeness from 0 to 1


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return a question that suggests the known word nearest to `word`, or nothing."""
    if not isinstance(word, str):
        return ""
    near = difflib.get_close_matches(word[:100].lower(), list(known), n=1, cutoff=NEAR)
    return f"; did you mean `{near[0]}`?" if near else ""


def count_phrase(count: int, one: str, more: str = "") -> str:
    """Return a number with the words behind it; `more` where it is not `one` with an s.

    >>> (count_phrase(1, "table"), count_phrase(0, "table"),
    ...  count_phrase(2, "receipt is", "receipts are"))
    ('1 table', '0 tables', '2 receipts are')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def printable_text(text: str) -> str:
    """Return a text of which nothing steers a terminal or changes the order in which it is read.

    Control characters, line breaks too, and those of format show as marks, one for each.

    >>> printable_text("GOOD\x1b[2K\\r\u202e"), printable_text("zwölf 十二")
    ('GOOD␛[2K␍\ufffd', 'zwölf 十二')
    """
    return text if text.isprintable() else "".join(map(_visible_character, text))


def _visible_character(one: str) -> str:
    """Return a character, or the mark that stands for it."""
    if one.isprintable() or unicodedata.category(one) == "Zs":
        return one
    return chr(PICTURES + ord(one)) if one < " " else "\ufffd"


PICTURES = 0x2400  # here begin the pictures of the control characters
