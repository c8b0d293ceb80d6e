"""Records: JSON that is told, as TypedDicts whose types say what a reader should know.

The docstring of a record and the marks of its fields are its description in the API:

    n: Annotated[int, "Number of the newest event."]
    head: Annotated[str, pattern("^[0-9a-f]{64}$"), "Hash of the log."]
    options: Annotated[Mapping[str, Any], Component("Options")]

A TypedDict is a plain dict when it runs: it costs nothing and is written as JSON as it stands, its
fields in their order. A dataclass of the same fields takes more than twice as long to make and to
write, a NamedTuple four times as long to write.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from games.core.contract import Card, Seat


@dataclass(frozen=True, slots=True)
class SchemaKeyword:
    """What a value is beyond its type: a keyword of JSON Schema with its value."""

    keyword: str
    value: Any


@dataclass(frozen=True, slots=True)
class Component:
    """The name under which the API describes this JSON: `Options`, say, of the table's game."""

    name: str


@dataclass(frozen=True, slots=True)
class PublicEventMark:
    """Classes of events; this JSON is one with its type and public fields."""

    kinds: tuple[type[Any], ...]


OPEN = SchemaKeyword("additionalProperties", True)  # the mark of a record that may hold more fields


def any_word_of(*words: str) -> SchemaKeyword:
    """Mark a text that is one of `words`."""
    return SchemaKeyword("enum", words)


def constant_text(word: str) -> SchemaKeyword:
    """Mark a text that is always the same."""
    return SchemaKeyword("const", word)


def pattern(expression: str) -> SchemaKeyword:
    """Mark a text that a regular expression finds something in."""
    return SchemaKeyword("pattern", expression)


def at_least(number: int) -> SchemaKeyword:
    """Mark a number that is never smaller."""
    return SchemaKeyword("minimum", number)


def public_event_of(*kinds: type[Any]) -> PublicEventMark:
    """Mark an event of one of these classes as a view tells it."""
    return PublicEventMark(kinds)


Viewer = Annotated[Seat | None, "Whose view it is; null: a spectator's."]
SeatCount = Annotated[int, "Number of seats."]
Seats = Annotated[Sequence[Seat], "Seats."]
BySeat = Annotated[Sequence[int], "By seat."]
CardRow = Annotated[Sequence[Card], "Cards."]
OwnCards = Annotated[Sequence[Card] | None, "The own hand; null for a spectator."]
