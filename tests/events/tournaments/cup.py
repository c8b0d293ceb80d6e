"""A tournament with its log and those of its tables, played to its end without a store."""

import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from events.disputes.rules import DISPUTES_DECIDER, DisputeCommand, OpenDispute, RuleAfterClose
from events.disputes.state import Docket
from events.record import logfile
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.decider import Decider
from events.tournaments.decider import TOURNAMENT_DECIDER
from events.tournaments.table_ends import end_of
from games import NEWEST
from games.table import Abort, Release, Rule
from games.table.planned import table_id
from tests.beacons import chain
from tests.fairness.tables import SIGNER
from tests.table.desk import AT, AUDITOR, Desk, Salts
from tests.tournaments.case import DIRECTOR, ID, NAME, SECRET, commitment, reveal
from tests.tournaments.settings import PEOPLE, settings
from tournaments import commands as cm
from tournaments.openings import table_open_command
from tournaments.results import build_results_json
from tournaments.state import Tournament, due_at

GAME = {"game": "boosh", "seats": 2, "options": dict(NEWEST["boosh"].brief)}
TIMED = {**GAME, "clock": {"turn": 30}}
SWISS = settings(PEOPLE, games=[TIMED], format={"rounds": 2})
RULED, LATER = "d", 1000
HASH, WEEK = "1a" * 32, 604_800_000


class Stream:
    """A stream with its log."""

    def __init__(self, decider: Decider[Any, Any], name: str) -> None:
        self.decider, self.name, self.state = decider, name, decider.open(name)
        self.log: list[StoredEvent] = []
        self.salts = Salts(name)

    def ask(self, by: str, command: Any, at: int) -> None:
        """Take in what a command makes happen."""
        head = self.log[-1].h if self.log else first_head(self.name)
        drafts = self.decider.decide(self.state, by, command, at)
        new = unsealed_events(self.decider, self.state.n, at, by, command, drafts)
        stored, facts = encode_events(head, new, new_salt=self.salts)
        self.state = self.decider.evolve(self.state, facts)
        self.log += stored


class Cup:
    """A tournament, its tables by number, and the disputes about them."""

    def __init__(self, data: Mapping[str, Any], name: str = ID, secret: str = SECRET) -> None:
        self.stream, self.now, self.id = Stream(TOURNAMENT_DECIDER, name), AT, name
        self.desks: dict[int, Desk] = {}
        self.disputes: dict[int, Stream] = {}
        self.brings: Callable[[cm.TakeResult], cm.TakeResult] = lambda result: result
        self.ask(cm.Open(NAME, dict(data), secret))

    @property
    def tournament(self) -> Tournament:
        """Return the tournament."""
        found: Tournament = self.stream.state
        return found

    def ask(self, command: cm.TournamentCommand, by: str = DIRECTOR) -> None:
        """Let a command happen."""
        self.now += 100
        self.stream.ask(by, command, self.now)

    def entered(self, count: int, *, promise: bool = True) -> "Cup":
        """Enter players, or bots where only these may; call for the start and reveal."""
        bots = self.tournament.rules.entrants.kinds == ("bot",)
        for who in range(count):
            if bots:
                self.ask(cm.Register("bot", ("bot:regular",)))
                continue
            own = commitment(who) if promise and who < 2 else None
            self.ask(cm.Register("player", (f"p{who}",), None, own), f"player:p{who}")
        self.ask(cm.Call())
        for who in self.tournament.awaited():
            self.ask(reveal(self.tournament, who), f"player:p{who}")
        return self

    def open_tables(self) -> None:
        """Open what is planned."""
        for index in self.tournament.unopened():
            desk = self.desks[index] = Desk(table_id(self.id, index), Salts(f"{index}"))
            desk.now = self.now
            desk.do(f"tournament:{self.id}", table_open_command(self.tournament, index, {}))
        self.ask(cm.NoteOpened(len(self.tournament.tables) - 1), "server")

    def play_tables(self) -> None:
        """Play all tables to their end, by chance, and bring their results."""
        for index in self.desks:
            if self.tournament.tables[index].finish is None:
                self.play_table(index)

    def play_table(self, index: int) -> None:
        """Play a table to its end, and bring its result."""
        desk, luck = self.desks[index], random.Random(index)
        while desk.table.phase == "playing":
            desk.random_act(luck)
        self.now = max(self.now, desk.now)
        end = end_of(desk.id, desk.log)
        assert end is not None
        self.ask(self.brings(end.result), "server")

    def release(self) -> None:
        """Close the tables of ended groups."""
        for group in self.tournament.unreleased:
            for index in self.tournament.groups[group].tables:
                self.desks[index].now = self.now
                self.desks[index].do(f"tournament:{self.id}", Release())
            self.ask(cm.NoteReleased(group), "server")

    def step(self) -> bool:
        """Do what is to be done next; False where nothing is."""
        due = due_at(self.tournament)
        if next(self.tournament.unopened(), None) is not None:
            self.open_tables()
        elif self.tournament.unsettled or any(one.left for one in self.tournament.groups):
            self.play_tables()
        elif self.tournament.unreleased:
            self.release()
        elif due is not None and self.tournament.phase != "closed":
            self.now = max(self.now, due)
            self.ask(cm.Advance(), "clock")
        else:
            return False
        return True

    def played(self) -> "Cup":
        """Play it to its end."""
        while self.step():
            pass
        return self

    def rule(self, index: int, points: Sequence[int], player: str) -> None:
        """Dispute a closed table, rule that, and let the tournament count it."""
        desk = self.desks[index]
        stream = self.disputes.setdefault(index, Stream(DISPUTES_DECIDER, "d" + desk.id[1:]))
        self.now += 1000
        table, head = desk.table, desk.log[-1].h.hex()
        asked: DisputeCommand = OpenDispute(table, head, player, 1, HASH, [], table.at + WEEK)
        stream.ask(f"player:{player}", asked, self.now)
        docket: Docket = stream.state
        own = Rule(docket.newest().id, 1, "upheld", "points_adjusted", tuple(points), HASH)
        stream.ask(AUDITOR, RuleAfterClose(table, head, own), self.now)
        ruling = stream.state.newest().ruling
        assert ruling is not None and ruling.outcome is not None
        places, scores, _ = ruling.outcome
        self.ask(cm.Adjudicate(index, places, scores, own.dispute), "server")

    def text(self) -> bytes:
        """Return the log file of the tournament."""
        return self.file(self.id, self.stream.log)

    def file(self, name: str, events: Sequence[StoredEvent]) -> bytes:
        """Return a log file."""
        return b"".join(logfile.log_file_lines(name, events, self.now + LATER, SIGNER))

    def files(self) -> dict[str, bytes]:
        """Return the files of its export."""
        found = {"tournament.jsonl": self.text()}
        for desk in self.desks.values():
            found[f"tables/{desk.id}.jsonl"] = self.file(desk.id, desk.log)
        for index, stream in self.disputes.items():
            found[f"disputes/{self.desks[index].id}.jsonl"] = self.file(stream.name, stream.log)
        found["results.json"] = orjson.dumps(build_results_json(self.tournament))
        return found


def write(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write the files of an export into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(data)
    return folder


def zipped(files: Mapping[str, bytes], path: Path) -> Path:
    """Write the files of an export into a zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return path


@cache
def swiss() -> Cup:
    """Return a Swiss of five players, two of whom brought entropy, played to its end."""
    return Cup(SWISS).entered(5).played()


@cache
def ruled() -> Cup:
    """Return another of which a closed table was ruled twice."""
    cup = Cup(SWISS).entered(5).played()
    player = cup.tournament.tables[0].members[0]
    cup.rule(0, (-900, 900), player)
    cup.rule(0, (800, -800), cup.tournament.tables[0].members[1])
    return cup


@cache
def waiting_for_rounds() -> Cup:
    """Return a Swiss whose tables wait for a beacon, one of them since an auditor aborted it."""
    cup = Cup(settings(SWISS, beacon=chain()._asdict())).entered(4)
    while not cup.desks:
        cup.step()
    cup.desks[0].do(AUDITOR, Abort(reason=HASH))
    cup.play_table(0)
    return cup
