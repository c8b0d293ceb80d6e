"""Pages that show the API: to read, made from its description, and to send requests by Elements.

Stoplight Elements (Apache-2.0) lies in `elements/` as its package has it, but packed by gzip;
`python -m tests.web.elements` renews it.
"""

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from service.pages.api_reference import HOME, TEMPLATES, ApiReference, reference_of
from service.pages.browsers import guard_page, plain_page
from service.pages.pages import api_description
from service.pages.web_files import WEB, media_type, web_files
from service.wire.problems import NOT_FOUND
from service.wire.requests import is_known
from service.wire.versions import FOR_A_WHILE, FOR_EVER

ELEMENTS_VERSION = "9.0.25"
ELEMENTS: Traversable = files("service.pages") / "elements"
LOADED = {"web-components.min.js", "styles.min.css"}  # each with .gz behind it

blueprint = Blueprint("api_pages", __name__)
trying = Blueprint("try_api", __name__, url_prefix=HOME + "try")
guard_page(trying)


def _reference() -> ApiReference:
    """Return the pages of what this app serves."""
    return reference_of(api_description().data)


@blueprint.get("/docs/api")
def docs() -> AnyResponse:
    """Lead on to the pages of the API."""
    return redirect(HOME)


@blueprint.get(HOME)
@blueprint.get(HOME + "<path:name>")
def reading_page(name: str = "") -> Response:
    """Show a page to read: the start, a subject, a group of types."""
    html = _reference().page(name, f"/web/{web_files().version}/{WEB}")
    if html is None:
        raise NOT_FOUND()
    return _tagged(plain_page(html))


@trying.get("/<subject>")
def trying_page(subject: str) -> Response:
    """Show the page that sends requests of one subject."""
    if subject not in _reference().operations:
        raise NOT_FOUND()
    html = TEMPLATES.get_template("try.html").render(
        home=HOME,
        subject=subject,
        version=ELEMENTS_VERSION,
        style=f"/web/{web_files().version}/{WEB}",
    )
    return _tagged(Response(html, mimetype="text/html"))


@trying.get("/<subject>.json")
def description_of_subject(subject: str) -> Response:
    """Show the part of the description that is about one subject: what its page reads."""
    part = _reference().part(subject)
    if part is None:
        raise NOT_FOUND()
    return _tagged(Response(part, mimetype="application/json"))


@trying.get(f"/{ELEMENTS_VERSION}/<name>")
def elements_file(name: str) -> Response:
    """Show a file of Elements."""
    if name not in LOADED:
        raise NOT_FOUND()
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    packed = _packed_file(name)
    if request.accept_encodings.best_match(["gzip"]):
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, mimetype=media_type(name))
    return Response(gzip.decompress(packed), headers=headers, mimetype=media_type(name))


@cache
def _packed_file(name: str) -> bytes:
    """Return a file of Elements as it lies there."""
    return (ELEMENTS / f"{name}.gz").read_bytes()


def _tagged(page: Response) -> Response:
    """Return a page with its ETag, or that the caller has it."""
    tag = f'"{hashlib.sha256(page.get_data()).hexdigest()[:16]}"'
    if is_known(tag):
        page = Response(status=304)
    page.headers.update({"Cache-Control": FOR_A_WHILE, "ETag": tag})
    return page
