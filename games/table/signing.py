"""Rule T14: actions that are signed by the player who sends them."""

from collections.abc import Mapping
from typing import Any

from games.core.contract import AnyGame, Seat
from games.core.signature import is_signed, signed_bytes
from games.core.values import to_json
from games.table import refusals
from games.table.commands import Act, Signed
from games.table.state import Table

PURPOSE = "fairdeal/action/1"


def action_json(game: AnyGame, action: Any) -> dict[str, Any]:
    """Return an action with all its fields, those that were left out too."""
    name = next(name for name, kind in game.actions.items() if kind is type(action))
    return {"type": name, **to_json(action)}


def action_message(table: Table, seat: Seat, after: int, action: Mapping[str, Any]) -> bytes:
    """Return what a player signs: the action as JSON, for this seat, after event `after`."""
    return signed_bytes(PURPOSE, table.id, seat, after, action)


def require_signature(table: Table, command: Act) -> None:
    """Rule T14: who took the seat with a key signs every action, each signature once."""
    seat, signed = command.seat, command.signed
    require_signing(table, seat, signs=signed is not None)
    if signed is not None:
        require_signed(table, seat, action_json(table.game, command.action), signed)


def require_signing(table: Table, seat: Seat, *, signs: bool) -> None:
    """Rule T14: actions of a seat are signed if a key is bound to it, else not."""
    key = bound_key(table, seat)
    if key is None and signs:
        raise refusals.NO_KEY(seat)
    if key is not None and not signs:
        raise refusals.UNSIGNED(seat)


def require_signed(table: Table, seat: Seat, action: Mapping[str, Any], signed: Signed) -> None:
    """Rule T14: the signature is by the seat's key, over this action, and was not used before."""
    key, least, after = bound_key(table, seat), table.acted[seat], signed.after
    if not least <= after <= table.n:
        raise refusals.SIGNATURE_USED(least, table.n, after)
    message = action_message(table, seat, after, action)
    if key is None or not is_signed(key, message, signed.signature):
        raise refusals.BAD_SIGNATURE(seat, message.decode())


def bound_key(table: Table, seat: Seat) -> str | None:
    """Return the key with which the actions of a seat are signed; None: they are not."""
    holder = table.holders[seat]
    return None if holder is None else holder.key
