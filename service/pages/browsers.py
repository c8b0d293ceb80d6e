"""What browsers are told to keep to: of every answer, and of the pages for people."""

from collections.abc import Sequence

from flask import Blueprint, Flask, Response

POLICY = (  # all of the page comes from here and asks nobody else; it writes styles into itself
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

OWN = (  # all comes from here as a file; no text becomes a script, nor a style
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types fairdeal-sw"  # takes the worker's path alone
)
WORKER = "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'"
PLAIN = (  # styles and pictures from here; no script at all
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

SITE = (  # scripts from here, and within a page those with these hashes; a worker searches
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)

FRAMED = PLAIN.replace("frame-ancestors 'none'", "frame-ancestors *")


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
    """Let a page run scripts from this server only, and none within it."""
    response.headers.update(_policy_headers(POLICY))
    return response


def own_page(html: bytes, status: int = 200) -> Response:
    """Return the page of the web client, with nothing in it but what it loads."""
    return Response(html, status, mimetype="text/html", headers=_policy_headers(OWN))


def own_worker(script: bytes) -> Response:
    """Return the service worker, which asks nobody but this server."""
    return Response(script, mimetype="text/javascript", headers={"Content-Security-Policy": WORKER})


def plain_page(html: bytes) -> Response:
    """Return a page to read, in which no script runs."""
    return Response(html, mimetype="text/html", headers=_policy_headers(PLAIN))


def site_page(answer: Response, scripts: Sequence[str]) -> Response:
    """Return a page of the documentation, in which only scripts with these hashes run."""
    answer.headers.update(_policy_headers(SITE.format(scripts=" ".join(scripts))))
    return answer


def framed_page(html: bytes) -> Response:
    """Return a page to read that may stand in any other page: it has nothing to click but links."""
    headers = {"Content-Security-Policy": FRAMED, "Referrer-Policy": "no-referrer"}
    return Response(html, mimetype="text/html", headers=headers)


def _policy_headers(policy: str) -> dict[str, str]:
    """Return the headers of a page that keeps to a policy and stands in no other page."""
    return {
        "Content-Security-Policy": policy,
        "X-Frame-Options": "DENY",  # for browsers that know no frame-ancestors
        "Referrer-Policy": "no-referrer",
    }
