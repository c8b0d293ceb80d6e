"""The schemas of the description, from the classes and records that the code itself is made of."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from events.record.codec import TYPES
from events.tables.news import OF_TABLES
from games import NEWEST
from games.core.audience import Audience
from games.core.game import AnyGame
from games.core.options import later_options, option_forms, option_kinds
from games.core.presentation.scene import DeedFacts
from games.core.type_hints.records import Component
from games.core.type_hints.returned import return_type
from games.core.type_hints.values import audience_of, left_out
from games.table import Invitee
from service.openapi.bodies import BODIES, bodies_of_game, body_schema
from service.openapi.records import MESSAGES, record_schemas, records_of_game
from service.openapi.shared import name_repeated_schemas, share_properties
from service.openapi.tournament_schemas import settings_schemas
from service.tables.lobby_news import OF_LOBBY
from service.wire.json_schema import (
    SCHEMAS,
    Json,
    action_forms,
    is_record,
    record_schema,
    records_in,
    schema_of,
    schema_reference,
)
from tournaments.events import EVENTS as OF_TOURNAMENTS

HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
BY_GAME = {
    "New{}Table": "A table to be opened.",
    "{}QuickSeat": "What kind of table one wants a seat at.",
    "{}View": "The view of a table.",
}
OF_ANY_GAME = {  # schemas whose alternatives lie in those of each game, and what they are
    "GameOptions": ("{}Options", "The options of the table's game, all of them."),
    "Choices": ("{}Choices", "What a seat may do, by the rules of the table's game."),
}
PASS: Json = {  # the same in every game, so no value is an action of two kinds
    "type": "object",
    "description": "Pass; the rules of the game say what follows.",
    "properties": {"type": {"const": "pass", "type": "string"}},
    "required": ["type"],
    "additionalProperties": False,
}
ALIKE = {  # of schemas of every game: the name of what they have in common, and what it is
    "New{}Table": ("TableSettings", "What a new table of any game may be opened with."),
    "{}QuickSeat": ("QuickSeatSettings", "What a wish for a seat may name in any game."),
    "{}View": ("SeenTable", "What a seat or a spectator may know of a table of any game."),
    "{}Pick": ("PickForm", "How cards are picked in any game."),
    "{}Board": ("BoardState", "What a person sees in any game."),
    "{}Choices": ("ChoiceTexts", "How people are shown what they may do in any game."),
}
VERDICTS = {
    "good": "VerifiedLog", "excused": "VerifiedLog", "bad": "VerifiedLog",
    "unreadable": "UnreadableLog",
}  # fmt: skip
EXTRAS = {
    "action": "SecretAction", "bot": "BotReport", "hand_secret": "HandSecret",
    "signed": "SignedAction",
}  # fmt: skip


def component_name(name: str) -> str:
    """Return the name of a component: ``boon.card_played.v1`` -> ``BoonCardPlayedV1``."""
    return "".join(word.title() for word in re.split(r"[._]", name))


def _discriminated_union(names: dict[str, str], description: str, by: str = "type") -> Json:
    """Return the schema that tells its alternatives apart by one property."""
    return {
        "description": description,
        "oneOf": [schema_reference(name) for name in dict.fromkeys(names.values())],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: SCHEMAS + name for value, name in names.items()},
        },
    }


def _undiscriminated_union(alternatives: Json, description: str) -> Json:
    """Return the schema of objects of several kinds that no property of their own tells apart.

    Clients in Java read the first alternative of a plain `anyOf`, and drop the fields of others.
    What stands in `not` only validators look at: to generators this is a JSON object, kept whole.
    """
    return {
        "type": "object",
        "description": description,
        "additionalProperties": True,
        "not": {"not": alternatives},
    }


def _options_schema(game: AnyGame, prefix: str) -> Json:
    """Return the schema of the options of a table; later ones may be left out (SPARSE)."""
    properties = {name: kind.schema() for name, kind in option_kinds(game.options).items()}
    return {
        "type": "object",
        "description": f"Options of a table of {game.title}; {prefix}OptionsInput explains them.",
        "properties": properties,
        "required": [one for one in properties if one not in later_options(game.options)],
        "additionalProperties": False,
    }


def _new_options_schema(game: AnyGame) -> Json:
    """Return the schema of the options with which a table is opened: all may be left out."""
    return {
        "type": "object",
        "description": f"Options of {game.title}; what is left out has its default.",
        "properties": {
            row["name"]: {**row["schema"], "description": row["meaning"], "default": row["default"]}
            for row in option_forms(game.options)
        },
        "additionalProperties": False,
    }


def _game_schemas(game: AnyGame) -> Iterator[tuple[str, Json]]:
    """Yield the schemas of a game: options, actions, bodies, and records."""
    prefix = component_name(game.name)
    yield f"{prefix}Options", _options_schema(game, prefix)
    yield f"{prefix}OptionsInput", _new_options_schema(game)
    names = {}
    for form in action_forms(game):
        kind = form["properties"]["type"]["const"]
        names[kind] = f"{prefix}{component_name(kind)}"
        if form["properties"] == PASS["properties"]:
            names[kind] = "Pass"
        yield names[kind], PASS if names[kind] == "Pass" else form
    yield f"{prefix}Action", _discriminated_union(names, f"An action of {game.title}.")
    yield from bodies_of_game(game, prefix).items()
    yield from _play_schemas(game, prefix)
    yield from records_of_game(game, prefix)


def _play_schemas(game: AnyGame, prefix: str) -> Iterator[tuple[str, Json]]:
    """Yield the schema of what a game's `view` returns, and of the parts that have a name.

    Those are told events, and records whose name begins with that of the game.
    """
    record = return_type(game.view)
    types = {kind: name for name, kind in game.events.items()}
    named: dict[Any, str] = {Component("Options"): f"{prefix}Options", DeedFacts: "Deed"}
    for part in records_in(record):
        if part in types:
            named[part] = f"{prefix}{part.__name__}"
            yield named[part], _public_event_schema(types[part])
        elif part is not record and part.__name__.startswith(prefix):
            named[part] = part.__name__
    for part in (record, *(one for one in named if is_record(one) and one is not DeedFacts)):
        yield named.get(part, f"{prefix}PlayView"), record_schema(part, named)


def _public_event_schema(name: str) -> Json:
    """Return the schema of an event's type and public fields, as a view tells it."""
    hints = get_type_hints(TYPES[name], include_extras=True)
    public = {field: schema_of(hint) for field, hint in hints.items()}
    properties = {"type": {"type": "string", "const": name}, **public}
    always = [one for one in properties if one not in left_out(TYPES[name])]
    return {"type": "object", "properties": properties, "required": always}


def _message_type(record: Any) -> str:
    """Return the word that a message has as its type."""
    found: str = record_schema(record)["properties"]["type"]["const"]
    return found


OBJECTS: Json = {
    "settings": schema_reference("TournamentSettings"),
    "options": schema_reference("GameOptions"),
    "clock": {"anyOf": [schema_reference("Clock"), {"type": "null"}]},
    "carried": {
        "type": ["object", "null"],
        "description": "What the table that this one continues hands on.",
        "additionalProperties": True,
    },
}


def _event_field_schema(name: str, hint: Any) -> Json:
    """Return the schema of a field of an event."""
    found = schema_of(hint, named={Invitee: "Invitee"})
    return OBJECTS[name] if name in OBJECTS and "object" in found["type"] else found


def _part_schema(name: str, hint: Any, audience: Audience) -> Json:
    """Return the schema of a sealed field as one reader gets it."""
    if audience.kind == "each_seat":  # the reader's own element
        return schema_of(get_args(get_args(hint)[0])[0])
    return _event_field_schema(name, hint)


def _parts_schema(private: Json) -> Json:
    """Return the schema of the parts of an event with these sealed fields."""
    data = schema_reference("PartData")
    if private:
        data = {"allOf": [data, {"type": "object", "properties": private}]}
    part = {
        "type": "object",
        "properties": {"salt": HEX, "data": data},
        "required": ["salt", "data"],
    }
    return {"type": "object", "additionalProperties": part}


def _event_schema(name: str, kind: type[Any]) -> Json:
    """Return the schema of an event as a reader of the log gets it."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {field.name: audience_of(hints[field.name]) for field in fields(kind)}
    public = {
        one: _event_field_schema(one, hints[one]) for one, mark in marks.items() if mark is None
    }
    private = {one: _part_schema(one, hints[one], mark) for one, mark in marks.items() if mark}
    always = [one for one in public if one not in left_out(kind)]
    data = {"type": "object", "properties": public, "required": always}
    properties = {
        "n": {"type": "integer", "format": "int64", "description": "1, 2, 3 ... within the table."},
        "type": {"type": "string", "const": name},
        "at": {"type": "integer", "format": "int64"},
        "by": schema_reference("EventBy"),
        "cause": schema_reference("EventCause"),
        "data": data,
        "seals": schema_reference("EventSeals"),
        "parts": _parts_schema(private) if private else schema_reference("EventParts"),
        "head": schema_reference("Head"),
    }
    what = " ".join((kind.__doc__ or name).split())
    return {
        "type": "object",
        "description": what,
        "properties": properties,
        "required": list(properties),
    }


ENVELOPE: Json = {
    "Invitee": record_schema(Invitee),
    "EventBy": {
        "type": "string",
        "description": "Who made it happen.",
        "pattern": "^(player:.+|seat:[0-9]+|tournament:.+|clock|server)$",
    },
    "EventCause": {
        "description": "What was asked, or the number of the event that says so.",
        "oneOf": [schema_reference("CommandCause"), {"type": "integer", "format": "int64"}],
    },
    "EventSeals": {
        "type": "object",
        "description": (
            "Audience -> SHA-256 of salt and canonical JSON of its part. An audience is a set of"
            " seats (`2`, `0+3`), `hand` or `table` (nobody until the hand or table is opened)."
        ),
        "additionalProperties": HEX,
    },
    "EventParts": {
        **_parts_schema({}),
        "description": "What the reader may know of the sealed parts, by audience.",
    },
    "PartData": {
        "type": "object",
        "description": "What any part may hold beside the sealed fields.",
        "properties": {name: schema_reference(schema) for name, schema in EXTRAS.items()},
    },
    "SecretAction": {
        "type": "object",
        "description": "The secret fields of the action behind the event.",
        "additionalProperties": True,
    },
    "BotReport": {
        "type": "object",
        "description": "How a bot found its action: `level`, `version`, `seed`, its"
        " `budget` of playouts, the `playouts` done and the milliseconds"
        " (`ms`); `failed` is the error after which it played the"
        " fallback.",
        "additionalProperties": True,
    },
    "HandSecret": {**HEX, "description": "All shuffles of the hand follow from it."},
}


def component_schemas() -> Json:
    """Return all schemas by name."""
    games = list(NEWEST.values())
    found = record_schemas()
    found["Verification"] = _discriminated_union(
        VERDICTS, "What became of the verification of a log file.", by="verdict"
    )
    found["AccountMessage"] = _discriminated_union(
        {_message_type(record): record.__name__ for record in MESSAGES},
        "A message for an account.",
    )
    found["LobbyMessage"] = _discriminated_union(
        {_message_type(record): record.__name__ for record in OF_LOBBY}, "A message of the lobby."
    )
    found |= {body.__name__: body_schema(body) for body in BODIES}
    found |= dict(settings_schemas())
    for game in games:
        found |= dict(_game_schemas(game))
    events = {name: component_name(name) for name in TYPES}
    found |= ENVELOPE | {events[name]: _event_schema(name, TYPES[name]) for name in events}
    found["Event"] = _discriminated_union(events, "An event as a reader of the log gets it.")
    own = {name: component_name(name) for name in OF_TOURNAMENTS}
    found |= {own[name]: _event_schema(name, kind) for name, kind in OF_TOURNAMENTS.items()}
    found["TournamentEvent"] = _discriminated_union(
        own, "An event of a tournament's log as it is read."
    )
    prefixes = {game.name: component_name(game.name) for game in games}
    found |= _any_action_schemas([found[f"{prefix}Action"] for prefix in prefixes.values()])
    for name, (form, what) in OF_ANY_GAME.items():
        forms = [schema_reference(form.format(prefix)) for prefix in prefixes.values()]
        found[name] = _undiscriminated_union({"anyOf": forms}, what)
    for name, what in BY_GAME.items():
        parts = {game: name.format(prefix) for game, prefix in prefixes.items()}
        found[name.format("")] = _discriminated_union(parts, what, by="game")
    _share_alike_schemas(found, [*prefixes.values()], [*events.values(), *own.values()])
    return dict(sorted(found.items()))


def _any_action_schemas(unions: Iterable[Json]) -> Json:
    """Return the schemas of an action of any game: as it is sent, and as it is told.

    The first names the actions themselves, not the unions of the games: clients in Go and Java take
    the types of those for types of its own.
    """
    names = dict.fromkeys(one["$ref"] for union in unions for one in union["oneOf"])
    sent = {
        "description": "An action of the table's game.",
        "oneOf": [{"$ref": name} for name in names],
    }
    what = "An action as it may be sent, by the rules of the table's game."
    return {"Action": sent, "GameAction": _undiscriminated_union(schema_reference("Action"), what)}


def _share_alike_schemas(found: Json, prefixes: Sequence[str], events: Sequence[str]) -> None:
    """Say once what schemas of all games, and those of all events, have in common."""
    for form, (base, what) in ALIKE.items():
        share_properties(found, [form.format(one) for one in prefixes], base, what)
    everybody = "What everybody may know of a table of any game."
    share_properties(found, ["SeenTable", "TableFacts"], "TableState", everybody)
    statistics = ("GameStatistics", "LeaderboardLevel", "LeaderboardPlayer")
    share_properties(found, statistics, "Rated", "What tables have brought a player or a bot.")
    messages = (record.__name__ for record in OF_TABLES)
    share_properties(found, messages, "TableMessage", "What is told of a table.")
    everyone = schema_reference("EventParts")
    name_repeated_schemas(found, events)
    unsealed = [one for one in events if found[one]["properties"]["parts"] == everyone]
    sealed = [one for one in events if one not in unsealed]
    share_properties(found, unsealed, "UnsealedEvent", "What events without sealed fields share.")
    share_properties(found, sealed, "SealedEvent", "What events with sealed fields share.")
