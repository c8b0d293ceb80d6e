"""openapi.yaml has none of the forms at which generators of clients stop or go wrong.

openapi-generator 7.26 was tried in each case; tests/clients runs it every night.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.service.document import answers, document

UNION = re.compile(r"/(?:any|one)Of/[0-9]+$")


def objects(part: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object of the document with its place, but not what examples hold."""
    if isinstance(part, list):
        for place, one in enumerate(part):
            yield from objects(one, f"{where}/{place}")
    elif isinstance(part, dict):
        yield where, part
        for name, one in part.items():
            if name not in ("value", "example", "examples") or where.endswith("/properties"):
                yield from objects(one, f"{where}/{name}")


def test_what_a_link_sends_is_an_expression() -> None:
    """An object makes openapi-generator refuse the whole document, in every language."""
    links = [
        one for where, one in objects(document()) if where.rpartition("/")[0].endswith("links")
    ]
    assert len(links) > 10
    assert [one for one in links if not isinstance(one.get("requestBody", ""), str)] == []


def test_nothing_is_null_and_nothing_else() -> None:
    """openapi-generator's Python stops at the type null alone, its Go needs a mapping for it."""
    alone = [where for where, one in objects(document()) if one.get("type") == "null"]
    assert [where for where in alone if not UNION.search(where)] == []


def test_a_type_is_one_kind_or_null() -> None:
    """Of several kinds in `type`, most generators take the first."""
    kinds = {where: one["type"] for where, one in objects(document()) if _is_several(one)}
    assert {where: one for where, one in kinds.items() if len({*one} - {"null"}) != 1} == {}


def _is_several(schema: dict[str, Any]) -> bool:
    """Say whether a schema has a list of types; `type` may be the name of a field, too."""
    return isinstance(schema.get("type"), list)


def test_no_alternative_is_a_list() -> None:
    """openapi-generator's Java writes `List<Long>.class`, which does not compile."""
    unions = [(where, one.get("anyOf", one.get("oneOf", []))) for where, one in objects(document())]
    odd = [
        (where, one)
        for where, alternatives in unions
        for one in alternatives
        if isinstance(one, dict) and one.get("type") == "array"
    ]
    assert odd == []


def test_no_alternatives_stand_beside_fields() -> None:
    """openapi-generator's Python makes a type of each alternative, and loses the other fields."""
    both = [
        where
        for where, one in objects(document())
        if isinstance(one.get("properties"), dict) and {"anyOf", "oneOf"} & one.keys()
    ]
    assert both == []


def test_each_alternative_that_is_told_apart_is_named_and_has_its_word() -> None:
    """Without its word in the mapping, generated clients read an alternative as another one."""
    schemas = document()["components"]["schemas"]
    for name, one in schemas.items():
        if "discriminator" in one:
            named = [alternative["$ref"] for alternative in one["oneOf"]]
            assert {*one["discriminator"]["mapping"].values()} == {*named}, name


def test_no_two_schemas_have_names_that_are_files_of_one_name() -> None:
    """Generators write a file for each, and some file systems know no capital letters."""
    names = Counter(name.casefold() for name in document()["components"]["schemas"])
    assert [name for name, count in names.items() if count > 1] == []


def test_no_schema_is_named_as_what_go_calls_a_constructor() -> None:
    """Each type `X` has a function `NewX` in Go."""
    names = document()["components"]["schemas"].keys()
    assert {name for name in names if f"New{name}" in names} == set()
    assert {"KeyInput", "BoonOptionsInput"} <= names


def test_only_null_stands_beside_another_type_in_any_of() -> None:
    """Clients in Rust, Swift and Kotlin make one type of several, with the fields of all."""
    several = {
        where
        for where, one in objects(document())
        if len([each for each in one.get("anyOf", ()) if each != {"type": "null"}]) > 1
        and "/not" not in where
    }
    assert several == set()


def test_objects_of_several_kinds_are_told_apart_by_their_type() -> None:
    """Else clients may read one alternative as another, and drop what only that has."""
    plain = {
        where
        for where, one in objects(document()["components"]["schemas"])
        if len([each for each in one.get("oneOf", ()) if _is_object(each)]) > 1
        and "discriminator" not in one
    }
    last_round = (
        "/BoonPlayView/properties/last_round"  # null stands beside; the types are constants
    )
    assert plain == {"/Action", last_round}  # the first of which is only sent


def test_no_value_is_an_action_of_two_kinds() -> None:
    """Else it would be none of `Action`."""
    schemas, forms = document()["components"]["schemas"], set()
    for one in schemas["Action"]["oneOf"]:
        form = schemas[one["$ref"].rpartition("/")[2]]
        assert form["additionalProperties"] is False
        forms.add((form["properties"]["type"]["const"], frozenset(form["required"])))
    assert len(forms) == len(schemas["Action"]["oneOf"])


def test_an_action_of_any_game_is_only_sent() -> None:
    """To read it, clients would have to know the game: the same word names actions of several."""
    told = [*document()["components"]["schemas"].values(), *answers()]
    assert "#/components/schemas/Action" not in {
        one.get("$ref") for part in told for where, one in objects(part) if "/not" not in where
    }


def _is_object(alternative: dict[str, Any]) -> bool:
    """Say whether an alternative is an object with fields, or several such objects."""
    name = alternative.get("$ref", "").rpartition("/")[2]
    found = document()["components"]["schemas"].get(name, alternative)
    return bool({"properties", "allOf", "oneOf"} & found.keys())


def test_whole_numbers_that_need_it_have_64_bits() -> None:
    """Without the format, clients in Java refuse times in milliseconds."""
    small = 2**31
    narrow = [
        where
        for where, one in objects(document()["components"]["schemas"])
        if one.get("type") == "integer"
        and "format" not in one
        and (one.get("maximum", small) >= small)
        and "enum" not in one
    ]
    assert narrow == []
