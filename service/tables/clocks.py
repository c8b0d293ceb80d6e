"""The clock of a table that is opened: seconds, or a word that stands for them."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate

from games.core.words import did_you_mean
from games.table.checks import LONGEST_WAIT
from games.table.state import SILENCE
from service.wire.bodies import Body, description_metadata

CLOCKS: Mapping[str, Mapping[str, int]] = {
    "fast": {"turn": 20, "bank": 60, "first_turn": 60},
    "normal": {"turn": 60, "bank": 120},
    "days": {"turn": SILENCE // 1000, "bank": 0},
}
FIRST_TURN = 60  # seconds at quick seats, unless the clock says otherwise: the server begins play
USUAL_CLOCK = "days"  # nobody who vanishes holds a table open for ever


def with_first_turn(clock: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return the clock of a quick seat: with a first turn for who does not notice the start.

    >>> with_first_turn({"turn": 30, "bank": 0})
    {'turn': 30, 'bank': 0, 'first_turn': 60}
    >>> with_first_turn({"turn": 90, "bank": 0}), with_first_turn({"turn": 30, "first_turn": 0})
    ({'turn': 90, 'bank': 0}, {'turn': 30})
    """
    if clock is None:
        return None
    clock, first = dict(clock), clock.get("first_turn", FIRST_TURN)
    clock.pop("first_turn", None)
    return {**clock, "first_turn": first} if first > clock["turn"] else clock


class Clock(Body):
    """The clock: seconds a turn, a time bank for the whole table, least seconds of a first turn."""

    turn = fields.Integer(required=True, strict=True, validate=validate.Range(1, LONGEST_WAIT))
    bank = fields.Integer(load_default=0, strict=True, validate=validate.Range(0, LONGEST_WAIT))
    first_turn = fields.Integer(strict=True, validate=validate.Range(0, LONGEST_WAIT))


class ClockField(fields.Nested):
    """The seconds of a clock, or a word for them (`CLOCKS`), which is loaded as the seconds."""

    def __init__(self, description: str, *, has_default: bool = False) -> None:
        """Describe the field in the API; `has_default`: left out, the clock is the usual one."""
        metadata: dict[str, str] = description_metadata(description)
        default: dict[str, Any] = {}
        if has_default:
            default["load_default"] = lambda: dict(CLOCKS[USUAL_CLOCK])
        super().__init__(Clock, allow_none=True, metadata=metadata, **default)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> Any:
        if isinstance(value, str) and value in CLOCKS:
            return dict(CLOCKS[value])
        if not isinstance(value, dict):
            *words, last = CLOCKS
            raise ValidationError(
                f'must be {", ".join(words)} or {last}, seconds such as {{"turn": 60}}, or null'
                f" for no clock{did_you_mean(value, CLOCKS)}"
            )
        return super()._deserialize(value, *args, **more)
