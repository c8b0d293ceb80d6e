"""Deliver notices: `python -m workers push`.

All requests of a process wait in one event loop, a few to each origin, so a receiver that is slow
or dead holds up no other one, and play not at all: nothing but this process waits for receivers.
What a process that dies has begun comes back by itself, with the same id.
"""

import asyncio
import logging
import signal
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, NamedTuple

import orjson
from redis.exceptions import RedisError

from events.accounts.players import Players
from events.accounts.token_rows import ended_tokens
from events.apps.apps import PREFIX as APP
from events.apps.apps import find_app
from events.egress import Egress, EgressFailed, EgressRefused, parse_target
from events.numbers import record_metric
from events.push.audience import apps_by_player
from events.push.notices import (
    TEST,
    YOUR_TURN,
    DeliveryAttempt,
    Notice,
    NoticeQueue,
    current_readers,
)
from events.push.signing import webhook_headers
from events.push.subscriptions import (
    WEB_PUSH,
    WELL,
    PushRegistry,
    PushSubscription,
    SubscriptionState,
)
from events.push.web_push import VapidKey, encrypt_for_client, web_push_headers
from events.settings.table import EGRESS_NETWORKS, PUBLIC_URL
from events.store.connections.readiness import retry_pauses
from events.store.environment import data_folder, own_store
from events.store.streams import Store
from events.store.turns import whose_turns
from projections.accounts.news import MessageDraft, PlayerInboxes, WebhookDisabled
from workers.push.origins import MOST_SLOW, OriginLimits
from workers.push.retries import DAY, next_attempt

TICK: Final = 0.25  # seconds between looks at what is due, while requests run
IDLE: Final = 0.5  # and while none does
MOST: Final = 400  # requests at a time
assert MOST_SLOW <= MOST // 2, "slow receivers leave half of the places to others"
PROMPT: Final = 2.0  # seconds within which a receiver answers that is not slow
HELD: Final = 20_000  # milliseconds for which a notice waits while the player reads a stream
CROWDED: Final = 1_000  # milliseconds until a notice finds another place at its origin
STALE: Final = 2 * DAY
GRACE: Final = 4.0  # seconds that requests get to end when the process stops
NAMES: Final = 2 * MOST  # names that are resolved at a time: a DNS that hangs outlasts requests
UNSUBSCRIBED: Final = (404, 410)  # of a push service: the client has unsubscribed
UNWELCOME: Final = 410  # of a webhook's receiver: nothing more is to come

logger = logging.getLogger("fairdeal.push")


class Outcome(NamedTuple):
    """What came of an attempt: the status of an answer, or why there was none."""

    notice: Notice
    subscription: PushSubscription
    status: int | None
    error: str | None
    retry_after: int | None = None

    @property
    def wants_no_more(self) -> bool:
        """Say whether the receiver wants nothing any more."""
        if self.subscription.type == WEB_PUSH:
            return self.status in UNSUBSCRIBED
        return self.status == UNWELCOME


class PushSender:
    """Delivers the notices of a store."""

    def __init__(self, store: Store, egress: Egress, vapid: VapidKey, contact: str = "") -> None:
        self.store, self.egress, self.vapid, self.contact = store, egress, vapid, contact
        self.players, self.subscriptions = Players(store), PushRegistry(store)
        self.inboxes = PlayerInboxes(store)
        self.queue, self.origins = NoticeQueue(store), OriginLimits()
        self.running: set[asyncio.Task[Outcome]] = set()
        self.unsettled: list[Outcome] = []  # while the store is away
        self.is_stopping = False

    def stop(self) -> None:
        """Stop after the step it is in."""
        self.is_stopping = True

    async def run(self) -> None:
        """Deliver until asked to stop; outlast a store that is away."""
        waits = retry_pauses()
        while not self.is_stopping:
            try:
                self.start_due()
                await self.take_answers(TICK if self.running else IDLE)
                waits = retry_pauses()
            except RedisError as error:
                logger.warning("Redis does not answer, trying again: %s", error)
                await asyncio.sleep(next(waits))
        if self.running:
            await asyncio.wait(self.running, timeout=GRACE)
            await self.take_answers(0)

    async def deliver_due(self) -> None:
        """Send all that is due now, and wait for what comes of it."""
        self.start_due()
        while self.running:
            await self.take_answers(TICK)

    async def take_answers(self, seconds: float) -> None:
        """Wait a while for answers; settle what came."""
        done = set[asyncio.Task[Outcome]]()
        if self.running:
            done, self.running = await asyncio.wait(
                self.running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        else:
            await asyncio.sleep(seconds)
        self.unsettled += [one.result() for one in done]
        self.settle(self.unsettled)
        self.unsettled = []

    # ---- what is sent

    def start_due(self) -> None:
        """Begin to send what is due, as far as there is room."""
        room, now = MOST - len(self.running), self.store.now()
        claimed = self.queue.claim(now, room) if room > 0 else []
        if not claimed:
            return
        wanted = [(one.owner, one.subscription) for one in claimed]
        found = self.subscriptions.find_all(wanted)
        known = {one.id: one for one in found if one is not None}
        self.drop_ended(known)
        states = zip([*known], self.subscriptions.states([*known]), strict=True)
        disabled = {one for one, state in states if state.disabled_at is not None}
        wanted_now, dropped = list[Notice](), list[Notice]()
        for one in claimed:
            is_news = not (one.subscription in disabled or _is_stale(one, now))
            is_wanted = one.subscription in known and (one.is_requested or is_news)
            (wanted_now if is_wanted else dropped).append(one)
        self.queue.settle(done=dropped)
        self.send_wanted(wanted_now, known, now)

    def drop_ended(self, known: dict[str, PushSubscription]) -> None:
        """Take away subscriptions whose tokens have ended."""
        tokens = sorted({one.ends_with for one in known.values()} - {""})
        ended = frozenset(ended_tokens(self.store, tokens))
        for one in [one for one in known.values() if one.ends_with in ended]:
            self.subscriptions.remove(one.owner, [one.id])
            del known[one.id]

    def send_wanted(
        self, claimed: Sequence[Notice], known: dict[str, PushSubscription], now: int
    ) -> None:
        """Send of some notices those that still hold; let others wait, or drop them."""
        owners = {one.owner: self.account_of(one.owner) for one in claimed}
        players = sorted({one.player for one in claimed} | {*owners.values()} - {""})
        blocked = frozenset(["", *self.players.blocked_ids(players)])  # "": the app is gone
        readers = current_readers(self.store, players)
        passed = self.passed_turns(claimed) | self.no_longer_allowed(claimed)
        done, again = list[Notice](), list[tuple[Notice, int]]()
        for one in claimed:
            subscription, is_read = known[one.subscription], one.player in readers
            if one in passed or not {one.player, owners[one.owner]}.isdisjoint(blocked):
                done.append(one)
            elif not one.is_requested and is_read and not (one.was_held or one.attempts):
                again.append((replace(one, was_held=True), max(now, one.made_at + HELD)))
            elif not one.is_requested and is_read and one.was_held and one.kind != YOUR_TURN:
                done.append(one)  # it was seen
            elif self.origins.take(parse_target(subscription.url).origin):
                self.running.add(asyncio.ensure_future(self.send(one, subscription)))
            else:
                again.append((one, now + CROWDED))
        self.queue.settle(done, again)

    def passed_turns(self, claimed: Iterable[Notice]) -> frozenset[Notice]:
        """Return notices of turns that are over."""
        of_turns = [one for one in claimed if one.kind == YOUR_TURN and not one.is_requested]
        tables = dict.fromkeys(one.table for one in of_turns if one.table is not None)
        turns = whose_turns(self.store, tables)
        hold = {
            (table, seat.player, seat.n) for table, found in turns.items() for seat in found.seats
        }
        return frozenset(one for one in of_turns if (one.table, one.player, one.n) not in hold)

    def no_longer_allowed(self, claimed: Iterable[Notice]) -> frozenset[Notice]:
        """Return notices for apps which the players do not allow to read any more."""
        of_apps = [one for one in claimed if one.owner.startswith(APP)]
        allowed = apps_by_player(self.store, sorted({one.player for one in of_apps}))
        return frozenset(
            one for one in of_apps if one.kind != TEST and one.owner not in allowed[one.player]
        )

    async def send(self, notice: Notice, subscription: PushSubscription) -> Outcome:
        """Send a notice once; return what came of it."""
        origin, clock = parse_target(subscription.url).origin, asyncio.get_running_loop().time
        begun, status, retry_after = clock(), None, None
        try:
            body, headers = self.request_of(notice, subscription)
            answer = await self.egress.post(subscription.url, body, headers)
            status, retry_after = answer.status, answer.retry_after
            error = None if answer.is_success else f"the receiver answered {status}"
        except (EgressRefused, EgressFailed, ValueError) as why:
            error = str(why)
        finally:
            self.origins.give_back(origin, was_prompt=clock() - begun < PROMPT)
        return Outcome(notice, subscription, status, error, retry_after)

    def request_of(
        self, notice: Notice, subscription: PushSubscription
    ) -> tuple[bytes, dict[str, str]]:
        """Return body and headers of a request."""
        body, now = notice.body(), self.store.now()
        if subscription.type == WEB_PUSH:
            headers = web_push_headers(notice, subscription, self.vapid, self.contact, now)
            return encrypt_for_client(body, subscription.key, subscription.secret), headers
        return body, webhook_headers(subscription.secrets_at(now), notice.id, now, body)

    # ---- what comes of it

    def settle(self, outcomes: Sequence[Outcome]) -> None:
        """Log attempts; take out what has arrived, let the rest come again, or give it up."""
        if not outcomes:
            return
        now = self.store.now()
        ids = [one.subscription.id for one in outcomes]
        states = dict(zip(ids, self.subscriptions.states(ids), strict=True))
        done, again = list[Notice](), list[tuple[Notice, int]]()
        attempts: dict[str, list[DeliveryAttempt]] = {}
        for one in outcomes:
            self.note_outcome(one, states, now)
            is_over = states[one.subscription.id].disabled_at is not None
            next_at = None if is_over else self.next_attempt_of(one, now)
            attempts.setdefault(one.subscription.id, []).append(_attempt(one, now, next_at))
            if next_at is None:
                done.append(one.notice)
            else:
                again.append((replace(one.notice, attempts=one.notice.attempts + 1), next_at))
            record_metric("fairdeal_pushes", "failed" if one.error else "delivered")
        for subscription, own in attempts.items():
            self.queue.log(subscription, own)
        self.queue.settle(done, again)

    def next_attempt_of(self, one: Outcome, now: int) -> int | None:
        """Return when a notice is sent again; None: not any more."""
        if one.error is None:
            return None
        return next_attempt(one.notice.id, one.notice.attempts + 1, now, one.retry_after)

    def note_outcome(self, one: Outcome, states: dict[str, SubscriptionState], now: int) -> None:
        """Note of a subscription how delivering goes; end it where nobody takes anything."""
        own, state = one.subscription, states[one.subscription.id]
        if one.error is None:
            new = WELL
        else:
            since = now if state.failing_since is None else state.failing_since
            is_over = one.wants_no_more or now - since >= DAY
            new = SubscriptionState(since, now if is_over else None, one.error)
        if new == state or state.disabled_at is not None:
            return
        states[own.id] = new
        if new.disabled_at is None:
            self.subscriptions.note_state(own.id, new)
        elif own.type == WEB_PUSH:
            self.subscriptions.remove(own.owner, [own.id])
        else:
            self.notify_owner(own, one.error or "", new.disabled_at)
            self.subscriptions.note_state(own.id, new)

    def account_of(self, owner: str) -> str:
        """Return the account that has what belongs to an account or an app; empty: none has it."""
        if not owner.startswith(APP):
            return owner
        app = find_app(self.store, owner)
        return "" if app is None else app.owner

    def notify_owner(self, webhook: PushSubscription, why: str, now: int) -> None:
        """Tell the account that has a webhook, or the app with it, that it is disabled."""
        player = self.account_of(webhook.owner)
        message: WebhookDisabled = {"type": "webhook_disabled", "webhook": webhook.id, "why": why}
        draft = MessageDraft(f"{webhook.id}:webhook_disabled", now, orjson.dumps(message))
        if player:
            self.inboxes.deliver({player: [draft]})


def _is_stale(one: Notice, now: int) -> bool:
    """Say whether a notice is news no more, as after a long outage or in a restored backup."""
    return one.kind != YOUR_TURN and now - one.made_at > STALE


def _attempt(one: Outcome, now: int, next_at: int | None) -> DeliveryAttempt:
    """Return an attempt as it is logged."""
    notice = one.notice
    return DeliveryAttempt(
        notice.id, notice.kind, notice.player, notice.table, notice.tournament, notice.n,
        now, notice.attempts + 1, one.status, one.error, next_at,
    )  # fmt: skip


def main() -> None:
    """Deliver the notices of the store that the environment names until a signal comes."""
    contact = PUBLIC_URL.text if PUBLIC_URL.text.startswith("https://") else ""
    egress, vapid = Egress(EGRESS_NETWORKS.value()), VapidKey(data_folder())
    sender = PushSender(own_store(), egress, vapid, contact)
    asyncio.run(_run_until_signal(sender))


async def _run_until_signal(sender: PushSender) -> None:
    """Run until a signal comes."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(NAMES))  # as many threads as are needed
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, sender.stop)
    await sender.run()
