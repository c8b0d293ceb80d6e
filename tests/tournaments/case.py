"""A tournament without a store: commands are judged, their events folded, and both are checked."""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from events.record.chain import check_plain
from games.core.contract import Illegal
from games.core.fairness.commitment import entropy_commitment
from games.core.type_hints.values import BadValue, join_audience_parts, split_by_audience
from games.table import Fact
from games.table.planned import table_id
from tournaments import commands as cm
from tournaments.evolve import fold_tournament
from tournaments.rules import decide
from tournaments.settings import EntrantKind
from tournaments.state import Tournament, due_at
from tournaments.tables import Entrant

ID = "c0123456789abcdef01"
SECRET = "5e" * 32
NAME = "1a" * 32
DIRECTOR = "player:dora"
START = 1_700_000_000_000


def entropy(who: int) -> str:
    """Return the entropy of an entrant."""
    return f"{who:032x}"


def commitment(who: int, player: str = "") -> str:
    """Return what a player, or else the one of that entrant, sends ahead of that entropy."""
    return entropy_commitment(player or f"p{who}", entropy(who))


def reveal(t: Tournament, who: int, brought: str = "") -> cm.Reveal:
    """Return the reveal of an entrant, of its own entropy unless told otherwise.

    Before the call it names the head of no event.
    """
    head = "00" * 32 if t.closing is None else t.closing.head
    return cm.Reveal(Entrant(who), brought or entropy(who), head)


def brought_in(case: "Case", index: int) -> cm.TakeResult:
    """Return the result of a table: what its entrants and index say, whenever it is asked for."""
    seats = case.tournament.tables[index].planned.seats
    key = f"{index} {[one.entrant for one in seats]}".encode()
    scores = tuple(hashlib.sha256(key).digest()[: len(seats)])
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return cm.TakeResult(table_id(ID, index), index, 9, "7e" * 32, "played_out", places, scores)


class Case:
    """A tournament and all that has happened in it."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, directors: Sequence[str] = ()
    ) -> None:
        self.tournament, self.facts, self.at = Tournament(ID), [], START
        if data is not None:
            self.ask(cm.Open(NAME, dict(data), SECRET, tuple(directors)))

    facts: list[Fact]

    def ask(self, command: cm.TournamentCommand, by: str = DIRECTOR) -> list[Any]:
        """Let a command happen; return its events."""
        drafts = decide(self.tournament, by, command, self.at)
        for draft in drafts:
            check_plain(split_by_audience(draft.event)[0])
            event = join_audience_parts(type(draft.event), *split_by_audience(draft.event))
            assert event == draft.event, "an event is not what the log says of it"
            n = self.tournament.n + 1
            fact = Fact(n, self.at, by, {}, event, hashlib.sha256(f"{n}".encode()).digest())
            self.facts.append(fact)
            self.tournament = fold_tournament(self.tournament, [fact])
        return [draft.event for draft in drafts]

    def server(self, command: cm.TournamentCommand) -> list[Any]:
        """Let the server ask for something."""
        return self.ask(command, "server")

    def tick(self, to: int | None = None) -> list[Any]:
        """Let the clock say what time it is: that at which something happens next."""
        at = self.tournament.next_at() if to is None else to
        self.at = max(self.at, at or 0)
        return self.ask(cm.Advance(), "clock")

    def enter(self, count: int, kind: EntrantKind = "bot", **more: Any) -> "Case":
        """Enter so many entrants."""
        for _ in range(count):
            number = len(self.tournament.entries)
            members = ("bot:regular",) if kind == "bot" else (f"p{number}",)
            self.ask(cm.Register(kind, members, **more))
        return self

    def is_going(self) -> bool:
        """Say whether it is not closed."""
        return self.tournament.phase != "closed"

    def running(self) -> list[int]:
        """Return the indexes of the tables that are played."""
        return [at for at, one in enumerate(self.tournament.tables) if one.finish is None]

    def some_work(self) -> Iterator[cm.TournamentCommand]:
        """Yield what the server may say now."""
        for at, one in enumerate(self.tournament.tables):
            if one.finish is None:
                yield brought_in(self, at)
        if next(self.tournament.unopened(), None) is not None:
            yield cm.NoteOpened(len(self.tournament.tables) - 1)
        for group in self.tournament.unreleased:
            yield cm.NoteReleased(group)
        due = due_at(self.tournament)
        if due is not None and due <= self.at:
            yield cm.Advance()

    def work(self) -> list[cm.TournamentCommand]:
        """Return all that the server may say now."""
        return [*self.some_work()]

    def play_releases(self) -> None:
        """Let the deal groups that have ended be open."""
        for group in self.tournament.unreleased:
            self.server(cm.NoteReleased(group))

    def play(self) -> "Case":
        """Play all that is planned, one table after the other, to the end."""
        while (command := next(self.some_work(), None)) is not None:
            self.server(command)
        return self

    def play_badly(self, luck: random.Random) -> "Case":
        """Do the same in any order, with repeats of what was said before."""
        said: list[cm.TournamentCommand] = []
        while work := self.work():
            command = luck.choice(work)
            self.server(command)
            if not isinstance(command, cm.Advance):
                said.append(command)
            while said and luck.random() < 0.3:
                before = self.tournament
                self.server(luck.choice(said))
                assert self.tournament == before
        return self


def started(data: Mapping[str, Any], count: int, kind: EntrantKind = "bot") -> Case:
    """Return a tournament that has begun, without entropies."""
    case = Case(data).enter(count, kind)
    case.ask(cm.Call())
    return case


def kinds(events: Sequence[Any]) -> list[type[Any]]:
    """Return the classes of events."""
    return [type(event) for event in events]


@contextmanager
def refused(case: Case, code: str, rule: str | None = None) -> Iterator[None]:
    """Expect a refusal with this code, under this rule, and that nothing happens."""
    before, count = case.tournament, len(case.facts)
    with pytest.raises((Illegal, BadValue)) as refusal:
        yield
    assert refusal.value.code == code
    assert refusal.value.detail
    assert rule is None or refusal.value.members()["rule"] == rule
    assert (case.tournament, len(case.facts)) == (before, count)


def who_sits(case: Case, round: int) -> list[list[Entrant]]:
    """Return the entrants by table of a round."""
    tables = (case.tournament.tables[at] for at in case.tournament.rounds[round].tables)
    return [[one.entrant for one in table.planned.seats] for table in tables]
