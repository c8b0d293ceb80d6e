"""JSON Schemas of the document, as they stand and strictly."""

from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # has no stubs


def validator(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    """Return the validator of a schema that refers to the document's components."""
    return Draft202012Validator({**schema, "components": document["components"]})


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
