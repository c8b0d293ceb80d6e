"""Events and actions as JSON: read strictly by the types of their fields, split by audience.

Supported field types: int, str, bool, `NewType`s of them, `Literal`, `X | None`, `tuple[X, ...]`,
`tuple[X, Y]`, a record with such fields, and `dict[str, Any]` for JSON that is kept as it is.
Values are written as they stand, since a JSON writer takes tuples for arrays.

A field that came later stands last, is marked SPARSE and has the default None: it is left out
where there is nothing to say, so records without it keep their bytes.

    key: Annotated[str | None, SPARSE] = None
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from games.core.audience import Audience
from games.core.contract import Seat
from games.core.errors import BadInput

Reader = Callable[[Any], Any]
Sealed = dict[str, dict[str, Any]]  # fields of an event by audience key
Parts = Mapping[str, Mapping[str, Any]]  # the same, as they are read
WORDS = {int: "a whole number", str: "a string", bool: "true or false", dict: "an object"}


class Sparse:
    """The mark of a field that is left out when there is nothing to say."""


SPARSE = Sparse()


class BadValue(BadInput):
    """JSON that does not fit the fields; `path` leads to the place, such as ``cards.2``."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}" if path else why, {path or "type": why})
        self.path, self.why = path, why


class Field(NamedTuple):
    """One field of an event or action: how it is read and who may know it (None: everybody)."""

    name: str
    read: Reader
    audience: Audience | None
    required: bool
    sparse: bool = False
    plain: type[Any] | None = None  # what it must be exactly, where that is all


def scalar_reader(kind: type[Any]) -> Reader:
    """Return a reader that accepts exactly `kind`."""

    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise BadValue("", f"must be {WORDS[kind]}")
        return value

    return read


def _literal_reader(words: tuple[Any, ...]) -> Reader:
    """Return a reader that accepts the given values, each of its own type: 1 is not true."""
    kinds, known = {*map(type, words)}, {(type(word), word) for word in words}

    def read(value: Any) -> Any:
        kind = type(value)
        if kind in kinds and (kind, value) in known:
            return value
        raise BadValue("", f"must be one of: {', '.join(map(str, words))}")

    return read


def nullable_reader(inner: Reader) -> Reader:
    """Return a reader that also accepts null."""
    return lambda value: None if value is None else inner(value)


def _read_elements(values: Sequence[Any], readers: Sequence[Reader]) -> tuple[Any, ...]:
    """Read values one by one, naming the place of a bad one."""
    try:
        return tuple([read(value) for read, value in zip(readers, values, strict=True)])
    except BadValue:  # where, is looked for only now: this is on the way of every event
        for at, (read, value) in enumerate(zip(readers, values, strict=True)):
            try:
                read(value)
            except BadValue as bad:
                raise BadValue(f"{at}.{bad.path}" if bad.path else str(at), bad.why) from None
        raise


def array_reader(inner: Reader, kind: object) -> Reader:
    """Return a reader of arrays whose elements are all read by `inner`, or all of a plain kind."""
    plain = frozenset() if kind is None else frozenset({kind})

    def read(value: Any) -> Any:
        if type(value) is not list and type(value) is not tuple:
            raise BadValue("", "must be an array")
        if plain.issuperset(map(type, value)):
            return tuple(value)  # the common case, without a call an element
        return _read_elements(value, [inner] * len(value))

    return read


def fixed_array_reader(readers: tuple[Reader, ...]) -> Reader:
    """Return a reader of arrays with one reader a place."""

    def read(value: Any) -> Any:
        if not isinstance(value, (list, tuple)) or len(value) != len(readers):
            raise BadValue("", f"must be an array of {len(readers)}")
        return _read_elements(value, readers)

    return read


def _inner_reader(hint: Any) -> Reader:
    """Return the reader of a record within a record; no other type may be used there."""
    if not (isinstance(hint, type) and is_dataclass(hint)):
        raise TypeError(f"{hint} is no type of an event's or action's field")
    return lambda value: from_json(hint, scalar_reader(dict)(value))


def _plain_kind(hint: Any) -> type[Any] | None:
    """Return the kind of a field type that is a plain one: a number, a text, or yes and no."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kind = getattr(hint, "__supertype__", hint)
    return kind if kind in (int, str, bool) else None


def reader_of(hint: Any, other: Callable[[Any], Reader] = _inner_reader) -> Reader:
    """Return the reader of a field type; of a type that is not listed above, that of `other`."""
    if (plain := _plain_kind(hint)) is not None:
        return scalar_reader(plain)
    hint = getattr(hint, "__supertype__", hint)
    if hint is Any:
        return lambda value: value
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return reader_of(inner[0], other)
    if origin is dict:
        return scalar_reader(dict)
    if origin is Literal:
        return _literal_reader(inner)
    if origin in (Union, UnionType) and len(inner) == 2 and NoneType in inner:
        return nullable_reader(reader_of(inner[0] if inner[1] is NoneType else inner[1], other))
    if origin is tuple and inner[-1] is Ellipsis:
        return array_reader(reader_of(inner[0], other), _plain_kind(inner[0]))
    if origin is tuple:
        return fixed_array_reader(tuple(reader_of(one, other) for one in inner))
    return other(hint)


def audience_of(hint: Any) -> Audience | None:
    """Return the audience that marks a field type."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Audience)), None)


def _is_sparse(hint: Any) -> bool:
    """Say whether a field type is marked as left out when it is None."""
    return get_origin(hint) is Annotated and SPARSE in get_args(hint)[1:]


class FieldLayout(NamedTuple):
    """What is asked again and again of the fields of a class."""

    shape: tuple[Field, ...]
    names: tuple[str, ...]
    told: Callable[[Any], dict[str, Any]]  # all fields by name
    made: Callable[[Mapping[str, Any]], Any]  # the record; None where a field is odd or left out
    sealed: tuple[Field, ...]  # those that are not public
    left_out: tuple[str, ...]  # names of those that are left out when they are None
    records: tuple[str, ...]  # names of those that hold rows of records


LAYOUTS: dict[type[Any], FieldLayout] = {}


def _class_layout(kind: type[Any]) -> FieldLayout:
    """Return the layout of an event or action class; worked out once a class."""
    found = LAYOUTS.get(kind)
    if found is None:
        hints = get_type_hints(kind, include_extras=True)
        own = tuple(
            Field(
                f.name,
                reader_of(hints[f.name]),
                audience_of(hints[f.name]),
                f.default is MISSING,
                _is_sparse(hints[f.name]),
                _plain_kind(hints[f.name]),
            )
            for f in fields(kind)
        )
        if list(own) != sorted(own, key=lambda field: field.sparse):
            raise TypeError(f"{kind.__name__}: a field that may be left out stands last")
        found = LAYOUTS[kind] = FieldLayout(
            own,
            tuple(field.name for field in own),
            _teller_of(field.name for field in own),
            _maker_of(kind, [field for field in own if not field.sparse]),
            tuple(field for field in own if field.audience is not None),
            tuple(field.name for field in own if field.sparse),
            tuple(name for name, hint in hints.items() if _mentions_record(hint)),
        )
    return found


def _mentions_record(hint: Any) -> bool:
    """Say whether a field type is made of rows of records."""
    inner = get_args(hint)
    if get_origin(hint) is tuple and isinstance(inner[0], type) and is_dataclass(inner[0]):
        return True
    return any(map(_mentions_record, inner))


def _teller_of(names: Iterable[str]) -> Callable[[Any], dict[str, Any]]:
    """Return a function from a record to a dict of these fields.

    Written out and compiled once, as dataclasses do it: four times faster than with `getattr`.
    """
    pairs = ", ".join(f"{name!r}: value.{name}" for name in names)
    told: Callable[[Any], dict[str, Any]] = eval(f"lambda value: {{{pairs}}}")
    return told


def _maker_of(kind: type[Any], own: Sequence[Field]) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function from exactly these fields to the record; None where a plain one is odd.

    Written out like `teller_of`, for every event that is read; places take half as long as names.
    """
    named = any(field.kw_only for field in fields(kind))
    tests, row = [f"len(given) == {len(own)}"], []
    for at, field in enumerate(own):
        value = f"given[{field.name!r}]"
        if field.plain is not None:
            tests.append(f"type(v{at} := {value}) is {field.plain.__name__}")
        read = f"read[{at}]({value})" if field.plain is None else f"v{at}"
        row.append(f"{field.name}={read}" if named else read)
    text = f"kind({', '.join(row)}) if {' and '.join(tests)} else None"
    known = {"kind": kind, "read": [field.read for field in own]}
    made: Callable[[Mapping[str, Any]], Any] = eval(f"lambda given: {text}", known)
    return made


def declared_fields(kind: type[Any]) -> tuple[Field, ...]:
    """Return the fields of an event or action class."""
    return _class_layout(kind).shape


def sealed_fields(kind: type[Any]) -> tuple[Field, ...]:
    """Return the fields that are not public."""
    return _class_layout(kind).sealed


def left_out(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields that are left out when they are None."""
    return _class_layout(kind).left_out


def fields_in(kind: type[Any], names: Container[str]) -> tuple[Field, ...]:
    """Return the fields of a class without those that may be left out and are not in `names`."""
    own = declared_fields(kind)
    return tuple(field for field in own if not field.sparse or field.name in names)


def first_fields(kind: type[Any], count: int) -> tuple[Field, ...]:
    """Return the fields of a class of which `count` are told: those left out stand last."""
    own = declared_fields(kind)
    return own[: max(count, len(own) - len(left_out(kind)))]


def to_json(value: Any) -> dict[str, Any]:
    """Return all fields of an event or action, sealed ones too, as JSON values."""
    return _json_of(value, _class_layout(type(value)))


def _json_of(value: Any, own: FieldLayout) -> dict[str, Any]:
    """Return all fields of an event or action of this layout as JSON values."""
    data = own.told(value)
    for name in own.left_out:
        if data[name] is None:
            del data[name]
    for name in own.records:
        if name in data:
            data[name] = tuple(map(to_json, data[name]))
    return data


def from_json(kind: type[Any], data: Mapping[str, Any]) -> Any:
    """Return the event or action in `data`; BadValue for a missing, unknown or wrong field."""
    try:
        made = _class_layout(kind).made(data)
    except (KeyError, BadValue):
        made = None
    return _read_slowly(kind, data) if made is None else made


def _read_slowly(kind: type[Any], data: Mapping[str, Any]) -> Any:
    """Do the same field by field, and say which is wrong."""
    given, own = {}, _class_layout(kind)
    for name, read, _, required, *_ in own.shape:
        if name in data:
            try:
                given[name] = read(data[name])
            except BadValue as bad:
                raise BadValue(f"{name}.{bad.path}" if bad.path else name, bad.why) from None
        elif required:
            raise BadValue(name, "is missing")
    if len(given) < len(data):
        unknown = min(data.keys() - set(own.names))
        raise BadValue(unknown, f"is unknown; there are: {', '.join(own.names)}")
    return kind(**given)


def read_action(game: Any, data: Mapping[str, Any]) -> Any:
    """Return the action in JSON ``{"type": name, field: value ...}``; BadValue if it is none."""
    fields = dict(data)
    name = fields.pop("type", None)
    if not isinstance(name, str) or name not in game.actions:
        raise BadValue("type", f"must be one of: {', '.join(game.actions)}")
    return from_json(game.actions[name], fields)


def seats_key(seats: set[Seat]) -> str:
    """Return the key of a part known to `seats`: ``2`` or ``0+3``."""
    return "+".join(map(str, sorted(seats)))


def split_by_audience(value: Any, actor: Seat | None = None) -> tuple[dict[str, Any], Sealed]:
    """Return the public fields and the sealed ones by audience key.

    `actor` is the seat that acts, for the OWN fields of an action.
    """
    own = _class_layout(type(value))
    data = _json_of(value, own)
    parts: Sealed = {}
    for name, _, audience, *_ in own.sealed:
        assert audience is not None
        secret = data.pop(name)
        if audience.kind == "each_seat":
            for seat, one in enumerate(secret):
                parts.setdefault(str(seat), {})[name] = one
        else:
            parts.setdefault(_part_key(audience, value, actor), {})[name] = secret
    return data, parts


def _part_key(audience: Audience, value: Any, actor: Seat | None) -> str:
    """Return the audience key of a field of `value`."""
    match audience.kind:
        case "seats":
            return seats_key({getattr(value, name) for name in audience.fields})
        case "own":
            assert actor is not None
            return str(actor)
        case kind:
            return kind


def join_audience_parts(kind: type[Any], public: Mapping[str, Any], parts: Parts) -> Any:
    """Put together again what `split_by_audience` took apart; all parts must be there."""
    own = sealed_fields(kind)
    if not own:
        return from_json(kind, public)
    data, in_order = dict(public), [part for _, part in sorted(parts.items(), key=_by_seat)]
    for name, _, audience, *_ in own:
        assert audience is not None
        holders = [part[name] for part in in_order if name in part]
        if audience.kind == "each_seat":
            data[name] = holders
        elif holders:
            data[name] = holders[0]
    return from_json(kind, data)


def _by_seat(part: tuple[str, object]) -> tuple[int, str]:
    """Sort audience keys by seat number, words last."""
    key = part[0]
    return (int(key), "") if key.isdigit() else (1 << 30, key)


def known_to(key: str, seat: Seat | None) -> bool:
    """Say whether the holder of `seat` knows the part under `key` before any opening."""
    return seat is not None and str(seat) in key.split("+")


def visible_fields(public: Mapping[str, Any], parts: Parts, seat: Seat | None) -> dict[str, Any]:
    """Return the public fields with those sealed to `seat`."""
    data = dict(public)
    for key, part in parts.items():
        if known_to(key, seat):
            data.update(part)
    return data
