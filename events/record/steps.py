"""A log command by command: the table before and after, and the time that the seat took."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from events.record.codec import StoredEvent, decode_event
from games.core.contract import Seat
from games.table import Fact, Table, fold_table_facts


class CommandStep(NamedTuple):
    """One command of a log.

    Attributes:
        before: the table before it; None before the opening.
        table: the table after it.
        events: its events; the first says what was asked.
        seat: whose turn it ended: who acted, or whose time was up; None for other commands.
        took: milliseconds from the moment at which that seat could act; None without a turn.
    """

    before: Table | None
    table: Table
    events: Sequence[StoredEvent]
    seat: Seat | None
    took: int | None

    def deals(self) -> bool:
        """Say whether a hand begins in it."""
        return self.before is not None and self.before.hand != self.table.hand


class ReplayMark(NamedTuple):
    """Between two commands: the table, and since when each seat has been able to act."""

    table: Table | None = None
    since: Mapping[Seat | None, int] = MappingProxyType({})

    @property
    def n(self) -> int:
        """The number of the newest event before it."""
        return 0 if self.table is None else self.table.n


def log_steps(table_id: str, events: Sequence[StoredEvent]) -> Iterator[CommandStep]:
    """Yield the commands of a log that is given from event 1 on, whole commands only."""
    return (step for _, step in steps_from_mark(table_id, events, ReplayMark()))


def steps_from_mark(
    table_id: str, events: Sequence[StoredEvent], mark: ReplayMark
) -> Iterator[tuple[ReplayMark, CommandStep]]:
    """Yield the commands of a log from a mark on, each with the mark before it."""
    table, since = mark
    while (done := mark.n) < len(events):
        first = decode_event(events[done])
        assert not isinstance(first.cause, int), f"event {first.n} begins no command"
        own = events[done : first.cause["last"]]
        before, table = (
            table,
            fold_table_facts(table_id, table, [first, *map(decode_event, own[1:])]),
        )
        seat = _turn_of(first.cause)
        took = table.at - since[seat] if seat in since else None
        step = CommandStep(before, table, own, seat, took)
        if step.deals():
            since = {}  # also where a ruling broke off the hand in which a seat could act (T7)
        since = {
            one: table.at if one == seat else since.get(one, table.at) for one in table.to_act()
        }
        yield mark, step
        mark = ReplayMark(table, since)


def _turn_of(cause: Mapping[str, Any]) -> Seat | None:
    """Return the seat whose turn a command ends, by rules T7 and T8."""
    if cause["action"]["type"] == "table.time_out":
        return Seat(cause["action"]["seat"])
    return cause["seat"]  # type: ignore[no-any-return]  # JSON


def cause_of(fact: Fact) -> Mapping[str, Any]:
    """Return what was asked, from the first event of a command."""
    assert not isinstance(fact.cause, int), f"event {fact.n} begins no command"
    return fact.cause


def fold_whole(
    table_id: str, table: Table | None, events: Sequence[StoredEvent], n: int
) -> tuple[Table, int]:
    """Fold on the commands among `events` that had ended by event n, at least the opening.

    Of a tournament's table, which is seated and dealt with its opening, that is the first event.
    Returns the table, and how many of the events are in it.
    """
    facts, begin = [decode_event(event) for event in events], 0 if table is None else table.n
    count = max(_last_command_end(facts, n) - begin, 0)
    if table is None:
        count = max(count, 1)
    return (
        fold_table_facts(table_id, table, facts[:count]) if count or table is None else table
    ), count


def _last_command_end(facts: Sequence[Fact], n: int) -> int:
    """Return the number of the last event of the newest command that ends at or before event n."""
    last = 0
    for fact in facts:
        if not isinstance(fact.cause, int):
            if fact.cause["last"] > n:
                break
            last = fact.cause["last"]
    return last
