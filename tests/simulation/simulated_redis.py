"""Redis in this process: its commands take virtual time, and what was written can be lost again.

fakeredis does the work. Its clock is the world's, which stands still while the server works; a
connection is one of ours (`TrackedConnection`), with a point for the scheduler before a command is
carried out and one behind it. What was written is recorded, so that a server may come back without
its last writes: they are carried out again in an empty one, at their time.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from fakeredis._clients._sync import FakeRedisConnection
from fakeredis._commands import command
from fakeredis._core import FakeServer
from fakeredis._core._database import Database
from fakeredis._helpers import SimpleError
from fakeredis._socket import FakeSocket
from fakeredis.commands_mixins import scripting_mixin
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost

import tests.fakes  # noqa: F401  # EVALSHA_RO
from events.store.connections import client
from events.store.connections.tracked_connection import TrackedConnection, is_write
from events.store.names import PARTITIONS
from tests.simulation.scheduler import WORLDS, Task, World

URL = "redis://simulated:6379/0"
FEW = 2  # partitions: what is idle costs by partition
KEPT = {b"appendonly": b"yes", b"appendfsync": b"everysec", b"maxmemory-policy": b"noeviction"}
# Recorded, though they write nothing.
OF_SERVER = -1  # the socket of what nobody has sent
ALWAYS = frozenset({"MULTI", "EXEC", "DISCARD", "SCRIPT", "WATCH", "UNWATCH"})


class Recorded(NamedTuple):
    """A command that may have written something, when it was carried out and over which socket.

    `offset` is by how much the clock of the server was set wrong then.
    """

    at: float
    offset: float
    socket: int
    fields: list[bytes]


class NothingYet(Exception):
    """A command that blocks found nothing; it is carried out anew when one of its keys changes."""


class WatchedDatabase(Database):
    """A database that wakes those who wait for its keys."""

    def __init__(self, server: "SimulatedServer") -> None:
        super().__init__(server.lock)
        self.server = server

    def notify_watch(self, key: bytes) -> None:
        """Tell that a key was changed."""
        world = WORLDS.world
        if world is not None and key in self.server.blocked:
            world.wake(self.server.blocked[key])
        for socket in self._watches.get(key, ()):
            socket.notify_watch()


class Unlocked:
    """A lock that nobody waits for: a command is carried out without a point in between."""

    def __enter__(self) -> None:
        """Take it."""

    def __exit__(self, *_: object) -> None:
        """Give it back."""

    acquire = release = __enter__


class Replies(deque[Any]):
    """What a server has answered over one connection."""

    def __bool__(self) -> bool:
        return True

    put = deque.append

    def get(self) -> Any:
        """Return the next answer."""
        return self.popleft()

    get_nowait, qsize = get, deque.__len__

    def empty(self) -> bool:
        """Say whether none waits."""
        return not len(self)


class Bell:
    """Nobody waits for answers: they are there."""

    def set(self) -> None:
        """Ring."""


class SimulatedServer(FakeServer):
    """A server of one run: the store and the queue of the jobs."""

    def __init__(self, run_id: str) -> None:
        super().__init__(version=(7, 4), config=dict(KEPT))
        self.run_id = run_id
        self.lock = Unlocked()  # type: ignore[assignment]
        self.dbs = defaultdict(lambda: WatchedDatabase(self))
        self.blocked: dict[bytes, list[tuple[Task, int]]] = {}
        self.recorded: list[Recorded] = []
        self.sure = 0  # how many of them no loss takes away; 0: there is none yet
        self.commands: Counter[str] = Counter()
        self.full = False  # it refuses what needs memory

    def ask(self, *fields: bytes) -> Any:
        """Return the answer to a command that takes no time."""
        socket: Any = SimulatedSocket(self, db=0, client_class=Redis)
        socket.sendall(packed([*fields]))
        return socket.responses.get()

    def forget_scripts(self) -> None:
        """Know no script any more, as a server that was started again; that is recorded too.

        Else a command that was refused for want of its script would be carried out when it is
        replayed.
        """
        world = WORLDS.world
        assert world is not None
        self.script_cache.clear()
        self.recorded.append(
            Recorded(world.now, world.store_offset, OF_SERVER, [b"SCRIPT", b"FLUSH"])
        )

    def scripts_compiled(self) -> dict[bytes, Any]:
        """Return the scripts that this server has compiled."""
        known: dict[bytes, Any] = self.__dict__.setdefault("_compiled", {})
        return known


class SimulatedSocket(FakeSocket):
    """A server's end of a connection."""

    gives_up = False  # a command that blocks has waited long enough

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.responses = Replies()  # type: ignore[assignment]
        self.response_ready = Bell()  # type: ignore[assignment]

    def _process_command(self, fields: list[bytes]) -> None:
        name, until = fields[0].decode().upper(), None
        while True:
            try:
                self.execute(name, fields)
            except NothingYet as error:
                world = WORLDS.world
                assert world is not None
                until = world.now + float(error.args[0] or 1e9) if until is None else until
                self.wait_for_keys(fields, until)
                if self._server is None:  # whoever waited has closed the connection
                    return
                self.gives_up = world.now >= until
                continue
            self.gives_up = False
            return

    def execute(self, name: str, fields: list[bytes]) -> None:
        """Carry out a command; the time stands still meanwhile."""
        server, world = self._server, WORLDS.world
        assert isinstance(server, SimulatedServer) and world is not None
        server.commands[name] += 1
        before, world.frozen = world.frozen, world.now if world.frozen is None else world.frozen
        try:
            if server.full and is_write(name) and name not in ("DEL", "EXPIRE"):
                self.put_response(self._decode_result(SimpleError(FULL)))
                return
            if name == "BLMOVE" and not self.gives_up and fields[1] not in self._db:
                raise NothingYet(float(fields[-1]))  # fakeredis says at once that there is none
            super()._process_command(fields)
            if is_write(name) or name in ALWAYS:
                one = Recorded(world.frozen, world.store_offset, self._fileno, fields)
                server.recorded.append(one)
        finally:
            world.frozen = before

    def wait_for_keys(self, fields: list[bytes], until: float) -> None:
        """Wait until one of the keys is changed, or so long."""
        world, server = WORLDS.world, self._server
        assert world is not None and isinstance(server, SimulatedServer)
        mine: list[tuple[Task, int]] = []
        for key in fields[1:]:
            mine = server.blocked.setdefault(key, [])
            assert world.current is not None
            mine.append((world.current, world.current.ticket))
        world.wait(mine, until - world.now)

    def _blocking(self, timeout: float | None, func: Any, shape: Any = None) -> Any:
        """Find something at once, or try again."""
        found = func(True)
        if found is None and not self.gives_up and not self._in_transaction:
            raise NothingYet(timeout)
        return found if shape is None else shape(found)

    @command((bytes,), (bytes,), name="INFO")
    def info(self, *sections: bytes) -> bytes:
        """Tell what our code asks for."""
        server: Any = self._server
        told = {
            "redis_version": "7.4.0", "used_memory": 1_000_000, "maxmemory": 0, "loading": 0,
            "master_replid": server.run_id, "run_id": server.run_id, "role": "master",
        }  # fmt: skip
        return "".join(f"{name}:{value}\r\n" for name, value in told.items()).encode()

    def eval(self, script: bytes, numkeys: int, *keys_and_args: bytes) -> Any:
        """Run a script that is compiled once, with no look for globals behind each command."""
        server: Any = self._server
        runtime = self._get_server_runtime(server)
        compiled = server.scripts_compiled()
        if script not in compiled:
            function = b"function() " + script + b"\nend"
            compiled[script] = runtime.eval(function)
        server._lua_current_socket[0] = self
        self._script_resp = 2
        server._lua_set_keys_argv(
            runtime.table_from(keys_and_args[:numkeys]), runtime.table_from(keys_and_args[numkeys:])
        )
        try:
            result = compiled[script]()
        except scripting_mixin.LUA_MODULE.LuaError as error:
            raise SimpleError(f"ERR {error}") from None
        finally:
            self._script_resp = None
        return self._convert_lua_result(result, nested=False)


FULL = "OOM command not allowed when used memory > 'maxmemory'."
setattr(scripting_mixin, "_check_for_lua_globals", lambda *_: None)  # noqa: B010  # ours set none


class Scheduled(FakeRedisConnection):
    """A connection whose commands and answers take their time, and may get lost.

    Attributes:
        lost: no answer comes to the newest command.
        late: seconds after which it is carried out; None: at once.
    """

    lost = False
    late: float | None = None

    def _connect(self) -> Any:
        world = WORLDS.world
        assert world is not None
        world.point("connect")
        world.network.connect()
        self._server = world.server
        if not self._server.connected:
            raise ConnectionLost("Error 111 connecting to simulated:6379. Connection refused.")
        return SimulatedSocket(
            self._server, client_class=self._client_class, db=self.db,
            lua_modules=self._lua_modules, client_info=self._client_info,
        )  # fmt: skip

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Let others go on, and carry out what is sent."""
        world: Any = WORLDS.world
        if world is None or world.current is None or world.finished:
            raise ConnectionLost("nothing runs any more")
        world.point(f"> {told(command)}" if world.detailed else ">")
        world.network.send(self, command)

    def carry_out(self, command: Any) -> None:
        """Carry out what was sent, now."""
        if self._sock is None:
            raise ConnectionLost("Connection closed by server.")
        for one in command:
            self._sock.sendall(one)

    def read_response(self, *args: Any, **options: Any) -> Any:
        """Let others go on, and return the answer."""
        world: Any = WORLDS.world
        world.point("<")
        world.network.receive(self)
        if self._sock is None or self._sock._killed or self._server is not world.server:
            self.drop()
            raise ConnectionLost("Connection closed by server.")
        options.pop("timeout", None)
        return super().read_response(**options)

    def drop(self) -> None:
        """Close it."""
        self.disconnect()  # type: ignore[no-untyped-call]


class SimulatedConnection(TrackedConnection, Scheduled):
    """A connection that tells what passed over it, as those over sockets do."""


class Network:
    """Between the processes and the server; a fault replaces what happens here."""

    def connect(self) -> None:
        """Let a process connect."""

    def send(self, connection: Scheduled, command: Any) -> None:
        """Bring a command to the server."""
        connection.carry_out(command)

    def receive(self, connection: Scheduled) -> None:
        """Bring an answer back."""


def told(command: Any) -> str:
    """Return the beginning of a packed command: its name and its first key."""
    text = b"".join(command) if isinstance(command, (list, tuple)) else command
    words = [word for word in text[:400].split(b"\r\n") if word[:1] not in (b"$", b"*")]
    if words and words[0][:7] == b"EVALSHA":
        words = [words[0], *words[3:]]
    return b" ".join(words[:2]).decode("utf-8", "replace")[:90]


def begin_server(world: World, number: int = 0) -> SimulatedServer:
    """Start an empty server."""
    server = SimulatedServer(f"{number:040x}")
    world.server = server
    world.frozen = 0.0
    first = SimulatedSocket(server, db=0, client_class=Redis)
    first.sendall(packed([b"SET", PARTITIONS.encode(), b"%d" % FEW]))
    world.frozen = None
    return server


def replayed(world: World, recorded: Iterable[Recorded], number: int) -> SimulatedServer:
    """Return a server that holds what these commands have written."""
    server = SimulatedServer(f"{number:040x}")
    sockets: dict[int, SimulatedSocket] = {}
    before = world.frozen, world.store_offset
    try:
        for one in recorded:
            if one.socket not in sockets:
                sockets[one.socket] = SimulatedSocket(server, db=0, client_class=Redis)
            world.frozen, world.store_offset = one.at, one.offset
            sockets[one.socket].gives_up = True  # what had blocked has its answer
            sockets[one.socket].sendall(packed(one.fields))
    finally:
        world.frozen, world.store_offset = before
    return server


def packed(fields: list[bytes]) -> bytes:
    """Return a command as it is sent."""
    parts = [b"*%d\r\n" % len(fields)]
    for one in fields:
        parts.append(b"$%d\r\n%s\r\n" % (len(one), one))
    return b"".join(parts)


def install() -> None:
    """Let every client of ours connect to the server of the world."""
    client.SERVERS["redis"] = SimulatedConnection
