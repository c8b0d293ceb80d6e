"""Whether the servers of a store still keep events as they did when a process began."""

from redis import Redis
from redis.exceptions import RedisError

from events.store.connections.client import links_of
from events.store.connections.many_servers import primary_clients
from events.store.embedded.server import WEAKEST, UnfitServer, durability_of


class WeakerDurability(RedisError):
    """The server that has taken over keeps events less well than it is said."""


class DurabilityCheck:
    """Looks at each server that may be another; `durability`: what receipts say of them.

    Empty, or what no server tells (the operator's own word): nobody looks.
    """

    def __init__(self, redis: Redis, durability: str) -> None:
        self.redis, self.durability = redis, durability
        self.links = links_of(redis)
        self.checked_count = -1  # what `links` said when all was well

    def require(self) -> None:
        """Refuse servers that keep events less well, once connections were made anew.

        Raises:
            WeakerDurability: what is written there could get lost more easily than is said.
        """
        made = self.links.count
        if made != self.checked_count:
            self.check()
            self.checked_count = made

    def check(self) -> None:
        """Refuse servers that keep events less well, as far as they tell."""
        if self.durability not in WEAKEST:
            return
        for one in primary_clients(self.redis):
            try:
                found = durability_of(one)
            except UnfitServer as error:
                raise WeakerDurability(str(error)) from None
            except RedisError:  # it is away; a connection to what comes in its place is a new one
                continue
            if found != "unknown" and WEAKEST.index(found) < WEAKEST.index(self.durability):
                raise WeakerDurability(
                    f"Its appendfsync is {found}, and receipts say {self.durability}. Set it"
                    " to that, or start the processes again"
                )
