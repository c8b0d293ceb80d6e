"""The one place where clients of Redis are made, with retry and timeout set explicitly.

redis-py re-sends writes after a lost reply and gives up blocking reads after 5 seconds unless told
otherwise. Re-sending is safe here, because every write is a script that knows its own repetition.
"""

from typing import Any, cast

import hiredis
from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.driver_info import DriverInfo
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimeoutPassed
from redis.retry import Retry

from events.settings.addresses import Address
from events.store.connections.many_servers import ClusterClient, primary_of
from events.store.connections.tracked_connection import (
    ConnectionCounter,
    TrackedSocket,
    TrackedTcp,
    TrackedTls,
)

TIMEOUT = 5.0  # seconds
SERVERS = {"unix": TrackedSocket, "redis": TrackedTcp, "rediss": TrackedTls}
CONNECTIONS = 32  # of one process; a thread that finds none free waits its turn
DRIVER = DriverInfo()  # what servers are told of redis-py, whose files each connection would read


class CommandPacker:
    """Packs commands whose arguments are text, bytes and numbers, which redis-py looks through."""

    def pack(self, *command: Any) -> list[bytes]:
        """Return the bytes to send; a name of two words is sent as two."""
        name: str = command[0]
        if " " in name:
            command = (*name.split(), *command[1:])
        return [hiredis.pack_command(command)]


def connect_client(url: str, *, timeout: float = TIMEOUT, retries: int = 2) -> Redis:
    """Return a client for commands that answer at once.

    Raises:
        BadAddress: nothing can be there.
        ConnectionError: of redis-py; no node of a cluster answers.
    """
    address = Address.of(url)
    retry = Retry(ExponentialBackoff(cap=0.2, base=0.02), retries)
    options: dict[str, Any] = {
        "max_connections": CONNECTIONS, "timeout": TIMEOUT, "protocol": 2,
        "links": ConnectionCounter(),
        "socket_timeout": timeout, "socket_connect_timeout": TIMEOUT,
        "command_packer": CommandPacker(),
        "driver_info": DRIVER,
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


def links_of(client: Redis) -> ConnectionCounter:
    """Return the count of a client's connections."""
    if isinstance(client, ClusterClient):
        return client.links
    counter: ConnectionCounter | None = client.connection_pool.connection_kwargs.get("links")
    # one in this process is always the same
    return ConnectionCounter() if counter is None else counter


def connect_reader(url: str, block: float) -> Redis:
    """Return a client for stream reads that block up to `block` seconds."""
    client = connect_client(url, timeout=block + TIMEOUT, retries=0)
    leave_streams_raw(client)
    return client


def leave_streams_raw(client: Redis) -> None:
    """Leave stream replies as the parser gives them; redis-py builds a dict for every entry."""
    for command in ("XRANGE", "XREVRANGE", "XREAD"):
        client.set_response_callback(command, _unchanged_reply)


def _unchanged_reply(reply: Any, **options: Any) -> Any:
    """Return a reply as it is."""
    return reply
