"""Rule T4: entropy is promised before any is known, revealed, or withheld."""

from games.core.contract import Seat
from games.core.fairness.commitment import entropy_commitment
from games.core.fairness.signature import is_hex
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.checks import is_digest
from games.table.state import Table

DIGITS = 32  # of 16 bytes in hex


def require_commitment(table: Table, commitment: str | None) -> None:
    """Rule T4: nobody may choose an entropy who can know another's."""
    if commitment is None:
        return
    if not is_digest(commitment):
        raise BadValue("commitment", "must be a SHA-256, 64 lower-case hex digits")
    if table.is_set():
        raise refusals.COMMITMENTS_CLOSED()


def require_entropy(table: Table, player: str, seat: Seat | None, entropy: str | None) -> None:
    """Rule T4: the entropy must be there where one was promised, and be the promised one.

    Whose entropy is awaited has committed to it: a commitment never passes to another player.
    """
    if entropy is not None and not is_hex(entropy, DIGITS):
        raise BadValue("entropy", "must be 16 random bytes, 32 lower-case hex digits")
    promised = None if seat is None else table.commitments[seat]
    waiting = seat in table.awaited()
    if entropy is None and waiting:
        raise refusals.ENTROPY_MISSING()
    if entropy is None:
        return
    if not waiting:
        raise refusals.ENTROPY_NOT_AWAITED()
    if entropy_commitment(player, entropy) != promised:
        raise refusals.ENTROPY_DIFFERS(player)


def lost_seats(table: Table, seat: Seat, now: int) -> list[ev.SeatLost]:
    """Rule T4: all who do not reveal in time lose their seats, whoever is named."""
    until, awaited = table.ready_until, table.awaited()
    if until is None or now < until or seat not in awaited:
        raise refusals.NOT_OVERDUE(seat)
    return [ev.SeatLost(late, until) for late in awaited]
