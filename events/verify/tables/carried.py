"""What a table took over from an earlier one, held to the log of that one."""

from collections.abc import Iterator, Mapping
from typing import Any

from events.record.chain import canonical_json
from events.verify.report import Fault, LogReport
from games.table import Table


def carried_faults(
    carried: Mapping[str, Any], header: Mapping[str, Any], table: Table | None, report: LogReport
) -> Iterator[Fault]:
    """Yield what speaks against `carried`; table and report are those of the earlier log.

    `table` is None where its play could not be followed.
    """
    name = report.header["table"]
    if report.faults:
        first = report.faults[0]
        yield _wrong_carry_fault(f"the log of table {name} is bad: {first.kind}: {first.why}")
    elif not report.complete or table is None:
        state = "is not open" if report.complete else "has not ended"
        yield _wrong_carry_fault(
            f"table {name} {state}; only of an opened log one sees what it hands on"
        )
    elif any(report.header[word] != header[word] for word in ("game", "rules")):
        yield _wrong_carry_fault(f"table {name} is of another game, or of other rules")
    else:
        yield from _carry_differences(carried, table.handed_on(report.head), name)


def _carry_differences(
    carried: Mapping[str, Any], expected: Mapping[str, Any] | None, name: str
) -> Iterator[Fault]:
    """Yield the first field in which what was taken over is not what was handed on."""
    if expected is None:
        yield _wrong_carry_fault(f"table {name} has nothing to hand on")
        return
    for word, value in expected.items():
        if canonical_json(carried[word]) != canonical_json(value):
            yield _wrong_carry_fault(f"{word} is {carried[word]}; table {name} hands on {value}")
            return


def _wrong_carry_fault(why: str) -> Fault:
    """Return the fault of what was carried over; it stands in event 1."""
    return Fault("wrong_carry", 1, why)
