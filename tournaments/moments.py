"""Moments that people write: milliseconds since 1970, or ISO 8601 with an offset from UTC.

Reckoned here, without a clock or a calendar of the machine's, since rules are judged by them.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from games.core.type_hints.values import BadValue
from tournaments.mistakes import SettingMistakes

STARTS_AT: Final = "schedule.starts_at"
FORM: Final = "2026-12-05T18:00:00+01:00"
ISO: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?"
    r"([Zz]|[+-]\d\d:?\d\d)", re.ASCII
)  # fmt: skip
MOST_SECONDS: Final = 10**11  # numbers below are seconds: as milliseconds they are before 1973
LEAST_MICROSECONDS: Final = 10**14  # numbers from here are microseconds, or finer
DAY: Final = 86_400  # seconds
EPOCH: Final = 719_468  # days from 1 March of the year 0 to 1 January 1970
CENTURIES: Final = 146_097  # days of 400 years


def with_read_start(data: Mapping[str, Any], wrong: SettingMistakes) -> Mapping[str, Any]:
    """Return settings with `schedule.starts_at` in milliseconds, where it is a text."""
    schedule = data.get("schedule")
    if not isinstance(schedule, dict) or not isinstance(schedule.get("starts_at"), str):
        return data
    read: int | None = None
    with wrong.noting(STARTS_AT):
        read = moment_in(schedule["starts_at"])
    return {**data, "schedule": {**schedule, "starts_at": read}}


def moment_in(text: str) -> int:
    """Return a moment in milliseconds since 1970.

    >>> moment_in("2026-12-05T18:00:00+01:00")
    1796490000000

    Raises:
        BadValue: it is no moment, or has no offset from UTC, so that it is several.
    """
    found = ISO.fullmatch(text)
    if found is None:
        why = f"must be a date and a time with an offset from UTC, as {FORM}, or end with Z"
        raise BadValue("", why)
    year, month, day, hour, minute, second = (int(one or 0) for one in found.groups()[:6])
    days, offset = _days_to(year, month, day), _offset_seconds(found[8])
    fits = year and hour < 24 and minute < 60 and second < 60 and abs(offset) < DAY
    if not fits or _date_of(days) != (year, month, day):
        raise BadValue("", f"must be a moment that there is, as {FORM}")
    seconds = DAY * days + 3600 * hour + 60 * minute + second - offset
    return 1000 * seconds + int((found[7] or "0").ljust(3, "0")[:3])


def _offset_seconds(text: str) -> int:
    """Return how far the clocks of a place are ahead of UTC."""
    if text in "Zz":
        return 0
    seconds = 3600 * int(text[1:3]) + 60 * int(text[-2:])
    return -seconds if text[0] == "-" else seconds


def _days_to(year: int, month: int, day: int) -> int:
    """Return the days from 1 January 1970 to a date; years are reckoned from March."""
    year -= month <= 2
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + of_year - EPOCH


def _date_of(days: int) -> tuple[int, int, int]:
    """Return year, month and day of so many days from 1 January 1970."""
    cycle, left = divmod(days + EPOCH, CENTURIES)
    years = (left - left // 1_460 + left // 36_524 - left // (CENTURIES - 1)) // 365
    of_year = left - (365 * years + years // 4 - years // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return 400 * cycle + years + (month <= 2), month, day


def require_future_start(starts_at: int | None, now: int, path: str = STARTS_AT) -> None:
    """Refuse a start that lies behind us, or was told in another unit.

    Raises:
        BadValue: it has the `path` of the moment, and names the unit.
    """
    if starts_at is None:
        return
    if 0 < starts_at < MOST_SECONDS:
        why = f"must be milliseconds since 1970: if {starts_at} are seconds, write {starts_at}000"
    elif starts_at >= LEAST_MICROSECONDS:
        why = f"must be milliseconds since 1970: {starts_at} are too many; do you count finer?"
    elif starts_at <= now:
        why = (
            f"must be later than now, {moment_text(now)}: in milliseconds since 1970, it is"
            f" {moment_text(starts_at)}"
        )
    else:
        return
    raise BadValue(path, why)


def moment_text(at: int) -> str:
    """Return a moment as people read it.

    >>> moment_text(1796490000000)
    '2026-12-05T17:00:00Z'
    """
    days, second = divmod(at // 1000, DAY)
    year, month, day = _date_of(days)
    hour, minute = second // 3600, second // 60 % 60
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second % 60:02}Z"
