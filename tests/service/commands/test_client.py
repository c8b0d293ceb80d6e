"""The client that commands use."""

from service.commands.client import Client

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
