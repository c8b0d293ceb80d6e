"""The verdict on an exported tournament: its log, every table, what they say of each other.

Tables are dealt, seated, ended and released as the tournament's log says; rulings stand in both;
standings are computed again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.disputes.names import dispute_stream_id
from events.disputes.rules import DISPUTES_DECIDER
from events.disputes.state import Ruled
from events.disputes.verdict import verify_disputes
from events.record.codec import decode_event
from events.record.logfile import LogReader
from events.record.receipts import LATE, PublicKey
from events.tournaments.export import LOG, RESULTS, Export
from events.tournaments.held_tables import held_table, table_numbers_by_id
from events.tournaments.verdict import TournamentLog, verify_tournament
from events.verify.files import open_log_file, table_id_in_log
from events.verify.log import verify_log
from events.verify.report import (
    Fault,
    LogReport,
    NotChecked,
    Unreadable,
    as_words,
    verdict_word,
)
from games.core.words import count_phrase, printable_text
from games.table.planned import table_id
from tournaments.results import build_results_json
from tournaments.state import AdjudicatedResult, Tournament

Spread = Callable[[Callable[[str], Any], Sequence[str]], Iterable[Any]]  # as `map`
MOST = 20  # faults that are told in text
Ruling = tuple[int, AdjudicatedResult]  # number of the table, and what it counts


class ExportInputs(NamedTuple):
    """What an export is verified with."""

    keys: Sequence[PublicKey] = ()
    receipts: Sequence[Mapping[str, Any]] = ()
    bots: bool = False

    def of(self, stream: str) -> list[Mapping[str, Any]]:
        """Return the receipts of a stream."""
        return [one for one in self.receipts if one.get("table") == stream]


class FileFault(NamedTuple):
    """Something that does not hold, and the file of the export that shows it."""

    file: str
    kind: str
    event: int
    why: str


class ExportReport(NamedTuple):
    """What became of an export.

    Attributes:
        log: of the tournament's own log.
        tables: how many logs of tables were given.
    """

    log: LogReport
    tables: int
    faults: tuple[FileFault, ...]
    proven: tuple[str, ...]
    not_proven: tuple[str, ...]
    not_checked: tuple[NotChecked, ...]
    excused: tuple[FileFault, ...] = ()  # contradictions that a published loss excuses

    @property
    def verdict(self) -> str:
        """Return ``good``, ``excused`` or ``bad``."""
        return verdict_word(self.faults, self.excused)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "verdict": self.verdict,
            "tournament": self.log.header["table"],
            "events": self.log.events,
            "tables": self.tables,
            "complete": self.log.complete,
            "head": self.log.head,
            "signature": self.log.signature,
            "faults": [one._asdict() for one in self.faults],
            "excused": [one._asdict() for one in self.excused],
            "not_checked": [] if self.faults else list(self.not_checked),
            "proven": list(self.proven),
            "not_proven": list(self.not_proven),
        }

    def as_text(self) -> str:
        """Return the verdict for people, in lines of plain text."""
        about = f"tournament {self.log.header['table']}"
        if self.faults:
            lines = [f"BAD: {about}: {count_phrase(len(self.faults), 'fault')}"]
            lines += [f"  {one.file}: {one.kind}: {one.why}" for one in self.faults[:MOST]]
            if (more := len(self.faults) - MOST) > 0:
                lines.append(f"  and {more} more")
            return "\n".join(map(printable_text, lines))
        but = ", ".join(map(as_words, self.not_checked))
        word = "EXCUSED" if self.excused else "GOOD"
        good = f"{word}, but not checked: {but}" if but else word
        state = "" if self.log.complete else ", which has not ended"
        tables, n = count_phrase(self.tables, "table"), count_phrase(self.log.events, "event")
        lines = [f"{good}: {about}{state}: {n}, {tables}, head {self.log.head}"]
        lines += [f"  excused: {one.file}: {one.kind}: {one.why}" for one in self.excused[:MOST]]
        lines += [f"  proven: {sentence}" for sentence in self.proven]
        lines += [f"  not proven: {sentence}" for sentence in self.not_proven]
        return "\n".join(map(printable_text, lines))


class TableVerdict(NamedTuple):
    """What became of a table's log, and of that of the disputes about it."""

    faults: tuple[FileFault, ...]
    not_checked: tuple[NotChecked, ...] = ()
    rulings: tuple[tuple[Ruling, int], ...] = ()  # with when they were made
    excused: tuple[FileFault, ...] = ()


def verify_export(export: Export, given: ExportInputs, spread: Spread = map) -> ExportReport:
    """Return what is proven of an export; `spread` may verify tables on several cores.

    Raises:
        Unreadable: its first file is no log of a tournament.
    """
    stream = table_id_in_log(export.log)
    log = verify_tournament(export.log, given.keys, given.of(stream))
    tournament_faults = [_in_file(LOG, fault) for fault in log.report.faults]
    names = sorted({*export.tables, *export.disputes})
    verdicts: list[TableVerdict] = [*spread(partial(_table_verdict, export, log, given), names)]
    faults = [*tournament_faults, *(fault for one in verdicts for fault in one.faults)]
    faults += _stranger_faults(export)
    faults += _stray_receipt_faults(given, {stream, *names, *map(dispute_stream_id, names)})
    t = log.tournament
    if t is not None:
        faults += _missing_table_faults(t, export)
        faults += _ruling_differences(export, log, [r for one in verdicts for r in one.rulings])
        faults += _result_differences(t, export.results)
    not_checked = [one for verdict in verdicts for one in verdict.not_checked]
    unchecked = () if faults else tuple(_unchecked_of(export, log, not_checked))
    return ExportReport(
        log.report, len(export.tables), tuple(faults),
        () if faults else tuple(_proven_export_claims(export, log, verdicts)),
        tuple(_unproven_export_claims(export, log)), unchecked,
        (*(_in_file(LOG, one) for one in log.report.excused),
         *(fault for one in verdicts for fault in one.excused)),
    )  # fmt: skip


def _table_verdict(
    export: Export, log: TournamentLog, given: ExportInputs, name: str
) -> TableVerdict:
    """Return what becomes of a table and its disputes, held to its tournament."""
    faults: list[FileFault] = []
    excused: list[FileFault] = []
    report: LogReport | None = None
    try:
        if name in export.tables:
            report = verify_log(export.tables[name], given.keys, given.of(name), bots=given.bots)
            faults += _table_log_faults(export, log, name, report)
            excused += [_in_file(f"tables/{name}.jsonl", one) for one in report.excused]
        else:
            why = f"it is about a table of which there is no log, tables/{name}.jsonl"
            faults.append(FileFault(f"disputes/{name}.jsonl", "missing_table", 1, why))
        rulings = _rulings_in(export, log, given, name, faults, excused)
    except Unreadable as error:
        return TableVerdict((FileFault(f"tables/{name}.jsonl", "malformed", 0, str(error)),))
    unchecked = () if report is None else report.not_checked
    return TableVerdict(tuple(faults), unchecked, tuple(rulings), tuple(excused))


def _table_log_faults(
    export: Export, log: TournamentLog, name: str, report: LogReport
) -> Iterator[FileFault]:
    """Yield what a table's log gets wrong by itself, else what its tournament knows better."""
    file, t = f"tables/{name}.jsonl", log.tournament
    if report.faults:
        yield from (_in_file(file, fault) for fault in report.faults)
        return
    if report.header["table"] != name:
        why = f"it is the log of table {report.header['table']}, not of {name}"
        yield _in_file(file, Fault("wrong_table", 1, why))
    elif t is not None:
        index = table_numbers_by_id(t.id, len(t.tables))[name]  # not a stranger: it is planned
        own = held_table(t, index, log.taken.get(index), export.tables[name], report)
        yield from (_in_file(file, fault) for fault in own)


def _in_file(file: str, fault: Fault) -> FileFault:
    """Return a fault with its file."""
    return FileFault(file, fault.kind, fault.n, fault.why)


def _rulings_in(
    export: Export,
    log: TournamentLog,
    given: ExportInputs,
    name: str,
    faults: list[FileFault],
    excused: list[FileFault],
) -> list[tuple[Ruling, int]]:
    """Return the rulings that change what a table counts, with their times; keep what is wrong."""
    path, t = export.disputes.get(name), log.tournament
    if path is None:
        return []
    report = verify_disputes(
        path, given.keys, given.of(dispute_stream_id(name)), export.tables.get(name)
    )
    file_name = f"disputes/{name}.jsonl"
    faults += [_in_file(file_name, fault) for fault in report.faults]
    excused += [_in_file(file_name, fault) for fault in report.excused]
    if report.header["table"] != dispute_stream_id(name):
        why = f"it is about {report.header['table']}, not about table {name}"
        faults.append(FileFault(file_name, "foreign", 1, why))
    if report.faults or t is None:
        return []
    index, rulings = table_numbers_by_id(t.id, len(t.tables))[name], []
    with open_log_file(path) as file:
        for line in LogReader(file):
            fact = decode_event(line.stored, DISPUTES_DECIDER.events)
            if isinstance(fact.event, Ruled) and fact.event.outcome is not None:
                outcome = fact.event.outcome
                places, scores = tuple(outcome["places"]), tuple(outcome["scores"])
                rulings.append(
                    ((index, AdjudicatedResult(places, scores, fact.event.dispute)), fact.at)
                )
    return rulings


def _missing_table_faults(t: Tournament, export: Export) -> Iterator[FileFault]:
    """Yield the tables that were opened and of which there is no log."""
    for index in range(t.opened):
        name = table_id(t.id, index)
        if name not in export.tables:
            why = f"table {index} was opened; its log, tables/{name}.jsonl, is not there"
            yield FileFault(LOG, "missing_table", t.n, why)


def _ruling_differences(
    export: Export, log: TournamentLog, made: Sequence[tuple[Ruling, int]]
) -> Iterator[FileFault]:
    """Yield rulings that the tournament counts and nobody made, and those that it does not count.

    It counts a ruling right after it was made; a file that is younger than a minute may lack it.
    """
    t, known = log.tournament, [ruling for ruling, _ in made]
    assert t is not None
    for index, ruling in log.counted:
        name = table_id(t.id, index)
        if name in export.disputes and (index, ruling) not in known:
            why = f"the tournament counts a ruling on {ruling.dispute} that was not made so"
            yield FileFault(f"disputes/{name}.jsonl", "wrong_ruling", t.n, why)
    for (index, ruling), at in made:
        if (index, ruling) not in log.counted and at + LATE < log.at:
            why = f"{ruling.dispute} was ruled, and the tournament does not count it so"
            yield FileFault(LOG, "wrong_ruling", t.n, why)


def _result_differences(t: Tournament, path: Path | None) -> Iterator[FileFault]:
    """Yield what results.json tells otherwise than follows from the log; it may tell more."""
    if path is None:
        return
    try:
        results = orjson.loads(path.read_bytes())
    except ValueError as error:
        yield FileFault(RESULTS, "malformed", 0, f"it is no JSON: {error}")
        return
    wanted = orjson.loads(_canonical_of(build_results_json(t)))
    if (difference := _json_difference(wanted, results)) is not None:
        yield FileFault(RESULTS, "wrong_standings", t.n, difference)


def _canonical_of(value: Any) -> bytes:
    """Return JSON with floats, which only results have."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _json_difference(wanted: Any, given: Any, path: str = "") -> str | None:
    """Say where JSON is not what it should be; an object may tell more than that."""
    if isinstance(wanted, dict) and isinstance(given, dict):
        inner = [(f"{path}/{name}", wanted[name], given.get(name)) for name in wanted]
    elif isinstance(wanted, list) and isinstance(given, list) and len(wanted) == len(given):
        inner = [(f"{path}/{at}", *pair) for at, pair in enumerate(zip(wanted, given, strict=True))]
    elif type(wanted) is type(given) and wanted == given:
        return None
    else:
        have, want = (_canonical_of(value).decode()[:MOST_QUOTED] for value in (given, wanted))
        return f"{path or '/'} is {have}; from the log follows {want}"
    return next(filter(None, (_json_difference(one, other, at) for at, one, other in inner)), None)


MOST_QUOTED = 120  # characters of a value


def _stranger_faults(export: Export) -> Iterator[FileFault]:
    """Yield the logs of tables that the tournament does not name, which were not read."""
    for file in export.strangers[:MOST]:
        kind, why = "wrong_table", "the tournament's log names no such table; it was not read"
        yield FileFault(file, kind, 1, why)
    if (more := len(export.strangers) - MOST) > 0:
        why = f"it names no table of {count_phrase(more, 'more file')} either; none was read"
        yield FileFault(LOG, "wrong_table", 1, why)


def _stray_receipt_faults(given: ExportInputs, streams: set[str]) -> Iterator[FileFault]:
    """Yield the receipts that are of none of the logs."""
    for one in given.receipts:
        if one.get("table") not in streams:
            why = f"a receipt is of {one.get('table')}, of which the export has no log"
            yield FileFault(LOG, "foreign_receipt", 0, why)


def _unchecked_of(
    export: Export, log: TournamentLog, not_checked: Sequence[NotChecked]
) -> Iterator[NotChecked]:
    """Yield what could not be checked: of the tournament, then of tables, each kind once."""
    own = [one for one in log.report.not_checked if one["what"] != "tables" or not export.tables]
    kinds = {(one["what"], one["why"]): one for one in reversed(not_checked)}
    yield from own
    if log.tournament is None and export.tables:
        yield {"what": "tables", "since": None, "why": "sealed"}
    known = {(one["what"], one["why"]) for one in own}
    for (what, why), _ in sorted(kinds.items()):
        if (what, why) not in known:
            yield {"what": what, "since": None, "why": why}


def _proven_export_claims(
    export: Export, log: TournamentLog, verdicts: Sequence[TableVerdict]
) -> Iterator[str]:
    """Yield what an export without faults proves."""
    yield from log.report.proven
    t = log.tournament
    if t is None:
        yield f"{count_phrase(len(export.tables), 'log')} of tables are good by themselves"
        return
    tables = count_phrase(len(export.tables), "table was", "tables were")
    yield (
        f"{tables} opened, seated, dealt and closed as planned: deal group, its secret, entropy and"
        " beacon's round are those of the tournament"
    )
    results = count_phrase(len(log.taken), "result")
    yield f"{results} that the tournament took: each is its table's own end"
    if log.counted or any(one.rulings for one in verdicts):
        rulings = count_phrase(len(log.counted), "ruling was", "rulings were")
        yield f"{rulings} counted: each was made in a dispute"
    if export.results is not None:
        yield f"standings and cross-table of {RESULTS} follow from these results"


def _unproven_export_claims(export: Export, log: TournamentLog) -> Iterator[str]:
    """Yield what it does not prove."""
    lacking = "that its tables were dealt, played and ended so"
    for sentence in log.report.not_proven:
        if not (sentence.startswith(lacking) and log.tournament is not None and export.tables):
            yield sentence
    t = log.tournament
    if t is None:
        if export.results is not None:
            yield f"anything of {RESULTS}: what it follows from is not open"
        return
    if export.results is None:
        yield f"standings and cross-table: there is no {RESULTS} to hold to the log"
    unseen = {index for index, _ in log.counted if table_id(t.id, index) not in export.disputes}
    if unseen:
        on = count_phrase(len(unseen), "table")
        yield f"the rulings on {on}: the logs of their disputes are not there"
    if any(one.beacon is not None for one in t.groups):
        yield "that the beacon's rounds were fixed before they were there: keep receipts"
    if not any(t.entropies):
        yield "that the server drew its secret at random: no entrant added entropy"
    if t.withheld:
        whose = ", ".join(map(str, t.withheld))
        yield f"that the server did not drop what entrant {whose} revealed: it counts as withheld"
    if export.others:
        more = len(export.others) - MOST
        rest = f" and {more} more" if more > 0 else ""
        yield f"anything of {', '.join(export.others[:MOST])}{rest}: no file of an export"
