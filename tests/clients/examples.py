"""All examples of openapi.yaml, and whether a generated client keeps what it reads of them."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from tests.service.document import answers, bodies, resolved

UNREAD = ("", "Action", "Empty")  # an action of any game is only sent; Empty is any object


def _examples() -> Iterator[tuple[str, Any]]:
    """Yield the schema and the value of each example in JSON, of bodies and of answers."""
    contents = [one.get("content", {}).values() for one in (*bodies(), *answers())]
    for content in chain.from_iterable(contents):
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        for example in content["examples"].values():
            value = resolved(example)["value"]
            if name not in UNREAD and isinstance(value, dict):
                yield name, value


def write_examples(folder: Path) -> Path:
    """Write all examples into a file of the folder, none twice."""
    path = folder / "examples.json"
    path.write_text(json.dumps(_distinct_examples()))
    return path


def _distinct_examples() -> list[Any]:
    """Return all examples with their schemas, none twice."""
    return [json.loads(one) for one in dict.fromkeys(map(json.dumps, _examples()))]


def _is_lost(given: Any, kept: Any) -> bool:
    """Say whether anything is missing or different; null is like a field that is left out."""
    if isinstance(given, dict):
        return not isinstance(kept, dict) or any(
            _is_lost(one, kept.get(name)) for name, one in given.items()
        )
    if isinstance(given, list):
        return (
            not isinstance(kept, list) or len(given) != len(kept) or any(map(_is_lost, given, kept))
        )
    return bool(given != kept)


def require_whole(said: str) -> None:
    """Expect each example as a client has read it and written it again, with nothing lost."""
    both = [*zip(_distinct_examples(), map(json.loads, said.splitlines()), strict=True)]
    assert len(both) > 100
    assert [name for (name, given), (_, kept) in both if _is_lost(given, kept)] == []
