"""Play the turns of bots, from the view and the events of their seat and never from the state."""

import time

from events.cached_streams import CachedStream, Tables, UnknownTable
from events.handle import CommandRequest, StaleStream, WriteContention, handle
from events.store.due import DueIndex, Lease
from events.store.names import Kind
from games.core.bots import Budget
from games.core.contract import Illegal, RulesNotInstalled, Seat
from games.table import Act, Table
from games.table.bots import bot_in, planned_playouts
from workers.tables.memory import HandEventCache
from workers.tables.not_installed import not_installed
from workers.tables.thoughts import (
    THOUGHT_TTL,
    SearchTimeLimit,
    Thought,
    ThoughtStore,
    count_thought,
    thought_about,
)

AT_MOST = 5.0  # seconds
PLAYS_ON = Lease("bot", 5_000)  # nobody else is asked to play these bots meanwhile
THINKING = 12_000  # the same for a bot that thinks; twice what a thought may take
HURRY_MARGIN = 300  # milliseconds before it is in a hurry at which a bot stops to think
LONGEST = 6_000  # milliseconds that a thought may take on a slow machine, but for a tournament's


def play_bots(tables: Tables, table_id: str, seconds: float = AT_MOST) -> str:
    """Play bot turns until none may act that has its move, or the time is up; say what was done.

    Safe to run twice and safe to run late.
    """
    begin, played = time.monotonic(), 0
    try:
        held = tables.current(table_id)
        memory = HandEventCache(tables, held.table)
        while (seat := next_bot(held.table)) is not None:
            now, when = judging_time(tables, held.table), move_due_at(held.table, seat)
            if when > now or time.monotonic() - begin > seconds:
                postpone_bots(tables, held.table, max(now, when), "bot")
                return f"{played} turns; more to play"
            thought = move_of_bot(tables, held.table, seat, memory, now)
            if thought is None:
                postpone_bots(
                    tables, held.table, next_thinking_time(held.table, seat, now + 1), "bot"
                )
                return f"{played} turns; one is thought about"
            held = play_turn(tables, held, thought, memory, PLAYS_ON)
            played += 1
    except (StaleStream, Illegal, WriteContention):
        return f"{played} turns; somebody else was faster"
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)
    return f"{played} turns"


def let_bot_think(tables: Tables, table_id: str, n: int) -> str:
    """Let a bot that thinks find its move, if the table is still at event n; say what was done.

    It is kept until the bot may act. Where no player holds a seat any more it is played at once.
    """
    try:
        held = tables.current(table_id)
        table, seat, now = (
            held.table,
            first_thinking_bot(held.table),
            judging_time(tables, held.table),
        )
        if table.n != n or seat is None:
            return "somebody else was faster"
        if not postpone_bots(tables, table, now + THINKING, "thinking"):
            return "somebody else was faster"
        memory = HandEventCache(tables, table)
        thought = find_thought(tables, table, seat, memory, now - table.at)
        if thought is None:
            return "somebody else thinks about it"
        if table.has_people():
            is_ours = postpone_bots(tables, table, tables.store.now() + THOUGHT_TTL, "thinking")
            return "a thought" if is_ours else "somebody else was faster"
        play_turn(tables, held, thought, memory, None)
        return "1 turns"
    except (StaleStream, Illegal, WriteContention):
        return "somebody else was faster"
    except UnknownTable:
        return "no such table"
    except RulesNotInstalled:
        return not_installed(tables, table_id)


def find_thought(
    tables: Tables, table: Table, seat: Seat, memory: HandEventCache, late: int
) -> Thought | None:
    """Return what was thought of for a seat, by now or before; None: another job is at it.

    It is kept before anything else, since players who come and go must not make it lost.
    """
    thoughts = ThoughtStore(tables.store)
    thought = thoughts.find(table, seat)
    if thought is None and thoughts.begin(table):
        began = tables.store.now()
        thought = thought_about(table, seat, memory, thinking_budget(tables, table, seat, late))
        thought = thoughts.timed(table, thought, began)
        thoughts.keep(table, thought)
    return thought


def postpone_bots(tables: Tables, table: Table, until: int, kind: Kind) -> bool:
    """Let a table's bots be asked again at another time; False if it is another turn's by now."""
    due = DueIndex(tables.store)
    due.put_off(table.id, until, [kind])
    newest = tables.store.newest(table.id)
    if newest is not None and newest.n == table.n:
        return True
    due.put_off(table.id, tables.store.now(), [kind])
    return False


def judging_time(tables: Tables, table: Table) -> int:
    """Return the time at which a command would be judged now."""
    return max(tables.store.now(), table.at)


def next_bot(table: Table) -> Seat | None:
    """Return the first bot that is asked for its move; one that thinks behind the others."""
    bots = (seat for seat in table.to_act() if table.is_bot(seat) and not table.thinks(seat))
    first = min(bots, key=table.bot_due, default=None)
    if first is not None:
        return first
    seat = first_thinking_bot(table)
    return seat if seat is not None and table.answer_at(seat) is not None else None


def first_thinking_bot(table: Table) -> Seat | None:
    """Return the first bot that may act and thinks, where none may that need not."""
    bots = [seat for seat in table.to_act() if table.is_bot(seat)]
    if not all(table.thinks(seat) for seat in bots):
        return None
    return min(bots, key=table.bot_due, default=None)


def move_due_at(table: Table, seat: Seat) -> int:
    """Return when a bot is asked for its move."""
    if table.thinks(seat) and table.has_people():
        return next_thinking_time(table, seat, table.bot_due(seat))
    when = table.answer_at(seat) if table.thinks(seat) else None
    return table.bot_due(seat) if when is None else when


def next_thinking_time(table: Table, seat: Seat, earliest: int) -> int:
    """Return when a bot that thinks is asked, from a time on: at whole multiples of its pace.

    So a late answer tells little, too. The multiples do not follow those who come and go after half
    of the turn: a bot is due at once then.
    """
    begin, hurry, since = table.bot_due(seat), table.hurry_at(seat), table.since[seat]
    if table.terms.turn is not None and since is not None:
        begin = min(begin, since + table.terms.turn // 2)
    pace = table.pace_of(seat)
    when = begin - pace * ((begin - earliest) // pace)
    return when if hurry is None else min(when, hurry)


def thinking_budget(tables: Tables, table: Table, seat: Seat, late: int) -> Budget:
    """Return what a bot may do that begins to think now, in a job that began late."""
    bot, hurry = bot_in(table, seat), table.hurry_at(seat)
    playouts = planned_playouts(table, bot, late)
    count_thought(playouts, bot.playouts)
    if table.terms.tournament is not None:  # the same move on every machine, whatever time it takes
        return Budget(playouts)
    end = judging_time(tables, table) + LONGEST
    return Budget(
        playouts,
        SearchTimeLimit(tables.store, end if hurry is None else min(end, hurry - HURRY_MARGIN)),
    )


def move_of_bot(
    tables: Tables, table: Table, seat: Seat, memory: HandEventCache, now: int
) -> Thought | None:
    """Return the move of a bot, or what it has thought of; None: it has time to think on."""
    if not table.thinks(seat):
        return thought_about(table, seat, memory, Budget())
    thought, hurry = ThoughtStore(tables.store).find(table, seat), table.hurry_at(seat)
    if hurry is None or now < hurry:
        return None if thought is None or now < thought.ready_at else thought
    if thought is not None:
        return thought
    count_thought(0, bot_in(table, seat).playouts)
    return thought_about(table, seat, memory, Budget())


def play_turn(
    tables: Tables,
    held: CachedStream[Table],
    thought: Thought,
    memory: HandEventCache,
    lease: Lease | None,
) -> CachedStream[Table]:
    """Play the move that a bot has found."""
    table, seat = held.table, thought.seat
    command = Act(seat, thought.action, thought.report)
    request = CommandRequest(table.id, f"seat:{seat}", command, if_match=table.n, lease=lease)
    answer = handle(tables, request)
    memory.move_on(answer.table, answer.facts)
    return CachedStream(answer.table, answer.head)
