"""Webhooks of an account: signed messages to an address of one's own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.players import Player
from events.push.notices import (
    TEST,
    DeliveryAttempt,
    make_test_notice,
    replay_notice,
)
from events.push.subscriptions import (
    KINDS,
    OVERLAP,
    WEBHOOK,
    WELL,
    PushSubscription,
    SubscriptionState,
    make_secret,
    make_subscription_id,
)
from games.core.type_hints.records import any_word_of
from service.limits.admission import enforce_quotas, require_quota
from service.push.access import (
    app_webhooks,
    ends_with,
    require_own_app,
    require_public_address,
    require_subscription,
    visible_subscriptions,
)
from service.push.schemas import ChangedWebhook, NewWebhook
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import UNKNOWN_DELIVERY
from service.wire.requests import (
    NO_STORE,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks")
of_app = Blueprint("app_webhooks", __name__, url_prefix="/v1/apps/<app_id>")
NEW_WEBHOOK, CHANGED_WEBHOOK, EMPTY = NewWebhook(), ChangedWebhook(), Empty()
DISABLED = "its owner has disabled it"
assert OVERLAP == 24 * 3_600_000, "the description says so"


class WebhookFacts(TypedDict):
    """A webhook, without its secret."""

    id: str
    url: str
    kinds: list[Annotated[str, any_word_of(*KINDS)]]
    made_at: int
    failing_since: Annotated[int | None, "Since when every delivery fails; null: none does."]
    disabled_at: Annotated[int | None, "When it was disabled; null: it is enabled."]
    why: Annotated[str | None, "Why the last delivery failed, or it was disabled."]


class Webhooks(TypedDict):
    """The webhooks of an account, the newest first."""

    webhooks: list[WebhookFacts]


class MadeWebhook(WebhookFacts):
    """A new webhook."""

    secret: Annotated[str, "With it you verify signatures. Only this answer shows it."]


class WebhookSecret(TypedDict):
    """Another secret of a webhook."""

    secret: str
    former_until: Annotated[int, "Until when the secret before signs, too."]


class SentDelivery(TypedDict):
    """A delivery that is on its way."""

    delivery: Annotated[str, "Its id, as in the header `webhook-id`."]


class Delivery(TypedDict):
    """An attempt to deliver a notice."""

    delivery: Annotated[str, "Id of the delivery, the same in all attempts."]
    kind: Annotated[str, any_word_of(*KINDS, TEST)]
    player: Annotated[str, "Id of the player."]
    table: str | None
    tournament: str | None
    n: int
    at: int
    attempt: Annotated[int, "1 for the first."]
    status: Annotated[int | None, "Status of the answer; null: there was none."]
    error: Annotated[str | None, "Why it failed; null: it did not."]
    next_at: Annotated[int | None, "When it is tried again; null: not."]


class Deliveries(TypedDict):
    """The latest attempts to deliver, the newest first."""

    deliveries: list[Delivery]


@blueprint.post("")
def make_webhook() -> Response:
    """Make a webhook."""
    caller = require_player()
    return _make_webhook(caller, caller.id, ends_with(caller))


@blueprint.get("")
def list_webhooks() -> Response:
    """List my webhooks."""
    return _webhooks_response(visible_subscriptions(require_player(), WEBHOOK))


@of_app.post("/webhooks")
def make_app_webhook(app_id: str) -> Response:
    """Make a webhook of an app."""
    caller = require_player()
    return _make_webhook(caller, require_own_app(caller, app_id), "")


@of_app.get("/webhooks")
def list_app_webhooks(app_id: str) -> Response:
    """List the webhooks of an app."""
    app = require_own_app(require_player(), app_id)
    return _webhooks_response(connections().push.subscriptions.of_owner(app))


@blueprint.get("/<webhook_id>")
def show_webhook(webhook_id: str) -> Response:
    """Show a webhook."""
    return _webhook_response(require_subscription(require_player(), WEBHOOK, webhook_id))


@blueprint.patch("/<webhook_id>")
def change_webhook(webhook_id: str) -> Response:
    """Change a webhook."""
    caller, own = require_player(), connections()
    data = load_with_schema(CHANGED_WEBHOOK, read_json_body())
    known = require_subscription(caller, WEBHOOK, webhook_id)
    if "url" in data:
        require_public_address("url", data["url"])
    require_quota("push", caller)
    url, kinds = data.get("url", known.url), _known_kinds(data.get("kinds", known.kinds))
    changed = replace(known, url=url, kinds=kinds)
    own.push.subscriptions.keep(changed)
    if data.get("enabled") is True:
        own.push.subscriptions.note_state(known.id, WELL)
    elif data.get("enabled") is False:
        state = SubscriptionState(None, own.store.now(), DISABLED)
        own.push.subscriptions.note_state(known.id, state)
    return _webhook_response(changed)


@blueprint.delete("/<webhook_id>")
def end_webhook(webhook_id: str) -> Response:
    """End a webhook."""
    caller = require_player()
    read_whole_body()
    for one in visible_subscriptions(caller, WEBHOOK) + app_webhooks(caller):
        if one.id == webhook_id:
            connections().push.subscriptions.remove(one.owner, [one.id])
    return Response(status=204)


@blueprint.post("/<webhook_id>/test")
def test_webhook(webhook_id: str) -> Response:
    """Send a test message."""
    caller, own = require_player(), connections()
    load_with_schema(EMPTY, read_json_body())
    known = require_subscription(caller, WEBHOOK, webhook_id)
    require_quota("push", caller)
    notice = make_test_notice(known, caller.id, own.store.now())
    own.push.queue.put([notice])
    body: SentDelivery = {"delivery": notice.id}
    return json_response(body, 202, NO_STORE)


@blueprint.post("/<webhook_id>/secret")
def rotate_webhook_secret(webhook_id: str) -> Response:
    """Replace the secret of a webhook."""
    caller, own = require_player(), connections()
    load_with_schema(EMPTY, read_json_body())
    known = require_subscription(caller, WEBHOOK, webhook_id)
    require_quota("push", caller)
    changed = known.with_new_secret(own.store.now())
    own.push.subscriptions.keep(changed)
    body: WebhookSecret = {"secret": changed.secret, "former_until": changed.former_until}
    return json_response(body, 201, {"Cache-Control": "no-store"})


@blueprint.get("/<webhook_id>/deliveries")
def list_deliveries(webhook_id: str) -> Response:
    """List the latest deliveries of a webhook."""
    known = require_subscription(require_player(), WEBHOOK, webhook_id)
    attempts = connections().push.queue.attempts(known.id)
    body: Deliveries = {"deliveries": [*map(_delivery_facts, attempts)]}
    return json_response(body, headers=NO_STORE)


@blueprint.post("/<webhook_id>/deliveries/<delivery_id>/replay")
def replay_delivery(webhook_id: str, delivery_id: str) -> Response:
    """Send a message again."""
    caller, own = require_player(), connections()
    load_with_schema(EMPTY, read_json_body())
    known = require_subscription(caller, WEBHOOK, webhook_id)
    for attempt in own.push.queue.attempts(known.id):
        if attempt.delivery == delivery_id:
            require_quota("push", caller)
            own.push.queue.put([replay_notice(known, attempt, own.store.now())])
            body: SentDelivery = {"delivery": delivery_id}
            return json_response(body, 202, NO_STORE)
    raise UNKNOWN_DELIVERY()


def _make_webhook(caller: Player, owner: str, until: str) -> Response:
    """Make the webhook of an account or an app; `until`: with what it ends."""
    own, data = connections(), load_with_schema(NEW_WEBHOOK, read_json_body())
    require_public_address("url", data["url"])
    with enforce_quotas(caller, "subscriptions", "push"):
        made = PushSubscription(
            id=make_subscription_id(WEBHOOK),
            owner=owner,
            type=WEBHOOK,
            url=data["url"],
            kinds=_known_kinds(data["kinds"]),
            made_at=own.store.now(),
            ends_with=until,
            secret=make_secret(),
        )
        own.push.subscriptions.keep(made)
    body: MadeWebhook = {**_webhook_facts(made, WELL), "secret": made.secret}
    headers = {"Cache-Control": "no-store", "Location": f"/v1/webhooks/{made.id}"}
    return json_response(body, 201, headers)


def _webhooks_response(found: Sequence[PushSubscription]) -> Response:
    """Return webhooks as they are now."""
    states = connections().push.subscriptions.states([one.id for one in found])
    body: Webhooks = {"webhooks": [*map(_webhook_facts, found, states)]}
    return json_response(body, headers=NO_STORE)


def _known_kinds(wanted: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return kinds in their order, each once."""
    return tuple(one for one in KINDS if one in wanted)


def _webhook_response(one: PushSubscription) -> Response:
    """Return a webhook as it is now."""
    (state,) = connections().push.subscriptions.states([one.id])
    return json_response(_webhook_facts(one, state), headers=NO_STORE)


def _webhook_facts(one: PushSubscription, state: SubscriptionState) -> WebhookFacts:
    """Return a webhook as its owner is shown it."""
    return {
        "id": one.id,
        "url": one.url,
        "kinds": [*one.kinds],
        "made_at": one.made_at,
        "failing_since": state.failing_since,
        "disabled_at": state.disabled_at,
        "why": state.why,
    }


def _delivery_facts(one: DeliveryAttempt) -> Delivery:
    """Return an attempt as it is shown."""
    return {
        "delivery": one.delivery,
        "kind": one.kind,
        "player": one.player,
        "table": one.table,
        "tournament": one.tournament,
        "n": one.n,
        "at": one.at,
        "attempt": one.attempt,
        "status": one.status,
        "error": one.error,
        "next_at": one.next_at,
    }
