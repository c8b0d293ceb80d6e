"""Words in messages: the name that was meant by a wrong one, and how many there are of a thing."""

import difflib
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
