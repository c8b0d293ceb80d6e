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


def resolved(value: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference within the document."""
    while "$ref" in value:
        found: Any = document()
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        value = found
    return value
