"""The description of the API: operations and prose by hand, schemas from the code.

`openapi.yaml` is `build_text()`; ``fairdeal openapi --write openapi.yaml`` writes it.
"""

from importlib.resources import files

import yaml

from games import GAMES
from service.http.json_schema import Json, ref
from service.http.yaml_texts import read_yaml
from service.openapi.examples import examples
from service.openapi.schemas import schemas

MEMBERS = ("detail", "rule", "errors", "n", "legal", "to_act", "limit")
TOO_MANY = "http/too_many"  # an answer of every operation but those that say ``x-limited: false``


def codes(base: Json) -> list[str]:
    """Return every code that a problem may have."""
    of_games = {refusal.code for game in GAMES.values() for refusal in game.refusals}
    return sorted(of_games.union(base["x-problems"]))


def problem_example(code: str, row: Json) -> Json:
    """Return an example of an error's body."""
    body: Json = {
        "type": f"urn:fairdeal:{code}",
        "title": code.partition("/")[2].replace("_", " "),
        "status": row["status"],
        "code": code,
        **{name: row[name] for name in MEMBERS if name in row},
    }
    return {"summary": row["detail"], "value": body}


def problem_answers(wanted: list[str], table: Json) -> Json:
    """Return the error answers of an operation by status."""
    answers: Json = {}
    for code in wanted:
        row = table[code]
        answer = answers.setdefault(
            str(row["status"]), {"description": "", "content": {}, "headers": {}}
        )
        answer["headers"] |= {
            name: {"$ref": f"#/components/headers/{name}"} for name in row.get("headers", ())
        }
        body = answer["content"].setdefault(
            "application/problem+json", {"schema": ref("Problem"), "examples": {}}
        )
        body["examples"][code] = {"$ref": f"#/components/examples/{code.replace('/', '.')}"}
        answer["description"] = "One of: " + ", ".join(body["examples"]) + "."
    for answer in answers.values():
        if not answer["headers"]:
            del answer["headers"]
    return dict(sorted(answers.items()))


def build() -> Json:
    """Return the description of the API."""
    base: Json = read_yaml((files("service.openapi") / "base.yaml").read_text())
    table, used = base["x-problems"], set()
    for path in base["paths"].values():
        for method, operation in path.items():
            if method != "parameters":
                limited = [TOO_MANY] if operation.pop("x-limited", True) else []
                wanted = [*operation.pop("x-problems"), *limited]
                used.update(wanted)
                operation["responses"] |= problem_answers(wanted, table)
    parts = base["components"]
    parts["schemas"] = schemas()
    parts["schemas"]["Problem"]["properties"]["code"]["examples"] = codes(base)
    parts["examples"] = examples() | {
        code.replace("/", "."): problem_example(code, table[code]) for code in sorted(used)
    }
    return {name: value for name, value in base.items() if not name.startswith("x-")}


class Writer(yaml.SafeDumper):
    """Writes YAML without aliases."""

    def ignore_aliases(self, data: object) -> bool:
        """Write out everything."""
        return True


def build_text() -> str:
    """Return the description of the API as YAML."""
    return yaml.dump(build(), Dumper=Writer, sort_keys=False, width=100, allow_unicode=True)
