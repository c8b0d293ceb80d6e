"""What a server claims of a table, held to what it proved and signed before; nothing here does I/O.

The chain of events, the seals of the account's cards, every receipt and its signature, what is
done in the account's name, the start, and in the end the deal: `Lie` at the first that is wrong.
That every action follows the rules is what `fairdeal verify` judges with the log and the receipts
that `Evidence` keeps: it needs the rules of the games, which this package does not bring.
"""

import json
import secrets
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairdeal_client.canonical import canonical, require, sha256
from fairdeal_client.deals import GAMES, Deal
from fairdeal_client.ed25519 import is_signed

Json = dict[str, Any]
CALLED, SETTLED = "table.start_called.v1", "table.entropy_closed.v1"
TAKEN, LEFT = "table.seat_taken.v1", "table.seat_left.v1"
BOT_PLAYS = ("table.handed_to_bot.v1", "table.seat_claimed.v1", LEFT)
BACK = "table.taken_back.v1"


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

    def write_log(self, log: bytes) -> None:
        """Write the log file of the table."""
        if self.folder is not None:
            (self.folder / "log.jsonl").write_bytes(log)


class TableCheck:
    """What is known for sure of a table."""

    def __init__(self, table: str, player: str | None, evidence: Evidence) -> None:
        self.table, self.player, self.evidence = table, player, evidence
        self.seat: int | None = None
        self.is_mine = False  # the account, and not a bot, acts for the seat
        self.events: list[Json] = []
        self.heads = [sha256(b"fairdeal/log/1", table.encode())]
        self.claims: dict[int, list[tuple[str, str]]] = {}  # n -> (head, what claimed it)
        self.sent: deque[Json] = deque()  # actions of the account that the log has not shown yet
        self.promised: list[dict[int, str | None]] = [{}]  # commitments by seat after event n

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
        require(event["head"] == self.heads[n].hex(), f"the head of event {n} does not follow")
        self.follow_seats(public)
        own = {name for name in public["seals"] if str(self.seat) in name.split("+")}
        require(own <= event["parts"].keys(), f"a part of event {n} is withheld")
        check_seals(public, event["parts"])
        self.check_action(public)
        for head, what in self.claims.pop(n, []):
            self.hold(n, head, what)

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
        if event["by"] == "clock":
            return
        mine = self.sent.popleft() if self.sent else {}
        public = cause["action"].items()  # without secret fields
        require(bool(mine) and public <= mine.items(), f"I did not do what event {event['n']} says")

    def claim(self, n: int, head: str, what: str) -> None:
        """Hold a head to the chain, now or when it comes so far."""
        if n <= self.n:
            self.hold(n, head, what)
        else:
            self.claims.setdefault(n, []).append((head, what))

    def hold(self, n: int, head: str, what: str) -> None:
        """Compare a head with that of the chain."""
        require(self.heads[n].hex() == head, f"the {what} of event {n} does not fit the log")

    def check_view(self, view: Any) -> None:
        """Hold the head of a view to the chain, and what it shows of commitments to the log."""
        self.claim(view["n"], view["head"], "view")
        if view["phase"] == "open" and view["closing"] is None:
            for seat in view["seats"]:
                right = self.promised[view["n"]].get(seat["seat"]) == seat["commitment"]
                require(right, f"the view shows another commitment of seat {seat['seat']}")

    def keep_receipt(self, receipt: Any) -> int:
        """Keep a receipt, check its signature, hold it to the chain; return its number."""
        self.evidence.receipts.append(receipt)
        self.evidence.write()
        n, fields = receipt["n"], [receipt[one] for one in ("n", "head", "at", "durability")]
        message = canonical(["fairdeal/receipt/1", self.table, *fields])
        signature = bytes.fromhex(receipt["signature"])
        known = (bytes.fromhex(key["public"]) for key in self.evidence.keys)
        signed = any(is_signed(message, signature, public) for public in known)
        require(signed, f"the receipt of event {n} is not signed for this table by a known key")
        self.claim(n, receipt["head"], "receipt")
        return int(n)

    # ---- the start

    def promise(self) -> str:
        """Draw entropy for the deal; return the commitment to it, which nobody else can open."""
        if self.evidence.entropy is None:
            self.evidence.entropy = secrets.token_hex(16)
            mine = ["fairdeal/entropy/1", self.player, self.evidence.entropy]
            self.evidence.commitment = sha256(canonical(mine)).hex()
            self.evidence.write()
        assert self.evidence.commitment is not None
        return self.evidence.commitment

    def bind_closing(self, closing: Any, receipt: Any) -> Json:
        """Return what to reveal behind a closing that was checked; no other is ever accepted."""
        n, head = closing["n"], closing["head"]
        require(
            self.evidence.closing in (None, head), "my entropy is wanted under a second closing"
        )
        self.hold(n, head, "closing")
        require(self.events[n - 1]["type"] == CALLED, f"event {n} is no call for the start")
        mine = None if self.seat is None else self.promised[n].get(self.seat)
        require(mine == self.evidence.commitment, "another commitment than mine was closed")
        require(receipt is not None, "the server gives no receipt of the closing")
        require(self.keep_receipt(receipt) == n, "the receipt is of another event than the closing")
        self.evidence.closing = head
        self.evidence.write()  # before anybody knows the entropy
        return {"entropy": self.evidence.entropy, "closing": head}

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
            require(not dropped, "my reveal was dropped, as if it had been withheld")
            taken = settled["data"]["entropies"][self.seat]
            require(taken == self.evidence.entropy, "another entropy than mine was taken")
        require(receipt is not None, "the server gives no receipt of what was settled")
        require(self.keep_receipt(receipt) == settled["n"], "the receipt is of another event")
        beacon = view["beacon"]
        if beacon is not None and beacon["round"] is not None and not beacon["there"]:
            early = time.time() * 1000 < beacon["due_at"]
            require(early, "by this machine's clock it was settled with the beacon known")

    # ---- the end

    def check_log(self, log: bytes) -> str:
        """Hold the opened log to what was shown, and deal again; return what was found."""
        self.evidence.write_log(log)
        rows = [json.loads(line) for line in log.decode().splitlines()][1:-1]
        same = [row["e"].encode() for row in rows] == [*map(canonical, self.events)]
        require(same, "the log is not what was shown during play")
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


def check_seals(event: Json, parts: Json) -> None:
    """Hold open parts to their seals."""
    for name, part in parts.items():
        seal = sha256(bytes.fromhex(part["salt"]), canonical(part["data"])).hex()
        sealed = event["seals"].get(name)
        require(seal == sealed, f"part {name} of event {event['n']} is not what was sealed")
