"""Rule T4: entropy is promised, the promises are closed, then it is revealed or withheld."""

from games.core.contract import Seat
from games.core.fairness.commitment import entropy_commitment
from games.core.fairness.signature import is_hex
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.beacon import first_round
from games.table.checks import is_digest
from games.table.commands import Reveal
from games.table.following import Draft, begin_play
from games.table.state import Table

DIGITS = 32  # of 16 bytes in hex


def require_commitment(commitment: str | None) -> None:
    """Refuse a commitment that is none; who sits down at all does so before the closing."""
    if commitment is not None and not is_digest(commitment):
        raise BadValue("commitment", "must be a SHA-256, 64 lower-case hex digits")


def require_reveal(table: Table, player: str, command: Reveal, now: int) -> Seat:
    """Return the seat whose entropy is revealed: in time, as promised, under this closing."""
    if not is_hex(command.entropy, DIGITS):
        raise BadValue("entropy", "must be 16 random bytes, 32 lower-case hex digits")
    if not is_digest(command.closing):
        raise BadValue("closing", "must be the head after the call for the start, 64 hex digits")
    seat = table.seat_of(player)
    if seat is None or table.closing is None or seat not in table.awaited():
        raise refusals.ENTROPY_NOT_AWAITED(_why_not_awaited(table, seat))
    if command.closing != table.closing.head:
        raise refusals.OTHER_CLOSING()
    assert table.reveal_until is not None, "this seat is awaited"
    if now >= table.reveal_until:
        raise refusals.TOO_LATE_TO_REVEAL()
    if entropy_commitment(player, command.entropy) != table.commitments[seat]:
        raise refusals.ENTROPY_DIFFERS(player)
    return seat


def _why_not_awaited(table: Table, seat: Seat | None) -> str:
    """Return why nobody waits for the entropy of a seat."""
    if seat is None:
        return "you hold no seat at this table"
    if table.commitments[seat] is None:
        return "you sent no commitment when you sat down"
    if table.closing is None:
        return "nobody has called for the start yet"
    if table.revealed[seat] is not None:
        return "you have revealed it"
    return "it was not revealed in time, or you left, so it counts as withheld"


def require_overdue(table: Table, now: int) -> None:
    """Refuse to close the entropies as long as they may be revealed."""
    if table.reveal_until is None or now < table.reveal_until:
        raise refusals.NOT_OVERDUE()


def close_entropy(table: Table, revealed: tuple[str | None, ...], now: int) -> list[Draft]:
    """Rules T4 and T5: what is not revealed is withheld; play begins, or a round is awaited."""
    withheld = tuple(
        Seat(seat)
        for seat, commitment in enumerate(table.commitments)
        if commitment is not None and revealed[seat] is None
    )
    entropies = tuple(value or "" for value in revealed)
    number = first_round(table, now)
    closed = Draft(ev.EntropyClosed(entropies, withheld, number))
    return [closed] if number is not None else [closed, *begin_play(table, entropies, None)]
