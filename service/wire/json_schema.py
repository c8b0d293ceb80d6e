"""JSON Schemas of what is sent and told, made from the classes that judge and build it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from games.core.game import AnyGame
from games.core.type_hints.records import Component, PublicEventMark, SchemaKeyword
from service.wire.action_schemas import LONGEST, WORD

Json = dict[str, Any]
Names = Mapping[Any, str]
NONE: Names = {}
SCHEMAS = "#/components/schemas/"
SCALARS = {int: "integer", str: "string", bool: "boolean", float: "number"}
WITHOUT_TYPE: Mapping[Any, Json] = {
    # Generators for Python and Go stop at `type: null` alone; no object fits but the empty one.
    NoneType: {"type": ["object", "null"], "maxProperties": 0},
    Any: {},
}
ROWS = (tuple, list, Sequence)


def schema_reference(name: str) -> Json:
    """Return a reference to a schema."""
    return {"$ref": SCHEMAS + name}


def schema_of(hint: Any, *, sent: bool = False, named: Names = NONE) -> Json:
    """Return the JSON Schema of a field type; what is `sent` to us has its limits in it.

    A type or component that is `named` is referred to by its name.
    """
    if hint in named:
        return schema_reference(named[hint])
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated_schema(inner[0], inner[1:], sent, named)
    if origin in (NotRequired, Required):
        return schema_of(inner[0], sent=sent, named=named)
    if origin in (Union, UnionType):
        return _union_of(inner, sent, named)
    hint = getattr(hint, "__supertype__", hint)
    if hint in WITHOUT_TYPE:
        return {**WITHOUT_TYPE[hint]}
    if hint in SCALARS:
        bound: Json = {"maxLength": WORD} if sent and hint is str else {}
        bound |= {"format": "int64"} if hint is int else {}  # times do not fit into 32 bits
        return {"type": SCALARS[hint], **bound}
    if origin is Literal:
        kinds = sorted({SCALARS[type(word)] for word in inner})
        return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": list(inner)}
    if origin is tuple and inner[-1] is not Ellipsis:
        own, count = [schema_of(one, sent=sent, named=named) for one in inner], len(inner)
        return {"type": "array", "prefixItems": own, "minItems": count, "maxItems": count}
    if origin in ROWS:
        bound = {"maxItems": LONGEST} if sent else {}
        return {"type": "array", "items": schema_of(inner[0], sent=sent, named=named), **bound}
    if origin is Mapping:
        of_any = inner[1] is Any
        values = True if of_any else schema_of(inner[1], sent=sent, named=named)
        return {"type": "object", "additionalProperties": values}
    if is_record(hint):
        return record_schema(hint, named)
    if origin is dict or is_dataclass(hint):  # JSON that is kept as it is, options
        return {"type": "object"}
    raise TypeError(f"{hint} has no JSON Schema; describe it in json_schema.py")


def _annotated_schema(hint: Any, marks: tuple[Any, ...], sent: bool, named: Names) -> Json:
    """Return the JSON Schema of a type with its marks; of two descriptions the last one holds."""
    found = schema_of(hint, sent=sent, named=named)
    for mark in marks:
        match mark:
            case str():
                found["description"] = mark
            case SchemaKeyword("enum", words):
                found["enum"] = list(words)
            case SchemaKeyword(keyword, value):
                found[keyword] = value
            case Component(name):
                found = schema_reference(named.get(mark, name))
            case PublicEventMark(kinds):
                found = {"oneOf": [schema_reference(named[kind]) for kind in kinds]}
            case _:
                pass  # a mark that says something else: an audience
    return found


def _union_of(kinds: tuple[Any, ...], sent: bool, named: Names) -> Json:
    """Return the JSON Schema of what is one of several types, None among them or not.

    No value fits two of them: of `anyOf`, clients in Rust, Swift and Kotlin make one type with the
    fields of all.
    """
    own = [schema_of(kind, sent=sent, named=named) for kind in kinds if kind is not NoneType]
    found = own[0] if len(own) == 1 else {"oneOf": own}
    return nullable_schema(found) if NoneType in kinds else found


def nullable_schema(schema: Json) -> Json:
    """Return the schema that also accepts null."""
    if "oneOf" in schema:
        return {**schema, "oneOf": [*schema["oneOf"], {"type": "null"}]}
    if "$ref" in schema or "properties" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, **words, "type": [schema["type"], "null"]}


def is_record(kind: Any) -> bool:
    """Say whether a type is a TypedDict or a NamedTuple."""
    return is_typeddict(kind) or (isinstance(kind, type) and hasattr(kind, "_fields"))


def record_schema(kind: Any, named: Names = NONE) -> Json:
    """Return the JSON Schema of a record."""
    hints = get_type_hints(kind, include_extras=True)
    optional = getattr(kind, "__optional_keys__", ())
    return {
        "type": "object",
        "description": " ".join(kind.__doc__.split()),
        "properties": {name: schema_of(hint, named=named) for name, hint in hints.items()},
        "required": [name for name in hints if name not in optional],
    }


def records_in(hint: Any) -> Iterator[Any]:
    """Yield the records, and the classes of told events, within a type."""
    for one in get_args(hint):
        yield from one.kinds if isinstance(one, PublicEventMark) else records_in(one)
    if is_record(hint):
        yield hint
        for own in get_type_hints(hint, include_extras=True).values():
            yield from records_in(own)


def _action_form(name: str, kind: type[Any]) -> Json:
    """Return the JSON Schema of an action."""
    hints = get_type_hints(kind, include_extras=True)
    required = [field.name for field in fields(kind) if field.default is MISSING]
    return {
        "type": "object",
        "description": (kind.__doc__ or name).strip(),
        "properties": {
            "type": {"const": name, "type": "string"},
            **{field.name: schema_of(hints[field.name], sent=True) for field in fields(kind)},
        },
        "required": ["type", *required],
        "additionalProperties": False,
    }


def action_forms(game: AnyGame) -> list[dict[str, Any]]:
    """Return the JSON Schema of every action of a game."""
    return [_action_form(name, kind) for name, kind in game.actions.items()]
