"""Rulings: of the table while it is open, of the stream of its disputes after it has closed.

The table's own event comes first; the stream's event that points at it follows, and whoever sees
that it is missing writes it: a repeat of the request, or the follower.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import orjson

from events.disputes.docket import (
    RULED,
    Dispute,
    Disputes,
    Recorded,
    Ruling,
    require_open,
    require_unruled,
)
from events.handle import Held, Request, Tables, handle
from events.plain import Happening, Json
from events.record.codec import Stored
from events.store.streams import Once, Store
from games.core.contract import Illegal, Outcome
from games.table import Rule, Table, corrected, refusals, require_impartial
from games.table.view import RulingFacts, ruling_facts

TABLE_RULED = "table.ruled.v1"


class Said(NamedTuple):
    """A ruling in the log of a table: the event's public part, and the head after it."""

    event: Json
    head: str

    @property
    def dispute(self) -> str:
        """Return the dispute that it rules."""
        found: str = self.event["data"]["dispute"]
        return found


def said_in(events: Iterable[Stored]) -> list[Said]:
    """Return the rulings in the log of a table."""
    rows = ((orjson.loads(event.e), event.h.hex()) for event in events)
    return [Said(public, head) for public, head in rows if public["type"] == TABLE_RULED]


def rule(tables: Tables, by: str, wanted: Rule, table_id: str, once: Once | None) -> Recorded:
    """Let the table judge a ruling while it is open, else correct its outcome.

    Raises:
        Illegal, BadValue: a rule says no; nothing was written.
    """
    own = Disputes(tables.store, table_id)
    if (known := own.plain.known(once)) is not None:
        return Recorded(known, True)
    if own.docket.find(wanted.dispute).status == "withdrawn":
        require_open(own.docket.find(wanted.dispute), "T15")
    try:
        answer = handle(tables, Request(table_id, by, wanted, once))
    except Illegal as illegal:
        if illegal.code == refusals.CLOSED.code:
            return after_close(tables, own, by, wanted, once)
        if illegal.code == refusals.RULED.code:
            note_all(tables.store, table_id)
        raise
    (said,) = said_in(tables.store.read(table_id, answer.first - 1, answer.last))
    return note(own, said, once)._replace(replayed=answer.replayed)


def note(own: Disputes, said: Said, once: Once | None = None) -> Recorded:
    """Write into the stream of disputes what the table's own event says, unless it is there."""

    def decide() -> Happening | None:
        dispute = own.docket.disputes.get(said.dispute)
        if dispute is None or dispute.ruling is not None:
            return None
        event = said.event
        data = {**event["data"], "outcome": None, "where": event["n"]}
        return happening(own, dispute, event["by"], event["n"], said.head, data)

    recorded = own.record(decide, once)
    dispute = own.docket.disputes.get(said.dispute)
    ruling = None if dispute is None else dispute.ruling
    return recorded if ruling is None or ruling.n is None else Recorded(ruling.n, recorded.replayed)


def happening(own: Disputes, dispute: Dispute, by: str, n: int, head: str, data: Json) -> Happening:
    """Return the ruling of a dispute as an event of the stream; the table was at event n."""
    fields = ("verdict", "remedy", "points", "reason", "outcome", "where")
    data = {
        "dispute": dispute.id, "table": own.docket.table, "hand": dispute.hand, "n": n,
        "head": head, **{name: data[name] for name in fields},
    }  # fmt: skip
    return Happening(RULED, by, "dispute.rule", data)


def note_all(store: Store, table_id: str) -> None:
    """Write down every ruling of a table that the stream of its disputes lacks."""
    for said in said_in(store.read(table_id)):
        note(Disputes(store, table_id), said)


def after_close(
    tables: Tables, own: Disputes, by: str, wanted: Rule, once: Once | None
) -> Recorded:
    """Rule T19: correct the outcome of a closed table, after the rulings made since it closed."""
    held = tables.current(own.docket.table)

    def decide() -> Happening:
        dispute = own.docket.find(wanted.dispute)
        require_impartial(held.table, by)
        require_open(dispute, "T15")
        require_unruled(held.table, dispute.id, "T15")
        earlier = [one.rule() for one in own.docket.after_close()]
        outcome = corrected(held.table, [*earlier, wanted])
        changed = wanted.remedy != "none"
        data = {
            "verdict": wanted.verdict, "remedy": wanted.remedy, "points": list(wanted.points),
            "reason": wanted.reason, "where": None,
            "outcome": as_json(outcome) if changed else None,
        }  # fmt: skip
        return happening(own, dispute, by, held.table.n, held.head.hex(), data)

    return own.record(decide, once)


def as_json(outcome: Outcome) -> Json:
    """Return an outcome as JSON values."""
    return {
        "places": list(outcome.places), "scores": list(outcome.scores), "why": outcome.why,
    }  # fmt: skip


def settled(store: Store, dispute: Dispute, table: Table) -> Dispute:
    """Return a dispute as it stands: ruled as soon as its table has the ruling."""
    if dispute.ruling is not None or all(one.dispute != dispute.id for one in table.rulings):
        return dispute
    (said,) = (one for one in said_in(store.read(table.id)) if one.dispute == dispute.id)
    event, data = said.event, said.event["data"]
    ruling = Ruling(
        event["by"], event["at"], data["verdict"], data["remedy"], tuple(data["points"]),
        data["reason"], None, event["n"], None,
    )  # fmt: skip
    return replace(dispute, ruling=ruling)


class Since(NamedTuple):
    """What rulings have made of a table's result since it closed."""

    rulings: list[RulingFacts]
    corrected: Json | None


def since_close(store: Store, held: Held[Table]) -> Since:
    """Return the rulings made since a table closed, and its outcome as they correct it."""
    rulings: list[RulingFacts] = []
    if held.table.phase != "closed":
        return Since(rulings, None)
    outcome = None
    for one in Disputes(store, held.table.id).docket.after_close():
        own = one.ruling
        assert own is not None
        rulings.append(ruling_facts(one.rule()))
        outcome = own.outcome or outcome
    return Since(rulings, None if outcome is None else as_json(outcome))
