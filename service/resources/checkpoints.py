"""The tree of heads: signed checkpoints, proofs that it only grew, proofs that a table is in it."""

from flask import Blueprint, Response, request

from events.record.checkpoints import note
from service.http.connections import connections
from service.http.problems import Problem
from service.http.requests import answer, whole
from service.resources.history import wants_text

blueprint = Blueprint("checkpoints", __name__, url_prefix="/v1")
FRESH = {"Cache-Control": "no-cache"}
FORMS = {**FRESH, "Vary": "Accept"}
ORIGIN = "fairdeal/{}"  # a tree is named after the server's first key, which no rotation changes


class NotYet(Problem):
    """The head of a closed table is on its way into the tree."""

    code, status, retry_after = "proof/not_yet", 409, 1
    detail = "The table has closed and will be in the signed tree within seconds; ask again"


class NotClosed(Problem):
    """Only of a table that has closed there is a proof."""

    code, status = "proof/not_closed", 409
    detail = "The table has not closed; its head goes into the tree when it has"


def asked(name: str) -> int | None:
    """Return a size from the query string; None without one."""
    return whole(name, 0, 10**9) if name in request.args else None


@blueprint.get("/checkpoints/latest")
def latest() -> Response:
    """Show the newest checkpoint."""
    return shown(None)


@blueprint.get("/checkpoints/<int:size>")
def checkpoint(size: int) -> Response:
    """Show the checkpoint of an earlier tree."""
    return shown(size)


def shown(size: int | None) -> Response:
    """Return a checkpoint as JSON, or as the signed note that witnesses know."""
    own = connections()
    signer, first = own.signer, own.keys.public[-1]
    found = own.heads.checkpoint(signer, size)
    if wants_text():
        root = bytes.fromhex(found["root"])
        text = note(signer, ORIGIN.format(first.id), found["size"], root)
        return Response(text, headers=FORMS, mimetype="text/plain")
    return answer(found, headers=FORMS)


@blueprint.get("/checkpoints/consistency")
def consistency() -> Response:
    """Prove that the tree has only grown."""
    own = connections()
    found = own.heads.consistency(own.signer, asked("from") or 0, asked("to"))
    return answer(found, headers=FRESH)


@blueprint.get("/tables/<table_id>/proof")
def proof(table_id: str) -> Response:
    """Prove that the end of a table is in the tree."""
    own = connections()
    found = own.heads.proof(own.signer, table_id, asked("size"))
    if found is None:
        closed = own.tables.current(table_id).table.phase == "closed"
        raise NotYet if closed else NotClosed
    return answer(found, headers=FRESH)
