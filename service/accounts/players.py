"""Accounts, their tokens, and the keys with which players sign actions."""

from contextlib import suppress
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from events.accounts import recovery
from events.accounts.account import PURPOSE, is_valid_key_proof
from events.accounts.names import NameRefused
from events.accounts.players import ROLES, Player, Players, token_hash
from events.apps.app_grants import end_grants_of_player
from events.apps.apps import apps_of_player, end_apps_of_player
from games.core.fairness.signature import signed_bytes
from games.core.type_hints.records import any_word_of
from projections.accounts.player_tables import (
    DesertionRecord,
    count_aborted_tables,
    desertion_records,
)
from projections.ratings.standings import Statistics, player_statistics
from service.accounts.guest_names import draw_guest_name
from service.accounts.schemas import NewKey, NewName, NewPlayer, NewToken, Recovery
from service.limits.admission import LimitFacts, enforce_quotas, player_limit_usage, require_quota
from service.limits.limits import current_limiter
from service.wire.blocked_accounts import account_blocked
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY, FALSE_KEY_PROOF, UNKNOWN_PLAYER
from service.wire.queries import takes_parameters
from service.wire.requests import (
    NO_STORE,
    bearer_token,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("players", __name__, url_prefix="/v1/players")
lost = Blueprint("lost", __name__, url_prefix="/v1/recovery")
NEW_PLAYER, NEW_NAME, NEW_TOKEN, NEW_KEY = NewPlayer(), NewName(), NewToken(), NewKey()
RECOVERY, EMPTY = Recovery(), Empty()
DRAWN = 9  # names for a guest before we give up: with a million accounts 6 of 100 are taken


PlayerId = Annotated[str, "Id of the player."]
Name = Annotated[str, "Name of the player."]
Role = Annotated[str, any_word_of(*ROLES), "What the account may do."]
Secret = Annotated[str, "Keep it: it is shown this once."]
RecoveryCode = Annotated[
    str, "Keep it apart from the token, such as on paper: it gives a new one. Shown once."
]
SigningKey = Annotated[str | None, "Public half of the key with which the player signs actions."]


class Registered(TypedDict):
    """An account with a new token and a new recovery code."""

    player: PlayerId
    name: Name
    role: Role
    token: Secret
    recovery_code: RecoveryCode


class NewCode(TypedDict):
    """A new recovery code."""

    recovery_code: RecoveryCode


class Token(TypedDict):
    """A new token."""

    token: Secret
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
    aborted: Annotated[int, "Tables that were aborted after their call, at which the player sat."]
    record: DesertionRecord


@blueprint.post("")
def register() -> Response:
    """Make an account."""
    data = load_with_schema(NEW_PLAYER, read_json_body())
    code, digest = recovery.new_code()
    own, name = connections().players, data.get("name")
    made = _registered_guest(own, digest) if name is None else own.register(name, code=digest)
    return _credentials_response(*made, code)


def _registered_guest(own: Players, digest: str) -> tuple[Player, str]:
    """Make an account with a name that is free; NameRefused if none that was drawn is."""
    for _ in range(DRAWN):
        with suppress(NameRefused):
            return own.register(draw_guest_name(), code=digest)
    return own.register(draw_guest_name(), code=digest)


@lost.post("")
def recover() -> Response:
    """Get a token by a recovery code."""
    code, own = load_with_schema(RECOVERY, read_json_body())["code"], connections().players
    require_quota("recover", None)
    found = recovery.recovery_code_owner(own, code)
    if found.blocked:
        raise account_blocked(found.id)
    return _credentials_response(found, *recovery.reissue_credentials(own, found.id))


def _credentials_response(made: Player, token: str, code: str) -> Response:
    """Return what is shown of an account this once."""
    body: Registered = {
        "player": made.id,
        "name": made.name,
        "role": made.role,
        "token": token,
        "recovery_code": code,
    }
    return json_response(
        body, 201, {"Location": f"/v1/players/{made.id}", "Cache-Control": "no-store"}
    )


@blueprint.get("/me")
def me() -> Response:
    """Show my account."""
    return _own_account_response(require_player())


def _own_account_response(found: Player) -> Response:
    """Return what a player is told of the own account."""
    key = connections().players.key_of(found.id)
    body: Me = {"player": found.id, "name": found.name, "role": found.role, "key": key}
    return json_response(body, headers=NO_STORE)


@blueprint.put("/me/name")
def rename() -> Response:
    """Take another name."""
    caller, name = require_player(), load_with_schema(NEW_NAME, read_json_body())["name"]
    require_quota("rename", caller)
    return _own_account_response(connections().players.rename(caller, name))


@blueprint.get("/me/limits")
def limits() -> Response:
    """Show my limits."""
    caller, own = require_player(), current_limiter()
    body: OwnLimits = {"limits": [] if own is None else [*player_limit_usage(own, caller)]}
    return json_response(body, headers=NO_STORE)


@blueprint.put("/me/key")
def register_key() -> Response:
    """Register the key with which I sign."""
    caller, data = require_player(), load_with_schema(NEW_KEY, read_json_body())
    if not is_valid_key_proof(caller.id, data["public"], data["proof"]):
        signed = signed_bytes(PURPOSE, caller.id, data["public"]).decode()
        raise FALSE_KEY_PROOF(f"The proof is not the signature by this key over {signed}")
    require_quota("key", caller)
    connections().players.register_key(caller.id, data["public"], data["proof"])
    return _own_account_response(caller)


@blueprint.delete("/me/key")
def end_key() -> Response:
    """Sign no more."""
    caller = require_player()
    read_whole_body()
    require_quota("key", caller)
    connections().players.end_key(caller.id)
    return Response(status=204)


@blueprint.delete("/me")
def erase() -> Response:
    """Erase my account."""
    caller = require_player()
    read_whole_body()
    for app in apps_of_player(connections().store, caller.id):
        connections().push.subscriptions.remove_all(app.id)
    end_apps_of_player(connections().players, caller.id)
    end_grants_of_player(connections().players, caller.id)
    connections().players.erase(caller)
    connections().inboxes.forget(caller.id)
    connections().push.subscriptions.remove_all(caller.id)
    return Response(status=204)


@blueprint.post("/me/tokens")
def rotate() -> Response:
    """Get another token."""
    caller = require_player()
    data = load_with_schema(NEW_TOKEN, read_json_body())
    own, used = connections().players, token_hash(bearer_token() or "")
    old = {"this": [used], "all": own.token_hashes(caller.id), "none": []}
    with enforce_quotas(caller, "tokens", "issue"):
        others = {"code": ""} if data["revoke"] == "all" else {}
        token, expires = own.issue_token(
            caller.id, data["expires_in"], old[data["revoke"]], **others
        )
    body: Token = {"token": token, "expires_at": expires}
    return json_response(body, 201, {"Cache-Control": "no-store"})


@blueprint.delete("/me/tokens")
def revoke() -> Response:
    """End all my other tokens."""
    caller, own = require_player(), connections().players
    read_whole_body()
    used = token_hash(bearer_token() or "")
    own.revoke(caller.id, [digest for digest in own.token_hashes(caller.id) if digest != used])
    return Response(status=204)


@blueprint.post("/me/recovery-code")
def make_recovery_code() -> Response:
    """Get another recovery code."""
    caller = require_player()
    load_with_schema(EMPTY, read_json_body())
    require_quota("issue", caller)
    body: NewCode = {"recovery_code": recovery.make_code(connections().players, caller.id)}
    return json_response(body, 201, {"Cache-Control": "no-store"})


@blueprint.get("")
@takes_parameters("name")
def find() -> Response:
    """Find a player by name."""
    name = request.args.get("name")
    if not name:
        raise BAD_QUERY("name must be a player's name; upper and lower case are the same")
    found = connections().players.find_by_name(name)
    known: list[FoundPlayer] = [] if found is None else [{"player": found.id, "name": found.name}]
    body: FoundPlayers = {"players": known}
    return json_response(body)


@blueprint.get("/<player_id>")
def profile(player_id: str) -> Response:
    """Show a player."""
    found = connections().players.find(player_id)
    if found is None:
        raise UNKNOWN_PLAYER()
    played, key = (
        player_statistics(connections().models.standings, found.id),
        connections().players.key_of(found.id),
    )
    model = connections().models.player_tables
    aborted = count_aborted_tables(model, [found.id])
    body: Profile = {
        "player": found.id,
        "name": found.name,
        "key": key,
        "statistics": played,
        "aborted": aborted.players[found.id],
        "record": desertion_records(model, [found.id])[found.id],
    }
    return json_response(body)
