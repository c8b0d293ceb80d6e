"""Verify logs that begin alike: what they share is judged once, each goes on from a copy."""

from collections.abc import Callable
from copy import deepcopy
from copyreg import pickle
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any

from events.record.logfile import LINE, LogReader, encode_log_line
from events.record.receipts import PublicKey
from events.verify.groups import RecomputedShuffles
from events.verify.log import Verification
from events.verify.report import LogReport
from events.verify.tables.judge import Judge
from events.verify.tables.signers import ActionSigners
from games.table.evolve import own_copy

MADE_OF: dict[type, Callable[[Any], tuple[Any, ...]]] = {  # class -> what its `__init__` takes
    Verification: lambda way: (way.path, BytesIO(encode_log_line(way.reading.header)), way.keys),
    Judge: lambda judge: (judge.table_id,),
    RecomputedShuffles: lambda deals: (),
    ActionSigners: lambda signers: (),
}


def taken_apart(one: Any) -> tuple[Any, ...]:
    """Return how an object of a compiled class is copied: it can't be made without arguments."""
    return type(one), MADE_OF[type(one)](one), one.__getstate__()


for kind in MADE_OF:
    if hasattr(kind, "__mypyc_attrs__"):
        pickle(kind, taken_apart)


class Beginnings:
    """A good log as the verifier goes through it: its way up to each command, to go on from."""

    def __init__(self, log: bytes, keys: list[str], receipts: list[dict[str, Any]]) -> None:
        self.lines = log.splitlines(keepends=True)
        path, known = Path("a log that others begin like"), list(map(PublicKey, keys))
        way = Verification(path, BytesIO(log), known, receipts)
        self.ways = {0: copied(way)}  # by number of events
        for each in way.reading:
            way.see(each)
            if not (way.judge.expected or way.judge.held):
                self.ways[each.stored.n] = copied(way)

    def shared(self, lines: list[bytes]) -> int:
        """Return how many events of whole commands a log has in common with this one."""
        pairs = zip(self.lines[1:-1], lines[1:], strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return next(n for n in range(alike, -1, -1) if n in self.ways)

    def verify(self, path: Path) -> LogReport:
        """Return what `verify` says of a log with the same first line."""
        lines = path.read_bytes().splitlines(keepends=True)
        events = self.shared(lines)
        way = copied(self.ways[events])
        with path.open("rb") as file:
            file.seek(sum(map(len, lines[: 1 + events])))
            way.path, way.file = path, file
            way.reading.lines = iter(lambda: file.readline(LINE), b"")
            return way.run(lambda done: None)


def copied(way: Verification) -> Verification:
    """Return a way that can be gone on without the other."""
    values = (way.path, way.file, way.keys, way.earlier, way.judge.play)
    known: dict[int, Any] = {id(one): one for one in values}
    known[id(way.reading)] = reading = LogReader(BytesIO(encode_log_line(way.reading.header)))
    reading.good, reading.head, reading.end = way.reading.good, way.reading.head, way.reading.end
    for table in filter(None, (way.judge.table, way.outline.table)):
        known[id(table)] = own_copy(table)
    return deepcopy(way, known)
