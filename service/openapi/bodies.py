"""The schemas of requests' bodies, translated from the marshmallow schemas that check them."""

from typing import Any

from marshmallow import fields, missing, validate

from games.core.bots import LADDER
from games.core.game import AnyGame
from service.accounts.schemas import (
    NewBlock,
    NewKey,
    NewName,
    NewPersonalToken,
    NewPlayer,
    NewToken,
    Recovery,
    SignIn,
)
from service.apps.schemas import AppNameField, DeviceAnswer, NewApp, NewAuthorization, RedirectUri
from service.disputes.schemas import KeptReceipt, NewDispute, NewRuling
from service.push.schemas import (
    ChangedWebhook,
    ClientKeys,
    NewPushSubscription,
    NewWebhook,
)
from service.tables.clocks import CLOCKS, Clock, ClockField
from service.tables.invitation_schemas import NewInvitation, NewInvitations, NewPreferences
from service.tables.schemas import (
    OTHER_NAMES,
    BotField,
    BotRating,
    NewAbort,
    NewAnalysis,
    NewPhrase,
    NewRematch,
    NewReveal,
    NewSeat,
    NewTable,
    QuickSeat,
)
from service.tournaments import schemas as tournament_schemas
from service.wire.bodies import Body, Empty, StrictBoolean, WholeText
from service.wire.json_schema import Json, nullable_schema, schema_reference

BODIES: tuple[type[Body], ...] = (
    Empty, NewPlayer, NewName, NewToken, NewPersonalToken, NewKey, NewBlock, SignIn,
    NewApp, NewAuthorization, DeviceAnswer,
    Clock, Recovery, BotRating, NewAbort, NewAnalysis, NewPhrase, NewRematch, NewReveal, NewSeat,
    NewDispute, KeptReceipt, NewRuling,
    NewInvitation, NewInvitations, NewPreferences,
    NewWebhook, ChangedWebhook, ClientKeys, NewPushSubscription,
    tournament_schemas.NewEntrant, tournament_schemas.NewReplacement, tournament_schemas.NewCheckIn,
    tournament_schemas.NewSeeding, tournament_schemas.NewTournamentInvitations,
    tournament_schemas.NewRound, tournament_schemas.PairedTable,
    tournament_schemas.NewForbiddenPairs, tournament_schemas.NewSwap,
    tournament_schemas.NewAdjudication, tournament_schemas.NewClose, tournament_schemas.NewDirector,
    tournament_schemas.NewTimes, tournament_schemas.NewDescription,
    tournament_schemas.NewAnnouncement, tournament_schemas.NewByes,
)  # fmt: skip
LONG = 2**31  # what clients do not hold in 32 bits, such as times
OF_GAMES = {"New{}Table": NewTable, "{}QuickSeat": QuickSeat}
TYPES: dict[type[Any], str] = {
    fields.String: "string", AppNameField: "string", RedirectUri: "string",
    fields.Integer: "integer", tournament_schemas.MomentField: "integer",
    StrictBoolean: "boolean", fields.Dict: "object",
}  # fmt: skip


def body_schema(body: type[Body]) -> Json:
    """Return the JSON Schema of a body."""
    own = body().fields
    required = [name for name, field in own.items() if field.required]
    return {
        "type": "object",
        "description": " ".join((body.__doc__ or "").split()),
        **({"required": required} if required else {}),
        "additionalProperties": False,
        **body.beyond,
        "properties": {name: _body_field_schema(field) for name, field in own.items()},
    }


def _body_field_schema(field: fields.Field[Any]) -> Json:
    """Return the JSON Schema of a field of a body."""
    found = _value_schema(field)
    for check in field.validators:
        found |= _check_schema(check, found["type"])
    if found.get("type") == "integer" and found.get("maximum", LONG) >= LONG:
        found["format"] = "int64"
    if field.allow_none:
        found = nullable_schema(found)
    if field.load_default is not missing and not isinstance(field, (ClockField, BotField)):
        # generators of clients take no default where a value may be of several kinds
        default = field.load_default
        found["default"] = default() if callable(default) else default
    return {**found, **field.metadata}


def _value_schema(field: fields.Field[Any]) -> Json:
    """Return the JSON Schema of a field's value before any check."""
    if isinstance(field, ClockField):
        words = {"type": "string", "enum": [*CLOCKS]}
        return {"oneOf": [schema_reference(Clock.__name__), words]}
    if isinstance(field, BotField):
        words = {"type": "string", "enum": [*LADDER, *OTHER_NAMES]}
        return {"oneOf": [schema_reference(BotRating.__name__), words]}
    if isinstance(field, fields.Nested):
        return schema_reference(type(field.schema).__name__)
    if isinstance(field, fields.List):
        return {"type": "array", "items": _body_field_schema(field.inner)}
    return {"type": TYPES[type(field)]}


def _check_schema(check: Any, kind: str) -> Json:
    """Return what a check demands of a value, in the words of JSON Schema."""
    match check:
        case WholeText():
            return {"pattern": f"^{check.pattern}$"}
        case validate.OneOf():
            return {"enum": list(check.choices)}
        case validate.Range():
            return _bound_keywords("minimum", check.min, "maximum", check.max)
        case validate.Length() if kind == "array":
            return _bound_keywords("minItems", check.min, "maxItems", check.max)
        case validate.Length():
            return _bound_keywords("minLength", check.min, "maxLength", check.max)
        case _:
            raise TypeError(f"{check} has no words in JSON Schema; describe it in bodies.py")


def _bound_keywords(low: str, least: Any, high: str, most: Any) -> Json:
    """Return the keywords for the bounds that there are."""
    both = {low: least, high: most}
    return {word: bound for word, bound in both.items() if bound is not None}


def bodies_of_game(game: AnyGame, prefix: str) -> Json:
    """Return the schemas of the bodies that differ from game to game."""
    found = {}
    for name, body in OF_GAMES.items():
        schema = body_schema(body)
        schema["description"] = schema["description"].format(title=game.title)
        own = schema["properties"]
        own["game"] = {"type": "string", "const": game.name}
        own["seats"] |= {"minimum": game.seats[0], "maximum": game.seats[-1]}
        own["options"] = schema_reference(f"{prefix}OptionsInput")
        found[name.format(prefix)] = schema
    return found
