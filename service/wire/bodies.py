"""What all schemas of bodies share."""

from collections.abc import Iterable
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validate

from games.core.words import did_you_mean

PLAYER, TABLE = r"p[0-9A-Za-z_-]{1,63}", r"t[0-9A-Za-z_-]{1,63}"
DIGEST = r"[0-9a-f]{64}"
ENTROPY = r"[0-9a-f]{32}"


class WholeText(validate.Regexp):
    """The check that a pattern fits a text from end to end (`$` lets a newline pass)."""

    def __init__(self, pattern: str, error: str) -> None:
        super().__init__(rf"(?:{pattern})\Z", error=error)
        self.pattern = pattern


def description_metadata(text: str) -> dict[str, str]:
    """Return the metadata of a field that say in the API's description what it means."""
    return {"description": text}


class Body(Schema):
    """A body, or a part of one; a field that it does not have is answered with those it has.

    Its docstring, fields, checks and metadata are its description in the API; `beyond` holds what
    else JSON Schema says of it.
    """

    beyond: ClassVar[dict[str, Any]] = {}

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Say of an unknown field which one was perhaps meant."""
        messages = error.messages
        if not isinstance(messages, dict) or not isinstance(data, dict):
            return
        for name in messages:
            if name not in self.fields and name in data:
                known = ", ".join(self.fields)
                there = f"there are: {known}" if known else "there are none; send {}"
                messages[name] = [f"is no field here; {there}{did_you_mean(name, self.fields)}"]


def word_validator(words: Iterable[str]) -> validate.OneOf:
    """Return the check that a text is one of `words`; the refusal suggests the nearest."""
    return WordChoice(tuple(words), error="must be one of: {choices}")


class WordChoice(validate.OneOf):
    """One of a few words."""

    def _format_error(self, value: Any) -> str:
        return super()._format_error(value) + did_you_mean(value, map(str, self.choices))


class StrictBoolean(fields.Boolean):
    """True and false only: not words for them, nor the numbers that Python holds equal to them."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Empty(Body):
    """Nothing: the command has no settings. Send {}."""
