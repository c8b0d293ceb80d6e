"""The one place where clients of Redis are made, with retry and timeout set explicitly.

redis-py re-sends writes after a lost reply and gives up blocking reads after 5 seconds unless told
otherwise. Re-sending is safe here, because every write is a script that knows its own repetition.
"""

from typing import Any

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimeoutPassed
from redis.retry import Retry

TIMEOUT = 5.0  # seconds
CONNECTIONS = 32  # of one process; a thread that finds none free waits its turn


def connect(url: str, *, timeout: float = TIMEOUT, retries: int = 2) -> Redis:
    """Return a client for commands that answer at once."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=TIMEOUT,
        protocol=2,
        socket_timeout=timeout,
        socket_connect_timeout=TIMEOUT,
        retry=Retry(ExponentialBackoff(cap=0.2, base=0.02), retries),
        retry_on_error=[ConnectionLost, TimeoutPassed],
    )
    return Redis(connection_pool=pool)


def connect_reader(url: str, block: float) -> Redis:
    """Return a client for stream reads that block up to `block` seconds."""
    client = connect(url, timeout=block + TIMEOUT, retries=0)
    leave_streams_raw(client)
    return client


def leave_streams_raw(client: Redis) -> None:
    """Leave stream replies as the parser gives them; redis-py builds a dict for every entry."""
    for command in ("XRANGE", "XREVRANGE", "XREAD"):
        client.set_response_callback(command, untouched)


def untouched(reply: Any, **options: Any) -> Any:
    """Return a reply as it is."""
    return reply
