"""What follows from a tournament's id and its secret, and what is told about its entropies."""

import hashlib
from collections.abc import Sequence

from games.core.fairness.shuffle import canonical_bytes, hmac_sha256

BYTES = 6  # of a seed: JSON holds numbers below 2^53


def group_id(tournament: str, group: int) -> str:
    """Return the id of a deal group."""
    return f"{tournament}-{group}"


def group_secret(secret: bytes, group: int) -> bytes:
    """Return the secret that all tables of a deal group share."""
    return hmac_sha256(secret, canonical_bytes(["group", group]))


def pairing_seed(secret: bytes, round: int) -> int:
    """Return the seed of the chance with which a round is paired."""
    return int.from_bytes(hmac_sha256(secret, canonical_bytes(["pairing", round]))[:BYTES], "big")


def entropy_of(entropies: Sequence[str]) -> str:
    """Return what all tables get of the entrants' entropies; empty where nobody brought one."""
    if not any(entropies):
        return ""
    return hashlib.sha256(canonical_bytes([*entropies])).hexdigest()
