"""Refusals, and the checks that several commands of the table share."""

from games.core.contract import Illegal
from games.core.signature import is_hex
from games.core.values import BadValue
from games.table.state import Table


def refuse(code: str, rule: str, why: str) -> Illegal:
    """Return the refusal of a table command."""
    return Illegal(f"table/{code}", rule, why)


def require_word(field: str, word: str, words: tuple[str, ...]) -> None:
    """Refuse a word that is none of `words`."""
    if word not in words:
        raise BadValue(field, f"must be one of: {', '.join(words)}")


def require_waiting(table: Table, rule: str) -> None:
    """Refuse what is possible only before the start."""
    if table.phase != "open":
        raise refuse("started", rule, "Play has begun; this was possible only before the start")


def require_opener(table: Table, by: str, rule: str, what: str) -> None:
    """Refuse what only the player who opened the table may do."""
    if by != f"player:{table.opener}":
        raise refuse("not_the_opener", rule, f"Only the player who opened the table may {what}")


def require_seat(table: Table, seat: int, rule: str) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < table.seats:
        raise refuse("no_such_seat", rule, f"The table has seats 0 to {table.seats - 1}")


def is_digest(text: str) -> bool:
    """Say whether `text` is 64 lower-case hex digits."""
    return is_hex(text, 64)
