"""Subscriptions: webhooks and Web Push subscriptions, beside the streams, where they can be erased.

Each belongs to the token with which it was made, and ends with it. What becomes of a subscription
while notices are delivered lies apart from what its owner has said, so neither overwrites the
other.
"""

import base64
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple

import orjson

from events.apps.apps import PREFIX as APP
from events.push.keys import (
    APPS_KEY,
    SLOT_KEY,
    STATE_KEY,
    deliveries_of,
    rows_of,
)
from events.store.streams import Store

KINDS: Final = (
    "your_turn", "table_started", "table_ended", "invitation", "tournament_round", "ruling",
)  # fmt: skip
WEBHOOK: Final = "webhook"
WEB_PUSH: Final = "web_push"
OVERLAP: Final = 86_400_000  # milliseconds for which a secret that was replaced still signs
SECRET_PREFIX: Final = "whsec_"


@dataclass(frozen=True, slots=True, kw_only=True)
class PushSubscription:
    """Where notices of an account, or of all who have allowed an app, are sent.

    Attributes:
        owner: id of the account or app.
        type: `WEBHOOK` or `WEB_PUSH`.
        kinds: the kinds of notices that are wanted.
        ends_with: hash of the token, or id of the grant, with which it ends; empty where an app
            has it.
        secret: of a webhook, that signs; of Web Push, that authenticates (`auth`).
        key: of Web Push, the public key of the client (`p256dh`).
        former: a secret that signs beside the newest until the time `former_until`.
    """

    id: str
    owner: str
    type: str
    url: str
    kinds: tuple[str, ...]
    made_at: int
    ends_with: str
    secret: str
    key: str = ""
    former: str = ""
    former_until: int = 0

    def secrets_at(self, now: int) -> tuple[str, ...]:
        """Return the secrets that sign at a time, the newest first."""
        return (self.secret, self.former) if now < self.former_until else (self.secret,)

    def with_new_secret(self, now: int) -> "PushSubscription":
        """Return a webhook with another secret; the one before signs too for a day."""
        return replace(self, secret=make_secret(), former=self.secret, former_until=now + OVERLAP)


class SubscriptionState(NamedTuple):
    """How delivering to a subscription goes.

    Attributes:
        failing_since: when the first delivery failed of which all later ones failed; None: none.
        disabled_at: when it was disabled; None: it is not.
        why: what failed last.
    """

    failing_since: int | None = None
    disabled_at: int | None = None
    why: str | None = None


WELL: Final = SubscriptionState()


def make_secret() -> str:
    """Return a new secret for signing, in the form of Standard Webhooks."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def make_subscription_id(kind: str) -> str:
    """Return a new id of a subscription of a type."""
    return ("wh_" if kind == WEBHOOK else "ps_") + secrets.token_hex(12)


class PushRegistry:
    """The subscriptions in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def keep(self, subscription: PushSubscription) -> None:
        """Keep a subscription, new or changed."""
        owner, row = subscription.owner, orjson.dumps(asdict(subscription))
        self.store.at_once(
            SLOT_KEY,
            ("HSET", rows_of(owner), subscription.id, row),
            ("SADD", SLOT_KEY, owner),
            *([("SADD", APPS_KEY, owner)] if owner.startswith(APP) else []),
        )

    def of_owner(self, owner: str) -> list[PushSubscription]:
        """Return all subscriptions of an account or an app, the newest first."""
        return self.of_owners([owner])[owner]

    def of_owners(self, owners: Sequence[str]) -> dict[str, list[PushSubscription]]:
        """Return all subscriptions of some accounts and apps, in one trip."""
        replies = (
            self.store.at_once.read(SLOT_KEY, *(("HVALS", rows_of(one)) for one in owners))
            if owners
            else []
        )
        return {
            owner: sorted(map(_parse_row, rows), key=lambda one: (-one.made_at, one.id))
            for owner, rows in zip(owners, replies, strict=True)
        }

    def find(self, owner: str, subscription_id: str) -> PushSubscription | None:
        """Return a subscription of an account or an app by its id."""
        (row,) = self.store.at_once.read(SLOT_KEY, ("HGET", rows_of(owner), subscription_id))
        return None if row is None else _parse_row(row)

    def find_all(self, wanted: Sequence[tuple[str, str]]) -> list[PushSubscription | None]:
        """Return subscriptions by owner and id, in one trip; None for those that are gone."""
        if not wanted:
            return []
        commands = [("HGET", rows_of(owner), one) for owner, one in wanted]
        rows = self.store.at_once.read(SLOT_KEY, *commands)
        return [None if row is None else _parse_row(row) for row in rows]

    def with_any(self, players: Sequence[str]) -> tuple[list[str], frozenset[str]]:
        """Return those of some accounts that have subscriptions, and all apps that have some."""
        found, apps = self.store.at_once.read(
            SLOT_KEY, ("SMISMEMBER", SLOT_KEY, *players), ("SMEMBERS", APPS_KEY)
        )
        own = [one for one, is_there in zip(players, found, strict=True) if is_there]
        return own, frozenset(one.decode() for one in apps)

    def remove(self, owner: str, ids: Iterable[str]) -> None:
        """End subscriptions of an account or an app; what waits for them is dropped."""
        if ended := list(ids):
            self.store.at_once(
                SLOT_KEY,
                ("HDEL", rows_of(owner), *ended),
                ("HDEL", STATE_KEY, *ended),
                ("DEL", *map(deliveries_of, ended)),
            )
            self._drop_empty_owner(owner)

    def remove_all(self, owner: str) -> None:
        """End all subscriptions of an account or an app."""
        self.remove(owner, [one.id for one in self.of_owner(owner)])

    def _drop_empty_owner(self, owner: str) -> None:
        """Forget an owner without subscriptions; one that subscribes meanwhile is put back."""
        (left,) = self.store.at_once(SLOT_KEY, ("EXISTS", rows_of(owner)))
        if not left:
            self.store.at_once(SLOT_KEY, ("SREM", SLOT_KEY, owner), ("SREM", APPS_KEY, owner))
            (left,) = self.store.at_once(SLOT_KEY, ("EXISTS", rows_of(owner)))
            if left:
                apps = [("SADD", APPS_KEY, owner)] if owner.startswith(APP) else []
                self.store.at_once(SLOT_KEY, ("SADD", SLOT_KEY, owner), *apps)

    # ---- how delivering goes

    def states(self, ids: Sequence[str]) -> list[SubscriptionState]:
        """Return how delivering to subscriptions goes, in one trip."""
        if not ids:
            return []
        (rows,) = self.store.at_once.read(SLOT_KEY, ("HMGET", STATE_KEY, *ids))
        return [WELL if row is None else SubscriptionState(*orjson.loads(row)) for row in rows]

    def note_state(self, subscription_id: str, state: SubscriptionState) -> None:
        """Note how delivering to a subscription goes."""
        if state == WELL:
            self.store.at_once(SLOT_KEY, ("HDEL", STATE_KEY, subscription_id))
        else:
            row = orjson.dumps([*state])
            self.store.at_once(SLOT_KEY, ("HSET", STATE_KEY, subscription_id, row))


def _parse_row(row: bytes) -> PushSubscription:
    """Return a subscription as it is stored."""
    fields: dict[str, Any] = orjson.loads(row)
    return PushSubscription(**{**fields, "kinds": tuple(fields["kinds"])})
