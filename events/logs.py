"""What is logged: one record a line, as JSON for programs or as plain text on a terminal.

Only the fields named here are written beside the message, and passwords in addresses are masked, so
that no token, card or salt comes in by a value that somebody hands over.
"""

import logging
import sys
import threading
from collections.abc import Callable, MutableMapping
from functools import cached_property
from types import TracebackType
from typing import Any

import orjson

from events.settings.setting import mask_secrets
from events.settings.table import LOG_FORMAT, LOG_LEVEL
from events.terminal import escape_character, indent_further_lines
from games.core.words import printable_text

Event = MutableMapping[str, Any]
Processor = Callable[[Any, str, Event], Event]
FIELDS = (
    "request_id", "player", "table", "code", "operation", "status", "method", "path", "seconds",
)  # fmt: skip
OURS = "fairdeal"
FIRST = ("time", "level", "logger", "event")

logger = logging.getLogger(OURS)


def log_to_stderr(*more: Processor) -> None:
    """Log from now on as the settings say; `more` add fields to each record."""
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter(*more))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])  # of libraries no more
    logging.getLogger(OURS).setLevel(LOG_LEVEL.value().upper())
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_of_thread


class LogFormatter(logging.Formatter):
    """Makes a line of a record; what that takes is loaded for the first one.

    Most processes log nothing, and start a sixth sooner.
    """

    def __init__(self, *more: Processor) -> None:
        super().__init__()
        self.more = more

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return self.own.format(record)

    @cached_property
    def own(self) -> logging.Formatter:
        """Return what makes the lines."""
        from structlog import processors, stdlib  # noqa: PLC0415  # loads rich, too

        return stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                stdlib.add_log_level,
                stdlib.add_logger_name,
                processors.TimeStamper(fmt="iso", utc=True, key="time"),
                stdlib.ExtraAdder(allow=FIELDS),
                *self.more,
            ],
            processors=[
                stdlib.ProcessorFormatter.remove_processors_meta,
                processors.format_exc_info,
                _mask_passwords,
                _render_json_line if writes_json() else _as_line,
            ],
        )


def writes_json() -> bool:
    """Say whether records are written as JSON; unless set, where no terminal shows them."""
    form = LOG_FORMAT.value()
    return form == "json" or (form == "auto" and not sys.stderr.isatty())


def _mask_passwords(_: Any, name: str, event: Event) -> Event:
    """Mask the passwords in all texts."""
    return {
        key: mask_secrets(value) if type(value) is str else value for key, value in event.items()
    }


def _render_json_line(_: Any, name: str, event: Event) -> str:
    """Return a record as one line of JSON that steers no terminal."""
    text = orjson.dumps(event, default=str).decode()
    return text if printable_text(text) == text else "".join(map(escape_character, text))


def _as_line(_: Any, name: str, event: Event) -> str:
    """Return a record as a line; a traceback follows, indented."""
    exception = event.pop("exception", None)
    words = [str(event.pop(key)) for key in FIRST if key in event]
    words += [f"{key}={value}" for key, value in event.items()]
    line = printable_text(" ".join(words))
    return line if exception is None else indent_further_lines(f"{line}\n{exception}")


def _log_uncaught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    """Log an exception that no code catches, but for the wish to end."""
    if issubclass(kind, KeyboardInterrupt):
        return
    assert error is not None
    logger.critical("Uncaught exception", exc_info=(kind, error, trace))


def _log_uncaught_of_thread(uncaught: threading.ExceptHookArgs) -> None:
    """Log an exception of a thread, unless it was meant to end it."""
    if uncaught.exc_type is not SystemExit:
        _log_uncaught(uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback)
