"""JSON Schemas of what is sent and told, made from the same classes that judge it."""

from dataclasses import MISSING, fields
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from games.core.contract import Game
from service.http.schemas import LONGEST, WORD

SCALARS = {int: "integer", str: "string", bool: "boolean"}


def schema_of(hint: Any, *, sent: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of a field type; what is `sent` to us has its limits in it."""
    if get_origin(hint) is Annotated:
        return schema_of(get_args(hint)[0], sent=sent)
    hint = getattr(hint, "__supertype__", hint)
    inner = get_args(hint)
    if hint in SCALARS:
        bound = {"maxLength": WORD} if sent and hint is str else {}
        return {"type": SCALARS[hint], **bound}
    if NoneType in inner:
        return nullable(schema_of(next(x for x in inner if x is not NoneType), sent=sent))
    if get_origin(hint) is Literal:
        kinds = sorted({SCALARS[type(word)] for word in inner})
        return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": list(inner)}
    if get_origin(hint) is tuple and inner[-1] is Ellipsis:
        bound = {"maxItems": LONGEST} if sent else {}
        return {"type": "array", "items": schema_of(inner[0], sent=sent), **bound}
    if get_origin(hint) is tuple:
        own, count = [schema_of(one, sent=sent) for one in inner], len(inner)
        return {"type": "array", "prefixItems": own, "minItems": count, "maxItems": count}
    return {"type": "object"}


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema that also accepts null."""
    words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, **words, "type": [schema["type"], "null"]}


def action_form(name: str, kind: type[Any]) -> dict[str, Any]:
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


def action_forms(game: Game) -> list[dict[str, Any]]:
    """Return the JSON Schema of every action of a game."""
    return [action_form(name, kind) for name, kind in game.actions.items()]
