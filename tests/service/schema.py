"""JSON Schemas of the document, as they stand and strictly."""

import re
from typing import Any

import orjson
from jsonschema_rs import Draft202012Validator

PARTS = re.compile(r'"allOf":\[\{"\$ref":"#/components/schemas/(\w+)"')


class Schemas:
    """The schemas of a document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.named = {"schemas": document["components"]["schemas"]}
        self.made: dict[bytes, Draft202012Validator] = {}

    def validator(self, schema: dict[str, Any]) -> Draft202012Validator:
        """Return the validator of a schema that refers to the named ones; each is made once."""
        key = orjson.dumps(schema)
        if key not in self.made:
            self.made[key] = Draft202012Validator({**schema, "components": self.named})
        return self.made[key]


def schema_errors(check: Draft202012Validator, value: Any) -> list[str]:
    """Return what does not fit a schema, each with its place."""
    return [f"{one.instance_path}: {one.message[:300]}" for one in check.iter_errors(value)]


def strict(value: Any) -> Any:
    """Return JSON with every object schema that names its properties closed to others.

    A part of a schema stays open: the whole is closed.
    """
    parts = set(PARTS.findall(orjson.dumps(value).decode()))
    found = _closed(value)
    for name, one in found.get("components", {}).get("schemas", {}).items():
        if name in parts:
            del one["unevaluatedProperties"]
    return found


def _closed(value: Any) -> Any:
    """Close all that names its properties or has parts, but not the parts themselves."""
    if isinstance(value, list):
        return [_closed(one) for one in value]
    if not isinstance(value, dict):
        return value
    out = {name: _closed(inner) for name, inner in value.items()}
    if "allOf" in value:
        for part in out["allOf"]:
            part.pop("unevaluatedProperties", None)
    if "allOf" in value or (value.get("type") == "object" and "properties" in value):
        out.setdefault("unevaluatedProperties", False)
    return out
