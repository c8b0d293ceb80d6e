"""Whether the entropies of a cup's programs may be revealed: its closing held to what was seen."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.record.chain import canonical_json, first_head, next_head
from events.record.receipts import is_receipt_signed_by
from service.commands.client import Client

Json = dict[str, Any]
CALLED = "tournament.called.v1"
PROMISES = ("tournament.entrant_registered.v1", "tournament.checked_in.v1")


class ClosingRefused(Exception):
    """The server tells another story than before, so nothing may be revealed; the text says why."""


def checked_closing(
    client: Client, tournament: str, promised: Mapping[str, str], receipts: Sequence[Json]
) -> str:
    """Return the head of the closing of a tournament, if it is the one that was promised under.

    `promised` has the commitments of our programs by player, `receipts` the server's for them.

    Raises:
        ClosingRefused: the log is not that of the receipts, lacks a promise or has another, or the
            server does not sign its closing.
    """
    path = f"/v1/tournaments/{tournament}"
    receipt = client.get(f"{path}/closing")["closing"]
    if receipt is None:
        raise ClosingRefused("The server says that nobody has called for the start")
    events, heads = _chain(client, path, tournament, receipt["n"])
    keys = [key["public"] for key in client.get("/v1/keys")["keys"]]
    if not any(is_receipt_signed_by(receipt, key) for key in keys):
        raise ClosingRefused("The server does not sign the closing of the commitments")
    if receipt["head"] != heads[-1] or events[-1]["type"] != CALLED:
        raise ClosingRefused(f"Event {receipt['n']} is not the closing that the server has signed")
    for earlier in receipts:
        n = earlier["n"]
        if n > len(heads) or heads[n - 1] != earlier["head"]:
            raise ClosingRefused(f"The log is not the one of which we hold a receipt, at event {n}")
    found = {
        event["by"].removeprefix("player:"): event["data"]["commitment"]
        for event in events
        if event["type"] in PROMISES and event["data"]["commitment"] is not None
    }
    for player, commitment in promised.items():
        if found.get(player) != commitment:
            raise ClosingRefused(f"The log has another promise of the player {player} than we made")
    return heads[-1]


def _chain(client: Client, path: str, tournament: str, last: int) -> tuple[list[Json], list[str]]:
    """Return the public events of a tournament up to one, and the heads that follow from them."""
    events: list[Json] = []
    heads: list[str] = []
    head = first_head(tournament)
    while len(events) < last:
        page = client.get(f"{path}/events?after={len(events)}&limit=200")["events"]
        if not page:
            raise ClosingRefused(f"The server keeps event {len(events) + 1} back")
        for event in page[: last - len(events)]:
            public = {name: event[name] for name in event if name not in ("parts", "head")}
            head = next_head(head, canonical_json(public))
            events.append(public)
            heads.append(head.hex())
    return events, heads
