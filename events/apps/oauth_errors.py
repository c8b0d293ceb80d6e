"""Refusals as the standards of OAuth name them, for programs that know these standards alone."""


class OAuthError(Exception):
    """A refusal as RFC 6749 (sections 4.1.2.1 and 5.2) and RFC 8628 (3.5) have it.

    Attributes:
        error: stable, for programs: ``invalid_grant``.
        description: a sentence for the developer of the app, in ASCII without quotes.
    """

    def __init__(self, error: str, description: str) -> None:
        super().__init__(f"{error}: {description}")
        self.error, self.description = error, description


def invalid_grant(description: str) -> OAuthError:
    """Return the refusal of a code or token that gives nothing."""
    return OAuthError("invalid_grant", description)
