"""Commands on bare connections, and the one place that waits until replicas have what was written.

`WAIT` counts the writes of its own connection alone, so it travels with the write, in one packet.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimeoutPassed

from events.store.connections.client import CONNECTIONS
from events.store.connections.many_servers import ClusterClient

PATIENCE = 2_000  # milliseconds for which a write waits for replicas; less than a client's timeout
LOST = (ConnectionLost, TimeoutPassed, OSError)
ELSEWHERE = (AskError, TryAgainError, ClusterDownError)  # a cluster's: nothing was done here
SCRIPTS = ("EVALSHA", "EVALSHA_RO")


class TooFewReplicas(RedisError):
    """Fewer replicas than wanted had a write in time: a fail-over may lose it, so sign nothing."""


class CommandReply(NamedTuple):
    """What came of a command.

    Attributes:
        reply: as it came.
        again: it may have been carried out before, since a reply was lost and it was sent again.
        safe: if it wrote something, as many replicas as wanted have it.
    """

    reply: Any
    again: bool
    safe: bool = True


class IdleConnections:
    """The connections to one server that nobody uses at the moment."""

    def __init__(self, pool: Any) -> None:
        self.pool = pool
        self.free: deque[Any] = deque()
        self.made = 0

    def take(self) -> Any:
        """Return one of them, or a new one; None when there are enough."""
        try:
            return self.free.pop()
        except IndexError:
            if self.made >= CONNECTIONS:
                return None
            self.made += 1
            connection = self.pool.make_connection()
            connection.waits_in_kernel = True
            return connection

    def drop(self, connection: Any) -> None:
        """Close a connection; the next command that takes it connects anew."""
        connection.disconnect()
        self.free.append(connection)


class DirectClient:
    """Commands on bare connections, for the way of an action.

    redis-py spends more time around a command than on it; here a call takes less than half. When a
    connection is lost the command is sent again through the client, with its retries.
    """

    def __init__(self, client: Redis, replicas: int = 0) -> None:
        self.client, self.replicas = client, replicas
        self.cluster = client if isinstance(client, ClusterClient) else None
        self.spares: dict[
            Any, IdleConnections
        ] = {}  # by the pool that makes connections to a server

    def __call__(self, *command: Any) -> Any:
        """Return the raw reply; ResponseError as redis-py raises it."""
        return self.send(command).reply

    def write(self, *command: Any) -> CommandReply:
        """Send a command that may write, and wait for the replicas that are wanted."""
        if not self.replicas:
            return self.send(command)
        return self.send(command, ("WAIT", self.replicas, PATIENCE))

    def send(self, *commands: tuple[Any, ...]) -> CommandReply:
        """Send a command and perhaps a `WAIT` behind it, in one packet."""
        spare = self.spare(commands[0])
        connection = spare.take()
        if connection is None:
            return self.send_by_client(*commands)
        try:
            reply, safe = self.exchange(connection, commands)
        except LOST:
            spare.drop(connection)
            return self.send_by_client(*commands)
        except ELSEWHERE:
            spare.free.append(connection)
            return self.send_by_client(*commands)
        except ReadOnlyError:
            spare.drop(connection)  # it is no primary any more, and may come back as another
            raise
        except ResponseError:
            spare.free.append(connection)
            raise
        except BaseException:
            spare.drop(connection)  # a reply may still be on its way
            raise
        spare.free.append(connection)
        return CommandReply(reply, False, safe)

    def exchange(self, connection: Any, commands: Sequence[tuple[Any, ...]]) -> tuple[Any, bool]:
        """Return the first reply, and whether replicas have what was written."""
        if len(commands) == 1:
            return connection.call(commands[0]), True
        connection.send_at_once(commands)
        try:
            reply = connection.read_response()
        except ResponseError:
            self.is_safe(connection)
            raise
        return reply, self.is_safe(connection)

    def is_safe(self, connection: Any) -> bool:
        """Say whether replicas have what was written; the write itself is not in doubt."""
        connection.writes = False
        try:
            replicas: int = connection.read_response()
        except ResponseError:  # such as UNBLOCKED: the server has become a replica
            connection.disconnect()
            return False
        return replicas >= self.replicas

    def send_by_client(self, command: tuple[Any, ...], *wait: tuple[Any, ...]) -> CommandReply:
        """Send a command with redis-py's retries."""
        if not wait:
            reply = self.client.execute_command(*command)  # type: ignore[no-untyped-call]
            return CommandReply(reply, True)
        with self.primary(command).pipeline(transaction=False) as pipe:
            for one in (command, *wait):
                pipe.execute_command(*one)  # type: ignore[no-untyped-call]
            reply, replicas = pipe.execute(raise_on_error=False)
        if isinstance(reply, Exception):
            raise reply
        return CommandReply(
            reply, True, not isinstance(replicas, Exception) and replicas >= self.replicas
        )

    def primary(self, command: tuple[Any, ...]) -> Redis:
        """Return a client of the one server that has the keys of a script."""
        if self.cluster is None:
            return self.client
        key = _first_key(command)
        self.cluster.execute_command("EXISTS", key)  # so it learns who has taken over
        return self.cluster.master_of(key)

    def spare(self, command: tuple[Any, ...]) -> IdleConnections:
        """Return the connections to the server that has the keys of a command."""
        cluster = self.cluster
        client = self.client if cluster is None else cluster.master_of(_first_key(command))
        pool = client.connection_pool
        return self.spares.get(pool) or self.spares.setdefault(pool, IdleConnections(pool))


def _first_key(command: tuple[Any, ...]) -> str:
    """Return the first key of a command."""
    key: str = command[3] if command[0] in SCRIPTS else command[1]
    return key
