"""A runner reveals nothing under a closing that does not fit what it has seen."""

from collections.abc import Callable
from typing import Any

import pytest

from events.record.chain import canonical_json, first_head, next_head
from service.commands.tournaments.closing import ClosingRefused, checked_closing
from service.commands.tournaments.folder import CupState
from tests.service.asker import Service, commitment
from tests.service.cups import opened, with_role

Lie = Callable[["Lying"], None]


class Lying:
    """A client of a server that may tell another story than it has told before."""

    def __init__(self, service: Service) -> None:
        self.service, self.dora = service, with_role(service, "Dora")
        self.path = opened(self.dora)
        self.id = self.path.rsplit("/", 1)[1]
        self.ann, ben = service.player("Ann"), service.player("Ben")
        promise = {"commitment": commitment(self.ann.id, "cat")}
        made = self.ann.post(f"{self.path}/entrants", promise).get_json()
        self.promised, self.receipts = {self.ann.id: promise["commitment"]}, [made["receipt"]]
        ben.post(f"{self.path}/entrants")
        self.dora.post(f"{self.path}/call")
        self.told = self.ask(f"{self.path}/closing")
        self.page = self.ask(f"{self.path}/events?after=0&limit=200")

    def ask(self, path: str) -> Any:
        """Ask the server."""
        return self.service.nobody.get(path).get_json()

    def get(self, path: str) -> Any:
        """Answer as the server does, or lies."""
        if path.endswith("/closing"):
            return self.told
        return self.page if "/events" in path else self.ask(path)

    def check(self) -> str:
        """Check the closing that is told."""
        client: Any = self
        return checked_closing(client, self.id, self.promised, self.receipts)

    def sign_anew(self) -> None:
        """Make the chain and the signed closing fit the events as they are told now."""
        head = first_head(self.id)
        for event in self.page["events"]:
            public = {name: event[name] for name in event if name not in ("parts", "head")}
            head = next_head(head, canonical_json(public))
            event["head"] = head.hex()
        old, signing = self.told["closing"], self.service.parts.signing
        signer = signing.keys.signer
        self.told["closing"] = signer.receipt(self.id, old["n"], head, old["at"], old["durability"])


@pytest.fixture
def server(service: Service) -> Lying:
    """Return a server that has called for the start of a tournament."""
    return Lying(service)


def swap_promise(server: Lying) -> None:
    """Tell of another promise of Ann."""
    for event in server.page["events"]:
        if event["by"] == f"player:{server.ann.id}":
            event["data"]["commitment"] = "5e" * 32


def let_another_promise(server: Lying) -> None:
    """Tell of another's promise, made by the last who entered, and sign all of it."""
    server.page["events"][-2]["data"]["commitment"] = "5e" * 32
    server.sign_anew()


def swap_and_sign(server: Lying) -> None:
    """Tell of another promise of Ann, and sign all of it."""
    swap_promise(server)
    server.sign_anew()


def lose_receipt_and_swap(server: Lying) -> None:
    """Do so to somebody who has kept no receipt."""
    server.receipts = []
    swap_and_sign(server)


def forge_signature(server: Lying) -> None:
    """Sign with no key of the server."""
    server.told["closing"]["signature"] = "00" * 64


def name_another_event(server: Lying) -> None:
    """Give a genuine receipt of another event."""
    server.told["closing"] = server.receipts[0]


def keep_back(server: Lying) -> None:
    """Keep the last event back."""
    server.page["events"].pop()
    server.get = lambda path: (  # type: ignore[method-assign]
        {"events": []} if "after=0" not in path and "/events" in path else Lying.get(server, path)
    )


def take_back_call(server: Lying) -> None:
    """Say that nobody has called."""
    server.told["closing"] = None


def test_the_closing_of_an_honest_server_is_found(server: Lying) -> None:
    assert server.check() == server.told["closing"]["head"]


def test_nothing_is_revealed_under_a_second_closing() -> None:
    state = CupState({}, None, "nonce")
    for _ in range(2):
        state.bind_to("a" * 64)
    with pytest.raises(ClosingRefused, match="called for anew"):
        state.bind_to("b" * 64)
    assert state.closing == "a" * 64


def test_what_others_promise_later_is_no_lie(server: Lying) -> None:
    let_another_promise(server)
    assert server.check() == server.told["closing"]["head"]


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (swap_promise, "not the closing that the server has signed"),
        (swap_and_sign, "not the one of which we hold a receipt, at event 2"),
        (lose_receipt_and_swap, "another promise of the player"),
        (forge_signature, "does not sign the closing"),
        (name_another_event, "not the closing that the server has signed"),
        (keep_back, "keeps event 4 back"),
        (take_back_call, "nobody has called"),
    ],
)
def test_a_closing_that_does_not_fit_is_refused(server: Lying, lie: Lie, why: str) -> None:
    lie(server)
    with pytest.raises(ClosingRefused, match=why):
        server.check()
