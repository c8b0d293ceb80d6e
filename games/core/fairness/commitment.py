"""What a player sends ahead of an entropy, so that nobody can choose one to fit another's."""

import hashlib
from typing import Final

from games.core.fairness.shuffle import canonical_bytes

TAG: Final = "fairdeal/entropy/1"


def entropy_commitment(player: str, entropy: str) -> str:
    """Return the commitment of a player (an id) to an entropy (32 hex digits), 64 hex digits.

    It names the player, so that nobody can send another's commitment, wait for the reveal and send
    that as well: who copies could else cancel what the other brings. It names no table or
    tournament: a quick seat is asked for before the table is known, and an entropy is random and
    revealed once.
    """
    return hashlib.sha256(canonical_bytes([TAG, player, entropy])).hexdigest()


def differing_entropy(player: str) -> str:
    """Return what a player is told whose entropy is not the one of the commitment."""
    return (
        f'Your commitment is not the SHA-256 of ["{TAG}","{player}",ENTROPY],'
        " ENTROPY being these 32 digits in quotes"
    )
