"""What several schemas say alike becomes a schema of its own, to which they refer."""

from collections import defaultdict
from collections.abc import Iterable

import orjson

from service.wire.json_schema import Json, schema_reference

CLOSED = "additionalProperties"  # looks at the properties beside it alone
LONG = 90  # bytes of a schema that is worth a name


def name_repeated_schemas(schemas: Json, events: Iterable[str]) -> None:
    """Name what the data of several events, or their parts, have alike after its fields.

    The data of `seat` and `card` become ``SeatCardData``, and parts with `cards` ``CardsPart``.
    """
    holders = defaultdict[tuple[str, bytes], list[Json]](list)
    for event in events:
        own = schemas[event]["properties"]
        holders["Data", orjson.dumps(own["data"])].append(own["data"])
        if CLOSED in own["parts"]:
            part = own["parts"][CLOSED]
            holders["Part", orjson.dumps(part)].append(part)
    for (kind, text), alike in holders.items():
        if len(alike) > 1 and len(text) > LONG:
            whole = orjson.loads(text)
            inner = whole if kind == "Data" else whole["properties"]["data"]["allOf"][-1]
            name = "".join(word.title().replace("_", "") for word in inner["properties"]) + kind
            assert name not in schemas, f"two schemas would be called {name}"
            schemas[name] = whole
            for one in alike:
                one.clear()
                one.update(schema_reference(name))


def share_properties(schemas: Json, names: Iterable[str], base: str, description: str) -> None:
    """Move the properties that all named schemas have alike into one with the name `base`.

    A schema that takes no other properties says so of its own and the shared ones together.
    """
    every = [schemas[name] for name in names]
    first, *others = (one["properties"] for one in every)
    alike = {
        name: one for name, one in first.items() if all(other.get(name) == one for other in others)
    }
    for name, one in alike.items():
        if one.get("type") == "object":  # generators name what has no name after its holder
            schemas[f"{base}{name.title()}"], alike[name] = (
                one,
                schema_reference(base + name.title()),
            )
    required = [name for name in alike if name in every[0].get("required", ())]
    schemas[base] = {
        "type": "object", "description": description, "properties": alike, "required": required,
    }  # fmt: skip
    for one in every:
        assert [name for name in one.get("required", ()) if name in alike] == required
        own = {
            "type": one.pop("type"),
            "properties": {k: v for k, v in one.pop("properties").items() if k not in alike},
            "required": [name for name in one.pop("required", ()) if name not in alike],
        }
        one["allOf"] = [schema_reference(base), own]
        if CLOSED in one:
            one["unevaluatedProperties"] = one.pop(CLOSED)
