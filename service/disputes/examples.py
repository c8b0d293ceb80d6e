"""Examples of disputes, made of a table that has been played."""

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from events.disputes.docket import HOUR
from events.disputes.names import dispute_stream_id
from events.disputes.rules import (
    DISPUTES_DECIDER,
    DisputeCommand,
    LookAtHidden,
    OpenDispute,
    RuleAfterClose,
)
from events.disputes.state import Docket
from events.record import logfile
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.receipts import PublicKey, Signer
from events.verify.log import verify_log
from events.verify.report import VerifiedLog
from games.table import Rule, Table
from games.table.view import public_table_facts
from projections.disputes.evidence import HandSlice, evidence_bundle
from projections.tables.views import laid_open
from service.disputes.access import DisputeFacts, dispute_facts
from service.disputes.disputes import COLUMNS
from service.settings import DISPUTE_HOURS
from service.wire.json_schema import Json

REASON = "Seat 1 played a card that it had buried."
ANSWER = "The log shows the card in its hand; the points of the last trick were counted twice."
TEXTS = {hashlib.sha256(text.encode()).hexdigest(): text for text in (REASON, ANSWER)}
COMPLAINT, RULING = TEXTS
AUDITOR = "player:p0d1f2a3b4c5d6e7f80"
EVENTS_IN_EXAMPLE = 1  # of the hand, of the way behind it, and of what is told of them


def _text_of_hash(owner: str, digest: str) -> str | None:
    """Return the text that a hash stands for."""
    return TEXTS.get(digest)


class ExampleDispute:
    """The stream of a table's disputes as it grows."""

    def __init__(self, table: Table, head: bytes, signer: Signer) -> None:
        self.table, self.table_head, self.signer = table, head.hex(), signer
        self.stream = dispute_stream_id(table.id)
        self.docket, self.head = Docket(self.stream), first_head(self.stream)
        self.log: list[StoredEvent] = []
        self.dispute = f"{self.stream}.1"

    def ask(self, by: str, command: DisputeCommand) -> Json:
        """Take in what a command makes happen; return the answer to who asked for it."""
        n = self.docket.n
        at = self.table.at + 60_000 * (n + 1)
        drafts = DISPUTES_DECIDER.decide(self.docket, by, command, at)
        new = unsealed_events(DISPUTES_DECIDER, n, at, by, command, drafts)
        (stored,), facts = encode_events(self.head, new)
        self.log.append(stored)
        self.docket, self.head = DISPUTES_DECIDER.evolve(self.docket, facts), stored.h
        receipt = self.signer.receipt(self.stream, stored.n, stored.h, at, "everysec")
        return {"receipt": receipt, "dispute": self.facts()}

    def facts(self) -> DisputeFacts:
        """Return the dispute."""
        return dispute_facts(self.docket.find(self.dispute), _text_of_hash)

    def open(self, receipt: Mapping[str, Any]) -> Json:
        """Open the dispute with a kept receipt; return the answer."""
        player = self.player
        until = self.table.at + DISPUTE_HOURS * HOUR
        own = OpenDispute(self.table, self.table_head, player, 1, COMPLAINT, [dict(receipt)], until)
        return self.ask(f"player:{player}", own)

    def rule(self, sent: Json) -> Json:
        """Rule the dispute after the close; return the answer."""
        points = tuple(sent["points"])
        wanted = Rule(self.dispute, 1, sent["verdict"], sent["remedy"], points, RULING)
        return self.ask(AUDITOR, RuleAfterClose(self.table, self.table_head, wanted))

    @property
    def player(self) -> str:
        """Who complains."""
        player = self.table.former[0]
        assert player is not None
        return player


def _dispute_row(dispute: DisputeFacts) -> Json:
    """Return a dispute as lists show it."""
    row, ruling = dict(dispute), dispute["ruling"]
    verdict = {"verdict": ruling and ruling["verdict"], "remedy": ruling and ruling["remedy"]}
    return {name: {**row, **verdict}[name] for name in COLUMNS}


def _evidence_example(example: ExampleDispute, log: Sequence[StoredEvent]) -> Json:
    """Return the beginning of the evidence as an auditor gets it."""
    table, dispute = example.table, example.docket.find(example.dispute)
    keys = [PublicKey(example.signer.public)]
    part = HandSlice(table, log, 1)
    made = evidence_bundle(part, part.log(laid_open), dispute.receipts, keys)
    made["clock"], made["knowledge"] = (
        made["clock"][:EVENTS_IN_EXAMPLE],
        made["knowledge"][:EVENTS_IN_EXAMPLE],
    )
    shortened = made["log"]
    shortened["events"], shortened["way"] = (
        shortened["events"][:EVENTS_IN_EXAMPLE],
        shortened["way"][:EVENTS_IN_EXAMPLE],
    )
    facts: Json = {**public_table_facts(table), "head": example.table_head}
    facts |= {name: facts[name][:EVENTS_IN_EXAMPLE] for name in ("notes", "story")}
    return {
        "dispute": example.facts(),
        "seat": None,
        "table": facts,
        "signed": example.signer.receipt(table.id, table.n, log[-1].h, table.at, "everysec"),
        "proof": None,
        "disputes": {
            "stream": example.stream,
            "events": [event.e.decode() for event in example.log[:EVENTS_IN_EXAMPLE]],
            "proof": None,
        },
        "report": _verification_report(example, log, dispute.receipts),
        **made,
    }


def _verification_report(
    example: ExampleDispute, log: Sequence[StoredEvent], receipts: Sequence[Mapping[str, Any]]
) -> VerifiedLog:
    """Return the verifier's report on the whole log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        logfile.write_log_file(path, example.table.id, log, example.table.at, example.signer)
        return verify_log(path, [example.signer.public], receipts).as_json()


def dispute_examples(table: Table, log: Sequence[StoredEvent], signer: Signer) -> Json:
    """Return the examples of a dispute about a table that has closed."""
    example = ExampleDispute(table, log[-1].h, signer)
    receipt = signer.receipt(table.id, log[-1].n, log[-1].h, table.at, "everysec")
    sent = {"verdict": "upheld", "remedy": "points_adjusted", "points": [2, -2, 0]}
    found: Json = {
        "NewDispute": {"hand": 1, "reason": REASON, "receipts": [receipt]},
        "NewRuling": {**sent, "reason": ANSWER},
        "AcceptedDispute": example.open(receipt),
    }
    found["TableDisputes"] = {"disputes": [_dispute_row(example.facts())]}
    example.ask(AUDITOR, LookAtHidden(table, example.dispute, "evidence", None, table.n))
    found["Evidence"] = _evidence_example(example, log)
    lines = logfile.log_file_lines(example.stream, example.log, table.at + 600_000, signer)
    text = b"".join(lines).decode().splitlines(keepends=True)
    found["DisputesLog"] = "".join([*text[:2], text[-1]])
    example.rule(sent)
    found["Dispute"] = example.facts()
    found["DisputePage"] = {"disputes": [_dispute_row(example.facts())], "cursor": None}
    return found
