"""Web Push subscriptions of an account: messages to browsers and UnifiedPush apps that sleep."""

from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.push.subscriptions import (
    KINDS,
    WEB_PUSH,
    PushSubscription,
    make_subscription_id,
)
from games.core.type_hints.records import any_word_of
from service.limits.admission import enforce_quotas
from service.push.access import ends_with, require_public_address, visible_subscriptions
from service.push.schemas import NewPushSubscription
from service.wire.connections import connections
from service.wire.requests import (
    NO_STORE,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("web_push", __name__, url_prefix="/v1/push-subscriptions")
NEW_SUBSCRIPTION = NewPushSubscription()


class PushSubscriptionFacts(TypedDict):
    """A Web Push subscription, without its keys."""

    id: str
    endpoint: str
    kinds: list[Annotated[str, any_word_of(*KINDS)]]
    made_at: int


class PushSubscriptions(TypedDict):
    """The Web Push subscriptions of an account, the newest first, and the key to subscribe with."""

    subscriptions: list[PushSubscriptionFacts]
    public_key: Annotated[str, "`applicationServerKey` of this server (VAPID), as base64url."]


@blueprint.post("")
def subscribe_to_push() -> Response:
    """Subscribe to Web Push."""
    caller, own = require_player(), connections()
    data = load_with_schema(NEW_SUBSCRIPTION, read_json_body())
    require_public_address("endpoint", data["endpoint"])
    with enforce_quotas(caller, "subscriptions", "push"):
        known = visible_subscriptions(caller, WEB_PUSH)
        same = [one for one in known if one.url == data["endpoint"]]
        made = PushSubscription(
            id=same[0].id if same else make_subscription_id(WEB_PUSH),
            owner=caller.id,
            type=WEB_PUSH,
            url=data["endpoint"],
            kinds=tuple(one for one in KINDS if one in data["kinds"]),
            made_at=own.store.now(),
            ends_with=ends_with(caller),
            secret=data["keys"]["auth"],
            key=data["keys"]["p256dh"],
        )
        own.push.subscriptions.keep(made)
    return json_response(_subscription_facts(made), 201, NO_STORE)


@blueprint.get("")
def list_push_subscriptions() -> Response:
    """List my Web Push subscriptions."""
    found = visible_subscriptions(require_player(), WEB_PUSH)
    body: PushSubscriptions = {
        "subscriptions": [*map(_subscription_facts, found)],
        "public_key": connections().push.vapid.public,
    }
    return json_response(body, headers=NO_STORE)


@blueprint.delete("/<subscription_id>")
def end_push_subscription(subscription_id: str) -> Response:
    """Unsubscribe from Web Push."""
    caller = require_player()
    read_whole_body()
    for one in visible_subscriptions(caller, WEB_PUSH):
        if one.id == subscription_id:
            connections().push.subscriptions.remove(caller.id, [one.id])
    return Response(status=204)


def _subscription_facts(one: PushSubscription) -> PushSubscriptionFacts:
    """Return a subscription as its owner is shown it."""
    return {"id": one.id, "endpoint": one.url, "kinds": [*one.kinds], "made_at": one.made_at}
