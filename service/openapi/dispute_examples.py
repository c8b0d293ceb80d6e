"""Examples of disputes, made of a table that has been played."""

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from events.disputes.docket import LOOKED, OPENED, RULED, WITHDRAWN, Docket, stream_of
from events.disputes.rulings import as_json
from events.plain import Happening, public_part
from events.record import logfile
from events.record.chain import canonical, first_head, next_head
from events.record.codec import Stored
from events.record.receipts import PublicKey, Signer
from events.verify.log import verify
from events.verify.report import VerifiedLog
from games.table import Rule, Table, corrected
from games.table.view import facts
from projections.evidence import Slice, bundle
from projections.views import laid_open
from service.http.dispute_access import DisputeFacts, shown
from service.resources.disputes import SHOWN

Json = dict[str, Any]
REASON = "Seat 1 played a card that it had buried."
ANSWER = "The log shows the card in its hand; the points of the last trick were counted twice."
TEXTS = {hashlib.sha256(text.encode()).hexdigest(): text for text in (REASON, ANSWER)}
COMPLAINT, RULING = TEXTS
ASKED = {OPENED: "open", LOOKED: "look", RULED: "rule", WITHDRAWN: "withdraw"}
AUDITOR = "player:p0d1f2a3b4c5d6e7f80"
EVENTS_SHOWN = 3  # of the hand, of the way behind it, and of what is told of them


def text(owner: str, digest: str) -> str | None:
    """Return the text that a hash stands for."""
    return TEXTS.get(digest)


class ExampleDispute:
    """The stream of a table's disputes as it grows."""

    def __init__(self, table: Table, head: bytes, signer: Signer) -> None:
        self.table, self.table_head, self.signer = table, head, signer
        self.docket, self.n = Docket(table.id), 0
        self.events: list[bytes] = []
        self.stream = stream_of(table.id)
        self.head = first_head(self.stream)
        self.own: Json = {"dispute": f"{self.stream}.1", "table": table.id, "hand": 1}

    def add(self, kind: str, by: str, **data: Any) -> Json:
        """Take in an event; return the answer to who made it happen."""
        self.n += 1
        at = self.table.at + 60_000 * self.n
        asked = f"dispute.{ASKED[kind]}"
        event = public_part(Happening(kind, by, asked, {**self.own, **data}), self.n, at)
        self.events.append(canonical(event))
        self.head = next_head(self.head, self.events[-1])
        self.docket.take(event)
        receipt = self.signer.receipt(self.stream, self.n, self.head, at, "everysec")
        return {"receipt": receipt, "dispute": self.shown()}

    def shown(self) -> DisputeFacts:
        """Return the dispute."""
        return shown(self.docket.find(self.own["dispute"]), text)

    def open(self, kept: Mapping[str, Any]) -> Json:
        """Open the dispute with a kept receipt; return the answer."""
        players = list(self.table.former)
        return self.add(
            OPENED, f"player:{players[0]}", seat=0, player=players[0], n=self.table.n,
            head=self.table_head.hex(), reason=COMPLAINT, receipts=[kept], players=players,
        )  # fmt: skip

    def rule(self, sent: Json) -> Json:
        """Rule the dispute after the close; return the answer."""
        own = self.own["dispute"]
        wanted = Rule(own, 1, sent["verdict"], sent["remedy"], tuple(sent["points"]), RULING)
        outcome = as_json(corrected(self.table, [wanted]))
        return self.add(
            RULED, AUDITOR, n=self.table.n, head=self.table_head.hex(), verdict=wanted.verdict,
            remedy=wanted.remedy, points=sent["points"], reason=RULING, outcome=outcome,
            where=None,
        )  # fmt: skip


def row(dispute: DisputeFacts) -> Json:
    """Return a dispute as lists show it."""
    shown, ruling = dict(dispute), dispute["ruling"]
    told = {"verdict": ruling and ruling["verdict"], "remedy": ruling and ruling["remedy"]}
    return {name: {**shown, **told}[name] for name in SHOWN}


def evidence(told: ExampleDispute, log: Sequence[Stored]) -> Json:
    """Return the beginning of the evidence as an auditor gets it."""
    table, dispute = told.table, told.docket.find(told.own["dispute"])
    keys = [PublicKey(told.signer.public)]
    part = Slice(table, log, 1)
    made = bundle(part, part.log(laid_open), dispute.receipts, keys)
    made["clock"], made["knowledge"] = (
        made["clock"][:EVENTS_SHOWN],
        made["knowledge"][:EVENTS_SHOWN],
    )
    log_shown = made["log"]
    log_shown["events"], log_shown["way"] = (
        log_shown["events"][:EVENTS_SHOWN],
        log_shown["way"][:EVENTS_SHOWN],
    )
    return {
        "dispute": told.shown(),
        "seat": None,
        "table": {**facts(table), "head": told.table_head.hex()},
        "signed": told.signer.receipt(table.id, table.n, log[-1].h, table.at, "everysec"),
        "proof": None,
        "disputes": {
            "stream": told.stream,
            "events": [e.decode() for e in told.events],
            "proof": None,
        },
        "report": report(told, log, dispute.receipts),
        **made,
    }


def report(
    told: ExampleDispute, log: Sequence[Stored], receipts: Sequence[Mapping[str, Any]]
) -> VerifiedLog:
    """Return the verifier's report on the whole log."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        logfile.write(path, told.table.id, log, told.table.at, told.signer)
        return verify(path, [told.signer.public], receipts).as_json()


def disputed(table: Table, log: Sequence[Stored], signer: Signer) -> Json:
    """Return the examples of a dispute about a table that has closed."""
    told = ExampleDispute(table, log[-1].h, signer)
    kept = signer.receipt(table.id, log[-1].n, log[-1].h, table.at, "everysec")
    sent = {"verdict": "upheld", "remedy": "points_adjusted", "points": [2, -2, 0]}
    found: Json = {
        "NewDispute": {"hand": 1, "reason": REASON, "receipts": [kept]},
        "NewRuling": {**sent, "reason": ANSWER},
        "AcceptedDispute": told.open(kept),
    }
    found["TableDisputes"] = {"disputes": [row(told.shown())]}
    told.add(LOOKED, AUDITOR, what="evidence", seat=None, n=table.n)
    found["Evidence"] = evidence(told, log)
    found["RuledDispute"] = told.rule(sent)
    found["Dispute"] = told.shown()
    found["DisputePage"] = {"disputes": [row(told.shown())], "cursor": None}
    again = ExampleDispute(table, log[-1].h, signer)
    again.open(kept)
    found["WithdrawnDispute"] = again.add(WITHDRAWN, f"player:{table.former[0]}")
    return found
