"""The schemas of tournaments' settings, from the classes that judge them."""

import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, get_type_hints

import orjson

from games import NEWEST
from games.table.opening import POLICIES
from service.openapi.bodies import body_schema
from service.tournaments.schemas import TournamentHead
from service.wire.json_schema import Json, schema_of, schema_reference
from tournaments.played_games import PlayedGame
from tournaments.scoring import Scoring
from tournaments.settings import (
    EntrySettings,
    FormatSettings,
    Policies,
    Schedule,
    Settings,
)

SECTIONS: dict[Any, str] = {
    PlayedGame: "TournamentGame",
    FormatSettings: "TournamentFormat",
    Scoring: "TournamentScoring",
    Schedule: "TournamentSchedule",
    Policies: "TournamentPolicies",
    EntrySettings: "TournamentEntry",
}
OBJECT: Json = {"type": ["object", "null"], "additionalProperties": True}
OTHERS: dict[tuple[str, str], Json] = {  # what the types of fields don't say
    ("PlayedGame", "game"): {"type": "string", "enum": [*NEWEST]},
    ("PlayedGame", "options"): OBJECT,
    ("PlayedGame", "clock"): {"anyOf": [schema_reference("Clock"), {"type": "null"}]},
    ("PlayedGame", "on_time_out"): {"type": "string", "enum": [*POLICIES]},
    ("Settings", "reveal"): {"type": "string", "enum": ["table", "hand"]},
    ("Settings", "beacon"): {**OBJECT, "description": "The chain whose rounds have a part in it."},
}
NAMED: Json = {
    "type": ["string", "null"],
    "description": "A public beacon; left out: the server's own; null: none.",
}


def settings_schemas() -> Iterator[tuple[str, Json]]:
    """Yield the schemas of settings: as they are sent, as they are told, and their parts."""
    for kind, name in SECTIONS.items():
        yield name, _form_of(kind)
    form, head = _form_of(Settings), body_schema(TournamentHead)
    yield "TournamentSettings", {**form, "required": [*form["properties"]]}
    properties = {**head["properties"], **form["properties"], "beacon": NAMED}
    required = [*head["required"], *form["required"]]
    about = "A tournament to be opened."
    yield "NewTournament", {
        **form, "description": about, "required": required, "properties": properties
    }  # fmt: skip


def _form_of(kind: type[Any]) -> Json:
    """Return the schema of a section of settings."""
    descriptions, own = _field_descriptions(kind), {field.name: field for field in fields(kind)}
    required = [name for name, field in own.items() if field.default is MISSING]
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").partition("\n")[0].split()),
        **({"required": required} if required else {}),
        "additionalProperties": False,
        "properties": {
            name: {**_field_form(kind, field), **descriptions.get(name, {})}
            for name, field in own.items()
        },
    }


def _field_form(kind: type[Any], field: Field[Any]) -> Json:
    """Return the schema of a setting with its default."""
    hint = get_type_hints(kind)[field.name]
    found = OTHERS.get((kind.__name__, field.name)) or schema_of(hint, named=SECTIONS)
    default: Any = field.default
    if default is MISSING or is_dataclass(default):  # a section says itself what is usual in it
        return found
    plain = orjson.loads(orjson.dumps(default))  # with lists for tuples
    return {**found, "default": plain}


def _field_descriptions(kind: type[Any]) -> dict[str, Json]:
    """Return what a class says of its fields, in its docstring."""
    docstring = re.sub(r"\s+", " ", (kind.__doc__ or "").partition("Attributes:")[2])
    names = "|".join(field.name for field in fields(kind))
    parts = re.split(rf"(?:^| )((?:{names})): ", docstring)[1:]
    pairs = zip(parts[::2], parts[1::2], strict=True)
    texts = ((name, text.strip()) for name, text in pairs)
    return {name: {"description": text[:1].upper() + text[1:]} for name, text in texts}
