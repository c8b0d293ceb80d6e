"""JSON Schemas in words: what the reading pages of the API say of a value."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from markupsafe import Markup

from service.wire.json_schema import Json

BOUNDS = {  # keyword of JSON Schema -> what it says
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minProperties": "at least {} fields",
    "maxProperties": "at most {} fields",
    "pattern": "matches {}",
    "default": "default {}",
}
PLURALS = {"integer", "number", "string", "boolean", "object"}
ANY = Markup("any value")
OR = Markup(" or ")


@dataclass(frozen=True)
class Field:
    """A field of an object, as a row of a table."""

    name: str
    required: bool
    kind: Markup
    bounds: Markup
    description: str
    fields: Sequence["Field"]  # of the object, or of each in the list, where it has no name


class SchemaWords:
    """Says what schemas mean; `locate` returns the address of one that has a name."""

    def __init__(self, locate: Callable[[str], str]) -> None:
        self.locate = locate

    def kind(self, schema: Json) -> Markup:
        """Return the type of a value, with links to types that have names."""
        if "$ref" in schema:
            name = _schema_name(schema)
            return Markup('<a href="{}">{}</a>').format(self.locate(name), name)
        if "const" in schema:
            return _literal(schema["const"])
        if "enum" in schema:
            return OR.join(map(_literal, schema["enum"]))
        if several := schema.get("anyOf") or schema.get("oneOf"):
            return OR.join(dict.fromkeys(map(self.kind, several)))
        if not (types := _types_of(schema)):
            return Markup(" and ").join(map(self.kind, schema.get("allOf", ()))) or ANY
        return OR.join(self._kind_of(schema, one) for one in types)

    def _kind_of(self, schema: Json, name: str) -> Markup:
        """Return one of the types that a value may have."""
        if name == "array":
            return self._list_kind(schema)
        inner = schema.get("additionalProperties")
        if name == "object" and isinstance(inner, dict) and inner:
            return Markup("object of {} by name").format(self.kind(inner))
        return Markup.escape(name)

    def _list_kind(self, schema: Json) -> Markup:
        """Return the type of a list: of one kind of things, or of one thing after another."""
        if first := schema.get("prefixItems"):
            return Markup("list: {}").format(Markup(", ").join(map(self.kind, first)))
        kind = self.kind(schema.get("items", {}))
        return Markup("list of {}{}").format(kind, "s" if kind in PLURALS else "")

    def fields(self, schema: Json) -> list[Field]:
        """Return the fields that an object has beside those of the types that it is made of."""
        parts = [schema, *schema.get("allOf", ())]
        own = [one for one in parts if "$ref" not in one]
        return [field for one in own for field in self._fields_of(one)]

    def _fields_of(self, schema: Json) -> Iterator[Field]:
        required = schema.get("required", ())
        for name, one in schema.get("properties", {}).items():
            yield Field(
                name,
                name in required,
                self.kind(one),
                bounds_in_words(one),
                one.get("description", ""),
                [field for part in _unnamed_parts(one) for field in self.fields(part)],
            )

    def bases(self, schema: Json) -> list[Markup]:
        """Return the types whose fields an object has, too."""
        return [self.kind(one) for one in schema.get("allOf", ()) if "$ref" in one]

    def alternatives(self, schema: Json) -> list[tuple[str, Markup]]:
        """Return each type that a value may have, with the word that tells it apart, if any."""
        mapping = schema.get("discriminator", {}).get("mapping", {})
        words = {path: word for word, path in mapping.items()}
        several = schema.get("oneOf") or schema.get("anyOf") or ()
        return [(words.get(one.get("$ref"), ""), self.kind(one)) for one in several]


def _schema_name(reference: Json) -> str:
    """Return the name of the schema to which a reference leads."""
    path: str = reference["$ref"]
    return path.rpartition("/")[2]


def bounds_in_words(schema: Json) -> Markup:
    """Return what a value must keep to, and what holds without one."""
    found = [
        Markup(text).format(_literal(schema[key]) if key in ("pattern", "default") else schema[key])
        for key, text in BOUNDS.items()
        if key in schema
    ]
    return Markup("; ").join(found)


def _literal(value: Any) -> Markup:
    """Return a value as it stands in JSON; a text without its quotes, so that it can be copied."""
    text = value if isinstance(value, str) and value else orjson.dumps(value).decode()
    return Markup("<code>{}</code>").format(text)


def _types_of(schema: Json) -> list[str]:
    """Return the names of the types of a value."""
    types = schema.get("type", "object" if "properties" in schema else [])
    return [types] if isinstance(types, str) else types


def _unnamed_parts(schema: Json) -> Iterator[Json]:
    """Yield the objects without a name of which a value is made: itself, or those in a list."""
    if "properties" in schema:
        yield schema
    parts = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())]
    inner = [schema.get("items"), schema.get("additionalProperties")]
    for one in [*parts, *(part for part in inner if isinstance(part, dict))]:
        yield from _unnamed_parts(one)
