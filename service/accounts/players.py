"""Accounts, their tokens, and the keys with which players sign actions."""

import secrets
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from events.accounts import recovery
from events.accounts.account import PURPOSE, is_proven
from events.accounts.players import ROLES, Player, token_hash
from games.core.records import one_of
from games.core.signature import signed_bytes
from projections.ratings.standings import Statistics, statistics
from service.accounts.schemas import NewKey, NewName, NewPlayer, NewToken, Recovery
from service.limits.admission import LimitFacts, admitted, require, told
from service.limits.limits import limits_kept
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import AccountBlocked, BadQuery, Problem, UnknownPlayer
from service.wire.queries import takes
from service.wire.requests import OWN, answer, bearer, body, loaded, player, received

blueprint = Blueprint("players", __name__, url_prefix="/v1/players")
lost = Blueprint("lost", __name__, url_prefix="/v1/recovery")
NEW_PLAYER, NEW_NAME, NEW_TOKEN, NEW_KEY = NewPlayer(), NewName(), NewToken(), NewKey()
RECOVERY, EMPTY = Recovery(), Empty()
GUEST = 6  # bytes in a name that is made


class FalseProof(Problem):
    """Who sends a key has not shown to have its other half."""

    code, status = "player/false_proof", 409


PlayerId = Annotated[str, "Id of the player."]
Name = Annotated[str, "Name of the player."]
Role = Annotated[str, one_of(*ROLES), "What the account may do."]
OnceShown = Annotated[str, "Keep it: it is shown this once."]
RecoveryCode = Annotated[
    str, "Keep it apart from the token, on paper say: it gives another one. Shown this once."
]
SigningKey = Annotated[str | None, "Public half of the key with which the player signs actions."]


class Registered(TypedDict):
    """An account with a new token and a new recovery code."""

    player: PlayerId
    name: Name
    role: Role
    token: OnceShown
    recovery_code: RecoveryCode


class NewCode(TypedDict):
    """A new recovery code."""

    recovery_code: RecoveryCode


class Token(TypedDict):
    """A new token."""

    token: OnceShown
    expires_at: Annotated[int | None, "When it ends by itself; null: never."]


class Me(TypedDict):
    """One's own account."""

    player: PlayerId
    name: Name
    role: Role
    key: SigningKey


class OwnLimits(TypedDict):
    """How much one may ask for."""

    limits: list[LimitFacts]


class FoundPlayer(TypedDict):
    """A player who is called so."""

    player: PlayerId
    name: Name


class FoundPlayers(TypedDict):
    """Who is called so: nobody, or one."""

    players: list[FoundPlayer]


class Profile(TypedDict):
    """What everybody may know of a player."""

    player: PlayerId
    name: Name
    key: SigningKey
    statistics: Statistics


@blueprint.post("")
def register() -> Response:
    """Make an account."""
    data = loaded(NEW_PLAYER, body())
    code, digest = recovery.new_code()
    name = data.get("name") or f"Guest {secrets.token_hex(GUEST)}"
    return _registered(*connections().players.register(name, code=digest), code)


@lost.post("")
def recover() -> Response:
    """Get a token by a recovery code."""
    code, own = loaded(RECOVERY, body())["code"], connections().players
    require("recover", None)
    found = recovery.owner_of(own, code)
    if found.blocked:
        raise AccountBlocked
    return _registered(found, *recovery.recover(own, found.id))


def _registered(made: Player, token: str, code: str) -> Response:
    """Return what is shown of an account this once."""
    shown: Registered = {
        "player": made.id,
        "name": made.name,
        "role": made.role,
        "token": token,
        "recovery_code": code,
    }
    return answer(shown, 201, {"Location": f"/v1/players/{made.id}", "Cache-Control": "no-store"})


@blueprint.get("/me")
def me() -> Response:
    """Show my account."""
    return _account(player())


def _account(found: Player) -> Response:
    """Return what a player is told of the own account."""
    key = connections().players.key_of(found.id)
    shown: Me = {"player": found.id, "name": found.name, "role": found.role, "key": key}
    return answer(shown, headers=OWN)


@blueprint.put("/me/name")
def rename() -> Response:
    """Take another name."""
    asker, name = player(), loaded(NEW_NAME, body())["name"]
    require("rename", asker)
    return _account(connections().players.rename(asker, name))


@blueprint.get("/me/limits")
def limits() -> Response:
    """Show my limits."""
    asker, own = player(), limits_kept()
    shown: OwnLimits = {"limits": [] if own is None else [*told(own, asker)]}
    return answer(shown, headers=OWN)


@blueprint.put("/me/key")
def register_key() -> Response:
    """Register the key with which I sign."""
    asker, data = player(), loaded(NEW_KEY, body())
    if not is_proven(asker.id, data["public"], data["proof"]):
        signed = signed_bytes(PURPOSE, asker.id, data["public"]).decode()
        raise FalseProof(f"The proof is not the signature by this key over {signed}")
    require("key", asker)
    connections().players.register_key(asker.id, data["public"], data["proof"])
    return _account(asker)


@blueprint.delete("/me/key")
def end_key() -> Response:
    """Sign no more."""
    asker = player()
    received()
    require("key", asker)
    connections().players.end_key(asker.id)
    return Response(status=204)


@blueprint.delete("/me")
def erase() -> Response:
    """Erase my account."""
    asker = player()
    received()
    connections().players.erase(asker)
    connections().news.forget(asker.id)
    return Response(status=204)


@blueprint.post("/me/tokens")
def rotate() -> Response:
    """Get another token."""
    asker = player()
    data = loaded(NEW_TOKEN, body())
    own, used = connections().players, token_hash(bearer() or "")
    old = {"this": [used], "all": own.hashes_of(asker.id), "none": []}
    with admitted(asker, "tokens", "issue"):
        token, expires = own.issue_token(asker.id, data["expires_in"], old[data["revoke"]])
    shown: Token = {"token": token, "expires_at": expires}
    return answer(shown, 201, {"Cache-Control": "no-store"})


@blueprint.delete("/me/tokens")
def revoke() -> Response:
    """End all my other tokens."""
    asker, own = player(), connections().players
    received()
    used = token_hash(bearer() or "")
    own.revoke(asker.id, [digest for digest in own.hashes_of(asker.id) if digest != used])
    return Response(status=204)


@blueprint.post("/me/recovery-code")
def make_recovery_code() -> Response:
    """Get another recovery code."""
    asker = player()
    loaded(EMPTY, body())
    require("issue", asker)
    shown: NewCode = {"recovery_code": recovery.make_code(connections().players, asker.id)}
    return answer(shown, 201, {"Cache-Control": "no-store"})


@blueprint.get("")
@takes("name")
def find() -> Response:
    """Find a player by name."""
    name = request.args.get("name")
    if not name:
        raise BadQuery("name takes the name of a player, in any case of its letters")
    found = connections().players.named(name)
    known: list[FoundPlayer] = [] if found is None else [{"player": found.id, "name": found.name}]
    shown: FoundPlayers = {"players": known}
    return answer(shown)


@blueprint.get("/<player_id>")
def profile(player_id: str) -> Response:
    """Show a player."""
    found = connections().players.find(player_id)
    if found is None:
        raise UnknownPlayer
    played, key = (
        statistics(connections().standings, found.id),
        connections().players.key_of(found.id),
    )
    shown: Profile = {
        "player": found.id,
        "name": found.name,
        "key": key,
        "statistics": played,
    }
    return answer(shown)
