"""What there is to know about a disputed hand; an auditor's look is recorded before it is shown."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flask import Blueprint, Response

from events import logfile
from events.codec import Stored
from events.disputes import Disputes
from events.verify import verify
from games.core.contract import Seat
from games.table import Table
from games.table.view import facts
from projections.evidence import Slice, judged
from projections.replay import replayed
from projections.views import laid_open, look, readable
from service.errors import Problem
from service.hearing import Hearing, heard, require_auditor, shown
from service.parts import parts
from service.requests import PRIVATE, answer, whole

blueprint = Blueprint("evidence", __name__, url_prefix="/v1/disputes/<dispute_id>")
SMALL = 400  # events of a log that this process verifies itself; a bigger one takes one of its own
Json = dict[str, Any]


@blueprint.get("/evidence")
def evidence(dispute_id: str) -> Response:
    """Return the evidence, to a player as far as they may know it, to an auditor all of it."""
    hearing = heard(dispute_id)
    if hearing.is_party:
        held, seat = look(parts().tables, hearing.held.table.id, hearing.asker.id)
        events = parts().store.read(held.table.id, 0, held.table.n)
        own = Slice(held.table, events, hearing.dispute.hand)
        log = own.log(lambda event: readable(held.table, event, seat))
        return bundle(hearing, own, log, seat, whole_log=held.table.is_bare())
    table = hearing.held.table
    require_auditor(hearing.asker, table)
    looked(hearing, "evidence", None, table.n)
    events = parts().store.read(table.id, 0, table.n)
    own = Slice(table, events, hearing.dispute.hand)
    return bundle(heard(dispute_id), own, own.log(laid_open), None, whole_log=True)


def looked(hearing: Hearing, what: str, seat: int | None, n: int) -> None:
    """Write down an auditor's look at what is hidden; without that nothing is shown."""
    by, own = f"player:{hearing.asker.id}", hearing.dispute
    Disputes(parts().store, own.table).look(own.id, by, what, seat, n)


def bundle(
    hearing: Hearing, own: Slice, log: Json, seat: Seat | None, *, whole_log: bool
) -> Response:
    """Return the bundle; only of a whole log that is open to the reader there is a report."""
    table, events, receipts = own.table, own.all, hearing.dispute.receipts
    made, keys = parts(), [parts().signer.public]
    newest = events[-1]
    signed = made.signer.receipt(table.id, newest.n, newest.h, table.at, made.durability)
    shown_facts = facts(table)
    del shown_facts["choices"], shown_facts["play"]
    return answer(
        {
            "dispute": shown(hearing.dispute),
            "seat": seat,
            "table": shown_facts,
            "log": log,
            "signed": signed,
            "receipts": [{"receipt": one, **judged(one, table, events, keys)} for one in receipts],
            "report": report(table, events, receipts) if whole_log else None,
            "clock": own.clock(),
            "knowledge": own.knowledge(),
        },
        headers=PRIVATE,
    )


def report(table: Table, events: Sequence[Stored], receipts: Sequence[Json]) -> Json:
    """Return what the verifier says of the whole log."""
    own = parts()
    keys = [own.signer.public]
    with tempfile.TemporaryDirectory(prefix="fairdeal-evidence-") as folder:
        path = Path(folder) / "log"
        logfile.write(path, table.id, events, max(own.store.now(), table.at), own.signer)
        if len(events) > SMALL:
            return own.verifiers.report_of(path, keys, receipts)
        return verify(path, keys, receipts).as_json()


@blueprint.get("/replay")
def replay(dispute_id: str) -> Response:
    """Return any seat's view as it was after a command, to an auditor, whose look is recorded."""
    hearing = heard(dispute_id)
    table = hearing.held.table
    require_auditor(hearing.asker, table)
    n, seat = whole("at", table.n, 10**9), whole("seat", hearing.dispute.seat, 10**9)
    if seat >= table.seats:
        raise Problem(404, "table/no_such_seat", f"The table has seats 0 to {table.seats - 1}")
    if not 1 <= n <= table.n:
        raise Problem(404, "table/no_such_event", f"The table has events 1 to {table.n}")
    looked(hearing, "replay", seat, n)
    events = parts().store.read(table.id, 0, table.n)
    return answer(replayed(table, events, n, Seat(seat)), headers=PRIVATE)
