"""JSON Schemas follow from records, their docstrings, types and marks."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

import pytest

from games.core.contract import Card, Seat
from games.core.type_hints.records import (
    OPEN,
    Component,
    any_word_of,
    at_least,
    constant_text,
    pattern,
)
from service.wire.json_schema import record_schema, records_in, schema_of

Cards = Annotated[Sequence[Card], "Cards."]

INT = {"type": "integer", "format": "int64"}


class Trick(TypedDict):
    """A trick.

    With its cards.
    """

    leader: Seat
    cards: Cards


class Ending(NamedTuple):
    """How it ended."""

    places: tuple[int, ...]
    why: Annotated[str, "In a sentence."]


class Shown(TypedDict):
    """What is shown."""

    newest: Annotated[Trick | None, "The newest trick."]
    tricks: list[Trick]
    ending: NotRequired[Ending]


def test_a_record_is_described_by_its_docstring_its_types_and_its_marks() -> None:
    assert record_schema(Trick) == {
        "type": "object",
        "description": "A trick. With its cards.",
        "properties": {
            "leader": INT,
            "cards": {"type": "array", "items": {"type": "string"}, "description": "Cards."},
        },
        "required": ["leader", "cards"],
    }


def test_a_tuple_with_names_is_a_record_too() -> None:
    assert record_schema(Ending)["properties"] == {
        "places": {"type": "array", "items": INT},
        "why": {"type": "string", "description": "In a sentence."},
    }


def test_a_field_that_may_be_left_out_is_not_required() -> None:
    assert record_schema(Shown)["required"] == ["newest", "tricks"]


def test_a_record_with_a_name_is_referred_to_and_another_is_written_where_it_stands() -> None:
    there = {"$ref": "#/components/schemas/Trick"}
    shown = record_schema(Shown, {Trick: "Trick"})["properties"]
    assert shown["tricks"] == {"type": "array", "items": there}
    assert shown["newest"] == {
        "anyOf": [there, {"type": "null"}],
        "description": "The newest trick.",
    }
    assert shown["ending"] == record_schema(Ending)
    assert list(records_in(Shown)) == [Shown, Trick, Trick, Ending]


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (float | None, {"type": ["number", "null"]}),
        (
            Annotated[None, "Never."],
            {"type": ["object", "null"], "maxProperties": 0, "description": "Never."},
        ),
        (
            Annotated[str, any_word_of("A", "B")] | None,
            {"type": ["string", "null"], "enum": ["A", "B", None]},
        ),
        (Annotated[int, at_least(0)], {**INT, "minimum": 0}),
        (Annotated[str, pattern("^d")], {"type": "string", "pattern": "^d"}),
        (Annotated[str, constant_text("x")], {"type": "string", "const": "x"}),
        (
            Literal[True] | int,
            {"oneOf": [{"type": "boolean", "enum": [True]}, INT]},
        ),
        (
            Annotated[Cards, "Other words."],
            {"type": "array", "items": {"type": "string"}, "description": "Other words."},
        ),
        (Annotated[Any, "As it comes."], {"description": "As it comes."}),
        (Mapping[str, int], {"type": "object", "additionalProperties": INT}),
        (Mapping[str, Any], {"type": "object", "additionalProperties": True}),
        (Annotated[Mapping[str, Any], Component("Leaf")], {"$ref": "#/components/schemas/Leaf"}),
    ],
)
def test_a_type_has_its_schema(hint: Any, schema: Any) -> None:
    assert schema_of(hint) == schema


def test_a_component_may_have_another_name_for_one_game() -> None:
    own = {Component("Options"): "BoonOptions"}
    found = schema_of(Annotated[Mapping[str, Any], Component("Options")], named=own)
    assert found == {"$ref": "#/components/schemas/BoonOptions"}


def test_a_record_may_hold_more_than_its_fields() -> None:
    assert schema_of(Annotated[Trick, OPEN]) == {
        **record_schema(Trick),
        "additionalProperties": True,
    }


def test_a_type_without_a_schema_is_refused_by_its_name() -> None:
    with pytest.raises(TypeError, match=r"complex.* has no JSON Schema"):
        schema_of(complex)
