"""The address by which the world knows this server: base of links, and the issuer of OAuth."""

from flask import request

from service.wire.connections import connections


def public_url() -> str:
    """Return it without a slash at its end; unless it is set, as the request names the server."""
    return connections().public_url or request.url_root.rstrip("/")
