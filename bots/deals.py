"""What is dealt: everything about a table but who holds its seats, all of it from a seed.

Tables of one `Deal` get the same shuffles whoever plays, so that seats can be compared: cards are
put in order by the functions that fair tables use (see `games.core.fairness.shuffle`).
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.contract import Seat, Shuffle
from games.core.fairness.shuffle import (
    canonical_bytes,
    hand_secret,
    hmac_sha256,
    shuffle_by_key,
    shuffle_key,
)
from games.core.game import AnyGame
from games.core.options import validate_options

GROUP = "arena"
BYTES = 6  # of a seed of a move: JSON holds numbers below 2^53


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a game; `secret` says how every shuffle comes out."""

    game: AnyGame
    seats: int
    options: Any
    carried: Mapping[str, Any] | None
    secret: bytes

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        """Return the cards in the order in which this deal has them."""
        secret = hand_secret(self.secret, shuffle.hand)
        key = shuffle_key(secret, GROUP, shuffle.hand, shuffle.what, shuffle.i, ())
        return shuffle_by_key(shuffle.cards, key)

    def seed(self, seat: Seat, n: int) -> int:
        """Return the seed of the n-th move of a seat, whoever holds it."""
        return int.from_bytes(
            hmac_sha256(self.secret, canonical_bytes(["bot", seat, n]))[:BYTES], "big"
        )


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals 0, 1, 2 ... of a game, which follow from a seed.

    Attributes:
        whole: whether tables are played to the end that their options ask for; else a deal is
            the least that stands for the game: one hand, where a table has several.
    """

    game: AnyGame
    seats: int
    given: Mapping[str, Any]
    whole: bool
    seed: str

    def deal(self, k: int) -> Deal:
        """Return the deal of a number."""
        secret = self.secret("deal", k)
        return Deal(self.game, self.seats, self.options(), self.carried(secret), secret)

    def secret(self, what: str, k: int) -> bytes:
        """Return 32 bytes that stand for what is drawn for a deal."""
        named = [what, self.game.name, self.seats, k]
        return hmac_sha256(hashlib.sha256(self.seed.encode()).digest(), canonical_bytes(named))

    def options(self) -> Any:
        """Return the options of every table; BadOptions where they do not fit."""
        short = {} if self.whole else SHORT.get(self.game.name, self.game.brief)
        return validate_options(self.game.options, {**short, **self.given}, self.seats)

    def carried(self, secret: bytes) -> Mapping[str, Any] | None:
        """Return what the table begins with."""
        carry = None if self.whole else CARRIED.get(self.game.name)
        return None if carry is None else {"data": carry(self.seats, secret)}


def _later_hand(seats: int, secret: bytes) -> Mapping[str, Any]:
    """Begin the Bum Game as a hand with roles begins, in which cards are exchanged (rule 4).

    The first hand of a table has none and is one of many; the roles are drawn.
    """
    order = shuffle_by_key(map(str, range(seats)), hmac_sha256(secret, canonical_bytes(["roles"])))
    return {"totals": [0] * seats, "order": list(map(int, order))}


SHORT: Mapping[str, Mapping[str, Any]] = {  # where one deal is the whole game, not its brief form
    "boojum": {},
    "goblin_market": {},
}
CARRIED: Mapping[str, Callable[[int, bytes], Mapping[str, Any]]] = {"bum": _later_hand}
