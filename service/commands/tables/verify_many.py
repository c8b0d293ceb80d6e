"""`fairdeal verify` with several files: side by side on all cores, with a sum at the end."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from events.history.checkpoints import stream_hash
from events.terminal import say_lines
from events.tournaments.export import is_export
from events.verify.files import table_id_in_log
from events.verify.forks import SoundLog, find_forks, sound_log
from events.verify.groups import (
    GroupFault,
    GroupReport,
    GroupTable,
    group_reports,
    shared_secrets,
)
from events.verify.history.losses import last_retained_event
from events.verify.report import EXIT_CODES, LogReport, Unreadable
from games.core.words import count_phrase
from service.commands.options import VerifyOptions
from service.commands.tables.verify import (
    VerifyInputs,
    own_processes,
    print_verdict,
    read_given,
    report_on,
    report_on_export,
    report_unreadable,
)


class LogVerdict(NamedTuple):
    """What is said of one log."""

    report: dict[str, Any]
    text: str
    log: SoundLog | None = None
    dealt: GroupTable | None = None  # of a good log


def run_many(files: Sequence[Path], options: VerifyOptions, as_json: bool) -> int:
    """Print a verdict a log and how many there are of each; return the worst exit code."""
    try:
        given = read_given(options)
    except Unreadable as error:
        return report_unreadable(error, as_json)
    words = []
    for verdict in _every_verdict(files, given):
        print_verdict(verdict.report, verdict.text, as_json)
        words.append(verdict.report["verdict"])
    say_lines(_verdict_counts_line(words[: len(files)], words[len(files) :]), err=as_json)
    return EXIT_CODES[max(words, key=[*EXIT_CODES].index)]


def _verdict_counts_line(words: Sequence[str], besides: Sequence[str]) -> str:
    """Return how many logs have which verdict, and how many faults no log alone shows."""
    counted = [word for word in EXIT_CODES if word != "excused" or word in words]
    logs = ", ".join(f"{words.count(word)} {word}" for word in counted)
    found = [
        count_phrase(besides.count(word), what)
        for word, what in (("bad", "fault"), ("excused", "excused contradiction"))
        if word in besides
    ]
    more = f"; and {' and '.join(found)} that no log alone shows" if found else ""
    return f"{len(words)} logs: {logs}{more}"


def _every_verdict(files: Sequence[Path], given: VerifyInputs) -> Iterator[LogVerdict]:
    """Yield the verdicts on logs, then those on what no log alone shows."""
    found = []
    for verdict in _verdicts_in_parallel(files, given):
        found.append(verdict)
        yield verdict
    yield from _verdicts_on_foreign_evidence(
        given, {one.report["table"] for one in found if "table" in one.report}
    )
    yield from _fork_verdicts([one.log for one in found if one.log is not None], given)
    dealt = [one.dealt for one in found if one.dealt is not None]
    yield from map(_shared_secret_verdict, shared_secrets(dealt))
    yield from map(_deal_group_verdict, group_reports(dealt))


def _verdicts_in_parallel(files: Sequence[Path], given: VerifyInputs) -> Iterator[LogVerdict]:
    """Yield the verdicts on logs in their order, each found by a process of its own."""
    with own_processes(len(files)) as pool:
        yield from pool.map(partial(_verdict_on, files, given), files)


def _verdict_on(files: Sequence[Path], given: VerifyInputs, file: Path) -> LogVerdict:
    """Verify one log with the receipts of its table, and the proof if it is of that."""
    if is_export(file):
        return _export_verdict(file, given)
    try:
        given = _evidence_for_table(given, table_id_in_log(file))
        report = report_on(file, given, others=[one for one in files if one != file])
    except Unreadable as error:
        why = {"file": str(file), "verdict": "unreadable", "why": str(error)}
        return LogVerdict(why, f"UNREADABLE: {error}")
    text = report.as_text()
    if not (report.faults or report.excused or given.proof or given.bots):
        text = text.partition("\n")[0]  # what is proven is said of one log at a time
    verdict: dict[str, Any] = {"file": str(file), **report.as_json()}
    return LogVerdict(
        verdict, f"{file}: {text}", sound_log(file, report), _group_table(file, report)
    )


def _export_verdict(file: Path, given: VerifyInputs) -> LogVerdict:
    """Verify an exported tournament; receipts and proofs are of loose logs."""
    try:
        report = report_on_export(file, given._replace(receipts=[], proof=None))
    except Unreadable as error:
        why = {"file": str(file), "verdict": "unreadable", "why": str(error)}
        return LogVerdict(why, f"UNREADABLE: {error}")
    text = report.as_text()
    if report.verdict == "good":
        text = text.partition("\n")[0]
    return LogVerdict({"file": str(file), **report.as_json()}, f"{file}: {text}")


def _group_table(file: Path, report: LogReport) -> GroupTable | None:
    """Return what a good log tells of its deals."""
    if report.faults or report.dealing is None:
        return None
    return GroupTable(file, report.header["table"], report.dealing)


def _evidence_for_table(given: VerifyInputs, table: str) -> VerifyInputs:
    """Return what was given and is of this table, or of none."""
    own = [receipt for receipt in given.receipts if receipt.get("table") == table]
    is_proven = given.proof is not None and given.proof.leaf.stream == stream_hash(table)
    return given._replace(receipts=own, proof=given.proof if is_proven else None)


def _verdicts_on_foreign_evidence(given: VerifyInputs, tables: set[Any]) -> Iterator[LogVerdict]:
    """Yield the verdicts on receipts, and on a proof, of tables of which there is no log."""
    for receipt in given.receipts:
        if receipt.get("table") not in tables:
            table = f"table {receipt.get('table')}, of which no log was given"
            yield _foreign_evidence_verdict("foreign_receipt", f"a receipt is of {table}")
    if given.proof is not None and given.proof.leaf.stream not in map(stream_hash, tables):
        yield _foreign_evidence_verdict(
            "foreign_proof", "the proof is of a table of which no log was given"
        )


def _foreign_evidence_verdict(kind: str, why: str) -> LogVerdict:
    """Return the verdict on something that is of none of the logs."""
    return LogVerdict({"verdict": "bad", "kind": kind, "why": why}, f"BAD: {kind}: {why}")


def _fork_verdicts(logs: Sequence[SoundLog], given: VerifyInputs) -> Iterator[LogVerdict]:
    """Yield the verdicts on logs of one table that cannot all be its history.

    Where keys were given, only what they signed counts.
    """

    def last_retained(table: str) -> int:
        proof = given.proof
        is_of_table = proof is not None and proof.leaf.stream == stream_hash(table)
        return last_retained_event(proof, given.keys) if proof is not None and is_of_table else 0

    for kind, one, other, why, _ in find_forks(logs, given.keys, last_retained):
        verdict = "excused" if kind == "published_loss" else "bad"
        found = {"verdict": verdict, "table": one.table, "files": [str(one.path), str(other.path)]}
        yield LogVerdict({**found, "kind": kind, "why": why}, f"{verdict.upper()}: {kind}: {why}")


def _shared_secret_verdict(fault: GroupFault) -> LogVerdict:
    """Return the verdict on two groups that have one secret."""
    verdict = {"verdict": "bad", "groups": list(fault.groups), "files": [*map(str, fault.files)]}
    return LogVerdict(
        {**verdict, "kind": fault.kind, "why": fault.why}, f"BAD: {fault.kind}: {fault.why}"
    )


def _deal_group_verdict(report: GroupReport) -> LogVerdict:
    """Return the verdict on the tables of a deal group, held to each other."""
    tables, fault = [one.table for one in report.tables], report.fault
    verdict = {
        "verdict": "good" if fault is None else "bad",
        "group": report.group,
        "tables": tables,
    }
    if fault is not None:
        more = {"files": [*map(str, fault.files)], "kind": fault.kind, "why": fault.why}
        return LogVerdict({**verdict, **more}, f"BAD: {fault.kind}: {fault.why}")
    lines = [f"GOOD: deal group {report.group}: {', '.join(tables)}"]
    lines += [f"  proven: {sentence}" for sentence in report.proven]
    lines += [f"  not proven: {sentence}" for sentence in report.not_proven]
    proofs = {"proven": report.proven, "not_proven": report.not_proven}
    return LogVerdict({**verdict, **proofs}, "\n".join(lines))
