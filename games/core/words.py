"""Words that were meant: a wrong name is answered with the one that is nearest to it."""

import difflib
from collections.abc import Iterable

NEAR = 0.6  # likeness from 0 to 1


def meant(word: object, known: Iterable[str]) -> str:
    """Return a question that suggests the known word nearest to `word`, or nothing."""
    if not isinstance(word, str):
        return ""
    near = difflib.get_close_matches(word[:100].lower(), list(known), n=1, cutoff=NEAR)
    return f"; did you mean `{near[0]}`?" if near else ""
