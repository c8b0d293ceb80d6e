"""Blocks of accounts, which admins set with their own token and lift again."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.players import Player
from service.accounts.players import PlayerId
from service.accounts.schemas import NewBlock
from service.wire.connections import connections
from service.wire.problems import ADMIN_ROLE_REQUIRED, UNKNOWN_PLAYER
from service.wire.requests import (
    NO_STORE,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("blocks", __name__, url_prefix="/v1/players/<player_id>/block")
NEW_BLOCK = NewBlock()


class BlockFacts(TypedDict):
    """A block of an account."""

    player: PlayerId
    until: Annotated[int | None, "When it ends by itself; null: never."]
    reason: Annotated[str, "Which the player reads."]


@blueprint.put("")
def block_player(player_id: str) -> Response:
    """Block an account."""
    admin, data = _require_admin(), load_with_schema(NEW_BLOCK, read_json_body())
    found = _find_player(player_id)
    until, reason = data["until"], data["reason"]
    connections().players.block(found, until, reason, by=f"player:{admin.id}")
    body: BlockFacts = {"player": found.id, "until": until, "reason": reason}
    return json_response(body, headers=NO_STORE)


@blueprint.delete("")
def unblock_player(player_id: str) -> Response:
    """Unblock an account."""
    admin = _require_admin()
    read_whole_body()
    connections().players.unblock(_find_player(player_id), by=f"player:{admin.id}")
    return Response(status=204)


def _require_admin() -> Player:
    """Return the admin who asks; apps and personal tokens never come so far."""
    caller = require_player()
    if caller.role != "admin":
        raise ADMIN_ROLE_REQUIRED()
    return caller


def _find_player(player_id: str) -> Player:
    """Return the account of an id."""
    found = connections().players.find(player_id)
    if found is None:
        raise UNKNOWN_PLAYER()
    return found
