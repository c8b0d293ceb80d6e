"""What the servers of a store say of themselves: memory, durability, replicas."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TypedDict

from redis import Redis
from redis.exceptions import ResponseError

from events.store.connections.many_servers import ClusterClient


class Replica(TypedDict):
    """A replica: `behind` in bytes, `heard` of so many seconds ago."""

    address: str
    state: str
    behind: int
    heard: int


class Server(TypedDict):
    """A server that takes writes; None where it does not say."""

    address: str
    version: str
    memory: int
    most_memory: int
    append_only: bool
    appendfsync: str | None
    policy: str | None
    append_only_file: int | None
    written: bool
    replicas: list[Replica]


def store_servers(redis: Redis) -> list[Server]:
    """Return the servers of a store: one, or the masters of a cluster."""
    return [_server_info(address, client) for address, client in primaries_with_addresses(redis)]


def primaries_with_addresses(redis: Redis) -> Iterator[tuple[str, Redis]]:
    """Yield those that take writes, with their clients."""
    if isinstance(redis, ClusterClient):
        for node in redis.get_primaries():
            yield node.name, redis.get_redis_connection(node)
    else:
        own = redis.connection_pool.connection_kwargs
        address = own.get("path") or f"{own.get('host', '')}:{own.get('port', '')}".strip(":")
        yield address or "the primary", redis


def _server_info(address: str, client: Redis) -> Server:
    """Return what a server says."""
    info: Any = client.info()
    settings: dict[str, str] = {}
    with suppress(ResponseError):  # some hosts forbid CONFIG
        for name in ("appendfsync", "maxmemory-policy"):
            config: Any = client.config_get(name)
            settings |= config
    kind = "Valkey" if "valkey_version" in info else "Redis"
    return {
        "address": address,
        "version": f"{kind} {info.get('valkey_version', info['redis_version'])}",
        "memory": info["used_memory"],
        "most_memory": info.get("maxmemory", 0),
        "append_only": bool(info.get("aof_enabled")),
        "appendfsync": settings.get("appendfsync"),
        "policy": settings.get("maxmemory-policy"),
        "append_only_file": info.get("aof_current_size"),
        "written": info.get("aof_last_write_status", "ok") == "ok",
        "replicas": [*_connected_replicas(info)],
    }


def _connected_replicas(info: Any) -> Iterator[Replica]:
    """Yield the replicas of a server."""
    for k in range(info.get("connected_slaves", 0)):
        one = info[f"slave{k}"]
        yield {
            "address": f"{one['ip']}:{one['port']}",
            "state": one["state"],
            "behind": max(0, info["master_repl_offset"] - one["offset"]),
            "heard": one.get("lag", 0),
        }
