"""The devices of an account: a second one signs in by a code, a lost one is signed out."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.grants import token_id
from events.accounts.own_tokens import OwnToken, end_own_token, own_tokens
from events.accounts.players import token_hash
from events.accounts.sign_in import (
    SignInCode,
    claim_sign_in_code,
    make_sign_in_code,
    sign_in_codes,
)
from service.accounts.players import Name, PlayerId, Role, Secret
from service.accounts.schemas import SignIn
from service.limits.admission import enforce_quotas, require_quota
from service.wire.blocked_accounts import account_blocked
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.requests import (
    NO_STORE,
    bearer_token,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("devices", __name__, url_prefix="/v1")
SIGN_IN, EMPTY = SignIn(), Empty()
ONCE = {"Cache-Control": "no-store"}  # of an answer that shows a secret


class OwnTokenFacts(TypedDict):
    """A token of the account's own, without the token itself."""

    id: str
    device: Annotated[str | None, "What the device that has it is called; null: unknown."]
    made_at: Annotated[int | None, "null: unknown."]
    expires_at: Annotated[int | None, "When it ends by itself; null: never."]
    used_at: Annotated[int | None, "When it was last used, to the hour; null: unknown."]
    current: Annotated[bool, "Whether it is the token that you send."]


class OwnTokens(TypedDict):
    """The account's own tokens, the one that was used last first."""

    tokens: list[OwnTokenFacts]


class SignInCodeFacts(TypedDict):
    """A sign-in code, without the code itself."""

    id: str
    expires_at: int
    used_at: Annotated[int | None, "When a device signed in with it; null: none has."]


class SignInCodes(TypedDict):
    """The sign-in codes of the last ten minutes, the newest first."""

    codes: list[SignInCodeFacts]


class IssuedSignInCode(SignInCodeFacts):
    """A new sign-in code."""

    code: Secret


class SignedIn(TypedDict):
    """An account with a new token."""

    player: PlayerId
    name: Name
    role: Role
    token: Secret


@blueprint.get("/players/me/tokens")
def own() -> Response:
    """List the tokens of my devices."""
    caller, used = require_player(), token_id(token_hash(bearer_token() or ""))
    found = own_tokens(connections().players, caller.id)
    body: OwnTokens = {"tokens": [_own_token_facts(one, used) for one in found]}
    return json_response(body, headers=NO_STORE)


def _own_token_facts(one: OwnToken, used: str) -> OwnTokenFacts:
    """Return a token as its owner is shown it, who sends the one of the id `used`."""
    return {
        "id": one.id,
        "device": one.device,
        "made_at": one.made_at,
        "expires_at": one.expires_at,
        "used_at": one.used_at,
        "current": one.id == used,
    }


@blueprint.delete("/players/me/tokens/<token_id>")
def end(token_id: str) -> Response:
    """Sign one of my devices out."""
    caller = require_player()
    read_whole_body()
    end_own_token(connections().players, caller.id, token_id)
    return Response(status=204)


@blueprint.get("/sign-in-codes")
def codes() -> Response:
    """List my sign-in codes."""
    caller = require_player()
    found = sign_in_codes(connections().players, caller.id)
    body: SignInCodes = {"codes": [_code_facts(one) for one in found]}
    return json_response(body, headers=NO_STORE)


def _code_facts(one: SignInCode) -> SignInCodeFacts:
    """Return a code as the account that made it is shown it."""
    return {"id": one.id, "expires_at": one.expires_at, "used_at": one.used_at}


@blueprint.post("/sign-in-codes")
def make_code() -> Response:
    """Make a code that signs another device in."""
    caller = require_player()
    load_with_schema(EMPTY, read_json_body())
    with enforce_quotas(caller, "tokens", "issue"):
        code, made = make_sign_in_code(connections().players, caller.id, bearer_token() or "")
    body: IssuedSignInCode = {**_code_facts(made), "code": code}
    return json_response(body, 201, ONCE)


@blueprint.post("/sign-in")
def sign_in() -> Response:
    """Sign a device in by a code."""
    data, players = load_with_schema(SIGN_IN, read_json_body()), connections().players
    require_quota("sign_in", None)
    found = claim_sign_in_code(players, data["code"])
    if found.blocked:
        raise account_blocked(found.id)
    token, _ = players.issue_token(found.id, device=data["device"] or "")
    body: SignedIn = {
        "player": found.id,
        "name": found.name,
        "role": found.role,
        "token": token,
    }
    return json_response(body, 201, ONCE)
