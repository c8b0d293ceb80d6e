"""The verdict on the log of a tournament alone, as `fairdeal verify` gives it.

It needs no store, as `held_tables`, which holds the logs of its tables to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from events.record.logfile import OF_TOURNAMENT, ParsedEvent
from events.record.receipts import PublicKey
from events.tournaments.judge import TournamentJudge
from events.tournaments.names import is_tournament_stream
from events.verify.ending import LogEnding
from events.verify.files import open_log_file, read_lines_to_break, reading_of
from events.verify.log import unchecked_as_sealed
from events.verify.receipts import PendingReceipts
from events.verify.report import Fault, LogReport, NotChecked
from games.core.words import count_phrase
from tournaments.commands import TakeResult
from tournaments.state import AdjudicatedResult, Tournament


class TournamentLog(NamedTuple):
    """What became of a tournament's log.

    Attributes:
        tournament: as its log tells it; None where it could not be followed to its end.
        taken: the results that it took, by number of the table.
        counted: what it counts by rulings: number of the table, and the ruling.
        at: when the file was written, in milliseconds.
    """

    report: LogReport
    tournament: Tournament | None
    taken: Mapping[int, TakeResult]
    counted: Sequence[tuple[int, AdjudicatedResult]]
    at: int


def is_tournament(path: Path) -> bool:
    """Say whether a file is the log of a tournament.

    Raises:
        Unreadable: there is no log in the file.
    """
    with open_log_file(path) as file:
        return bool(reading_of(path, file).header["format"] == OF_TOURNAMENT)


def verify_tournament(
    path: Path,
    keys: Sequence[PublicKey] = (),
    receipts: Sequence[Mapping[str, Any]] = (),
) -> TournamentLog:
    """Return what is proven of a tournament's log, without those of its tables.

    Raises:
        Unreadable: there is no log in the file.
    """
    reading, lines, broken = read_lines_to_break(path)
    held = PendingReceipts(receipts, reading.header["table"], keys)
    own = TournamentVerification(LogEnding(reading, keys), held)
    return own.run(lines, broken)


class TournamentVerification:
    """The way through the events of a tournament's log."""

    def __init__(self, ending: LogEnding, receipts: PendingReceipts) -> None:
        self.ending, self.receipts = ending, receipts
        self.stream: str = ending.reading.header["table"]

    def run(self, lines: Sequence[ParsedEvent], broken: Fault | None) -> TournamentLog:
        """Judge the events that were read, then sum up; `broken` is what ends their chain."""
        judge = TournamentJudge(self.stream)
        faults = [] if broken is None else [broken]
        try:
            for line in lines:
                self.receipts.see(line.stored, line.public.get("at"))
            if not is_tournament_stream(self.stream):
                raise Fault("foreign", 1, f"{self.stream!r} is no id of a tournament: c, 18 digits")
            for line in lines:
                judge.take(line)
            faults += [] if broken else self.at_the_end(judge)
        except Fault as fault:
            faults.append(fault)
        report = self.report(judge, [*faults, *self.ending.faults()])
        followed = None if report.faults or judge.since is not None else judge.tournament
        at = self.ending.reading.end.get("at")
        written = at if type(at) is int else 0
        return TournamentLog(report, followed, judge.taken, judge.counted, written)

    def at_the_end(self, judge: TournamentJudge) -> Iterator[Fault]:
        """Yield what the last line and the openings get wrong."""
        end, n = self.ending.reading.end, self.ending.reading.good
        if n == 0:
            yield Fault("cut", 1, "the log has no events")
            return
        judge.finish()
        if end["complete"] is not judge.closed:
            why = "the last line is wrong about whether the tournament has closed"
            yield Fault("wrong_end", n, why)
        if type(end["at"]) is not int or end["at"] < judge.at:
            yield Fault("wrong_end", n, "the last line is older than the last event")
        if judge.missing is not None and judge.is_over:
            why = f"a part of event {judge.missing} is missing; all is open when it is over"
            yield Fault("withheld", judge.missing, why)

    def report(self, judge: TournamentJudge, log_faults: Sequence[Fault]) -> LogReport:
        """Sum up."""
        reading, signature = self.ending.reading, self.ending.signature()
        at = reading.end.get("at")
        unproven: list[str] = []
        if type(at) is int:
            unproven += self.receipts.finish(reading.good, at, complete=False)
        faults = (*log_faults, *self.receipts.faults)
        return LogReport(
            reading.header, reading.good, faults, reading.end.get("complete") is True,
            reading.head.hex(), signature, None, (), () if faults else tuple(self.proven(judge)),
            (*self.not_proven(judge), *unproven),
            not_checked=() if faults else tuple(self.not_checked(judge)),
            excused=tuple(self.receipts.excused),
        )  # fmt: skip

    def proven(self, judge: TournamentJudge) -> Iterator[str]:
        """Yield what a log without faults proves."""
        n = self.ending.reading.good
        yield f"the chain of {count_phrase(n, 'event')} holds, and every opened part fits its seal"
        commands = count_phrase(judge.commands, "command was", "commands were")
        yield f"{commands} judged again; the rules of tournaments make the events in the log"
        if judge.since is None and judge.rounds:
            rounds = count_phrase(judge.rounds, "round was", "rounds were")
            own = judge.tournament.rules.format.kind == "own"
            how = "fair as they were sent" if own else "the same with the secret sealed in event 1"
            yield f"{rounds} paired again, and came out {how}"
        if judge.since is None and judge.closed:
            yield "the final places follow from the results in the log"
        if self.ending.signature() == "good":
            yield f"the log ends where the server signed it, at event {n}"
        if self.receipts.held and self.ending.keys:
            receipts = count_phrase(len(self.receipts.held), "receipt is", "receipts are")
            yield f"{receipts} genuine and of this log"

    def not_checked(self, judge: TournamentJudge) -> Iterator[NotChecked]:
        """Yield what could not be checked of a good log."""
        if judge.since is not None:
            yield unchecked_as_sealed("actions", judge.since)
        elif judge.missing is not None:
            yield unchecked_as_sealed("seals", judge.missing)
        yield from self.ending.not_checked()
        if judge.rounds:
            yield {"what": "tables", "since": None, "why": "not given"}

    def not_proven(self, judge: TournamentJudge) -> Iterator[str]:
        """Yield what it does not prove."""
        if self.ending.signature() == "not checked":
            yield "the signature was not checked: no key was given"
        if judge.since is not None:
            yield (
                f"pairings, results and places from event {judge.since} on: the secret opens when"
                " the tournament is closed and all its deal groups have ended"
            )
        if judge.rounds:
            yield "that its tables were dealt, played and ended so: their logs were not given"
        yield "that who directs or enters is a person: the server gives accounts and roles"
