"""Clocks that are set while a real server plays: no turn ends early, none lasts for ever."""

import signal
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from redis import Redis

from events.store.embedded.server import EmbeddedServer
from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.process_logs import LOGS
from tests.service.commands.serving import act_for_any
from tests.waiting import wait_for

PLAYERS = 3
LONG = 120  # seconds; far longer than the test takes
JUMP = 600  # seconds


def sent_on(stream: BinaryIO) -> tuple[bytes, list[bytes]]:
    """Return the next value of the Redis protocol as its bytes, and the strings in it."""
    line = stream.readline()
    kind, size = line[:1], line[1:-2]
    if kind == b"$" and size != b"-1":
        text = stream.read(int(size) + 2)
        return line + text, [text[:-2]]
    raw, strings = line, list[bytes]()
    for _ in range(int(size) if kind == b"*" and size != b"-1" else 0):
        more, found = sent_on(stream)
        raw, strings = raw + more, strings + found
    return raw, strings


def bulk(text: bytes) -> bytes:
    """Return a string as it is sent."""
    return b"$%d\r\n%b\r\n" % (len(text), text)


class TurnedClock:
    """Passes everything on to a Redis, but says another time than it does, in scripts too."""

    def __init__(self, path: Path, server: Path) -> None:
        self.path, self.server, self.seconds = path, server, 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.sockets = [self.listener]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        """Serve every connection in threads of its own."""
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self.server))
                self.sockets += [client, server]
                asked: deque[bool] = deque()
                for way in (self.ask, self.answer):
                    thread = threading.Thread(target=way, args=(client, server, asked), daemon=True)
                    thread.start()

    def ask(self, client: socket.socket, server: socket.socket, asked: deque[bool]) -> None:
        """Pass commands on, and note which ask for the time."""
        with suppress(OSError, ValueError), client.makefile("rb") as stream:
            while (request := sent_on(stream))[1]:
                asked.append(b"TIME" in request[1])
                server.sendall(request[0])
        server.close()

    def answer(self, client: socket.socket, server: socket.socket, asked: deque[bool]) -> None:
        """Pass replies back; those to TIME are changed."""
        with suppress(OSError, ValueError), server.makefile("rb") as stream:
            while (reply := sent_on(stream))[0]:
                raw, strings = reply
                if asked.popleft() and strings:
                    seconds = b"%d" % (int(strings[0]) + self.seconds)
                    raw = raw.replace(bulk(strings[0]), bulk(seconds), 1)
                client.sendall(raw)
        client.close()

    def close(self) -> None:
        """Cut all connections."""
        for end in self.sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def turned(path: Path, server: EmbeddedServer) -> Iterator[TurnedClock]:
    """Run a Redis whose clock can be set."""
    proxy = TurnedClock(path, Path(server.socket))
    try:
        yield proxy
    finally:
        proxy.close()


def started(players: list[Client], turn: int) -> str:
    """Open a table of Boon and let the players start it; return its path."""
    body = {"game": "boon", "seats": PLAYERS, "clock": {"turn": turn}}
    path = f"/v1/tables/{players[0].post('/v1/tables', body)['view']['table']}"
    for player in players:
        player.post(f"{path}/seats", {})
    players[0].post(f"{path}/start", {})
    return path


def time_outs(players: list[Client], path: str) -> list[dict[str, Any]]:
    """Return the events that say that somebody's time was up."""
    events = players[0].get(f"{path}/events?limit=500")["events"]
    return [event for event in events if event["type"] == "table.timed_out.v1"]


def are_timed_out(players: list[Client], path: str, least: int) -> None:
    """Wait for time-outs."""
    wait_for(lambda: len(time_outs(players, path)) >= least)


def start_anew(stack: ServerStack) -> None:
    """Kill follower and clock; others take their place, that know of no earlier time."""
    for child in stack.children[1:3]:
        old = child.process
        child.end(signal.SIGKILL)
        while child.process is old:
            stack.watch()


@pytest.mark.nightly  # in every run: tests/simulation, and tests/events/store/test_clock.py
def test_turns_last_as_long_as_ever_while_the_clock_of_redis_is_set(
    server: EmbeddedServer, redis: Redis, tmp_path: Path
) -> None:
    with (
        turned(tmp_path / "r.sock", server) as clock,
        ServerStack(
            tmp_path / "data", free_port(), redis_url=f"unix://{tmp_path / 'r.sock'}"
        ) as stack,
    ):
        players = [register_account(stack.url, f"player{k}") for k in range(PLAYERS)]
        patient = started(players, LONG)
        for seconds, told in ((JUMP, "+600.0 s."), (-JUMP, "-1200.0 s.")):
            clock.seconds = seconds
            jumped = f"Redis's time jumped by {told}"
            wait_for(lambda words=jumped: LOGS.count_words(words))  # type: ignore[misc]
            hasty = started(players, 1)
            are_timed_out(players, hasty, 2)
            start_anew(stack)
            are_timed_out(players, hasty, len(time_outs(players, hasty)) + 1)
            assert time_outs(players, patient) == []
            view = act_for_any(players, patient)
            assert abs(players[0].get(hasty)["at"] - view["at"]) < 1000 * LONG
        assert all(out["at"] >= out["data"]["deadline"] for out in time_outs(players, hasty))
    assert LOGS.count_words("Redis's time jumped by") == 2
