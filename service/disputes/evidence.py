"""What there is to know about a disputed hand; an auditor's look is recorded before it is shown."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict, cast

from flask import Blueprint, Response

from events.cached_streams import CachedStream
from events.disputes.docket import Disputes
from events.disputes.names import dispute_stream_id
from events.disputes.rules import LookAtHidden
from events.disputes.rulings import log_file, since_close
from events.record import logfile
from events.record.codec import StoredEvent
from events.record.receipts import Receipt
from events.verify.log import verify_log
from events.verify.report import VerifiedLog
from games.core.contract import Seat
from games.table import Table
from games.table.view import public_table_facts
from projections.disputes.evidence import EvidenceBundle, HandSlice, Reading, evidence_bundle
from projections.history.tree import Proof
from projections.tables.replay import NoSuchEvent, NoSuchSeat, replay_at_event
from projections.tables.views import TableFacts, event_for_seat, laid_open, table_for
from service.disputes.access import (
    DisputeAccess,
    DisputeFacts,
    access_to,
    require_auditor,
    visible_dispute_facts,
    with_later_rulings,
)
from service.limits.admission import queue_reads
from service.limits.verifiers import app_verifiers
from service.wire.connections import connections
from service.wire.languages import language_headers, requested_catalogue
from service.wire.log_files import log_answer, log_lines
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import PRIVATE, json_response

blueprint = Blueprint("evidence", __name__, url_prefix="/v1/disputes/<dispute_id>")
SMALL = 400  # events of a log that this process verifies itself; a bigger one takes one of its own


class DisputeStream(TypedDict):
    """The stream of all disputes about the table.

    Hash its events on from SHA-256("fairdeal/log/1" + stream) as those of a log; the head after the
    event that the leaf of `proof` names is in the signed tree.
    """

    stream: Annotated[str, "Id of the stream."]
    events: Annotated[list[str], "Each event as its exact bytes."]
    proof: Annotated[
        Proof | None,
        "Proof that the newest ruling is in the signed tree; null: no ruling, or not there yet.",
    ]


class Evidence(EvidenceBundle):
    """All that the reader may know about a disputed hand."""

    dispute: DisputeFacts
    seat: Annotated[int | None, "As which seat it is read; null: as an auditor or a spectator."]
    table: TableFacts
    signed: Receipt
    proof: Annotated[
        Proof | None,
        "Proof that the table's end is in the signed tree; null: not closed, or not there yet.",
    ]
    disputes: DisputeStream
    report: Annotated[
        VerifiedLog | None,
        "The verifier's report on the whole log; null for players until the table is opened.",
    ]


@blueprint.get("/evidence")
@queue_reads
def evidence(dispute_id: str) -> Response:
    """Show the evidence."""
    access = access_to(dispute_id)
    if access.is_party:
        held, seat = table_for(connections().tables, access.held.table.id, access.caller.id)
        return _evidence_response(
            access, held, seat, lambda event: event_for_seat(held.table, event, seat)
        )
    require_auditor(access.caller, access.held.table)
    _record_look(access, "evidence", None, access.held.table.n)
    return _evidence_response(access_to(dispute_id), access.held, None, laid_open, to_auditor=True)


def _evidence_response(
    access: DisputeAccess,
    held: CachedStream[Table],
    seat: Seat | None,
    reading: Reading,
    *,
    to_auditor: bool = False,
) -> Response:
    """Return the bundle; there is a report only where all of the log is open to its reader."""
    own, table, dispute = connections(), held.table, access.dispute
    events = own.store.read(table.id, 0, table.n)
    part, keys = HandSlice(table, events, dispute.hand), own.signing.keys.public
    is_whole = to_auditor or table.is_bare()
    facts_now: TableFacts = {**public_table_facts(table), "head": held.head.hex()}
    signer = own.signing.signer_for(table.id, table.n, held.head)
    found: Evidence = {
        "dispute": visible_dispute_facts(dispute, access.caller),
        "seat": seat,
        "table": with_later_rulings(facts_now, since_close(own.store, held)),
        "signed": signer.receipt(table.id, table.n, held.head, table.at, own.signing.durability),
        "proof": own.signing.tree.proof(own.signing.keys, table.id),
        "disputes": _dispute_stream(table.id),
        "report": _verifier_report(table, events, dispute.receipts) if is_whole else None,
        **evidence_bundle(part, part.log(reading), dispute.receipts, keys),
    }
    return json_response(found, headers=PRIVATE)


def _record_look(access: DisputeAccess, what: str, seat: int | None, n: int) -> None:
    """Write down an auditor's look at what is hidden; without that nothing is shown."""
    by, own = f"player:{access.caller.id}", access.dispute
    command = LookAtHidden(access.held.table, own.id, what, seat, n)
    Disputes(connections().store).record_look(by, command)


def _dispute_stream(table_id: str) -> DisputeStream:
    """Return the stream of a table's disputes as exact bytes, and the proof of its last ruling."""
    own, stream = connections(), dispute_stream_id(table_id)
    events = own.store.read(stream)
    proof = own.signing.tree.proof(own.signing.keys, stream)
    return {"stream": stream, "events": [event.e.decode() for event in events], "proof": proof}


def _verifier_report(
    table: Table, events: Sequence[StoredEvent], receipts: Sequence[Mapping[str, Any]]
) -> VerifiedLog:
    """Return what the verifier says of the whole log."""
    own = connections()
    # Nobody sees the file. First: whatever is rotated meanwhile, its public half is in the keys.
    signer = own.signing.keys.signer
    keys = own.signing.keys.public
    with app_verifiers().spool.folder() as folder:
        path = folder / "log"
        logfile.write_log_file(path, table.id, events, max(own.store.now(), table.at), signer)
        if len(events) > SMALL:
            found = app_verifiers().report_of(path, keys, receipts, app_verifiers().for_evidence)
            return cast(VerifiedLog, found)
        return verify_log(path, keys, receipts).as_json()


@blueprint.get("/log")
@queue_reads
def log_of_disputes(dispute_id: str) -> Response:
    """Download the log of all disputes about its table."""
    access, own = access_to(dispute_id), connections()
    if access.is_party:
        table_for(own.tables, access.held.table.id, access.caller.id)  # not to who has left
    else:
        require_auditor(access.caller, access.held.table)
    stream = dispute_stream_id(access.held.table.id)
    text = log_file(own.store, stream, own.signing.signer_for)
    name = f'attachment; filename="{stream}.jsonl"'
    headers = {**PRIVATE, "Content-Disposition": name}
    return Response(text, mimetype="application/jsonl", headers=headers)


@blueprint.get("/table/log")
@queue_reads
def log_of_table(dispute_id: str) -> Response:
    """Download the whole log file of its table."""
    access = access_to(dispute_id)
    table, own = access.held.table, connections()
    require_auditor(access.caller, table)
    _record_look(access, "log", None, table.n)
    events = own.store.read(table.id, 0, table.n)
    return log_answer(table.id, log_lines(own, table.id, events, table.at))


@blueprint.get("/replay")
@takes_parameters("at", "seat")
@queue_reads
def replay(dispute_id: str) -> Response:
    """Show any seat's view as it was."""
    access = access_to(dispute_id)
    table = access.held.table
    require_auditor(access.caller, table)
    n, seat = (
        integer_parameter("at", table.n, 10**9),
        integer_parameter("seat", access.dispute.seat, 10**9),
    )
    if seat >= table.seats:
        raise NoSuchSeat(table.seats)
    if not 1 <= n <= table.n:
        raise NoSuchEvent(table.n)
    _record_look(access, "replay", seat, n)
    own = connections()
    events = own.store.read(table.id, 0, table.n)
    catalogue, names = requested_catalogue(table.game), own.players.cached_names
    moments = replay_at_event(table, events, n, Seat(seat), names=names, catalogue=catalogue)
    return json_response(moments, headers={**PRIVATE, **language_headers(catalogue)})
