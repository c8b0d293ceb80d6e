"""Accounts that an operator has blocked: what is kept of it beside the stream, and what is said."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from events.accounts.texts import TextStore
from events.store.streams import Store

NOT_BLOCKED: Final[Mapping[str, Any]] = {
    "blocked": False,
    "blocked_until": None,
    "block_reason": None,
}


def block_row(until: int | None, reason: str | None) -> dict[str, Any]:
    """Return what is kept of a block: until when, in milliseconds, and the hash of the reason."""
    return {"blocked": True, "blocked_until": until, "block_reason": reason}


def is_blocked(row: Mapping[str, Any], now: int) -> bool:
    """Say whether an account may not be used; a block ends at its time by itself."""
    until = row.get("blocked_until")
    return bool(row.get("blocked", False)) and (until is None or now < until)


def block_sentence(store: Store, player_id: str, row: Mapping[str, Any]) -> str:
    """Return what the player is told: until when the account is blocked, and why."""
    until, digest = row.get("blocked_until"), row.get("block_reason")
    text = "This account is blocked"
    if until is not None:
        text += f" until {datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    reason = None if digest is None else TextStore(store).find(player_id, digest)
    if reason is None:
        return f"{text}; ask the operator of this server why"
    return f"{text}: {reason}"
