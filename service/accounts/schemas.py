"""What is sent to accounts."""

from marshmallow import fields, validate

from events.accounts.grants import SCOPES
from service.wire.bodies import DIGEST, Body, WholeText, description_metadata, word_validator

# Spelled out, since regular expressions of other languages count other characters as blank.
BLANK = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
NAME = rf"[^{BLANK}]([^\x00-\x1f\x7f-\x9f\u2028\u2029]{{0,38}}[^{BLANK}])?"
REVOKED = ("this", "all", "none")
MOST_DAYS = 365  # of a personal access token
LONGEST_REASON = 2_000  # characters
LAST_MOMENT = 253_402_300_799_999  # the end of the year 9999, in milliseconds
LONGEST_LIFE = 10 * 365 * 86_400  # seconds


def _name_of_player(description: str, *, required: bool) -> fields.String:
    """Return the field of a player's name."""
    return fields.String(
        required=required,
        validate=WholeText(
            NAME, "must be 1 to 40 characters on one line, without spaces at its ends"
        ),
        metadata={"minLength": 1, "maxLength": 40, **description_metadata(description)},
    )


class NewPlayer(Body):
    """A new account."""

    name = _name_of_player(
        "A unique name; one line without spaces at its ends. Without one the server makes a name.",
        required=False,
    )


class NewName(Body):
    """Another name for an account."""

    name = _name_of_player(
        "A name that nobody else has; one line without spaces at its ends.", required=True
    )


class Recovery(Body):
    """A recovery code, for whoever has no token any more."""

    code = fields.String(
        required=True,
        validate=WholeText(r"[0-9A-Za-z -]{1,80}", "must be a recovery code: k3fp-7q2m-..."),
        metadata=description_metadata("With or without dashes, in any case."),
    )


class SignIn(Body):
    """A sign-in code, for a device that is not signed in yet."""

    code = fields.String(
        required=True,
        validate=WholeText(r"[0-9A-Za-z -]{1,80}", "must be a sign-in code: k3fp-7q2m-xw5d"),
        metadata=description_metadata("With or without dashes, in any case."),
    )
    device = fields.String(
        load_default=None,
        allow_none=True,
        validate=WholeText(NAME, "must be 1 to 40 characters on one line, without spaces at ends"),
        metadata=description_metadata("What to call this device in the list of tokens."),
    )


class NewToken(Body):
    """Another token; those of the chosen set end when it is first used."""

    revoke = fields.String(
        load_default="this",
        validate=word_validator(REVOKED),
        metadata=description_metadata(
            "Which tokens end when the new one is first used: the sent one, all, or none."
        ),
    )
    expires_in = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(1, LONGEST_LIFE),
        metadata=description_metadata("Seconds until it ends by itself; null: never."),
    )


class NewPersonalToken(Body):
    """A token for a program; it may do less than the account's own, and ends by itself."""

    name = fields.String(
        required=True,
        validate=WholeText(NAME, "must be 1 to 40 characters on one line, without spaces at ends"),
        metadata=description_metadata("What you call it, such as the program it is for."),
    )
    scopes = fields.List(
        fields.String(validate=word_validator(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata=description_metadata("What it may do."),
    )
    days = fields.Integer(
        load_default=90,
        strict=True,
        validate=validate.Range(1, MOST_DAYS),
        metadata=description_metadata("After how many days it ends."),
    )


class NewBlock(Body):
    """A block of an account."""

    reason = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_REASON),
        metadata=description_metadata("Why; the player reads it."),
    )
    until = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(1, LAST_MOMENT),
        metadata=description_metadata("When it ends by itself; null: never."),
    )


class NewKey(Body):
    """A key with which a player signs actions, and the proof that the player has it."""

    public = fields.String(
        required=True,
        validate=WholeText(DIGEST, "must be a public key, 64 lower-case hex digits"),
        metadata=description_metadata("The public half of an Ed25519 key."),
    )
    proof = fields.String(
        required=True,
        validate=WholeText(r"[0-9a-f]{128}", "must be a signature, 128 lower-case hex digits"),
        metadata=description_metadata(
            'Its signature over the canonical JSON of ["fairdeal/player-key/1", player, public].'
        ),
    )
