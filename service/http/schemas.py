"""Marshmallow schemas of every body; those of actions follow from their classes."""

from collections.abc import Iterable
from dataclasses import MISSING
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from marshmallow import Schema, ValidationError, fields, validate

from events.record.chain import MOST
from games import GAMES
from games.core.contract import Game
from games.core.words import meant
from games.table.rules import BOTS, MOST_DELAY, POLICIES, REVEALS
from games.table.rulings import MOST_POINTS, REMEDIES, VERDICTS

NAMES = tuple(dict.fromkeys(name for name, _ in GAMES))
LONGEST, WORD = 200, 100  # cards in one action, characters in one word
# Spelled out, since regular expressions of other languages count other characters as blank.
BLANK = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
NAME = rf"[^{BLANK}](?:[^\x00-\x1f\x7f-\x9f\u2028\u2029]{{0,38}}[^{BLANK}])?"
TABLE = r"t[0-9A-Za-z_-]{1,63}"
DIGEST = r"[0-9a-f]{64}"
KEY_ID, SIGNATURE, DURABILITY = r"[0-9a-f]{16}", r"[0-9a-f]{128}", r"[a-z]{1,20}"
LONGEST_TEXT, RECEIPTS = 2_000, 20  # characters of a reason, receipts of a dispute
REVOKED = ("this", "all", "none")
LONGEST_LIFE = 10 * 365 * 86_400  # seconds
ENTROPY = r"[ -~]{1,256}"


def whole_text(pattern: str, error: str) -> validate.Regexp:
    """Return the check that a pattern fits a text from end to end (`$` lets a newline pass)."""
    return validate.Regexp(rf"(?:{pattern})\Z", error=error)


class Body(Schema):
    """A body, or a part of one; a field that it does not have is answered with those it has."""

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Say of an unknown field which one was perhaps meant."""
        messages = error.messages
        if not isinstance(messages, dict) or not isinstance(data, dict):
            return
        for name in messages:
            if name not in self.fields and name in data:
                known = ", ".join(self.fields)
                messages[name] = [f"is no field here; there are: {known}{meant(name, self.fields)}"]


def word(words: Iterable[str]) -> validate.OneOf:
    """Return the check that a text is one of `words`; the refusal suggests the nearest."""
    return Words(tuple(words), error="must be one of: {choices}")


class Words(validate.OneOf):
    """One of a few words."""

    def _format_error(self, value: Any) -> str:
        return super()._format_error(value) + meant(value, map(str, self.choices))


class Truth(fields.Boolean):
    """True and false only: not words for them, nor the numbers that Python holds equal to them."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class NewPlayer(Body):
    """A new account."""

    name = fields.String(
        required=True,
        validate=whole_text(
            NAME, "must be 1 to 40 characters on one line, without spaces at its ends"
        ),
    )


class NewToken(Body):
    """Another token; those of the chosen set end when it is first used."""

    revoke = fields.String(load_default="this", validate=word(REVOKED))
    expires_in = fields.Integer(
        load_default=None, allow_none=True, strict=True, validate=validate.Range(1, LONGEST_LIFE)
    )


class NewKey(Body):
    """A key with which a player signs actions, and the proof that the player has it."""

    public = fields.String(
        required=True, validate=whole_text(DIGEST, "must be a public key, 64 lower-case hex digits")
    )
    proof = fields.String(
        required=True,
        validate=whole_text(r"[0-9a-f]{128}", "must be a signature, 128 lower-case hex digits"),
    )


class Clock(Body):
    """Seconds a turn, and a time bank for the whole table."""

    turn = fields.Integer(required=True, strict=True, validate=validate.Range(1, 86_400))
    bank = fields.Integer(load_default=0, strict=True, validate=validate.Range(0, 86_400))


class NewTable(Body):
    """A table to be opened."""

    game = fields.String(required=True, validate=word(NAMES))
    seats = fields.Integer(required=True, strict=True, validate=validate.Range(2, 12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Nested(Clock, load_default=None, allow_none=True)
    on_time_out = fields.String(load_default="fallback", validate=word(POLICIES))
    reveal = fields.String(load_default="table", validate=word(REVEALS))
    private = Truth(load_default=False)
    spectator_delay = fields.Integer(
        load_default=0, strict=True, validate=validate.Range(0, MOST_DELAY)
    )
    continues = fields.String(
        load_default=None, allow_none=True, validate=whole_text(TABLE, "must be the id of a table")
    )


class QuickSeat(Body):
    """What kind of table one wants a seat at; what is left out is not minded."""

    game = fields.String(required=True, validate=word(NAMES))
    seats = fields.Integer(strict=True, validate=validate.Range(2, 12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Nested(Clock, allow_none=True)
    on_time_out = fields.String(validate=word(POLICIES))
    reveal = fields.String(validate=word(REVEALS))


class NewRematch(Body):
    """A rematch, at which one may take the old seat at once."""

    sit = Truth(load_default=False)


class NewSeat(Body):
    """A seat to be taken, or given to a bot; the first free one unless it is named."""

    seat = fields.Integer(load_default=None, strict=True, validate=validate.Range(0, 11))
    bot = fields.String(load_default=None, validate=word(BOTS))
    commitment = fields.String(
        load_default=None,
        validate=whole_text(DIGEST, "must be 64 lower-case hex digits (a SHA-256)"),
    )


class NewStart(Body):
    """A call for the start, with the entropy that was committed to."""

    entropy = fields.String(
        load_default=None,
        validate=whole_text(ENTROPY, "must be 1 to 256 visible ASCII characters or spaces"),
    )


class KeptReceipt(Body):
    """A receipt of the table that somebody has kept."""

    table = fields.String(required=True, validate=whole_text(TABLE, "must be the id of a table"))
    n = fields.Integer(required=True, strict=True, validate=validate.Range(1, 999_999_999))
    head = fields.String(required=True, validate=whole_text(DIGEST, "must be 64 hex digits"))
    at = fields.Integer(required=True, strict=True, validate=validate.Range(0, MOST - 1))
    durability = fields.String(
        required=True, validate=whole_text(DURABILITY, "must be a word as receipts have it")
    )
    key = fields.String(required=True, validate=whole_text(KEY_ID, "must be 16 hex digits"))
    signature = fields.String(
        required=True, validate=whole_text(SIGNATURE, "must be 128 hex digits")
    )


class NewDispute(Body):
    """A complaint about a hand."""

    hand = fields.Integer(required=True, strict=True, validate=validate.Range(1, 999_999))
    reason = fields.String(required=True, validate=validate.Length(1, LONGEST_TEXT))
    receipts = fields.List(
        fields.Nested(KeptReceipt), load_default=list, validate=validate.Length(max=RECEIPTS)
    )


class NewRuling(Body):
    """An auditor's answer to a dispute."""

    verdict = fields.String(required=True, validate=word(VERDICTS))
    remedy = fields.String(load_default="none", validate=word(REMEDIES))
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(-MOST_POINTS, MOST_POINTS)),
        load_default=list,
        validate=validate.Length(max=12),
    )
    reason = fields.String(required=True, validate=validate.Length(1, LONGEST_TEXT))


def field_of(hint: Any, required: bool) -> fields.Field[Any]:
    """Return the field that takes a value of an action's field type."""
    if get_origin(hint) is Annotated:
        return field_of(get_args(hint)[0], required)
    hint = getattr(hint, "__supertype__", hint)
    inner = get_args(hint)
    if NoneType in inner:
        found = field_of(next(one for one in inner if one is not NoneType), required)
        found.allow_none = True
        return found
    if hint is bool:
        return Truth(required=required)
    if hint is int:
        return fields.Integer(strict=True, required=required)
    if hint is str:
        return fields.String(required=required, validate=validate.Length(max=WORD))
    if get_origin(hint) is Literal:
        return fields.Raw(required=required, validate=word(inner))
    if get_origin(hint) is tuple and inner[-1] is Ellipsis:
        own = field_of(inner[0], True)
        return fields.List(own, required=required, validate=validate.Length(max=LONGEST))
    if get_origin(hint) is tuple:
        return fields.Tuple(tuple(field_of(one, True) for one in inner), required=required)
    raise TypeError(f"{hint} is no type of an action's field")


ACTIONS: dict[tuple[str, int], dict[str, Schema]] = {}


def action_schemas(game: Game) -> dict[str, Schema]:
    """Return the schema of each action of a game by its name in JSON; made once."""
    key = (game.name, game.version)
    if key not in ACTIONS:
        ACTIONS[key] = {name: action_schema(name, kind) for name, kind in game.actions.items()}
    return ACTIONS[key]


def action_schema(name: str, kind: type[Any]) -> Schema:
    """Return the schema of an action's fields beside its `type`."""
    hints = get_type_hints(kind, include_extras=True)
    own = kind.__dataclass_fields__
    made: dict[str, fields.Field[Any]] = {
        field: field_of(hint, is_required(own[field])) for field, hint in hints.items()
    }
    made["type"] = fields.String(required=True, validate=validate.Equal(name))
    return Body.from_dict(made, name=f"{kind.__name__}Action")()


def is_required(field: Any) -> bool:
    """Say whether a dataclass field has no default."""
    return field.default is MISSING
