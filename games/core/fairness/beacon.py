"""Rounds of a public beacon (drand): when one is due, and whether a signature is that of a round.

As in `signature`, a library is asked for pure arithmetic: BLS signatures on BLS12-381, in G1 with
keys in G2 (drand's scheme bls-unchained-g1-rfc9380), which are checked here and never made. Of the
libraries there are this one is maintained, has wheels, and takes milliseconds.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from py_arkworks_bls12381 import GT, G1Point, G2Point

from games.core.fairness.signature import is_hex

SCHEME = "bls-unchained-g1-rfc9380"
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
SIGNATURE = 96  # hex digits
KEY = 192
HASH = 64
NAME = re.compile("[0-9a-z._-]{1,64}")


@lru_cache(maxsize=1024)  # one round decides the deals of many tables
def _is_of_round(public_key: str, number: int, signature: str) -> bool:
    """Say whether this is the signature of a round by a key, all in hex of the right length."""
    given = bytes.fromhex(signature)
    try:
        point = G1Point.from_compressed_bytes(given)
        key = G2Point.from_compressed_bytes(bytes.fromhex(public_key))
    except ValueError:
        return False
    if key == G2Point.identity() or bytes(point.to_compressed_bytes()) != given:
        return False  # a round has one signature, in one form
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    hashed = G1Point.hash_to_curve(message, DOMAIN)
    return GT.pairing_check([point, -hashed], [G2Point(), key])


class BeaconChain(NamedTuple):
    """A beacon whose rounds 1, 2, 3 ... come every `period` seconds from `genesis` (Unix) on.

    Attributes:
        chain: its name.
        hash: by which relays know it, in hex.
        public_key: with which all rounds are signed, in hex.
    """

    chain: str
    hash: str
    public_key: str
    genesis: int
    period: int

    def due_at(self, number: int) -> int:
        """Return when a round is due, in milliseconds since 1970."""
        return 1000 * (self.genesis + (number - 1) * self.period)

    def first_due(self, at: int) -> int:
        """Return the number of the first round that is due at a time or later (milliseconds)."""
        whole = -((1000 * self.genesis - at) // (1000 * self.period))  # rounded up
        return max(1, whole + 1)

    def has_signed(self, number: int, signature: str) -> bool:
        """Say whether a signature (hex) is the one that the chain's key has for a round."""
        return is_hex(signature, SIGNATURE) and _is_of_round(self.public_key, number, signature)


QUICKNET = BeaconChain(
    "quicknet",
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    1_692_803_367,
    3,
)
KNOWN: Mapping[str, BeaconChain] = {
    QUICKNET.chain: QUICKNET
}  # run by many who trust each other little


def round_randomness(signature: str) -> str:
    """Return what a round brings: the SHA-256 of its signature, both in hex."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


def chain_of(data: Mapping[str, Any]) -> BeaconChain | None:
    """Return the chain that JSON tells of; None if it is not made as one."""
    if data.keys() != set(BeaconChain._fields):
        return None
    found = BeaconChain(**data)
    texts = (found.chain, found.hash, found.public_key)
    if any(type(text) is not str for text in texts) or not NAME.fullmatch(found.chain):
        return None
    if not is_hex(found.hash, HASH) or not is_hex(found.public_key, KEY):
        return None
    numbers = (found.genesis, found.period)
    fits = all(type(number) is int for number in numbers)
    return found if fits and 0 <= found.genesis < 2**40 and 0 < found.period <= 86_400 else None
