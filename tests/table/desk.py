"""A table on a desk: judged, sealed and folded as in service, at times that the test says."""

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from events.record.chain import first_head
from events.record.codec import StoredEvent, decode_event, encode_events, unsealed_events
from events.tables.decider import TABLE_DECIDER
from games.core.contract import Illegal, Pick, Seat
from games.core.fairness.commitment import entropy_commitment
from games.table import (
    Act,
    Command,
    Fact,
    Open,
    Reveal,
    Rule,
    Sit,
    Start,
    Table,
    TimeOut,
    decide,
    fold_table_facts,
)

AT = 1_700_000_000_000  # milliseconds
SECRET = "0f" * 32
OPENER = "player:p0"
AUDITOR = "player:auditor"


def entropy(word: str) -> str:
    """Return 16 bytes in hex that follow from a word."""
    return hashlib.sha256(word.encode()).hexdigest()[:32]


def commitment(player: str, word: str) -> str:
    """Return what a player sends ahead of the entropy of a word."""
    return entropy_commitment(player, entropy(word))


def an_open(game: str = "boosh", seats: int = 2, **changes: Any) -> Open:
    """Return the opening of a table without clock."""
    fields: dict[str, Any] = {
        "game": game,
        "rules": 1,
        "options": {},
        "seats": seats,
        "clock": None,
        "on_time_out": "fallback",
        "reveal": "table",
        "private": False,
        "secret": SECRET,
    }
    return Open(**{**fields, **changes})


def plain(fact: Fact) -> Fact:
    """Return a fact with its cause as JSON, where arrays are arrays."""
    return fact._replace(cause=json.loads(json.dumps(fact.cause)))


class Salts:
    """Salts that follow from a seed, so that the same log has the same bytes."""

    def __init__(self, seed: str = "salt") -> None:
        self.seed, self.made = seed, 0

    def __call__(self) -> bytes:
        self.made += 1
        return hashlib.sha256(f"{self.seed} {self.made}".encode()).digest()


class Desk:
    """A table with its log and a clock that the test moves."""

    def __init__(self, table_id: str = "t1", salts: Salts | None = None) -> None:
        self.id, self.now = table_id, AT
        self.log: list[StoredEvent] = []
        self.facts: list[Fact] = []
        self.salts = salts or Salts()
        self.held: Table | None = None

    @property
    def table(self) -> Table:
        """Return the table."""
        assert self.held is not None
        return self.held

    def do(self, by: str, command: Command) -> list[Any]:
        """Record a command; return its events, read back from their bytes."""
        drafts = decide(self.held, by, command, self.now, self.id)
        head, n = (self.log[-1].h, self.log[-1].n) if self.log else (first_head(self.id), 0)
        stored, facts = encode_events(
            head,
            unsealed_events(TABLE_DECIDER, n, self.now, by, command, drafts),
            new_salt=self.salts,
        )
        assert [plain(decode_event(event)) for event in stored] == [plain(fact) for fact in facts]
        self.held = fold_table_facts(self.id, self.held, facts)
        self.log += stored
        self.facts += facts
        return [fact.event for fact in facts]

    def refused(self, by: str, command: Command) -> tuple[str, str]:
        """Expect a refusal; return its code and the number of its rule."""
        before, log = self.held, list(self.log)
        with pytest.raises(Illegal) as refusal:
            self.do(by, command)
        assert (self.held, self.log) == (before, log)
        return refusal.value.code, refusal.value.rule

    def opened(self, command: Open, by: str = OPENER) -> "Desk":
        """Open the table."""
        self.do(by, command)
        return self

    def seated(self, entropies: Iterable[str | None] = ()) -> "Desk":
        """Give all seats to players p0, p1 ..., those with an entropy after their commitment."""
        given = [*entropies, *[None] * self.table.seats]
        for seat in range(self.table.seats):
            entropy = given[seat]
            promise = None if entropy is None else commitment(f"p{seat}", entropy)
            self.do(f"player:p{seat}", Sit(Seat(seat), commitment=promise))
        return self

    def reveal(self, seat: int, word: str) -> list[Any]:
        """Reveal the entropy of a word in the name of who holds a seat."""
        holder, closing = self.table.holders[seat], self.table.closing
        assert holder is not None
        return self.do(
            f"player:{holder.player}", Reveal(entropy(word), closing.head if closing else "")
        )

    def begun(self, entropies: Iterable[str | None] = ()) -> "Desk":
        """Call for the start, and reveal the entropies of the seats that have one."""
        self.do(OPENER, Start())
        for seat, word in enumerate(entropies):
            if word is not None:
                self.reveal(seat, word)
        return self

    def started(self, entropies: Sequence[str | None] = ()) -> "Desk":
        """Seat players, call for the start, and reveal their entropies."""
        return self.seated(entropies).begun(entropies)

    def act(self, seat: int, action: Any, *, after: int = 0) -> list[Any]:
        """Let the holder of a seat act, `after` milliseconds from now."""
        self.now += after
        holder = self.table.holders[seat]
        assert holder is not None
        by = f"seat:{seat}" if holder.player is None else f"player:{holder.player}"
        return self.do(by, Act(Seat(seat), action))

    def time_out(self, seat: int) -> list[Any]:
        """Say that the time of a seat is up."""
        return self.do("clock", TimeOut(Seat(seat)))

    def random_act(self, luck: random.Random) -> None:
        """Let one of those who may act do anything that is offered."""
        seat = luck.choice(self.table.to_act())
        self.act(seat, any_action(self.table, seat, luck), after=luck.randrange(3000))


def any_action(table: Table, seat: Seat, luck: random.Random) -> Any:
    """Return any action that is offered to a seat."""
    offered = table.game.rules.choices(table.play, seat)
    one = luck.choice([*offered.actions, *offered.picks])
    return one.example if isinstance(one, Pick) else one


def any_ruling(table: Table, dispute: str, luck: random.Random) -> Rule:
    """Return a ruling that the table allows now."""
    hand = luck.randint(max(1, table.hand - 1), table.hand)
    remedies = ["none"] * 4 + ["points_adjusted"] * 4 + ["table_voided"]
    if hand not in table.voided():
        remedies += ["hand_voided"] * 3
    remedy = luck.choice(remedies)
    adjusted = remedy == "points_adjusted"
    points = tuple(luck.randint(1, 9) for _ in range(table.seats)) if adjusted else ()
    verdict = luck.choice(["upheld", "dismissed"]) if remedy == "none" else "upheld"
    return Rule(dispute, hand, verdict, remedy, points, luck.randbytes(32).hex())
