"""Marshmallow schemas of invitations, and of what a player wants of others."""

from typing import Any, ClassVar

from marshmallow import ValidationError, fields, validate, validates_schema

from events.accounts.preferences import INVITATIONS_FROM, MOST_BLOCKED
from games.table.checks import LONGEST_WAIT
from service.wire.bodies import (
    PLAYER,
    TABLE,
    Body,
    StrictBoolean,
    WholeText,
    description_metadata,
    word_validator,
)

MOST_INVITED = 12  # at once, as there are seats at most


def _required_fields_schema(*names: str) -> dict[str, Any]:
    """Return the JSON Schema of what has these fields."""
    return {"properties": {name: {} for name in names}, "required": [*names]}


def _one_of_fields_schema(*names: str) -> dict[str, Any]:
    """Return the JSON Schema of what has at least one of these fields."""
    return {"anyOf": [*map(_required_fields_schema, names)]}


class NewInvitation(Body):
    """Who is invited: a player, by id or name, or all others who played at a closed table.

    With a player the table says where one has played together.
    """

    # What may not be, in place of `anyOf` beside the properties: generators make a type of each
    # alternative of that, and no field of any.
    beyond: ClassVar[dict[str, Any]] = {
        "not": {
            "anyOf": [
                _required_fields_schema("player", "name"),
                {
                    "properties": {"player": {}},  # or Kotlin's client takes it for anything
                    "not": _one_of_fields_schema("player", "name", "table"),
                },
                {**_required_fields_schema("seat"), "not": _one_of_fields_schema("player", "name")},
            ]
        },
    }
    player = fields.String(
        validate=WholeText(PLAYER, "must be the id of a player"),
        metadata=description_metadata("Id of the player."),
    )
    name = fields.String(
        validate=validate.Length(1, 40),
        metadata=description_metadata("Name of the player, in any case."),
    )
    table = fields.String(
        validate=WholeText(TABLE, "must be the id of a table"),
        metadata=description_metadata(
            "Id of a closed table at which one held a seat when play began."
        ),
    )
    seat = fields.Integer(
        strict=True,
        validate=validate.Range(0, 11),
        metadata=description_metadata(
            "The seat to be reserved; the old one or the first free one if left out."
        ),
    )
    expires_after = fields.Integer(
        strict=True,
        validate=validate.Range(1, LONGEST_WAIT),
        metadata=description_metadata(
            "Seconds for which it holds; `expires_after` of the table if left out."
        ),
    )

    @validates_schema
    def require_somebody(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse an invitation of nobody, or of one player in two ways."""
        if not data.keys() & {"player", "name", "table"}:
            raise ValidationError("is missing: give player, name or table", "player")
        if {"player", "name"} <= data.keys():
            raise ValidationError("must be left out when player is given", "name")
        if "seat" in data and not data.keys() & {"player", "name"}:
            raise ValidationError("needs player or name: it is for one player", "seat")


class NewInvitations(Body):
    """Players for whom free seats are reserved."""

    invite = fields.List(
        fields.Nested(NewInvitation), required=True, validate=validate.Length(1, MOST_INVITED)
    )


class NewPreferences(Body):
    """What one wants of others; what is left out is as at first."""

    invitations = fields.String(
        load_default=INVITATIONS_FROM[0],
        validate=word_validator(INVITATIONS_FROM),
        metadata=description_metadata(
            "Whose invitations you take: anyone's, or only those that name a table at"
            " which both played."
        ),
    )
    blocked = fields.List(
        fields.String(validate=WholeText(PLAYER, "must be the id of a player")),
        load_default=list,
        validate=validate.Length(max=MOST_BLOCKED),
        metadata=description_metadata("Ids of players whose invitations one never takes."),
    )
    presence = StrictBoolean(
        load_default=True,
        metadata=description_metadata("Whether others may see that one is there."),
    )
