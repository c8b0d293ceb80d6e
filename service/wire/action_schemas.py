"""Marshmallow schemas of actions, which follow from their classes."""

from dataclasses import MISSING
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from marshmallow import Schema, fields, validate

from games.core.game import AnyGame
from service.wire.bodies import Body, StrictBoolean, word_validator

LONGEST, WORD = 200, 100  # cards in one action, characters in one word


def _field_of(hint: Any, required: bool) -> fields.Field[Any]:
    """Return the field that takes a value of an action's field type."""
    if get_origin(hint) is Annotated:
        return _field_of(get_args(hint)[0], required)
    hint = getattr(hint, "__supertype__", hint)
    inner = get_args(hint)
    if NoneType in inner:
        found = _field_of(next(one for one in inner if one is not NoneType), required)
        found.allow_none = True
        return found
    if hint is bool:
        return StrictBoolean(required=required)
    if hint is int:
        return fields.Integer(strict=True, required=required)
    if hint is str:
        return fields.String(required=required, validate=validate.Length(max=WORD))
    if get_origin(hint) is Literal:
        return fields.Raw(required=required, validate=word_validator(inner))
    if get_origin(hint) is tuple and inner[-1] is Ellipsis:
        own = _field_of(inner[0], True)
        return fields.List(own, required=required, validate=validate.Length(max=LONGEST))
    if get_origin(hint) is tuple:
        return fields.Tuple(tuple(_field_of(one, True) for one in inner), required=required)
    raise TypeError(f"{hint} is no type of an action's field")


ACTIONS: dict[tuple[str, int], dict[str, Schema]] = {}


def action_schemas(game: AnyGame) -> dict[str, Schema]:
    """Return the schema of each action of a game by its name in JSON; made once."""
    key = (game.name, game.version)
    if key not in ACTIONS:
        ACTIONS[key] = {name: _action_schema(name, kind) for name, kind in game.actions.items()}
    return ACTIONS[key]


def _action_schema(name: str, kind: type[Any]) -> Schema:
    """Return the schema of an action's fields beside its `type`."""
    hints = get_type_hints(kind, include_extras=True)
    own = kind.__dataclass_fields__
    made: dict[str, fields.Field[Any]] = {
        field: _field_of(hint, _is_required(own[field])) for field, hint in hints.items()
    }
    made["type"] = fields.String(required=True, validate=validate.Equal(name))
    return Body.from_dict(made, name=f"{kind.__name__}Action")()


def _is_required(field: Any) -> bool:
    """Say whether a dataclass field has no default."""
    return field.default is MISSING
