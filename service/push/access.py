"""Whose subscriptions a request is about: a token that is not the account's own sees its own."""

from collections.abc import Iterable

from marshmallow import ValidationError

from events.accounts.players import Player, token_hash
from events.accounts.token_rows import ended_tokens
from events.apps.apps import apps_of_player, find_app
from events.egress import EgressRefused
from events.push.subscriptions import WEBHOOK, PushSubscription
from service.wire.connections import connections
from service.wire.problems import UNKNOWN_APP, UNKNOWN_SUBSCRIPTION
from service.wire.requests import bearer_token


def ends_with(caller: Player) -> str:
    """Return with what a subscription ends that a caller makes: the token that was sent.

    An app gets another token every hour, so there it is what the player has allowed the app.
    """
    if caller.grant is not None and caller.grant.app is not None:
        return caller.grant.id
    return token_hash(bearer_token() or "")


def visible_subscriptions(caller: Player, wanted: str) -> list[PushSubscription]:
    """Return the subscriptions of a type that a caller sees, without those that have ended."""
    found = connections().push.subscriptions.of_owner(caller.id)
    own = [one for one in found if one.type == wanted and _may_see(caller, one)]
    return _still_valid(own)


def require_subscription(caller: Player, wanted: str, subscription_id: str) -> PushSubscription:
    """Return a subscription by its id, if the caller sees it."""
    found = visible_subscriptions(caller, wanted)
    for one in found + (app_webhooks(caller) if wanted == WEBHOOK else []):
        if one.id == subscription_id:
            return one
    raise UNKNOWN_SUBSCRIPTION()


def require_own_app(caller: Player, app_id: str) -> str:
    """Return the id of an app of a caller."""
    found = find_app(connections().store, app_id)
    if found is None or found.owner != caller.id:
        raise UNKNOWN_APP()
    return found.id


def app_webhooks(caller: Player) -> list[PushSubscription]:
    """Return the webhooks of a caller's apps, which need the account's own token."""
    if caller.grant is not None:
        return []
    own = connections()
    apps = [one.id for one in apps_of_player(own.store, caller.id)]
    return [one for app in own.push.subscriptions.of_owners(apps).values() for one in app]


def _may_see(caller: Player, one: PushSubscription) -> bool:
    """Say whether a caller sees a subscription of the account."""
    return caller.grant is None or one.ends_with == ends_with(caller)


def _still_valid(found: Iterable[PushSubscription]) -> list[PushSubscription]:
    """Return subscriptions whose tokens hold; the others end."""
    known, own = list(found), connections()
    tokens = sorted({one.ends_with for one in known} - {""})
    ended = ended_tokens(own.store, tokens)
    for one in [one for one in known if one.ends_with in ended]:
        own.push.subscriptions.remove(one.owner, [one.id])
    return [one for one in known if one.ends_with not in ended]


def require_public_address(field: str, url: str) -> None:
    """Refuse an address to which nothing will ever be sent; names are resolved at delivery."""
    try:
        connections().push.egress.require_allowed(url)
    except EgressRefused as error:
        raise ValidationError(str(error), field) from None
