"""Where the chain of a log file breaks: what was done to the file there.

Whoever changes a file leaves traces: heads that go on behind a changed event, numbers that come
later, copies. The file is read once more; only a few events are held at a time.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.record.chain import canonical_json, first_head, next_head
from events.record.codec import TYPES, holds_cards
from events.record.logfile import LINE, BadLog, decompressing_reader, has_seal
from events.verify.report import Fault
from games.core.fairness.shuffle import hand_secret
from games.core.words import count_phrase
from games.table import Table


class ChainLine(NamedTuple):
    """An event line, or the last line (`n` is -1, `e` empty), as far as it can be read."""

    n: int
    e: bytes
    h: bytes

    def follows(self, head: bytes) -> bool:
        """Say whether this line continues a chain that stands at `head`."""
        return (next_head(head, self.e) if self.e else head) == self.h


NOTHING = ChainLine(-1, b"", b"")


def _rows_after_header(path: Path) -> Iterator[ChainLine]:
    """Return the lines behind the header."""
    return map(_parse_file_row, islice(_file_lines(path), 1, None))


def _parse_file_row(raw: bytes) -> ChainLine:
    """Return what can be read of a line."""
    try:
        row = orjson.loads(raw)
        if "e" not in row:
            return ChainLine(-1, b"", bytes.fromhex(row["head"]))
        n = orjson.loads(row["e"])["n"]
        return ChainLine(n if type(n) is int else -1, row["e"].encode(), bytes.fromhex(row["h"]))
    except (LookupError, TypeError, ValueError, AttributeError):
        return NOTHING


def fault_of_break(
    path: Path, bad: BadLog, header: dict[str, Any], head: bytes, table: Table | None
) -> Fault:
    """Return the fault behind `bad`; `head` and `table` are those after the sound events."""
    n = bad.good + 1
    match bad.place:
        case "number" | "head":
            found, after = (
                *islice(_rows_after_header(path), bad.good, bad.good + 2),
                NOTHING,
                NOTHING,
            )[:2]
            name = _misplaced_event_kind if bad.place == "number" else _broken_head_kind
            kind = name(path, n, head, found, after)
            return _foreign_header(path, header) or Fault(kind, n, bad.why)
        case "part":
            return Fault(_part_kind(path, bad, table), n, bad.why)
        case "end":
            return _end_line_fault(path, bad, header["table"])
        case place:
            return Fault(PLACES[place], n, bad.why)


PLACES = {
    "form": "malformed",
    "header": "edited",
    "after_end": "inserted",
    "cut": "cut",
}


def _foreign_header(path: Path, header: dict[str, Any]) -> Fault | None:
    """Return the fault of a header that names another table than the one of event 1."""
    first = next(_rows_after_header(path), NOTHING)
    if first.n != 1 or first.follows(first_head(header["table"])):
        return None
    data = orjson.loads(first.e).get("data")
    group = data.get("group") if isinstance(data, dict) else None
    if isinstance(group, str) and group != header["table"] and first.follows(first_head(group)):
        return Fault("foreign", 1, f"the events are of table {group}, not of {header['table']}")
    return None


def _broken_head_kind(path: Path, n: int, head: bytes, found: ChainLine, after: ChainLine) -> str:
    """Name why the head of an event with the right number does not follow."""
    if after.follows(found.h) or after.follows(next_head(head, found.e)):
        return "edited"
    return "inserted" if after.follows(head) else "foreign"


def _misplaced_event_kind(
    path: Path, n: int, head: bytes, found: ChainLine, after: ChainLine
) -> str:
    """Name why an event with another number than `n` stands here."""
    if _is_renumbered(n, head, found):
        return "edited"
    copies, later = 0, False
    for at, row in enumerate(_rows_after_header(path), 1):
        copies += row.e == found.e
        later = later or (at > n and row.n == n)
    if copies > 1:
        return "duplicated"
    extra = after.follows(head) or (found.n < n and after.follows(found.h))
    if extra and _is_elsewhere(path, n, found):
        return "inserted"
    if later:
        return "reordered"
    return "dropped" if after.follows(found.h) else "foreign"


def _is_renumbered(n: int, head: bytes, found: ChainLine) -> bool:
    """Say whether nothing but the number of an event was changed."""
    if not found.e:
        return False
    return found._replace(e=canonical_json({**orjson.loads(found.e), "n": n})).follows(head)


def _is_elsewhere(path: Path, at: int, found: ChainLine) -> bool:
    """Say whether another event of the file has the number of the one in line `at`."""
    return any(
        row.n == found.n for line, row in enumerate(_rows_after_header(path), 1) if line != at
    )


def _part_kind(path: Path, bad: BadLog, table: Table | None) -> str:
    """Name a private part that does not fit its seal by what it holds."""
    row = orjson.loads(next(islice(_file_lines(path), bad.good + 1, None)))
    public, parts = orjson.loads(row["e"]), orjson.loads(row["p"])
    kind = TYPES.get(str(public.get("type")))
    misfits = [part for key, part in parts.items() if not has_seal(part, public["seals"][key])]
    opened = [part["data"] for part in misfits if isinstance(part.get("data"), dict)]
    fields = [name for data in opened for name in data]
    if any(_is_other_secret(data, table) for data in opened):
        return "wrong_secret"
    of_cards = kind is not None and any(holds_cards(kind, name) for name in fields)
    return "wrong_card" if of_cards else "wrong_opening"


def _is_other_secret(data: dict[str, Any], table: Table | None) -> bool:
    """Say whether a part tells a secret that is surely not the one that was sealed.

    Of the opening there is nothing else in it; the secret of a hand follows from the table's.
    """
    if table is None:
        return "secret" in data
    if "hand_secret" not in data or table.hand_secrets is not None:
        return False
    secrets = (hand_secret(table.terms.secret, hand).hex() for hand in (table.hand, table.hand + 1))
    return data["hand_secret"] not in secrets


def _file_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file."""
    with path.open("rb") as file:
        text = decompressing_reader(file)
        yield from iter(lambda: text.readline(LINE), b"")


def _end_line_fault(path: Path, bad: BadLog, table: str) -> Fault:
    """Name why the last line does not fit the events."""
    rows = map(orjson.loads, islice(_file_lines(path), bad.good + 1, None))
    end = next(row for row in rows if "e" not in row)
    if end["table"] != table:
        return Fault("foreign", bad.good, f"the last line is of table {end['table']}, not {table}")
    n = end["n"]
    if type(n) is int and n != bad.good:
        why = f"the last line names {count_phrase(n, 'event')}, not {bad.good}"
        return Fault("cut", bad.good + 1, why) if n > bad.good else Fault("inserted", n + 1, why)
    return Fault("edited", bad.good, "the head in the last line is not that of the last event")
