"""Moments are read and written as the calendar of Python's library has them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.type_hints.values import BadValue
from tournaments.moments import moment_in, moment_text

OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=OFFSETS)


@given(MOMENTS)
def test_a_moment_is_read_as_the_library_reads_it(moment: datetime) -> None:
    expected = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    assert moment_in(moment.isoformat()) == expected


@given(st.datetimes(datetime(1970, 1, 1), datetime(9998, 1, 1)))
def test_what_is_written_is_read_again(moment: datetime) -> None:
    at = int(moment.replace(tzinfo=UTC, microsecond=0).timestamp()) * 1000
    assert moment_text(at) == moment.replace(microsecond=0).isoformat() + "Z"
    assert moment_in(moment_text(at)) == at


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29T00:00Z", "2026-13-01T00:00Z", "2026-00-10T00:00Z", "2026-01-01T24:00Z",
        "2026-01-01T00:60Z", "2026-01-01T00:00:60Z", "0000-01-01T00:00Z", "2026-01-01T00:00",
        "2026-01-01", "2026-01-01T00:00+99:00", "", "\u0662026-01-01T00:00Z",
    ],
)  # fmt: skip
def test_what_is_no_moment_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        moment_in(text)
