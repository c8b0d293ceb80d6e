"""Limits of a running app: refused and failed requests, and what `quotas` lets somebody have.

A command for a table is always judged first: the limit of refused requests can only take the place
of its refusal. All else of a caller over that limit is refused before any work. Redis is asked only
after a refusal, and for what a quota counts, so an accepted action costs no round trip more; each
process keeps in mind who is over the limit, and until when.

This uses the library under Flask-Limiter, whose own hooks (measured: 45 us, a tenth of an accepted
action) look for limits before every request.
"""

import logging
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import NamedTuple, cast
from zlib import crc32

from flask import Flask, Response, current_app, request
from limits import RateLimitItemPerSecond
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter
from limits.typing import RedisClient
from redis.exceptions import RedisError

from events.accounts.players import Player
from events.store.connections.client import connect_client
from events.store.connections.tracked_connection import uncounted_writes
from service.limits.quotas import DIRECTORS, WAIT, QuotaSize, Sizes, detail_of, read_limits
from service.limits.read_costs import ReadTimeBudget
from service.wire.connections import connections
from service.wire.current import current_request
from service.wire.errors import error_response
from service.wire.problems import TOO_MANY_REQUESTS, Problem
from service.wire.requests import bearer_token

logger = logging.getLogger("fairdeal.service")
EXTENSION = "fairdeal-limits"
CHECKS = "play.check_action"  # has a quota of its own, and is no command
# A balancer's check or a monitor must not fail for its clients' sins.
# Programs that wait for a player's answer ask for tokens again and again; that has its own quota.
FREE = {"pages.healthz", "pages.readyz", "pages.metrics", "oauth.issue_tokens"}
# Pages and the files that they load are served whatever others at the address have done.
PAGES = {"web", "api_pages", "try_api", "docs_site"}  # blueprints
START_PAGE = "pages.start"
REMEMBERED = 10_000  # callers over the limit, in one process
LOCKS = 64  # locks for what is counted before it is had


class ExhaustedLimit(NamedTuple):
    """A limit that is used up until a moment, by this process's monotonic clock."""

    size: QuotaSize
    until: float


class RefusalLimit(NamedTuple):
    """What a refusal counts for: the name of the limit, whom it counts for, and their name."""

    limit: str
    who: str
    name: str

    @property
    def key(self) -> str:
        """Return the name under which one process remembers who is over the limit."""
        return f"{self.limit} {self.name}"


class QuotaSubject(NamedTuple):
    """For whom a quota counts: the kind, the name under which that is kept, and the size."""

    who: str
    name: str
    size: QuotaSize


def install_limits(app: Flask, text: str, redis_url: str) -> None:
    """Let an app keep limits, counted in Redis over connections of their own."""
    sizes = read_limits(text)
    if sizes:
        own = app.extensions[EXTENSION] = RateLimiter(sizes, redis_url)
        app.before_request(own.check_request)
        app.after_request(own.count_refusal)


def current_limiter() -> "RateLimiter | None":
    """Return the limits of the running app, if it has some."""
    found: RateLimiter | None = current_app.extensions.get(EXTENSION)
    return found


class RateLimitStorage(RedisStorage):
    """Counts in Redis over a client of ours, which knows all kinds of addresses."""

    STORAGE_SCHEME = None  # type: ignore[assignment]  # not to be found by one of them

    def __init__(self, redis_url: str) -> None:
        self.client = connect_client(redis_url, retries=0)
        super().__init__("redis://", key_prefix="fd:limits")  # its own client is never used

    def get_connection(self, readonly: bool = False) -> RedisClient:
        """Return the client for all that is counted."""
        return cast(RedisClient, self.client)


class RateLimiter:
    """The limits of an app, who is known to be over one, and what is had in this process."""

    def __init__(self, sizes: Sizes, redis_url: str) -> None:
        self.sizes = sizes
        self.counter = FixedWindowRateLimiter(RateLimitStorage(redis_url))
        self.exhausted: OrderedDict[str, ExhaustedLimit] = OrderedDict()
        self.tally = Tally()
        share = sizes.get(("reads", "server"))
        self.reads = None if share is None else ReadTimeBudget(share.amount / 100)
        self.locks = [threading.RLock() for _ in range(LOCKS)]

    # ---- refused requests

    def check_request(self) -> Response | None:
        """Refuse who is over a limit, unless a table has to judge first."""
        if _is_command() and self.reads is not None:
            self.reads.note_play()
        if _is_registration():
            self.count("register", None)
            return None
        if not self.exhausted or _is_command() or _is_always_served():
            return None
        return self.check_known(_refusal_limit())

    def count_refusal(self, answer: Response) -> Response:
        """Count a refusal, or a bug that was found; answer 429 instead when there were too many."""
        refused = 400 <= answer.status_code <= 500 and answer.status_code != 429
        if not refused or request.endpoint in FREE:
            return answer
        try:
            limit = _refusal_limit(is_unknown=answer.status_code == 401)
            if limit[:2] not in self.sizes:
                return answer
            return self.check_known(limit) or self.note_refusal(limit) or answer
        except RedisError as error:
            logger.warning("Could not count a refused request: %s", error)
            return answer

    def check_known(self, limit: RefusalLimit) -> Response | None:
        """Return the answer to somebody who is known to be over the limit."""
        over = self.exhausted.get(limit.key)
        if over is None:
            return None
        left = over.until - time.monotonic()
        if left <= 0:
            self.exhausted.pop(limit.key, None)
            return None
        return error_response(too_many(limit.limit, limit.who, over.size, left))

    def note_refusal(self, limit: RefusalLimit) -> Response | None:
        """Count one more refusal; return the answer if that is too many."""
        size = self.sizes[limit.limit, limit.who]
        left = self.hit(limit.limit, limit.name, size)
        if left is None:
            return None
        self.exhausted[limit.key] = ExhaustedLimit(size, time.monotonic() + left)
        while len(self.exhausted) > REMEMBERED:
            self.exhausted.popitem(last=False)
        return error_response(too_many(limit.limit, limit.who, size, left))

    # ---- quotas

    def quota_subjects(
        self, name: str, caller: Player | None, app: str | None = None
    ) -> list[QuotaSubject]:
        """Return for whom a quota counts when `caller` asks; None: nobody with a token.

        `app`: the app for which somebody asks; None: the one whose token was sent, if it is one's.
        """
        if caller is None:
            names = {"address": client_address()}
        elif caller.role in DIRECTORS:
            names = {"director": f"player:{caller.id}"}
        else:
            names = {"player": f"player:{caller.id}", "address": client_address()}
        if app is None and caller is not None and caller.grant is not None:
            app = caller.grant.app
        if app is not None:
            names["app"] = f"app:{app}"
        return [
            QuotaSubject(who, key, self.sizes[name, who])
            for who, key in names.items()
            if (name, who) in self.sizes
        ]

    def count(self, name: str, caller: Player | None, app: str | None = None) -> None:
        """Count one more of a rate; TooMany if that is too many."""
        for who, key, size in self.quota_subjects(name, caller, app):
            left = self.hit(name, key, size)
            if left is not None:
                raise too_many(name, who, size, left)

    def require_room(self, name: str, caller: Player, has: Callable[[], int]) -> None:
        """Refuse who has as many as allowed already."""
        for who, _, size in self.quota_subjects(name, caller):
            if has() >= size.amount:
                raise too_many(name, who, size)

    def require_room_for_all(self, name: str, has: Callable[[], int]) -> None:
        """Refuse one more where all together have as many as allowed already."""
        size = self.sizes.get((name, "server"))
        if size is not None and has() >= size.amount:
            raise too_many(name, "server", size)

    def hit(self, name: str, who: str, size: QuotaSize) -> float | None:
        """Count one more; return for how many seconds there are too many, None if not."""
        item = _rate_limit_item(size)
        with uncounted_writes():
            if self.counter.hit(item, name, who):
                return None
        return max(self.counter.get_window_stats(item, name, who).reset_time - time.time(), 0.0)

    def used(self, name: str, who: str, size: QuotaSize) -> int:
        """Return how much of a rate is used."""
        return (
            size.amount - self.counter.get_window_stats(_rate_limit_item(size), name, who).remaining
        )

    def lock_of(self, player_id: str) -> threading.RLock:
        """Return the lock under which what a player has is counted and then grows."""
        return self.locks[crc32(player_id.encode()) % LOCKS]


class Tally:
    """How many of something are had at this moment in this process, by name and by whom."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.counts: Counter[tuple[str, str]] = Counter()

    def take(self, name: str, wanted: Sequence[QuotaSubject]) -> QuotaSubject | None:
        """Take one for all that are counted; or take none and return who has too many."""
        with self.lock:
            for one in wanted:
                if self.counts[name, one.name] >= one.size.amount:
                    return one
            self.counts.update((name, one.name) for one in wanted)
            return None

    def give_back(self, name: str, wanted: Sequence[QuotaSubject]) -> None:
        """Give one back."""
        with self.lock:
            for one in wanted:
                self.counts[name, one.name] -= 1
                if not self.counts[name, one.name]:
                    del self.counts[name, one.name]


def _rate_limit_item(size: QuotaSize) -> RateLimitItemPerSecond:
    """Return the rate that a size stands for."""
    assert size.seconds is not None, "only rates are counted over a time"
    return RateLimitItemPerSecond(size.amount, size.seconds)


def _is_command() -> bool:
    """Say whether the request is a command for a table, which the table judges."""
    request = current_request()
    at_table = "table_id" in (request.view_args or {}) and request.endpoint != CHECKS
    return at_table and request.method not in ("GET", "HEAD")


def _is_registration() -> bool:
    """Say whether the request asks for a new account."""
    request = current_request()
    return request.endpoint == "players.register" and request.method == "POST"


def _is_always_served() -> bool:
    """Say whether the request is for what nobody is refused: checks of health, pages, files."""
    endpoint = request.endpoint
    return endpoint in FREE or endpoint == START_PAGE or request.blueprint in PAGES


def _refusal_limit(*, is_unknown: bool = False) -> RefusalLimit:
    """Return what a refusal counts for: the player or a token of theirs, or else the address.

    Wrong tokens have a limit of their own, so that they shut out nobody who asks with a good one or
    with none. `is_unknown`: the token was refused, whatever this process believes of it.
    """
    token = bearer_token()
    player = connections().players.find_by_token(token) if token and not is_unknown else None
    if player is not None:
        return RefusalLimit("refused", "caller", refusal_key(player))
    if token:
        return RefusalLimit("wrong_tokens", "address", client_address())
    return RefusalLimit("refused", "caller", client_address())


def refusal_key(player: Player) -> str:
    """Return under which name the refusals of a player count.

    A program that is refused too often uses up the limit of its own token, not its player's.
    """
    return f"player:{player.id}" if player.grant is None else f"token:{player.grant.id}"


def client_address() -> str:
    """Return the address that asks; of IPv6 the network, since one client has all of it."""
    text = request.remote_addr or "unknown"
    try:
        found = ip_address(text)
    except ValueError:  # a unix socket
        return f"address:{text}"
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:  # came by IPv4 to a socket that takes both
            return f"address:{found.ipv4_mapped}"
        return f"address:{ip_network((found, 64), strict=False).network_address}"
    return f"address:{found}"


def too_many(name: str, who: str, size: QuotaSize, left: float = WAIT) -> Problem:
    """Return the refusal of a request that is one too many."""
    detail = detail_of(name, who, size)
    return TOO_MANY_REQUESTS(detail, retry_after=max(1, ceil(left)), limit=name)
