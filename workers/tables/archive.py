"""Move finished tables to the archive some time after they closed; safe to run twice and late."""

import logging
from pathlib import Path

import orjson

from events.history.signing_keys import keys_in
from events.settings.table import ARCHIVE_AFTER_SECONDS
from events.store.feed import Feeds
from events.store.streams import Store
from events.transfer.archiving import Archiver
from projections.read_models.models import ENDLESS

SOONEST, LATEST = 60_000, 3_600_000  # milliseconds until a table that could not move is tried again

logger = logging.getLogger("fairdeal.archive")


def archive_after() -> int | None:
    """Return after how many milliseconds a closed table is archived; None: never by itself."""
    seconds = ARCHIVE_AFTER_SECONDS.value()
    return None if seconds is None else 1000 * seconds


def archive_table(store: Store, data: Path, table: str) -> str:
    """Archive a table; if that fails say so, and try again later and later."""
    try:
        archiving = Archiver(store, keys_in(data).signer)  # a key, never a new one
        outcome = archiving.move(table)
        for stream in ENDLESS:
            archiving.shorten(stream)
    except Exception as error:  # whatever an archive's library raises, and a job that took too long
        wait = min(LATEST, max(SOONEST, _archiving_lateness(store, table)))
        Feeds(store).postpone(table, store.now() + wait)
        logger.warning(
            "Could not archive table %s, trying again in %d s: %s",
            table,
            wait // 1000,
            error,
            extra={"table": table},
        )
        return "not archived"
    return outcome


def _archiving_lateness(store: Store, table: str) -> int:
    """Return for how many milliseconds a table should have been archived: so the wait doubles."""
    events = store.live(table)
    closed = orjson.loads(events[-1].e)["at"] if events else store.now()
    return int(store.now() - closed - (archive_after() or 0))
