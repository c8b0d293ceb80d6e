"""Folded tables as canonical JSON and back, by the types of their fields.

Beside what `games.core.type_hints.values` reads: bytes (hex), frozensets (sorted arrays), named
tuples and dataclasses (arrays of their fields), and events, [name, fields], wherever one stands. Of
the play before the newest command stands what differs from the play, {field: value}.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import orjson

from events.record.codec import NAMES, TYPES
from games import game_of
from games.core.game import Game
from games.core.type_hints.returned import return_type
from games.core.type_hints.values import (
    BadValue,
    Reader,
    array_reader,
    fixed_array_reader,
    from_json,
    nullable_reader,
    reader_of,
    scalar_reader,
    to_json,
)
from games.table import Table

OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS
PLACES = [field.name for field in fields(Table)]  # in a row
GAME, PLAY, BEFORE = map(PLACES.index, ("game", "play", "before"))
RULES = fixed_array_reader((scalar_reader(str), scalar_reader(int)))


def dump_table(value: Any) -> bytes:
    """Return the JSON of a table, or of tuples and lists that hold tables."""
    return orjson.dumps(value, default=_json_form, option=OPTIONS)


def _json_form(value: Any) -> Any:
    """Return what stands in JSON for a value that it does not know."""
    if isinstance(value, tuple):  # a named one
        return tuple(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Game):
        return value.name, value.version
    if type(value) in NAMES:
        return NAMES[type(value)], to_json(value)
    if is_dataclass(value):
        row = [getattr(value, name) for name in _field_names(value.__class__)]
        if isinstance(value, Table):
            row[BEFORE] = _changed_fields(value.before, value.play)
        return row
    raise TypeError(f"{value!r} has no place in a snapshot")


@cache
def _field_names(kind: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the fields of a named tuple or dataclass."""
    return getattr(kind, "_fields", None) or tuple(field.name for field in fields(kind))  # type: ignore[arg-type]


def _changed_fields(state: Any, other: Any) -> Any:
    """Return what differs in a state from another; the state itself where the other is no state."""
    if state is None or type(other) is not type(state):
        return state
    both = (
        (name, getattr(state, name), getattr(other, name)) for name in _field_names(state.__class__)
    )
    return {name: one for name, one, two in both if one != two}


def _apply_changes(state: Any, data: Mapping[str, Any]) -> Any:
    """Return a state like another but for the fields in `data`."""
    if state is None:
        raise BadValue("before", "must be null where nothing is played")
    kind = state.__class__
    readers = _field_readers(kind)
    values = {name: getattr(state, name) for name in readers}
    return kind(**values | {name: readers[name](value) for name, value in data.items()})


def load_table(data: Any) -> Table:
    """Return the table in JSON that `dump_table` made; BadValue if it does not fit the fields."""
    read, state = _table_readers(*RULES(data[GAME]))
    row = [*read(data)]
    before = row[BEFORE]
    row[BEFORE] = _apply_changes(row[PLAY], before) if isinstance(before, dict) else state(before)
    return Table(*row)


@cache
def _table_readers(name: str, version: int) -> tuple[Reader, Reader]:
    """Return the reader of rows of a game's tables, but for `before`, and of its states."""
    game = game_of(name, version)
    state = nullable_reader(reader_of(return_type(game.rules.open), _reader_of_more))
    own: dict[str, Reader] = {
        "game": lambda data: game_of(data[0], data[1]),
        "options": reader_of(game.options, _reader_of_more),
        "play": state,
        "before": lambda value: value,
        "news": array_reader(_read_named_event, None),
    }
    return _row_reader(Table, own), state


def _reader_of_more(hint: Any) -> Reader:
    """Return the reader of a type that states and tables have besides those of events."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is bytes:
        return bytes.fromhex
    if origin is frozenset:
        row = array_reader(reader_of(inner[0], _reader_of_more), None)
        return lambda value: frozenset(row(value))
    if hint in NAMES:
        return _read_named_event
    if origin in (Union, UnionType) and all(one in NAMES or one is NoneType for one in inner):
        return nullable_reader(_read_named_event)
    if origin is Mapping:
        return scalar_reader(dict)
    if hasattr(hint, "_fields") or is_dataclass(hint):
        return _record_reader(hint)
    raise TypeError(f"{hint} is no type of a table's or state's field")


def _record_reader(kind: Callable[..., Any]) -> Reader:
    """Return the reader of a named tuple or dataclass."""
    read = _row_reader(kind, {})
    return lambda value: kind(*read(value))


def _row_reader(kind: Callable[..., Any], own: Mapping[str, Reader]) -> Reader:
    """Return the reader of the fields of a type; `own` reads some in another way."""
    return fixed_array_reader(
        tuple({**_field_readers(kind, *own), **own}[one] for one in _field_names(kind))
    )


@cache
def _field_readers(kind: Callable[..., Any], *without: str) -> dict[str, Reader]:
    """Return the readers of the fields of a named tuple or dataclass, `without` some."""
    hints = get_type_hints(kind, include_extras=True)
    names = [name for name in _field_names(kind) if name not in without]
    return {name: reader_of(hints[name], _reader_of_more) for name in names}


def _read_named_event(value: Any) -> Any:
    """Return the event in [name, fields]."""
    if not isinstance(value, list) or len(value) != 2 or value[0] not in TYPES:
        raise BadValue("", "must be the name and the fields of an event")
    return from_json(TYPES[value[0]], value[1])
