"""Logs: one record a line, JSON or plain, with the fields that were named and no others."""

import logging
import sys
from typing import Any

import orjson
import pytest

from events.logs import LogFormatter, writes_json


def record(message: str, *args: object, **extra: Any) -> logging.LogRecord:
    """Return a record of ours."""
    own = logging.getLogger("fairdeal.test")
    return own.makeRecord(own.name, logging.WARNING, "", 0, message, args, None, extra=extra)


def as_json(monkeypatch: pytest.MonkeyPatch, one: logging.LogRecord) -> dict[str, Any]:
    """Return a record as it is written as JSON."""
    monkeypatch.setenv("FAIRDEAL_LOG_FORMAT", "json")
    line = LogFormatter().format(one)
    assert "\n" not in line
    found: dict[str, Any] = orjson.loads(line)
    return found


def test_a_record_is_an_object_with_time_level_logger_and_fields(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = as_json(monkeypatch, record("Table %s waits", "t1", table="t1"))
    assert found.pop("time").endswith("Z")
    assert found == {
        "event": "Table t1 waits", "level": "warning", "logger": "fairdeal.test", "table": "t1",
    }  # fmt: skip


def test_fields_that_are_not_named_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found = as_json(monkeypatch, record("It failed", cards=["5C"], salt="ab", code="http/x"))
    assert set(found) == {"event", "level", "logger", "time", "code"}


def test_passwords_in_addresses_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    found = as_json(monkeypatch, record("No answer of redis://ada:sesame@host?secret_key=open"))
    assert found["event"] == "No answer of redis://ada:***@host?secret_key=***"
    found = as_json(monkeypatch, record("redis://ada:ses@me/x@host is away"))
    assert found["event"] == "redis://ada:***@host is away"


def test_a_traceback_is_part_of_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    one = record("It failed")
    try:
        raise ValueError("two\nlines")
    except ValueError:
        one.exc_info = sys.exc_info()
    assert "ValueError: two\nlines" in as_json(monkeypatch, one)["exception"]
    monkeypatch.setenv("FAIRDEAL_LOG_FORMAT", "console")
    first, *more = LogFormatter().format(one).split("\n")
    assert first.endswith("warning fairdeal.test It failed")
    assert more
    assert all(line.startswith("  ") for line in more)


@pytest.mark.parametrize(
    ("form", "terminal", "json"),
    [("auto", True, False), ("auto", False, True), ("json", True, True), ("console", False, False)],
)
def test_a_terminal_gets_plain_text_unless_said_otherwise(
    form: str, terminal: bool, json: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_LOG_FORMAT", form)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert writes_json() is json
