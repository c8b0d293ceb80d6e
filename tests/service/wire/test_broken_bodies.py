"""A real server whose clients break off in the midst of a body: nothing is done, no key used."""

import json
import socket
from http.client import HTTPResponse
from itertools import count
from typing import Any, NamedTuple

import pytest

from service.commands.client import Client, register_account
from service.commands.processes import ServerStack
from tests.waiting import PATIENCE

NAMES = count()


class Sent(NamedTuple):
    """An answer as it came over the wire; status 0: the server hung up without one."""

    status: int
    headers: dict[str, str]
    body: Any


class Scene(NamedTuple):
    """An account, and a table that it has opened."""

    stack: ServerStack
    client: Client
    path: str

    def head(self, method: str, path: str, *more: str) -> bytes:
        """Return the first part of a request, which has a repeat key."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.stack.port}",
            f"Authorization: Bearer {self.client.token}",
            "Content-Type: application/json",
            "Idempotency-Key: once",
            *more,
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n"

    def send(self, data: bytes, *, broken: bool = False) -> Sent:
        """Send bytes, and where they are `broken` say that no more come; return the answer."""
        with socket.create_connection(("127.0.0.1", self.stack.port), timeout=PATIENCE) as line:
            line.sendall(data)
            if broken:
                line.shutdown(socket.SHUT_WR)
            answer = HTTPResponse(line)
            try:
                answer.begin()
                text = answer.read()
            except OSError:
                return Sent(0, {}, None)
            headers = {name.lower(): value for name, value in answer.getheaders()}
            return Sent(answer.status, headers, json.loads(text) if text else None)

    def drop(self, data: bytes) -> None:
        """Send bytes and hang up."""
        with socket.create_connection(("127.0.0.1", self.stack.port), timeout=PATIENCE) as line:
            line.sendall(data)

    def n(self) -> int:
        """Return how many events the table has."""
        return int(self.client.get(self.path)["n"])


@pytest.fixture
def scene(stack: ServerStack) -> Scene:
    """Open a table."""
    client = register_account(stack.url, f"broken {next(NAMES)}")
    made = client.post("/v1/tables", {"game": "boosh", "seats": 2})
    return Scene(stack, client, f"/v1/tables/{made['view']['table']}")


SEAT = b'{"seat": 1}'
END = b"0\r\n\r\n"


def counted(size: int) -> str:
    """Return the header that announces a body."""
    return f"Content-Length: {size}"


IN_CHUNKS = "Transfer-Encoding: chunked"


def chunk(data: bytes) -> bytes:
    """Return a chunk of a body."""
    return f"{len(data):x}".encode() + b"\r\n" + data + b"\r\n"


WHOLE = {
    "at once": (counted(len(SEAT)), SEAT),
    "in a chunk": (IN_CHUNKS, chunk(SEAT) + END),
    "in many chunks": (IN_CHUNKS, b"".join(chunk(bytes([byte])) for byte in SEAT) + END),
    "with a trailer": (IN_CHUNKS, chunk(SEAT) + b"0\r\nSum: 1\r\n\r\n"),
}
BROKEN = {
    "after the headers": (counted(len(SEAT)), b""),
    "in the middle": (counted(len(SEAT)), SEAT[:5]),
    "before the last byte": (counted(len(SEAT)), SEAT[:-1]),
    "before a blank": (counted(len(SEAT) + 1), SEAT),
    "before a chunk": (IN_CHUNKS, b""),
    "in a chunk": (IN_CHUNKS, chunk(SEAT)[:8]),
    "behind what looks whole": (IN_CHUNKS, f"{len(SEAT) + 5:x}\r\n".encode() + SEAT),
    "between chunks": (IN_CHUNKS, chunk(SEAT)),
    "in the end": (IN_CHUNKS, chunk(SEAT) + END[:-2]),
    "with a size that is none": (IN_CHUNKS, chunk(SEAT) + b"x\r\n\r\n" + END),
    "with a size beyond all": (IN_CHUNKS, chunk(SEAT) + b"f" * 17 + b"\r\n" + END),
    "with a size too small": (IN_CHUNKS, b"3\r\n" + SEAT + b"\r\n" + END),
    "without a line's end": (IN_CHUNKS, chunk(SEAT)[:-2] + b"XX" + END),
}


@pytest.mark.parametrize("how", WHOLE)
def test_a_whole_body_is_carried_out(scene: Scene, how: str) -> None:
    header, data = WHOLE[how]
    sent = scene.send(scene.head("POST", f"{scene.path}/seats", header) + data)
    assert (sent.status, sent.body["view"]["seat"]) == (201, 1)


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_body_leaves_no_trace(scene: Scene, how: str) -> None:
    header, data = BROKEN[how]
    request = scene.head("POST", f"{scene.path}/seats", header) + data
    refused = scene.send(request, broken=True)
    assert refused.status in (0, 400)
    for _ in range(5):
        scene.drop(request)
    assert scene.n() == 1
    whole, own = WHOLE["at once"]
    retry = scene.send(scene.head("POST", f"{scene.path}/seats", whole) + own)
    assert (retry.status, retry.body["view"]["seat"]) == (201, 1)
    assert "idempotency-replayed" not in retry.headers
    assert scene.n() == 2


@pytest.mark.parametrize("end", ["seats", "start", "adjourn", "rematch", "seats/0/return"])
@pytest.mark.parametrize("header", [counted(0), IN_CHUNKS, "Accept: */*"])
def test_an_empty_command_is_told_to_send_an_object(scene: Scene, end: str, header: str) -> None:
    data = END if header == IN_CHUNKS else b""
    sent = scene.send(scene.head("POST", f"{scene.path}/{end}", header) + data)
    assert (sent.status, sent.body["code"]) == (400, "http/not_json")
    assert "send {}" in sent.body["detail"]
    assert scene.n() == 1


def test_a_table_is_not_withdrawn_by_half_a_request(scene: Scene) -> None:
    for header, data in BROKEN.values():
        request = scene.head("DELETE", scene.path, header) + data
        assert scene.send(request, broken=True).status in (0, 400)
    assert scene.n() == 1
    assert scene.send(scene.head("DELETE", scene.path)).status == 200


def test_half_a_log_file_is_no_log_to_be_verified(scene: Scene) -> None:
    log = scene.head("POST", "/v1/verifications", counted(100)).replace(b"/json", b"/jsonl")
    sent = scene.send(log + b"{}\n", broken=True)
    assert sent.status in (0, 400)
