"""Who may hear a dispute: the players of its table as far as they may know, and auditors."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any, NamedTuple, TypedDict, TypeVar, cast

from events.accounts.players import Player
from events.accounts.texts import TextStore
from events.cached_streams import CachedStream, UnknownTable
from events.disputes import refusals
from events.disputes.docket import Disputes
from events.disputes.names import dispute_stream_id, disputed_table_id
from events.disputes.rules import seat_in
from events.disputes.rulings import ResultCorrection, with_table_ruling
from events.disputes.state import STATUSES, WHATS, Dispute, UnknownDispute
from events.record.chain import Head
from events.store.streams import KeyReused
from games.core.contract import Illegal, Seat
from games.core.type_hints.records import Component, any_word_of
from games.core.type_hints.values import BadValue
from games.table import Table, require_impartial
from games.table.endings import OutcomeFacts, outcome_facts
from games.table.view import CommonFacts, Points, Remedy, Verdict
from projections.tables.views import seen_late
from service.wire.connections import connections
from service.wire.requests import require_player
from service.wire.scopes import refuse_withheld_role

AUDITORS = ("auditor", "admin")
Json = dict[str, Any]


class DisputeAccess(NamedTuple):
    """A dispute that somebody may hear, and its table as the log has it now."""

    caller: Player
    dispute: Dispute
    held: CachedStream[Table]

    @property
    def is_party(self) -> bool:
        """Say whether the caller plays or has played at the table."""
        return seat_in(self.held.table, self.caller.id) is not None


def access_to(dispute_id: str) -> DisputeAccess:
    """Return a dispute that the caller may hear.

    Raises:
        UnknownDispute: there is none, or it is not the caller's to hear.
    """
    caller, own = require_player(), connections()
    table_id = disputed_table_id(dispute_id)
    try:
        held = own.tables.current(table_id)
    except UnknownTable:
        raise UnknownDispute(dispute_id) from None
    dispute = Disputes(own.store).find(dispute_id)
    access = DisputeAccess(caller, with_table_ruling(own.store, dispute, held.table), held)
    if not access.is_party and caller.role not in AUDITORS:
        refuse_withheld_role(caller, AUDITORS)
        raise UnknownDispute(dispute_id)
    if visible_dispute(dispute, caller) is None:
        raise UnknownDispute(dispute_id)
    return access


def require_auditor(caller: Player, table: Table) -> None:
    """Rules D6 and T15: refuse who is no auditor, and an auditor who plays or has played here."""
    if caller.role not in AUDITORS:
        refuse_withheld_role(caller, AUDITORS)
        raise refusals.NOT_AN_AUDITOR()
    require_impartial(table, f"player:{caller.id}")


Find = Callable[[str, str], str | None]  # (owner, hash) -> the text; None if it was erased


ReasonHash = Annotated[str, "What stands for the text in the event."]
Status = Annotated[str, any_word_of(*STATUSES)]


class LookFacts(TypedDict):
    """An auditor's look at what is hidden."""

    by: Annotated[str, "player:<id> of the auditor."]
    at: int
    what: Annotated[str, any_word_of(*WHATS)]
    seat: Annotated[int | None, "Whose view was replayed; null: everything was shown."]
    n: Annotated[int, "Up to which event of the table."]


class DisputeRuling(TypedDict):
    """What an auditor has ruled."""

    by: Annotated[str, "player:<id> of the auditor."]
    at: int
    verdict: Verdict
    remedy: Remedy
    points: Points
    reason: Annotated[str | None, "Why; null: the text was erased."]
    reason_hash: ReasonHash
    where: Annotated[
        int | None,
        "Number of the event in the table's log; null: it was ruled after the close.",
    ]
    corrected: Annotated[
        OutcomeFacts | None,
        "The outcome as corrected by this and earlier rulings after the close; null: as"
        " the table says.",
    ]


class DisputeFacts(TypedDict):
    """A dispute about a hand."""

    dispute: Annotated[str, "Id of the dispute."]
    table: Annotated[str, "Id of the table."]
    hand: int
    seat: Annotated[Seat, "Whose complaint it is."]
    player: Annotated[str, "The player who complains."]
    opened_at: int
    status: Status
    n: Annotated[int, "Number of the table's newest event when it was opened."]
    head: Head
    reason: Annotated[str | None, "The complaint; null: the text was erased."]
    reason_hash: ReasonHash
    receipts: Annotated[
        Sequence[Annotated[Mapping[str, Any], Component("Receipt")]],
        "The receipts that were handed in.",
    ]
    looks: Annotated[
        list[Annotated[Mapping[str, Any], Component("Look")]],
        "Every look of an auditor at what is hidden.",
    ]
    ruling: DisputeRuling | None
    withdrawn_at: int | None


def visible_dispute_facts(dispute: Dispute, caller: Player) -> DisputeFacts:
    """Return a dispute for those who may hear it; players who see the table late, as they do."""
    found = visible_dispute(dispute, caller)
    if found is None:
        raise UnknownDispute(dispute.id)
    return dispute_facts(found, TextStore(connections().store).find)


def visible_dispute(dispute: Dispute, caller: Player) -> Dispute | None:
    """Return as much of a dispute as a party or an auditor may hear of now; None: nothing."""
    late = late_to(caller, dispute.table)
    return dispute if late is None else _as_seen_late(dispute, late, caller.id)


def late_to(caller: Player, table_id: str) -> CachedStream[Table] | None:
    """Return a table as it was some events ago, to a player who sees no more of it; else None."""
    if caller.role in AUDITORS:
        return None
    return seen_late(connections().tables, table_id, caller.id)


def _as_seen_late(dispute: Dispute, late: CachedStream[Table], player_id: str) -> Dispute | None:
    """Return a dispute without what has happened since what is shown; None if that is all of it.

    Of what they did themselves players are told at once, but for numbers and heads of the table.
    """
    newest, at, is_own = late.table.n, late.table.at, dispute.player == player_id
    if dispute.seen > newest and not is_own:
        return None
    ruling, withdrawn_at = dispute.ruling, dispute.withdrawn_at
    if ruling is not None and ruling.where is not None and ruling.where > newest:
        ruling = None
    if withdrawn_at is not None and withdrawn_at > at and not is_own:
        withdrawn_at = None
    is_ahead = dispute.seen > newest
    return replace(
        dispute,
        seen=newest if is_ahead else dispute.seen,
        head=late.head.hex() if is_ahead else dispute.head,
        receipts=tuple(one for one in dispute.receipts if is_own or one["n"] <= newest),
        looks=tuple(look for look in dispute.looks if look.n <= newest and look.at <= at),
        ruling=ruling,
        withdrawn_at=withdrawn_at,
    )


def dispute_facts(dispute: Dispute, text: Find) -> DisputeFacts:
    """Return a dispute with its texts; one that was erased is null."""
    return {
        "dispute": dispute.id,
        "table": dispute.table,
        "hand": dispute.hand,
        "seat": dispute.seat,
        "player": dispute.player,
        "opened_at": dispute.at,
        "status": dispute.status,
        "n": dispute.seen,
        "head": dispute.head,
        "reason": text(dispute.player, dispute.reason),
        "reason_hash": dispute.reason,
        "receipts": dispute.receipts,
        "looks": [look._asdict() for look in dispute.looks],
        "ruling": _ruling_details(dispute, text),
        "withdrawn_at": dispute.withdrawn_at,
    }


def _ruling_details(dispute: Dispute, text: Find) -> DisputeRuling | None:
    """Return the ruling of a dispute."""
    own = dispute.ruling
    if own is None:
        return None
    return {
        "by": own.by,
        "at": own.at,
        "verdict": own.verdict,
        "remedy": own.remedy,
        "points": own.points,
        "reason": text(dispute_stream_id(dispute.table), own.reason),
        "reason_hash": own.reason,
        "where": own.where,
        "corrected": outcome_facts(own.outcome),
    }


@contextmanager
def erase_if_refused(texts: TextStore, owner: str, digest: str) -> Iterator[None]:
    """Erase a text again when what it was written for is refused."""
    try:
        yield
    except (Illegal, BadValue, KeyReused):  # after any other error it may have been recorded
        texts.drop(owner, digest)
        raise


Facts = TypeVar("Facts", bound=CommonFacts)


def with_later_rulings(view: Facts, since: ResultCorrection) -> Facts:
    """Return a view with what was ruled since the table closed."""
    if not since.rulings:
        return view
    rulings = [*view["rulings"], *since.rulings]
    return cast(Facts, {**view, "rulings": rulings, "corrected": since.corrected})
