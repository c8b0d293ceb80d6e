"""The evidence about a disputed hand, as far as its reader may know.

Everything here is public or has passed `projections.tables.views`: a player's bundle is made of
what that seat may read, an auditor's of all there is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypedDict

import orjson

from events.record.chain import Head, first_head
from events.record.codec import StoredEvent
from events.record.receipts import PublicKey
from events.record.steps import CommandStep, log_steps
from events.verify.receipts import PendingReceipts
from games.core.contract import Seat
from games.core.type_hints.records import Component
from games.table import Table
from projections.tables.hands import NoSuchHand, command_range, is_complete, last_of
from projections.tables.views import may_read

Json = dict[str, Any]
Reading = Callable[[StoredEvent], Json]
TIME_OUT = "table.time_out"


class LogPlace(TypedDict):
    """A place in the log."""

    n: Annotated[int, "Number of an event; 0 before the first."]
    head: Head


class LogSlice(TypedDict):
    """The log of a hand and how it belongs to the table's chain.

    Hash the public parts of the events on from `before` to get `after`, then the texts in `way` to
    get `newest`, which the server signs.
    """

    hand: int
    first: Annotated[int, "Number of the first event of the hand."]
    last: Annotated[int, "Number of its last event so far."]
    complete: bool
    before: LogPlace
    events: list[Annotated[Json, Component("Event")]]
    after: LogPlace
    way: Annotated[list[str], "The public part of each later event as its exact bytes."]
    newest: LogPlace


class BankTimes(TypedDict):
    """What was left of a seat's time bank."""

    before: int
    after: int


class Turn(TypedDict):
    """A turn that ended in the hand; times in milliseconds."""

    n: Annotated[int, "Number of the event that ended it."]
    seat: Seat
    by: Annotated[str, Component("EventBy")]
    since: Annotated[int | None, "When the seat could act."]
    deadline: Annotated[int | None, "When its time was up; null: no clock."]
    at: Annotated[int, "When it acted or was timed out."]
    used: Annotated[int | None, "What the turn took."]
    bank: Annotated[BankTimes, "What was left of its time bank."]
    timed_out: bool
    policy: Annotated[str | None, "What a time-out led to: fallback, bot or forfeit."]


class KnownPart(TypedDict):
    """Who could read a sealed part."""

    audience: Annotated[str, "As in the event's `seals`."]
    seats: Annotated[list[int], "The seats that could read it at once."]
    opened: Annotated[int | None, "Number of the event with which everybody could; null: not yet."]


class KnownParts(TypedDict):
    """Who could read the sealed parts of an event."""

    n: int
    parts: list[KnownPart]


class ReceiptVerdict(TypedDict):
    """What became of a receipt."""

    verdict: Annotated[
        str,
        "`genuine`, `newer` (than this log), `excused` (it contradicts the log, by a published"
        " loss), or the fault in a word of docs/reference/verdicts.md, such as `forged_receipt` or"
        " `fork`.",
    ]
    why: str


class JudgedReceipt(ReceiptVerdict):
    """A receipt that was handed in, held to the log."""

    receipt: Annotated[Mapping[str, Any], Component("Receipt")]


class EvidenceBundle(TypedDict):
    """What the log itself gives: its slice, receipts held to it, times, who saw what."""

    log: LogSlice
    receipts: list[JudgedReceipt]
    clock: list[Turn]
    knowledge: list[KnownParts]


class HandSlice:
    """The events of a hand within a table's log; `events` are all of them, from event 1.

    Raises:
        NoSuchHand: no such hand was dealt.
    """

    def __init__(self, table: Table, events: Sequence[StoredEvent], hand: int) -> None:
        if not 1 <= hand <= len(table.hands):
            raise NoSuchHand(len(table.hands))
        self.table, self.all, self.hand = table, events, hand
        self.first, self.last = table.hands[hand - 1], last_of(table, hand)
        self.events = events[self.first - 1 : self.last]

    def log(self, reading: Reading) -> LogSlice:
        """Return the events as `reading` shows them, and their way to the newest head.

        Whoever hashes the public parts on from the head before the first gets the newest head.
        """
        before = self.all[self.first - 2].h if self.first > 1 else first_head(self.table.id)
        return {
            "hand": self.hand,
            "first": self.first,
            "last": self.last,
            "complete": is_complete(self.table, self.hand),
            "before": {"n": self.first - 1, "head": before.hex()},
            "events": [reading(event) for event in self.events],
            "after": {"n": self.last, "head": self.events[-1].h.hex()},
            "way": [event.e.decode() for event in self.all[self.last :]],
            "newest": {"n": self.all[-1].n, "head": self.all[-1].h.hex()},
        }

    def clock(self) -> list[Turn]:
        """Return for each turn that ended in the hand when the seat could act, and when it did."""
        steps = log_steps(self.table.id, self.all[: command_range(self.all, self.last)[1]])
        return [
            _turn_timing(self.table, one)
            for one in steps
            if one.seat is not None and self.holds(one)
        ]

    def holds(self, step: CommandStep) -> bool:
        """Say whether a command was asked for in this hand, or dealt it."""
        return self.first <= step.table.n and step.events[0].n <= self.last

    def knowledge(self) -> list[KnownParts]:
        """Return for each part of each event which seats could read it, and when all could."""
        return [
            {"n": event.n, "parts": [self.part(event.n, key) for key in _sealed_audiences(event)]}
            for event in self.events
        ]

    def part(self, n: int, key: str) -> KnownPart:
        """Return who could read the part of an event under an audience key."""
        seats = [int(word) for word in key.split("+") if word.isdigit()]
        opened = self.opened(n, key) if may_read(self.table, n, key, None) else None
        return {"audience": key, "seats": seats, "opened": opened}

    def opened(self, n: int, key: str) -> int:
        """Return with which event everybody could read a part that is open."""
        table, hand = self.table, self.table.hand_at(n)
        if table.opens_hands and key != "table" and hand < table.hand:
            return table.hands[hand]
        return table.n


def _sealed_audiences(event: StoredEvent) -> Iterator[str]:
    """Yield the audiences of the parts of an event."""
    yield from orjson.loads(event.e)["seals"]


def _turn_timing(table: Table, step: CommandStep) -> Turn:
    """Return when a seat could act, when it did, and what that cost."""
    before, seat = step.before, step.seat
    assert before is not None
    assert seat is not None
    public = orjson.loads(step.events[0].e)
    timed_out = public["cause"]["action"]["type"] == TIME_OUT
    return {
        "n": public["n"],
        "seat": seat,
        "by": public["by"],
        "since": None if step.took is None else public["at"] - step.took,
        "deadline": before.deadline(seat),
        "at": public["at"],
        "used": step.took,
        "bank": {"before": before.banks[seat], "after": step.table.banks[seat]},
        "timed_out": timed_out,
        "policy": table.terms.on_time_out if timed_out else None,
    }


def _receipt_verdict(
    receipt: Mapping[str, Any],
    table: Table,
    events: Sequence[StoredEvent],
    keys: Sequence[PublicKey],
) -> ReceiptVerdict:
    """Return the verdict on a receipt: a word of `ReceiptVerdict`, with a sentence."""
    held = PendingReceipts([receipt], table.id, keys)
    if 1 <= receipt["n"] <= len(events):
        event = events[receipt["n"] - 1]
        held.see(event, orjson.loads(event.e)["at"])
    unproven = list(held.finish(len(events), table.at, table.phase == "closed"))
    if held.faults:
        return {"verdict": held.faults[0].kind, "why": held.faults[0].why}
    if held.excused:
        return {"verdict": "excused", "why": held.excused[0].why}
    if unproven:
        return {"verdict": "newer", "why": unproven[0]}
    why = f"signed by the server, and the log has this head at event {receipt['n']}"
    return {"verdict": "genuine", "why": why}


def evidence_bundle(
    own: HandSlice, log: LogSlice, receipts: Sequence[Mapping[str, Any]], keys: Sequence[PublicKey]
) -> EvidenceBundle:
    """Return what the log itself gives: its slice, receipts held to it, times, who saw what."""
    return {
        "log": log,
        "receipts": [
            {"receipt": one, **_receipt_verdict(one, own.table, own.all, keys)} for one in receipts
        ],
        "clock": own.clock(),
        "knowledge": own.knowledge(),
    }
