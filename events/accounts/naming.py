"""The names in a store: no two players have one name, nor names that look alike."""

import hmac
from pathlib import Path
from typing import Any

import orjson

from events.accounts.keys import (
    CODES_KEY,
    NAMES_KEY,
    PLAYERS_KEY,
    SKELETONS_KEY,
    TOKENS_KEY,
    codes_of,
    tokens_of,
)
from events.accounts.names import NameAlike, NameTaken, name_comparison_keys
from events.store.streams import Store

SCRIPT = (Path(__file__).parent / "name.lua").read_text()
COMPARE = (Path(__file__).parent / "compare.lua").read_text()
PAGE = 500  # accounts that are looked at in one trip
KEYS = (NAMES_KEY, SKELETONS_KEY)
Access = tuple[str, bytes, str]  # hash of a token, what is kept of it, hash of a recovery code
NO_ACCESS: Access = ("", b"", "")


def salted_name_hash(salt: bytes, name: str) -> str:
    """Return what stands in a player's stream for a name."""
    return hmac.digest(salt, name.encode(), "sha256").hex()


class NameRegistry:
    """Gives names, and takes them back."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.script = store.redis.register_script(SCRIPT)
        self.compare = store.redis.register_script(COMPARE)

    def require_free(self, name: str) -> None:
        """Refuse a name that is another's or looks like it, before anything is written."""
        for k, (key, by) in enumerate(zip(KEYS, name_comparison_keys(name), strict=True), 1):
            holder: Any = self.store.redis.hget(key, by)
            if holder is not None:
                self.refuse(name, k, holder.decode())

    def assign(
        self, player_id: str, account: dict[str, Any], before: str = "", access: Access = NO_ACCESS
    ) -> None:
        """Write an account with its name, and the first ways into it, all or nothing.

        Raises:
            NameTaken: another player has the name (rule P1).
            NameAlike: it looks like another player's (rule P3).
        """
        old = name_comparison_keys(before) if before else ("", "")
        new = name_comparison_keys(account["name"])
        refused = self.script(
            keys=[
                *KEYS, PLAYERS_KEY, TOKENS_KEY, tokens_of(player_id), CODES_KEY, codes_of(player_id)
            ],
            args=[player_id, orjson.dumps(account), *new, *old, *access],
        )  # fmt: skip
        if refused:
            self.refuse(account["name"], refused[0], refused[1].decode())

    def refuse(self, name: str, key: int, holder: str) -> None:
        """Refuse a name for that of another player."""
        row: Any = self.store.redis.hget(PLAYERS_KEY, holder)
        other = name if row is None else orjson.loads(row)["name"]  # None: erased just now
        if key == 1 or other.casefold() == name.casefold():  # or registered just now
            raise NameTaken(name)
        raise NameAlike(name, other)

    def release_commands(self, player_id: str, name: str) -> list[tuple[str, str, str]]:
        """Return the commands that free a name; its look, unless an older name holds that."""
        held = [
            (key, by)
            for key, by in zip(KEYS, name_comparison_keys(name), strict=True)
            if self.store.redis.hget(key, by) == player_id.encode()
        ]
        return [("HDEL", key, by) for key, by in held]

    def compare_all(self) -> None:
        """Let names of before be compared by their looks too; of those alike one holds the look."""
        if self.store.redis.hlen(SKELETONS_KEY) >= self.store.redis.hlen(NAMES_KEY):
            return
        cursor = -1
        while cursor:
            page: Any = self.store.redis.hscan(PLAYERS_KEY, max(cursor, 0), count=PAGE)
            cursor, rows = page
            names = [(one.decode(), orjson.loads(row)["name"]) for one, row in rows.items()]
            words = [word for one, name in names for word in (one, *name_comparison_keys(name))]
            if words:
                self.compare(keys=[*KEYS], args=words)
