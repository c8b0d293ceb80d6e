"""Clients of a store on many servers that speak and fail as one of a single server does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.cluster import ClusterNode
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisClusterException
from redis.exceptions import TimeoutError as TimeoutPassed
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from events.settings.addresses import Address
from events.store.connections.tracked_connection import (  # fmt: skip
    ConnectionCounter,
    SentinelTcp,
    SentinelTls,
    TrackedTcp,
    TrackedTls,
)


@contextmanager
def _lost_if_unknown() -> Iterator[None]:
    """Let a cluster of which no node answers, or none for a slot, be a connection that is lost.

    redis-py raises it as an error of its own kind, for which nobody is prepared.
    """
    try:
        yield
    except RedisClusterException as error:
        raise ConnectionLost(str(error)) from error


class ClusterClient(RedisCluster):
    """Sends each command to the master of its slot, and learns who that is when it moves."""

    def __init__(self, address: Address, retry: Retry, **options: Any) -> None:
        self.links: ConnectionCounter = options["links"]
        self.callbacks: dict[str, Any] = {}
        kind, protocol = TrackedTls if address.tls else TrackedTcp, options.pop("protocol")
        nodes: list[Any] = [ClusterNode(*node) for node in address.nodes]  # type: ignore[no-untyped-call]
        with _lost_if_unknown():
            super().__init__(
                url=_url_of(*address.nodes[0]),  # without one it takes no pool of ours
                startup_nodes=nodes,
                connection_pool_class=partial(
                    BlockingConnectionPool, connection_class=kind, **options
                ),
                retry=retry,
                protocol=protocol,  # it judges the pool by that
                **address.login,
            )
        manager = self.nodes_manager
        manager.create_redis_node = partial(self.make_node_client, manager.create_redis_node)  # type: ignore[method-assign]

    def set_response_callback(self, command: str, callback: Any) -> None:
        """Let the answers to a command be read in another way, from whichever node they come."""
        self.callbacks[command] = callback
        for node in self.get_nodes():  # type: ignore[no-untyped-call]
            self.get_redis_connection(node).set_response_callback(command, callback)

    def make_node_client(self, make: Callable[..., Redis], *args: Any, **options: Any) -> Redis:
        """Return the client of a node that was not known before, as `make` makes it."""
        client = make(*args, **options)
        for command, callback in self.callbacks.items():
            client.set_response_callback(command, callback)
        return client

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send one command."""
        with _lost_if_unknown():
            return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def master_of(self, key: str) -> Redis:
        """Return the client of the master that has a key, as far as is known."""
        slot = self.keyslot(key)  # type: ignore[no-untyped-call]
        with _lost_if_unknown():
            return self.get_redis_connection(self.nodes_manager.get_node_from_slot(slot))

    def determine_slot(self, *command: Any) -> int | None:
        """Return the slot of a command, without asking a server for the keys of a script."""
        if command[0] == "EVALSHA_RO":
            slot: int = self.keyslot(command[3])  # type: ignore[no-untyped-call]
            return slot
        return super().determine_slot(*command)

    def state(self) -> dict[str, str]:
        """Return what the first node that answers knows of the cluster."""
        nodes = self.get_nodes()  # type: ignore[no-untyped-call]
        for node in nodes[:-1]:
            with suppress(ConnectionLost, TimeoutPassed):
                return self.state_by(node)
        return self.state_by(nodes[-1])

    def state_by(self, node: Any) -> dict[str, str]:
        """Return what a node knows of the cluster."""
        state: dict[str, str] = self.get_redis_connection(node).cluster("INFO")
        return state


def primary_clients(client: Redis) -> list[Redis]:
    """Return the clients of all servers that take writes: of one, or of each master of a cluster.

    Those of a cluster as far as they are known.
    """
    if not isinstance(client, ClusterClient):
        return [client]
    return [client.get_redis_connection(node) for node in client.get_primaries()]


def _url_of(host: str, port: int) -> str:
    """Return the URL of a node."""
    return f"redis://[{host}]:{port}" if ":" in host else f"redis://{host}:{port}"


class PrimaryPool(SentinelConnectionPool, BlockingConnectionPool):
    """Connections to the primary that sentinels name; a thread that finds none free waits."""


def primary_of(address: Address, **options: Any) -> Redis:
    """Return a client of the primary that sentinels name when a connection is made."""
    timeouts = {name: options[name] for name in ("socket_timeout", "socket_connect_timeout")}
    # Sentinels have no login of ours.
    sentinel = Sentinel(address.nodes, sentinel_kwargs=timeouts)  # type: ignore[no-untyped-call]
    kind = SentinelTls if address.tls else SentinelTcp
    pool = PrimaryPool(  # type: ignore[no-untyped-call]
        address.service, sentinel, connection_class=kind, **address.login, **options
    )
    return Redis(connection_pool=pool)
