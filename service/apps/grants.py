"""Grants: what a player has allowed apps, seen and ended with the account's own token alone."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.grants import SCOPES
from events.apps.app_grants import end_grant, grants_of_player
from games.core.type_hints.records import any_word_of
from service.apps.apps import AppId, AppName
from service.wire.connections import connections
from service.wire.requests import NO_STORE, json_response, read_whole_body, require_player

blueprint = Blueprint("grants", __name__, url_prefix="/v1/grants")

Scopes = list[Annotated[str, any_word_of(*SCOPES)]]


class GrantFacts(TypedDict):
    """What a player has allowed an app."""

    grant: Annotated[str, "Id of the grant."]
    app: AppId
    name: AppName
    scopes: Scopes
    made_at: int
    used_at: Annotated[int | None, "When the app last used it, to the minute; null: never."]


class OwnGrants(TypedDict):
    """What a player has allowed apps, the newest first."""

    grants: list[GrantFacts]


@blueprint.get("")
def list_grants() -> Response:
    """List what I have allowed apps."""
    caller = require_player()
    found: list[GrantFacts] = [
        {
            "grant": one.id,
            "app": one.app,
            "name": one.app_name,
            "scopes": [*one.scopes],
            "made_at": one.made_at,
            "used_at": one.used_at,
        }
        for one in grants_of_player(connections().players, caller.id)
    ]
    body: OwnGrants = {"grants": found}
    return json_response(body, headers=NO_STORE)


@blueprint.delete("/<grant_id>")
def end_own_grant(grant_id: str) -> Response:
    """End what I have allowed an app."""
    caller = require_player()
    read_whole_body()
    end_grant(connections().players, caller.id, grant_id)
    return Response(status=204)
