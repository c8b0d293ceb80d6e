"""Write the client's types and calls from the API's description.

    python clients/python/generate.py

`fairdeal_client/types.py` gets a TypedDict or an alias for every schema, `fairdeal_client/calls.py`
a function for every operation. A test holds both files equal to what this makes of openapi.yaml.
"""

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from textwrap import fill
from typing import Any

import yaml

HERE = Path(__file__).parent
DESCRIPTION = HERE.parents[1] / "openapi.yaml"
PACKAGE = HERE / "fairdeal_client"
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
JSON = ("application/json", "application/vnd.fairdeal.receipt+json")
GENERATED = "Generated from openapi.yaml by clients/python/generate.py; do not edit."
Schema = dict[str, Any]


def camel_case(name: str) -> str:
    """game_ids -> GameIds."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^0-9A-Za-z]+", name))


def snake_case(name: str) -> str:
    """listTables, If-Match, from -> list_tables, if_match, from_."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", re.sub(r"\W+", "_", name)).lower()
    return f"{words}_" if iskeyword(words) else words


def docstring(text: str, indent: str) -> str:
    """Return a text as a docstring of lines that are not too long; nothing for none."""
    text = " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''")
    if text.endswith('"'):
        text += " "
    whole = fill(f'"""{text}"""', 98, initial_indent=indent, subsequent_indent=indent)
    return whole + "\n" if text else ""


class Types:
    """The types that the schemas of a description become."""

    def __init__(self, schemas: dict[str, Schema]) -> None:
        self.schemas = schemas
        self.written: dict[str, str] = {}
        self.aliases: dict[str, str] = {}  # behind all classes, those that others need first

    def text(self) -> str:
        """Return the module."""
        for name, schema in self.schemas.items():
            self.define(name, schema)
        parts = "\n\n".join([*self.written.values(), *self.aliases.values()])
        names = "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict"
        return f'"""The JSON of the API as types. {GENERATED}"""\n\n{names}\n\n\n{parts}'

    def define(self, name: str, schema: Schema) -> None:
        """Write the class or the alias of a schema, behind those that it is made of."""
        if name in self.written or name in self.aliases:
            return
        bases, own = self.object_parts(schema)
        if bases or own is not None:
            self.write_class(name, schema.get("description", ""), bases, own or {})
        else:
            kind = self.type_of(schema, name)
            for other in re.findall(r"(?<!')\b[A-Z]\w+", kind):
                if other in self.schemas:
                    self.define(other, self.schemas[other])
            note = docstring(schema.get("description", ""), "")
            self.aliases[name] = f"{name}: TypeAlias = {kind}\n{note}"

    def object_parts(self, schema: Schema) -> tuple[list[str], Schema | None]:
        """Return the classes that an object extends, and what it adds; nothing for others."""
        if "properties" in schema:
            return [], schema
        parts = schema.get("allOf")
        if parts is None:
            return [], None
        bases: list[str] = []
        own: Schema = {"properties": {}, "required": []}
        for part in parts:
            reference = part.get("$ref")
            found = self.resolved(part)
            if reference is not None and self.object_parts(found) != ([], None):
                bases.append(reference.rpartition("/")[2])
            elif "properties" in found:
                own["properties"] |= found["properties"]
                own["required"] += found.get("required", [])
            else:
                return [], None
        inherited = set[str]().union(*map(self.properties, bases))
        if not inherited & own["properties"].keys():
            return bases, own
        for base in bases:  # a class may not give another type to a field that it has inherited
            flat = self.flattened(base)
            own["properties"] = {**flat["properties"], **own["properties"]}
            own["required"] = [*flat["required"], *own["required"]]
        return [], own

    def flattened(self, name: str) -> Schema:
        """Return all properties of an object, those that it has inherited too."""
        bases, own = self.object_parts(self.schemas[name])
        whole: Schema = {"properties": {}, "required": []}
        for one in (*map(self.flattened, bases), own or {}):
            whole["properties"] |= one.get("properties", {})
            whole["required"] += one.get("required", [])
        return whole

    def properties(self, name: str) -> set[str]:
        """Return the names of all properties of an object."""
        return set(self.flattened(name)["properties"])

    def resolved(self, schema: Schema) -> Schema:
        """Follow a reference."""
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def write_class(self, name: str, description: str, bases: list[str], own: Schema) -> None:
        """Write a TypedDict."""
        for base in bases:
            self.define(base, self.schemas[base])
        self.written[name] = ""  # taken, while the fields are looked at
        fields, required = [], own.get("required", [])
        for field, schema in own.get("properties", {}).items():
            kind = self.type_of(schema, name + camel_case(field))
            if field not in required:
                kind = f"NotRequired[{kind}]"
            fields.append((field, kind, schema.get("description", "")))
        del self.written[name]  # it comes behind what its fields have defined
        if all(field.isidentifier() and not iskeyword(field) for field, *_ in fields):
            lines = [
                f'    {field}: "{kind}"\n{docstring(text, "    ")}' for field, kind, text in fields
            ]
            head = f"class {name}({', '.join(bases) or 'TypedDict'}):\n"
            body = "".join(lines) or ("" if description else "    pass\n")
            self.written[name] = head + docstring(description, "    ") + body
        else:
            items = "".join(f'    "{field}": "{kind}",\n' for field, kind, _ in fields)
            self.written[name] = f'{name} = TypedDict("{name}", {{\n{items}}})\n'

    def type_of(self, schema: Schema, name: str) -> str:
        """Return the type of a value; a class that it needs is written under this name."""
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        if "const" in schema or "enum" in schema:
            values = [schema["const"]] if "const" in schema else schema["enum"]
            return f"Literal[{', '.join(map(repr_of, values))}]"
        for word in ("anyOf", "oneOf"):
            if word in schema and "properties" not in schema:
                kinds = (
                    self.type_of(one, f"{name}{n}" if n else name)
                    for n, one in enumerate(schema[word])
                )
                return " | ".join(dict.fromkeys(kinds))
        if self.object_parts(schema) != ([], None):
            self.define(name, schema)
            return name
        if len(schema.get("allOf", [])) == 1:
            return self.type_of(schema["allOf"][0], name)
        kinds = schema.get("type", [])
        found = [
            self.simple(one, schema, name) for one in ([kinds] if isinstance(kinds, str) else kinds)
        ]
        return " | ".join(found) or "Any"

    def simple(self, kind: str, schema: Schema, name: str) -> str:
        """Return the type of a value of one JSON type."""
        if kind == "array":
            inner = schema.get("items") or {"anyOf": schema.get("prefixItems", [])}
            return f"list[{self.type_of(inner, name + 'Item') or 'Any'}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            inner = self.type_of(values, name + "Value") if isinstance(values, dict) else "Any"
            return f"dict[str, {inner}]"
        return SCALARS[kind]


def repr_of(value: object) -> str:
    """Return a constant as Python writes it, with double quotes."""
    return f"'{value}'" if isinstance(value, str) else repr(value)


def signature_of(operation: Schema, arguments: list[str], answer: str) -> str:
    """Return the head of a function, an argument a line where it would be too long."""
    name = snake_case(operation["operationId"])
    line = f"def {name}({', '.join(arguments)}) -> Call[{answer}]:\n"
    if len(line) <= 100:
        return line
    inner = "".join(f"    {one},\n" for one in arguments)
    return f"def {name}(\n{inner}) -> Call[{answer}]:\n"


class Calls:
    """The functions that the operations of a description become."""

    def __init__(self, document: Schema, types: Types) -> None:
        self.document, self.types = document, types

    def text(self) -> str:
        """Return the module."""
        parts = [
            self.function(method, path, shared, operation)
            for path, item in self.document["paths"].items()
            for shared in [item.get("parameters", [])]
            for method, operation in item.items()
            if method != "parameters" and self.takes_json(operation)
        ]
        head = (  # annotations are not evaluated: unions of names that are strings could not be
            f'"""Every operation of the API as a `Call`, for `Client.call`. {GENERATED}"""\n\n'
            "from __future__ import annotations\n\n"
            "from typing import Any, Literal\n\n"
            "from fairdeal_client import types\n"
            "from fairdeal_client.requests import Call, part_of_path\n"
        )
        return head + "".join(f"\n\n{part}" for part in parts)

    def resolved(self, value: Schema) -> Schema:
        """Follow a reference within the document."""
        while "$ref" in value:
            found: Any = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                found = found[name.replace("~1", "/").replace("~0", "~")]
            value = found
        return value

    def takes_json(self, operation: Schema) -> bool:
        """Say whether it takes no form: those of OAuth are written by hand."""
        if "requestBody" not in operation:
            return True
        return (
            "application/x-www-form-urlencoded"
            not in self.resolved(operation["requestBody"])["content"]
        )

    def inline(self, schema: Schema) -> str:
        """Return the type of a value that has no schema of its own, as this module names it."""
        kind = self.types.type_of(schema, "Any")
        return re.sub(r"(?<![\w.'])([A-Z]\w+)(?!')", self.qualified, kind)

    def qualified(self, found: re.Match[str]) -> str:
        """Return the name of a type with that of its module."""
        return f"types.{found[1]}" if found[1] in self.types.schemas else found[1]

    def function(self, method: str, path: str, shared: list[Schema], operation: Schema) -> str:
        """Return the function of an operation."""
        parameters = [self.resolved(one) for one in (*shared, *operation.get("parameters", []))]
        names = {one["name"]: one for one in parameters}
        in_path = [one["name"] for one in parameters if one["in"] == "path"]
        chosen = [one for one in parameters if one["in"] in ("query", "header")]
        chosen = [one for one in chosen if one["name"] not in ("Idempotency-Key", "Last-Event-ID")]
        arguments = [f"{one}: {self.inline(names[one]['schema'])}" for one in in_path]
        keywords, body = [], self.body_of(operation)
        if body is not None:
            arguments.append(f"body: {body}")
        for one in sorted(chosen, key=lambda one: not one.get("required", False)):
            kind = self.inline(one["schema"])
            end = "" if one.get("required") else " | None = None"
            keywords.append(f"{snake_case(one['name'])}: {kind}{end}")
        star = ["*"] if keywords else []
        answer, content = self.answer_of(operation)
        signature = signature_of(operation, [*arguments, *star, *keywords], answer)
        filled = re.sub(r"\{(\w+)\}", r"{part_of_path(\1)}", path)
        fields = [f'"{method.upper()}"', f'{"f" if in_path else ""}"{filled}"']
        for place in ("query", "header"):
            pairs = [
                f'"{one["name"]}": {snake_case(one["name"])}'
                for one in chosen
                if one["in"] == place
            ]
            if pairs:
                fields.append(f"{place}={{{', '.join(pairs)}}}")
        fields += ["body=body"] if body is not None else []
        fields += [f'accept="{content}"'] if content != "application/json" else []
        fields += ["is_keyed=True"] if "Idempotency-Key" in names else []
        text = docstring(f"{operation['summary']}. {operation.get('description', '')}", "    ")
        return f"{signature}{text}    return Call({', '.join(fields)})\n"

    def body_of(self, operation: Schema) -> str | None:
        """Return the type of the body, if there is one."""
        if "requestBody" not in operation:
            return None
        content = self.resolved(operation["requestBody"])["content"]
        kinds = [
            self.inline(content[one]["schema"]) if one.endswith("json") else "bytes"
            for one in content
        ]
        return " | ".join(dict.fromkeys(kinds))

    def answer_of(self, operation: Schema) -> tuple[str, str]:
        """Return the type of a good answer, and the media type to ask for."""
        found: list[str] = []
        for content in self.contents(operation):
            if any(one in content for one in JSON):
                found += [self.inline(content[one]["schema"]) for one in JSON if one in content]
                wanted = "application/json"
            elif content:
                wanted = next(iter(content))
                found.append(
                    "str"
                    if wanted.startswith(("text/", "application/x-ndjson", "image/svg"))
                    else "bytes"
                )
            else:
                wanted = "application/json"
                found.append("None")
        return " | ".join(dict.fromkeys(found)), wanted

    def contents(self, operation: Schema) -> Iterator[Schema]:
        """Yield what the good answers of an operation may hold, by media type."""
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                yield self.resolved(response).get("content", {})


def generate() -> dict[str, str]:
    """Return the text of each generated module."""
    document = yaml.load(
        DESCRIPTION.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )
    types = Types(document["components"]["schemas"])
    return {"types.py": types.text(), "calls.py": Calls(document, types).text()}


if __name__ == "__main__":
    for file_name, text in generate().items():
        (PACKAGE / file_name).write_text(text)
