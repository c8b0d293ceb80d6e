"""What is sent to disputes."""

from marshmallow import fields, validate

from events.record.chain import MOST
from games.table.rulings import MOST_POINTS, REMEDIES, VERDICTS
from service.wire.bodies import DIGEST, TABLE, Body, WholeText, description_metadata, word_validator

KEY_ID, SIGNATURE = r"[0-9a-f]{16}", r"[0-9a-f]{128}"
DURABILITY = r"[a-z]{1,20}(\+replicas=[1-9][0-9]?)?"
LONGEST_TEXT, RECEIPTS = 2_000, 20  # characters of a reason, receipts of a dispute


class KeptReceipt(Body):
    """A receipt of a table as the server gave it."""

    table = fields.String(required=True, validate=WholeText(TABLE, "must be the id of a table"))
    n = fields.Integer(required=True, strict=True, validate=validate.Range(1, 999_999_999))
    head = fields.String(required=True, validate=WholeText(DIGEST, "must be 64 hex digits"))
    at = fields.Integer(required=True, strict=True, validate=validate.Range(0, MOST - 1))
    durability = fields.String(
        required=True, validate=WholeText(DURABILITY, "must be as receipts have it: always, say")
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
        metadata=description_metadata("Number of the hand."),
    )
    reason = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_TEXT),
        metadata=description_metadata(
            "What is wrong; the players of the table and auditors read it."
        ),
    )
    receipts = fields.List(
        fields.Nested(KeptReceipt),
        load_default=list,
        validate=validate.Length(max=RECEIPTS),
        metadata=description_metadata("Receipts of this table that one has kept."),
    )


class NewRuling(Body):
    """An auditor's answer to a dispute."""

    verdict = fields.String(required=True, validate=word_validator(VERDICTS))
    remedy = fields.String(
        load_default="none",
        validate=word_validator(REMEDIES),
        metadata=description_metadata("A dismissed dispute has the remedy none."),
    )
    points = fields.List(
        fields.Integer(strict=True, validate=validate.Range(-MOST_POINTS, MOST_POINTS)),
        load_default=list,
        validate=validate.Length(max=12),
        metadata=description_metadata(
            "By seat, what `points_adjusted` adds to the scores; else empty."
        ),
    )
    reason = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_TEXT),
        metadata=description_metadata("Why; the players of the table read it."),
    )
