"""Rulings: of the table while it is open, of the stream of its disputes after it has closed.

The table's own event comes first; the stream's event that points at it follows, and whoever sees
that it is missing writes it: a repeat of the request, or the follower.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import orjson

from events.cached_streams import CachedStream, CommandResult, Tables
from events.disputes.docket import Disputes
from events.disputes.names import subject_of
from events.disputes.rules import require_open
from events.disputes.state import TABLE_RULED, Dispute, Docket, Ruling
from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent, decode_event
from events.record.logfile import log_file_lines
from events.record.receipts import SignerFor
from events.store.streams import IdempotencyKey, Store
from games.core.contract import Illegal
from games.table import Fact, Rule, Table, refusals
from games.table.endings import OutcomeFacts, outcome_facts
from games.table.view import RulingFacts, ruling_facts


class LoggedRuling(NamedTuple):
    """A ruling in the log of a table, and the head after it."""

    fact: Fact
    head: str

    @property
    def dispute(self) -> str:
        """Return the dispute that it rules."""
        dispute: str = self.fact.event.dispute
        return dispute


def _logged_rulings(events: Iterable[StoredEvent]) -> list[LoggedRuling]:
    """Return the rulings in the log of a table."""
    rulings = (event for event in events if orjson.loads(event.e)["type"] == TABLE_RULED)
    return [LoggedRuling(decode_event(event), event.h.hex()) for event in rulings]


def issue_ruling(
    tables: Tables, by: str, wanted: Rule, table_id: str, once: IdempotencyKey | None
) -> CommandResult[Docket]:
    """Let the table judge a ruling while it is open, else correct its outcome.

    Raises:
        Illegal, BadValue: a rule says no; nothing was written.
    """
    disputes = Disputes(tables.store)
    dispute = disputes.find(wanted.dispute)
    if (known := disputes.find_answer(table_id, once)) is not None:
        return known
    if dispute.status == "withdrawn":
        require_open(dispute, "T15")
    try:
        answer = handle(tables, CommandRequest(table_id, by, wanted, once))
    except Illegal as illegal:
        if illegal.code == refusals.CLOSED.code:
            return disputes.rule_after_close(tables.current(table_id), by, wanted, once)
        if illegal.code == refusals.RULED.code:
            note_all(tables.store, table_id)
        raise
    (ruling,) = _logged_rulings(tables.store.read(table_id, answer.first - 1, answer.last))
    return _copy_table_ruling(disputes, table_id, ruling, once)._replace(replayed=answer.replayed)


def _copy_table_ruling(
    disputes: Disputes, table_id: str, ruling: LoggedRuling, once: IdempotencyKey | None = None
) -> CommandResult[Docket]:
    """Write into the stream of disputes what the table's own event says, unless it is there."""
    return disputes.note(table_id, ruling.fact, ruling.head, once)


def note_all(store: Store, table_id: str) -> None:
    """Write down every ruling of a table that the stream of its disputes lacks."""
    disputes, rulings = Disputes(store), _logged_rulings(store.read(table_id))
    known = disputes.docket_of(table_id).disputes if rulings else {}
    for ruling in rulings:
        dispute = known.get(ruling.dispute)
        if dispute is not None and dispute.ruling is None:  # a no-op would fetch what is archived
            _copy_table_ruling(disputes, table_id, ruling)


def log_file(store: Store, stream: str, signer: SignerFor) -> bytes | None:
    """Return the signed log file of a table's disputes, with all rulings; None without disputes.

    It is dated before it is read, so that no ruling made later seems to be missing.
    """
    now = store.now()
    note_all(store, subject_of(stream))
    events = store.read(stream)
    if not events:
        return None
    last: int = orjson.loads(events[-1].e)["at"]
    own = signer(stream, events[-1].n, events[-1].h)
    return b"".join(log_file_lines(stream, events, max(now, last), own))


def with_table_ruling(store: Store, dispute: Dispute, table: Table) -> Dispute:
    """Return a dispute as it stands: ruled as soon as its table has the ruling."""
    if dispute.ruling is not None or all(one.dispute != dispute.id for one in table.rulings):
        return dispute
    (logged,) = (one for one in _logged_rulings(store.read(table.id)) if one.dispute == dispute.id)
    fact, event = logged.fact, logged.fact.event
    ruling = Ruling(
        fact.by, fact.at, event.verdict, event.remedy, event.points, event.reason, None, fact.n,
        None,
    )  # fmt: skip
    return replace(dispute, ruling=ruling)


class ResultCorrection(NamedTuple):
    """What rulings have made of a table's result since it closed."""

    rulings: list[RulingFacts]
    corrected: OutcomeFacts | None


def since_close(store: Store, held: CachedStream[Table]) -> ResultCorrection:
    """Return the rulings made since a table closed, and its outcome as they correct it."""
    rulings: list[RulingFacts] = []
    if held.table.phase != "closed":
        return ResultCorrection(rulings, None)
    outcome = None
    for one in Disputes(store).docket_of(held.table.id).after_close():
        own = one.ruling
        assert own is not None
        rulings.append(ruling_facts(one.rule()))
        outcome = own.outcome or outcome
    return ResultCorrection(rulings, outcome_facts(outcome))
