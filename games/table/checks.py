"""Checks that several commands of the table share."""

from games.core.signature import is_hex
from games.core.values import BadValue
from games.table import refusals
from games.table.state import Table


def require_word(field: str, word: str, words: tuple[str, ...]) -> None:
    """Refuse a word that is none of `words`."""
    if word not in words:
        raise BadValue(field, f"must be one of: {', '.join(words)}")


def require_waiting(table: Table, rule: str) -> None:
    """Refuse what is possible only before the start."""
    if table.phase != "open":
        raise refusals.STARTED.under(rule)()


def require_opener(table: Table, by: str, rule: str, what: str) -> None:
    """Refuse what only the player who opened the table may do."""
    if by != f"player:{table.opener}":
        raise refusals.NOT_THE_OPENER.under(rule)(what)


def require_seat(table: Table, seat: int, rule: str) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < table.seats:
        raise refusals.NO_SUCH_SEAT.under(rule)(table.seats - 1)


def is_digest(text: str) -> bool:
    """Say whether `text` is 64 lower-case hex digits."""
    return is_hex(text, 64)
