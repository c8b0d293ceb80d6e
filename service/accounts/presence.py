"""Presence: whether players are there."""

import re

from flask import Blueprint, Response, request

from events.accounts.presence import presence_by_player
from service.streams.presence import MOST_PLAYERS, PresencePage, PresenceTopic, presence_rows
from service.streams.push import stream_response, wants_stream
from service.wire.bodies import PLAYER
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY
from service.wire.queries import takes_parameters
from service.wire.requests import NO_STORE, json_response, require_player

blueprint = Blueprint("presence", __name__, url_prefix="/v1/presence")


@blueprint.get("")
@takes_parameters("players")
def presence() -> Response:
    """Show who is there."""
    caller, own = require_player(), connections()
    wanted = _requested_players()
    if wants_stream():
        return stream_response(PresenceTopic(own.store, wanted), caller, None)
    page: PresencePage = {"players": presence_rows(presence_by_player(own.store, wanted))}
    return json_response(page, headers=NO_STORE)


def _requested_players() -> list[str]:
    """Return the players that are asked for, each once."""
    found = list(dict.fromkeys(request.args.get("players", "").split(",")))
    if len(found) > MOST_PLAYERS or not all(re.fullmatch(PLAYER, one) for one in found):
        raise BAD_QUERY(
            f"players takes 1 to {MOST_PLAYERS} ids of players, with commas between them"
        )
    return found
