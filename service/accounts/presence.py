"""Presence: whether players are there."""

import re

from flask import Blueprint, Response, request

from events.accounts.presence import online
from service.streams.presence import MOST_ASKED, PresencePage, PresenceTopic, told
from service.streams.push import stream_of, wants_stream
from service.wire.bodies import PLAYER
from service.wire.connections import connections
from service.wire.problems import BadQuery
from service.wire.queries import takes
from service.wire.requests import OWN, answer, player

blueprint = Blueprint("presence", __name__, url_prefix="/v1/presence")


@blueprint.get("")
@takes("players")
def presence() -> Response:
    """Show who is there."""
    asker, own = player(), connections()
    wanted = _asked()
    if wants_stream():
        return stream_of(PresenceTopic(own.store, wanted), asker, None)
    shown: PresencePage = {"players": told(wanted, online(own.store, wanted))}
    return answer(shown, headers=OWN)


def _asked() -> list[str]:
    """Return the players that are asked for, each once."""
    found = list(dict.fromkeys(request.args.get("players", "").split(",")))
    if len(found) > MOST_ASKED or not all(re.fullmatch(PLAYER, one) for one in found):
        raise BadQuery(f"players takes 1 to {MOST_ASKED} ids of players, with commas between them")
    return found
