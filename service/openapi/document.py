"""The description of the API: prose beside resources and errors, and what follows from the code.

`openapi.yaml` is `build_text()`; ``fairdeal openapi --write openapi.yaml`` writes it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any

import orjson
import yaml

from service.openapi.examples import component_examples
from service.openapi.operations import (
    Components,
    Operation,
    api_operations,
    describe_operation,
    path_parameters,
    prose_order,
)
from service.openapi.problems import (
    PROBLEM_TYPE,
    add_problem_examples,
    name_answers,
    problem_answers,
    problem_codes,
    problem_descriptions,
    problem_example,
)
from service.openapi.schemas import component_schemas
from service.wire.json_schema import SCHEMAS, Json
from service.wire.yaml_texts import read_yaml

SHORT = 60  # characters of an object that is written on one line
NAMED_FOR_SIZE = ("headers", "links", "parameters", "responses", "examples")  # not by clients
REFERENCE = re.compile(f'"{SCHEMAS}(\\w+)"')
PUNCTUATION = 2  # of them behind each key and each value


def build_openapi_document() -> Json:
    """Return the description of the API."""
    base: Json = read_yaml((files("service.openapi") / "base.yaml").read_text())
    parts, shared = base["components"], Components(base["x-headers"], base["x-links"], {})
    order = {path: place for place, path in enumerate(base["paths"])}
    every = sorted(api_operations(), key=lambda one: (order[one.path], prose_order(one)))
    base["paths"] = _describe_paths(every, shared)
    parts["requestBodies"] = _name_repeated_bodies(base["paths"])
    parts["responses"] = dict(sorted(shared.answers.items()))
    parts["schemas"] = component_schemas()
    named = set().union(*(operation.problems() for operation in every))
    others = [code for code in problem_codes() if code not in named]
    parts["schemas"]["Problem"]["properties"]["code"]["examples"] = others
    refusing = [answer for answer in shared.answers.values() if PROBLEM_TYPE in answer["content"]]
    parts["examples"] = component_examples() | {
        code.replace("/", "."): problem_example(code, problem_descriptions()[code])
        for code in add_problem_examples(refusing)
    }
    _write_out_single_uses(base)
    return _rename_constructors({n: part for n, part in base.items() if not n.startswith("x-")})


def _rename_constructors(document: Json) -> Json:
    """Return the document with each schema `NewX` beside an `X` as `XInput`.

    In Go, `NewX` is the function that makes an `X`: a generated client would not compile.
    """
    names = document["components"]["schemas"]
    renamed = {f"New{name}": f"{name}Input" for name in names if f"New{name}" in names}

    def rename(match: re.Match[str]) -> str:
        return f'"{SCHEMAS}{renamed.get(match[1], match[1])}"'

    found: Json = orjson.loads(REFERENCE.sub(rename, orjson.dumps(document).decode()))
    schemas = found["components"]["schemas"]
    new = {renamed.get(name, name): schema for name, schema in schemas.items()}
    found["components"]["schemas"] = dict(sorted(new.items()))
    return found


def _write_out_single_uses(document: Json) -> None:
    """Put each component that is referred to only once where it is used: a name would only cost.

    Schemas keep their names, since clients' types are called by them.
    """
    parts = document["components"]
    uses = defaultdict[str, list[Json]](list)
    for one in _references_in([document["paths"], *parts.values()]):
        uses[one["$ref"]].append(one)
    for group in NAMED_FOR_SIZE:
        for name in [*parts[group]]:
            holders = uses[f"#/components/{group}/{name}"]
            if len(holders) == 1:
                holders[0].clear()
                holders[0].update(parts[group].pop(name))


def _references_in(part: Any) -> Iterator[Json]:
    """Yield the references in a part of the document, but not what examples hold."""
    if isinstance(part, list):
        for one in part:
            yield from _references_in(one)
    elif isinstance(part, dict) and isinstance(part.get("$ref"), str):
        yield part
    elif isinstance(part, dict) and "value" not in part:
        for one in part.values():
            yield from _references_in(one)


def _describe_paths(every: Iterable[Operation], shared: Components) -> Json:
    """Return what may be asked for at each path; add what operations share."""
    refused = {one.id: problem_answers(one.problems()) for one in every}
    names = name_answers(refused)
    shared.answers.update({name: orjson.loads(answer) for answer, name in names.items()})
    found: Json = {}
    for one in every:
        variables = path_parameters(one)
        item = found.setdefault(one.path, {"parameters": variables} if variables else {})
        item[one.method] = describe_operation(one, shared)
        item[one.method]["responses"] |= {
            status: {"$ref": f"#/components/responses/{names[orjson.dumps(answer)]}"}
            for status, answer in refused[one.id].items()
        }
    return found


def _name_repeated_bodies(paths: Json) -> Json:
    """Give each body that several operations take the name of the first; return them by name."""
    takers = defaultdict[bytes, list[Json]](list)
    for item in paths.values():
        for operation in item.values():
            if "requestBody" in operation:
                takers[orjson.dumps(operation["requestBody"])].append(operation)
    named = {}
    for body, operations in takers.items():
        if len(operations) > 1:
            name = operations[0]["operationId"]
            named[name] = orjson.loads(body)
            for one in operations:
                one["requestBody"] = {"$ref": f"#/components/requestBodies/{name}"}
    return named


class YamlWriter(yaml.SafeDumper):
    """Writes YAML for people: no aliases, texts as they are, short objects on one line."""

    def ignore_aliases(self, data: object) -> bool:
        """Write out everything."""
        return True

    def represent_str(self, data: str) -> yaml.ScalarNode:
        """Write a text of several lines as it is."""
        style = "|" if "\n" in data else None
        return self.represent_scalar("tag:yaml.org,2002:str", data, style)

    def represent_sequence(
        self, tag: str, sequence: Any, flow_style: bool | None = None
    ) -> yaml.SequenceNode:
        """Write a list of scalars on one line, or on as few as it needs."""
        node = super().represent_sequence(tag, sequence, flow_style)
        node.flow_style = all(isinstance(one, yaml.ScalarNode) for one in node.value)
        return node

    def represent_mapping(
        self, tag: str, mapping: Any, flow_style: bool | None = None
    ) -> yaml.MappingNode:
        """Write an object of scalars that fits a line on one."""
        node = super().represent_mapping(tag, mapping, flow_style)
        texts = [part for pair in node.value for part in pair]
        node.flow_style = all(isinstance(one, yaml.ScalarNode) for one in texts) and (
            sum(len(one.value) + PUNCTUATION for one in texts) <= SHORT
        )
        return node


YamlWriter.add_representer(str, YamlWriter.represent_str)


def build_text() -> str:
    """Return the description of the API as YAML."""
    return yaml.dump(
        build_openapi_document(), Dumper=YamlWriter, sort_keys=False, width=100, allow_unicode=True
    )
