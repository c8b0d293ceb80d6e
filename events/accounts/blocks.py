"""Accounts that an operator has blocked: what is kept of it beside the stream, and what is said."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from events.accounts.texts import TextStore
from events.store.streams import IdempotencyKey, Store

NOT_BLOCKED: Final[Mapping[str, Any]] = {
    "blocked": False,
    "blocked_until": None,
    "block_reason": None,
}


def block_row(until: int | None, reason: str | None) -> dict[str, Any]:
    """Return what is kept of a block: until when, in milliseconds, and the hash of the reason."""
    return {"blocked": True, "blocked_until": until, "block_reason": reason}


def reason_hash(store: Store, player_id: str, reason: str) -> str | None:
    """Return what stands in the event for a reason, whose text is kept; None: there is none.

    The same reason has the same hash, so that a repeat of a request writes nothing.
    """
    once = IdempotencyKey(f"block:{player_id}:{reason}", "")
    return TextStore(store).keep(player_id, reason, once) if reason else None


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
