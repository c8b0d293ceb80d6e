"""All actions that a game may ever have, one by one, for those who number them.

They follow from the types of the fields: a card, one of a few words, yes or no, a seat. Where the
type of a field doesn't say all its values, a mark does:

    coins: Annotated[int, Among(range(1000))]

A row of cards (`Cards`) is left empty, since it is chosen card by card. Any other field with a
default keeps that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields
from itertools import product
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from games.core.contract import Card, Cards, Seat
from games.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Among:
    """The mark of a field of an action: all values that it may have in one that is offered."""

    values: Sequence[Any]


class UnlistedValues(TypeError):
    """The values of a field of an action can't be listed."""

    def __init__(self, game: AnyGame, name: str, field: str) -> None:
        super().__init__(
            f"{game.name} can't be numbered: its action `{name}` has a field `{field}` whose type"
            " doesn't say all its values; mark it, such as Annotated[int, Among(range(100))]"
            " (games/core/distinct.py)"
        )


def enumerate_actions(game: AnyGame) -> Iterator[Any]:
    """Yield every action of a game, rows of cards empty; Unlisted where that can't be said."""
    for name, kind in game.actions.items():
        hints = get_type_hints(kind, include_extras=True)
        values = []
        for field in fields(kind):
            found = _values_of(hints[field.name], game) or _default_values(field)
            if found is None:
                raise UnlistedValues(game, name, field.name)
            values.append(found)
        yield from (kind(*row) for row in product(*values))


def _default_values(field: "Field[Any]") -> tuple[Any, ...] | None:
    """Return the default of a field as its only value."""
    return None if field.default is MISSING else (field.default,)


def _values_of(hint: Any, game: AnyGame) -> tuple[Any, ...] | None:
    """Return all values of a field type, or None where it doesn't say them."""
    if hint == Cards:
        return ((),)
    if hint is Card:
        return tuple(Card(face.id) for face in game.presentation.faces)
    if hint is Seat:
        return tuple(map(Seat, range(game.seats[-1])))
    if hint is bool:
        return (False, True)
    if hint is NoneType:
        return (None,)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return inner
    if origin is Annotated:
        marked = next((mark for mark in inner[1:] if isinstance(mark, Among)), None)
        return _values_of(inner[0], game) if marked is None else tuple(marked.values)
    if origin in (Union, UnionType):
        return _one_of_each(inner, game)
    if origin is tuple and Ellipsis not in inner:
        parts = [_values_of(one, game) for one in inner]
        return None if None in parts else tuple(product(*(part or () for part in parts)))
    return None


def _one_of_each(kinds: tuple[Any, ...], game: AnyGame) -> tuple[Any, ...] | None:
    """Return all values of several types together."""
    found = [_values_of(kind, game) for kind in kinds]
    return None if None in found else tuple(value for values in found for value in values or ())


def card_row_field(kind: type[Any]) -> str | None:
    """Return the name of the field of an action that holds a row of cards."""
    hints = get_type_hints(kind)
    return next((field.name for field in fields(kind) if hints[field.name] == Cards), None)
