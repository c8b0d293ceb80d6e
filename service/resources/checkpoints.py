"""The tree of heads: signed checkpoints, proofs that it only grew, proofs that a table is in it."""

from typing import Never

from flask import Blueprint, Response, request

from service.errors import Problem
from service.parts import parts
from service.requests import answer, whole

blueprint = Blueprint("checkpoints", __name__, url_prefix="/v1")
SOON = {"Retry-After": "1"}
FRESH = {"Cache-Control": "no-cache"}


def asked(name: str) -> int | None:
    """Return a size from the query string; None without one."""
    return whole(name, 0, 10**9) if name in request.args else None


@blueprint.get("/checkpoints/latest")
def latest() -> Response:
    """Return the signed checkpoint of the tree as it is."""
    own = parts()
    return answer(own.heads.checkpoint(own.signer), headers=FRESH)


@blueprint.get("/checkpoints/<int:size>")
def checkpoint(size: int) -> Response:
    """Return the checkpoint of the tree as it was when it had so many leaves."""
    own = parts()
    return answer(own.heads.checkpoint(own.signer, size), headers=FRESH)


@blueprint.get("/checkpoints/consistency")
def consistency() -> Response:
    """Return the proof that a tree begins with an older one, and the newer checkpoint."""
    own = parts()
    found = own.heads.consistency(own.signer, asked("from") or 0, asked("to"))
    return answer(found, headers=FRESH)


@blueprint.get("/tables/<table_id>/proof")
def proof(table_id: str) -> Response:
    """Return the proof that the head of a closed table is in the tree."""
    own = parts()
    found = own.heads.proof(own.signer, table_id, asked("size"))
    if found is None:
        not_yet(own.tables.current(table_id).table.phase == "closed")
    return answer(found, headers=FRESH)


def not_yet(closed: bool) -> Never:
    """Refuse the proof of a table that is not in the signed tree."""
    if closed:
        detail = "The table has closed and will be in the signed tree within seconds; ask again"
        raise Problem(409, "proof/not_yet", detail, SOON)
    detail = "The table has not closed; its head goes into the tree when it has"
    raise Problem(409, "proof/not_closed", detail)
