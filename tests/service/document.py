"""The description of the API, put together once for all tests of a process; none changes it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from service.openapi.document import build_openapi_document, build_text
from service.openapi.problems import PROBLEM_TYPE, codes_of_answer


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
    """Return the codes in the document: those that answers name, and all others."""
    others: list[str] = document()["components"]["schemas"]["Problem"]["properties"]["code"][
        "examples"
    ]
    return sorted(problem_codes_of_answers()) + others


def problem_codes_of_answers() -> set[str]:
    """Return the codes that the error answers of operations name."""
    return {
        code
        for answer in answers()
        if PROBLEM_TYPE in answer.get("content", {})
        for code in codes_of_answer(answer)
    }


def answers() -> Iterator[dict[str, Any]]:
    """Yield every answer of every operation."""
    for item in document()["paths"].values():
        for method, operation in item.items():
            if method != "parameters":
                yield from map(resolved, operation["responses"].values())


def resolved(value: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference within the document."""
    while "$ref" in value:
        found: Any = document()
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        value = found
    return value


def bodies() -> Iterator[dict[str, Any]]:
    """Yield the body of every operation that takes one."""
    for item in document()["paths"].values():
        for method, operation in item.items():
            if method != "parameters" and "requestBody" in operation:
                yield resolved(operation["requestBody"])


def examples_of_answers() -> Iterator[Any]:
    """Yield the value of each example of an answer."""
    for answer in answers():
        for content in answer.get("content", {}).values():
            yield from (resolved(one)["value"] for one in content["examples"].values())


def all_properties(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the properties of a schema, its own and those of all that it is made of."""
    found: dict[str, Any] = dict(resolved(schema).get("properties", {}))
    for one in resolved(schema).get("allOf", ()):
        found |= all_properties(one)
    return found
