"""JSON Schemas of what may be sent, made from the same classes that judge it."""

from dataclasses import MISSING, fields
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from games.core.contract import Game
from service.schemas import LONGEST

SCALARS = {int: "integer", str: "string", bool: "boolean"}


def schema_of(hint: Any) -> dict[str, Any]:
    """Return the JSON Schema of a field type of an action or event."""
    if get_origin(hint) is Annotated:
        return schema_of(get_args(hint)[0])
    hint = getattr(hint, "__supertype__", hint)
    inner = get_args(hint)
    if hint in SCALARS:
        return {"type": SCALARS[hint]}
    if NoneType in inner:
        own = schema_of(next(one for one in inner if one is not NoneType))
        return {**own, "type": [own["type"], "null"]}
    if get_origin(hint) is Literal:
        kinds = sorted({SCALARS[type(word)] for word in inner})
        return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": list(inner)}
    if get_origin(hint) is tuple and inner[-1] is Ellipsis:
        return {"type": "array", "items": schema_of(inner[0]), "maxItems": LONGEST}
    if get_origin(hint) is tuple:
        own, count = [schema_of(one) for one in inner], len(inner)
        return {"type": "array", "prefixItems": own, "minItems": count, "maxItems": count}
    return {"type": "object"}


def action_form(name: str, kind: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of an action."""
    hints = get_type_hints(kind, include_extras=True)
    required = [field.name for field in fields(kind) if field.default is MISSING]
    return {
        "type": "object",
        "description": (kind.__doc__ or name).strip(),
        "properties": {
            "type": {"const": name, "type": "string"},
            **{field.name: schema_of(hints[field.name]) for field in fields(kind)},
        },
        "required": ["type", *required],
        "additionalProperties": False,
    }


def action_forms(game: Game) -> list[dict[str, Any]]:
    """Return the JSON Schema of every action of a game."""
    return [action_form(name, kind) for name, kind in game.actions.items()]
