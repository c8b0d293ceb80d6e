"""Requests as values: nothing here does I/O."""

import json
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar
from urllib.parse import quote

T = TypeVar("T")
Headers = dict[str, str]


def part_of_path(value: object) -> str:
    """Return a value as one segment of a path."""
    return quote(str(value), safe="")


@dataclass(frozen=True)
class Call(Generic[T]):
    """An operation of the API with its arguments; T is the type of its answer.

    Attributes:
        query, header: arguments by name; those that are None are left out.
        body: JSON, or the bytes of a file.
        is_keyed: whether the operation takes an Idempotency-Key.
    """

    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    accept: str = "application/json"
    is_keyed: bool = False

    @property
    def is_repeatable(self) -> bool:
        """Say whether it does no more when it is sent twice."""
        return self.is_keyed or self.method != "POST"

    def with_header(self, name: str, value: str) -> "Call[T]":
        """Return the same with one more header."""
        return replace(self, header={**self.header, name: value})


# What the sans-I/O core asks of a shell. `Client` does it at once, `AsyncClient` awaits it.


@dataclass(frozen=True)
class Send:
    """Send a request; the result is a Reply. `as_stream`: its body is read line by line."""

    method: str
    url: str
    headers: Headers
    content: bytes | None = None
    wait: float = 0  # seconds that the server may take on purpose
    as_stream: bool = False


@dataclass(frozen=True)
class NextLine:
    """Read a line of a stream; the result is the line, or None at its end."""

    stream: Any


@dataclass(frozen=True)
class EndStream:
    """Close a stream."""

    stream: Any


@dataclass(frozen=True)
class Pause:
    """Wait for some seconds."""

    seconds: float


@dataclass(frozen=True)
class Ask:
    """Call a function of the user's, which may be a coroutine for `AsyncClient`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Reply:
    """An answer; `stream` stands for the body of one that is read line by line."""

    status: int
    headers: Headers  # names in lower case
    content: bytes = b""
    stream: Any = None

    def problem(self) -> dict[str, Any]:
        """Return the body of an error; an empty one where something else has answered."""
        try:
            found = json.loads(self.content)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def retry_after(self) -> float | None:
        """Return the seconds to wait before the next try, if the server says so."""
        text = self.headers.get("retry-after", "")
        return float(text) if text.isdigit() else None


Step = Send | NextLine | EndStream | Pause | Ask
Steps = Generator[Step, Any, T]  # what the core runs as: it yields steps and is sent their results
