"""The one place where clients of Redis are made, with retry and timeout set explicitly.

redis-py re-sends writes after a lost reply and gives up blocking reads after 5 seconds unless told
otherwise. Re-sending is safe here, because every write is a script that knows its own repetition.
"""

from collections import deque
from typing import Any, cast

import hiredis
from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as TimeoutPassed
from redis.retry import Retry

from events.settings.addresses import Address
from events.store.many_servers import ClusterClient, primary_of
from events.store.wire import Links, TellingSocket, TellingTcp, TellingTls

TIMEOUT = 5.0  # seconds
SERVERS = {"unix": TellingSocket, "redis": TellingTcp, "rediss": TellingTls}
CONNECTIONS = 32  # of one process; a thread that finds none free waits its turn


class Packer:
    """Packs commands whose arguments are text, bytes and numbers, which redis-py looks through."""

    def pack(self, *command: Any) -> list[bytes]:
        """Return the bytes to send; a name of two words is sent as two."""
        name: str = command[0]
        if " " in name:
            command = (*name.split(), *command[1:])
        return [hiredis.pack_command(command)]


def connect(url: str, *, timeout: float = TIMEOUT, retries: int = 2) -> Redis:
    """Return a client for commands that answer at once.

    Raises:
        BadAddress: nothing can be there.
        ConnectionError: of redis-py; no node of a cluster answers.
    """
    address = Address.of(url)
    retry = Retry(ExponentialBackoff(cap=0.2, base=0.02), retries)
    options: dict[str, Any] = {
        "max_connections": CONNECTIONS, "timeout": TIMEOUT, "protocol": 2, "links": Links(),
        "socket_timeout": timeout, "socket_connect_timeout": TIMEOUT, "command_packer": Packer(),
    }  # fmt: skip
    if address.kind == "cluster":
        return cast(Redis, ClusterClient(address, retry, **options))
    options |= {"retry": retry, "retry_on_error": [ConnectionLost, TimeoutPassed]}
    if address.kind == "sentinel":
        return primary_of(address, **options)
    kind = SERVERS[url.partition("://")[0]]
    return Redis(
        connection_pool=BlockingConnectionPool.from_url(url, connection_class=kind, **options)
    )


def links_of(client: Redis) -> Links:
    """Return the count of a client's connections."""
    if isinstance(client, ClusterClient):
        return client.links
    found: Links | None = client.connection_pool.connection_kwargs.get("links")
    return Links() if found is None else found  # one in this process is always the same


def connect_reader(url: str, block: float) -> Redis:
    """Return a client for stream reads that block up to `block` seconds."""
    client = connect(url, timeout=block + TIMEOUT, retries=0)
    leave_streams_raw(client)
    return client


class Direct:
    """Commands on bare connections, for the way of an action.

    redis-py spends more time around a command than on it; here a call takes less than half. When a
    connection is lost the command is sent again through the client, with its retries.
    """

    def __init__(self, client: Redis) -> None:
        self.client = client
        self.free: deque[Any] = deque()
        self.made = 0

    def __call__(self, *command: Any) -> Any:
        """Return the raw reply; ResponseError as redis-py raises it."""
        return self.send(*command)[0]

    def send(self, *command: Any) -> tuple[Any, bool]:
        """Return the raw reply, and whether the command may have been carried out before.

        That is so when it was sent again after a reply was lost, by us or by redis-py.
        """
        connection = self.take()
        if connection is None:
            return self.send_by_client(*command)
        try:
            connection.send_command(*command, check_health=False)
            reply = connection.read_response()
        except (ConnectionLost, TimeoutPassed, OSError):
            connection.disconnect()
            self.free.append(connection)
            return self.send_by_client(*command)
        except ResponseError:
            self.free.append(connection)
            raise
        except BaseException:
            connection.disconnect()  # a reply may still be on its way
            self.free.append(connection)
            raise
        self.free.append(connection)
        return reply, False

    def send_by_client(self, *command: Any) -> tuple[Any, bool]:
        """Send a command with redis-py's retries."""
        return self.client.execute_command(*command), True  # type: ignore[no-untyped-call]

    def take(self) -> Any:
        """Return a free connection, or a new one; None when there are enough."""
        if isinstance(self.client, ClusterClient):
            return None
        try:
            return self.free.pop()
        except IndexError:
            if self.made >= CONNECTIONS:
                return None
            self.made += 1
            return self.client.connection_pool.make_connection()


def leave_streams_raw(client: Redis) -> None:
    """Leave stream replies as the parser gives them; redis-py builds a dict for every entry."""
    for command in ("XRANGE", "XREVRANGE", "XREAD"):
        client.set_response_callback(command, untouched)


def untouched(reply: Any, **options: Any) -> Any:
    """Return a reply as it is."""
    return reply
