"""Accounts and their tokens."""

from flask import Blueprint, Response

from events.players import token_hash
from projections.standings import statistics
from service.errors import Problem
from service.parts import parts
from service.requests import answer, bearer, body, loaded, player
from service.schemas import NewPlayer, NewToken

blueprint = Blueprint("players", __name__, url_prefix="/v1/players")
NEW_PLAYER, NEW_TOKEN = NewPlayer(), NewToken()
OWN = {"Cache-Control": "private, no-store", "Vary": "Authorization"}


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
    return answer(shown, headers=OWN)


@blueprint.delete("/me")
def erase() -> Response:
    """Erase the account: its name is free, its tokens end, events keep only its id."""
    parts().players.erase(player())
    return Response(status=204)


@blueprint.post("/me/tokens")
def rotate() -> Response:
    """Make another token, shown this once; old ones end when it is first used."""
    asker = player()
    data = loaded(NEW_TOKEN, body(empty=True))
    own, used = parts().players, token_hash(bearer() or "")
    old = {"this": [used], "all": own.hashes_of(asker.id), "none": []}
    token, expires = own.new_token(asker.id, data["expires_in"], old[data["revoke"]])
    return answer({"token": token, "expires_at": expires}, 201, {"Cache-Control": "no-store"})


@blueprint.delete("/me/tokens")
def revoke() -> Response:
    """End all tokens but the one that is sent."""
    asker, own = player(), parts().players
    used = token_hash(bearer() or "")
    own.revoke(asker.id, [digest for digest in own.hashes_of(asker.id) if digest != used])
    return Response(status=204)


@blueprint.get("/<player_id>")
def profile(player_id: str) -> Response:
    """Return what everybody may know of a player, statistics among it."""
    found = parts().players.find(player_id)
    if found is None:
        raise Problem(404, "player/unknown", "There is no such player")
    played = statistics(parts().standings, found.id)
    return answer({"player": found.id, "name": found.name, "statistics": played})
