"""How players bring a table to play: promise, call, check the closing, reveal, leave, come back.

Each does what the protocol asks of a client: it reveals under a closing alone that the server has
signed and that follows from all events that it saw, and no value under two; and with the receipt of
a closing that the log lacks it has the table aborted.
"""

import random
from typing import Any

from events.record.chain import canonical_json, first_head, next_head
from games.core.fairness.commitment import entropy_commitment
from games.table.state import REVEAL_TIME
from tests.simulation.player import Played, Player, Reply

PROMISES = 0.7  # share of the seats that are taken with a promise
LATE, LEAVES = 0.1, 0.2  # shares of the players
CALLS = 0.5  # share of the looks at a table that waits for its call
GUESSES = 0.2  # share of the reveals before which another is tried, under another closing
OVER = ("table/started", "table/closed")
NOT_OF_EVENT = ("parts", "head")  # what a page has beside the public part of an event


def promise(luck: random.Random) -> str | None:
    """Return an entropy to which a player commits, or none."""
    value = f"{luck.getrandbits(128):032x}"
    return value if luck.random() < PROMISES else None


class Start:
    """One player at one table, before play."""

    def __init__(self, player: Player, played: Played, value: str | None) -> None:
        self.player, self.played, self.value = player, played, value
        self.world, self.ledger = player.world, player.ledger
        self.path = f"/v1/tables/{played.id}"
        self.luck = random.Random(f"{self.world.seed} {player.name} starts {self.path}")
        self.is_late, self.leaves = self.luck.random() < LATE, self.luck.random() < LEAVES
        self.seat = played.people.index(player.id)
        self.seen: dict[int, str] = {}  # heads of the events that it saw
        self.receipt: dict[str, Any] | None = None  # of the closing

    def step(self) -> None:
        """Do what is to be done next."""
        facts = self.player.get(self.path).body
        closing = facts["closing"]
        if facts["phase"] != "open":
            return
        if self.receipt is not None and (closing or {}).get("head") != self.receipt["head"]:
            self.abort(self.receipt)
        elif closing is None:
            self.look()
            if self.luck.random() < CALLS:
                self.call()
        elif self.leaves and self.luck.random() < 0.5:
            self.leave()
        elif self.value is None or not self.checks(closing):  # who has none keeps no receipt
            return
        elif facts["seats"][self.seat]["entropy"] == "promised":
            self.reveal(closing["head"])

    def code(self, reply: Reply, *allowed: str) -> str:
        """Return the code of a refusal, which must be allowed; empty where there is none."""
        if reply.status < 300:
            return ""
        code: str = reply.body["code"]
        self.ledger.refused[code] += 1
        if code not in allowed:
            self.world.violated(f"{self.player.name} was refused at {self.path}: {reply}")
        return code

    def call(self) -> None:
        """Call for the start; where a call may have been lost, its opener gives the table up."""
        called = self.player.post(f"{self.path}/start")
        code = self.code(called, "table/closing_lost", *OVER)
        if not code:  # its receipt is of the closing, or of what came with it
            signed = self.ledger.called.setdefault(self.played.id, set())
            signed.add(called.body["view"]["closing"]["head"])
        if code == "table/closing_lost" and self.seat == 0:
            key = self.player.key()
            self.code(self.player.ask("DELETE", self.path, None, key), *OVER)

    def look(self) -> list[dict[str, Any]]:
        """Return the events of the table, whose heads must follow from each other."""
        reply = self.player.get(f"{self.path}/events?limit=500")
        if reply.status == 403:  # the seat is left, though we do not know it yet
            return []
        events: list[dict[str, Any]] = reply.body["events"]
        head = first_head(self.played.id)
        for event in events:
            told = {name: value for name, value in event.items() if name not in NOT_OF_EVENT}
            head = next_head(head, canonical_json(told))
            if head.hex() != event["head"]:
                self.world.violated(f"{self.path}: the head of event {event['n']} does not follow")
            if self.receipt is None:
                self.seen.setdefault(event["n"], event["head"])
        return events

    def checks(self, closing: dict[str, Any]) -> bool:
        """Say whether a closing is signed, and follows from all that was seen before it."""
        if self.receipt is not None:
            return True
        heads = {event["n"]: event["head"] for event in self.look()}
        if closing["n"] not in heads or heads[closing["n"]] != closing["head"]:
            return False  # more was lost meanwhile
        if any(heads.get(n) != head for n, head in self.seen.items() if n <= closing["n"]):
            if not self.world.losses:
                self.world.violated(f"{self.path}: the closing does not follow from what was seen")
            return False
        told = self.player.get(f"{self.path}/closing")
        receipt = told.body["closing"] if told.status == 200 else None
        if receipt is None or (receipt["n"], receipt["head"]) != (closing["n"], closing["head"]):
            return False
        self.receipt = receipt
        if (why := self.ledger.keep_closing(receipt)) is not None:
            self.world.violated(why)
        return True

    def reveal(self, closing: str) -> None:
        """Reveal under a closing that was checked, unless the value belongs to another."""
        assert self.value is not None
        if self.ledger.revealed.setdefault(self.value, closing) != closing:
            return
        if self.luck.random() < GUESSES:
            self.guess()
        if self.is_late:
            self.is_late = False
            self.world.sleep(REVEAL_TIME / 1000 + 1)
        own = {"entropy": self.value, "closing": closing}
        reply = self.player.post(f"{self.path}/reveal", own)
        lost = ("table/other_closing",) if self.world.losses else ()
        self.code(reply, "table/too_late", "table/entropy_not_awaited", *OVER, *lost)

    def guess(self) -> None:
        """Reveal something else, under a closing that there is not: that one is refused first."""
        other = {"entropy": f"{self.luck.getrandbits(128):032x}", "closing": "0" * 64}
        reply = self.player.post(f"{self.path}/reveal", other)
        if not self.code(reply, "table/other_closing", "table/entropy_not_awaited", *OVER):
            self.world.violated(f"{self.path}: another entropy was taken under another closing")

    def leave(self) -> None:
        """Leave, try to sit down anew with another promise, and come back."""
        self.leaves = False
        where = f"{self.path}/seats/{self.seat}"
        if self.code(self.player.ask("DELETE", where, None, self.player.key()), "table/closed"):
            return
        commitment = entropy_commitment(self.player.id, f"{self.luck.getrandbits(128):032x}")
        again = self.player.post(f"{self.path}/seats", {"commitment": commitment})
        is_lost = bool(self.world.losses)  # then the log may have no call, and gets none any more
        lost = ("table/seated", "table/full") if is_lost else ()
        if not self.code(again, *OVER, *lost) and not is_lost:
            self.world.violated(f"{self.path}: somebody has committed after the call")
        self.world.sleep(self.luck.choice((0.0, 3.0, 12.0)))
        self.come_back()

    def come_back(self) -> None:
        """Take the own seat back from its bot."""
        back = self.player.post(f"{self.path}/seats/{self.seat}/return", {})
        lost = ("table/seated", "table/not_started") if self.world.losses else ()
        self.code(back, "table/closed", *lost)

    def abort(self, receipt: dict[str, Any]) -> None:
        """Have a table aborted whose log lacks the closing that we have a receipt of."""
        if not self.world.losses:
            self.world.violated(f"{self.path}: the closing is another one, and nothing was lost")
        reply = self.player.post(f"{self.path}/abort", {"receipt": receipt})
        self.code(reply, *OVER)
