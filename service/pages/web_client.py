"""The web client: one page for all its paths, and the files that it loads."""

import re

from flask import Blueprint, Flask, Response, request

from service.pages.browsers import own_page, own_worker
from service.pages.web_files import PACK, media_type, web_files
from service.wire.languages import requested_language
from service.wire.problems import NOT_FOUND
from service.wire.requests import is_known
from service.wire.versions import FOR_EVER

blueprint = Blueprint("web", __name__)
OF_PROGRAMS = re.compile(r"/(v1|web|docs|oauth|\.well-known)(/|$)")  # paths at which no page is


def client_page_response() -> Response:
    """Return the page, or that the caller has it."""
    files, language = web_files(), requested_language()
    tag = f'"{files.version}.{language}"'
    answer = Response(status=304) if is_known(tag) else own_page(files.start_in(language))
    answer.headers |= {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    return answer


@blueprint.get("/account")
@blueprint.get("/authorize")
@blueprint.get("/device")
@blueprint.get("/learn/<which>")
@blueprint.get("/open")
@blueprint.get("/open/<which>")
@blueprint.get("/players/<which>")
@blueprint.get("/ranking")
@blueprint.get("/ranking/<which>")
@blueprint.get("/replay")
@blueprint.get("/replay/<which>")
@blueprint.get("/disputes")
@blueprint.get("/disputes/<which>")
@blueprint.get("/rules/<which>")
@blueprint.get("/status")
@blueprint.get("/tables/<which>")
@blueprint.get("/tournaments")
@blueprint.get("/tournaments/<which>")
def client(which: str = "") -> Response:
    """Show the client, which reads the path itself."""
    return client_page_response()


def show_dead_ends(app: Flask) -> None:
    """Let browsers that come to a path that leads nowhere see a page with ways out."""
    app.after_request(_dead_end)


def _dead_end(response: Response) -> Response:
    """Return the page in place of a refusal for programs, where a browser asks for a page."""
    is_nowhere = response.status_code == 404 and request.url_rule is None
    forms = request.accept_mimetypes
    if not is_nowhere or request.method not in ("GET", "HEAD") or OF_PROGRAMS.match(request.path):
        return response
    if forms["text/html"] <= forms["application/json"]:
        return response
    return own_page(web_files().start, 404)


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Show the service worker, which stands at the root so that it is that of all pages."""
    files = web_files()
    tag = f'"{files.version}"'
    answer = Response(status=304) if is_known(tag) else own_worker(files.worker)
    answer.headers |= {"Cache-Control": "no-cache", "ETag": tag}
    return answer


@blueprint.get("/web/<version>/<path:path>")
def file(version: str, path: str) -> Response:
    """Show a file of the client; those of another version of the server are not there."""
    files = web_files()
    if version != files.version or path not in files.loaded:
        raise NOT_FOUND()
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{version}"', "Vary": "Accept-Encoding"}
    if is_known(headers["ETag"]):
        return Response(status=304, headers=headers)
    if (way := request.accept_encodings.best_match(PACK)) is not None:
        headers["Content-Encoding"] = way
    content = files.loaded[path] if way is None else files.packed_in(way, path)
    return Response(content, headers=headers, mimetype=media_type(path))
