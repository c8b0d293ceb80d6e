"""Words in messages: the name that was meant by a wrong one, how many of a thing, plain text."""

import difflib
import unicodedata
from collections.abc import Iterable

NEAR = 0.6  # likeness from 0 to 1


def meant(word: object, known: Iterable[str]) -> str:
    """Return a question that suggests the known word nearest to `word`, or nothing."""
    if not isinstance(word, str):
        return ""
    near = difflib.get_close_matches(word[:100].lower(), list(known), n=1, cutoff=NEAR)
    return f"; did you mean `{near[0]}`?" if near else ""


def many(count: int, one: str, more: str = "") -> str:
    """Return a number with the words behind it; `more` where it is not `one` with an s.

    >>> many(1, "table"), many(0, "table"), many(2, "receipt is", "receipts are")
    ('1 table', '0 tables', '2 receipts are')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def plain(text: str) -> str:
    """Return a text of which nothing steers a terminal or changes the order in which it is read.

    Control characters, line breaks too, and those of format show as marks, one for each.

    >>> plain("GOOD\x1b[2K\\r\u202e"), plain("zwölf 十二")
    ('GOOD␛[2K␍\ufffd', 'zwölf 十二')
    """
    return text if text.isprintable() else "".join(map(_mark, text))


def _mark(one: str) -> str:
    """Return a character, or the mark that stands for it."""
    if one.isprintable() or unicodedata.category(one) == "Zs":
        return one
    return chr(PICTURES + ord(one)) if one < " " else "\ufffd"


PICTURES = 0x2400  # here begin the pictures of the control characters
