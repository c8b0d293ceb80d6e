"""The ids of tournaments, which are those of their streams."""

import re
import secrets

ID = re.compile(r"c[0-9a-f]{18}")
BYTES = 9  # of chance in an id


def new_id() -> str:
    """Return an id that no other tournament has."""
    return "c" + secrets.token_hex(BYTES)


def is_tournament_stream(stream: str) -> bool:
    """Say whether a stream is a tournament."""
    return ID.fullmatch(stream) is not None
