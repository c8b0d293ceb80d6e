"""Marshmallow schemas of every body but actions, and what all of them are made of."""

from typing import Any, ClassVar

from marshmallow import fields, validate

from events.record.chain import MOST
from games import NEWEST
from games.core.bots import LEVELS
from games.table.checks import LONGEST_WAIT
from games.table.opening import MOST_DELAY, POLICIES, REVEALS, SLOWEST
from games.table.rulings import MOST_POINTS, REMEDIES, VERDICTS
from service.http.bodies import Body, Truth, WholeText, meaning, word
from service.http.invitation_schemas import MOST_INVITED, NewInvitation

NAMES = tuple(NEWEST)
OTHER_NAMES = {"plain": "regular"}  # of levels
# Spelled out, since regular expressions of other languages count other characters as blank.
BLANK = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
NAME = rf"[^{BLANK}]([^\x00-\x1f\x7f-\x9f\u2028\u2029]{{0,38}}[^{BLANK}])?"
TABLE = r"t[0-9A-Za-z_-]{1,63}"
DIGEST = r"[0-9a-f]{64}"
CHAIN = r"[0-9a-z._-]{1,64}"
KEY_ID, SIGNATURE = r"[0-9a-f]{16}", r"[0-9a-f]{128}"
KEPT = r"[a-z]{1,20}(\+replicas=[1-9][0-9]?)?"
LONGEST_TEXT, RECEIPTS = 2_000, 20  # characters of a reason, receipts of a dispute
REVOKED = ("this", "all", "none")
LONGEST_LIFE = 10 * 365 * 86_400  # seconds
ENTROPY = r"[0-9a-f]{32}"


class Empty(Body):
    """Nothing: the command has no settings. Send {}."""


def name_of_player(description: str, *, required: bool) -> fields.String:
    """Return the field of a player's name."""
    return fields.String(
        required=required,
        validate=WholeText(
            NAME, "must be 1 to 40 characters on one line, without spaces at its ends"
        ),
        metadata={"minLength": 1, "maxLength": 40, **meaning(description)},
    )


class NewPlayer(Body):
    """A new account."""

    name = name_of_player(
        "A name that nobody else has; one line without spaces at its ends. Who sends none gets one"
        " that is made.",
        required=False,
    )


class NewName(Body):
    """Another name for an account."""

    name = name_of_player(
        "A name that nobody else has; one line without spaces at its ends.", required=True
    )


class Recovery(Body):
    """A recovery code, for whoever has no token any more."""

    code = fields.String(
        required=True,
        validate=WholeText(r"[0-9A-Za-z -]{1,80}", "must be a recovery code: k3fp-7q2m-..."),
        metadata=meaning("With or without dashes, in any case."),
    )


class NewToken(Body):
    """Another token; those of the chosen set end when it is first used."""

    revoke = fields.String(
        load_default="this",
        validate=word(REVOKED),
        metadata=meaning(
            "Which tokens end when the new one is first used: the one that is sent, all, or none."
        ),
    )
    expires_in = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(1, LONGEST_LIFE),
        metadata=meaning("Seconds until it ends by itself; null: never."),
    )


class NewKey(Body):
    """A key with which a player signs actions, and the proof that the player has it."""

    public = fields.String(
        required=True,
        validate=WholeText(DIGEST, "must be a public key, 64 lower-case hex digits"),
        metadata=meaning("The public half of an Ed25519 key."),
    )
    proof = fields.String(
        required=True,
        validate=WholeText(r"[0-9a-f]{128}", "must be a signature, 128 lower-case hex digits"),
        metadata=meaning(
            'Its signature over the canonical JSON of ["fairdeal/player-key/1", player, public].'
        ),
    )


class Clock(Body):
    """The clock: seconds a turn, and a time bank for the whole table."""

    turn = fields.Integer(required=True, strict=True, validate=validate.Range(1, LONGEST_WAIT))
    bank = fields.Integer(load_default=0, strict=True, validate=validate.Range(0, LONGEST_WAIT))


class NewTable(Body):
    """A table of {title} to be opened."""

    game = fields.String(required=True, validate=word(NAMES))
    seats = fields.Integer(required=True, strict=True, validate=validate.Range(2, 12))
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Nested(
        Clock, load_default=None, allow_none=True, metadata=meaning("null: no clock.")
    )
    on_time_out = fields.String(
        load_default="fallback",
        validate=word(POLICIES),
        metadata=meaning(
            "What follows when a seat's time is up: a plain action, a bot for the rest, or the end"
            " of the table."
        ),
    )
    reveal = fields.String(
        load_default="table",
        validate=word(REVEALS),
        metadata=meaning(
            "When hidden cards are opened: after the table, after each hand, or to auditors only."
        ),
    )
    private = Truth(
        load_default=False,
        metadata=meaning("Whether it is shown only to those who send its join code."),
    )
    spectator_delay = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(0, MOST_DELAY),
        metadata=meaning("Events by which those who hold no seat are behind while it is played."),
    )
    expires_after = fields.Integer(
        load_default=86_400,
        strict=True,
        validate=validate.Range(1, LONGEST_WAIT),
        metadata=meaning(
            "Seconds after the last seating in which the table closes unless play begins; the"
            " opening counts as one."
        ),
    )
    rated = Truth(
        load_default=True,
        metadata=meaning("Whether the result counts for ratings and statistics."),
    )
    pace = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(0, SLOWEST),
        metadata=meaning(
            "Milliseconds that bots leave before they act while a player holds a seat, so that"
            " people can follow; 0: none."
        ),
    )
    beacon = fields.String(
        load_default=None,
        allow_none=True,
        validate=WholeText(CHAIN, "must be the name of a chain"),
        metadata=meaning(
            "Name of a public beacon, such as quicknet, of which a round has a part in the deal;"
            " play begins 90 seconds or more after the first call for the start."
        ),
    )
    continues = fields.String(
        load_default=None,
        allow_none=True,
        validate=WholeText(TABLE, "must be the id of a table"),
        metadata=meaning(
            "Id of a closed table of the same game to go on from, by one who held a seat there when"
            " play began."
        ),
    )
    invite = fields.List(
        fields.Nested(NewInvitation),
        load_default=list,
        validate=validate.Length(max=MOST_INVITED),
        metadata=meaning("For whom seats are reserved from the first moment."),
    )


def promise() -> fields.String:
    """Return the field of a commitment to an entropy of one's own."""
    return fields.String(
        load_default=None,
        validate=WholeText(DIGEST, "must be 64 lower-case hex digits (a SHA-256)"),
        metadata=meaning(
            "SHA-256 of the 32 hex digits that one will reveal as entropy at the start."
        ),
    )


class QuickSeat(Body):
    """What kind of table of {title} one wants a seat at; what is left out is not minded."""

    game = fields.String(required=True, validate=word(NAMES))
    seats = fields.Integer(
        strict=True,
        validate=validate.Range(2, 12),
        metadata=meaning("How many seats it has; as few as the game allows if a table is opened."),
    )
    options = fields.Dict(keys=fields.String(), load_default=dict)
    clock = fields.Nested(
        Clock,
        allow_none=True,
        metadata=meaning(
            "null: only a table without clock. If a table is opened it has a turn of 60 seconds and"
            " a bank of 120."
        ),
    )
    rated = Truth(metadata=meaning("Whether its result counts for ratings and statistics."))
    pace = fields.Integer(
        strict=True,
        validate=validate.Range(0, SLOWEST),
        metadata=meaning(
            "Milliseconds that bots leave there before they act; 1000 if a table is opened."
        ),
    )
    on_time_out = fields.String(
        validate=word(POLICIES),
        metadata=meaning("What follows there when a seat's time is up."),
    )
    reveal = fields.String(
        validate=word(REVEALS), metadata=meaning("When hidden cards are opened there.")
    )
    beacon = fields.String(
        allow_none=True,
        validate=WholeText(CHAIN, "must be the name of a chain"),
        metadata=meaning("Name of its beacon; null: only a table without one."),
    )
    commitment = promise()


class NewRematch(Body):
    """A rematch."""

    sit = Truth(load_default=False, metadata=meaning("Take the old seat at once."))


class NewSeat(Body):
    """A seat to be taken, or given to a bot; bots bring no entropy."""

    beyond: ClassVar[dict[str, Any]] = {
        "not": {
            "required": ["bot", "commitment"],
            "properties": {"bot": {"type": "string"}, "commitment": {"type": "string"}},
        }
    }
    seat = fields.Integer(
        load_default=None,
        strict=True,
        validate=validate.Range(0, 11),
        metadata=meaning("null: the first free one."),
    )
    bot = fields.String(
        load_default=None,
        validate=word((*LEVELS, *OTHER_NAMES)),
        metadata=meaning(
            "Give the seat to a bot of this level, of those that the game has; only the opener and"
            " who sits may. `plain` is another name of `regular`."
        ),
    )
    commitment = promise()


class NewStart(Body):
    """A call for the start, with the entropy that was committed to."""

    entropy = fields.String(
        load_default=None,
        validate=WholeText(ENTROPY, "must be 32 lower-case hex digits (16 random bytes)"),
        metadata=meaning(
            "16 random bytes in hex; the SHA-256 of these 32 characters was the commitment."
        ),
    )


class KeptReceipt(Body):
    """A receipt of a table as the server gave it."""

    table = fields.String(required=True, validate=WholeText(TABLE, "must be the id of a table"))
    n = fields.Integer(required=True, strict=True, validate=validate.Range(1, 999_999_999))
    head = fields.String(required=True, validate=WholeText(DIGEST, "must be 64 hex digits"))
    at = fields.Integer(required=True, strict=True, validate=validate.Range(0, MOST - 1))
    durability = fields.String(
        required=True, validate=WholeText(KEPT, "must be as receipts have it: always, say")
    )
    key = fields.String(required=True, validate=WholeText(KEY_ID, "must be 16 hex digits"))
    signature = fields.String(
        required=True, validate=WholeText(SIGNATURE, "must be 128 hex digits")
    )


class NewDispute(Body):
    """A complaint about a hand."""

    hand = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(1, 999_999),
        metadata=meaning("Number of the hand."),
    )
    reason = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_TEXT),
        metadata=meaning("What is wrong; the players of the table and auditors read it."),
    )
    receipts = fields.List(
        fields.Nested(KeptReceipt),
        load_default=list,
        validate=validate.Length(max=RECEIPTS),
        metadata=meaning("Receipts of this table that one has kept."),
    )


class NewRuling(Body):
    """An auditor's answer to a dispute."""

    verdict = fields.String(required=True, validate=word(VERDICTS))
    remedy = fields.String(
        load_default="none",
        validate=word(REMEDIES),
        metadata=meaning("A dismissed dispute has the remedy none."),
    )
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(-MOST_POINTS, MOST_POINTS)),
        load_default=list,
        validate=validate.Length(max=12),
        metadata=meaning("By seat, what `points_adjusted` adds to the scores; else empty."),
    )
    reason = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_TEXT),
        metadata=meaning("Why; the players of the table read it."),
    )
