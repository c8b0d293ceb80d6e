"""Authorizations: an app asks a player, who says yes or no with the account's own token.

The page `/authorize` of the web client asks here what it shows, and sends the answer here. What is
wrong with the app or with the address to return to is a problem for the page to show: a request
that names neither rightly leads nowhere. All other errors go back to the app (RFC 6749, 4.1.2.1).
"""

from collections.abc import Mapping
from typing import Annotated, TypedDict
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from events.accounts.players import token_hash
from events.apps.apps import App
from events.apps.authorization_codes import CHALLENGE, Consent, write_code
from events.apps.oauth_errors import OAuthError
from events.apps.redirects import is_registered_redirect, with_parameters
from service.apps.apps import AppId, AppName, app_facts, require_app
from service.apps.consent import requested_scopes
from service.apps.grants import Scopes
from service.apps.schemas import LONGEST_PARAMETER, NewAuthorization
from service.limits.admission import enforce_quotas
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY, BAD_REDIRECT
from service.wire.public_url import public_url
from service.wire.queries import takes_parameters
from service.wire.requests import (
    NO_STORE,
    bearer_token,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)

blueprint = Blueprint("authorizations", __name__, url_prefix="/v1/authorizations")
NEW_AUTHORIZATION = NewAuthorization()
PARAMETERS = (
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge",
    "code_challenge_method",
)  # fmt: skip


class AuthorizationFacts(TypedDict):
    """What an app asks a player for; `scopes` are empty where it asked wrongly."""

    app: AppId
    name: AppName
    owner: Annotated[str, "Name of the player who registered the app."]
    scopes: Scopes
    redirect_to: Annotated[
        str | None, "Leads back to the app, which asked wrongly; null: ask the player."
    ]


class AnsweredAuthorization(TypedDict):
    """Where the player's answer goes."""

    redirect_to: Annotated[str, "Leads back to the app, with a code or an error."]


@blueprint.get("")
@takes_parameters(*PARAMETERS, overlooks_others=True)  # RFC 6749, section 3.1
def show_authorization() -> Response:
    """Show what an app asks me for."""
    require_player()
    sent = _sent_parameters()
    app, scopes, redirect_to = _returnable_app(sent), list[str](), None
    try:
        scopes = _checked_scopes(sent)
    except OAuthError as error:
        redirect_to = _return_address(sent, error)
    body: AuthorizationFacts = {**app_facts(app), "scopes": scopes, "redirect_to": redirect_to}
    return json_response(body, headers=NO_STORE)


@blueprint.post("")
def answer_authorization() -> Response:
    """Allow an app what it asks for, or not."""
    caller = require_player()
    sent = load_with_schema(NEW_AUTHORIZATION, read_json_body())
    app = _returnable_app(sent)
    try:
        scopes = _checked_scopes(sent)
        if not sent["allow"]:
            raise OAuthError("access_denied", "The player has not allowed it")
    except OAuthError as error:
        body: AnsweredAuthorization = {"redirect_to": _return_address(sent, error)}
        return json_response(body, headers=NO_STORE)
    with enforce_quotas(caller, "grants", "consents", app=app.id):
        by, uri = token_hash(bearer_token() or ""), sent["redirect_uri"]
        consent = Consent(app.id, caller.id, by, uri, scopes, sent["code_challenge"])
        code = write_code(connections().players, consent)
    return json_response({"redirect_to": _return_address(sent, {"code": code})}, headers=NO_STORE)


def _sent_parameters() -> dict[str, str]:
    """Return the parameters of the query string, empty where one was not sent."""
    found = {name: request.args.get(name, "") for name in PARAMETERS}
    for name, value in found.items():
        if len(value) > LONGEST_PARAMETER:
            raise BAD_QUERY(f"{name} takes at most {LONGEST_PARAMETER} characters")
    return found


def _returnable_app(sent: Mapping[str, str]) -> App:
    """Return the app that asks, if the address to return to is one of its own."""
    app = require_app(sent["client_id"])
    if not is_registered_redirect(app.redirect_uris, sent["redirect_uri"]):
        raise BAD_REDIRECT()
    return app


def _checked_scopes(sent: Mapping[str, str]) -> list[str]:
    """Return the scopes that an app asks for; OAuthError if it asks wrongly."""
    if sent["response_type"] != "code":
        raise OAuthError("unsupported_response_type", "response_type must be code")
    if sent["code_challenge_method"] != "S256" or not CHALLENGE.fullmatch(sent["code_challenge"]):
        raise OAuthError(
            "invalid_request", "PKCE is required: send code_challenge, with the method S256"
        )
    return requested_scopes(sent["scope"])


def _return_address(sent: Mapping[str, str], answer: Mapping[str, str] | OAuthError) -> str:
    """Return where the player goes back to the app with an answer.

    `iss` says who answers (RFC 9207), so an app that knows several servers confuses none.
    """
    if isinstance(answer, OAuthError):
        answer = {"error": answer.error, "error_description": answer.description}
    state = {"state": sent["state"]} if sent["state"] else {}
    return with_parameters(
        sent["redirect_uri"], urlencode({**answer, **state, "iss": public_url()})
    )
