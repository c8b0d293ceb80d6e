"""Rules D1 to D6 of docs/reference/disputes.md, and rulings after the close.

Pure: what a command needs of its table stands in it. Whatever is said of a table holds for ever
once it is true, but for who is seated, the rulings, and the close: of those the newest are given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from events.disputes import refusals
from events.disputes.news import NEWS_TYPES, dispute_news
from events.disputes.state import (
    EVENTS,
    Dispute,
    Docket,
    Json,
    Looked,
    Opened,
    Ruled,
    Withdrawn,
    evolve_docket,
    outcome_to_json,
)
from events.record.decider import Decider
from games.core.contract import Seat
from games.table import Draft, Rule, Table, corrected_outcome, require_impartial
from games.table.events import Ruled as RuledByTable

MOST = 10  # disputes of a hand by one seat: who reads a closed table reads all of them


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """Rules D1 to D4: complain of a hand.

    Attributes:
        table, head: the table as it is now, and the head there, in hex.
        reason: the hash of the text.
        until: when the time for it is up, in milliseconds; None: it has not begun to run.
    """

    table: Table
    head: str
    player: str
    hand: int
    reason: str
    receipts: Sequence[Json]
    until: int | None


@dataclass(frozen=True, slots=True)
class WithdrawDispute:
    """Rule D5: take a dispute back; `table` is its table as it is now."""

    table: Table
    dispute: str
    player: str


@dataclass(frozen=True, slots=True)
class LookAtHidden:
    """Rule D6: look at what is hidden, up to event `n` of the table; `what` says at what.

    `table` is its table as it is now.
    """

    table: Table
    dispute: str
    what: str
    seat: int | None
    n: int


@dataclass(frozen=True, slots=True)
class NoteRuling:
    """Write down what event `n` of the table said, after which its head (hex) is `head`."""

    ruling: RuledByTable
    n: int
    head: str


@dataclass(frozen=True, slots=True)
class RuleAfterClose:
    """Rule T19: correct the outcome of a closed table; its head (hex) is `head`."""

    table: Table
    head: str
    ruling: Rule


DisputeCommand = OpenDispute | WithdrawDispute | LookAtHidden | NoteRuling | RuleAfterClose

COMMANDS: Final[dict[type[Any], str]] = {
    OpenDispute: "dispute.open",
    LookAtHidden: "dispute.look",
    WithdrawDispute: "dispute.withdraw",
    NoteRuling: "dispute.rule",
    RuleAfterClose: "dispute.rule",
}


def _decide_docket(docket: Docket, by: str, command: DisputeCommand, now: int) -> list[Draft]:
    """Return what a command makes happen, or raise Illegal."""
    match command:
        case OpenDispute():
            return [Draft(_open_dispute(docket, command, now))]
        case WithdrawDispute():
            return [Draft(_withdraw_dispute(docket, command))]
        case LookAtHidden():
            return [Draft(_look_at_hidden(docket, by, command))]
        case NoteRuling():
            return [Draft(event) for event in _note_table_ruling(docket, command)]
        case RuleAfterClose():
            return [Draft(_rule_after_close(docket, by, command))]


def _open_dispute(docket: Docket, own: OpenDispute, now: int) -> Opened:
    """Rules D1 to D4: return the dispute that a player opens."""
    table = own.table
    seat = require_party(table, own.player)
    require_hand(table, own.hand)
    _require_released(table)
    _require_time(own.until, now)
    _require_few(docket, seat, own.hand)
    return Opened(
        dispute=f"{docket.stream}.{len(docket.disputes) + 1}",
        table=table.id,
        hand=own.hand,
        seat=seat,
        player=own.player,
        n=table.n,
        head=own.head,
        reason=own.reason,
        receipts=tuple(own.receipts),
        players=table.former,
        until=own.until,
    )


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


def _require_released(table: Table) -> None:
    """Rule D3: a hand of a tournament's table is not disputed before the table closes."""
    if table.terms.tournament is not None and table.phase != "closed":
        raise refusals.TOO_EARLY()


def _require_time(until: int | None, now: int) -> None:
    """Rule D3: a hand that was played to its end is disputed for a time."""
    if until is not None and now >= until:
        raise refusals.TOO_LATE()


def _require_few(docket: Docket, seat: Seat, hand: int) -> None:
    """Rule D4: a seat has one open dispute of a hand, and opens only so many."""
    own = [one for one in docket.disputes.values() if (one.seat, one.hand) == (seat, hand)]
    for one in own:
        if one.status == "open":
            raise refusals.ALREADY_OPEN(one.id.rpartition(".")[2])
    if len(own) >= MOST:
        raise refusals.TOO_MANY(MOST)


def _withdraw_dispute(docket: Docket, own: WithdrawDispute) -> Withdrawn:
    """Rule D5: who opened a dispute may take it back until it is ruled."""
    dispute = docket.find(own.dispute)
    if dispute.player != own.player:
        raise refusals.NOT_YOURS()
    require_open(dispute, "D5")
    _require_unruled(own.table, own.dispute, "D5")
    return Withdrawn(own.dispute, docket.table)


def require_open(dispute: Dispute, rule: str) -> None:
    """Refuse what is possible only while a dispute is open."""
    if dispute.status == "ruled":
        raise refusals.RULED.under(rule)()
    if dispute.status == "withdrawn":
        raise refusals.WITHDRAWN.under(rule)()


def _require_unruled(table: Table, dispute_id: str, rule: str) -> None:
    """Refuse what is possible only before the table has a ruling of a dispute."""
    if any(one.dispute == dispute_id for one in table.rulings):
        raise refusals.RULED.under(rule)()


def _look_at_hidden(docket: Docket, by: str, own: LookAtHidden) -> Looked:
    """Rule D6: return what is written before anything hidden is shown; not to who plays there."""
    require_impartial(own.table, by)
    hand = docket.find(own.dispute).hand
    return Looked(own.dispute, docket.table, own.what, own.seat, own.n, hand)


def _note_table_ruling(docket: Docket, own: NoteRuling) -> list[Ruled]:
    """Return what the table has ruled on a dispute that is here and is not ruled here yet."""
    dispute = docket.disputes.get(own.ruling.dispute)
    if dispute is None or dispute.ruling is not None:
        return []
    ruling = own.ruling
    return [
        Ruled(
            dispute.id, docket.table, dispute.hand, own.n, own.head, ruling.verdict, ruling.remedy,
            ruling.points, ruling.reason, None, own.n,
        )
    ]  # fmt: skip


def _rule_after_close(docket: Docket, by: str, own: RuleAfterClose) -> Ruled:
    """Rule T19: return a ruling with the outcome that it and those before it leave."""
    table, ruling = own.table, own.ruling
    dispute = docket.find(ruling.dispute)
    require_impartial(table, by)
    require_open(dispute, "T15")
    _require_unruled(table, dispute.id, "T15")
    earlier = [one.rule() for one in docket.after_close()]
    outcome = corrected_outcome(table, [*earlier, ruling])
    return Ruled(
        dispute.id, docket.table, dispute.hand, table.n, own.head, ruling.verdict, ruling.remedy,
        ruling.points, ruling.reason,
        None if ruling.remedy == "none" else outcome_to_json(outcome), None,
    )  # fmt: skip


DISPUTES_DECIDER: Final[Decider[Docket, DisputeCommand]] = Decider(
    "disputes",
    EVENTS,
    COMMANDS,
    Docket,
    _decide_docket,
    evolve_docket,
    news=dispute_news,
    news_types=NEWS_TYPES,
)
