"""Logs of one table held to each other: all must be beginnings of one history."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from events.record.logfile import FORMAT, BadLog, LogReader
from events.record.receipts import PublicKey
from events.verify.receipts import published_excuse
from events.verify.report import LogReport


class SoundLog(NamedTuple):
    """A log whose chain holds, as it was verified; `is_signed`: a given key signed its end."""

    path: Path
    table: str
    n: int
    head: str
    complete: bool
    is_signed: bool


def sound_log(path: Path, report: LogReport) -> SoundLog | None:
    """Return a log that was verified, if its end is as the keys say, or there are none."""
    if report.signature not in ("good", "not checked"):
        return None
    signed = report.signature == "good"
    ends = report.complete and report.header["format"] == FORMAT  # of others more may follow
    return SoundLog(path, report.header["table"], report.events, report.head, ends, signed)


class Fork(NamedTuple):
    """Two logs of one table that cannot both be its history."""

    kind: str
    one: SoundLog
    other: SoundLog
    why: str
    n: int  # the first event that is not in both


def find_forks(
    logs: Sequence[SoundLog],
    keys: Sequence[PublicKey] = (),
    last_retained_event: Callable[[str], int] = lambda table: 0,
) -> Iterator[Fork]:
    """Yield each log that contradicts the longest of its table, with that one.

    Where the server has published that it may have lost what it signed when one of them was
    written, that is excused (`published_loss`), but for what no loss took: events of a table up to
    the one that `last_retained_event` gives.
    """
    tables: dict[str, list[SoundLog]] = {}
    for log in logs:
        tables.setdefault(log.table, []).append(log)
    for of_table in tables.values():
        longest = max(of_table, key=lambda log: log.n)
        forks = (_fork_between(*sorted((one, longest), key=of_table.index)) for one in of_table)
        for fork in filter(None, forks):
            was_lost = fork.n > last_retained_event(fork.one.table)
            yield _excuse_published_loss(fork, keys) if was_lost else fork


def _fork_between(one: SoundLog, other: SoundLog) -> Fork | None:
    """Return the contradiction between two logs of one table, if there is one."""
    n = _first_diverging_event(one, other)
    if n is None:
        return None
    parted = f"{one.path} and {other.path}: from event {n} on they are two histories"
    if one.is_signed and other.is_signed:
        return Fork("fork", one, other, f"{parted} of table {one.table}: the server signed both", n)
    why = f"{parted} of table {one.table}; give --key to see which one is false"
    return Fork("unproven_fork", one, other, why, n)


def _excuse_published_loss(fork: Fork, keys: Sequence[PublicKey]) -> Fork:
    """Return a fork, or the published loss that it is."""
    if fork.kind != "fork":
        return fork
    excuses = (published_excuse(_end_at(log), keys) for log in (fork.one, fork.other))
    excuse = next(filter(None, excuses), None)
    return (
        fork
        if excuse is None
        else fork._replace(kind="published_loss", why=f"{fork.why}; {excuse}")
    )


def _end_at(log: SoundLog) -> int:
    """Return when a log was written, as its last line says."""
    with log.path.open("rb") as file:
        reading = LogReader(file)
        for _ in reading:
            pass
    at: int = reading.end["at"]
    return at


def _first_diverging_event(one: SoundLog, other: SoundLog) -> int | None:
    """Return the first event that is not in both though it should be; None where there is none."""
    shorter, longer = sorted((one, other), key=lambda log: log.n)
    if shorter.head != longer.head:
        with shorter.path.open("rb") as short, longer.path.open("rb") as long, suppress(BadLog):
            for here, there in zip(LogReader(short), LogReader(long), strict=False):
                if here.stored.h != there.stored.h:
                    return here.stored.n
    return shorter.n + 1 if shorter.complete and longer.n > shorter.n else None
