"""The log of a table, as far as the disputes about it are held to it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from events.disputes.state import TABLE_RULED
from events.record.codec import decode_event
from events.record.logfile import LogReader, ParsedEvent
from events.record.receipts import PublicKey
from events.verify.files import open_log_file
from events.verify.log import verify_log
from games.table import Fact, Table, fold_table_facts


class TableLog(NamedTuple):
    """A table's log that is good by itself.

    Attributes:
        heads, times: head (hex) and time of each event.
        at: when the file was written, in milliseconds.
        complete: whether the table has closed.
        rulings: by number of the event.
        tables: the table after some events; None where parts of the log are not open.
    """

    heads: Sequence[str]
    times: Sequence[int]
    at: int
    complete: bool
    rulings: Mapping[int, Fact]
    tables: Mapping[int, Table] | None

    @property
    def n(self) -> int:
        """The number of the newest event."""
        return len(self.heads)


def read_table(path: Path, keys: Sequence[PublicKey], wanted: Iterable[int]) -> TableLog | None:
    """Return a table's log with the table after the `wanted` events; None where it is bad.

    Raises:
        Unreadable: there is no log of a table in the file.
    """
    if verify_log(path, keys).faults:
        return None
    with open_log_file(path) as file:
        reading = LogReader(file)
        lines = list(reading)
    is_open = all(line.parts.keys() == line.public["seals"].keys() for line in lines)
    return TableLog(
        [line.stored.h.hex() for line in lines],
        [line.public["at"] for line in lines],
        reading.end["at"],
        reading.end["complete"],
        {line.stored.n: decode_event(line.stored) for line in lines if _is_ruling(line)},
        _tables_at(reading.header["table"], lines, wanted) if is_open else None,
    )


def _is_ruling(line: ParsedEvent) -> bool:
    """Say whether a dispute was ruled with an event."""
    return bool(line.public["type"] == TABLE_RULED)


def _tables_at(
    table_id: str, lines: Sequence[ParsedEvent], wanted: Iterable[int]
) -> dict[int, Table]:
    """Return the table after its last event, and after each wanted one that there is."""
    tables: dict[int, Table] = {}
    table: Table | None = None
    last = len(lines)
    for n in sorted({n for n in wanted if 0 < n < last} | {last}):
        behind = lines[0 if table is None else table.n : n]
        table = tables[n] = fold_table_facts(
            table_id, table, [decode_event(line.stored) for line in behind]
        )
    return tables
