"""An exported tournament, a zip or a folder: its log, those of its tables and of their disputes.

tournament.jsonl   tables/<table>.jsonl   disputes/<table>.jsonl   results.json
"""

import re
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from events.record.logfile import RATIO, SLACK
from events.verify.files import read_lines_to_break
from events.verify.report import Unreadable
from games.table.planned import table_id
from tournaments.events import EVENTS, RoundPlanned, TableReplayed

LOG, RESULTS = "tournament.jsonl", "results.json"
ROW: Final = re.compile(r"(tables|disputes)/([A-Za-z0-9_-]{1,64})\.jsonl")
BLOCK: Final = 1 << 20  # bytes that are unpacked at once
NAMES: Final = {kind: name for name, kind in EVENTS.items()}
PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises of bytes that are no whole zip; RuntimeError: it is encrypted, or of a version
# that it can't read.
NO_ZIP: Final = (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError)


class Export(NamedTuple):
    """The files of an export that are read: those that the tournament's log names, and no others.

    Attributes:
        tables, disputes: logs by the table that their names tell.
        strangers: names of logs of tables that the tournament's log does not name.
        others: names of files that are none of an export.
    """

    log: Path
    results: Path | None
    tables: Mapping[str, Path]
    disputes: Mapping[str, Path]
    strangers: tuple[str, ...]
    others: tuple[str, ...]


class ExportNames(NamedTuple):
    """The names of the files in an export, sorted: logs to be read, and what is not read."""

    logs: list[str]
    strangers: list[str]
    others: list[str]


def is_export(path: Path) -> bool:
    """Say whether a file may be an export: a folder, or a zip."""
    return path.is_dir() or zipfile.is_zipfile(path)


@contextmanager
def open_export(path: Path) -> Iterator[Export]:
    """Open an export; of a zip what is read is unpacked into a folder that is there for as long.

    Raises:
        Unreadable: there is no log of a tournament in it, or it can't be unpacked.
    """
    if path.is_dir():
        names = {str(one.relative_to(path)) for one in path.rglob("*") if one.is_file()}
        yield _export_in_folder(path, _sorted_names(path, path / LOG, names), names)
        return
    with TemporaryDirectory(prefix="fairdeal-verify-") as folder:
        try:
            with zipfile.ZipFile(path) as packed:
                names = _member_names(packed)
                found = _unpack_export(path, packed, names, Path(folder))
        except NO_ZIP as error:
            raise Unreadable(f"{path} cannot be unpacked: {error}") from None
        yield _export_in_folder(Path(folder), found, names)


def _member_names(packed: zipfile.ZipFile) -> set[str]:
    """Return the names of the files in a zip, none of which is in it twice."""
    listed = packed.namelist()
    if len(names := {*listed}) < len(listed):
        raise zipfile.BadZipFile("a file is in it twice")
    return {name for name in names if not name.endswith("/")}


def _unpack_export(
    path: Path, packed: zipfile.ZipFile, names: set[str], folder: Path
) -> ExportNames:
    """Unpack the tournament's log and what that names: at most so many files, each bounded.

    A zip of a few megabytes may hold tens of thousands of files. So none is opened for its name.
    """
    left = SLACK + RATIO * path.stat().st_size

    def unpack(name: str) -> None:
        nonlocal left
        one = packed.getinfo(name)
        if one.compress_type not in PACKED:
            raise zipfile.BadZipFile(f"{name} is packed in another way than deflate")
        if one.file_size > SLACK + RATIO * one.compress_size:
            raise zipfile.BadZipFile(f"{name} unpacks to more than {RATIO} times its size")
        left -= one.file_size  # no more than that is unpacked
        if left < 0:
            raise zipfile.BadZipFile(f"it unpacks to more than {RATIO} times its size")
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        with packed.open(one) as source, target.open("wb") as copy:
            shutil.copyfileobj(source, copy, BLOCK)

    if LOG in names:
        unpack(LOG)
    found = _sorted_names(path, folder / LOG, names)
    for name in (*found.logs, *names & {RESULTS}):
        unpack(name)
    return found


def _sorted_names(path: Path, log: Path, names: set[str]) -> ExportNames:
    """Return which files of an export are to be read, by its tournament's log."""
    if LOG not in names:
        raise Unreadable(f"{path} is no exported tournament: it has no {LOG}")
    tables = {row[2] for name in names if (row := ROW.fullmatch(name))}
    named = _named_tables(log, tables)
    found = ExportNames([], [], [])
    for name in sorted(names - {LOG, RESULTS}):
        row = ROW.fullmatch(name)
        kind = found.others if row is None else found.logs if row[2] in named else found.strangers
        kind.append(name)
    return found


def _named_tables(log: Path, tables: set[str]) -> set[str]:
    """Return those tables which a tournament's log had planned, as far as its chain is sound.

    Plans are public: while the tournament runs, and its draws are sealed, too.
    """
    reading, lines, _ = read_lines_to_break(log)
    planned = sum(_planned_table_count(line.public) for line in lines)
    left, named = {*tables}, set()
    for index in range(planned):
        if not left:
            break
        if (name := table_id(reading.header["table"], index)) in left:
            left.remove(name)
            named.add(name)
    return named


def _planned_table_count(public: Mapping[str, Any]) -> int:
    """Return how many tables an event plans; of a file that anybody may have made."""
    kind, data = public.get("type"), public.get("data")
    if kind == NAMES[TableReplayed]:
        return 1
    tables = data.get("tables") if kind == NAMES[RoundPlanned] and isinstance(data, dict) else None
    rows = tables if isinstance(tables, list) else ()
    return sum(type(one) is dict and "seats" in one for one in rows)


def _export_in_folder(folder: Path, found: ExportNames, names: set[str]) -> Export:
    """Return the files of an export in a folder."""
    logs: dict[str, dict[str, Path]] = {"tables": {}, "disputes": {}}
    for name in found.logs:
        kind, _, file = name.partition("/")
        logs[kind][file.removesuffix(".jsonl")] = folder / name
    results = folder / RESULTS if RESULTS in names else None
    return Export(
        folder / LOG, results, logs["tables"], logs["disputes"],
        tuple(found.strangers), tuple(found.others),
    )  # fmt: skip
