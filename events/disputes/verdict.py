"""The verdict on a log of disputes, as `fairdeal verify` gives it; with the log of its table too.

It is in the tree above the verdict on a table, since the rules of disputes are above those of
tables; it needs no store either.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from events.disputes.judge import DisputeJudge
from events.disputes.names import is_dispute_stream, subject_of
from events.disputes.table_log import TableLog, read_table
from events.record.logfile import OF_DISPUTES, ParsedEvent
from events.record.receipts import PublicKey
from events.verify.ending import LogEnding
from events.verify.files import open_log_file, read_lines_to_break, reading_of, table_id_in_log
from events.verify.receipts import PendingReceipts
from events.verify.report import Fault, LogReport, Unreadable
from games.core.words import count_phrase


def subject_in(path: Path) -> str | None:
    """Return the table that a log of disputes is about; None for a log of a table.

    Raises:
        Unreadable: there is no log in the file.
    """
    with open_log_file(path) as file:
        header = reading_of(path, file).header
    return subject_of(header["table"]) if header["format"] == OF_DISPUTES else None


def find_table_log(table_id: str, paths: Sequence[Path]) -> Path | None:
    """Return which of some files is the log of a table, the biggest where several are."""
    logs = []
    for path in paths:
        with suppress(Unreadable):
            if table_id_in_log(path) == table_id:
                logs.append(path)
    return max(logs, key=lambda path: path.stat().st_size, default=None)


def verify_disputes(
    path: Path,
    keys: Sequence[PublicKey] = (),
    receipts: Sequence[Mapping[str, Any]] = (),
    table: Path | None = None,
) -> LogReport:
    """Return what is proven of a log of disputes; `table` is the log of the table they are about.

    Raises:
        Unreadable: there is no log in the file, or none of a table in the other.
    """
    reading, lines, broken = read_lines_to_break(path)
    held = PendingReceipts(receipts, reading.header["table"], keys)
    own = DisputesVerification(LogEnding(reading, keys), held)
    return own.run(lines, broken, table)


class DisputesVerification:
    """The way through the events of a log of disputes."""

    def __init__(self, ending: LogEnding, receipts: PendingReceipts) -> None:
        self.ending, self.receipts = ending, receipts
        self.stream: str = ending.reading.header["table"]
        self.table_was_bad = False

    def run(self, lines: list[ParsedEvent], broken: Fault | None, table: Path | None) -> LogReport:
        """Judge the events that were read, then sum up; `broken` is what ends their chain."""
        judge = DisputeJudge(self.stream, self.log_of(table, lines))
        faults = [] if broken is None else [broken]
        try:
            for line in lines:
                self.receipts.see(line.stored, line.public.get("at"))
            if not is_dispute_stream(self.stream):
                why = f"{self.stream!r} is no id of disputes, which begins with a d"
                raise Fault("foreign", 1, why)
            for line in lines:
                judge.take(line)
            faults += [] if broken else self.at_the_end(judge)
        except Fault as fault:
            faults.append(fault)
        return self.report(judge, [*faults, *self.ending.faults()])

    def log_of(self, path: Path | None, lines: Sequence[ParsedEvent]) -> TableLog | None:
        """Return the log of the table, if it was given and is good."""
        if path is None:
            return None
        numbers = [line.public["data"].get("n") for line in lines]
        log = read_table(path, self.ending.keys, [n for n in numbers if type(n) is int])
        self.table_was_bad = log is None
        return log

    def at_the_end(self, judge: DisputeJudge) -> Iterator[Fault]:
        """Yield what the last line gets wrong, and what is missing before it."""
        end, n = self.ending.reading.end, self.ending.reading.good
        if n == 0:
            yield Fault("cut", 1, "the log has no events")
        elif end["complete"] is not False:
            yield Fault("wrong_end", n, "the last line says that disputes are complete; none are")
        elif type(end["at"]) is not int or end["at"] < judge.docket.at:
            yield Fault("wrong_end", n, "the last line is older than the last event")
        else:
            yield from judge.finish(end["at"])

    def report(self, judge: DisputeJudge, log_faults: list[Fault]) -> LogReport:
        """Sum up."""
        reading, signature = self.ending.reading, self.ending.signature()
        at = reading.end.get("at")
        unproven: list[str] = []
        if type(at) is int:
            unproven += self.receipts.finish(reading.good, at, complete=False)
        faults = (*log_faults, *self.receipts.faults)
        proven = () if faults else tuple(self.proven(judge))
        return LogReport(
            reading.header, reading.good, faults, False, reading.head.hex(), signature, None, (),
            proven, (*self.not_proven(judge), *unproven), not_checked=self.ending.not_checked(),
            excused=tuple(self.receipts.excused),
        )  # fmt: skip

    def proven(self, judge: DisputeJudge) -> Iterator[str]:
        """Yield what a log without faults proves."""
        n = self.ending.reading.good
        yield f"the chain of {count_phrase(n, 'event')} holds"
        yield from judge.proven()
        if self.ending.signature() == "good":
            yield f"the log ends where the server signed it, at event {n}"
        if self.receipts.held and self.ending.keys:
            receipts = count_phrase(len(self.receipts.held), "receipt is", "receipts are")
            yield f"{receipts} genuine and of this log"

    def not_proven(self, judge: DisputeJudge) -> Iterator[str]:
        """Yield what it does not prove."""
        if self.ending.signature() == "not checked":
            yield "the signature was not checked: no key was given"
        if self.table_was_bad:
            yield f"that it fits the log of table {judge.docket.table}: that one is bad"
        else:
            yield from judge.not_proven()
        yield "that who ruled or looked was an auditor: the server gives that role"
