"""openapi.yaml says what the code does, in both directions."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import marshmallow
import pytest
from marshmallow import fields, validate

from events.disputes import refusals as disputes
from games import GAMES
from games.core.contract import Pick
from games.core.errors import named_errors
from games.core.game import AnyGame
from games.core.options import BadOptions, option_kinds, shorthands_of, validate_options
from games.table import refusals as table
from service.accounts.schemas import NewName, NewPlayer
from service.app import create_app
from service.assembly import AppParts
from service.openapi.bodies import BODIES
from service.openapi.operations import Operation, operation_id, resource_prose
from service.openapi.operations import api_operations as of_routes
from service.openapi.problems import problem_descriptions, problem_example
from service.openapi.schemas import component_name
from service.tables.schemas import NewTable, QuickSeat
from service.wire.action_schemas import action_schemas
from service.wire.problems import PROBLEM_KINDS
from service.wire.yaml_texts import read_yaml
from tests.folders import ROOT
from tests.games.every import every_game
from tests.service.document import (
    document,
    problem_codes_of_answers,
    problem_codes_of_document,
    resolved,
    text,
)
from tests.service.schema import Schemas, schema_errors, strict
from tournaments import refusals as tournaments
from tournaments.pairing import refusals as pairing

MOST_BY_HAND = 20  # lines of YAML an operation
WORKERS_OWN = {  # by no request
    "table/wrong_chain", "table/beacon_not_awaited", "table/beacon_early", "table/bad_beacon",
    "table/not_the_clock", "table/not_expired", "table/wrong_seed",
    "table/too_soon", "table/not_finished", "table/not_its_tournament",
    "tournament/not_the_server", "tournament/not_its_table",
    "tournament/group_running", "tournament/impossible_seats", "tournament/no_rounds",
    "tournament/impossible_advancing", "tournament/too_few_to_pair", "tournament/too_few_for_pools",
}  # fmt: skip


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation


def contents() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield where it is said, media type and content of every body and answer."""
    for path, method, operation in operations():
        if "requestBody" in operation:
            for kind, content in resolved(operation["requestBody"])["content"].items():
                yield f"{method} {path} body", kind, content
        for status, answer in operation["responses"].items():
            for kind, content in resolved(answer).get("content", {}).items():
                yield f"{method} {path} {status}", kind, content


def test_the_file_is_what_the_code_says() -> None:
    assert (ROOT / "openapi.yaml").read_text() == text(), (
        "run: fairdeal openapi --write openapi.yaml"
    )


def test_the_file_is_valid_openapi_3_1() -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator  # noqa: PLC0415  # a fifth of a second

    OpenAPIV31SpecValidator(document()).validate()


def test_the_text_reads_back_as_the_document() -> None:
    assert read_yaml(text()) == json.loads(json.dumps(document()))


def test_every_route_is_in_the_file_and_every_path_is_a_route(parts: AppParts) -> None:
    routes = {
        (re.sub(r"<(?:int:|path:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in create_app(parts).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        # pages for people, and what the standards of OAuth describe
        if not rule.endpoint.startswith(
            ("api_pages.", "docs_site.", "embeds.", "try_api.", "web.", "oauth.")
        )
    }
    named = {
        (re.sub(r"\{(name|game|player_id|table_id|seat)\}", r"{\1}", path), method)
        for path, method, _ in operations()
    }
    assert {(path.replace("{name}", "{game}"), method) for path, method in routes} == named


def test_every_entry_beside_a_resource_is_of_a_view_function_and_every_code_in_it_is_told() -> None:
    entries: dict[str, set[str]] = {}
    for one in of_routes():
        entries.setdefault(one.module, {"tag"}).add(one.view)
        assert one.problems() <= set(problem_descriptions()), one.id
    assert {module: set(resource_prose(module)) for module in entries} == entries


def test_what_an_entry_names_is_what_would_follow_only_where_that_differs() -> None:
    def plain(one: Operation) -> Operation:
        return one._replace(entry={name: one.entry[name] for name in one.entry if name != "token"})

    for one in of_routes():
        assert "id" not in one.entry or one.entry["id"] != operation_id(one.view), one.id
        assert "token" not in one.entry or plain(one).token != one.token, one.id
        rest = one._replace(entry={**one.entry, "problems": []}).problems()
        assert not rest & set(one.entry.get("problems", ())), one.id


def test_every_operation_says_what_it_does_and_who_may_ask_for_it() -> None:
    ids = [operation["operationId"] for *_, operation in operations()]
    assert len(set(ids)) == len(ids)
    known = {tag["name"] for tag in document()["tags"]}
    for path, method, operation in operations():
        assert operation["summary"] and operation["description"], (method, path)
        assert set(operation["tags"]) <= known
        assert all(set(one) <= {"bearer", "oauth2"} for one in operation["security"])
        assert "500" in operation["responses"]
        asks = {"bearer": []} in operation["security"]
        assert asks == ("401" in operation["responses"]), (method, path)


def test_every_path_parameter_is_described() -> None:
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            given = [*item.get("parameters", ()), *operation.get("parameters", ())]
            described = {
                p["name"] for p in map(resolved, given) if p["in"] == "path" and p["description"]
            }
            assert set(re.findall(r"\{(\w+)\}", path)) == described


APART = (
    "/v1/players",
    "/v1/sign-in",
    "/v1/tokens",
    "/v1/webhooks",
    "/v1/push-subscriptions",
    "/v1/apps",
    "/v1/grants",
    "/v1/authorizations",
    "/v1/device-codes",
    "/v1/recovery",
    "/v1/verifications",
    "/v1/replays",
)  # no tables


def test_every_request_that_changes_a_table_takes_a_key() -> None:
    for path, method, operation in operations():
        names = {resolved(one)["name"] for one in operation.get("parameters", ())}
        changes = method != "get" and not path.startswith(APART)
        changes = changes and not path.endswith(("/actions/check", "/analysis", "/phrases"))
        assert ("Idempotency-Key" in names) == changes, (method, path)


def test_every_body_and_answer_has_examples_that_fit_its_schema() -> None:
    schemas = Schemas(document())
    for where, _, content in contents():
        assert content["examples"], where
        check = schemas.validator(content["schema"])
        for name, example in content["examples"].items():
            found = resolved(example)
            assert schema_errors(check, found["value"]) == [], (where, name)


def test_examples_hold_nothing_that_their_schema_does_not_name() -> None:
    schemas = Schemas(strict(document()))
    for where, kind, content in contents():
        if kind == "application/json" and "body" not in where:
            check = schemas.validator(content["schema"])
            for example in content["examples"].values():
                assert schema_errors(check, resolved(example)["value"]) == [], where


def test_every_component_is_used() -> None:
    whole = json.dumps(document())
    for group, named in document()["components"].items():
        for name in named:
            if group != "securitySchemes":
                assert f'"#/components/{group}/{name}"' in whole, (group, name)


def test_no_description_has_a_short_form_left_in_it() -> None:
    assert not re.search(r'\{(game|Game|title)\}"?[^/}]*Options|"x-', text())


def test_what_is_written_by_hand_is_short_and_defines_no_schema() -> None:
    written = [path.read_text() for path in (ROOT / "service").rglob("*.yaml")]
    assert len(written) > 1
    assert sum(len(text.splitlines()) for text in written) <= MOST_BY_HAND * len([*of_routes()])
    assert not [text for text in written if re.search(r"^ *schemas:", text, re.MULTILINE)]


# ---- what is sent


def bounds(field: fields.Field[Any]) -> dict[str, Any]:
    """Return what a marshmallow field demands, in the words of JSON Schema."""
    found: dict[str, Any] = {}
    if isinstance(field, fields.Tuple):
        found["maxItems"] = len(field.tuple_fields)
    for check in field.validators:
        match check:
            case validate.OneOf():
                found["enum"] = set(check.choices)
            case validate.Range():
                found |= {"minimum": check.min, "maximum": check.max}
            case validate.Length():
                found["maxItems" if isinstance(field, fields.List) else "maxLength"] = check.max
            case validate.Equal():
                found["enum"] = {check.comparable}
            case _:
                pass  # a pattern, which another test looks at
    return found


def said(schema: dict[str, Any]) -> dict[str, Any]:
    """Return what a schema of the document demands, in the same words."""
    names = ("minimum", "maximum", "maxItems", "maxLength")
    found: dict[str, Any] = {name: schema[name] for name in names if name in schema}
    words = {schema["const"]} if "const" in schema else set(schema.get("enum", ())) - {None}
    return {**found, "enum": words} if words else found


def same(schema: marshmallow.Schema, described: dict[str, Any], but: frozenset[str]) -> None:
    """Expect the same fields, required ones, and bounds; bounds of `but` are another test's."""
    assert set(schema.fields) == set(described["properties"])
    assert described["additionalProperties"] is False
    required = {name for name, field in schema.fields.items() if field.required}
    assert required == set(described.get("required", ()))
    for name in schema.fields.keys() - but:
        field, said_of = schema.fields[name], described["properties"][name]
        assert bounds(field) == said(said_of), name
        kinds_of = said_of.get("type", ["object"] if "$ref" in said_of else ["object", "null"])
        assert bool(field.allow_none) == ("null" in kinds_of), name


def whole(described: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the properties that it shares with others."""
    shared, own = map(resolved, described["allOf"])
    assert not set(shared["properties"]) & set(own["properties"])
    return {
        "additionalProperties": described["unevaluatedProperties"],
        "properties": shared["properties"] | own["properties"],
        "required": shared["required"] + own["required"],
    }


def test_a_body_is_described_as_it_is_checked(subtests: pytest.Subtests) -> None:
    for body in BODIES:
        with subtests.test(body.__name__):
            schemas, name = document()["components"]["schemas"], body.__name__
            described = schemas.get(name) or schemas[name.removeprefix("New") + "Input"]
            but = frozenset({"name"} if body in (NewPlayer, NewName) else ())
            same(body(), described, but)


@every_game
@pytest.mark.parametrize(("name", "schema"), [("New{}Table", NewTable), ("{}QuickSeat", QuickSeat)])
def test_the_opening_of_each_game_is_described_as_it_is_checked(
    game: AnyGame, name: str, schema: type[marshmallow.Schema]
) -> None:
    described = whole(document()["components"]["schemas"][name.format(component_name(game.name))])
    same(schema(), described, frozenset({"game", "seats", "options"}))
    seats = described["properties"]["seats"]
    assert (seats["minimum"], seats["maximum"]) == (game.seats[0], game.seats[-1])
    assert described["properties"]["game"]["const"] == game.name


def test_the_games_that_may_be_opened_are_those_described() -> None:
    (check,) = NewTable().fields["game"].validators
    assert isinstance(check, validate.OneOf)
    assert set(check.choices) == set(document()["components"]["schemas"]["NewTable"][
        "discriminator"]["mapping"])  # fmt: skip


@every_game
def test_the_actions_of_each_game_are_described_as_they_are_checked(game: AnyGame) -> None:
    described = document()["components"]["schemas"]
    prefix = component_name(game.name)
    mapping = described[f"{prefix}Action"]["discriminator"]["mapping"]
    assert set(mapping) == set(game.actions)
    for name, schema in action_schemas(game).items():
        same(schema, resolved({"$ref": mapping[name]}), frozenset())


@every_game
def test_the_options_of_each_game_are_described_as_they_are_checked(game: AnyGame) -> None:
    described = document()["components"]["schemas"][f"{component_name(game.name)}OptionsInput"]
    known = [*shorthands_of(game.options), *option_kinds(game.options)]
    assert list(described["properties"]) == known
    luck = random.Random(game.name)
    values = [None, True, False, -1, 0, 1, 2, 3, 7, 250, 10_001, "aside", "split", [1, 2, 1, 2], []]
    seats, schemas = game.seats[-1], Schemas(document())
    for name, schema in described["properties"].items():
        check = schemas.validator(schema)
        for value in [*values, schema["default"], luck.randrange(-2000, 2000)]:
            try:
                validate_options(game.options, {name: value}, seats)
            except BadOptions:
                continue  # what depends on the seats is refused in words only
            assert check.is_valid(value), (name, value)


@pytest.mark.parametrize(
    ("schema", "field", "value"),
    [
        ("NewPlayer", "name", value)
        for value in (
            "Ada",
            "A",
            "",
            " Ada",
            "Ada ",
            "Ada\n",
            "A\nb",
            "A" * 40,
            "A" * 41,
            "Zoë",
            "A\x85",
            "\u3000A",
            "A\u2028B",
            "A B",
            "A\xa0B",
        )
    ]
    + [
        ("NewSeat", "commitment", value)
        for value in ("0" * 64, "0" * 63, "A" * 64, "0" * 64 + "\n")
    ]
    + [("NewReveal", "closing", value) for value in ("0" * 64, "0" * 63, "A" * 64, "")]
    + [("NewReveal", "entropy", value) for value in ("x", "", "x" * 256, "x" * 257, "é", "x\n")],
)
def test_texts_are_refused_by_the_description_too(schema: str, field: str, value: str) -> None:
    described = document()["components"]["schemas"][schema]["properties"][field]
    (body,) = [one for one in BODIES if one.__name__ == schema]
    fits = field not in body().validate({field: value})
    pattern = re.sub(r"\$$", r"\\Z", described["pattern"])  # `$` in JSON Schema is the very end
    longest = described.get("maxLength", 10**6)
    assert fits == (bool(re.search(pattern, value)) and len(value) <= longest)


# ---- what is told


@every_game
def test_every_view_of_random_play_fits_its_schema(game: AnyGame) -> None:
    name = component_name(game.name)
    play = Schemas(strict(document())).validator({"$ref": f"#/components/schemas/{name}PlayView"})
    for seed in range(3):
        for view in views_of(game, seed):
            assert schema_errors(play, view) == []


@every_game
def test_a_view_with_a_field_more_or_less_than_its_record_does_not_fit(game: AnyGame) -> None:
    name = component_name(game.name)
    play = Schemas(strict(document())).validator({"$ref": f"#/components/schemas/{name}PlayView"})
    *_, view = views_of(game, 1)
    assert play.is_valid(view)
    for inner in records_of(view):
        inner["peeked"] = "6-sun"
        assert not play.is_valid(view)
        del inner["peeked"]
        for field in list(inner):
            value = inner.pop(field)
            assert not play.is_valid(view), field
            inner[field] = value


def records_of(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object within a view, but for events it tells, which may leave fields out."""
    if isinstance(value, dict) and "type" not in value:
        yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from records_of(inner)


def views_of(game: AnyGame, seed: int) -> Iterator[Any]:
    """Yield views of all viewers along a random play, as JSON."""
    luck = random.Random(seed)
    seats = luck.choice(list(game.seats))
    state = game.rules.open(validate_options(game.options, {}, seats), seats, None)

    def order(shuffle: Any) -> tuple[str, ...]:
        return tuple(luck.sample(shuffle.cards, len(shuffle.cards)))

    state, _ = game.settle(state, order)
    for turn in range(120):
        acting = game.rules.to_act(state)
        viewers = [None, luck.randrange(seats)] if turn % 4 == 0 or not acting else []
        for viewer in viewers:
            yield json.loads(json.dumps(game.view(state, viewer)))  # type: ignore[arg-type]
        if not acting:
            return
        seat = luck.choice(acting)
        offered = game.rules.choices(state, seat)
        one = luck.choice([*offered.actions, *offered.picks])
        action = one.example if isinstance(one, Pick) else one
        state = game.fold(state, game.rules.decide(state, seat, action))
        state, _ = game.settle(state, order)


# ---- errors


def test_every_code_that_the_code_can_give_is_in_the_file_and_no_other() -> None:
    refusals = (*table.REFUSALS, *disputes.REFUSALS, *tournaments.REFUSALS, *pairing.REFUSALS)
    can = {one.code for game in GAMES.values() for one in game.rules.refusals}
    can |= {one.code for one in (*refusals, *named_errors(), *PROBLEM_KINDS)}
    described = problem_codes_of_document()
    assert can - WORKERS_OWN == set(described)
    assert len(described) == len(set(described))


def test_an_example_of_every_error_fits_the_schema_of_problems() -> None:
    check = Schemas(strict(document())).validator({"$ref": "#/components/schemas/Problem"})
    for code, row in problem_descriptions().items():
        assert schema_errors(check, problem_example(code, row)["value"]) == [], code


def test_every_code_of_the_service_is_an_answer_of_some_operation() -> None:
    anywhere = {"http/bad_request", "http/method_not_allowed"}  # of no operation in particular
    assert set(problem_descriptions()) - anywhere == problem_codes_of_answers()
