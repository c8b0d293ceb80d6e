"""Rule T14: what is asked in a player's name is signed, for one story of the table."""

from collections.abc import Mapping
from typing import Any

from games.core.contract import Seat
from games.core.fairness.signature import is_signed, signed_bytes
from games.core.game import AnyGame
from games.core.type_hints.values import to_json
from games.table import refusals
from games.table.commands import COMMANDS, Act, Return, Reveal, Signed, Sit, Start
from games.table.state import MOST_BEHIND, Table

PURPOSE = "fairdeal/action/1"
NAMES = {kind: name for name, kind in COMMANDS.items()}
Signable = Act | Sit | Return | Start | Reveal


def asked_json(game: AnyGame, command: Signable) -> dict[str, Any]:
    """Return what a player signs of a command: its type and all fields."""
    if isinstance(command, Act):
        return action_json(game, command.action)
    fields = to_json(command)
    fields.pop("signed", None)
    return {"type": NAMES[type(command)], **fields}


def action_json(game: AnyGame, action: Any) -> dict[str, Any]:
    """Return an action with all its fields, those that were left out too."""
    name = next(name for name, kind in game.actions.items() if kind is type(action))
    return {"type": name, **to_json(action)}


def action_message(table: Table, seat: Seat, after: int, action: Mapping[str, Any]) -> bytes:
    """Return what a player signs: what is asked as JSON, for this seat, after event `after`.

    With the head there it counts in no other story of the table, however that begins.
    """
    return signed_bytes(PURPOSE, table.id, seat, after, table.head_of(after), action)


def require_signature(table: Table, seat: Seat, key: str | None, command: Signable) -> None:
    """Rule T14: who takes or has taken the seat with a key signs, each signature once."""
    signed = command.signed
    require_signing(seat, key, signs=signed is not None)
    if key is not None and signed is not None:
        least = oldest_signable_event(table, seat, acts=isinstance(command, Act))
        if isinstance(command, Reveal) and table.closing and signed.after < table.closing.n:
            raise refusals.SIGNED_BEFORE_CLOSING(table.closing.n, signed.after)
        require_signed(table, seat, key, asked_json(table.game, command), signed, least)


def require_signing(seat: Seat, key: str | None, *, signs: bool) -> None:
    """Rule T14: it is signed if there is a key, else not."""
    if key is None and signs:
        raise refusals.NO_KEY()
    if key is not None and not signs:
        raise refusals.UNSIGNED(seat)


def oldest_signable_event(table: Table, seat: Seat, *, acts: bool) -> int:
    """Rule T14: return the oldest event that a signature may name; an action's is of its hand.

    Who takes a seat back may sign while a hand ends, so only actions are held to the hand.
    """
    dealt = table.hands[-1] if acts and table.hands else 0
    return max(table.acted[seat], table.n - MOST_BEHIND, dealt)


def require_signed(
    table: Table, seat: Seat, key: str, asked: Mapping[str, Any], signed: Signed, least: int
) -> None:
    """Rule T14: the signature is by this key, over what is asked, and names no older event."""
    if not least <= signed.after <= table.n:
        raise refusals.SIGNATURE_USED(least, table.n, signed.after)
    message = action_message(table, seat, signed.after, asked)
    if not is_signed(key, message, signed.signature):
        raise refusals.BAD_SIGNATURE(seat, message.decode())


def bound_key(table: Table, seat: Seat | None) -> str | None:
    """Return the key with which what is asked for a seat is signed; None: it is not."""
    holder = None if seat is None else table.holders[seat]
    return None if holder is None else holder.key
