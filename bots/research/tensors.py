"""Numbers of fixed length for networks: of a view, of what was named, of a row that is chosen.

What a view becomes follows from the types of its record: a number is itself, yes is 1 and no is -1,
a seat or a word is one of several places, cards are counted by face. Of a row whose length is not
fixed the last ones are told, as many as there are seats. What is None is all 0. Free text and
options, which stay the same, are left out. Nothing is scaled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from bots.research.numbers import game_numbering
from bots.research.steps import Position
from games.core.contract import Card, ReceivedEvent, Seat
from games.core.game import AnyGame
from games.core.type_hints.records import SchemaKeyword
from games.core.type_hints.returned import return_type

Floats = list[float]


class ValueEncoder(NamedTuple):
    """How values of one type become so many numbers."""

    size: int
    write: Callable[[Any], Floats]


@dataclass(frozen=True, slots=True)
class TensorLayout:
    """The parts of which the tensors of a game are made at a number of seats."""

    faces: Mapping[str, int]
    seats: int

    def part(self, hint: Any) -> ValueEncoder | None:
        """Return how values of a type are written; None: they are left out."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.part(inner[0])
        if origin is Annotated:
            words = next((mark.value for mark in inner[1:] if _is_enum(mark)), ())
            return _one_hot_part(words) if words and inner[0] is str else self.part(inner[0])
        if origin in (Union, UnionType):
            return self.optional([one for one in inner if one is not NoneType])
        if origin is Literal:
            return _one_hot_part(inner)
        if is_typeddict(hint):
            return self.record(hint)
        if origin in (tuple, list, Sequence):
            return self.row(inner[0])
        return self.scalar(hint)

    def scalar(self, hint: Any) -> ValueEncoder | None:
        """Return how a single value is written."""
        if hint is bool:
            return ValueEncoder(1, lambda value: [1.0 if value else -1.0])
        if hint is int:
            return ValueEncoder(1, lambda value: [float(value)])
        if hint is Seat:
            return _one_hot_part(range(self.seats))
        if hint is Card:
            return ValueEncoder(len(self.faces), lambda value: self.counted([value]))
        return None

    def optional(self, kinds: Sequence[Any]) -> ValueEncoder | None:
        """Return how a value is written that may be None, with a number for being there."""
        part = self.part(kinds[0]) if len(kinds) == 1 else None
        if part is None:
            return None
        none = [0.0] * (1 + part.size)
        return ValueEncoder(
            1 + part.size, lambda value: none if value is None else [1, *part.write(value)]
        )

    def record(self, kind: Any) -> ValueEncoder:
        """Return how a record is written, field by field."""
        hints = get_type_hints(kind, include_extras=True)
        parts = [(name, part) for name, hint in hints.items() if (part := self.part(hint))]
        size = sum(part.size for _, part in parts)

        def write(value: Mapping[str, Any]) -> Floats:
            out: Floats = []
            for name, part in parts:
                out += part.write(value[name]) if name in value else [0.0] * part.size
            return out

        return ValueEncoder(size, write)

    def row(self, kind: Any) -> ValueEncoder | None:
        """Return how several values are written: cards counted, of others the last ones."""
        if kind is Card or kind == Card | None:
            return ValueEncoder(len(self.faces), self.counted)
        part = self.part(kind)
        if part is None:
            return None
        size = part.size * self.seats

        def write(values: Sequence[Any]) -> Floats:
            out = [one for value in values[-self.seats :] for one in part.write(value)]
            return out + [0.0] * (size - len(out))

        return ValueEncoder(size, write)

    def counted(self, cards: Sequence[str | None]) -> Floats:
        """Return how many there are of each face."""
        found = [0.0] * len(self.faces)
        for card in cards:
            if card is not None:
                found[self.faces[card]] += 1
        return found

    def named(self, events: Sequence[ReceivedEvent]) -> list[Floats]:
        """Return by seat, and last of nobody, the faces that events with its name have named."""
        rows = [[0.0] * len(self.faces) for _ in range(self.seats + 1)]
        for _, data in events:
            who = data.get("seat")
            row = rows[self.seats if who is None else who]
            for card in _nested_strings(data):
                if card in self.faces:
                    row[self.faces[card]] += 1
        return rows


def _is_enum(mark: object) -> bool:
    """Say whether a mark lists the words that a text may be."""
    return isinstance(mark, SchemaKeyword) and mark.keyword == "enum"


def _one_hot_part(words: Sequence[Any]) -> ValueEncoder:
    """Return how one of several values is written; another than these is all 0."""
    return ValueEncoder(len(words), lambda value: [float(word == value) for word in words])


def _nested_strings(value: Any) -> Iterator[str]:
    """Yield every string in JSON values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _nested_strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _nested_strings(inner)


class Tensors:
    """The tensors of a game at a number of seats."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.shapes = TensorLayout(game_numbering(game).of_card, seats)
        self.view = self.shapes.record(return_type(game.view))

    @property
    def sizes(self) -> Mapping[str, tuple[int, ...]]:
        """Return the shapes by name."""
        faces, seats = len(self.shapes.faces), self.shapes.seats
        return {"view": (self.view.size,), "named": (seats + 1, faces), "row": (faces,)}

    def of(self, position: Position, seat: Seat) -> Mapping[str, Any]:
        """Return what a seat knows: its view, the cards named in this hand, the row it chooses."""
        return {
            "view": self.view.write(position.view(seat)),
            "named": self.shapes.named(position.transcript.newest(seat)),
            "row": self.shapes.counted(position.row_of(seat)),
        }


@cache
def game_tensors(game: AnyGame, seats: int) -> Tensors:
    """Return the tensors of a game at a number of seats; worked out once."""
    return Tensors(game, seats)
