"""Device codes: a player types in what a program without a browser shows, and says yes or no."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.players import token_hash
from events.apps.apps import App, find_app
from events.apps.device_codes import WAITING, CodedDevice, answer_device, find_device
from service.apps.apps import AppId, AppName, app_facts
from service.apps.grants import Scopes
from service.apps.schemas import DeviceAnswer
from service.limits.admission import enforce_quotas, require_quota
from service.wire.connections import connections
from service.wire.problems import UNKNOWN_DEVICE_CODE
from service.wire.requests import (
    NO_STORE,
    bearer_token,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)

blueprint = Blueprint("device_codes", __name__, url_prefix="/v1/device-codes")
DEVICE_ANSWER = DeviceAnswer()


class DeviceFacts(TypedDict):
    """What the app that shows a code asks a player for."""

    app: AppId
    name: AppName
    owner: Annotated[str, "Name of the player who registered the app."]
    scopes: Scopes


@blueprint.get("/<user_code>")
def show_device(user_code: str) -> Response:
    """Show what the app that shows me a code asks for."""
    require_quota("consents", require_player())
    found, app = _require_device(user_code)
    if found.state != WAITING:
        raise UNKNOWN_DEVICE_CODE()
    body: DeviceFacts = {**app_facts(app), "scopes": [*found.scopes]}
    return json_response(body, headers=NO_STORE)


@blueprint.post("/<user_code>")
def answer_device_code(user_code: str) -> Response:
    """Allow the app that shows me a code what it asks for, or not."""
    caller = require_player()
    allow = load_with_schema(DEVICE_ANSWER, read_json_body())["allow"]
    with enforce_quotas(caller, *(["grants"] if allow else []), "consents"):
        found, _ = _require_device(user_code)
        if not answer_device(
            connections().store, found, caller.id, token_hash(bearer_token() or ""), allow
        ):
            raise UNKNOWN_DEVICE_CODE()  # it has another answer
    return Response(status=204)


def _require_device(user_code: str) -> tuple[CodedDevice, App]:
    """Return the program that shows a code, and its app, or answer 404."""
    found = find_device(connections().store, user_code)
    app = None if found is None else find_app(connections().store, found.app)
    if found is None or app is None:
        raise UNKNOWN_DEVICE_CODE()
    return found, app
