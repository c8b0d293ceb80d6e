"""What is known of the disputes about a table, folded from the events of their stream.

All disputes of a table share a stream, so that one append checks that a seat has one open dispute
of a hand, and puts the rulings made after the close in one order.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from games.core.contract import Outcome, Seat
from games.core.errors import FairdealError
from games.table import Fact, Rule

OPENED, LOOKED = "dispute.opened.v1", "dispute.looked.v1"
RULED, WITHDRAWN = "dispute.ruled.v1", "dispute.withdrawn.v1"
TABLE_RULED = "table.ruled.v1"
WHATS = ("evidence", "log", "replay")  # at what is hidden somebody may look
STATUSES = ("open", "ruled", "withdrawn")
Json = dict[str, Any]


class UnknownDispute(FairdealError):
    """There is no such dispute."""

    code, status = "dispute/unknown", 404
    detail = "There is no such dispute, or it is about a table at which you hold no seat"


@dataclass(frozen=True, slots=True)
class Opened:
    """Rules D1 to D4: a player complains of a hand.

    Attributes:
        n, head: the newest event of the table, and the head there.
        reason: the hash of the text.
        players: by seat, who held it when play began.
        until: before which time this could be done, in milliseconds; None: the hand was played.
    """

    dispute: str
    table: str
    hand: int
    seat: Seat
    player: str
    n: int
    head: str
    reason: str
    receipts: tuple[Json, ...]
    players: tuple[str | None, ...]
    until: int | None


@dataclass(frozen=True, slots=True)
class Looked:
    """Rule D6: somebody looks at what is hidden, up to event `n` of the table."""

    dispute: str
    table: str
    what: str
    seat: int | None
    n: int
    hand: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """The dispute was ruled.

    Attributes:
        n, head: the event of the table up to which it was ruled, and the head there.
        reason: the hash of the text.
        outcome: the table's outcome as corrected; None where nothing is, or the table says it.
        where: number of the table's own event of it; None for a ruling after the close.
    """

    dispute: str
    table: str
    hand: int
    n: int
    head: str
    verdict: str
    remedy: str
    points: tuple[int, ...]
    reason: str
    outcome: Json | None
    where: int | None


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Rule D5: who opened the dispute took it back."""

    dispute: str
    table: str


EVENTS: Final[dict[str, type[Any]]] = {
    OPENED: Opened,
    LOOKED: Looked,
    RULED: Ruled,
    WITHDRAWN: Withdrawn,
}


class Look(NamedTuple):
    """An auditor's look at what is hidden: at what, and up to which event of the table."""

    by: str
    at: int
    what: str
    seat: int | None
    n: int


class Ruling(NamedTuple):
    """What an auditor decided: `outcome` and `where` as in `Ruled`.

    Attributes:
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


@dataclass(frozen=True, slots=True)
class Docket:
    """The disputes about a table by id, oldest first; `n` and `at` as of the newest event."""

    stream: str
    n: int = 0
    at: int = 0
    disputes: Mapping[str, Dispute] = field(default_factory=dict)

    @property
    def table(self) -> str:
        """Return the table that they are about."""
        return "t" + self.stream[1:]

    def find(self, dispute_id: str) -> Dispute:
        """Return a dispute of this table."""
        if dispute_id not in self.disputes:
            raise UnknownDispute(dispute_id)
        return self.disputes[dispute_id]

    def newest(self) -> Dispute:
        """Return the dispute that the newest event is about."""
        return next(one for one in self.disputes.values() if one.n == self.n)

    def after_close(self) -> list[Dispute]:
        """Return the disputes that were ruled after the close, in the order of their rulings."""
        ruled = [one for one in self.disputes.values() if one.ruling and one.ruling.where is None]
        return sorted(ruled, key=_ruled_at)


def _ruled_at(dispute: Dispute) -> int:
    """Return the number of the event with which a dispute was ruled."""
    assert dispute.ruling is not None
    return dispute.ruling.n or 0


def evolve_docket(docket: Docket, facts: Iterable[Fact]) -> Docket:
    """Return the disputes after what has happened."""
    disputes, n, at = dict(docket.disputes), docket.n, docket.at
    for fact in facts:
        assert fact.n == n + 1, f"event {fact.n} after {n}"
        before = disputes.get(fact.event.dispute)
        changed = CHANGES[type(fact.event)](before, fact, fact.event)
        disputes[changed.id] = replace(changed, n=fact.n)
        n, at = fact.n, fact.at
    return Docket(docket.stream, n, at, disputes)


def _new_dispute(before: Dispute | None, fact: Fact, event: Opened) -> Dispute:
    """Return a dispute as it begins."""
    return Dispute(
        event.dispute, event.table, event.hand, event.seat, event.player, fact.at, event.n,
        event.head, event.reason, event.receipts, event.players, fact.n,
    )  # fmt: skip


def _with_look(before: Dispute | None, fact: Fact, event: Looked) -> Dispute:
    """Return a dispute with one more look."""
    assert before is not None
    look = Look(fact.by, fact.at, event.what, event.seat, event.n)
    return replace(before, looks=(*before.looks, look))


def _with_ruling(before: Dispute | None, fact: Fact, event: Ruled) -> Dispute:
    """Return a dispute with its ruling."""
    assert before is not None
    return replace(before, ruling=_ruling_from_event(fact, event))


def _ruling_from_event(fact: Fact, event: Ruled) -> Ruling:
    """Return the ruling that an event of the stream tells of."""
    outcome, own = None, event.outcome
    if own is not None:
        outcome = Outcome(tuple(own["places"]), tuple(own["scores"]), own["why"])
    return Ruling(
        fact.by, fact.at, event.verdict, event.remedy, event.points, event.reason, outcome,
        event.where, fact.n,
    )  # fmt: skip


def _withdrawn_dispute(before: Dispute | None, fact: Fact, event: Withdrawn) -> Dispute:
    """Return a dispute that was taken back."""
    assert before is not None
    return replace(before, withdrawn_at=fact.at)


CHANGES: Final[dict[type[Any], Callable[[Dispute | None, Fact, Any], Dispute]]] = {
    Opened: _new_dispute,
    Looked: _with_look,
    Ruled: _with_ruling,
    Withdrawn: _withdrawn_dispute,
}


def outcome_to_json(outcome: Outcome) -> Json:
    """Return an outcome as JSON values."""
    return {
        "places": list(outcome.places), "scores": list(outcome.scores), "why": outcome.why,
    }  # fmt: skip
