"""`fairdeal verify` and `fairdeal checkpoint`: read what is given, verify, say the verdict."""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson

from events.disputes.verdict import find_table_log, subject_in, verify_disputes
from events.history.key_changes import BrokenKeyChain, keys_with_successors, read_key_chain
from events.history.notes import COSIGNATURE, BadNote, NoteKey
from events.history.notes import read_note_key as read_key_of_note
from events.parent_process import die_with_parent
from events.record.receipts import PublicKey
from events.terminal import say_json, say_lines, say_text, show_share
from events.tournaments.export import is_export, open_export
from events.tournaments.export_verdict import ExportInputs as OfExport
from events.tournaments.export_verdict import ExportReport, verify_export
from events.tournaments.verdict import is_tournament, verify_tournament
from events.verify.beacon import CosignedHead
from events.verify.history.inclusion import cosigned_head, in_tree
from events.verify.history.tree import (
    EXITS,
    InclusionProof,
    MissingProof,
    Quorum,
    compare_checkpoints,
    find_checkpoint,
    find_consistency,
    find_proof,
    report_with_witnesses,
)
from events.verify.log import Progress, verify_log
from events.verify.receipts import find_receipts
from events.verify.report import EXIT_CODES, LogReport, Unreadable
from service.commands.options import RequiredWitnesses, TrustedKeys, VerifyOptions

KEY = re.compile(r"[0-9a-f]{64}")
SIGNED = b"\n\n\xe2\x80\x94 "  # where the signatures of a note begin
BIG = 5_000_000  # bytes from which progress is shown
STEP = 1_000_000
Found = TypeVar("Found")


class VerifyInputs(NamedTuple):
    """What logs are verified with, as it was read."""

    keys: Sequence[PublicKey]
    receipts: Sequence[dict[str, Any]]
    earlier: Sequence[Path]
    proof: InclusionProof | None
    quorum: Quorum
    bots: bool


def run_verify(file: Path, given: VerifyOptions, as_json: bool) -> int:
    """Print the verdict on a log file or an export; return its exit code."""
    try:
        if is_export(file):
            exported = report_on_export(file, read_given(given))
            print_verdict(exported.as_json(), exported.as_text(), as_json)
            return EXIT_CODES[exported.verdict]
        report = report_on(file, read_given(given), progress_of(file, BIG * (not given.bots)))
    except Unreadable as error:
        return report_unreadable(error, as_json)
    print_verdict(report.as_json(), report.as_text(), as_json)
    return EXIT_CODES[report.verdict]


def read_given(given: VerifyOptions) -> VerifyInputs:
    """Read what logs are verified with."""
    keys = trusted_keys(given.keys)
    receipts = [receipt for path in given.receipts for receipt in _read_receipts(path)]
    proof = None if given.proof is None else read_json_or_note(given.proof, find_proof)
    quorum = _quorum_of(given.demanded)
    return VerifyInputs(keys, receipts, given.earlier, proof, quorum, given.bots)


def report_on(
    file: Path,
    given: VerifyInputs,
    progress: Progress = lambda done: None,
    others: Sequence[Path] = (),
) -> LogReport:
    """Return what becomes of a log with all that was given; `others` may be of its table.

    A log of disputes is held to the log of their table, if that is among the others.
    """
    if is_tournament(file):
        report = verify_tournament(file, given.keys, given.receipts).report
    elif (subject := subject_in(file)) is None:
        report = verify_log(
            file, given.keys, given.receipts, progress, given.earlier,
            bots=given.bots, cosigned=_cosigned_head_of_proof(given),
        )  # fmt: skip
    else:
        table = find_table_log(subject, others)
        report = verify_disputes(file, given.keys, given.receipts, table)
    if given.proof is None:
        return report
    report = in_tree(report, given.proof, given.keys, file, others)
    return report_with_witnesses(report, given.proof.checkpoint, given.quorum)


def report_on_export(path: Path, given: VerifyInputs) -> ExportReport:
    """Return what becomes of an exported tournament; its tables are verified on all cores."""
    if given.proof is not None:
        raise Unreadable("--proof is about one log; unpack the export, and give it with that")
    with open_export(path) as export, own_processes() as pool:
        each = max(1, len(export.tables) // (8 * (os.cpu_count() or 1)))
        own = OfExport(given.keys, given.receipts, given.bots)
        return verify_export(export, own, partial(pool.map, chunksize=each))


def own_processes(most: int | None = None) -> ProcessPoolExecutor:
    """Return a pool of as many processes as there are cores, which end with this one."""
    cores = os.cpu_count() or 1
    return ProcessPoolExecutor(min(cores, most or cores), initializer=die_with_parent)


def _cosigned_head_of_proof(given: VerifyInputs) -> CosignedHead | None:
    """Return the head that witnesses have cosigned, if a proof shows one."""
    return given.proof and cosigned_head(given.proof, given.keys, given.quorum)


def print_verdict(verdict: Mapping[str, Any], text: str, as_json: bool) -> None:
    """Print a verdict, for machines or for people."""
    if as_json:
        say_json(verdict)
    else:
        say_text(text)


def run_compare(
    one: Path,
    other: Path,
    proof: Path | None,
    given_keys: TrustedKeys,
    demanded: RequiredWitnesses,
    as_json: bool,
) -> int:
    """Print whether two checkpoints are of one history; return the verdict's exit code.

    Without a file with the proof, either of the two may hold it, as the API answers.
    """
    try:
        keys, files = trusted_keys(given_keys), [one, other] if proof is None else [proof]
        old, new = (read_json_or_note(path, find_checkpoint) for path in (one, other))
        proofs = [found for path in files if (found := read_json_or_note(path, find_consistency))]
        quorum = _quorum_of(demanded)
    except Unreadable as error:
        return report_unreadable(error, as_json)
    comparison = compare_checkpoints(old, new, proofs[0] if proofs else None, keys, quorum)
    word = comparison.verdict.upper().replace("_", " ")
    print_verdict(comparison._asdict(), f"{word}: {comparison.why}", as_json)
    return EXITS[comparison.verdict]


def report_unreadable(error: Unreadable, as_json: bool) -> int:
    """Print why there is nothing to verify; return 2."""
    if as_json:
        say_json({"verdict": "unreadable", "why": str(error)})
    else:
        say_lines(f"UNREADABLE: {error}", err=True)
    return 2


def trusted_keys(given: TrustedKeys) -> list[PublicKey]:
    """Return all keys that count; none where none is given."""
    if given.key is None:
        if given.newer is not None:
            raise Unreadable("--newer-keys adds keys to those of --key: give --key too")
        return []
    given_keys = read_keys(given.key)
    return (
        given_keys
        if given.newer is None
        else keys_with_successors(given_keys, read_keys(str(given.newer)))
    )


def read_keys(key: str) -> list[PublicKey]:
    """Return the public keys in a text: hex, or a file with hex or the JSON of /v1/keys."""
    text = key if KEY.fullmatch(key) else _read_text(Path(key)).decode("utf-8", "replace")
    try:
        found = [PublicKey(text.strip())] if KEY.fullmatch(text.strip()) else _public_keys(text)
    except BrokenKeyChain as broken:
        raise Unreadable(f"{key} holds no keys of one server: {broken}") from None
    if not found:
        raise Unreadable(f"{key} holds no public key: 64 hex digits, or the JSON of /v1/keys")
    return found


def _quorum_of(demanded: RequiredWitnesses) -> Quorum:
    """Return whose cosignatures are demanded."""
    witnesses = [key for one in demanded.witnesses for key in _read_witnesses(one)]
    return Quorum(witnesses, len(witnesses) if demanded.quorum is None else demanded.quorum)


def _read_witnesses(text: str) -> list[NoteKey]:
    """Return the keys of witnesses in a text: a key, or a file with some, one a line."""
    try:
        return [_witness_key(text)]
    except BadNote:
        lines = _read_text(Path(text)).decode("utf-8", "replace").splitlines()
    try:
        return [_witness_key(line) for line in lines if line.strip()]
    except BadNote as bad:
        raise Unreadable(f"{text}: {bad}") from None


def _witness_key(text: str) -> NoteKey:
    """Return the key of a witness; BadNote where it is none, or a log's."""
    key = read_key_of_note(text)
    if key.kind != COSIGNATURE:
        raise BadNote(f"{text!r} is the key of a log, not of a witness")
    return key


def _public_keys(text: str) -> list[PublicKey]:
    """Return the keys in the JSON of /v1/keys."""
    try:
        rows = orjson.loads(text)["keys"]
        return read_key_chain([row for row in rows if KEY.fullmatch(row["public"])])
    except (orjson.JSONDecodeError, LookupError, TypeError):
        return []


def _read_receipts(path: Path) -> list[dict[str, Any]]:
    """Return the receipts in a file."""
    found = read_json_or_note(path, find_receipts)
    if not found:
        raise Unreadable(f"{path} holds no receipt")
    return found


def read_json_or_note(path: Path, find: Callable[[Any], Found]) -> Found:
    """Return what `find` finds in the JSON of a file, or in a file that is a signed note."""
    text = _read_text(path)
    try:
        return find(text.decode() if SIGNED in text else orjson.loads(text))
    except ValueError as error:
        raise Unreadable(f"{path} is no JSON: {error}") from None
    except MissingProof as error:
        raise Unreadable(f"{path}: {error}") from None


def _read_text(path: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None


def progress_of(file: Path, least: int) -> Progress:
    """Return what shows progress on a terminal for a file of so many bytes, or more."""
    size = file.stat().st_size if file.is_file() else 0
    if size < least or not sys.stderr.isatty():
        return lambda done: None
    reported, step = [0], STEP if least else max(1, size // 100)

    def show(done: int) -> None:
        if done - reported[0] >= step or done == size:
            reported[0] = done
            show_share(done, size)

    return show
