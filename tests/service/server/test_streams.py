"""Streams and waiting reads on a real server: they hold no thread, and end well when it stops."""

import errno
import json
import os
import re
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path

import pytest

from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.processes import family
from tests.some_processes import SomeProcesses
from tests.waiting import PATIENCE, wait_for

STREAMS, READS = 300, 100
LIMITS = {"FAIRDEAL_MAX_WAITING_READS": STREAMS + READS, "FAIRDEAL_LIMITS": "off"}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the data of servers with small limits."""
    for name, value in LIMITS.items():
        monkeypatch.setenv(name, str(value))
    return tmp_path


@pytest.fixture
def stack(data: Path) -> Iterator[ServerStack]:
    """Run a server."""
    with SomeProcesses(data, free_port()) as running:
        yield running


def opened(client: Client) -> str:
    """Return the path of a new table."""
    made = client.post("/v1/tables", {"game": "boosh", "seats": 2})
    return f"/v1/tables/{made['view']['table']}"


def asked(stack: ServerStack, path: str, *headers: str, host: str = "127.0.0.1") -> socket.socket:
    """Ask for something on a connection of its own."""
    line = socket.create_connection((host, stack.port), timeout=PATIENCE)
    line.sendall("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode())
    return line


def stream(stack: ServerStack, path: str, after: int | None = None) -> socket.socket:
    """Open a stream."""
    seen = () if after is None else (f"Last-Event-ID: {after}",)
    return asked(stack, f"{path}/events", "Accept: text/event-stream", *seen)


def waiting(stack: ServerStack) -> int:
    """Return how many reads and streams wait."""
    text = Client(stack.url).raw("GET", "/metrics", None, {}).decode()
    return int(float(re.findall(r"^fairdeal_waiting (\S+)", text, re.MULTILINE)[0]))


def api(stack: ServerStack) -> int:
    """Return the id of the API's main process."""
    process = stack.children[0].process
    assert process is not None
    return process.pid


def threads(stack: ServerStack) -> int:
    """Return how many threads the API's processes have."""
    return sum(len(os.listdir(f"/proc/{pid}/task")) for pid in family(api(stack)))


def rest(line: socket.socket) -> bytes:
    """Return all that comes until the server hangs up."""
    found = b""
    while part := line.recv(1 << 16):
        found += part
    return found


def test_streams_and_waiting_reads_hold_no_threads(stack: ServerStack) -> None:
    client = register_account(stack.url, "Ada")
    path = opened(client)
    with ExitStack() as lines:
        streams = [lines.enter_context(stream(stack, path)) for _ in range(STREAMS)]
        reads = [
            lines.enter_context(asked(stack, f"{path}/view?after=1&wait=60")) for _ in range(READS)
        ]
        wait_for(lambda: waiting(stack) == STREAMS + READS)
        assert threads(stack) < STREAMS / 2
        client.post(f"{path}/seats", {})
        for line in reads:
            answer = HTTPResponse(line)
            answer.begin()
            assert json.loads(answer.read())["n"] == 2
        for line in streams:
            found = b""
            while b"id: 2" not in found:
                part = line.recv(1 << 16)
                assert part
                found += part
        assert waiting(stack) == STREAMS
    wait_for(lambda: waiting(stack) == 0)


def test_a_server_that_stops_ends_streams_and_waiting_reads_and_clients_resume_on_the_next(
    data: Path,
) -> None:
    with SomeProcesses(data, free_port()) as stack:
        client = register_account(stack.url, "Ada")
        path = opened(client)
        with (
            stream(stack, path) as watched,
            asked(stack, f"{path}/view?after=1&wait=60") as read,
            socket.create_connection(("127.0.0.1", stack.port)) as stalled,
        ):
            head = f"POST {path}/seats HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            head += f"Authorization: Bearer {client.token}\r\nContent-Length: 20\r\n\r\n"
            stalled.sendall(head.encode() + b"{")
            wait_for(lambda: waiting(stack) == 2)
            process = stack.children[0].process
            assert process is not None
            process.send_signal(signal.SIGTERM)
            told = rest(watched)
            assert b"event: view\nid: 1\n" in told
            assert told.endswith(
                b"retry: 500\n: the server stops; come back with Last-Event-ID\n\n\r\n0\r\n\r\n"
            )
            answer = HTTPResponse(read)
            answer.begin()
            assert (answer.status, answer.headers["Retry-After"]) == (200, "2")
            assert json.loads(answer.read())["n"] == 1
            assert rest(stalled).startswith(b"HTTP/1.1 408 ")
            assert process.wait(PATIENCE) == 0  # by itself: nobody killed it
    with SomeProcesses(data, stack.port) as again:
        client = Client(again.url, client.token)
        client.post(f"{path}/seats", {})
        with stream(again, path, after=1) as resumed:
            found = b""
            while b"event: event\nid: 2\n" not in found:
                assert select.select([resumed], [], [], PATIENCE)[0]
                found += resumed.recv(1 << 16)
            assert b"event: event\nid: 1\n" not in found


def test_what_an_ended_token_waits_for_ends_by_itself(stack: ServerStack) -> None:
    ada = register_account(stack.url, "Ada")
    path, made = opened(ada), ada.post("/v1/tokens", {"name": "My bot", "scopes": ["read"]})
    token = f"Authorization: Bearer {made['token']}"
    kind = ("Accept: text/event-stream", "Connection: close")
    with (
        asked(stack, f"{path}/events", *kind, token) as watched,
        asked(stack, f"{path}/view?after=1&wait=60", token) as read,
    ):
        wait_for(lambda: waiting(stack) == 2)
        ada.raw("DELETE", f"/v1/tokens/{made['id']}", None, {})
        assert b"event: view\nid: 1\n" in rest(watched)
        ada.post(f"{path}/seats", {})
        answer = HTTPResponse(read)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["code"]) == (401, "http/unauthorized")


def has_ipv6() -> bool:
    """Say whether this machine has the loopback address of IPv6."""
    with socket.socket(socket.AF_INET6) as one:
        return one.connect_ex(("::1", 9)) in (0, errno.ECONNREFUSED)


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize(("host", "clients"), [("::1", ["::1"]), ("::", ["::1", "127.0.0.1"])])
def test_a_server_listens_on_ipv6_and_on_both_where_that_is_asked_for(
    data: Path, host: str, clients: list[str]
) -> None:
    with SomeProcesses(data, free_port(), host=host) as stack:
        assert stack.url == f"http://[{host}]:{stack.port}"
        path = opened(register_account(stack.url, "Ada"))
        for client in clients:
            ask = f"{path}/events"
            with asked(stack, ask, "Accept: text/event-stream", host=client) as line:
                begun = b""
                while b"event: view" not in begun:
                    begun += line.recv(1 << 16)
                assert begun.startswith(b"HTTP/1.1 200 OK")
