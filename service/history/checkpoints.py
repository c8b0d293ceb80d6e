"""The tree of heads: signed checkpoints, tiles, proofs that it only grew and holds a table."""

from flask import Blueprint, Response, request

from events.history.checkpoints import CLOSED
from events.history.tiles import read_tile
from service.wire.connections import connections
from service.wire.problems import PROOF_PENDING, UNKNOWN_TILE
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import json_response
from service.wire.versions import FOR_EVER

blueprint = Blueprint("checkpoints", __name__, url_prefix="/v1")
NO_CACHE = {"Cache-Control": "no-cache"}


def _tree_size_parameter(name: str) -> int | None:
    """Return a size from the query string; None without one."""
    return integer_parameter(name, 0, 10**9) if name in request.args else None


@blueprint.get("/tree/checkpoint")
def checkpoint() -> Response:
    """Show the newest checkpoint."""
    own = connections()
    return Response(
        own.signing.tree.checkpoint(own.signing.keys), headers=NO_CACHE, mimetype="text/plain"
    )


@blueprint.get("/tree/tile/<path:tile>")
def tile(tile: str) -> Response:
    """Show a tile of hashes, or the leaves below one."""
    found = read_tile(tile)
    data = None if found is None else connections().signing.tree.tile(found)
    if data is None:
        raise UNKNOWN_TILE()
    return Response(data, headers={"Cache-Control": FOR_EVER}, mimetype="application/octet-stream")


@blueprint.get("/tree/consistency")
@takes_parameters("from", "to")
def consistency() -> Response:
    """Prove that the tree has only grown."""
    own = connections()
    found = own.signing.tree.consistency(
        own.signing.keys, _tree_size_parameter("from") or 0, _tree_size_parameter("to")
    )
    return json_response(found, headers=NO_CACHE)


@blueprint.get("/tables/<table_id>/proof")
@takes_parameters("size")
def proof(table_id: str) -> Response:
    """Prove that a table is in the tree."""
    own = connections()
    found = own.signing.tree.proof(own.signing.keys, table_id, _tree_size_parameter("size"))
    closed = own.tables.current(table_id).table.phase == "closed"
    if found is None or (closed and found["leaf"]["kind"] != CLOSED):
        raise PROOF_PENDING()
    return json_response(found, headers=NO_CACHE)
