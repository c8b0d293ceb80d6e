"""What is sent to tables, but for actions."""

from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validate, validates_schema

from events.accounts.phrases import PHRASES
from games import NEWEST
from games.core.bots import LADDER
from games.table.checks import LONGEST_WAIT
from games.table.opening import MOST_DELAY, POLICIES, REVEALS, SLOWEST
from service.disputes.schemas import LONGEST_TEXT, KeptReceipt
from service.tables.clocks import ClockField
from service.tables.invitation_schemas import MOST_INVITED, NewInvitation
from service.wire.bodies import (
    DIGEST,
    ENTROPY,
    TABLE,
    Body,
    StrictBoolean,
    WholeText,
    description_metadata,
    word_validator,
)

NAMES = tuple(NEWEST)
OTHER_NAMES = {"plain": "regular"}  # of levels
CHAIN = r"[0-9a-z._-]{1,64}"


class NewTable(Body):
    """A table of {title} to be opened."""

    game = fields.String(required=True, validate=word_validator(NAMES))
    seats = fields.Integer(required=True, strict=True, validate=validate.Range(2, 12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = ClockField(
        "`fast`: 20 seconds a turn, a bank of 60; `normal`: 60, 120; `days`: 3 days a turn;"
        " null: no clock; left out: `days`.",
        has_default=True,
    )
    on_time_out = fields.String(
        load_default="fallback",
        validate=word_validator(POLICIES),
        metadata=description_metadata(
            "What happens when a seat's time is up: the default move (after the second time"
            " in a row, or the fifth in all, a bot), a bot, or the loss of the seat."
        ),
    )
    reveal = fields.String(
        load_default="table",
        validate=word_validator(REVEALS),
        metadata=description_metadata(
            "When hidden cards are opened: after the table, after each hand, or to auditors only."
        ),
    )
    private = StrictBoolean(
        load_default=False,
        metadata=description_metadata("Whether it is shown only to those who send its join code."),
    )
    spectator_delay = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(0, MOST_DELAY),
        metadata=description_metadata(
            "Events by which askers without a seat are behind during play."
        ),
    )
    expires_after = fields.Integer(
        load_default=86_400,
        strict=True,
        validate=validate.Range(1, LONGEST_WAIT),
        metadata=description_metadata(
            "Seconds from the last seating (or the opening) until the table closes if"
            " play does not begin."
        ),
    )
    rated = StrictBoolean(
        load_default=True,
        metadata=description_metadata("Whether the result counts for ratings and statistics."),
    )
    pace = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(0, SLOWEST),
        metadata=description_metadata(
            "Milliseconds that bots wait before they act while a player holds a seat,"
            " so that people can follow."
        ),
    )
    beacon = fields.String(
        allow_none=True,
        validate=WholeText(CHAIN, "must be the name of a chain"),
        metadata=description_metadata(
            "Name of a public beacon, such as quicknet, one of whose rounds is part of the deal of"
            " two players or more; null: none. Left out, it is the server's, if any."
        ),
    )
    continues = fields.String(
        load_default=None,
        allow_none=True,
        validate=WholeText(TABLE, "must be the id of a table"),
        metadata=description_metadata(
            "Id of a closed table of the same game to continue; you must have held a"
            " seat there when play began."
        ),
    )
    invite = fields.List(
        fields.Nested(NewInvitation),
        load_default=list,
        validate=validate.Length(max=MOST_INVITED),
        metadata=description_metadata("For whom seats are reserved from the first moment."),
    )


def _commitment_field() -> fields.String:
    """Return the field of a commitment to an entropy of one's own."""
    return fields.String(
        load_default=None,
        validate=WholeText(DIGEST, "must be 64 lower-case hex digits (a SHA-256)"),
        metadata=description_metadata(
            'SHA-256 of the canonical JSON ["fairdeal/entropy/1", PLAYER, ENTROPY]: your own id,'
            " and the 32 hex digits that you will reveal behind the call for the start."
        ),
    )


class QuickSeat(Body):
    """What kind of table of {title} one wants a seat at.

    What is left out is as at a new table; number of seats and beacon are then not minded.
    """

    game = fields.String(required=True, validate=word_validator(NAMES))
    seats = fields.Integer(
        strict=True,
        validate=validate.Range(2, 12),
        metadata=description_metadata(
            "Number of seats; a new table has as few as the game allows."
        ),
    )
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = ClockField("null: only a table without a clock. A new table has `normal`.")
    rated = StrictBoolean(
        metadata=description_metadata("Whether its result counts for ratings and statistics.")
    )
    pace = fields.Integer(
        strict=True,
        validate=validate.Range(0, SLOWEST),
        metadata=description_metadata(
            "Milliseconds that bots wait before they act; 1000 at a new table."
        ),
    )
    on_time_out = fields.String(
        validate=word_validator(POLICIES),
        metadata=description_metadata("What follows there when a seat's time is up."),
    )
    reveal = fields.String(
        validate=word_validator(REVEALS),
        metadata=description_metadata("When hidden cards are opened there."),
    )
    beacon = fields.String(
        allow_none=True,
        validate=WholeText(CHAIN, "must be the name of a chain"),
        metadata=description_metadata("Name of its beacon; null: only a table without one."),
    )
    at_most = fields.Integer(
        load_default=None,
        strict=True,
        validate=validate.Range(0, 100),
        metadata=description_metadata(
            "Percent of their latest rated tables that others there may have deserted; null: any."
        ),
    )
    commitment = _commitment_field()


class NewRematch(Body):
    """A rematch."""

    sit = StrictBoolean(
        load_default=False, metadata=description_metadata("Take the old seat at once.")
    )


class BotRating(Body):
    """How strong a bot should be; the one nearest to it sits down."""

    rating = fields.Integer(required=True, strict=True, validate=validate.Range(0, 4000))


BOT_NAME = fields.String(validate=word_validator((*LADDER, *OTHER_NAMES)))


class BotField(fields.Nested):
    """The name of a bot of a game's ladder, or a rating."""

    def __init__(self, description: str) -> None:
        """Describe the field in the API."""
        metadata: dict[str, str] = description_metadata(description)
        super().__init__(BotRating, allow_none=True, load_default=None, metadata=metadata)

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> Any:
        if isinstance(value, dict):
            return super()._deserialize(value, *args, **more)
        return BOT_NAME.deserialize(value)


class NewSeat(Body):
    """A seat to be taken, or given to a bot; bots bring no entropy."""

    beyond: ClassVar[dict[str, Any]] = {
        "not": {
            "required": ["bot", "commitment"],
            "properties": {
                "bot": {"oneOf": [{"type": "string"}, {"type": "object"}]},
                "commitment": {"type": "string"},
            },
        }
    }
    seat = fields.Integer(
        load_default=None,
        strict=True,
        validate=validate.Range(0, 11),
        metadata=description_metadata("null: the first free one."),
    )
    bot = BotField(
        "Gives the seat to this bot of the game's `ladder`, or to the one nearest to a rating; only"
        " the opener and seated players may. `plain` means `regular`."
    )
    commitment = _commitment_field()


class NewAbort(Body):
    """A receipt that the log of its table contradicts, or a reason."""

    beyond: ClassVar[dict[str, Any]] = {"minProperties": 1, "maxProperties": 1}
    receipt = fields.Nested(
        KeptReceipt,
        metadata=description_metadata("As the server gave it, of any event before play."),
    )
    reason = fields.String(validate=validate.Length(1, LONGEST_TEXT))

    @validates_schema
    def require_one(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse neither and both."""
        if len(data) != 1:
            raise ValidationError(
                "must be given, or, by an auditor, reason in its place", "receipt"
            )


class NewPhrase(Body):
    """A phrase to be said at a table."""

    phrase = fields.String(required=True, validate=word_validator(PHRASES))


class NewAnalysis(Body):
    """The seat whose decisions are to be judged."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(0, 11))


class NewReveal(Body):
    """The entropy that was committed to, under the closing that was checked."""

    entropy = fields.String(
        required=True,
        validate=WholeText(ENTROPY, "must be 32 lower-case hex digits (16 random bytes)"),
        metadata=description_metadata(
            "16 random bytes in hex; you sent the commitment to them before the call."
        ),
    )
    closing = fields.String(
        required=True,
        validate=WholeText(DIGEST, "must be 64 lower-case hex digits, a head"),
        metadata=description_metadata(
            "Head of the log after the call for the start, computed from the events since your own"
            " commitment, and equal to that of the receipt that `closing` returns."
        ),
    )
