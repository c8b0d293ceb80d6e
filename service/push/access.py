"""Whose subscriptions a request is about: a token that is not the account's own sees its own."""

from collections.abc import Iterable

from marshmallow import ValidationError

from events.accounts.players import Player, token_hash
from events.egress import EgressRefused
from events.push.subscriptions import PushSubscription
from service.wire.connections import connections
from service.wire.problems import UNKNOWN_SUBSCRIPTION
from service.wire.requests import bearer_token


def ends_with() -> str:
    """Return with what a subscription ends that is made now: the token that was sent."""
    return token_hash(bearer_token() or "")


def visible_subscriptions(caller: Player, wanted: str) -> list[PushSubscription]:
    """Return the subscriptions of a type that a caller sees, without those that have ended."""
    found = connections().push.subscriptions.of_owner(caller.id)
    own = [one for one in found if one.type == wanted and _may_see(caller, one)]
    return _still_valid(own)


def require_subscription(caller: Player, wanted: str, subscription_id: str) -> PushSubscription:
    """Return a subscription by its id, if the caller sees it."""
    for one in visible_subscriptions(caller, wanted):
        if one.id == subscription_id:
            return one
    raise UNKNOWN_SUBSCRIPTION()


def _may_see(caller: Player, one: PushSubscription) -> bool:
    """Say whether a caller sees a subscription of the account."""
    return caller.grant is None or one.ends_with == ends_with()


def _still_valid(found: Iterable[PushSubscription]) -> list[PushSubscription]:
    """Return subscriptions whose tokens hold; the others end."""
    known, own = list(found), connections()
    ended = own.players.ended_tokens(sorted({one.ends_with for one in known}))
    for one in [one for one in known if one.ends_with in ended]:
        own.push.subscriptions.remove(one.owner, [one.id])
    return [one for one in known if one.ends_with not in ended]


def require_public_address(field: str, url: str) -> None:
    """Refuse an address to which nothing will ever be sent; names are resolved at delivery."""
    try:
        connections().push.egress.require_allowed(url)
    except EgressRefused as error:
        raise ValidationError(str(error), field) from None
