"""What a server claims of a table, held to what it proved and signed before; nothing here does I/O.

The chain of events, the seals of the account's cards, every receipt and its signature, what is
done in the account's name, the start, and in the end the deal: `Lie` at the first that is wrong.
That every action follows the rules is what `fairdeal verify` judges with the log and the receipts
that `Evidence` keeps: it needs the rules of the games, which this package does not bring.
"""

import json
import secrets
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from fairdeal_client.canonical import canonical, require, sha256
from fairdeal_client.deals import GAMES, Deal
from fairdeal_client.ed25519 import is_signed
from fairdeal_client.tree import LATE, Checkpoint, check_included, key_id

Json = dict[str, Any]
SETTLED, STARTED = "table.entropy_closed.v1", "tournament.started.v1"
TAKEN, LEFT = "table.seat_taken.v1", "table.seat_left.v1"
BOT_PLAYS = ("table.handed_to_bot.v1", "table.seat_claimed.v1", LEFT)
BACK = "table.taken_back.v1"
OTHER_EVENT = "is of another event than its log tells"


@dataclass
class Evidence:
    """What proves a lie, or that there was none; written to `folder` before anything follows.

    `fairdeal verify log.jsonl --key kept.json --receipt kept.json` takes both files of the folder.
    """

    folder: Path | None
    keys: list[Json]
    checkpoints: list[str]
    receipts: list[Json] = field(default_factory=list)
    entropy: str | None = None
    commitment: str | None = None
    closing: str | None = None

    def write(self) -> None:
        """Write all of it; the file is there whole, or as it was before."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "kept.json.new").write_text(json.dumps(vars(self), indent=1, default=str))
        (self.folder / "kept.json.new").replace(self.folder / "kept.json")

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Return what an earlier process has kept of the same log; None for nothing."""
        path = folder / "kept.json"
        return cls(**{**json.loads(path.read_text()), "folder": folder}) if path.exists() else None

    def write_file(self, name: str, data: bytes) -> None:
        """Write the log of a table, or the proof that it stands in the tree."""
        if self.folder is not None:
            (self.folder / name).write_bytes(data)


class LogCheck(ABC):
    """What is known for sure of a log: its chain, the receipts, the closing of its commitments."""

    called: str  # the type of the event that closes the commitments

    def __init__(self, log: str, player: str | None, evidence: Evidence) -> None:
        self.log, self.player, self.evidence = log, player, evidence
        self.events: list[Json] = []
        self.heads = [sha256(b"fairdeal/log/1", log.encode())]
        self.claims: dict[int, list[tuple[str, str]]] = {}  # n -> (head, what claimed it)
        for receipt in evidence.receipts:  # of an earlier process
            self.claim(receipt["n"], receipt["head"], "receipt")

    @property
    def n(self) -> int:
        """Return the number of the newest event that was checked."""
        return len(self.events)

    def take(self, event: Any) -> None:
        """Go on with the chain; events come in their order, those known already are passed over."""
        if event["n"] <= self.n:
            return
        public = {name: event[name] for name in event if name not in ("parts", "head")}
        n = self.n + 1
        require(public["n"] == n, f"event {n} is missing")
        self.heads.append(sha256(self.heads[-1], canonical(public)))
        self.events.append(public)
        require(event["head"] == self.heads[n].hex(), f"the head after event {n} does not follow")
        check_seals(public, event["parts"])
        self.follow(public, event["parts"])
        for head, what in self.claims.pop(n, []):
            self.hold(n, head, what)

    def follow(self, event: Json, parts: Json) -> None:  # noqa: B027  # a hook: tournaments need none
        """Look at an event that stands in the chain."""

    def claim(self, n: int, head: str, what: str) -> None:
        """Hold a head to the chain, now or when it comes so far."""
        if n <= self.n:
            self.hold(n, head, what)
        else:
            self.claims.setdefault(n, []).append((head, what))

    def hold(self, n: int, head: str, what: str) -> None:
        """Compare a head with that of the chain."""
        require(self.heads[n].hex() == head, f"the {what} of event {n} does not fit the log")

    def keep_receipt(self, receipt: Any) -> int:
        """Keep a receipt, check its signature, hold it to the chain; return its number."""
        self.evidence.receipts.append(receipt)
        self.evidence.write()
        n, signed = receipt["n"], is_signed_receipt(receipt, self.evidence.keys)
        require(signed, f"the receipt of event {n} is not signed with a key of this server")
        require(receipt["table"] == self.log, f"the receipt of event {n} is of another table")
        self.claim(n, receipt["head"], "receipt")
        return int(n)

    def promise(self) -> str:
        """Draw entropy for the deal; return the commitment to it, which nobody else can open."""
        if self.evidence.entropy is None:
            self.evidence.entropy = secrets.token_hex(16)
            mine = ["fairdeal/entropy/1", self.player, self.evidence.entropy]
            self.evidence.commitment = sha256(canonical(mine)).hex()
            self.evidence.write()
        assert self.evidence.commitment is not None
        return self.evidence.commitment

    @abstractmethod
    def commitment_at(self, n: int) -> str | None:
        """Return what the log says that the account has committed to, as of an event."""

    def bind_closing(self, closing: Any, receipt: Any) -> Json:
        """Return what to reveal behind a closing that was checked; no other is ever accepted."""
        n, head = closing["n"], closing["head"]
        known = self.evidence.closing in (None, head)
        require(known, "it shows another call for the start than that of your reveal")
        self.hold(n, head, "closing")
        require(self.events[n - 1]["type"] == self.called, f"event {n} is no call for the start")
        mine = self.commitment_at(n)
        require(mine == self.evidence.commitment, "another commitment than mine was closed")
        require(receipt is not None, "the server gives no receipt of the call for the start")
        is_its = self.keep_receipt(receipt) == n
        require(is_its, f"the receipt of the call for the start {OTHER_EVENT}")
        self.evidence.closing = head
        self.evidence.write()  # before anybody knows the entropy
        return {"entropy": self.evidence.entropy, "closing": head}


class TournamentCheck(LogCheck):
    """What is known for sure of a tournament, up to the call for its start."""

    called = "tournament.called.v1"

    def commitment_at(self, n: int) -> str | None:
        """Return the only commitment of the account; None for none or several."""
        found = [
            event["data"]["commitment"]
            for event in self.events[:n]
            if event["by"] == f"player:{self.player}" and event["data"].get("commitment")
        ]
        return found[0] if len(found) == 1 else None

    def check_started(self, entrant: int) -> None:
        """See that the entropy that was revealed is part of all deals, once it has started."""
        started = next((one for one in self.events if one["type"] == STARTED), None)
        if started is not None and self.evidence.closing is not None:
            dropped = entrant in started["data"]["withheld"]
            require(not dropped, "your reveal was dropped, as if withheld")
            taken = started["data"]["entropies"][entrant] == self.evidence.entropy
            require(taken, "another entropy than yours was taken")


class TableCheck(LogCheck):
    """What is known for sure of a table."""

    called = "table.start_called.v1"

    def __init__(self, table: str, player: str | None, evidence: Evidence) -> None:
        super().__init__(table, player, evidence)
        self.seat: int | None = None
        self.is_mine = False  # the account, and not a bot, acts for the seat
        self.since: int | None = None  # what was done before is taken as done by the account
        self.sent: list[Json] = []  # actions of the account that the log has not shown yet
        self.promised: list[dict[int, str | None]] = [{}]  # commitments by seat after event n

    def follow(self, event: Json, parts: Json) -> None:
        """Look at who sits where, what is sealed for the account, what is done in its name."""
        self.follow_seats(event)
        own = {name for name in event["seals"] if str(self.seat) in name.split("+")}
        require(own <= parts.keys(), f"a part of event {event['n']} is withheld")
        self.check_action(event)

    def follow_seats(self, event: Json) -> None:
        """Follow who holds the account's seat, and what was promised for each."""
        kind, data = event["type"], event["data"]
        promised = {data["seat"]: data.get("commitment")} if kind in (TAKEN, LEFT) else {}
        self.promised.append({**self.promised[-1], **promised} if promised else self.promised[-1])
        if kind == TAKEN and data["player"] == self.player is not None:
            self.seat, self.is_mine = data["seat"], True
        elif data.get("seat") == self.seat is not None and kind in (*BOT_PLAYS, BACK):
            self.is_mine = kind == BACK

    def check_action(self, event: Json) -> None:
        """Hold what is done in the account's name to what it has sent."""
        cause = event["cause"]
        if not (self.is_mine and isinstance(cause, dict) and cause["seat"] == self.seat):
            return
        if event["by"] == "clock" or self.since is None or event["n"] <= self.since:
            return
        public = cause["action"].items()  # without secret fields
        fitting = (at for at, one in enumerate(self.sent) if public <= one.items())
        place = next(fitting, None)
        require(place is not None, f"I did not do what event {event['n']} says")
        del self.sent[: (place or 0) + 1]  # one whose answer got lost may never have come there

    def check_view(self, view: Any) -> None:
        """Hold the head of a view to the chain, and what it shows of commitments to the log."""
        self.claim(view["n"], view["head"], "view")
        if view["phase"] == "open" and view["closing"] is None:
            for seat in view["seats"]:
                right = self.promised[view["n"]].get(seat["seat"]) == seat["commitment"]
                require(right, f"the view shows another commitment of seat {seat['seat']}")

    def commitment_at(self, n: int) -> str | None:
        """Return the commitment of the account's seat."""
        return None if self.seat is None else self.promised[n].get(self.seat)

    def settled(self) -> Json | None:
        """Return the event that closed the entropies, once it is there."""
        return next((one for one in self.events if one["type"] == SETTLED), None)

    def check_settled(self, receipt: Any, view: Any) -> None:
        """See that the entropy that was revealed is part of the deal, and keep the receipt."""
        settled = self.settled()
        require(settled is not None, "play has begun and the entropies were never closed")
        assert settled is not None
        if self.evidence.closing is not None and self.seat is not None:
            dropped = self.seat in settled["data"]["withheld"]
            require(not dropped, "your reveal was dropped, as if withheld")
            taken = settled["data"]["entropies"][self.seat]
            require(taken == self.evidence.entropy, "another entropy than yours was taken")
        require(receipt is not None, "the server gives no receipt of the end of the reveals")
        is_its = self.keep_receipt(receipt) == settled["n"]
        require(is_its, f"the receipt of the end of the reveals {OTHER_EVENT}")
        beacon = view["beacon"]
        if beacon is not None and beacon["round"] is not None and not beacon["there"]:
            early = time.time() * 1000 < beacon["due_at"]
            require(early, "by this machine's clock it was settled with the beacon known")

    # ---- the end

    def check_log(self, log: bytes) -> str:
        """Hold the opened log to what was shown, and deal again; return what was found."""
        self.evidence.write_file("log.jsonl", log)
        rows = [json.loads(line) for line in log.decode().splitlines()][1:-1]
        same = [row["e"].encode() for row in rows] == [*map(canonical, self.events)]
        require(same, "the log is not what was shown as play went on")
        opened = [json.loads(row["p"] or "{}") for row in rows]
        pairs = [*zip(self.events, opened, strict=True)]
        for event, parts in pairs:
            check_seals(event, parts)
        if any(event["seals"].keys() - parts.keys() for event, parts in pairs):
            return "the log is what was shown; not all of it is open, so the deal was not checked"
        terms = self.events[0]["data"]
        if terms["game"] not in GAMES:
            return f"the log is what was shown; how {terms['game']} is dealt is not known here"
        deal = Deal(terms, opened[0]["table"]["data"]["secret"])
        for event, parts in pairs:
            deal.take(event, {name: part["data"] for name, part in parts.items()})
        mine = " and from my entropy" if self.evidence.closing else ""
        return f"all {deal.shuffles} shuffles follow from the secret sealed at the opening{mine}"

    def check_proof(self, proof: Any) -> Checkpoint:
        """See that the end of the table stands in the tree; keep the proof."""
        self.evidence.write_file("proof.json", canonical(proof))
        stream = sha256(self.log.encode()).hex()
        end = {"kind": "closed", "stream": stream, "n": self.n, "head": self.heads[-1].hex()}
        return check_included(proof, self.evidence.keys, end)


def is_signed_receipt(receipt: Json, keys: list[Json]) -> bool:
    """Say whether the key that a receipt names has signed it, while it counted."""
    fields = [receipt[one] for one in ("table", "n", "head", "at", "durability")]
    message = canonical(["fairdeal/receipt/1", *fields])
    signature = bytes.fromhex(receipt["signature"])
    return any(
        is_signed(message, signature, bytes.fromhex(key["public"]))
        and (key["until"] is None or receipt["at"] <= key["until"] + LATE)
        for key in keys
        if key_id(key) == receipt["key"]
    )


def check_seals(event: Json, parts: Json) -> None:
    """Hold open parts to their seals."""
    for name, part in parts.items():
        seal = sha256(bytes.fromhex(part["salt"]), canonical(part["data"])).hex()
        sealed = event["seals"].get(name)
        require(seal == sealed, f"part {name} of event {event['n']} does not fit its seal")
