"""Rule U2: players whom directors invite, and the code with which one enters."""

import hmac
import re
from collections.abc import Iterator, Sequence
from typing import Final

PLAYER: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
MOST_INVITED: Final = 1_000
PURPOSE: Final = b"fairdeal/entry/1 "
CODE_BYTES: Final = 10


def entry_secret(secret: bytes, tournament: str) -> bytes:
    """Return what the code of a tournament is written of: it follows from the sealed secret."""
    return hmac.digest(secret, PURPOSE + tournament.encode(), "sha256")[:CODE_BYTES]


def invited_mistakes(players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a list of players, by path."""
    for at, one in enumerate(players):
        if not PLAYER.fullmatch(one):
            yield f".{at}", "must be the id of a player"
    if len(players) > MOST_INVITED or len({*players}) < len(players):
        yield "", f"must be up to {MOST_INVITED} players, each once"
