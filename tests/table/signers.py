"""Players who sign: keys that follow from names, and what is signed with them."""

import hashlib
from dataclasses import replace
from typing import Any, TypeVar

from nacl.signing import SigningKey

from games.core.contract import Seat
from games.table import Act, Reveal, Signed, Sit, Start, Table
from games.table.signing import Signable, action_message, asked_json

C = TypeVar("C", bound=Signable)


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
    return signed_by(name, table, seat, Act(Seat(seat), action, **changes), after)


def signed_by(name: str, table: Table, seat: int, command: C, after: int | None = None) -> C:
    """Return a command as a player signs it, after the newest event unless told otherwise.

    An event of which no head is kept has the head that no event has.
    """
    seen = table.n if after is None else after
    return replace(
        command, signed=Signed(seen, signature(name, message_of(table, seat, seen, command)))
    )


def message_of(table: Table, seat: int, after: int, command: Signable) -> bytes:
    """Return what is signed; where no head of this event is kept, for a head that no event has."""
    try:
        return action_message(table, Seat(seat), after, asked_json(table.game, command))
    except AssertionError:
        return b"no such event"


def signed_sit(table: Table, name: str, seat: int, after: int | None = None, **changes: Any) -> Sit:
    """Return the wish of a player with a key to take a seat, signed."""
    return signed_by(name, table, seat, Sit(Seat(seat), key=public_of(name), **changes), after)


def signed_start(table: Table, name: str, seat: int) -> Start:
    """Return a player's signed call for the start."""
    return signed_by(name, table, seat, Start())


def signed_reveal(
    table: Table, name: str, seat: int, entropy: str, after: int | None = None
) -> Reveal:
    """Return a player's signed reveal under the closing of a table."""
    assert table.closing is not None
    return signed_by(name, table, seat, Reveal(entropy, table.closing.head), after)
