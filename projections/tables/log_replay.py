"""A log file that somebody holds, gone through again: verified, then each moment as it was seen.

It needs no table and no store: all that is shown follows from the file.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, dropwhile, islice
from pathlib import Path
from typing import Annotated, Final, Literal, TypedDict

from events.cached_streams import CachedStream
from events.record import logfile
from events.record.receipts import PublicKey
from events.record.steps import CommandStep, log_steps
from events.verify.log import verify_log
from events.verify.report import BESIDES, Unreadable, VerifiedLog
from games.core.contract import Seat
from games.core.errors import FairdealError
from games.core.presentation.translations import Catalogue
from games.core.type_hints.values import BadValue
from games.table import Table
from projections.tables.hands import HandSummary, hand_summaries
from projections.tables.languages import ENGLISH, catalogue_of, translate_view
from projections.tables.replay import NoSuchEvent, NoSuchSeat, Replay, replay_step
from projections.tables.views import View, no_names, view_for_seat

MOST_EVENTS = 20_000  # of a log that is gone through again
PAGE: Final = 50  # commands
MOST: Final = 100  # commands a page
ALL: Final = "all"
Viewers = Seat | Literal["all"] | None  # None: of who only watches


class LogReplay(TypedDict):
    """A log file gone through again."""

    report: Annotated[
        VerifiedLog,
        "The verifier's report. The only fault of a good log of another server is `unsigned`.",
    ]
    now: Annotated[View, "The view of who only watches, behind the last event."]
    hands: Annotated[list[HandSummary], "All hands of the log."]
    moments: Annotated[
        list[Replay],
        "Command by command; with `seat=all` each as a spectator saw it, then as every seat did.",
    ]
    next: Annotated[int | None, "The first event after these commands; null at the end."]


class NoLog(FairdealError):
    """There is no log of a table in what was sent, or none whose rules are known here."""

    code, status = "log/unreadable", 422

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.detail = f"The file holds no table log that can be replayed: {why}"


class FaultyLog(FairdealError):
    """A log whose events do not hold cannot be shown: what it tells did not happen so."""

    code, status = "log/bad", 422

    def __init__(self, report: VerifiedLog) -> None:
        super().__init__(report["kind"])
        at = "" if report["first_bad"] is None else f" at event {report['first_bad']}"
        self.detail = f"The log is not valid{at} ({report['kind']}): {report['why']}"


class SealedLog(FairdealError):
    """Parts of a log are not in the file."""

    code, status = "log/not_opened", 422
    detail = (
        "Parts of this log are sealed: it was downloaded while the table was in play, or only"
        " auditors may open it. Download it again when the table has ended"
    )


class LongLog(FairdealError):
    """A log has more events than are gone through here."""

    code, status = "log/too_long", 422
    detail = (
        f"This log is too long to replay here: at most {MOST_EVENTS} events are allowed. Run"
        " `fairdeal replay` on a machine of your own"
    )


def replay_of_log(
    path: Path,
    keys: Sequence[PublicKey],
    begin: int,
    limit: int,
    viewers: Viewers,
    language: str = ENGLISH,
) -> LogReplay:
    """Return a page of the moments of a log file, from the command that holds event `begin` on.

    Raises:
        FairdealError: the file is no whole and opened log of a table, or has no such event or seat.
    """
    report = _sound_report(path, keys)
    if report["events"] > MOST_EVENTS:
        raise LongLog
    log = logfile.read_log_file(path)
    try:
        (last,) = deque(log_steps(log.header["table"], log.events), maxlen=1)
    except BadValue:
        raise SealedLog from None
    now = last.table
    if not 1 <= begin <= now.n:
        raise NoSuchEvent(now.n)
    wanted, own = _viewing_seats(now, viewers), catalogue_of(now.game, language)
    rest = dropwhile(lambda one: one.table.n < begin, log_steps(now.id, log.events))
    page = list(islice(rest, limit))
    end = page[-1].table.n
    seen = view_for_seat(CachedStream(now, log.events[-1].h), None)
    return {
        "report": report,
        "now": seen if own is None else translate_view(own, seen, seen["story"]),
        "hands": hand_summaries(now),
        "moments": list(chain.from_iterable(_command_views(now, one, wanted, own) for one in page)),
        "next": end + 1 if end < now.n else None,
    }


def _sound_report(path: Path, keys: Sequence[PublicKey]) -> VerifiedLog:
    """Return the report on a log whose events hold and are open, whoever signed its end."""
    try:
        report = verify_log(path, keys).as_json()
    except Unreadable as error:
        raise NoLog(str(error).replace(str(path), "the file")) from None
    if any(fault["kind"] not in BESIDES for fault in report["faults"]):
        raise FaultyLog(report)
    if any(one["why"] == "sealed" for one in report["not_checked"]):
        raise SealedLog
    return report


def _viewing_seats(table: Table, viewers: Viewers) -> list[Seat | None]:
    """Return whose views are wanted."""
    if viewers == ALL:
        return [None, *map(Seat, range(table.seats))]
    if viewers is not None and viewers >= table.seats:
        raise NoSuchSeat(table.seats)
    return [viewers]


def _command_views(
    now: Table, step: CommandStep, viewers: Sequence[Seat | None], own: Catalogue | None
) -> Iterator[Replay]:
    """Yield a command as it was seen with each pair of eyes."""
    for seat in viewers:
        yield replay_step(now, step, seat, step.table.n, no_names, own)
