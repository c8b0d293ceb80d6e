"""The examples of invitations and of what a player wants of others."""

from typing import Any

from service.streams.audiences import server_sent_event
from service.streams.presence import presence_rows


def invitations_of(ada: str, bob: str, table: str, now: int) -> dict[str, Any]:
    """Return what Ada sends, and what she is told of a table to which Bob has invited her."""
    invitation = {
        "table": table, "game": "boon", "seats": 3, "seat": 1, "private": False, "opener": bob,
        "name": "Bob", "until": now + 3_600_000,
    }  # fmt: skip
    wanted = {"invitations": "played_with", "blocked": [bob]}
    there = {"players": presence_rows({ada: "online", bob: "unknown"})}
    return {
        "PresencePage": there,
        "PresenceStream": server_sent_event("presence", there, now).decode(),
        "NewInvitations": {"invite": [{"player": bob, "seat": 1, "expires_after": 3600}]},
        "NewPreferences": wanted,
        "OwnInvitations": {"invitations": [invitation]},
        "OwnPreferences": {**wanted, "presence": True},
    }
