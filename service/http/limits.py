"""Limits: refused and failed requests of a player or an address, and accounts made from an address.

What is accepted is not counted, and a command for a table is always judged first: a limit can only
take the place of its refusal. All else of a caller over the limit is refused before any work. Redis
is asked only after a refusal, so an accepted action costs no round trip more; each process keeps in
mind who is over the limit, and until when.

This uses the library under Flask-Limiter, whose own hooks (measured: 45 us, a tenth of an accepted
action) look for limits before every request.
"""

import logging
import time
from collections import OrderedDict
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from flask import Flask, Response, request
from limits import RateLimitItem, parse
from limits.storage import RedisStorage
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from events.store.client import connect
from events.store.wire import bookkeeping
from service.http.connections import connections
from service.http.errors import answered
from service.http.problems import TooMany
from service.http.requests import bearer

logger = logging.getLogger("fairdeal.service")
NAMES = ("refused", "register")
# A balancer's check or a monitor must not fail for its clients' sins.
FREE = {"pages.healthz", "pages.readyz", "pages.metrics"}
REMEMBERED = 10_000  # callers over the limit, in one process
OFF = "off"


class Over(NamedTuple):
    """A limit that is used up until a moment, by this process's monotonic clock."""

    limit: str
    until: float


def read_limits(text: str) -> dict[str, RateLimitItem]:
    """Return the limits by name, or exit saying what is wrong with the text."""
    found: dict[str, RateLimitItem] = {}
    for part in [] if text.strip() == OFF else text.split(","):
        name, _, size = (word.strip() for word in part.partition("="))
        try:
            if name not in NAMES:
                raise ValueError(name)
            found[name] = parse(size)
        except ValueError:
            raise SystemExit(
                f"FAIRDEAL_LIMITS: `{part.strip()}` is no limit. Write `refused=240/minute,"
                f" register=100/hour`, one of both, or `{OFF}`"
            ) from None
    return found


def limit(app: Flask, text: str, redis_url: str) -> None:
    """Let an app keep limits, counted in Redis over connections of their own."""
    items = read_limits(text)
    if items:
        own = Limits(items, redis_url)
        app.before_request(own.check_request)
        app.after_request(own.count_refusal)


class Limits:
    """The limits of an app, and who is known to be over one."""

    def __init__(self, items: dict[str, RateLimitItem], redis_url: str) -> None:
        pool = connect(redis_url, retries=0).connection_pool
        uri = redis_url.replace("unix://", "redis+unix://", 1)
        self.items = items
        self.counter = FixedWindowRateLimiter(RedisStorage(uri, pool, key_prefix="fd:limits"))
        self.over: OrderedDict[str, Over] = OrderedDict()

    def check_request(self) -> Response | None:
        """Refuse who is over a limit, unless a table has to judge first."""
        if is_registration() and "register" in self.items:
            return self.hit("register", address())
        if not self.over or is_command() or request.endpoint in FREE:
            return None
        return self.check_known(caller())

    def count_refusal(self, answer: Response) -> Response:
        """Count a refusal, or a bug that was found; answer 429 instead when there were too many."""
        refused = 400 <= answer.status_code <= 500 and answer.status_code != 429
        if not refused or request.endpoint in FREE or "refused" not in self.items:
            return answer
        try:
            who = address() if answer.status_code == 401 else caller()
            return self.check_known(who) or self.hit("refused", who) or answer
        except RedisError as error:
            logger.warning("A refused request was not counted: %s", error)
            return answer

    def check_known(self, who: str) -> Response | None:
        """Return the answer to somebody who is known to be over a limit."""
        over = self.over.get(who)
        if over is None:
            return None
        left = over.until - time.monotonic()
        if left <= 0:
            self.over.pop(who, None)
            return None
        return too_many(over.limit, self.items[over.limit], left)

    def hit(self, name: str, who: str) -> Response | None:
        """Count one more for a limit; return the answer if that is too many."""
        item = self.items[name]
        with bookkeeping():
            if self.counter.hit(item, name, who):
                return None
        left = max(self.counter.get_window_stats(item, name, who).reset_time - time.time(), 0.0)
        if name == "refused":
            self.over[who] = Over(name, time.monotonic() + left)
            while len(self.over) > REMEMBERED:
                self.over.popitem(last=False)
        return too_many(name, item, left)


def is_command() -> bool:
    """Say whether the request is a command for a table, which the table judges."""
    return request.method not in ("GET", "HEAD") and "table_id" in (request.view_args or {})


def is_registration() -> bool:
    """Say whether the request asks for a new account."""
    return request.endpoint == "players.register" and request.method == "POST"


def caller() -> str:
    """Return whom a refusal counts for: the player, without a valid token the address."""
    token = bearer()
    player = connections().players.of_token(token) if token else None
    return address() if player is None else f"player:{player.id}"


def address() -> str:
    """Return the address that asks; of IPv6 the network, since one client has all of it."""
    text = request.remote_addr or "unknown"
    try:
        found = ip_address(text)
    except ValueError:  # a unix socket
        return f"address:{text}"
    if found.version == 6:
        return f"address:{ip_network((found, 64), strict=False).network_address}"
    return f"address:{found}"


DETAILS = {
    "refused": "More than {} of your requests were refused within {} seconds. What the rules of a"
    " table allow is still accepted there; wait with everything else",
    "register": "More than {} accounts were asked for from your address within {} seconds; wait",
}


def too_many(name: str, item: RateLimitItem, left: float) -> Response:
    """Return the answer to a request that is one too many."""
    return answered(TooMany(DETAILS[name].format(item.amount, item.get_expiry()), name, left))
