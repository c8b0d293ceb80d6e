"""The description of the API: prose beside resources and errors, and what follows from the code.

`openapi.yaml` is `build_text()`; ``fairdeal openapi --write openapi.yaml`` writes it.
"""

from importlib.resources import files

import yaml

from service.openapi.examples import examples
from service.openapi.operations import (
    Components,
    Operation,
    describe,
    operations,
    path_parameters,
    prose_order,
)
from service.openapi.problems import codes, problem_answers, problem_example, problems
from service.openapi.schemas import schemas
from service.wire.json_schema import Json
from service.wire.yaml_texts import read_yaml


def build() -> Json:
    """Return the description of the API."""
    base: Json = read_yaml((files("service.openapi") / "base.yaml").read_text())
    parts, shared = base["components"], Components(base["x-headers"], base["x-links"], {}, {})
    every = sorted(operations(), key=prose_order)
    base["paths"] = {path: _path_item(path, every, shared) for path in base["paths"]}
    parts["requestBodies"] = dict(sorted(shared.bodies.items()))
    parts["responses"] = dict(sorted(shared.answers.items()))
    parts["schemas"] = schemas()
    parts["schemas"]["Problem"]["properties"]["code"]["examples"] = codes()
    named = sorted(set().union(*(operation.problems() for operation in every)))
    parts["examples"] = examples() | {
        code.replace("/", "."): problem_example(code, problems()[code]) for code in named
    }
    return {name: value for name, value in base.items() if not name.startswith("x-")}


def _path_item(path: str, every: list[Operation], shared: Components) -> Json:
    """Return what may be asked for at a path."""
    found: Json = {}
    for operation in every:
        if operation.path == path:
            if variables := path_parameters(operation):
                found["parameters"] = variables
            found[operation.method] = describe(operation, shared)
            found[operation.method]["responses"] |= problem_answers(operation.problems())
    return found


class Writer(yaml.SafeDumper):
    """Writes YAML without aliases."""

    def ignore_aliases(self, data: object) -> bool:
        """Write out everything."""
        return True


def build_text() -> str:
    """Return the description of the API as YAML."""
    return yaml.dump(build(), Dumper=Writer, sort_keys=False, width=100, allow_unicode=True)
