"""What a blocked account is told, and what it may still do."""

from typing import Final

from events.accounts.blocks import block_sentence
from service.wire.connections import connections
from service.wire.problems import ACCOUNT_BLOCKED, Problem

FOR_BLOCKED: Final = ("players.erase",)  # endpoints: what is a person's right is never blocked


def account_blocked(player_id: str) -> Problem:
    """Return the refusal of a blocked account, which says until when and why."""
    own = connections()
    row = own.players.row(player_id) or {}
    if row.get("blocked_until") is None and row.get("block_reason") is None:
        return ACCOUNT_BLOCKED()
    return ACCOUNT_BLOCKED(block_sentence(own.store, player_id, row))
