"""What RQ calls. Arguments are table ids only; connections are made once a process."""

from functools import cache

from events.handle import Tables
from events.store.archive import Archive
from events.store.environment import archive_url, data_folder, store_url
from events.store.streams import store_at
from workers.archive import archive_table
from workers.bot_turn import play_bots
from workers.clock import enforce


@cache
def tables() -> Tables:
    """Return this process's tables."""
    return Tables(store_at(store_url(), archive=Archive(archive_url(data_folder()))))


def play_bot_turns(table: str) -> str:
    """See workers.bot_turn.play_bots."""
    return play_bots(tables(), table)


def time_out(table: str) -> str:
    """See workers.clock.enforce."""
    return enforce(tables(), table)


def archive(table: str) -> str:
    """See workers.archive.archive_table."""
    return archive_table(tables().store, data_folder(), table)
