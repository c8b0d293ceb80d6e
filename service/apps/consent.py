"""What an app asks of a player: the scopes that it names, and what a player may not allow."""

from events.accounts.grants import SCOPES
from events.apps.oauth_errors import OAuthError


def requested_scopes(text: str) -> list[str]:
    """Return the scopes that an app asks for, in the order of `SCOPES`.

    Raises:
        OAuthError: it names none, or one that there is not.
    """
    wanted = text.split()
    if not wanted or not set(wanted) <= set(SCOPES):
        known = ", ".join(SCOPES)
        raise OAuthError(
            "invalid_scope", f"scope must be one or more of these, with spaces between: {known}"
        )
    return [one for one in SCOPES if one in wanted]
