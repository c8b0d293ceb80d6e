"""Receipts held to a log: each must be genuine, and of this log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.record.codec import StoredEvent
from events.record.receipts import PublicKey, is_receipt_signed_by
from events.verify.beacon import HeldEvent
from events.verify.report import Fault
from games.core.words import count_phrase
from games.table.lost_closing import RECEIPT_FIELDS

REVEALED, STARTED = "table.entropy_revealed.v1", "table.started.v1"


def find_receipts(data: Any) -> list[dict[str, Any]]:
    """Return the receipts in JSON: one, a list, or what holds them, such as answers of the API."""
    if isinstance(data, list):
        return [receipt for each in data for receipt in find_receipts(each)]
    if isinstance(data, dict) and isinstance(data.get("receipt"), dict):
        return [data["receipt"]]
    if isinstance(data, dict) and isinstance(data.get("receipts"), list):
        return find_receipts(data["receipts"])
    return [data] if isinstance(data, dict) else []


def _is_by(receipt: Mapping[str, Any], key: PublicKey) -> bool:
    """Say whether a receipt is signed with a key, and names it."""
    return bool(receipt["key"] == key.id) and is_receipt_signed_by(receipt, key.public)


def _of_events(numbers: set[int]) -> str:
    """Return the beginning of a sentence about the receipts of events."""
    listed = ", ".join(map(str, sorted(numbers)))
    return (
        f"the receipt of event {listed} is"
        if len(numbers) == 1
        else f"receipts of events {listed} are"
    )


def published_excuse(at: int, keys: Sequence[PublicKey]) -> str | None:
    """Return what the server has published of a loss of what it signed at a time, in words.

    None where it has published none. How long the loss is, and whether any leaf is missing, is for
    people to judge: a crash while tables run takes no leaf, and a second or so.
    """
    key = next((one for one in keys if one.excuses(at)), None)
    if key is None or key.loss is None:
        return None
    after, size, _, remaining = key.loss
    length = "all that it had ever signed,"
    if after:
        length = f"all that it signed in {_span_text(key.since - after)}, from {after}"
    all_leaves = count_phrase(size, "leaf", "leaves")
    leaves = f"{size - remaining} of {all_leaves} of its signed tree are gone"
    if remaining == size:
        leaves = "no leaf of its signed tree is missing, as after a crash while tables ran"
    return f"the server has published that it may have lost {length} to {key.since}; {leaves}"


def _span_text(milliseconds: int) -> str:
    """Return a span of time in words, its largest units.

    >>> [_span_text(one) for one in (900, 61_000, 90_000_000)]
    ['0.9 seconds', '1 minute 1 second', '1 day 1 hour']
    """
    seconds = milliseconds // 1000
    if seconds < 60:
        return f"{seconds}.{milliseconds % 1000 // 100} seconds"
    parts, left = [], seconds
    for size, word in ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")):
        count, left = divmod(left, size)
        parts += [count_phrase(count, word)] if count else []
    return " ".join(parts[:2])


class PendingReceipts:
    """Receipts that wait for the events they speak of."""

    def __init__(
        self, receipts: Sequence[Mapping[str, Any]], table: str, keys: Sequence[PublicKey]
    ) -> None:
        self.faults: list[Fault] = []
        self.excused: list[Fault] = []  # contradictions that a published loss excuses
        self.table, self.keys, self.given = table, keys, bool(receipts)
        self.held: list[HeldEvent] = []  # what receipts that are of this log show
        self.revealed: int | None = None  # the event of the first reveal
        self.started: int | None = None
        self.waiting: dict[int, list[Mapping[str, Any]]] = {}
        for receipt in receipts:
            fault = self.refused(receipt)
            if fault is None:
                self.waiting.setdefault(receipt["n"], []).append(receipt)
            else:
                self.faults.append(fault)

    def refused(self, receipt: Mapping[str, Any]) -> Fault | None:
        """Return the fault of a receipt that says nothing about this log."""
        wrong = [
            name for name, kind in RECEIPT_FIELDS.items() if type(receipt.get(name)) is not kind
        ]
        if wrong:
            return Fault("forged_receipt", 0, f"a receipt has no valid {', '.join(wrong)}")
        n = receipt["n"]
        signers = [key for key in self.keys if _is_by(receipt, key)]
        if self.keys and not signers:
            return Fault("forged_receipt", n, f"the receipt of event {n} is not signed by the key")
        if self.keys and all(key.ended_before(receipt["at"]) for key in signers):
            why = f"the receipt of event {n} is of a time when its key had been destroyed"
            return Fault("outside_validity", n, why)
        if receipt["table"] != self.table:
            why = f"the receipt is of table {receipt['table']}, not of {self.table}"
            return Fault("foreign_receipt", n, why)
        return None

    def see(self, stored: StoredEvent, at: int | None) -> None:
        """Compare the receipts of this event."""
        for receipt in self.waiting.pop(stored.n, ()):
            if (receipt["head"], receipt["at"]) == (stored.h.hex(), at):
                self.held.append(HeldEvent(receipt["n"], receipt["at"]))
            else:
                what = "head" if receipt["head"] != stored.h.hex() else "time"
                why = f"the receipt of event {stored.n} has another {what} than the log"
                self.note([receipt], "fork", stored.n, why)

    def follow(self, n: int, public: Mapping[str, Any]) -> None:
        """Take from an event what divides receipts by what they bind."""
        kind = public.get("type")
        if kind == STARTED and self.started is None:
            self.started = n
        elif kind == REVEALED and self.revealed is None:
            self.revealed = n

    @property
    def found(self) -> list[int]:
        """Return the numbers of the events whose receipts are of this log."""
        return [one.n for one in self.held]

    @property
    def early(self) -> list[int]:
        """Return the numbers of those from before any entropy was shown, or before play."""
        fixed = self.revealed or self.started
        return [n for n in self.found if fixed is None or n < fixed]

    def bound(self, end: int | None) -> Iterator[str]:
        """Yield what the genuine ones bind; `end` is the event that closed the table, if any."""
        early = set(self.early)
        if early:
            before = "play" if self.revealed is None else "the first reveal"
            yield f"{_of_events(early)} from before {before}: the secret was fixed"
        if late := set(self.found) - early - {end}:
            yield f"{_of_events(late)} from later: all up to event {max(late)} is what it was then"
        if end in self.found:
            yield f"{_of_events({end})} of the end: all of the table is what it was then"

    def not_bound(self) -> Iterator[str]:
        """Yield what the receipts that were given leave open."""
        if self.found and self.revealed is not None and not self.early:
            yield (
                "that the secret was fixed before entropies were seen: no receipt from before"
                f" event {self.revealed} was given; keep the one of sitting down"
            )

    def contradiction(self, kind: str, n: int, why: str) -> Fault:
        """Return the fault of a receipt against the log; without a key it proves nothing."""
        if self.keys:
            return Fault(kind, n, f"{why}: the server signed both")
        return Fault("unproven_receipt", n, f"{why}; give --key to see which one is false")

    def note(self, receipts: Sequence[Mapping[str, Any]], kind: str, n: int, why: str) -> None:
        """Note that receipts contradict the log, or that the server has published that loss."""
        excuses = [published_excuse(receipt["at"], self.keys) for receipt in receipts]
        if all(excuses):
            self.excused.append(Fault(kind, n, f"{why}; {excuses[0]}"))
        else:
            self.faults.append(self.contradiction(kind, n, why))

    def finish(self, n: int, at: int, complete: bool) -> Iterator[str]:
        """Judge the receipts of events behind the end; yield what cannot be said."""
        for after, receipts in sorted(self.waiting.items()):
            if complete or any(receipt["at"] <= at for receipt in receipts):
                why = f"a receipt shows that there was an event {after}; the log ends with {n}"
                self.note(receipts, "cut", n + 1, why)
            else:
                yield f"the receipt of event {after} is newer than this log"
