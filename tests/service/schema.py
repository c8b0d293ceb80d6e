"""JSON Schemas of the document, as they stand and strictly."""

from typing import Any

import orjson
from jsonschema_rs import Draft202012Validator


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
    """Return the document with every object that names its properties closed to others."""
    if isinstance(value, list):
        return [strict(one) for one in value]
    if not isinstance(value, dict):
        return value
    out = {name: strict(inner) for name, inner in value.items()}
    if value.get("type") == "object" and "properties" in value:
        out.setdefault("additionalProperties", False)
    return out
