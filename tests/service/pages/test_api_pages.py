"""The pages of the API show all of the description, and their links lead somewhere."""

import gzip
import hashlib
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from service.pages.api_pages import ELEMENTS, LOADED
from service.pages.api_reference import ApiReference, access_in_words
from service.pages.schema_words import SchemaWords, bounds_in_words
from tests.service.asker import Service
from tests.service.document import document
from tests.web.elements import FILES, unpacked_file

HOME = "/docs/api/"
LINK = re.compile(r'href="([^"]+)"')
WORDS = SchemaWords(lambda name: f"/{name}")


@pytest.fixture(scope="module")
def api() -> ApiReference:
    """Return the pages of our description."""
    return ApiReference(orjson.dumps(document()))


def pages(api: ApiReference) -> Iterator[tuple[str, str]]:
    """Yield every page with its path."""
    for name in ("", *api.operations, *(f"types/{group}" for group in api.types)):
        html = api.page(name, "/style/")
        assert html is not None
        yield name, html.decode()


def test_a_short_address_leads_to_the_pages(service: Service) -> None:
    answer = service.nobody.get("/docs/api")
    assert (answer.status_code, answer.headers["Location"]) == (302, HOME)


def test_a_page_is_sent_once_as_long_as_it_stays_the_same(service: Service) -> None:
    for path in ("", "tables", "types/boon", "try/tables", "try/tables.json"):
        first = service.nobody.get(HOME + path)
        again = service.nobody.get(HOME + path, If_None_Match=first.headers["ETag"])
        assert (first.status_code, again.status_code, again.data) == (200, 304, b"")


@pytest.mark.parametrize("path", ["nothing", "types/nothing", "try/nothing", "try/nothing.json"])
def test_other_pages_are_not_there(service: Service, path: str) -> None:
    assert service.nobody.get(HOME + path).status_code == 404


def test_every_operation_and_every_type_stands_on_a_page_once(api: ApiReference) -> None:
    places = [
        place for _, html in pages(api) for place in re.findall(r'section [^>]*id="(\w+)"', html)
    ]
    operations = [
        one["operationId"]
        for item in document()["paths"].values()
        for method, one in item.items()
        if method != "parameters"
    ]
    assert sorted(places) == sorted([*operations, *document()["components"]["schemas"]])


def test_every_link_between_the_pages_leads_somewhere(api: ApiReference) -> None:
    found = dict(pages(api))
    for name, html in found.items():
        for link in set(LINK.findall(html)):
            path, _, place = link.partition("#")
            if path.startswith(HOME) and not path.startswith(HOME + "try/"):
                page = found[path.removeprefix(HOME)]
            elif path == "":
                page = html
            else:
                continue
            assert not place or f'id="{place}"' in page, (name, link)


def test_no_subject_is_named_as_another_page() -> None:
    assert {"types", "try"} & {one["name"] for one in document()["tags"]} == set()


def test_prose_shows_no_marks_and_escapes_what_looks_like_html(api: ApiReference) -> None:
    assert "<b>" not in api.line("<b>x</b>")
    assert api.line("`a` and **b**") == "<code>a</code> and <strong>b</strong>"
    link = api.line("`POST /v1/tables` opens")
    assert f'<a href="{HOME}tables#openTable"><code>POST /v1/tables</code></a>' in link


def test_a_command_sends_the_first_example(api: ApiReference) -> None:
    (opening,) = [one for one in api.operations["tables"] if one.id == "openTable"]
    assert opening.curl == (
        "curl -X POST -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' "
        '-d \'{"game":"boon","seats":3}\' "$SERVER/v1/tables"'
    )


@pytest.mark.parametrize(
    ("security", "words"),
    [
        ([], "Nobody needs a token."),
        ([{"bearer": []}], "Needs your token."),
        ([{"bearer": []}, {"scoped": ["play"]}], "Needs your token. Scope: `play`."),
        ([{}, {"bearer": []}], "Everybody may ask; a token shows more."),
    ],
)
def test_who_may_ask_is_said_in_a_sentence(security: list[Any], words: str) -> None:
    assert access_in_words(security) == words


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer"}, "integer"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"type": "array", "items": {"type": "string"}}, "list of strings"),
        ({"$ref": "#/components/schemas/Seat"}, '<a href="/Seat">Seat</a>'),
        ({"type": "array", "items": {"$ref": "#/x/Seat"}}, 'list of <a href="/Seat">Seat</a>'),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer or null"),
        ({"enum": ["a", None]}, "<code>a</code> or <code>null</code>"),
        ({"const": "<"}, "<code>&lt;</code>"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {}]}, "list: string, any value"),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            "object of integer by name",
        ),
        ({}, "any value"),
    ],
)
def test_a_schema_is_said_in_words(schema: Any, words: str) -> None:
    assert WORDS.kind(schema) == words


def test_bounds_and_defaults_are_said() -> None:
    schema = {"type": "integer", "minimum": 1, "maximum": 9, "default": 2}
    assert bounds_in_words(schema) == "at least 1; at most 9; default <code>2</code>"


def test_fields_within_fields_are_shown() -> None:
    inner = {"type": "object", "properties": {"b": {"type": "string", "description": "B."}}}
    schema = {"properties": {"a": {"type": "array", "items": inner}}, "required": ["a"]}
    (field,) = WORDS.fields(schema)
    assert (field.name, field.required, field.kind) == ("a", True, "list of objects")
    assert [(one.name, one.description) for one in field.fields] == [("b", "B.")]


def test_the_description_of_a_subject_holds_all_that_it_refers_to(api: ApiReference) -> None:
    for subject in api.operations:
        part = api.part(subject)
        assert part is not None
        own = orjson.loads(part)
        assert {one["name"] for one in own["tags"]} == {subject}
        for kind, name in re.findall(rb'"#/components/(\w+)/([^"]+)"', part):
            assert name.decode() in own["components"][kind.decode()]


def test_a_game_from_outside_is_on_the_pages_of_its_server() -> None:
    changed = orjson.loads(orjson.dumps(document()))
    changed["components"]["schemas"]["HighCardView"] = {"type": "object"}
    mapping = changed["components"]["schemas"]["View"]["discriminator"]["mapping"]
    mapping["high_card"] = "#/components/schemas/HighCardView"
    assert ApiReference(orjson.dumps(changed)).types["high_card"] == ["HighCardView"]


def test_the_copy_of_elements_is_as_its_package_has_it() -> None:
    found = {name: hashlib.sha256(unpacked_file(name)).hexdigest() for name in FILES}
    assert found == FILES
    assert {one.name for one in ELEMENTS.iterdir()} == {
        name + ".gz" * (name in LOADED) for name in FILES
    }


def test_elements_is_sent_packed_to_those_who_take_that(service: Service) -> None:
    page = service.nobody.get(f"{HOME}try/tables").text
    (path,) = re.findall(r'src="([^"]+)"', page)
    packed = service.nobody.get(path, Accept_Encoding="gzip, br")
    plain = service.nobody.get(path, Accept_Encoding="identity")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert (plain.mimetype, plain.headers["Vary"]) == ("text/javascript", "Accept-Encoding")
