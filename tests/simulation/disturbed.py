"""Where faults strike: connections, processes, jobs, the store, its clock, files."""

import errno
import fcntl
import math
import os
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimeoutPassed

from tests.simulation.faults import Faults
from tests.simulation.losses import LostEvent, heads_of, lost_events
from tests.simulation.processes import KINDS, Server
from tests.simulation.scheduler import WORLDS, SimulatedProcess, Task, World
from tests.simulation.simulated_redis import (
    Network,
    Scheduled,
    SimulatedServer,
    SimulatedSocket,
    replayed,
    told,
)

LONGEST_HANG = 60.0  # seconds
LONGEST_STOP = 8.0
PATIENT = 0.5  # seconds between looks whether a late answer is there
LONGEST_START, SOON = 8.0, 0.2
LOST = (0.0, 3.5)  # powers of ten of the writes that are lost
EVERY = 2.0  # seconds between the times at which the store may stop
REAL = {name: getattr(os, name) for name in ("pwrite", "replace", "fsync")}


def writes(process: SimulatedProcess, command: Any) -> bool:
    """Say whether an API appends events by a command."""
    return process.name.startswith("api") and told(command).startswith("EVALSHA ")


class DisturbedNetwork(Network):
    """Loses commands and answers, and lets some wait."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world, self.faults = world, faults
        self.process = world.process("network")
        self.cut: dict[SimulatedProcess, float] = {}  # until when one does not reach the store

    def send(self, connection: Scheduled, command: Any) -> None:
        """Bring a command to the server, unless something happens to it."""
        connection.lost, connection.late = False, None
        if self.world.current is None or not self.is_ours(self.world.current):
            connection.carry_out(command)
            return
        self.connect()
        process = self.world.current.process
        draw = self.faults.happens("cut off writing") if writes(process, command) else None
        if draw := draw or self.faults.happens("cut off"):
            self.cut[process] = self.world.now + 4 * draw.random()
            connection.carry_out(command)
            connection.lost = True
        elif self.faults.happens("refused"):
            connection.drop()
            raise ConnectionLost("Connection reset by peer")
        elif self.faults.happens("lost before"):
            connection.lost = True
        elif self.faults.happens("lost behind"):
            connection.carry_out(command)
            connection.lost = True
        elif draw := self.faults.happens("hang"):
            seconds = LONGEST_HANG * draw.random() ** 2
            connection.late = seconds
            server = self.world.server
            self.process.spawn(lambda: self.later(connection, command, seconds, server), "hang")
        else:
            connection.carry_out(command)

    def connect(self) -> None:
        """Refuse a process that is cut off."""
        task = self.world.current
        if task is not None and self.cut.get(task.process, 0.0) > self.world.now:
            raise ConnectionLost("No route to host")

    def is_ours(self, task: Task) -> bool:
        """Say whether a task is one of the server's."""
        return task.process.name.split("-")[0] in KINDS

    def later(
        self, connection: Scheduled, command: Any, seconds: float, server: SimulatedServer
    ) -> None:
        """Carry a command out late, whether or not its sender still waits."""
        self.world.sleep(seconds)
        if server is not self.world.server:  # what was under way to it ended with it
            return
        self.world.note("carried out late")
        if connection._sock is not None and connection.late == seconds:
            with suppress(ConnectionLost):
                connection.carry_out(command)
            return
        if server.connected:
            socket = SimulatedSocket(server, db=0, client_class=object)
            for one in command:
                socket.sendall(one)

    def receive(self, connection: Scheduled) -> None:
        """Bring an answer back, unless something has happened to it."""
        if connection.lost:
            connection.lost = False
            connection.drop()
            raise ConnectionLost("Connection closed by server.")
        if connection.late is not None:
            end = self.world.now + (connection.socket_timeout or 1e9)
            while connection._sock is not None and connection._sock.responses.empty():
                if self.world.now >= end:
                    connection.late = None
                    connection.drop()
                    raise TimeoutPassed("Timeout reading from socket")
                self.world.sleep(min(PATIENT, end - self.world.now))


class Disturbance:
    """Kills processes, stops the store, sets clocks, spoils jobs and files."""

    def __init__(self, world: World, server: Server, faults: Faults) -> None:
        self.world, self.server, self.faults = world, server, faults
        self.number = 0
        self.on_loss: Callable[[set[LostEvent]], None] = lambda lost: None
        world.on_point = self.at_point
        world.faults = faults
        self.process = world.process("disturbance")
        self.process.spawn(self.disturb_store, "store")
        self.process.spawn(self.lose_start, "start")

    def at_point(self, task: Task, what: str) -> None:
        """Perhaps kill the process that is at a point."""
        if not self.faults.rates["kill"]:
            return
        name = self.server.name_of(task.process)
        if name is not None and (draw := self.faults.happens("kill")):
            self.server.kill(name, 0.2 + 3 * draw.random())

    def disturb_store(self) -> None:
        """Stop the store now and then, fill it, set its clock."""
        while self.world.now < self.faults.until:
            self.world.sleep(EVERY)
            if draw := self.faults.happens("stop"):
                self.stop()
                self.world.sleep(LONGEST_STOP * draw.random() ** 3)
                self.start()
            if self.store.sure and (draw := self.faults.happens("loss")):
                self.stop()
                self.world.sleep(LONGEST_STOP * draw.random() ** 3)
                self.start(lost=int(10 ** draw.uniform(*LOST)))
            if draw := self.faults.happens("full"):
                self.store.full = True
                self.world.sleep(LONGEST_STOP * draw.random())
                self.store.full = False
            if draw := self.faults.happens("clock set"):
                by = jump(draw)
                self.world.note(f"the store's clock is set by {by:+.1f} s")
                self.world.store_offset += by
            if draw := self.faults.happens("own clock set"):
                name, by = draw.choice([*self.server.running]), jump(draw)
                self.world.note(f"the clock of {name} is set by {by:+.1f} s")
                self.server.running[name].offset += by

    def lose_start(self) -> None:
        """Perhaps lose the call for the start of a table, or what was revealed behind it."""
        while not self.store.sure:
            self.world.sleep(SOON)
        if draw := self.faults.happens("start lost"):
            self.world.sleep(LONGEST_START * draw.random())
            if self.world.now < self.faults.until:  # else all have played to the end meanwhile
                self.stop()
                self.start(lost=len(self.store.recorded))

    @property
    def store(self) -> SimulatedServer:
        """Return the server that runs."""
        found: SimulatedServer = self.world.server
        return found

    def stop(self) -> None:
        """Stop the store: its connections are gone."""
        self.world.note("the store stops")
        self.store.connected = False
        for socket in list(self.store.sockets):
            socket.kill()
        for waiters in self.store.blocked.values():
            self.world.wake(waiters)

    def start(self, lost: int = 0) -> None:
        """Start the store again, perhaps without the last it had.

        Once the checks have begun nothing is lost: a table that was over would go on under them.
        """
        self.number += 1
        old = self.store
        lost = lost if self.world.now < self.faults.until else 0
        if lost:
            kept = old.recorded[: max(old.sure, len(old.recorded) - lost)]
            new = replayed(self.world, kept, self.number)
            new.recorded, new.commands, new.sure = kept, old.commands, old.sure
            self.world.server = new
            self.lose(lost_events(self.world.heads, new))
        else:
            old.run_id = f"{self.number:040x}"
            old.connected = True
        self.store.forget_scripts()
        self.world.note("the store is back" + (f" without its last {lost} writes" if lost else ""))

    def lose(self, lost: set[LostEvent]) -> None:
        """Note which events are lost, as those who play must know."""
        self.world.losses.append(self.world.now)
        numbers = {
            stream: {n for n, _ in heads_of(self.world.server, stream)} for stream, *_ in lost
        }
        for stream, n, _ in lost:
            if n not in numbers[stream]:  # else another was faster with it, whose event is there
                self.world.appended[stream, n] = self.world.now, math.inf
        self.on_loss(lost)


def jump(draw: random.Random) -> float:
    """Return by how many seconds a clock is set."""
    return float(draw.choice((-1, 1)) * 10 ** draw.uniform(-1, 4))


def full_disk(name: str) -> Any:
    """Return a function of `os` that fails where the disk is full."""

    def call(*args: Any, **options: Any) -> Any:
        world: Any = WORLDS.world
        if world is not None and world.current is not None and not world.finished:
            world.point(f"file {name}")
            archives = world.current.process.name.startswith("archive")
            if world.faults.happens("archive full" if archives else "disk full"):
                raise OSError(errno.ENOSPC, "No space left on device")
        return REAL[name](*args, **options)

    return call


class FileLocks:
    """`flock` between simulated processes; who is killed gives back what it has."""

    def __init__(self) -> None:
        self.real = fcntl.flock
        self.held: dict[tuple[int, int], tuple[SimulatedProcess, int]] = {}  # by file

    def __call__(self, file: int, how: int) -> None:
        """Take or give back the lock of an open file."""
        world = WORLDS.world
        if world is None or world.current is None or world.finished:
            return
        found, process = os.fstat(file), world.current.process
        key = found.st_dev, found.st_ino
        if how & fcntl.LOCK_UN:
            self.held.pop(key, None)
            return
        world.point("file lock")
        while key in self.held and self.held[key][0].alive and self.held[key] != (process, file):
            if self.held[key][0].world is not world:
                break
            if how & fcntl.LOCK_NB:
                raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
            world.sleep(0.001)
        self.held[key] = process, file

    def close(self, file: int) -> None:
        """Close a file, which gives its lock back."""
        for key in [key for key, (_, held) in self.held.items() if held == file]:
            del self.held[key]
        REAL_CLOSE(file)


REAL_CLOSE = os.close


def install() -> None:
    """Let files take their time, and fail."""
    locks = FileLocks()
    fcntl.flock = locks  # type: ignore[assignment]
    os.close = locks.close  # type: ignore[assignment]
    for name in REAL:
        setattr(os, name, full_disk(name))
