"""Play the turns of bots, from the view and the events of their seat and never from the state."""

import time

from redis.exceptions import RedisError

from events.handle import Busy, Held, Request, Stale, Tables, UnknownTable, handle
from events.store.due import DueIndex
from games.core.bots import Budget
from games.core.contract import Illegal, RulesNotInstalled, Seat
from games.table import Act, Table
from games.table.bots import bot_in, chosen, report_of, seed_of
from games.table.rules import is_bot, is_thinking
from workers.memory import Memory
from workers.not_installed import not_installed

AT_MOST = 5.0  # seconds
LEASE = 5_000  # milliseconds in which nobody else is asked to play these bots
THINKING = 12_000  # the same for a bot that thinks; more than its job may take


def play_bots(tables: Tables, table_id: str, seconds: float = AT_MOST) -> str:
    """Play bot turns until none may act that does not think, or the time is up; say what was done.

    Safe to run twice and safe to run late.
    """
    begin, played = time.monotonic(), 0
    try:
        held = tables.current(table_id)
        memory = Memory(tables, held.table)
        while (seat := next_bot(held.table)) is not None:
            now, due = now_at(tables, held.table), held.table.bot_due(seat)
            if due > now or time.monotonic() - begin > seconds:
                DueIndex(tables.store).put_off(table_id, max(now, due), ["bot"])
                return f"{played} turns; more to play"
            held = play_turn(tables, held, seat, memory)
            played += 1
    except (Stale, Illegal, Busy):
        return f"{played} turns; somebody else was faster"
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    return f"{played} turns"


def think(tables: Tables, table_id: str, n: int) -> str:
    """Play one turn of a bot that thinks, if the table is still at event n; say what was done."""
    try:
        held = tables.current(table_id)
        seat = next_bot(held.table, thinking=True)
        if held.table.n != n or seat is None:
            return "somebody else was faster"
        due, now = DueIndex(tables.store), now_at(tables, held.table)
        may_act = held.table.bot_due(seat)
        due.put_off(table_id, may_act if may_act > now else now + THINKING, ["thinking"])
        if (newest := tables.store.newest(table_id)) is None or newest.n != n:
            due.put_off(table_id, tables.store.now(), ["thinking"])  # it is another turn's time
            return "somebody else was faster"
        if may_act > now:
            return "too soon"
        play_turn(tables, held, seat, Memory(tables, held.table), lease=0)
    except (Stale, Illegal, Busy):
        return "somebody else was faster"
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    return "a turn"


def now_at(tables: Tables, table: Table) -> int:
    """Return the time at which a command would be judged now."""
    return max(tables.store.now(), table.at)


def next_bot(table: Table, thinking: bool = False) -> Seat | None:
    """Return the first bot that may act now, of those that think or of the others."""
    bots = (seat for seat in table.to_act() if is_bot(table, seat))
    asked = (seat for seat in bots if is_thinking(table, seat) == thinking)
    return min(asked, key=table.bot_due, default=None)


def play_turn(
    tables: Tables, held: Held[Table], seat: Seat, memory: Memory, lease: int = LEASE
) -> Held[Table]:
    """Play one turn; if the bot fails, the fallback, and say so in the log."""
    table, bot = held.table, bot_in(held.table, seat)
    begin, seed, failed = time.monotonic(), seed_of(table, seat), ""
    budget = Budget(bot.playouts)
    try:
        action = chosen(table, seat, memory.of_seat(seat), seed, budget)
        table.game.decide(table.play, seat, action)
    except RedisError:  # a store that is away is no failure of the bot
        raise
    except Exception as error:  # a bot that fails must not stop the table
        action, failed = table.game.fallback(table.play, seat), type(error).__name__
    report = report_of(bot, seed, budget, int(1000 * (time.monotonic() - begin)))
    if failed:
        report["failed"] = failed
    request = Request(
        table.id, f"seat:{seat}", Act(seat, action, report), if_match=table.n, bots_later=lease
    )
    answer = handle(tables, request)
    memory.move_on(answer.table, answer.facts)
    return Held(answer.table, answer.head)
