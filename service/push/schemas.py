"""What is sent to subscribe."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from events.egress import LONGEST_URL
from events.push.subscriptions import KINDS
from events.push.web_push import AUTH, POINT, BadClientKey, require_client_keys
from service.wire.bodies import (
    Body,
    StrictBoolean,
    WholeText,
    description_metadata,
    word_validator,
)

ADDRESS = "https://[!-~]+"  # the rest is checked with the address
BASE64URL = r"[0-9A-Za-z_-]{1,100}={0,2}"


def _url_field(description: str, *, required: bool) -> fields.String:
    """Return the field of an address."""
    return fields.String(
        required=required,
        validate=[
            validate.Length(max=LONGEST_URL),
            WholeText(ADDRESS, "must begin with https:// and have no spaces"),
        ],
        metadata=description_metadata(description),
    )


def _kinds_field(**more: Any) -> fields.List[Any]:
    """Return the field of the kinds of notices that are wanted."""
    return fields.List(
        fields.String(validate=word_validator(KINDS)),
        validate=validate.Length(1, len(KINDS)),
        metadata=description_metadata("The kinds of notices that you want."),
        **more,
    )


class NewWebhook(Body):
    """A webhook."""

    url = _url_field("An https address on the public internet.", required=True)
    kinds = _kinds_field(load_default=list(KINDS))


class ChangedWebhook(Body):
    """What changes of a webhook; the rest stays."""

    url = _url_field("An https address on the public internet.", required=False)
    kinds = _kinds_field()
    enabled = StrictBoolean(
        metadata=description_metadata("true: enable it again; false: send nothing.")
    )


class ClientKeys(Body):
    """The keys of a browser's subscription."""

    p256dh = fields.String(
        required=True,
        validate=WholeText(BASE64URL, f"must be {POINT} bytes as base64url"),
        metadata=description_metadata("Its public key."),
    )
    auth = fields.String(
        required=True,
        validate=WholeText(BASE64URL, f"must be {AUTH} bytes as base64url"),
        metadata=description_metadata("Its secret."),
    )

    @validates_schema
    def require_keys(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse keys for which nothing could be encrypted."""
        try:
            require_client_keys(data.get("p256dh", ""), data.get("auth", ""))
        except BadClientKey as error:
            raise ValidationError(str(error), "p256dh") from None


class NewPushSubscription(Body):
    """A subscription of a browser or of a UnifiedPush app, as `PushSubscription.toJSON()`."""

    endpoint = _url_field("The address of the push service.", required=True)
    keys = fields.Nested(ClientKeys, required=True)
    expirationTime = fields.Integer(  # as browsers call it
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 2**53),
        metadata=description_metadata("Ignored."),
    )
    kinds = _kinds_field(load_default=list(KINDS))
