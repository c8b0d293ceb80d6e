"""A table with disputes about it, opened and ruled while it was played and after its end."""

import random
from functools import cache

from events.disputes.rules import (
    DISPUTES_DECIDER,
    DisputeCommand,
    LookAtHidden,
    NoteRuling,
    OpenDispute,
    RuleAfterClose,
    WithdrawDispute,
)
from events.disputes.state import Docket
from events.record import logfile
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from games.table import Rule, Table
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER
from tests.table.desk import AUDITOR, Desk, an_open

HASH = "1a" * 32
WEEK = 604_800_000  # milliseconds


class Case:
    """A table of two hands of Boosh, and the stream of the disputes about it."""

    def __init__(self, reveal: str = "table") -> None:
        opening = an_open("boosh", 2, options={"max_hands": 2}, reveal=reveal)
        self.desk = Desk().opened(opening).started()
        self.docket, self.head = Docket("d1"), first_head("d1")
        self.log: list[StoredEvent] = []

    @property
    def table(self) -> Table:
        """Return the table as it is now."""
        return self.desk.table

    def ask(self, by: str, command: DisputeCommand) -> None:
        """Take in what a command makes of the disputes."""
        n, at = self.docket.n, self.desk.now
        drafts = DISPUTES_DECIDER.decide(self.docket, by, command, at)
        new = unsealed_events(DISPUTES_DECIDER, n, at, by, command, drafts)
        stored, facts = encode_events(self.head, new)
        self.docket, self.head = DISPUTES_DECIDER.evolve(self.docket, facts), stored[-1].h
        self.log += stored

    def open(self, player: str, hand: int = 1) -> str:
        """Dispute a hand; return the id."""
        over = hand < self.table.hand or self.table.phase == "closed"
        until = self.table.at + WEEK if over else None
        head = self.desk.log[-1].h.hex()
        own = OpenDispute(self.table, head, player, hand, HASH, [], until)
        self.ask(f"player:{player}", own)
        return self.docket.newest().id

    def rule(self, dispute: str, remedy: str = "none", points: tuple[int, ...] = ()) -> None:
        """Rule a dispute, at the table or after its close."""
        hand = self.docket.find(dispute).hand
        wanted = Rule(dispute, hand, "upheld", remedy, points, HASH)
        head = self.desk.log[-1].h.hex()
        if self.table.phase == "closed":
            self.ask(AUDITOR, RuleAfterClose(self.table, head, wanted))
            return
        said, *_ = self.desk.do(AUDITOR, wanted)
        fact = next(one for one in self.desk.facts if one.event is said)
        head = self.desk.log[fact.n - 1].h.hex()
        self.ask(AUDITOR, NoteRuling(said, fact.n, head))

    def play_out(self, seed: int = 7) -> None:
        """Play the table to its end."""
        luck = random.Random(seed)
        while self.table.phase != "closed":
            self.desk.random_act(luck)

    def table_text(self, later: int = 1000) -> bytes:
        """Return the log file of the table, written so many milliseconds after now."""
        at = self.desk.now + later
        return b"".join(logfile.log_file_lines("t1", self.desk.log, at, SIGNER))

    def text(self, later: int = 1000) -> bytes:
        """Return the log file of the disputes."""
        return b"".join(logfile.log_file_lines("d1", self.log, self.desk.now + later, SIGNER))


@cache
def a_case() -> Case:
    """Return a case in which everything happened that can happen to a dispute."""
    case = Case()
    first = case.open("p0")
    table = case.table
    case.ask(AUDITOR, LookAtHidden(table, first, "evidence", None, table.n))
    case.desk.now += 5000
    case.rule(first, "points_adjusted", (4, -4))
    second = case.open("p1")
    case.ask("player:p1", WithdrawDispute(case.table, second, "p1"))
    case.play_out()
    case.desk.now += 5000
    third, fourth = case.open("p1"), case.open("p0", 2)
    case.ask(AUDITOR, LookAtHidden(case.table, third, "replay", 1, 9))
    case.rule(third, "hand_voided")
    case.rule(fourth, "points_adjusted", (0, 7))
    case.open("p1", 2)
    case.desk.now += 100_000
    return case


def disputes() -> Forged:
    """Return the log of the disputes in pieces."""
    return pieces(a_case().text())


def of_table() -> Forged:
    """Return the log of their table in pieces."""
    return pieces(a_case().table_text())
