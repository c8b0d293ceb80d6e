"""Play the tables at which no player holds a seat: behind people, and for a while."""

import time
from collections.abc import Callable

from events.cached_streams import CachedStream, Tables, UnknownTable
from events.handle import CommandRequest, StaleStream, WriteContention, handle
from events.store.due import Lease
from games.core.bots import Budget
from games.core.contract import Illegal, RulesNotInstalled, Seat
from games.table import Table, TimeOut
from workers.tables.bot_turn import (
    THINKING,
    find_thought,
    first_thinking_bot,
    judging_time,
    move_due_at,
    move_of_bot,
    next_bot,
    next_thinking_time,
    play_turn,
    postpone_bots,
    thinking_budget,
)
from workers.tables.memory import HandEventCache
from workers.tables.not_installed import not_installed
from workers.tables.thoughts import Thought, thought_about

PLAYS_ON_ALONE = Lease("alone", THINKING)  # nobody else is asked to play these bots meanwhile


def play_bots_alone(
    tables: Tables, table_id: str, seconds: float, has_to_yield: Callable[[], bool]
) -> str:
    """Play a table's turns until the time is up or somebody waits; say what was done.

    Safe to run twice and safe to run late. `has_to_yield` says whether a job for people waits; it
    is asked before each turn, so people wait for one turn at most.
    """
    end, played = time.monotonic() + seconds, 0
    try:
        held = tables.current(table_id)
        now = judging_time(tables, held.table)
        if has_to_yield() or not postpone_bots(tables, held.table, now + THINKING, "alone"):
            postpone_bots(tables, held.table, now, "alone")
            return "0 turns; others come first"
        memory, late = HandEventCache(tables, held.table), now - held.table.at
        while (seat := _next_alone(held.table)) is not None:
            now = judging_time(tables, held.table)
            if time.monotonic() > end or (played and has_to_yield()):
                postpone_bots(tables, held.table, now, "alone")
                return f"{played} turns; more to play"
            after = _play_next(tables, held, seat, memory, late)
            if after is None:
                return f"{played} turns; one is thought about"
            held, played = after, played + 1
    except (StaleStream, Illegal, WriteContention):
        return f"{played} turns; somebody else was faster"
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    return f"{played} turns"


def _next_alone(table: Table) -> Seat | None:
    """Return the bot that is asked next for its move; None where a player holds a seat by now."""
    if table.has_players():
        return None
    seat = next_bot(table)
    return first_thinking_bot(table) if seat is None else seat


def _play_next(
    tables: Tables, held: CachedStream[Table], seat: Seat, memory: HandEventCache, late: int
) -> CachedStream[Table] | None:
    """Play a bot's turn, or end it where its time is up; None where it may not act yet."""
    table, now = held.table, judging_time(tables, held.table)
    until = table.time_up_at(seat)
    if until is not None and now >= until:
        request = CommandRequest(table.id, "clock", TimeOut(seat), lease=PLAYS_ON_ALONE)
        answer = handle(tables, request)
        memory.move_on(answer.table, answer.facts)
        return CachedStream(answer.table, answer.head)
    thought = _find_move(tables, table, seat, memory, late)
    if thought is None:
        when = max(move_due_at(table, seat), next_thinking_time(table, seat, now + 1))
        postpone_bots(tables, table, when, "alone")
        return None
    return play_turn(tables, held, thought, memory, PLAYS_ON_ALONE)


def _find_move(
    tables: Tables, table: Table, seat: Seat, memory: HandEventCache, late: int
) -> Thought | None:
    """Return the move of a bot; None where one that thinks has to hold it back (rule T25)."""
    if not table.thinks(seat):
        return thought_about(table, seat, memory, Budget())
    if not table.has_people():
        return thought_about(table, seat, memory, thinking_budget(tables, table, seat, late))
    find_thought(tables, table, seat, memory, late)
    now = judging_time(tables, table)
    return None if now < move_due_at(table, seat) else move_of_bot(tables, table, seat, memory, now)
