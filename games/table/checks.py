"""Checks that several commands of the table share."""

import re
from typing import Any

from games.core.contract import Seat
from games.core.fairness.signature import is_hex
from games.core.type_hints.values import BadValue
from games.table import refusals
from games.table.state import Table

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
LONGEST_WAIT = 30 * 86_400  # seconds


def require_word(field: str, word: str, words: tuple[str, ...]) -> None:
    """Refuse a word that is none of `words`."""
    if word not in words:
        raise BadValue(field, f"must be one of: {', '.join(words)}")


def require_waiting(table: Table, rule: str) -> None:
    """Refuse what is possible only before the call for the start."""
    if table.is_called:
        raise refusals.STARTED.under(rule)()


def require_waiting_for_play(table: Table, rule: str) -> None:
    """Refuse what is possible only before play, called for or not."""
    if table.phase != "open":
        raise refusals.PLAYED.under(rule)()


def require_opener(table: Table, by: str, rule: str, what: str) -> None:
    """Refuse what only the player who opened the table may do."""
    if by != f"player:{table.terms.opener}":
        raise refusals.NOT_THE_OPENER.under(rule)(what)


def require_seat(table: Table, seat: int, rule: str) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < table.seats:
        raise refusals.NO_SUCH_SEAT.under(rule)(table.seats - 1)


def require_in_play(table: Table, by: str, seat: Seat, now: int) -> None:
    """Rules T6 and T7: who holds the seat acts for it while the table is played, in time."""
    require_seat(table, seat, "T6")
    if by != holder_name(table, seat):
        raise refusals.NOT_YOUR_SEAT(seat)
    if table.phase != "playing":
        raise refusals.NOT_STARTED()
    up = table.time_up_at(seat)
    if up is not None and now >= up:
        raise refusals.TOO_LATE()


def require_legal(table: Table, by: str, seat: Seat, action: Any, now: int) -> None:
    """Refuse what `Act` would be refused for, but for the signature (T14); nothing happens.

    Of what is hidden only the seat's own counts: `decide` refuses by what the seat may know.
    """
    if table.phase == "closed":
        raise refusals.CLOSED()
    require_in_play(table, by, seat, now)
    table.game.rules.decide(table.play, seat, action)


def holder_name(table: Table, seat: Seat) -> str | None:
    """Return how the log names the holder of a seat: ``player:<id>``, or ``seat:<k>`` for a bot."""
    holder = table.holders[seat]
    if holder is None:
        return None
    return f"seat:{seat}" if holder.player is None else f"player:{holder.player}"


def require_pace(table: Table, seat: Seat, now: int) -> None:
    """Rules T24 and T25: a bot leaves people time to follow; one that thinks takes its time."""
    due = table.bot_due(seat)
    if now < due:
        raise refusals.TOO_SOON.under("T25" if table.thinks(seat) else "T24")(seat, due)


def is_id(text: object) -> bool:
    """Say whether this may be the id of a deal group, a player or a tournament."""
    return isinstance(text, str) and ID.fullmatch(text) is not None


def is_digest(text: str) -> bool:
    """Say whether `text` is 64 lower-case hex digits."""
    return is_hex(text, 64)
