"""Accounts."""

from flask import Blueprint, Response

from service.errors import Problem
from service.parts import parts
from service.requests import answer, body, loaded, player
from service.schemas import NewPlayer

blueprint = Blueprint("players", __name__, url_prefix="/v1/players")
NEW_PLAYER = NewPlayer()


@blueprint.post("")
def register() -> Response:
    """Make an account; its token is shown this once."""
    data = loaded(NEW_PLAYER, body())
    made, token = parts().players.register(data["name"])
    shown = {"player": made.id, "name": made.name, "role": made.role, "token": token}
    return answer(shown, 201, {"Location": f"/v1/players/{made.id}", "Cache-Control": "no-store"})


@blueprint.get("/me")
def me() -> Response:
    """Return the account whose token is sent."""
    found = player()
    shown = {"player": found.id, "name": found.name, "role": found.role}
    return answer(shown, headers={"Cache-Control": "private, no-store", "Vary": "Authorization"})


@blueprint.get("/<player_id>")
def profile(player_id: str) -> Response:
    """Return what everybody may know of a player."""
    found = parts().players.find(player_id)
    if found is None:
        raise Problem(404, "player/unknown", "There is no such player")
    return answer({"player": found.id, "name": found.name})
