"""What is sent about apps, but for what the standards of OAuth say: that comes as forms."""

import re
from typing import Any

from marshmallow import ValidationError, fields, validate

from events.accounts.names import NameRefused, canonical_name
from events.apps.redirects import LONGEST, is_valid_redirect
from service.accounts.schemas import NAME
from service.wire.bodies import Body, StrictBoolean, WholeText, description_metadata

MOST_URIS = 10
LONGEST_PARAMETER = 2000  # characters


class RedirectUri(fields.String):
    """The field of a redirect URI."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        uri = str(super()._deserialize(value, attr, data, **more))
        if not is_valid_redirect(uri):
            raise ValidationError(
                "must be an https address, a loopback address such as http://127.0.0.1/signed-in,"
                " or one of a scheme with a dot, such as com.example.app:/signed-in; without"
                f" fragment, user name or dot segments, at most {LONGEST} characters"
            )
        return uri


class AppNameField(fields.String):
    """The field of a name that players are shown before they allow an app something."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        name = str(super()._deserialize(value, attr, data, **more))
        if not re.fullmatch(NAME, name):
            return name  # the validator says what is wrong
        try:
            return canonical_name(name)
        except NameRefused as refused:
            raise ValidationError(str(refused)) from None


class NewApp(Body):
    """A new app."""

    name = AppNameField(
        required=True,
        validate=WholeText(NAME, "must be 1 to 40 characters on one line, without spaces at ends"),
        metadata=description_metadata("What players are asked to allow."),
    )
    redirect_uris = fields.List(
        RedirectUri(),
        required=True,
        validate=validate.Length(0, MOST_URIS),
        metadata=description_metadata(
            "Where players come back to, compared to the letter; a loopback address may have any"
            " port. Empty: the app uses device codes only."
        ),
    )


def _parameter(description: str) -> fields.String:
    """Return the field of a parameter as the app sent it."""
    return fields.String(
        load_default="",
        validate=validate.Length(0, LONGEST_PARAMETER),
        metadata=description_metadata(description),
    )


class NewAuthorization(Body):
    """A player's answer to an app: the parameters as the app sent them to `/authorize`."""

    response_type = _parameter("`code`.")
    client_id = _parameter("Id of the app.")
    redirect_uri = _parameter("One of those registered.")
    scope = _parameter("Scopes with spaces between them.")
    state = _parameter("Goes back to the app as it is.")
    code_challenge = _parameter("PKCE (RFC 7636).")
    code_challenge_method = _parameter("`S256`.")
    allow = StrictBoolean(
        required=True, metadata=description_metadata("Whether the player allows it.")
    )


class DeviceAnswer(Body):
    """A player's answer to an app that shows a code."""

    allow = StrictBoolean(
        required=True, metadata=description_metadata("Whether the player allows it.")
    )
