"""The schemas of the description, from the classes and records that the code itself is made of."""

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from events.record.codec import TYPES
from games import NEWEST
from games.core.audience import Audience
from games.core.contract import AnyGame
from games.core.options import listed
from games.core.records import Component
from games.core.returned import returned
from games.core.scene import DeedFacts
from games.core.values import audience_of, left_out
from games.table import Invitee
from service.openapi.bodies import BODIES, bodies_of_game, body_schema
from service.openapi.records import MESSAGES, records, records_of_game
from service.openapi.tournament_schemas import settings_schemas
from service.tables.lobby_news import OF_LOBBY
from service.wire.json_schema import (
    SCHEMAS,
    Json,
    action_forms,
    is_record,
    record_schema,
    records_in,
    ref,
    schema_of,
)
from tournaments.events import EVENTS as OF_TOURNAMENTS

HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
BY_GAME = {
    "New{}Table": "A table to be opened.",
    "{}QuickSeat": "What kind of table one wants a seat at.",
    "{}View": "The view of a table.",
}
VERDICTS = {"good": "VerifiedLog", "bad": "VerifiedLog", "unreadable": "UnreadableLog"}
EXTRAS = {
    "action": "SecretAction", "bot": "BotReport", "hand_secret": "HandSecret",
    "signed": "SignedAction",
}  # fmt: skip


def camel(name: str) -> str:
    """Return the name of a component: ``boon.card_played.v1`` -> ``BoonCardPlayedV1``."""
    return "".join(word.title() for word in re.split(r"[._]", name))


def _union(names: dict[str, str], description: str, by: str = "type") -> Json:
    """Return the schema that tells its alternatives apart by one property."""
    return {
        "description": description,
        "oneOf": [ref(name) for name in dict.fromkeys(names.values())],
        "discriminator": {
            "propertyName": by,
            "mapping": {value: SCHEMAS + name for value, name in names.items()},
        },
    }


def _options_schema(game: AnyGame) -> Json:
    """Return the schema of the options of a table: all of them are always there."""
    rows = listed(game.options)
    shown = {row["name"]: {**row["schema"], "description": row["meaning"]} for row in rows}
    return {
        "type": "object",
        "description": f"The options of a table of {game.title}.",
        "properties": shown,
        "required": list(shown),
        "additionalProperties": False,
    }


def _new_options_schema(game: AnyGame) -> Json:
    """Return the schema of the options with which a table is opened: all may be left out."""
    found = _options_schema(game)
    defaults = {row["name"]: {"default": row["default"]} for row in listed(game.options)}
    shown = {name: {**one, **defaults[name]} for name, one in found["properties"].items()}
    del found["required"]
    what = f"Options of {game.title}; what is left out has its default."
    return {**found, "description": what, "properties": shown}


def _game_schemas(game: AnyGame) -> Iterator[tuple[str, Json]]:
    """Yield the schemas of a game: options, actions, bodies, and records."""
    prefix = camel(game.name)
    yield f"{prefix}Options", _options_schema(game)
    yield f"New{prefix}Options", _new_options_schema(game)
    names = {}
    for form in action_forms(game):
        kind = form["properties"]["type"]["const"]
        names[kind] = f"{prefix}{camel(kind)}"
        yield names[kind], form
    yield f"{prefix}Action", _union(names, f"An action of {game.title}.")
    yield from bodies_of_game(game, prefix).items()
    yield from _play_schemas(game, prefix)
    yield from records_of_game(game, prefix)


def _play_schemas(game: AnyGame, prefix: str) -> Iterator[tuple[str, Json]]:
    """Yield the schema of what a game's `view` returns, and of the parts that have a name.

    Those are told events, and records whose name begins with that of the game.
    """
    record = returned(game.view)
    types = {kind: name for name, kind in game.events.items()}
    named: dict[Any, str] = {Component("Options"): f"{prefix}Options", DeedFacts: "Deed"}
    for part in records_in(record):
        if part in types:
            named[part] = f"{prefix}{part.__name__}"
            yield named[part], _told_schema(types[part])
        elif part is not record and part.__name__.startswith(prefix):
            named[part] = part.__name__
    for part in (record, *(one for one in named if is_record(one) and one is not DeedFacts)):
        yield named.get(part, f"{prefix}PlayView"), record_schema(part, named)


def _told_schema(name: str) -> Json:
    """Return the schema of an event's type and public fields, as a view tells it."""
    hints = get_type_hints(TYPES[name], include_extras=True)
    shown = {field: schema_of(hint) for field, hint in hints.items()}
    properties = {"type": {"type": "string", "const": name}, **shown}
    always = [one for one in properties if one not in left_out(TYPES[name])]
    return {"type": "object", "properties": properties, "required": always}


def _type_of(record: Any) -> str:
    """Return the word that a message has as its type."""
    found: str = record_schema(record)["properties"]["type"]["const"]
    return found


OBJECTS: Json = {
    "settings": ref("TournamentSettings"),
    "options": ref("GameOptions"),
    "clock": {"anyOf": [ref("Clock"), {"type": "null"}]},
    "carried": {
        "type": ["object", "null"],
        "description": "What the table that this one continues hands on.",
        "additionalProperties": True,
    },
}


def _field_schema(name: str, hint: Any) -> Json:
    """Return the schema of a field of an event."""
    found = schema_of(hint, named={Invitee: "Invitee"})
    return OBJECTS[name] if name in OBJECTS and "object" in found["type"] else found


def _part_schema(name: str, hint: Any, audience: Audience) -> Json:
    """Return the schema of a sealed field as one reader gets it."""
    if audience.kind == "each_seat":  # the reader's own element
        return schema_of(get_args(get_args(hint)[0])[0])
    return _field_schema(name, hint)


def _parts_schema(private: Json) -> Json:
    """Return the schema of the parts of an event with these sealed fields."""
    extras = {name: ref(schema) for name, schema in EXTRAS.items()}
    part = {
        "type": "object",
        "properties": {
            "salt": HEX,
            "data": {"type": "object", "properties": {**private, **extras}},
        },
        "required": ["salt", "data"],
    }
    return {
        "type": "object",
        "description": "What the reader may know of the sealed parts, by audience.",
        "additionalProperties": part,
    }


def _event_schema(name: str, kind: type[Any]) -> Json:
    """Return the schema of an event as a reader of the log gets it."""
    hints = get_type_hints(kind, include_extras=True)
    marks = {field.name: audience_of(hints[field.name]) for field in fields(kind)}
    public = {one: _field_schema(one, hints[one]) for one, mark in marks.items() if mark is None}
    private = {one: _part_schema(one, hints[one], mark) for one, mark in marks.items() if mark}
    always = [one for one in public if one not in left_out(kind)]
    data = {"type": "object", "properties": public, "required": always}
    properties = {
        "n": {"type": "integer", "format": "int64", "description": "1, 2, 3 ... within the table."},
        "type": {"type": "string", "const": name},
        "at": {"type": "integer", "format": "int64"},
        "by": ref("EventBy"),
        "cause": ref("EventCause"),
        "data": data,
        "seals": ref("EventSeals"),
        "parts": _parts_schema(private) if private else ref("EventParts"),
        "head": ref("Head"),
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
        "anyOf": [ref("CommandCause"), {"type": "integer", "format": "int64"}],
    },
    "EventSeals": {
        "type": "object",
        "description": (
            "Audience -> SHA-256 of salt and canonical JSON of its part. An audience is a set of"
            " seats (`2`, `0+3`), `hand` or `table` (nobody until the hand or table is opened)."
        ),
        "additionalProperties": HEX,
    },
    "EventParts": _parts_schema({}),
    "SecretAction": {
        "type": "object",
        "description": "The secret fields of the action behind the event.",
        "additionalProperties": True,
    },
    "BotReport": {
        "type": "object",
        "description": "How a bot found its action: its `level` and `version`, its `seed`, the"
        " `budget` of playouts that it had, the `playouts` that it did, the milliseconds (`ms`)"
        " that it took; with `failed` it played the fallback, since it ended so.",
        "additionalProperties": True,
    },
    "HandSecret": {**HEX, "description": "All shuffles of the hand follow from it."},
}


def schemas() -> Json:
    """Return all schemas by name."""
    games = list(NEWEST.values())
    found = records()
    found["Verification"] = _union(
        VERDICTS, "What became of the verification of a log file.", by="verdict"
    )
    found["AccountMessage"] = _union(
        {_type_of(record): record.__name__ for record in MESSAGES},
        "A message for an account.",
    )
    found["LobbyMessage"] = _union(
        {_type_of(record): record.__name__ for record in OF_LOBBY}, "A message of the lobby."
    )
    found |= {body.__name__: body_schema(body) for body in BODIES}
    found |= dict(settings_schemas())
    for game in games:
        found |= dict(_game_schemas(game))
    events = {name: camel(name) for name in TYPES}
    found |= ENVELOPE | {events[name]: _event_schema(name, TYPES[name]) for name in events}
    found["Event"] = _union(events, "An event as a reader of the log gets it.")
    own = {name: camel(name) for name in OF_TOURNAMENTS}
    found |= {own[name]: _event_schema(name, kind) for name, kind in OF_TOURNAMENTS.items()}
    found["TournamentEvent"] = _union(own, "An event of a tournament's log as it is read.")
    prefixes = {game.name: camel(game.name) for game in games}
    found["GameOptions"] = {
        "description": "The options of the table's game, all of them.",
        "anyOf": [ref(f"{prefix}Options") for prefix in prefixes.values()],
    }
    for name, what in (("Action", "An action"), ("Choices", "What a seat may do, by the rules")):
        found[name] = {
            "description": f"{what} of the table's game.",
            "anyOf": [ref(f"{prefix}{name}") for prefix in prefixes.values()],
        }
    for name, what in BY_GAME.items():
        parts = {game: name.format(prefix) for game, prefix in prefixes.items()}
        found[name.format("")] = _union(parts, what, by="game")
    return dict(sorted(found.items()))
