"""The log of a table held to that of its tournament, which had planned it and took its result."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from events.record.codec import NAMES
from events.record.logfile import LogReader, ParsedEvent
from events.record.receipts import LATE
from events.tournaments.table_ends import end_of
from events.verify.files import open_log_file
from events.verify.report import Fault, LogReport
from events.verify.tables.differences import field_difference_text, first_differing_field
from games.core.type_hints.values import split_by_audience, to_json
from games.table import decide
from games.table.events import Opened
from games.table.planned import table_id
from tournaments.commands import TakeResult
from tournaments.openings import table_open_command
from tournaments.state import Tournament


@lru_cache(1)
def table_numbers_by_id(tournament: str, count: int) -> Mapping[str, int]:
    """Return the numbers of the first tables of a tournament by their ids."""
    return {table_id(tournament, index): index for index in range(count)}


def held_table(
    t: Tournament, index: int, taken: TakeResult | None, path: Path, report: LogReport
) -> Iterator[Fault]:
    """Yield what speaks against a table whose log is good by itself.

    `taken` is the result that the tournament took; `Fault.n` is an event of the table's log.
    """
    with open_log_file(path) as file:
        lines = list(LogReader(file))
    yield from _opened_otherwise(t, index, lines[0])
    end = end_of(report.header["table"], [line.stored for line in lines])
    if taken is not None:
        yield from _ended_otherwise(taken, None if end is None else end.result, len(lines))
    group = t.groups[t.tables[index].planned.group]
    if group.released and not report.complete:
        yield Fault("wrong_table", len(lines), "it is not closed, though its deal group is open")
    if report.complete and not group.ended:
        yield Fault("wrong_table", len(lines), "it was closed before its deal group had ended")


def _opened_otherwise(t: Tournament, index: int, line: ParsedEvent) -> Iterator[Fault]:
    """Yield what of its opening the tournament had not planned: game, seats, deals, all of it."""
    public, parts = line.public, line.parts
    held = public["data"].get("seated") or ()
    keys = {one["player"]: one["key"] for one in held if one.get("key") is not None}
    name, at = table_id(t.id, index), public["at"]
    planned = table_open_command(t, index, keys)
    (first, *_) = decide(None, f"tournament:{t.id}", planned, at, name)
    assert public["type"] == NAMES[Opened]
    data, secrets = split_by_audience(first.event)
    own = {key: part for key, part in secrets.items() if key in parts}
    for wanted, found in ((data, public["data"]), *((own[key], parts[key]) for key in own)):
        if (field := first_differing_field(wanted, found)) is not None:
            kind = "wrong_secret" if field == "secret" else "wrong_table"
            why = field_difference_text(1, field, wanted, found).replace(
                "by the rules", "by its tournament's log"
            )
            yield Fault(kind, 1, why)
    began = t.rounds[t.tables[index].round].at
    if at + LATE < began:
        yield Fault("wrong_table", 1, f"it was opened at {at}; its round was planned at {began}")


def _ended_otherwise(taken: TakeResult, end: TakeResult | None, last: int) -> Iterator[Fault]:
    """Yield what of its end the tournament took otherwise."""
    if end is None:
        why = f"it has not ended; its tournament took a result of its event {taken.n}"
        yield Fault("wrong_result", last, why)
        return
    wanted, found = to_json(taken), to_json(end)
    if (field := first_differing_field(wanted, found)) is not None:
        why = field_difference_text(end.n, field, wanted, found)
        yield Fault("wrong_result", end.n, why.replace("by the rules", "by its tournament's log"))
