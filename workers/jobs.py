"""What RQ calls. Arguments are table ids only; connections are made once a process."""

from functools import cache

from events.handle import Tables
from events.store import store_at
from workers.bot_turn import play_bots
from workers.clock import enforce
from workers.queues import redis_url


@cache
def tables() -> Tables:
    """Return this process's tables."""
    return Tables(store_at(redis_url()))


def bot_turn(table: str) -> str:
    """See workers.bot_turn.play_bots."""
    return play_bots(tables(), table)


def time_out(table: str) -> str:
    """See workers.clock.enforce."""
    return enforce(tables(), table)
