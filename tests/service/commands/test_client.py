"""The client that commands use."""

import io
import urllib.request
from email.message import Message
from typing import Any
from urllib.error import HTTPError

import pytest

from service.commands import client as client_module
from service.commands.client import ApiProblem, Client

CLIENTS = 8


class Recorder(Client):
    """Sends nothing and keeps the idempotency keys."""

    def __init__(self, sent: list[str]) -> None:
        super().__init__("http://127.0.0.1", "token")
        self.sent = sent

    def raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        """Keep the key of a request."""
        self.sent.append(headers["Idempotency-Key"])
        return b"{}"


def test_no_two_requests_have_the_same_key_even_of_clients_at_the_same_place_in_memory() -> None:
    """The server would answer the second with the first's answer, and open no second table."""
    sent: list[str] = []
    for _ in range(CLIENTS):  # each is freed before the next is made
        client = Recorder(sent)
        client.post("/v1/tables", {})
        client.post("/v1/tables", {})
        del client
    assert len(set(sent)) == 2 * CLIENTS


def test_a_key_that_is_given_is_sent() -> None:
    sent: list[str] = []
    Recorder(sent).post("/v1/tables", {}, "step-7")
    assert sent == ["step-7"]


@pytest.mark.parametrize("tries", [2, 3])
def test_what_a_proxy_answers_in_place_of_the_server_is_tried_again_under_its_key(
    tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys: list[str | None] = []

    def urlopen(request: urllib.request.Request, timeout: float) -> Any:
        keys.append(request.get_header("Idempotency-key"))
        if len(keys) > 2:
            return io.BytesIO(b'{"done": true}')
        headers = Message()
        headers["Content-Type"] = "text/html"
        raise HTTPError(request.full_url, 502, "Bad Gateway", headers, io.BytesIO(b"<h1>"))

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(client_module, "PAUSE", 0)
    one = Client("http://play.example", tries=tries)
    if tries == 2:
        with pytest.raises(ApiProblem, match="A proxy before the server answers 502"):
            one.post("/v1/tables", {})
    else:
        assert one.post("/v1/tables", {}) == {"done": True}
    assert len({*keys}) == 1
    assert len(keys) == tries
