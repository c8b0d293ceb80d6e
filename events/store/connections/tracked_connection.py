"""Connections that tell what passed over them: may something be written, may the server be another.

A write counts from the moment at which its bytes go out, for its answer may get lost on the way,
and stops to count only when the server answers it with an error: then it did nothing. A connection
that could not be made has sent nothing. Whenever a connection is made the server may hold other
data than before: it was started again, perhaps on an older copy of its files.
"""

import socket
import struct
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from redis._parsers.hiredis import NOT_ENOUGH_DATA
from redis.connection import Connection, SSLConnection, UnixDomainSocketConnection
from redis.exceptions import BusyLoadingError, ResponseError
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimeoutPassed
from redis.sentinel import (
    MasterNotFoundError,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)

CHANGES_NOTHING = frozenset((  # whatever is missing here is taken for a write
    "AUTH", "CLIENT", "CLUSTER", "CONFIG", "EVALSHA_RO", "EXEC", "EXISTS", "GET", "HELLO",
    "HGET", "HGETALL", "HMGET", "INFO", "MULTI", "PING", "SCARD", "SCRIPT", "SELECT",
    "SISMEMBER", "SMEMBERS", "TIME", "WAIT", "XLEN", "XRANGE", "XREAD", "XREVRANGE", "ZCARD",
    "ZCOUNT", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZSCAN", "ZSCORE",
))  # fmt: skip


class WriteFlag(threading.local):
    """Whether this thread may have written anything to Redis since it was set to False."""

    may_have_written = False


WRITTEN = WriteFlag()


@contextmanager
def uncounted_writes() -> Iterator[None]:
    """Let what is written here not count: nobody has asked for it, and it can be done again."""
    before = WRITTEN.may_have_written
    try:
        yield
    finally:
        WRITTEN.may_have_written = before


class ConnectionCounter:
    """The connections of a client; `count` changes whenever one more was made."""

    def __init__(self) -> None:
        self.numbers = count(1)
        self.count = 0

    def note(self) -> None:
        """Note that a connection was made."""
        self.count = next(self.numbers)


class TrackedConnection:
    """What a connection of redis-py does besides, to tell what passed over it."""

    def __init__(self, *, links: ConnectionCounter, **options: Any) -> None:
        super().__init__(**options)
        self.links = links
        self.writes = self.alone = self.before = self.waits_in_kernel = False

    def on_connect_check_health(self, check_health: bool = True) -> None:
        """Note that the server may be another."""
        super().on_connect_check_health(check_health=check_health)  # type: ignore[misc]
        self.links.note()
        if self.waits_in_kernel:
            let_kernel_wait(self._sock, self.socket_timeout)  # type: ignore[attr-defined]

    def send_command(self, *args: Any, **options: Any) -> None:
        """Send one command."""
        self.writes, self.alone = is_write(args[0]), True
        super().send_command(*args, **options)  # type: ignore[misc]

    def call(self, command: Sequence[Any]) -> Any:
        """Send one command and return its reply; `ServerConnection` does it at less cost."""
        self.send_command(*command, check_health=False)
        return self.read_response()

    def send_at_once(self, commands: Sequence[Sequence[Any]]) -> None:
        """Send commands in one packet, of which only the first may write."""
        self.writes, self.alone = is_write(commands[0][0]), True
        pack = self._command_packer.pack  # type: ignore[attr-defined]
        packet = b"".join(part for one in commands for part in pack(*one))
        self.send_packed_command([packet], check_health=False)

    def pack_commands(self, commands: Iterable[Any]) -> Any:
        """Pack the commands of a pipeline, which are sent next."""
        commands = list(commands)
        self.writes = any(is_write(args[0]) for args in commands)
        self.alone = commands[0][0] == "MULTI"  # else some may be refused, and others carried out
        return super().pack_commands(commands)  # type: ignore[misc]

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send bytes; from here on they may do their work."""
        writes, alone = self.writes, self.alone
        if not self.is_connected:  # type: ignore[attr-defined]
            self.open()
        if writes:
            self.alone, self.before = alone, WRITTEN.may_have_written
            WRITTEN.may_have_written = True
        try:
            super().send_packed_command(command, check_health)  # type: ignore[misc]
        except (ConnectionLost, TimeoutPassed):
            if writes and alone:  # not all of it went out, and no server does half a command
                WRITTEN.may_have_written = self.before
            raise
        self.writes = writes

    def open(self) -> None:
        """Connect."""
        self.connect_check_health(check_health=False)  # type: ignore[attr-defined]

    def read_response(self, *args: Any, **options: Any) -> Any:
        """Read an answer; an error says that what was sent has done nothing."""
        try:
            return super().read_response(*args, **options)  # type: ignore[misc]
        except (ResponseError, BusyLoadingError):
            if self.writes and self.alone:
                WRITTEN.may_have_written = self.before
            raise


class ServerConnection(TrackedConnection):
    """A connection to a server, whose calls pass by nine functions of redis-py, at 6 us a call.

    They lean on private parts of redis-py; tests compare them with what it does.
    """

    def call(self, command: Sequence[Any]) -> Any:
        """Send one command and return its reply.

        Whoever gets an error other than a ResponseError must drop the connection.
        """
        own: Any = self
        if own._sock is None:
            self.open()
        writes, before = is_write(command[0]), WRITTEN.may_have_written
        if writes:
            WRITTEN.may_have_written = True
        try:
            for part in own._command_packer.pack(*command):
                own._sock.sendall(part)
        except OSError:
            WRITTEN.may_have_written = before  # not all of it went out
            raise
        parser = own._parser
        parser.read_from_socket()
        while (reply := parser._reader.gets()) is NOT_ENOUGH_DATA:
            parser.read_from_socket()
        if not isinstance(reply, Exception):
            return reply
        if isinstance(reply, ResponseError | BusyLoadingError):
            WRITTEN.may_have_written = before
        try:
            raise reply
        finally:
            del reply  # whose traceback holds this frame


def let_kernel_wait(sock: Any, seconds: float) -> None:
    """Let the kernel end what takes longer; TLS is left as it is.

    Python calls `poll` before each call of a socket that has a time-out, and lets go of its lock
    for that. Without it an append takes 8 us of the processor in place of 20, and 17 us in place
    of 54 until the answer is there (measured alone, over a unix socket).
    """
    if type(sock) is socket.socket:
        whole = int(seconds)
        most = struct.pack("ll", whole, int(1e6 * (seconds - whole)))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, most)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, most)
        sock.settimeout(None)


def is_write(name: str) -> bool:
    """Say whether a command may change anything; some names have two words."""
    return name not in CHANGES_NOTHING and name.partition(" ")[0] not in CHANGES_NOTHING


class TrackedSocket(ServerConnection, UnixDomainSocketConnection):
    """A connection through a unix socket."""


class TrackedTcp(ServerConnection, Connection):
    """A connection over TCP."""


class TrackedTls(ServerConnection, SSLConnection):
    """A connection over TCP with TLS."""


class SentinelConnection(ServerConnection):
    """A connection to the server that sentinels name when it is made."""

    def open(self) -> None:
        """Ask the sentinels, and connect."""
        self.connect()

    def connect(self) -> None:
        """Ask the sentinels, and connect; where none knows a primary, say no more than that."""
        try:
            super().connect()  # type: ignore[misc]
        except MasterNotFoundError as error:
            raise MasterNotFoundError(str(error).partition(" : ")[0]) from None


class SentinelTcp(SentinelConnection, SentinelManagedConnection):
    """One over TCP."""


class SentinelTls(SentinelConnection, SentinelManagedSSLConnection):
    """One over TCP with TLS."""
