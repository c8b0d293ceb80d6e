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
from typing import Final, NamedTuple

from events.record.logfile import RATIO, SLACK
from events.verify.report import Unreadable

LOG, RESULTS = "tournament.jsonl", "results.json"
ROW: Final = re.compile(r"(tables|disputes)/([A-Za-z0-9_-]{1,64})\.jsonl")
BLOCK: Final = 1 << 20  # bytes that are unpacked at once
PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises of bytes that are no whole zip; RuntimeError: it is encrypted, or of a version
# that it can't read.
NO_ZIP: Final = (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError)


class Export(NamedTuple):
    """The files of an export.

    Attributes:
        tables, disputes: logs by the table that their names tell.
        others: names of files that are none of an export.
    """

    log: Path
    results: Path | None
    tables: Mapping[str, Path]
    disputes: Mapping[str, Path]
    others: tuple[str, ...]


def is_export(path: Path) -> bool:
    """Say whether a file may be an export: a folder, or a zip."""
    return path.is_dir() or zipfile.is_zipfile(path)


@contextmanager
def open_export(path: Path) -> Iterator[Export]:
    """Open an export; a zip is unpacked into a folder that is there for as long.

    Raises:
        Unreadable: there is no log of a tournament in it, or it can't be unpacked.
    """
    if path.is_dir():
        yield _export_in_folder(path, path)
        return
    with TemporaryDirectory(prefix="fairdeal-verify-") as folder:
        try:
            _unpack_export(path, Path(folder))
        except NO_ZIP as error:
            raise Unreadable(f"{path} cannot be unpacked: {error}") from None
        yield _export_in_folder(path, Path(folder))


def _unpack_export(path: Path, folder: Path) -> None:
    """Unpack the files of an export, of which none is bigger than logs are."""
    left = SLACK + RATIO * path.stat().st_size
    with zipfile.ZipFile(path) as packed:
        if len({*packed.namelist()}) < len(packed.namelist()):
            raise zipfile.BadZipFile("a file is in it twice")
        for one in packed.infolist():
            if not (one.filename in (LOG, RESULTS) or ROW.fullmatch(one.filename)):
                continue
            if one.compress_type not in PACKED:
                raise zipfile.BadZipFile(f"{one.filename} is packed in another way than deflate")
            left -= one.file_size  # no more than that is unpacked
            if left < 0:
                raise zipfile.BadZipFile(f"it unpacks to more than {RATIO} times its size")
            target = folder / one.filename
            target.parent.mkdir(exist_ok=True)
            with packed.open(one) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy, BLOCK)


def _export_in_folder(path: Path, folder: Path) -> Export:
    """Return the files of an export in a folder."""
    log, results = folder / LOG, folder / RESULTS
    if not log.is_file():
        raise Unreadable(f"{path} is no exported tournament: it has no {LOG}")
    names = sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())
    rows = {name: ROW.fullmatch(name) for name in names if name not in (LOG, RESULTS)}
    logs: dict[str, dict[str, Path]] = {"tables": {}, "disputes": {}}
    for name, row in rows.items():
        if row is not None:
            logs[row[1]][row[2]] = folder / name
    others = tuple(name for name, row in rows.items() if row is None)
    own = results if results.is_file() else None
    return Export(log, own, logs["tables"], logs["disputes"], others)
