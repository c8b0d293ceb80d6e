"""Moments that people write: milliseconds since 1970, ISO 8601, and TOML's own dates."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any, Final

from games.core.type_hints.values import BadValue
from tournaments.mistakes import SettingMistakes

STARTS_AT: Final = "schedule.starts_at"
FORM: Final = "2026-12-05T18:00:00+01:00"
MOST_SECONDS: Final = 10**11  # numbers below are seconds: as milliseconds they are before 1973
LEAST_MICROSECONDS: Final = 10**14  # numbers from here are microseconds, or finer


def with_read_start(data: Mapping[str, Any], wrong: SettingMistakes) -> Mapping[str, Any]:
    """Return settings with `schedule.starts_at` in milliseconds, where it is a text or a date."""
    schedule = data.get("schedule")
    if not isinstance(schedule, dict):
        return data
    written = schedule.get("starts_at")
    if not isinstance(written, str | date | time):
        return data
    read: int | None = None
    with wrong.noting(STARTS_AT):
        read = moment_in(written)
    return {**data, "schedule": {**schedule, "starts_at": read}}


def moment_in(written: str | date | time) -> int:
    """Return a moment in milliseconds since 1970.

    >>> moment_in("2026-12-05T18:00:00+01:00")
    1796490000000

    Raises:
        BadValue: it is no moment, or has no offset from UTC, so that it is several.
    """
    found: date | time = written if not isinstance(written, str) else _datetime_in(written)
    if not isinstance(found, datetime) or found.tzinfo is None:
        why = f"must have a date, a time and an offset from UTC, as in {FORM}, or end with Z"
        raise BadValue("", why)
    return round(found.timestamp() * 1000)


def _datetime_in(text: str) -> datetime:
    """Return the date and time of a text."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        why = f"must be milliseconds since 1970, or a text as {FORM}"
        raise BadValue("", why) from None


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
    return datetime.fromtimestamp(at // 1000, UTC).isoformat().replace("+00:00", "Z")
