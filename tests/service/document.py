"""The description of the API, put together once for all tests of a process; none changes it."""

from functools import cache
from typing import Any

from service.openapi.document import build_openapi_document, build_text


@cache
def document() -> dict[str, Any]:
    """Return the description of the API."""
    found: dict[str, Any] = build_openapi_document()
    return found


@cache
def text() -> str:
    """Return it as it stands in openapi.yaml."""
    return build_text()


def problem_codes_of_document() -> list[str]:
    """Return the codes in the document: those of the examples of problems, and all others."""
    parts = document()["components"]
    shown = [
        content["examples"]
        for answer in parts["responses"].values()
        for kind, content in answer.get("content", {}).items()
        if kind == "application/problem+json"
    ]
    others: list[str] = parts["schemas"]["Problem"]["properties"]["code"]["examples"]
    return sorted(set().union(*shown)) + others


def resolved(value: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference within the document."""
    while "$ref" in value:
        found: Any = document()
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        value = found
    return value


def all_properties(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the properties of a schema, its own and those of all that it is made of."""
    found: dict[str, Any] = dict(resolved(schema).get("properties", {}))
    for one in resolved(schema).get("allOf", ()):
        found |= all_properties(one)
    return found
