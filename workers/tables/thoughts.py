"""What a bot that thinks has found: kept beside its table until the bot may act (rule T25)."""

import time
from typing import Any, Final, NamedTuple

import orjson
from redis.exceptions import RedisError

from events.numbers import record_metric
from events.record.codec import ACTION_NAMES
from events.store.streams import Store
from games.core.bots import Budget
from games.core.contract import Seat
from games.core.type_hints.values import read_action, to_json
from games.table import Table
from games.table.bots import bot_in, choose_for_seat, report_of, seed_of
from workers.tables.memory import HandEventCache

CAP: Final = 0.5  # seconds of processor time a move
THOUGHT_TTL: Final = 180_000  # milliseconds; three times the slowest pace
BUSY: Final = 10_000  # the same; longer than a thought takes, and less than until one is missed
RECENT: Final = 8  # searches whose times are known
RECENT_TTL: Final = 600_000  # milliseconds; an older search was made under another load


class Thought(NamedTuple):
    """The move of a seat, how its bot says that it found it, and when it may be known at first."""

    seat: Seat
    action: Any
    report: dict[str, Any]
    ready_at: int = 0  # milliseconds

    def is_searched(self) -> bool:
        """Say whether a search to its end, or to that of its time, has found it."""
        return self.report["playouts"] > 0 and "failed" not in self.report


class SearchTimeLimit:
    """Says whether another world fits into the time of a move, if it takes as long as the last."""

    def __init__(self, store: Store, until: int, cap: float = CAP) -> None:
        self.store, self.until = store, until  # milliseconds
        self.last = time.thread_time()
        self.end = self.last + cap

    def __call__(self) -> bool:
        """Say so, between worlds."""
        now = time.thread_time()
        took, self.last = now - self.last, now
        return now + took <= self.end and self.store.now() < self.until


def thought_about(table: Table, seat: Seat, memory: HandEventCache, budget: Budget) -> Thought:
    """Let a bot choose; if it fails, the fallback is its move, and the report says so."""
    bot, begin, failed = bot_in(table, seat), time.monotonic(), {}
    seed = seed_of(table, seat)
    try:
        action = choose_for_seat(table, seat, memory.of_seat(seat), seed, budget)
        table.game.rules.decide(table.play, seat, action)
    except RedisError:  # a store that is away is no failure of the bot
        raise
    except Exception as error:  # a bot that fails must not stop the table
        action = table.game.rules.fallback(table.play, seat)
        failed = {"failed": type(error).__name__}
    report = report_of(bot, seed, budget, int(1000 * (time.monotonic() - begin)))
    return Thought(seat, action, report | failed)


def _position_key(table: Table) -> bytes:
    """Return what tells how far play has gone: players who come and go leave it as it is."""
    return orjson.dumps([table.hand, table.moves, table.began, len(table.rulings)])


def count_thought(given: int, playouts: int) -> None:
    """Count a thought by the playouts that it was given, of those that the bot has."""
    record_metric("fairdeal_thoughts", "all" if given == playouts else "fewer" if given else "none")


class ThoughtStore:
    """The thoughts that wait at the tables of a store; its own secrets lie there, too."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def key(self, table: Table, what: str = "thought") -> str:
        """Return where the thought of a table lies."""
        return self.store.names.beside(table.id, f"{what}:{table.id}")

    def begin(self, table: Table) -> bool:
        """Note that somebody thinks about a table as it is played now; False: somebody does."""
        key, now = self.key(table, "thinking"), _position_key(table)
        is_first = self.store.redis.get(key) != now
        if is_first:
            self.store.redis.set(key, now, px=BUSY)
        return is_first

    def timed(self, table: Table, thought: Thought, began: int) -> Thought:
        """Rule T25: let a move that needed no search be ready when a search would have ended.

        It takes as long as one of the newest searches of its seat, or of bots like it where there
        is none; as one of several, since two equal times in a row would tell as much. Time that a
        job has waited before is in both.
        """
        level = f"{table.game.name}:{thought.report['level']}"
        keys = [self.key(table, f"searches:{thought.seat}"),
                self.store.names.beside(table.id, f"searches:{level}")]  # fmt: skip
        records: Any = self.store.redis.mget(keys)
        seat, others = ([] if one is None else orjson.loads(one) for one in records)
        if thought.is_searched():
            took = min(self.store.now() - began, THOUGHT_TTL // 2)
            for key, times in zip(keys, (seat, others), strict=True):
                record = orjson.dumps([took, *times][:RECENT])
                self.store.redis.set(key, record, px=RECENT_TTL)
            return thought
        times = seat or others or [0]
        return thought._replace(ready_at=began + times[thought.report["seed"] % len(times)])

    def keep(self, table: Table, thought: Thought) -> None:
        """Keep what was found for a while."""
        name = ACTION_NAMES[type(thought.action)]
        stored = thought._replace(action={"type": name, **to_json(thought.action)})
        record = orjson.dumps([_position_key(table).decode(), *stored])
        self.store.redis.set(self.key(table), record, px=THOUGHT_TTL)

    def find(self, table: Table, seat: Seat) -> Thought | None:
        """Return what was found for a seat as the table is played now."""
        record: Any = self.store.redis.get(self.key(table))
        if record is None:
            return None
        where, whose, action, report, ready_at = orjson.loads(record)
        if (where, whose) != (_position_key(table).decode(), seat):
            return None
        return Thought(seat, read_action(table.game, action), report, ready_at)
