"""Redirect URIs: which an app may register, and which of them a request names.

A URI that is sent must be one of those registered, to the letter. Only the port of a loopback
address is free, since a program on somebody's machine takes any that it finds (RFC 8252, 7.3).
"""

import re
from collections.abc import Iterable

LONGEST = 500  # characters
HOST = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*"
REST = r"(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
CLAIMED = re.compile(rf"(https://{HOST}(:[0-9]{{1,5}})?){REST}")
LOOPBACK = re.compile(rf"(http://(?:127\.0\.0\.1|\[::1\]|localhost))(:[0-9]{{1,5}})?({REST})")
PRIVATE = re.compile(rf"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:(?=/){REST}")  # com.example.app:/signed-in
DOTS = re.compile(r"(/|%2f)(\.|%2e){1,2}(/|%2f|\?|$)", re.IGNORECASE)


def is_valid_redirect(uri: str) -> bool:
    """Say whether an app may register a URI.

    >>> is_valid_redirect("https://app.example/signed-in")
    True
    >>> is_valid_redirect("http://app.example/signed-in")
    False
    """
    forms = (CLAIMED, LOOPBACK, PRIVATE)
    return (
        len(uri) <= LONGEST
        and any(form.fullmatch(uri) for form in forms)
        and not DOTS.search(uri.partition("://")[2] or uri)
    )


def is_registered_redirect(registered: Iterable[str], uri: str) -> bool:
    """Say whether a URI that was sent is one of those registered."""
    known = set(registered)
    return uri in known or _without_port(uri) in set(map(_without_port, known)) - {None}


def _without_port(uri: str) -> tuple[str, str] | None:
    """Return a loopback URI without its port; None of any other."""
    found = LOOPBACK.fullmatch(uri)
    return None if found is None else (found[1], found[3])


def redirect_origin(uri: str) -> str | None:
    """Return the origin of the pages behind a URI, of loopback without a port; None: it has none.

    >>> redirect_origin("https://app.example/signed-in")
    'https://app.example'
    """
    if found := CLAIMED.fullmatch(uri):
        return found[1].removesuffix(":443")
    found = LOOPBACK.fullmatch(uri)
    return None if found is None else found[1]


def with_parameters(uri: str, query: str) -> str:
    """Return a redirect URI with more parameters."""
    return f"{uri}{'&' if '?' in uri else '?'}{query}"
