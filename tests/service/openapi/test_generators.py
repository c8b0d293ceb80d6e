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
            plain = [each for each in one["oneOf"] if each != {"type": "null"}]
            named = [alternative["$ref"] for alternative in plain]
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


UNTOLD = {"/Action"}  # which is only sent: what is told of actions is any object (`GameAction`)


def test_objects_of_several_kinds_are_told_apart_or_left_open() -> None:
    """openapi-generator's Java reads the first alternative, and drops what only others have."""
    named = document()["components"]["schemas"]
    plain = {
        where
        for where, one in objects(named)
        if len([each for each in one.get("anyOf", ()) if _is_object(each)]) > 1
        and "/not" not in where
    }
    assert plain == UNTOLD


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
