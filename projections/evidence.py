"""The evidence about a disputed hand, as far as its reader may know.

Everything here is public or has passed `projections.views`: a player's bundle is made of what that
seat may read, an auditor's of all there is.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import orjson

from events.record.chain import first_head
from events.record.codec import Stored
from events.record.receipts import PublicKey
from events.record.steps import Step, steps
from events.verify.receipts import Receipts
from games.table import Table
from projections.hands import NoSuchHand, command_of, is_complete, last_of
from projections.views import may_read

Json = dict[str, Any]
Reading = Callable[[Stored], Json]
TIME_OUT = "table.time_out"


class Slice:
    """The events of a hand within a table's log; `events` are all of them, from event 1.

    Raises:
        NoSuchHand: no such hand was dealt.
    """

    def __init__(self, table: Table, events: Sequence[Stored], hand: int) -> None:
        if not 1 <= hand <= len(table.hands):
            raise NoSuchHand(len(table.hands))
        self.table, self.all, self.hand = table, events, hand
        self.first, self.last = table.hands[hand - 1], last_of(table, hand)
        self.events = events[self.first - 1 : self.last]

    def log(self, reading: Reading) -> Json:
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

    def clock(self) -> list[Json]:
        """Return for each turn that ended in the hand when the seat could act, and when it did."""
        found = steps(self.table.id, self.all[: command_of(self.all, self.last)[1]])
        return [turn(self.table, one) for one in found if one.seat is not None and self.holds(one)]

    def holds(self, step: Step) -> bool:
        """Say whether a command was asked for in this hand, or dealt it."""
        return self.first <= step.table.n and step.events[0].n <= self.last

    def knowledge(self) -> list[Json]:
        """Return for each part of each event which seats could read it, and when all could."""
        return [
            {"n": event.n, "parts": [self.part(event.n, key) for key in seals(event)]}
            for event in self.events
        ]

    def part(self, n: int, key: str) -> Json:
        """Return who could read the part of an event under an audience key."""
        seats = [int(word) for word in key.split("+") if word.isdigit()]
        opened = self.opened(n, key) if may_read(self.table, n, key, None) else None
        return {"audience": key, "seats": seats, "opened": opened}

    def opened(self, n: int, key: str) -> int:
        """Return with which event everybody could read a part that is open."""
        table, hand = self.table, self.table.hand_at(n)
        if table.reveal == "hand" and key != "table" and hand < table.hand:
            return table.hands[hand]
        return table.n


def seals(event: Stored) -> Iterator[str]:
    """Yield the audiences of the parts of an event."""
    yield from orjson.loads(event.e)["seals"]


def turn(table: Table, step: Step) -> Json:
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
        "policy": table.on_time_out if timed_out else None,
    }


def judged(
    receipt: Json, table: Table, events: Sequence[Stored], keys: Sequence[PublicKey]
) -> dict[str, str]:
    """Return the verdict on a receipt: ``genuine``, ``newer``, or the kind of its fault."""
    held = Receipts([receipt], table.id, keys)
    if 1 <= receipt["n"] <= len(events):
        event = events[receipt["n"] - 1]
        held.see(event, orjson.loads(event.e)["at"])
    unsaid = list(held.finish(len(events), table.at, table.phase == "closed"))
    if held.faults:
        return {"verdict": held.faults[0].kind, "why": held.faults[0].why}
    if unsaid:
        return {"verdict": "newer", "why": unsaid[0]}
    why = f"signed by the server, and the log has this head at event {receipt['n']}"
    return {"verdict": "genuine", "why": why}


def bundle(own: Slice, log: Json, receipts: Sequence[Json], keys: Sequence[PublicKey]) -> Json:
    """Return what the log itself gives: its slice, receipts held to it, times, who saw what."""
    return {
        "log": log,
        "receipts": [{"receipt": one, **judged(one, own.table, own.all, keys)} for one in receipts],
        "clock": own.clock(),
        "knowledge": own.knowledge(),
    }
