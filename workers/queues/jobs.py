"""What RQ calls. Arguments tell nothing; connections are made once a process.

The last argument makes a job's id one of a kind: a dead one never blocks the next.
"""

from collections.abc import Callable
from functools import cache, partial

from redis import Redis

from events.cached_streams import Tables
from events.numbers import record_metric
from events.store.backlog import do_people_wait
from events.store.connections.client import connect_client
from events.store.due import Batch
from events.store.durability_check import DurabilityCheck
from events.store.environment import data_folder, own_store, queue_url, store_durability
from events.store.names import Kind
from events.tournaments.streams import Tournaments
from workers.queues.batch import do_due, isolation_of
from workers.tables.analyses import judge_table
from workers.tables.archive import archive_table
from workers.tables.bot_turn import let_bot_think, play_bots
from workers.tables.bots_alone import play_bots_alone
from workers.tables.clock import enforce_deadlines
from workers.tables.hints import give_hint
from workers.tournaments.rounds import run_tournament

SLICE = 0.5  # seconds for a table of many, before the others have their turn
ALONE = 0.25  # the same where bots play alone: several turns, so that the job costs little
ANALYSIS = 2.0  # seconds of an analysis at a time, or one decision, where nobody waits
SHORT = 0.2  # seconds that a job for tournaments takes, since time-outs wait behind it


@cache
def open_worker_stores() -> tuple[Tables, Tournaments, DurabilityCheck, Redis]:
    """Return what this process has opened.

    Tables and tournaments, what watches how their store keeps them, and the Redis of the jobs.
    """
    store = own_store()
    return (
        Tables(store),
        Tournaments(store),
        DurabilityCheck(store.redis, store_durability(store.redis)),
        connect_client(queue_url()),
    )


def durable_tables() -> Tables:
    """Return this process's tables; KeptWorse where their store keeps events less well by now."""
    tables, _, durability, _ = open_worker_stores()
    durability.require()
    return tables


def play_bot_turns(partition: int, attempt: int) -> str:
    """Play the turns of bots that are due in a partition."""
    return do_due(durable_tables(), Batch("bot", partition, attempt), _play_some)


def _play_some(tables: Tables, table: str) -> str:
    """Play bots' turns for a while, since other tables wait."""
    return play_bots(tables, table, SLICE)


def time_out(partition: int, attempt: int) -> str:
    """Enforce the deadlines that are over in a partition."""
    return do_due(durable_tables(), Batch("clock", partition, attempt), enforce_deadlines)


def run_tournaments(partition: int, attempt: int) -> str:
    """Do what tournaments of a partition have to do by themselves."""
    return do_due(durable_tables(), Batch("tournament", partition, attempt), _run_some, SHORT)


def _run_some(tables: Tables, stream: str) -> str:
    """Run a tournament for a while, since time-outs wait."""
    return run_tournament(tables, stream, SHORT, open_worker_stores()[1], data_folder())


def play_thinking_turn(table: str, n: int, attempt: int) -> str:
    """Let a bot think; `attempt`: when it was due."""
    return _do_at_table("thinking", table, attempt, partial(let_bot_think, n=n))


def give_table_hint(table: str, attempt: int) -> str:
    """Find the hint that a player has asked for; `attempt`: when it was due."""
    return _do_at_table("hint", table, attempt, give_hint)


def analyse_table(table: str, attempt: int) -> str:
    """Judge some decisions of a finished table; `attempt`: when it was due."""
    yields = partial(do_people_wait, open_worker_stores()[3])
    judge = partial(judge_table, seconds=ANALYSIS, has_to_yield=yields)
    return _do_at_table("analysis", table, attempt, judge)


def play_table_alone(table: str, attempt: int) -> str:
    """Let bots alone play for a while, unless people wait; `attempt`: when it was due."""
    yields = partial(do_people_wait, open_worker_stores()[3])
    play = partial(play_bots_alone, seconds=ALONE, has_to_yield=yields)
    return _do_at_table("alone", table, attempt, play)


def _do_at_table(kind: Kind, table: str, attempt: int, do: Callable[[Tables, str], str]) -> str:
    """Do what is due at a table; set it aside where that fails."""
    tables = durable_tables()
    late = max(0, tables.store.now() - attempt) / 1000
    record_metric("fairdeal_late_seconds", kind, value=late)
    isolation = isolation_of(tables, Batch(kind, tables.store.names.partition(table), attempt))
    return "done" if isolation(table, lambda table: do(tables, table)) else "set aside"


def archive(table: str, attempt: int) -> str:
    """See workers.tables.archive.archive_table."""
    return archive_table(durable_tables().store, data_folder(), table)
