"""Personal access tokens: made, listed and ended with the account's own token alone."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.grants import SCOPES
from events.accounts.personal_tokens import (
    PersonalToken,
    end_personal_token,
    make_personal_token,
    personal_tokens,
)
from games.core.type_hints.records import any_word_of
from service.accounts.players import Secret
from service.accounts.schemas import NewPersonalToken
from service.limits.admission import enforce_quotas
from service.wire.connections import connections
from service.wire.requests import (
    NO_STORE,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("tokens", __name__, url_prefix="/v1/tokens")
NEW_TOKEN = NewPersonalToken()


class PersonalTokenFacts(TypedDict):
    """A personal access token, without the token itself."""

    id: str
    name: str
    scopes: list[Annotated[str, any_word_of(*SCOPES)]]
    made_at: int
    expires_at: int
    used_at: Annotated[int | None, "When it was last used, to the minute; null: never."]


class PersonalTokens(TypedDict):
    """The personal access tokens of an account, the newest first."""

    tokens: list[PersonalTokenFacts]


class IssuedPersonalToken(PersonalTokenFacts):
    """A new personal access token."""

    token: Secret


@blueprint.get("")
def list_tokens() -> Response:
    """List my personal access tokens."""
    caller, own = require_player(), connections().players
    body: PersonalTokens = {
        "tokens": [_personal_token_facts(one) for one in personal_tokens(own, caller.id)]
    }
    return json_response(body, headers=NO_STORE)


@blueprint.post("")
def make_token() -> Response:
    """Make a personal access token."""
    caller = require_player()
    data = load_with_schema(NEW_TOKEN, read_json_body())
    scopes = [one for one in SCOPES if one in data["scopes"]]
    with enforce_quotas(caller, "tokens", "issue"):
        token, made = make_personal_token(
            connections().players, caller.id, data["name"], scopes, data["days"]
        )
    body: IssuedPersonalToken = {**_personal_token_facts(made), "token": token}
    return json_response(body, 201, {"Cache-Control": "no-store"})


@blueprint.delete("/<token_id>")
def end_token(token_id: str) -> Response:
    """End a personal access token."""
    caller = require_player()
    read_whole_body()
    end_personal_token(connections().players, caller.id, token_id)
    return Response(status=204)


def _personal_token_facts(one: PersonalToken) -> PersonalTokenFacts:
    """Return a token as its owner is shown it."""
    return {
        "id": one.id,
        "name": one.name,
        "scopes": [*one.scopes],
        "made_at": one.made_at,
        "expires_at": one.expires_at,
        "used_at": one.used_at,
    }
