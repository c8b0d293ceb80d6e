"""Apps: registered, listed and ended with the account's own token alone."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.apps.apps import App, apps_of_player, end_app, find_app, register_app
from service.apps.schemas import NewApp
from service.limits.admission import enforce_quotas
from service.wire.connections import connections
from service.wire.problems import UNKNOWN_APP
from service.wire.requests import (
    NO_STORE,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("apps", __name__, url_prefix="/v1/apps")
NEW_APP = NewApp()

AppId = Annotated[str, "Id of the app: the `client_id` of OAuth."]
AppName = Annotated[str, "What its owner calls the app."]


class OwnApp(TypedDict):
    """An app as its owner sees it."""

    app: AppId
    name: AppName
    redirect_uris: list[str]
    made_at: int


class OwnApps(TypedDict):
    """The apps of an account, the newest first."""

    apps: list[OwnApp]


class AppFacts(TypedDict):
    """What everybody may know of an app."""

    app: AppId
    name: AppName
    owner: Annotated[str, "Name of the player who registered it."]


@blueprint.post("")
def register_new_app() -> Response:
    """Register an app."""
    caller, data = require_player(), load_with_schema(NEW_APP, read_json_body())
    with enforce_quotas(caller, "apps"):
        made = register_app(
            connections().store, caller.id, data["name"], [*dict.fromkeys(data["redirect_uris"])]
        )
    return json_response(_own_app(made), 201, {"Location": f"/v1/apps/{made.id}", **NO_STORE})


@blueprint.get("")
def list_apps() -> Response:
    """List my apps."""
    caller = require_player()
    found = apps_of_player(connections().store, caller.id)
    body: OwnApps = {"apps": [_own_app(one) for one in found]}
    return json_response(body, headers=NO_STORE)


@blueprint.get("/<app_id>")
def show_app(app_id: str) -> Response:
    """Show an app."""
    return json_response(app_facts(require_app(app_id)))


@blueprint.delete("/<app_id>")
def end_own_app(app_id: str) -> Response:
    """End an app."""
    caller, own = require_player(), connections()
    read_whole_body()
    found = find_app(own.store, app_id)
    if found is not None and found.owner == caller.id:
        end_app(own.players, found)
        own.push.subscriptions.remove_all(found.id)
    return Response(status=204)


def require_app(app_id: str) -> App:
    """Return an app, or answer 404."""
    found = find_app(connections().store, app_id)
    if found is None:
        raise UNKNOWN_APP()
    return found


def app_facts(app: App) -> AppFacts:
    """Return what everybody may know of an app."""
    owner = connections().players.names([app.owner]).get(app.owner, "")
    return {"app": app.id, "name": app.name, "owner": owner}


def _own_app(app: App) -> OwnApp:
    """Return an app as its owner sees it."""
    return {
        "app": app.id,
        "name": app.name,
        "redirect_uris": [*app.redirect_uris],
        "made_at": app.made_at,
    }
