"""One line of text for each action and event, both ways: ``bury gold-7+red-2+blue-1``.

A line is the name and then the fields in their order. Within a field ``+`` joins the elements of
an array, ``|`` those of an array of arrays and ``,`` those one deeper; an array of one ends with
its mark. ``-`` is null, ``()`` an empty array; a quote mark stands before text that would read as
another value.
"""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from games.core.type_hints.values import BadValue, first_fields, from_json, to_json

MARKS = "+|,"  # by depth of nesting


def _scalar_word(value: object) -> str:
    """Return one number, truth value or string as a word without separators."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "%" + quote(json.dumps(value, sort_keys=True), safe="")
    text = quote(str(value), safe="_.:/")
    return f"'{text}" if _reads_otherwise(str(value)) or text.startswith("%") else text


def _reads_otherwise(text: str) -> bool:
    """Say whether a string would read as another value without its mark."""
    return text in ("yes", "no", "-", "()", "") or text[0] in "'%" or _as_number(text)


def _as_number(text: str) -> bool:
    """Say whether `text` reads as an integer."""
    return text.lstrip("-").isdigit()


def write_word(value: Any) -> str:
    """Return the text of a field."""
    if not isinstance(value, (tuple, list)):
        return _scalar_word(value)
    if not value:
        return "()"
    inside = [write_word(one) for one in value]
    mark = MARKS[nesting_depth(value) - 1]
    return mark.join(inside) + (mark if len(value) == 1 else "")


def nesting_depth(value: Any) -> int:
    """Return how deep arrays are nested: 1 for a flat one."""
    inner = [nesting_depth(one) for one in value if isinstance(one, (tuple, list))]
    return 1 + max(inner, default=0)


def read_word(text: str) -> Any:
    """Return the JSON value of a field's text."""
    if text == "()":
        return []
    for mark in reversed(MARKS):
        if mark in text:
            pieces = text.removesuffix(mark) if text.count(mark) == 1 else text
            return [read_word(piece) for piece in pieces.split(mark)]
    if text == "-":
        return None
    if text in ("yes", "no"):
        return text == "yes"
    if text.startswith("%"):
        return json.loads(unquote(text[1:]))
    if text.startswith("'"):
        return unquote(text[1:])
    return int(text) if _as_number(text) else unquote(text)


def to_notation(names: Mapping[str, type[Any]], value: Any) -> str:
    """Return the line of an action or event; `names` is the game's ACTIONS or EVENTS."""
    name = next(name for name, kind in names.items() if kind is type(value))
    return " ".join([name, *map(write_word, to_json(value).values())])


def from_notation(names: Mapping[str, type[Any]], line: str) -> Any:
    """Return the action or event of a line; BadValue for a line that is none."""
    name, *words = line.split(" ")
    if name not in names:
        raise BadValue("", f"{name} is no name here; there are: {', '.join(names)}")
    fields = [field.name for field in first_fields(names[name], len(words))]
    if len(words) != len(fields):
        raise BadValue("", f"{name} takes {len(fields)} words: {' '.join(fields) or 'none'}")
    return from_json(names[name], dict(zip(fields, map(read_word, words), strict=True)))
