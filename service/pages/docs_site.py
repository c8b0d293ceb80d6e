"""The documentation: as a site, which a release's wheel has, or where to read it without one.

`.ci/site.py` builds the site.
"""

import hashlib
from functools import cache
from pathlib import Path

import orjson
from flask import Blueprint, Response, redirect
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

from service.pages.api_reference import HOME, TEMPLATES
from service.pages.browsers import plain_page, site_page
from service.pages.web_files import KINDS, WEB, web_files
from service.wire.problems import NOT_FOUND
from service.wire.requests import is_known
from service.wire.versions import FOR_A_WHILE, FOR_EVER

SITE = Path(__file__).parents[1] / "docs_site"
SCRIPTS = "scripts.json"  # hashes of those that stand within pages
INDEX = "index.html"
MEDIA = {**KINDS, ".html": "text/html", ".webp": "image/webp"}

blueprint = Blueprint("docs_site", __name__, url_prefix="/docs")


@blueprint.get("")
def lead_to_docs() -> AnyResponse:
    """Lead on to the documentation."""
    return redirect("/docs/")


@blueprint.get("/")
def show_front_page() -> Response:
    """Show the first page, or where the documentation is."""
    return _file(INDEX) if SITE.is_dir() else _way_to_source()


@blueprint.get("/<path:path>")
def show_page(path: str) -> AnyResponse:
    """Show a page, or a file that it loads."""
    found = _place(path)
    if found is not None and found.is_dir():
        return _file(f"{path}{INDEX}") if path.endswith("/") else redirect(f"/docs/{path}/")
    return _file(path)


def _place(path: str) -> Path | None:
    """Return where a path leads to within the site, whether something is there or not."""
    place = safe_join(str(SITE), path)
    return None if place is None else Path(place)


def _file(path: str) -> Response:
    """Return a file of the site, or that the caller has it."""
    place = _place(path)
    media = None if place is None else MEDIA.get(place.suffix)
    if place is None or media is None or path == SCRIPTS or not place.is_file():
        raise NOT_FOUND()
    content = place.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    answer = Response(status=304) if is_known(tag) else Response(content, mimetype=media)
    is_named_by_content = path.startswith("assets/")
    lifetime = FOR_EVER if is_named_by_content else FOR_A_WHILE
    answer.headers.update({"Cache-Control": lifetime, "ETag": tag})
    return site_page(answer, _scripts()) if place.suffix == ".html" else answer


@cache
def _scripts() -> list[str]:
    """Return the hashes of the scripts that stand within pages."""
    found: list[str] = orjson.loads((SITE / SCRIPTS).read_bytes())
    return found


def _way_to_source() -> Response:
    """Return a page that says where the documentation is, on a server without the site."""
    style = f"/web/{web_files().version}/{WEB}"
    html = TEMPLATES.get_template("no_site.html").render(home=HOME, style=style)
    return plain_page(html.encode())
