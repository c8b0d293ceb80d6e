"""What a generated client has of the schemas of openapi.yaml, by the text of its files alone.

For languages whose compilers are not at hand: it finds schemas that were left out, fields and
alternatives that were dropped, and unions that were merged into one type with the fields of all.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.service.document import all_properties, document, resolved

QUOTED = re.compile(r"""["']([^"'\n]+)["']""")
WORD = re.compile(r"\w+")


def find_faults(folder: Path, suffix: str) -> list[str]:
    """Return what is wrong with the models in the files of a folder with this suffix."""
    texts: dict[str, str] = {}
    for path in folder.rglob(f"*{suffix}"):
        name = _plain(path.stem)
        texts[name] = texts.get(name, "") + path.read_text()
    faults = []
    for name, schema in document()["components"]["schemas"].items():
        if all_properties(schema) or _alternatives(schema):
            text = texts.get(_plain(name))
            found = ["no model"] if text is None else [*_faults_of(schema, text)]
            faults += [f"{name}: {fault}" for fault in found]
    return faults


def _faults_of(schema: dict[str, Any], text: str) -> Iterator[str]:
    """Yield what is wrong with the model of a schema."""
    words = {*WORD.findall(text)}
    yield from (f"no field {field}" for field in all_properties(schema) if field not in words)
    alternatives = _alternatives(schema)
    plain = _plain(text)
    yield from (f"no {name}" for name in alternatives if _plain(name) not in plain)
    merged = _own_fields(alternatives) & {*QUOTED.findall(text)} - {*_words_in(schema)}
    if merged:
        yield f"merged: {', '.join(sorted(merged))}"


def _plain(text: str) -> str:
    """Return a text without what languages write in different ways: capitals, low lines."""
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _alternatives(schema: dict[str, Any]) -> list[str]:
    """Return the names of the schemas of which a value may have one."""
    several = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    return [one["$ref"].rpartition("/")[2] for one in several if "$ref" in one]


def _own_fields(names: list[str]) -> set[str]:
    """Return the fields of several schemas."""
    schemas = document()["components"]["schemas"]
    return {field for name in names for field in all_properties(schemas[name])}


def _words_in(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the words that a union and its alternatives may name, but not as fields."""
    told_apart = schema.get("discriminator", {"propertyName": "type", "mapping": {}})
    yield told_apart["propertyName"]
    yield from told_apart["mapping"]
    schemas = document()["components"]["schemas"]
    for name in _alternatives(schema):
        for field in all_properties(schemas[name]).values():
            yield from map(str, resolved(field).get("enum", ()))
