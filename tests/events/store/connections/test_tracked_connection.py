"""What a connection tells of what passed over it, on a real server."""

import socket
import time
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError, ResponseError

from events.store.connections.client import connect_client, links_of
from events.store.connections.direct import LOST, IdleConnections
from events.store.connections.tracked_connection import (
    WRITTEN,
    let_kernel_wait,
    uncounted_writes,
)
from events.store.embedded.server import EmbeddedServer

SOON = 0.1  # seconds


@pytest.fixture(autouse=True)
def afresh(redis: Redis) -> Iterator[None]:
    WRITTEN.may_have_written = False
    yield
    WRITTEN.may_have_written = False


def test_a_read_writes_nothing_alone_and_in_a_pipeline(redis: Redis) -> None:
    redis.hget("a", "b")
    with redis.pipeline(transaction=True) as pipe:
        pipe.get("a")
        pipe.xrange("b", "-", "+")
        pipe.execute()
    assert not WRITTEN.may_have_written


def test_a_write_counts_alone_in_a_pipeline_and_in_a_script(redis: Redis) -> None:
    redis.set("a", 1)
    assert WRITTEN.may_have_written
    WRITTEN.may_have_written = False
    with redis.pipeline(transaction=True) as pipe:
        pipe.get("a")
        pipe.set("a", 2)
        pipe.execute()
    assert WRITTEN.may_have_written
    WRITTEN.may_have_written = False
    redis.register_script("return redis.call('SET', KEYS[1], '3')")(keys=["a"])
    assert WRITTEN.may_have_written


def test_a_write_that_the_server_refuses_has_written_nothing(redis: Redis) -> None:
    redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(RedisError, match="maxmemory"):
            redis.set("a", "x" * 100)
        with redis.pipeline(transaction=True) as pipe, pytest.raises(RedisError):
            pipe.set("a", "x" * 100)
            pipe.execute()
    finally:
        redis.config_set("maxmemory", 0)
    assert not WRITTEN.may_have_written


def test_a_refusal_does_not_undo_what_was_written_before(redis: Redis) -> None:
    redis.set("a", "one")
    with pytest.raises(RedisError):
        redis.incr("a")
    assert WRITTEN.may_have_written
    WRITTEN.may_have_written = False
    with redis.pipeline(transaction=False) as pipe, pytest.raises(RedisError):
        pipe.set("b", "two")
        pipe.incr("a")
        pipe.execute()
    assert WRITTEN.may_have_written


def test_bookkeeping_does_not_count(redis: Redis) -> None:
    with uncounted_writes():
        redis.set("a", 1)
    assert not WRITTEN.may_have_written


def test_every_connection_that_is_made_is_counted(server: EmbeddedServer) -> None:
    client = connect_client(server.url)
    links = links_of(client)
    seen = links.count
    client.ping()
    first = links.count
    client.ping()
    assert first == links.count != seen
    client.connection_pool.disconnect()
    client.ping()
    assert links.count != first
    client.close()


def test_a_connection_tells_of_its_library_and_reads_no_file_for_it(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> str:
        raise AssertionError("this takes longer than to connect")

    monkeypatch.setattr("redis.utils.get_lib_version", read)
    own = connect_client(server.url)
    number = own.client_id()
    (told,) = [one for one in own.client_list() if int(one["id"]) == number]
    assert (told["lib-name"], told["lib-ver"]) == ("redis-py", version("redis"))
    own.close()


@pytest.fixture
def bare(server: EmbeddedServer) -> Iterator[Any]:
    """Return a bare connection."""
    client = connect_client(server.url)
    connection = IdleConnections(client.connection_pool).take()
    yield connection
    connection.disconnect()
    client.close()


def test_a_call_gives_what_sending_and_reading_do(redis: Redis, bare: Any) -> None:
    for command in [("SET", "a", "one"), ("GET", "a"), ("LRANGE", "b", 0, -1), ("XADD", "c", "*")]:
        replies = []
        for way in ("call", "read_response"):
            WRITTEN.may_have_written = False
            try:
                if way == "read_response":
                    bare.send_command(*command)
                    replies.append(bare.read_response())
                else:
                    replies.append(bare.call(command))
            except ResponseError as error:
                replies.append((type(error), str(error)))
            replies[-1] = replies[-1], WRITTEN.may_have_written
        assert replies[0] == replies[1]


def test_a_call_has_written_nothing_where_it_could_not_be_sent(bare: Any) -> None:
    bare.call(("PING",))
    bare._sock.shutdown(socket.SHUT_WR)
    with pytest.raises(LOST):
        bare.call(("SET", "a", "one"))
    assert not WRITTEN.may_have_written


def test_a_call_whose_reply_is_lost_may_have_written(bare: Any) -> None:
    bare.call(("PING",))
    bare._sock.shutdown(socket.SHUT_RD)
    with pytest.raises(LOST):
        bare.call(("SET", "a", "one"))
    assert WRITTEN.may_have_written


def test_a_bare_connection_waits_no_longer_than_its_client(server: EmbeddedServer) -> None:
    client = connect_client(server.url, timeout=SOON, retries=0)
    bare = IdleConnections(client.connection_pool).take()
    bare.send_command("PING")
    assert bare.read_response() == b"PONG"
    assert bare._sock.gettimeout() is None  # the kernel ends it
    began = time.monotonic()
    with pytest.raises(LOST):
        bare.read_response()
    assert time.monotonic() - began >= SOON / 2  # and not at once
    bare.disconnect()
    client.close()


def test_a_server_that_takes_nothing_ends_a_write_of_a_bare_connection() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        let_kernel_wait(ours, SOON)
        with pytest.raises(BlockingIOError):
            ours.sendall(bytes(10**7))
