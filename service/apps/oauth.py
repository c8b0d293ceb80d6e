"""What the standards of OAuth lay down: forms go in, and errors have their form (RFC 6749, 5.2).

So these are no operations of the API's description; `/.well-known/oauth-authorization-server` says
where they are. We use no framework for them: Authlib 1.9 leaves to its user what is hard here,
which is to claim a code before anything is made of it, refresh tokens that notice their reuse, and
the ports of loopback addresses. In turn it has no types, takes nothing behind a proxy without TLS,
and fails with a bug where an app's redirect URI has a character that an error may not have. Our
tests use its client and its reading of the metadata.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final
from urllib.parse import parse_qsl

from flask import Blueprint, Response, request

from events.accounts.grants import SCOPES
from events.apps.app_grants import ACCESS_LIFE, AppTokens, refresh_tokens, revoke_app_token
from events.apps.apps import find_app
from events.apps.authorization_codes import exchange_code
from events.apps.device_codes import DEVICE_LIFE, INTERVAL, exchange_device_code, start_device
from events.apps.oauth_errors import OAuthError
from service.apps.consent import requested_scopes
from service.limits.admission import require_quota
from service.wire.connections import connections
from service.wire.problems import Problem
from service.wire.public_url import public_url
from service.wire.requests import json_response, read_whole_body

blueprint = Blueprint("oauth", __name__)
FORM = "application/x-www-form-urlencoded"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
MOST_FIELDS = 30
UNCACHED = {"Cache-Control": "no-store"}
View = Callable[[], Response]
Form = Mapping[str, str]


def _answers_as_oauth(view: View) -> View:
    """Let a view answer errors as OAuth has them."""

    @wraps(view)
    def answering() -> Response:
        try:
            return view()
        except OAuthError as error:
            status = 401 if error.error == "invalid_client" else 400
            return _error_answer(error.error, error.description, status)
        except Problem as problem:  # of the body, or over a quota
            answer = _error_answer("invalid_request", problem.detail, problem.status)
            if problem.retry_after is not None:
                answer.headers["Retry-After"] = str(problem.retry_after)
            return answer

    return answering


def _error_answer(error: str, description: str, status: int) -> Response:
    """Return an error as OAuth has it."""
    return json_response({"error": error, "error_description": description}, status, {**UNCACHED})


@blueprint.post("/oauth/token")
@_answers_as_oauth
def issue_tokens() -> Response:
    """Give tokens for a code or a refresh token."""
    form = _read_form()
    require_quota("exchanges", None)
    exchange = EXCHANGES.get(_required(form, "grant_type"))
    if exchange is None:
        raise OAuthError(
            "unsupported_grant_type", f"grant_type must be one of: {', '.join(EXCHANGES)}"
        )
    tokens = exchange(_client_id(form), form)
    body = {
        "access_token": tokens.access,
        "token_type": "Bearer",
        "expires_in": ACCESS_LIFE // 1000,
        "refresh_token": tokens.refresh,
        "scope": " ".join(tokens.scopes),
    }
    return json_response(body, headers={**UNCACHED})


def _by_code(app_id: str, form: Form) -> AppTokens:
    """Return tokens for an authorization code."""
    code, verifier = _required(form, "code"), _required(form, "code_verifier")
    own = connections().players
    return exchange_code(own, app_id, code, form.get("redirect_uri"), verifier)


def _by_refresh_token(app_id: str, form: Form) -> AppTokens:
    """Return tokens for a refresh token."""
    wanted = requested_scopes(form["scope"]) if "scope" in form else None
    token = _required(form, "refresh_token")
    return refresh_tokens(connections().players, app_id, token, wanted)


def _by_device_code(app_id: str, form: Form) -> AppTokens:
    """Return tokens for a device code."""
    return exchange_device_code(connections().players, app_id, _required(form, "device_code"))


EXCHANGES: Final[Mapping[str, Callable[[str, Form], AppTokens]]] = {
    "authorization_code": _by_code,
    "refresh_token": _by_refresh_token,
    DEVICE_GRANT: _by_device_code,
}


@blueprint.post("/oauth/revoke")
@_answers_as_oauth
def revoke_token() -> Response:
    """End a token of an app; a refresh token ends all that its player allowed with it."""
    form = _read_form()
    require_quota("exchanges", None)
    revoke_app_token(connections().players, _client_id(form), _required(form, "token"))
    return json_response({}, headers={**UNCACHED})


@blueprint.post("/oauth/device_authorization")
@_answers_as_oauth
def authorize_device() -> Response:
    """Give a code that a program shows its player."""
    form = _read_form()
    require_quota("devices", None)
    app_id, scopes = _client_id(form), requested_scopes(form.get("scope", ""))
    started, page = start_device(connections().store, app_id, scopes), f"{public_url()}/device"
    body = {
        "device_code": started.device_code,
        "user_code": started.user_code,
        "verification_uri": page,
        "verification_uri_complete": f"{page}?user_code={started.user_code}",
        "expires_in": DEVICE_LIFE // 1000,
        "interval": INTERVAL,
    }
    return json_response(body, headers={**UNCACHED})


@blueprint.get("/.well-known/oauth-authorization-server")
def metadata() -> Response:
    """Show where and how apps sign players in (RFC 8414)."""
    issuer = public_url()
    body: dict[str, Any] = {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/authorize",
        "token_endpoint": f"{issuer}/oauth/token",
        "revocation_endpoint": f"{issuer}/oauth/revoke",
        "device_authorization_endpoint": f"{issuer}/oauth/device_authorization",
        "scopes_supported": [*SCOPES],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [*EXCHANGES],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
    }
    return json_response(body)


def _read_form() -> dict[str, str]:
    """Return the fields of the form that is sent; those without a value count as left out."""
    raw = read_whole_body()
    if request.mimetype != FORM:
        raise OAuthError("invalid_request", f"Send the body as Content-Type: {FORM}")
    try:
        pairs = parse_qsl(raw.decode(), errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise OAuthError("invalid_request", "The body is not a form in UTF-8") from None
    found = dict(pairs)
    if len(found) < len(pairs):
        raise OAuthError("invalid_request", "Send each field of the form once")
    return found


def _required(form: Form, name: str) -> str:
    """Return a field of the form that must be there."""
    if name not in form:
        raise OAuthError("invalid_request", f"The form has no {name}")
    return form[name]


def _client_id(form: Form) -> str:
    """Return the id of the app that asks; OAuthError if there is none."""
    app_id = form.get("client_id", "")
    if find_app(connections().store, app_id) is None:
        raise OAuthError("invalid_client", "There is no app with this client_id")
    return app_id
