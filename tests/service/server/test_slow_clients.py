"""A real server under clients that say nothing, say it slowly, hang up or do not listen.

Its limits are small here, so that an attack needs few connections and a bound few seconds.
"""

import json
import select
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import store_at
from games.boosh.actions import Discard, Pass, Take
from games.table import Act
from service.commands.client import Client, register_account
from service.commands.processes import ServerStack, free_port
from service.server.body import PIECES
from service.settings import BODY_LIMIT
from tests.some_processes import SomeProcesses
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import started, table_of

CONNECTIONS, WAITERS = 60, 8
THREADS = 8 + WAITERS + 16  # of the server's pool
LIMITS = {
    "FAIRDEAL_MAX_CONNECTIONS": CONNECTIONS,
    "FAIRDEAL_MAX_WAITING_READS": WAITERS,
    "FAIRDEAL_KEEP_ALIVE_SECONDS": 2,
    "FAIRDEAL_BODY_TIMEOUT_SECONDS": 2,
    "FAIRDEAL_LIMITS": "off",  # who attacks from many addresses is under none
}
LONG = 1_000  # events of a log that fills all buffers between a server and who does not read
TURN = (Take("B"), Discard(), Pass())
NAMES = count()


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerStack]:
    """Run a server with small limits."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in LIMITS.items():
            patch.setenv(name, str(value))
        with SomeProcesses(tmp_path_factory.mktemp("stack"), free_port()) as running:
            yield running


@pytest.fixture(autouse=True)
def left_alone(stack: ServerStack) -> Iterator[None]:
    """Expect that whatever was done to it the server answers, and nobody waits any more."""
    yield
    wait_for(lambda: waiting(stack) == 0)


@pytest.fixture
def client(stack: ServerStack) -> Client:
    """Register a player."""
    return register_account(stack.url, f"slow {next(NAMES)}")


@pytest.fixture
def path(client: Client) -> str:
    """Open a table of Boosh."""
    made = client.post("/v1/tables", {"game": "boosh", "seats": 2})
    return f"/v1/tables/{made['view']['table']}"


@contextmanager
def lines(stack: ServerStack, number: int) -> Iterator[list[socket.socket]]:
    """Open connections."""
    with ExitStack() as opened:
        yield [
            opened.enter_context(
                socket.create_connection(("127.0.0.1", stack.port), timeout=PATIENCE)
            )
            for _ in range(number)
        ]


def head(method: str, path: str, *headers: str) -> bytes:
    """Return the head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *headers]).encode() + b"\r\n\r\n"


def posted(path: str, length: int | None, kind: str = "json", token: str | None = None) -> bytes:
    """Return the head of a request with a body of so many bytes, or in chunks."""
    size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    who = [f"Authorization: Bearer {token}"] if token else []
    return head("POST", path, f"Content-Type: application/{kind}", size, *who)


def answered(line: socket.socket) -> tuple[int, Any]:
    """Return the answer that comes."""
    answer = HTTPResponse(line)
    answer.begin()
    return answer.status, json.loads(answer.read())


def hears(line: socket.socket) -> bool:
    """Say whether something has come, or the server has hung up, within a moment."""
    return bool(select.select([line], [], [], 0.05)[0])


def dripped(pieces: Mapping[socket.socket, bytes]) -> None:
    """Send on each line its piece again and again until the server answers there or hangs up."""
    dripping = dict(pieces)
    while dripping:
        for line, piece in list(dripping.items()):
            try:
                if hears(line):
                    del dripping[line]
                else:
                    line.sendall(piece)
            except ConnectionError:
                del dripping[line]


def waiting(stack: ServerStack) -> int:
    """Return how many reads and streams wait."""
    text = Client(stack.url).raw("GET", "/metrics", None, {}).decode()
    (found,) = [row for row in text.splitlines() if row.startswith("fairdeal_waiting ")]
    return int(float(found.split()[1]))


# ---- connections and heads


def test_idle_connections_are_closed_and_keep_nobody_out_for_long(
    stack: ServerStack, client: Client, path: str
) -> None:
    with lines(stack, CONNECTIONS + 20) as idle:
        assert client.get(path)["n"] == 1
        assert all(line.recv(1) == b"" for line in idle)


def test_a_head_has_to_come_in_its_time_however_it_is_dripped(stack: ServerStack) -> None:
    with lines(stack, 2) as (dripping, silent):
        dripping.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
        silent.sendall(b"G")
        dripped({dripping: b"x", silent: b""})
        wait_for(lambda: is_cut(stack, dripping) and is_cut(stack, silent))


def test_a_connection_is_kept_between_requests_but_not_for_ever(stack: ServerStack) -> None:
    with lines(stack, 1) as (line,):
        for _ in range(2):
            line.sendall(head("GET", "/healthz"))
            assert answered(line)[0] == 200
        assert line.recv(1) == b""


# ---- bodies


def test_stalled_bodies_hold_no_thread_and_are_answered_when_their_time_is_up(
    stack: ServerStack, client: Client, path: str
) -> None:
    with lines(stack, THREADS + 10) as stalled:
        for number, line in enumerate(stalled):
            length = 20 if number % 2 else None
            line.sendall(posted(f"{path}/seats", length, token=client.token))
            line.sendall(b'{"seat"' if number % 2 else b'5\r\n{"sea')
        assert client.post(f"{path}/seats", {})["view"]["seat"] == 0
        for line in stalled:
            status, problem = answered(line)
            assert (status, problem["code"]) == (408, "http/too_slow")
            assert line.recv(1) == b""
    assert client.get(path)["n"] == 2


BODIES = [
    (length, *where)
    for length in (BODY_LIMIT, 10 * BODY_LIMIT, None)
    for where in (("/v1/players", "json"), ("/v1/verifications", "jsonl"))
]  # announced bytes, path, kind


def test_a_body_has_to_come_in_its_time_however_it_is_dripped(stack: ServerStack) -> None:
    with lines(stack, len(BODIES)) as opened:
        for line, (length, where, kind) in zip(opened, BODIES, strict=True):
            line.sendall(posted(where, length, kind))
        pieces = [b"1\r\n \r\n" if length is None else b" " for length, *_ in BODIES]
        dripped(dict(zip(opened, pieces, strict=True)))
        for line, (length, _, kind) in zip(opened, BODIES, strict=True):
            status, problem = answered(line)
            too_large = length == 10 * BODY_LIMIT and kind == "json"
            assert (status, problem["code"]) == (
                (413, "http/too_large") if too_large else (408, "http/too_slow")
            ), (length, kind)


def test_uploads_that_stall_keep_nobody_from_verifying_for_long(stack: ServerStack) -> None:
    with lines(stack, 17) as stalled:
        for line in stalled:
            line.sendall(posted("/v1/verifications", 10 * BODY_LIMIT, "jsonl") + b"{")
        kind = {"Content-Type": "application/jsonl"}
        report = json.loads(Client(stack.url).raw("POST", "/v1/verifications", b"{}", kind))
        assert report["verdict"] == "unreadable"
        assert {answered(line)[0] for line in stalled} == {408, 503}


def test_a_body_may_not_come_in_too_many_pieces(stack: ServerStack) -> None:
    with lines(stack, 1) as (line,):
        line.sendall(posted("/v1/players", None) + b"1\r\n \r\n" * 2 * PIECES)
        status, problem = answered(line)
    assert (status, problem["code"]) == (408, "http/too_slow")
    assert "pieces" in problem["detail"]


# ---- readers


def test_dropped_waiting_reads_are_freed_while_another_still_waits(
    stack: ServerStack, path: str
) -> None:
    ask = head("GET", f"{path}/view?after=1&wait=60")
    with lines(stack, 1) as (kept,):
        kept.sendall(ask)
        with lines(stack, WAITERS - 1) as dropped:
            for line in dropped:
                line.sendall(ask)
            wait_for(lambda: waiting(stack) == WAITERS)
        wait_for(lambda: waiting(stack) == 1)
        assert not hears(kept)


def test_dropped_streams_are_freed_before_another_has_its_first_sign_of_life(
    stack: ServerStack, path: str
) -> None:
    ask = head("GET", f"{path}/events", "Accept: text/event-stream")
    with lines(stack, 1) as (kept,):
        kept.sendall(ask)
        with lines(stack, WAITERS - 1) as dropped:
            for line in dropped:
                line.sendall(ask)
            wait_for(lambda: waiting(stack) == WAITERS)
        wait_for(lambda: waiting(stack) == 1)
        begun = kept.recv(1 << 16)
        assert b"200 OK" in begun
        assert b"still here" not in begun


def long_log(stack: ServerStack) -> str:
    """Return the path of a table whose log is long: its players take the same card for ever."""
    tables = Tables(store_at(stack.redis_url))
    players = [f"p{name}" for name in range(2)]
    table = started(tables, "boosh", players, options={})
    state = table_of(tables, table)
    while state.n < LONG:
        seat = state.to_act()[0]
        for action in TURN:
            wanted = CommandRequest(table, f"player:{players[seat]}", Act(seat, action))
            state = handle(tables, wanted).table
    return f"/v1/tables/{table}"


def test_who_does_not_read_a_stream_is_dropped_and_holds_a_few_pages_until_then(
    stack: ServerStack,
) -> None:
    path = long_log(stack)
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", stack.port))
        deaf.sendall(head("GET", f"{path}/events?after=0", "Accept: text/event-stream"))
        wait_for(lambda: waiting(stack) == 1)
        wait_for(lambda: waiting(stack) == 0)
        wait_for(lambda: is_cut(stack, deaf))


def test_who_does_not_read_an_answer_is_cut_off(stack: ServerStack) -> None:
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", stack.port))
        deaf.sendall(head("GET", "/v1/openapi.json"))
        wait_for(lambda: is_cut(stack, deaf))


def is_cut(stack: ServerStack, line: socket.socket) -> bool:
    """Say whether the server has broken a connection off; the client need not learn of it."""
    pair = f":{stack.port:04X} 0100007F:{line.getsockname()[1]:04X} 01 "  # 01: established
    return pair not in Path("/proc/net/tcp").read_text()
