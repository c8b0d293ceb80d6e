"""Notices that wait to be delivered: in an index by the time at which they are due.

They are put in before the message is written from which they follow, and taken out when a receiver
has them: so none is lost, and one that is sent twice has the same id.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from events.push.keys import DUE_KEY, PENDING_KEY, READING_KEY, SLOT_KEY, deliveries_of
from events.push.subscriptions import PushSubscription
from events.store.connections.tracked_connection import uncounted_writes
from events.store.streams import Store

HERE = Path(__file__).parent
LEASE: Final = 30_000  # milliseconds until a lost claim comes back: more than an attempt takes
MOST_DELIVERIES: Final = 100  # attempts that are kept of a subscription
LOG_RETENTION: Final = 8 * 86_400_000  # milliseconds for which they are
READING: Final = 20_000  # milliseconds for which a stream counts as open that was seen open
MOST_WAITING: Final = 100_000  # notices, where nobody delivers them: then the oldest are dropped
YOUR_TURN: Final = "your_turn"
TEST: Final = "test"
KIND_OF_MESSAGE: Final = {  # kind of notice by the type of an account's message
    "your_turn": YOUR_TURN, "started": "table_started", "ended": "table_ended",
    "adjourned": "table_ended", "invited": "invitation", "rematch": "invitation",
    "tournament": "tournament_round", "dispute_ruled": "ruling",
}  # fmt: skip
OF_ROUNDS: Final = (
    "table",
    "round_ended",
    "announced",
    "closed",
)  # news of tournaments that are told


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A notice for a player by a subscription.

    Attributes:
        name: under which it waits; a newer turn at a table has the name of the older one.
        n: number of the event of the table, of its disputes, or of the tournament.
        made_at: when it was put in, in milliseconds.
        attempts: that have failed.
        was_held: it has waited, since a stream of the player was read.
        is_requested: it is a test, or sent once more: then it is sent whatever has come of it.
    """

    name: str
    id: str
    owner: str
    subscription: str
    player: str
    kind: str
    n: int
    table: str | None
    tournament: str | None
    deadline: int | None
    made_at: int
    attempts: int = 0
    was_held: bool = False
    is_requested: bool = False

    def body(self) -> bytes:
        """Return what is sent: no cards, nothing that is hidden from anybody."""
        return orjson.dumps(
            {
                "kind": self.kind,
                "player": self.player,
                "table": self.table,
                "tournament": self.tournament,
                "n": self.n,
            }
        )


class DeliveryAttempt(NamedTuple):
    """An attempt to deliver a notice, as it is logged.

    Attributes:
        attempt: 1 for the first.
        status: of the answer; None: there was none.
        error: why it failed; None: it did not.
        next_at: when it is tried again; None: not.
    """

    delivery: str
    kind: str
    player: str
    table: str | None
    tournament: str | None
    n: int
    at: int
    attempt: int
    status: int | None
    error: str | None
    next_at: int | None


def make_notice(
    subscription: PushSubscription, player: str, message: Mapping[str, Any], now: int
) -> Notice | None:
    """Return the notice of an account's message; None where the subscription wants none."""
    kind = KIND_OF_MESSAGE.get(message["type"])
    if kind not in subscription.kinds:
        return None
    if message["type"] == "tournament" and message["what"] not in OF_ROUNDS:
        return None
    return _new_notice(subscription, player, kind, message, now)


def make_test_notice(subscription: PushSubscription, player: str, now: int) -> Notice:
    """Return a notice that tells of nothing, to see whether it arrives."""
    return replace(_new_notice(subscription, player, TEST, {"n": now}, now), is_requested=True)


def replay_notice(subscription: PushSubscription, attempt: DeliveryAttempt, now: int) -> Notice:
    """Return the notice of a logged attempt once more, with its id."""
    message = {"table": attempt.table, "tournament": attempt.tournament, "n": attempt.n}
    made = _new_notice(subscription, attempt.player, attempt.kind, message, now)
    return replace(made, id=attempt.delivery, name=f"{made.name}|again", is_requested=True)


def _new_notice(
    subscription: PushSubscription, player: str, kind: str, message: Mapping[str, Any], now: int
) -> Notice:
    """Return a notice whose id follows from what it tells and whom."""
    table, tournament, n = message.get("table"), message.get("tournament"), message["n"]
    subject = tournament or message.get("dispute") or table or ""
    words = (subscription.id, player, subject, kind, str(n))
    name = "|".join(words[:-1] if kind == YOUR_TURN else words)
    return Notice(
        name=name,
        id="msg_" + hashlib.sha256("|".join(words).encode()).hexdigest()[:32],
        owner=subscription.owner,
        subscription=subscription.id,
        player=player,
        kind=kind,
        n=n,
        table=table,
        tournament=tournament,
        deadline=message.get("deadline"),
        made_at=now,
    )


class NoticeQueue:
    """The notices of a store that wait, and the log of attempts to deliver them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.enqueue_script = store.redis.register_script((HERE / "enqueue.lua").read_text())
        self.claim_script = store.redis.register_script((HERE / "claim.lua").read_text())
        self.settle_script = store.redis.register_script((HERE / "settle.lua").read_text())

    def put(self, notices: Iterable[Notice]) -> None:
        """Put in notices to be sent at once; each once, however often it is put in."""
        words = [word for one in notices for word in (*_stored_notice(one), one.made_at)]
        if words:
            self.enqueue_script(keys=[DUE_KEY, PENDING_KEY], args=[MOST_WAITING, *words])

    def claim(self, now: int, most: int) -> list[Notice]:
        """Return notices that are due, to be delivered by the caller alone for a while."""
        raw: Any = self.claim_script(keys=[DUE_KEY, PENDING_KEY], args=[now, LEASE, most])
        return [
            Notice(name=name.decode(), **orjson.loads(text.partition(b" ")[2]))
            for name, text in zip(raw[::2], raw[1::2], strict=True)
        ]

    def settle(self, done: Iterable[Notice] = (), again: Iterable[tuple[Notice, int]] = ()) -> None:
        """Take out notices that are done with, and let others come again at a time."""
        words: list[Any] = [word for one in done for word in (one.name, one.n, "", 0)]
        words += [word for one, at in again for word in (*_stored_notice(one), at)]
        if words:
            self.settle_script(keys=[DUE_KEY, PENDING_KEY], args=words)

    def waiting(self) -> int:
        """Return how many notices wait."""
        (waiting,) = self.store.at_once.read(SLOT_KEY, ("ZCARD", DUE_KEY))
        return int(waiting)

    def milliseconds_late(self, now: int) -> int:
        """Return for how long the notice is due that nobody has looked at for longest."""
        (oldest,) = self.store.at_once.read(SLOT_KEY, ("ZRANGE", DUE_KEY, 0, 0, "WITHSCORES"))
        return max(0, now - int(float(oldest[1]))) if oldest else 0

    # ---- the log of attempts

    def log(self, subscription_id: str, attempts: Sequence[DeliveryAttempt]) -> None:
        """Log attempts to deliver to a subscription, the oldest first."""
        key = deliveries_of(subscription_id)
        self.store.at_once(
            SLOT_KEY,
            ("LPUSH", key, *(orjson.dumps([*one]) for one in attempts)),
            ("LTRIM", key, 0, MOST_DELIVERIES - 1),
            ("PEXPIRE", key, LOG_RETENTION),
        )

    def attempts(self, subscription_id: str) -> list[DeliveryAttempt]:
        """Return the logged attempts to deliver to a subscription, the newest first."""
        (rows,) = self.store.at_once.read(
            SLOT_KEY, ("LRANGE", deliveries_of(subscription_id), 0, -1)
        )
        return [DeliveryAttempt(*orjson.loads(row)) for row in rows]


def _stored_notice(one: Notice) -> tuple[str, int, bytes]:
    """Return name, n and text of a notice."""
    fields = asdict(one)
    del fields["name"]
    return one.name, one.n, orjson.dumps(fields)


# ---- who reads a stream


def note_readers(store: Store, players: Sequence[str]) -> None:
    """Note that players have open streams; of each the time is kept for seconds, and told nobody.

    It says only whether a notice can wait, and it is noted of those too who hide their presence.
    """
    now = store.now()
    times = [word for one in players for word in (now, one)]
    with uncounted_writes():
        store.at_once(
            SLOT_KEY,
            ("ZADD", READING_KEY, "GT", *times),
            ("ZREMRANGEBYSCORE", READING_KEY, "-inf", now - READING),
        )


def current_readers(store: Store, players: Sequence[str]) -> frozenset[str]:
    """Return those of some players who have open streams, in one trip."""
    if not players:
        return frozenset()
    (times,) = store.at_once.read(SLOT_KEY, ("ZMSCORE", READING_KEY, *players))
    since = store.now() - READING
    found = zip(players, times, strict=True)
    return frozenset(one for one, time in found if time is not None and float(time) > since)
