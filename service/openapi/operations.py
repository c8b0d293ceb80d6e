"""The operations of the API: their prose lies in YAML beside each resource, the rest follows.

Each view function has an entry of its own name in the YAML of its module. These follow unless the
entry says something else: `id` from the function's name, the summary from its docstring, the path
and its parameters from the route, whether a `token` is needed from the method, and the problems
that come with a token, a parameter, a body or a path.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.routing import Rule

from games import NEWEST
from service.app import add_resources
from service.openapi.refused_actions import refused_actions
from service.wire.json_schema import Json, schema_reference
from service.wire.scopes import SCOPE_OF, UNSIGNED
from service.wire.yaml_texts import read_yaml

WITH = {  # the problems that come with a parameter, with a variable of the path, a body, a token
    "Idempotency-Key": ("http/bad_key", "http/key_reused", "table/busy"),
    "If-Match": ("http/bad_match", "table/stale"),
    "Action-Signature": ("http/bad_signature",),
    "table_id": (
        "table/unknown",
        "table/planned",
        "table/not_released",
        "table/rules_not_installed",
    ),
    "dispute_id": ("dispute/unknown",),
    "tournament_id": ("tournament/unknown",),
    "webhook_id": ("push/unknown",),
    "delivery_id": ("push/unknown_delivery",),
    "game": ("game/unknown",),
    "card": ("card/unknown",),
    "version": ("http/no_such_version",),
    "delete": ("http/cut_off", "http/too_slow", "http/too_large"),
    "body": (
        "http/not_json",
        "http/cut_off",
        "http/too_slow",
        "http/too_large",
        "http/not_json_type",
    ),
    "schema": ("http/invalid",),
    "token": ("http/unauthorized", "player/blocked", "http/insufficient_scope"),
    "play": ("player/unsigned",),
    "number": ("http/not_found",),
    "store": ("http/store_away", "service/too_old"),
    "writes": ("service/unknown", "service/store_behind", "http/store_full"),
    "signs": ("service/store_behind",),
    "limited": ("http/too_many",),
}
BESIDE = {"table_id": ["Join-Code"]}  # headers that every path with such a variable takes
JSON = "application/json"


class Operation(NamedTuple):
    """An operation: where it is asked for, its view function, and its entry in the YAML."""

    rule: Rule
    method: str
    view: str
    module: str
    summary: str
    entry: Json

    @property
    def id(self) -> str:
        """Return its name in the document."""
        return str(self.entry.get("id", operation_id(self.view)))

    @property
    def path(self) -> str:
        """Return the path as OpenAPI writes it."""
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.rule.rule)

    @property
    def variables(self) -> list[str]:
        """Return the variables of the path, in their order."""
        return re.findall(r"\{(\w+)\}", self.path)

    @property
    def token(self) -> str:
        """Say whether a token is ``none``, ``optional`` or ``required``."""
        usual = "none" if self.method == "get" else "required"
        return str(self.entry.get("token", usual))

    @property
    def writes(self) -> bool:
        """Say whether it writes to the store: all but reads do, and those that record a look."""
        return bool(self.entry.get("writes", self.method != "get"))

    @property
    def scope(self) -> str | None:
        """Return the scope that a token of an app or program needs; None: it may not ask for it."""
        return SCOPE_OF.get(self.rule.endpoint)

    @property
    def security(self) -> list[Json]:
        """Return which tokens may ask for it."""
        if self.token == "none":
            return []
        scoped = [] if self.scope is None else [{"oauth2": [self.scope]}]
        return [*([{}] if self.token == "optional" else []), {"bearer": []}, *scoped]

    def problems(self) -> set[str]:
        """Return the codes with which it may be refused."""
        entry, names = self.entry, [*self.variables]
        for one in entry.get("parameters", ()):
            names += [one] if isinstance(one, str) else [one["in"]]
        body = entry.get("body", {})
        if body and "types" not in body:
            names += ["body", "schema"]
        names += ["delete"] * (self.method == "delete")
        names += [word for word in ("store", "limited") if entry.get(word, True)]
        names += ["writes"] * (self.writes and "store" in names)
        names += ["signs"] * bool(entry.get("signs"))
        names += ["token"] * (self.token != "none") + ["number"] * ("<int:" in self.rule.rule)
        is_play = self.scope == "play" and self.rule.endpoint not in UNSIGNED
        names += ["play"] * (is_play and "table_id" in self.variables)
        own = {"http/internal", *entry.get("problems", ())}
        own |= {"http/bad_query"} if self.rule.rule.startswith("/v1/") else set()
        if entry.get("games"):
            own |= refused_actions().keys()
        return own.union(*(WITH.get(name, ()) for name in names))


@cache
def resource_prose(module: str) -> Any:
    """Return what lies beside a resource."""
    package, _, name = module.rpartition(".")
    return read_yaml((files(package) / f"{name}.yaml").read_text())


def operation_id(name: str) -> str:
    """Return the name of an operation: ``register_key`` -> ``registerKey``."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def api_operations() -> Iterator[Operation]:
    """Yield all operations, in no order."""
    app = Flask("fairdeal", static_folder=None)
    add_resources(app)
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if not view.__module__.startswith("service."):
            continue  # pages for people
        module, name = view.__module__, view.__name__
        entry = resource_prose(module)[name]
        summary = (view.__doc__ or "").partition("\n")[0].removesuffix(".")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield Operation(rule, method.lower(), name, module, summary, entry)


def prose_order(operation: Operation) -> int:
    """Return where an operation stands among those of its resource."""
    return [*resource_prose(operation.module)].index(operation.view)


class Components(NamedTuple):
    """What operations share: named headers and links, and the answers that have a name."""

    headers: Json
    links: Json
    answers: Json


def describe_operation(operation: Operation, parts: Components) -> Json:
    """Return an operation as OpenAPI has it, but for its problems; add what it shares."""
    entry = operation.entry
    found: Json = {
        "operationId": operation.id,
        "tags": [resource_prose(operation.module)["tag"]],
        "summary": operation.summary,
        "description": entry["description"],
        "security": operation.security,
    }
    if "parameters" in entry:
        found["parameters"] = [_parameter_object(one) for one in entry["parameters"]]
    if body := entry.get("body"):
        found["requestBody"] = _request_body(body)
    found["responses"] = {
        str(status): _describe_answer(one, parts) for status, one in entry["answers"].items()
    }
    return found


def _parameter_object(one: str | Json) -> Json:
    """Return a parameter, or a reference to one that has a name; `games` are those installed."""
    if isinstance(one, str):
        return {"$ref": f"#/components/parameters/{one}"}
    if one["schema"].get("enum") == "games":
        return {**one, "schema": {"type": "string", "enum": [*NEWEST]}}
    return one


def _request_body(body: Json) -> Json:
    """Return what is sent."""
    own = _media_type_object(body)
    kinds = dict.fromkeys(body.get("types", [JSON]), own)
    return {"required": True, "content": kinds}


def _media_type_object(one: Json) -> Json:
    """Return the schema of a body with its examples."""
    schema = one["schema"]
    return {
        "schema": schema_reference(schema) if isinstance(schema, str) else schema,
        "examples": {
            name: {"$ref": f"#/components/examples/{example}"}
            for name, example in one["examples"].items()
        },
    }


def _describe_answer(one: str | Json, parts: Components) -> Json:
    """Return an answer, or add one that has a name and return a reference to it."""
    if isinstance(one, str):
        return {"$ref": f"#/components/responses/{one}"}
    found: Json = {"description": one["description"]}
    for kind, groups in (("headers", parts.headers), ("links", parts.links)):
        if kind in one:
            names = groups[one[kind]] if isinstance(one[kind], str) else one[kind]
            found[kind] = {name: {"$ref": f"#/components/{kind}/{name}"} for name in names}
    bodies = {JSON: _media_type_object(one)} if "schema" in one else {}
    bodies |= {kind: _media_type_object(own) for kind, own in one.items() if "/" in kind}
    if bodies:
        found["content"] = bodies
    if "name" not in one:
        return found
    parts.answers[one["name"]] = found
    return {"$ref": f"#/components/responses/{one['name']}"}


def path_parameters(operation: Operation) -> list[Json]:
    """Return what a path takes, whatever the method."""
    names = [named for one in operation.variables for named in (one, *BESIDE.get(one, ()))]
    return [_parameter_object(name) for name in names]
