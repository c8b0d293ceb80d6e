"""The process's one reader of news: it hears of the keys that somebody waits for to move on.

Those are the logs of tables, the messages of players, the changes of lists. The script that writes
to one publishes the number of what is newest there on a channel named like the key: sharded, so
that on a cluster the news stay on the machines that have the key. One connection to each of these
subscribes to those channels alone that somebody waits for here. All who wait do so on one event
loop in a thread of its own, so none of them holds a thread.
"""

import asyncio
import logging
import threading
from collections.abc import Coroutine, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import hiredis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

from events.store.connections.many_servers import ClusterClient
from events.store.streams import Store

LOST = 1 << 40  # as the newest event, when news may have been missed
READ = 1 << 16  # bytes
THREAD = "streams"
CHECK = 10.0  # seconds between looks whether a silent connection still lives
PAUSE = 0.1  # seconds before a lost connection is made again
ELSEWHERE = ("MOVED", "ASK", "CLUSTERDOWN", "TRYAGAIN")  # how a cluster's refusals begin

logger = logging.getLogger("fairdeal.news")
Result = TypeVar("Result")


class Channel:
    """A key that somebody waits for.

    Attributes:
        newest: the number of what is newest there, as far as is known.
        times: how often it has moved on, or may have; 0: news of it do not arrive yet.
        why: why no news of it come.
        listeners: how many wait for it.
        waiting: those of them who have nothing else to do just now.
    """

    __slots__ = ("listeners", "newest", "times", "waiting", "why")

    def __init__(self) -> None:
        self.newest = self.times = self.listeners = 0
        self.why: RedisError | None = None
        self.waiting: set[asyncio.Future[None]] = set()

    def move_on(self, newest: int) -> None:
        """Wake who waits: `newest` is there, or may be."""
        self.newest, self.times, self.why = newest, self.times + 1, None
        self.wake()

    def fail(self, why: RedisError) -> None:
        """Tell who waits that no news come."""
        self.why = why
        self.wake()

    def wake(self) -> None:
        """Wake who waits."""
        for one in self.waiting:
            resolve_future(one)
        self.waiting.clear()


def resolve_future(future: asyncio.Future[None]) -> None:
    """Let somebody go on who may have been let go on before."""
    if not future.done():
        future.set_result(None)


class Subscription:
    """Somebody who waits for one key; used on the event loop alone."""

    __slots__ = ("channel", "name", "seen", "subscriptions", "wake_up")

    def __init__(self, subscriptions: "Subscriptions", name: str) -> None:
        self.subscriptions, self.name = subscriptions, name
        self.wake_up: asyncio.Future[None] | None = None
        self.seen = 0

    @property
    def newest(self) -> int:
        """Return the number of what is newest there, as far as is known."""
        return self.channel.newest

    async def wait(self, seconds: float, until_news: bool = True) -> bool:
        """Wait until the key moves on or has since the last call; False when the time is up.

        The first call returns as soon as no news can be missed any more. Who does not heed news
        waits to the end of the time, unless woken, and costs nothing when the key moves on.

        Raises:
            RedisError: no news come.
        """
        channel = self.channel
        has_news = channel.times != self.seen or channel.why is not None
        if seconds > 0 and not (until_news and has_news):
            await self.sleep(seconds, until_news)
        if channel.why is not None:
            raise channel.why
        has_moved, self.seen = channel.times != self.seen, channel.times
        return has_moved

    async def sleep(self, seconds: float, until_news: bool) -> None:
        """Wait until somebody wakes this, for so many seconds at most."""
        loop = asyncio.get_running_loop()
        wake_up = self.wake_up = loop.create_future()
        if until_news:
            self.channel.waiting.add(wake_up)
        timer = loop.call_later(seconds, resolve_future, wake_up)
        try:
            await wake_up
        finally:
            timer.cancel()
            self.channel.waiting.discard(wake_up)

    def wake(self) -> None:
        """Let whoever waits look, whether there is news or not."""
        if self.wake_up is not None:
            resolve_future(self.wake_up)

    def __enter__(self) -> Self:
        """Subscribe."""
        self.channel = self.subscriptions.add(self.name)
        return self

    def __exit__(self, *_: object) -> None:
        """Unsubscribe."""
        self.subscriptions.remove(self.name)


class Subscriptions:
    """All who wait for keys of a store to move on."""

    def __init__(self, store: Store) -> None:
        self.redis = store.redis
        self.lock = threading.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.channels: dict[str, Channel] = {}  # by name
        self.lines: dict[
            Any, SubscriptionConnection
        ] = {}  # by the pool that makes connections to a server
        self.moving: set[asyncio.Task[None]] = set()

    def start(self, waiting: Coroutine[Any, Any, Result]) -> "Future[Result]":
        """Let somebody begin to wait; called in any thread."""
        return asyncio.run_coroutine_threadsafe(waiting, self.running_loop())

    def running_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop; it is there from the first call on."""
        with self.lock:
            if self.loop is None:
                self.loop = asyncio.new_event_loop()
                own = (self.loop,)
                threading.Thread(target=_run_event_loop, args=own, daemon=True, name=THREAD).start()
            return self.loop

    def add(self, name: str) -> Channel:
        """Return the channel of a key, from now on with one more who waits."""
        channel = self.channels.get(name)
        if channel is None:
            channel = self.channels[name] = Channel()
            self.subscribe([name])
        channel.listeners += 1
        return channel

    def remove(self, name: str) -> None:
        """Note that one less waits for a key."""
        channel = self.channels[name]
        channel.listeners -= 1
        if not channel.listeners:
            del self.channels[name]
            for line in self.lines.values():
                line.unsubscribe(name)

    def subscribe(self, names: Iterable[str]) -> None:
        """Ask for the news of channels where their keys are."""
        for name in names:
            try:
                self.line_of(name).subscribe(name)
            except RedisError as error:
                self.fail([name], error)

    def line_of(self, name: str) -> "SubscriptionConnection":
        """Return the line to the server that has a key, as far as is known."""
        redis = self.redis
        if isinstance(redis, ClusterClient):
            redis = redis.master_of(name)
        pool = redis.connection_pool
        return self.lines.get(pool) or self.lines.setdefault(
            pool, SubscriptionConnection(pool, self)
        )

    def move(self, names: Iterable[str]) -> None:
        """Ask for the news of channels again: their server is gone, or has them no more."""
        wanted = [name for name in names if name in self.channels]
        if wanted:
            task = asyncio.get_running_loop().create_task(self.ask_again(wanted))
            self.moving.add(task)
            task.add_done_callback(self.moving.discard)

    async def ask_again(self, names: list[str]) -> None:
        """Ask for the news of channels from whoever has their keys now."""
        await asyncio.sleep(PAUSE)
        if isinstance(self.redis, ClusterClient):
            ask = self.redis.execute_command  # by which it learns who has taken over
            try:
                await asyncio.get_running_loop().run_in_executor(None, ask, "EXISTS", names[0])
            except RedisError as error:
                self.fail(names, error)
                return
        self.subscribe(name for name in names if name in self.channels)

    def receive(self, name: str, newest: int) -> None:
        """Take in news of a channel."""
        if (channel := self.channels.get(name)) is not None:
            channel.move_on(newest)

    def fail(self, names: Iterable[str], why: RedisError) -> None:
        """Tell who waits that no news come; they find out more by reads of their own."""
        for name in names:
            if (channel := self.channels.get(name)) is not None:
                channel.fail(why)


def _run_event_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Run an event loop in a thread that the system knows by its name, too."""
    with suppress(OSError):  # where there is no /proc
        Path(f"/proc/self/task/{threading.get_native_id()}/comm").write_text(THREAD)
    loop.run_forever()


class SubscriptionConnection:
    """The connection that news come over from one server, opened when somebody waits first.

    Attributes:
        names: of the channels that it is to bring news of.
    """

    def __init__(self, pool: Any, subscriptions: Subscriptions) -> None:
        self.pool, self.subscriptions = pool, subscriptions
        self.names: set[str] = set()
        self.connection: Any = None
        self.socket: Any = None  # of the connection, which drops it when it fails to send
        self.opening: asyncio.Task[None] | None = None
        self.reader = hiredis.Reader()
        self.is_silent = False  # since it was asked whether it lives

    def subscribe(self, name: str) -> None:
        """Ask for the news of a channel; while there is no connection, it is made and asks then."""
        self.names.add(name)
        if self.connection is not None:
            self.send("SSUBSCRIBE", name)
        elif self.opening is None:
            self.opening = asyncio.get_running_loop().create_task(self.open())

    def unsubscribe(self, name: str) -> None:
        """Ask for no more news of a channel."""
        if name in self.names:
            self.names.discard(name)
            self.send("SUNSUBSCRIBE", name)

    def send(self, *command: str) -> None:
        """Send a command, if there is a connection."""
        try:
            if self.connection is not None:
                self.connection.send_command(*command, check_health=False)
        except RedisError as error:
            self.lose(error)

    async def open(self) -> None:
        """Connect and ask for the news of all channels."""
        loop = asyncio.get_running_loop()
        connection: Any = self.pool.make_connection()
        try:
            await loop.run_in_executor(None, connection.connect)
        except RedisError as error:
            self.opening = None
            self.subscriptions.fail(self.forgotten(), error)
            return
        self.opening, self.connection = None, connection
        self.reader, self.is_silent = hiredis.Reader(), False
        self.socket = connection._sock  # redis-py has no public name for it
        loop.add_reader(self.socket, self.read, self.socket)
        loop.call_later(CHECK, self.check, connection)
        for name in list(self.names):
            self.send("SSUBSCRIBE", name)

    def check(self, connection: Any) -> None:
        """Give a connection up that has not answered since the last look."""
        if self.connection is not connection:
            return
        if self.is_silent:
            self.lose(ConnectionLost("The store does not answer on the connection for updates"))
            return
        self.is_silent = True
        self.send("PING")
        asyncio.get_running_loop().call_later(CHECK, self.check, connection)

    def read(self, sock: Any) -> None:
        """Take in what has come."""
        try:
            data = sock.recv(READ)
            while getattr(sock, "pending", bool)():  # TLS keeps what it has decrypted
                data += sock.recv(READ)
        except OSError as error:
            self.lose(ConnectionLost(str(error)))
            return
        if not data:
            self.lose(ConnectionLost("The store has closed the connection for updates"))
            return
        self.is_silent = False
        self.reader.feed(data)
        while (message := self.reader.gets()) is not False:
            self.take(message)

    def take(self, message: Any) -> None:
        """Take in a message: news, or that news of a channel come from now on, or no more."""
        if isinstance(message, hiredis.HiredisError):
            self.refuse(str(message))
            return
        if not isinstance(message, list):  # it lives, and has nothing to bring just now
            return
        kind, text, *rest = message
        name = text.decode()
        if kind == b"smessage":
            self.subscriptions.receive(name, int(rest[0]))
        elif kind == b"ssubscribe":  # what came before was missed
            self.subscriptions.receive(name, LOST)
        elif kind == b"sunsubscribe" and name in self.names:  # the slot has moved
            self.names.discard(name)
            self.subscriptions.move([name])

    def refuse(self, why: str) -> None:
        """Take in that the server gives no news of a channel; it does not say of which."""
        if why.startswith(ELSEWHERE):
            self.lose(ConnectionLost(why))
            return
        logger.error("The store refuses to send updates of tables: %s", why)
        self.close()
        self.subscriptions.fail(self.forgotten(), ConnectionLost(why))

    def lose(self, why: RedisError) -> None:
        """Give the connection up, and ask anew for what it was to bring."""
        if self.close():
            logger.info("Lost a connection for updates: %s", why)
            self.subscriptions.move(self.forgotten())

    def forgotten(self) -> set[str]:
        """Return the names, and keep none of them."""
        names, self.names = self.names, set()
        return names

    def close(self) -> bool:
        """Close the connection; False if there is none."""
        connection, self.connection = self.connection, None
        if connection is None:
            return False
        asyncio.get_running_loop().remove_reader(self.socket)
        connection.disconnect()
        return True
