"""A log held to the proof that a head of its table is in the tree: what that covers of it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from events.history.checkpoints import (
    ANNOUNCED,
    CLOSED,
    RUNNING,
    Leaf,
    announcement_interval,
    stream_hash,
)
from events.history.leaf_kinds import leaf_kind
from events.history.merkle import is_included, leaf_hash
from events.record.logfile import BadLog, LogReader, ParsedEvent
from events.record.receipts import PublicKey
from events.verify.beacon import CosignedHead
from events.verify.history.losses import last_retained_event, wrong_loss
from events.verify.history.tree import InclusionProof, Quorum, checkpoint_signature_fault
from events.verify.receipts import published_excuse
from events.verify.report import Fault, LogReport, NotChecked


def in_tree(
    report: LogReport,
    proof: InclusionProof,
    keys: Sequence[PublicKey],
    log: Path,
    others: Sequence[Path] = (),
) -> LogReport:
    """Return the report on a log with what a proof from `find_proof` adds to it.

    Where the log is older than the leaf, one of `others` may lead from its end to the leaf.
    """
    faults = [*_inclusion_faults(report, proof, keys, log)]
    way = None
    if proof.leaf.n > report.events and not (faults or report.complete):
        way = _find_longer_log(report, proof.leaf, others)
        faults += _stray_log_faults(report, proof.leaf, way, proves=bool(keys))
    is_own = proof.leaf.stream == stream_hash(report.header["table"])
    last_retained = last_retained_event(proof, keys) if is_own else 0
    report = _without_false_excuses(report, proof, keys, last_retained)
    excuse = None if last_retained else published_excuse(proof.leaf.at, keys)
    if excuse is not None and [one.kind for one in faults] == ["fork"]:
        fork = Fault("fork", faults[0].n, f"{faults[0].why}; {excuse}")
        return report._replace(excused=(*report.excused, fork))
    if faults or report.faults:
        return report._replace(faults=(*report.faults, *faults), proven=())
    proven, unproven = (
        _coverage_claims(report, proof, way),
        [*_coverage_gaps(report, proof, way, log)],
    )
    if not keys:
        unproven.append("the signature of the checkpoint was not checked: no key was given")
    return report._replace(
        proven=(*report.proven, *proven),
        not_proven=(*report.not_proven, *unproven),
        not_checked=(*report.not_checked, *_not_covered(report, proof.leaf, way)),
    )


def _without_false_excuses(
    report: LogReport, proof: InclusionProof, keys: Sequence[PublicKey], last_retained: int
) -> LogReport:
    """Return a report in which no published loss excuses what the tree shows to be kept."""
    wrong = wrong_loss(proof, keys)
    convicted = [one for one in report.excused if one.n <= last_retained or wrong is not None]
    return report._replace(
        faults=(*report.faults, *([] if wrong is None else [wrong]), *convicted),
        excused=tuple(one for one in report.excused if one not in convicted),
    )


class LongerLog(NamedTuple):
    """A longer log of the table that holds the leaf's head, and its head at the end of ours."""

    path: Path
    head: str


def _find_longer_log(report: LogReport, leaf: Leaf, others: Sequence[Path]) -> LongerLog | None:
    """Return the first other log that reaches the leaf, if there is one."""
    for path in others:
        with suppress(BadLog, OSError), path.open("rb") as file:
            reading = LogReader(file)
            if reading.header["table"] != report.header["table"]:
                continue
            heads = {one.stored.n: one.stored.h.hex() for one in islice(reading, leaf.n)
                     if one.stored.n in (report.events, leaf.n)}  # fmt: skip
            if heads.get(leaf.n) == leaf.head:
                return LongerLog(path, heads[report.events])
    return None


def _stray_log_faults(
    report: LogReport, leaf: Leaf, way: LongerLog | None, *, proves: bool
) -> Iterator[Fault]:
    """Yield that a log is no beginning of the one that leads to the leaf."""
    if way is not None and way.head != report.head:
        kind = "fork" if proves and report.signature == "good" else "wrong_head"
        why = f"{way.path} leads to the leaf in the tree, with another head after this event"
        yield Fault(kind, report.events, why)


def _coverage_claims(
    report: LogReport, proof: InclusionProof, way: LongerLog | None
) -> Iterator[str]:
    """Yield which part of a log is in the tree."""
    leaf, checkpoint = proof.leaf, proof.checkpoint
    where = f"leaf {proof.place} of the {checkpoint.size} in the tree"
    root = f"with the root {checkpoint.root.hex()}"
    if way is not None:
        yield f"all of it leads to event {leaf.n} in {way.path}, whose head is {where} {root}"
    elif leaf.n == report.events:
        yield f"its head is {where} {root}"
    elif leaf.n < report.events:
        yield f"its head after event {leaf.n} is {where} {root}: it covers what is up to there"


def _coverage_gaps(
    report: LogReport, proof: InclusionProof, way: LongerLog | None, log: Path
) -> Iterator[str]:
    """Yield which part is not, and why."""
    leaf, at, n = proof.leaf, proof.checkpoint.at, report.events
    if leaf.n > n and way is None:
        yield (
            f"the tree holds the head after event {leaf.n}: this log is older, and nothing of it is"
            f" covered; give a log that holds event {leaf.n} beside it, or a proof of its own time"
        )
    last = None if leaf.n >= n else _event_at(log, n)
    if last is None:
        return
    which = f"event {n}" if leaf.n + 1 == n else f"events {leaf.n + 1} to {n}"
    when = last.public["at"]
    assert at is not None
    if at < when:
        why = f"the checkpoint is of {at}, older than the last event, of {when}"
    else:
        why = f"the leaf is of {leaf.at}; ask for a newer proof, since the last event is of {when}"
    yield f"that {which} are in the tree: {why}"


def _not_covered(report: LogReport, leaf: Leaf, way: LongerLog | None) -> Iterator[NotChecked]:
    """Yield from where on a log is not in the tree, if it is not all there."""
    if leaf.n < report.events:
        yield {"what": "tree", "since": leaf.n + 1, "why": "not covered"}
    elif leaf.n > report.events and way is None:
        yield {"what": "tree", "since": None, "why": "not covered"}


def _inclusion_faults(
    report: LogReport, proof: InclusionProof, keys: Sequence[PublicKey], log: Path
) -> Iterator[Fault]:
    """Yield what does not hold between a log and a proof."""
    leaf, checkpoint, table = proof.leaf, proof.checkpoint, report.header["table"]
    assert checkpoint.at is not None
    hashes = (leaf_hash(leaf.data), proof.place, checkpoint.size, proof.path, checkpoint.root)
    if keys and (distrust := checkpoint_signature_fault(checkpoint, keys)):
        yield distrust
    elif leaf.stream != stream_hash(table):
        yield Fault("foreign_proof", 0, f"the proof is of another table, not of {table}")
    elif not is_included(*hashes):
        yield Fault("wrong_proof", 0, "the path does not lead from the leaf to the signed root")
    elif checkpoint.at < leaf.at:
        yield Fault("time_reversed", leaf.n, "the checkpoint is older than a leaf of its tree")
    elif leaf.n <= report.events or report.complete:
        proves = bool(keys) and report.signature == "good"
        yield from _leaf_contradictions(report, leaf, log, proves=proves)


def cosigned_head(
    proof: InclusionProof, keys: Sequence[PublicKey], quorum: Quorum
) -> CosignedHead | None:
    """Return the head that a proof shows, and when as many witnesses as demanded had cosigned it.

    None where it shows nothing: too few have, nobody was asked for, or the proof does not hold.
    """
    leaf, checkpoint, times = proof.leaf, proof.checkpoint, quorum.times(proof.checkpoint)
    hashes = (leaf_hash(leaf.data), proof.place, checkpoint.size, proof.path, checkpoint.root)
    least = max(1, quorum.least)
    if (
        len(times) < least
        or checkpoint_signature_fault(checkpoint, keys)
        or not is_included(*hashes)
    ):
        return None
    return CosignedHead(leaf.n, leaf.head, 1000 * times[least - 1][0])


def _leaf_contradictions(
    report: LogReport, leaf: Leaf, log: Path, *, proves: bool
) -> Iterator[Fault]:
    """Yield where a log and a leaf tell two stories; `proves`: the server signed both."""
    first, line = _event_at(log, 1), _event_at(log, leaf.n)
    if line is None or line.stored.h.hex() != leaf.head:
        kind = "fork" if proves else "wrong_head"
        here = f"head {line.stored.h.hex()} there" if line else f"{report.events} events"
        difference = f"the tree holds head {leaf.head} after event {leaf.n}; the log has {here}"
        yield Fault(kind, leaf.n, difference)
    if line is None or first is None or report.faults or line.stored.h.hex() != leaf.head:
        return
    of_table, right = "game" in report.header, leaf_kind(line.public)
    is_running = leaf.kind == RUNNING and of_table and right != CLOSED
    if leaf.kind != right and not is_running:
        of = "no leaf" if right is None else f"a leaf of the kind {right}"
        why = f"the tree names this a leaf of the kind {leaf.kind}; event {leaf.n} makes {of}"
        yield Fault("wrong_head", leaf.n, why)
        return
    if leaf.at < line.public["at"]:
        yield Fault("time_reversed", leaf.n, "the leaf in the tree is older than its event")
    if leaf.kind in ANNOUNCED and (leaf.end or 0) - leaf.at != announcement_interval(
        first.public["data"]
    ):
        yield Fault("wrong_head", leaf.n, "the tree names another latest end than event 1 gives")


def _event_at(log: Path, n: int) -> ParsedEvent | None:
    """Return an event of a log whose chain is sound; None if it has not so many."""
    with log.open("rb") as file, suppress(BadLog):
        return next((line for line in LogReader(file) if line.stored.n == n), None)
    return None
