"""What a follower needs of the store: leases, the feeds, and what is due."""

from pathlib import Path
from typing import Any, Literal, NamedTuple

from events.store import Store

HERE = Path(__file__).parent
LEASE = 3_000  # milliseconds that a dead follower's partitions stay unread
CLAIM = 2_000  # milliseconds until a lost claim comes back
MOST = 200  # claims a call


class Claim(NamedTuple):
    """A table that needs attention without a request."""

    kind: Literal["bot", "clock"]
    table: str


class Feeds:
    """Leases of partitions and claims of what is due."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lease_script = store.redis.register_script((HERE / "lease.lua").read_text())
        self.due_script = store.redis.register_script((HERE / "due.lua").read_text())

    def hold(self, partition: int, holder: str) -> bool:
        """Take or renew the lease of a partition; False while another follower has it."""
        key = self.store.names.lease(partition)
        return bool(self.lease_script(keys=[key], args=[holder, LEASE]))

    def let_go(self, partition: int) -> None:
        """Give a lease back."""
        self.store.redis.delete(self.store.names.lease(partition))

    def claim(self, partition: int, now: int) -> list[Claim]:
        """Return what is due in a partition; the same comes again only if it stays undone."""
        key = self.store.names.due(partition)
        found: Any = self.due_script(keys=[key], args=[now, CLAIM, MOST])
        claims = []
        for member in found:
            kind, _, table = member.decode().partition(":")
            claims.append(Claim("bot" if kind == "bot" else "clock", table))
        return claims

    def newest(self, partition: int) -> str:
        """Return the id of the newest entry of a feed."""
        found: Any = self.store.redis.xrevrange(self.store.names.feed(partition), "+", "-", count=1)
        return found[0][0].decode() if found else "0-0"

    def trim(self, partition: int, before: str) -> None:
        """Forget entries that every registered read model has taken in."""
        self.store.redis.xtrim(self.store.names.feed(partition), minid=before, approximate=True)

    def wake(self, table: str, now: int) -> None:
        """Ask for a bot's turn at once, unless none is due at all."""
        self.store.redis.zadd(self.store.names.of(table).due, {f"bot:{table}": now}, xx=True)
