"""Players who sign: keys that follow from names, and actions signed with them."""

import hashlib
from typing import Any

from nacl.signing import SigningKey

from games.core.contract import Seat
from games.table import Act, Signed, Table
from games.table.signing import action_json, action_message


def key_of(name: str) -> SigningKey:
    """Return the key of a player."""
    return SigningKey(hashlib.sha256(name.encode()).digest())


def public_of(name: str) -> str:
    """Return the public half of a player's key, in hex."""
    return bytes(key_of(name).verify_key).hex()


def signature(name: str, message: bytes) -> str:
    """Return a player's signature, in hex."""
    return key_of(name).sign(message).signature.hex()


def signed_act(
    table: Table, name: str, seat: int, action: Any, after: int | None = None, **changes: Any
) -> Act:
    """Return an action as a player signs it, after the newest event unless told otherwise."""
    seen = table.n if after is None else after
    message = action_message(table, Seat(seat), seen, action_json(table.game, action))
    given = Signed(seen, signature(name, message))
    return Act(Seat(seat), action, signed=given, **changes)
