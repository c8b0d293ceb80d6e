"""The records that have a name in the description, each from beside the code that builds it."""

from collections.abc import Iterator
from typing import Any

from events.record.chain import Head
from games.core.contract import AnyGame, Outcome
from games.core.records import Component
from games.table.view import ChoiceForms, PickForm, RulingFacts, TableSeat
from projections.views import ServedView, TableFacts
from service.http.json_schema import Json, is_record, record_schema, schema_of
from service.resources.play import Legal

NAMED: dict[Any, str] = {
    **{record: record.__name__ for record in (Legal, Outcome, RulingFacts, TableFacts, TableSeat)},
    Head: "Head",
    Component("Options"): "GameOptions",
}
OF_GAMES = {"{}Choices": ChoiceForms, "{}Pick": PickForm, "{}View": ServedView}


def records() -> Json:
    """Return the schemas of all records with a name."""
    return {
        name: record_schema(record, NAMED) if is_record(record) else schema_of(record)
        for record, name in NAMED.items()
        if not isinstance(record, Component)
    }


def records_of_game(game: AnyGame, prefix: str) -> Iterator[tuple[str, Json]]:
    """Yield the schemas of the records that differ from game to game."""
    own = ("Options", "Action", "Pick", "Choices", "PlayView")
    named = NAMED | {Component(name): f"{prefix}{name}" for name in own}
    for name, record in OF_GAMES.items():
        found = record_schema(record, named)
        found["description"] = found["description"].format(title=game.title)
        if "game" in found["properties"]:
            found["properties"]["game"] = {"type": "string", "const": game.name}
        yield name.format(prefix), found
