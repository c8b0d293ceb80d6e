"""What RQ calls. Arguments tell nothing; connections are made once a process.

The last argument makes a job's id one of a kind: a dead one never blocks the next.
"""

from functools import cache

from events.cached_streams import Tables
from events.numbers import record_metric
from events.store.due import Batch
from events.store.durability_check import DurabilityCheck
from events.store.environment import data_folder, own_store, store_durability
from events.tournaments.streams import Tournaments
from workers.queues.batch import do_due, isolation_of
from workers.tables.archive import archive_table
from workers.tables.bot_turn import let_bot_think, play_bots
from workers.tables.clock import enforce_deadlines
from workers.tournaments.rounds import run_tournament

SLICE = 0.5  # seconds for a table of many, before the others have their turn
THINKS = 0.25  # the same for bots that think: several thoughts, so that the job costs little
SHORT = 0.2  # seconds that a job for tournaments takes, since time-outs wait behind it


@cache
def open_worker_stores() -> tuple[Tables, Tournaments, DurabilityCheck]:
    """Return this process's tables and tournaments, and what watches how their store keeps them."""
    store = own_store()
    return (
        Tables(store),
        Tournaments(store),
        DurabilityCheck(store.redis, store_durability(store.redis)),
    )


def durable_tables() -> Tables:
    """Return this process's tables; KeptWorse where their store keeps events less well by now."""
    tables, _, durability = open_worker_stores()
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
    """Think for a while, since other tables wait; `attempt`: when it was due."""
    late = max(0, durable_tables().store.now() - attempt) / 1000
    record_metric("fairdeal_late_seconds", "thinking", value=late)
    partition = durable_tables().store.names.partition(table)
    isolation = isolation_of(durable_tables(), Batch("thinking", partition, attempt))
    done = isolation(table, lambda table: let_bot_think(durable_tables(), table, n, THINKS))
    return "thought about" if done else "set aside"


def archive(table: str, attempt: int) -> str:
    """See workers.tables.archive.archive_table."""
    return archive_table(durable_tables().store, data_folder(), table)
