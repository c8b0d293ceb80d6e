"""Disputes about the hands of a table: one plain stream a table, judged by rules D1 to D8.

All disputes of a table share a stream, so that one script call checks that a seat has one open
dispute of a hand, and puts the rulings made after the close in one order. `docs/disputes.md` has
the rules.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from events.disputes import refusals
from events.handle import Held
from events.plain import Happening, Json, Plain
from events.store.streams import Once, Store
from games.core.contract import Illegal, Outcome, Seat
from games.core.errors import FairdealError
from games.table import Rule, Table

OPENED, LOOKED = "dispute.opened.v1", "dispute.looked.v1"
RULED, WITHDRAWN = "dispute.ruled.v1", "dispute.withdrawn.v1"
ID = re.compile(r"d([0-9A-Za-z_-]{1,63})\.[1-9][0-9]{0,8}")
HOUR = 3_600_000  # milliseconds
STATUSES = ("open", "ruled", "withdrawn")
MOST = 10  # disputes of a hand by one seat: who reads a closed table reads all of them


class UnknownDispute(FairdealError):
    """There is no such dispute."""

    code, status = "dispute/unknown", 404
    detail = "There is no such dispute, or it is about a table at which you hold no seat"


class Look(NamedTuple):
    """An auditor's look at what is hidden: at what, and up to which event of the table."""

    by: str
    at: int
    what: str
    seat: int | None
    n: int


class Ruling(NamedTuple):
    """What an auditor decided.

    Attributes:
        reason: the hash of the text.
        outcome: the table's outcome as corrected; None where nothing is, or the table says it.
        where: number of the table's own event of it; None for a ruling after the close.
        n: its number in the stream of disputes; None while only the table has it.
    """

    by: str
    at: int
    verdict: str
    remedy: str
    points: tuple[int, ...]
    reason: str
    outcome: Outcome | None
    where: int | None
    n: int | None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A seat's complaint about a hand.

    Attributes:
        at: when it was opened, in milliseconds.
        seen, head: the newest event of the table when it was opened, and the head there.
        reason: the hash of the text.
        players: by seat, who held it when play began.
        n: number of its newest event in the stream of disputes.
    """

    id: str
    table: str
    hand: int
    seat: Seat
    player: str
    at: int
    seen: int
    head: str
    reason: str
    receipts: tuple[Json, ...]
    players: tuple[str | None, ...]
    n: int
    looks: tuple[Look, ...] = ()
    ruling: Ruling | None = None
    withdrawn_at: int | None = None

    @property
    def status(self) -> str:
        """Return ``open``, ``ruled`` or ``withdrawn``."""
        if self.ruling is not None:
            return "ruled"
        return "open" if self.withdrawn_at is None else "withdrawn"

    def rule(self) -> Rule:
        """Return the command of its ruling."""
        own = self.ruling
        assert own is not None
        return Rule(self.id, self.hand, own.verdict, own.remedy, own.points, own.reason)


def stream_of(table_id: str) -> str:
    """Return the stream of the disputes of a table."""
    return "d" + table_id[1:]


def table_of(dispute_id: str) -> str:
    """Return the table that a dispute is about.

    Raises:
        UnknownDispute: this is no id of a dispute.
    """
    found = ID.fullmatch(dispute_id)
    if found is None:
        raise UnknownDispute(dispute_id)
    return "t" + found[1]


def is_stream(stream: str) -> bool:
    """Say whether a stream holds disputes."""
    return stream.startswith("d")


def ruling_of(event: Json) -> Ruling:
    """Return the ruling that an event of the stream tells of."""
    data = event["data"]
    outcome = None
    if data["outcome"] is not None:
        own = data["outcome"]
        outcome = Outcome(tuple(own["places"]), tuple(own["scores"]), own["why"])
    return Ruling(
        event["by"], event["at"], data["verdict"], data["remedy"], tuple(data["points"]),
        data["reason"], outcome, data["where"], event["n"],
    )  # fmt: skip


@dataclass
class Docket:
    """The disputes about a table by id, folded from their stream, oldest first."""

    table: str
    disputes: dict[str, Dispute] = field(default_factory=dict)

    def forget(self) -> None:
        """Begin again from the first event."""
        self.disputes.clear()

    def take(self, event: Json) -> None:
        """Take in an event of the stream."""
        data, n = event["data"], event["n"]
        if event["type"] == OPENED:
            self.disputes[data["dispute"]] = Dispute(
                data["dispute"], data["table"], data["hand"], Seat(data["seat"]), data["player"],
                event["at"], data["n"], data["head"], data["reason"], tuple(data["receipts"]),
                tuple(data["players"]), n,
            )  # fmt: skip
            return
        old = self.disputes[data["dispute"]]
        match event["type"]:
            case "dispute.looked.v1":
                look = Look(event["by"], event["at"], data["what"], data["seat"], data["n"])
                new = replace(old, looks=(*old.looks, look), n=n)
            case "dispute.ruled.v1":
                new = replace(old, ruling=ruling_of(event), n=n)
            case "dispute.withdrawn.v1":
                new = replace(old, withdrawn_at=event["at"], n=n)
            case kind:
                raise AssertionError(f"{kind} is no event of a dispute")
        self.disputes[old.id] = new

    def find(self, dispute_id: str) -> Dispute:
        """Return a dispute of this table."""
        if dispute_id not in self.disputes:
            raise UnknownDispute(dispute_id)
        return self.disputes[dispute_id]

    def after_close(self) -> list[Dispute]:
        """Return the disputes that were ruled after the close, in the order of their rulings."""
        ruled = [one for one in self.disputes.values() if one.ruling and one.ruling.where is None]
        return sorted(ruled, key=ruled_at)


def ruled_at(dispute: Dispute) -> int:
    """Return the number of the event with which a dispute was ruled."""
    assert dispute.ruling is not None
    return dispute.ruling.n or 0


class Recorded(NamedTuple):
    """The number of an event in the stream; `replayed` when an earlier call wrote it."""

    n: int
    replayed: bool


class Complaint(NamedTuple):
    """What a player complains of; `reason` is the hash of the text."""

    player: str
    hand: int
    reason: str
    receipts: Sequence[Json]


class Disputes:
    """The disputes about one table up to an event of their stream, and the one way to add to them.

    Raises of all that adds: Illegal where a rule says no, KeyReused for a repeat key that was used
    for something else, Busy; nothing was written then.
    """

    def __init__(self, store: Store, table_id: str, upto: int | None = None) -> None:
        self.docket = Docket(table_id)
        self.plain = Plain(store, stream_of(table_id), self.docket.take, self.docket.forget)
        self.plain.catch_up(upto)

    def record(self, decide: Callable[[], Happening | None], once: Once | None) -> Recorded:
        """Append what `decide` makes of the newest disputes, unless its repeat key is known."""
        known = self.plain.known(once)
        if known is None:
            try:
                appended = self.plain.record(decide, once)
            except Illegal:
                known = self.plain.known(once)  # the same request may have been faster elsewhere
                if known is None:
                    raise
            else:
                new = appended is not None and not appended.already
                return Recorded(appended.last if appended else self.plain.n, not new)
        return Recorded(known, True)

    def open(
        self, held: Held[Table], own: Complaint, until: int | None, once: Once | None
    ) -> Recorded:
        """Rules D1 to D4: open a dispute; `until` is when the time for it is up, None: not yet."""
        table = held.table

        def decide() -> Happening:
            seat = require_party(table, own.player)
            require_hand(table, own.hand)
            if until is not None and self.plain.store.now() >= until:
                raise refusals.TOO_LATE()
            self.require_few(seat, own.hand)
            data = {
                "dispute": f"{self.plain.stream}.{len(self.docket.disputes) + 1}",
                "table": table.id, "hand": own.hand, "seat": seat, "player": own.player,
                "n": table.n, "head": held.head.hex(), "reason": own.reason,
                "receipts": list(own.receipts), "players": list(table.former),
            }  # fmt: skip
            return Happening(OPENED, f"player:{own.player}", "dispute.open", data)

        return self.record(decide, once)

    def require_few(self, seat: Seat, hand: int) -> None:
        """Rule D4: a seat has one open dispute of a hand, and opens only so many."""
        every = self.docket.disputes.values()
        own = [one for one in every if (one.seat, one.hand) == (seat, hand)]
        for one in own:
            if one.status == "open":
                raise refusals.ALREADY_OPEN(one.id.rpartition(".")[2])
        if len(own) >= MOST:
            raise refusals.TOO_MANY(MOST)

    def look(self, dispute_id: str, by: str, what: str, seat: int | None, n: int) -> Recorded:
        """Rule D6: write that somebody looks at what is hidden, before anything is shown."""
        data = {
            "dispute": dispute_id, "table": self.docket.table, "what": what, "seat": seat, "n": n,
            "hand": self.docket.find(dispute_id).hand,
        }  # fmt: skip
        return self.record(lambda: Happening(LOOKED, by, "dispute.look", data), None)

    def withdraw(self, table: Table, dispute_id: str, player: str, once: Once | None) -> Recorded:
        """Rule D5: take a dispute back."""

        def decide() -> Happening:
            dispute = self.docket.find(dispute_id)
            if dispute.player != player:
                raise refusals.NOT_YOURS()
            require_open(dispute, "D5")
            require_unruled(table, dispute_id, "D5")
            data = {"dispute": dispute_id, "table": table.id}
            return Happening(WITHDRAWN, f"player:{player}", "dispute.withdraw", data)

        return self.record(decide, once)


def seat_in(table: Table, player: str) -> Seat | None:
    """Return the seat that a player holds, else the one held when play began."""
    held = table.seat_of(player)
    if held is None and player in table.former:
        return Seat(table.former.index(player))
    return held


def require_party(table: Table, player: str) -> Seat:
    """Rule D1: return the seat of a player; others than those who play cannot dispute."""
    seat = seat_in(table, player)
    if seat is None:
        raise refusals.NOT_A_PARTY()
    return seat


def require_hand(table: Table, hand: int) -> None:
    """Rule D2: the hand must have been dealt."""
    if not 1 <= hand <= len(table.hands):
        dealt = f"the hands 1 to {len(table.hands)}" if table.hands else "no hand"
        raise refusals.NO_SUCH_HAND(dealt)


def require_open(dispute: Dispute, rule: str) -> None:
    """Refuse what is possible only while a dispute is open."""
    if dispute.status == "ruled":
        raise refusals.RULED.under(rule)()
    if dispute.status == "withdrawn":
        raise refusals.WITHDRAWN.under(rule)()


def require_unruled(table: Table, dispute_id: str, rule: str) -> None:
    """Refuse what is possible only before the table has a ruling of a dispute."""
    if any(one.dispute == dispute_id for one in table.rulings):
        raise refusals.RULED.under(rule)()
