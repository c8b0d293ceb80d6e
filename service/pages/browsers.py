"""What browsers are told to keep to: of every answer, and of the pages for people."""

import base64
import hashlib
import re

from flask import Blueprint, Flask, Response

INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
POLICY = (  # all of the page comes from here and asks nobody else; it writes styles into itself
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

OWN = (  # all comes from here as a file; no text becomes a script, nor a style
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


def name_types(app: Flask) -> None:
    """Let no answer of an app be taken for another type than it has."""
    app.after_request(_name_type)


def _name_type(response: Response) -> Response:
    """Let an answer be taken for nothing else than its type says."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def guard_page(pages: Blueprint) -> None:
    """Let pages load, run and ask nothing but what is their own, and stand in no other page."""
    pages.after_request(_add_script_policy)


def _add_script_policy(response: Response) -> Response:
    """Let a page run its own scripts only; those within it by their hashes."""
    within = [] if response.direct_passthrough else INLINE.findall(response.get_data())
    hashes = "".join(f" 'sha256-{script_hash(script)}'" for script in within)
    response.headers.update(_policy_headers(POLICY.format(scripts=hashes)))
    return response


def own_page(html: bytes) -> Response:
    """Return the page of the web client, with nothing in it but what it loads."""
    return Response(html, mimetype="text/html", headers=_policy_headers(OWN))


def _policy_headers(policy: str) -> dict[str, str]:
    """Return the headers of a page that keeps to a policy and stands in no other page."""
    return {
        "Content-Security-Policy": policy,
        "X-Frame-Options": "DENY",  # for browsers that know no frame-ancestors
        "Referrer-Policy": "no-referrer",
    }


def script_hash(script: bytes) -> str:
    """Return the hash of a script as a policy names it."""
    return base64.b64encode(hashlib.sha256(script).digest()).decode()
