"""Bring the rounds of beacons to the tables that wait for them; safe to run twice and late."""

import logging

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.due import DueIndex
from events.tables.relays import configured_relays, fetch_round_signature
from games.table import Abort, Beacon

SOONEST, LATEST = 2_000, 60_000  # milliseconds until relays that lack a round are asked again

logger = logging.getLogger("fairdeal.beacon")


def bring_beacon(tables: Tables, table_id: str) -> str | None:
    """Rules T21 and T9b: bring a round that is due, or ask again later and later, or give it up.

    Say what was done; None: nothing.
    """
    table, now = tables.current(table_id).table, tables.store.now()
    chain, number = table.terms.beacon, table.round
    due_at, fails_at = table.beacon_due(), table.beacon_fails_at()
    if chain is None or number is None or due_at is None or fails_at is None:
        return None  # no round is awaited
    if table.phase != "open" or now < due_at:
        return None
    signature = fetch_round_signature(configured_relays(), chain, number)
    if signature is not None:
        handle(tables, CommandRequest(table_id, "clock", Beacon(signature)))
        return "the beacon"
    if now >= fails_at:
        handle(tables, CommandRequest(table_id, "clock", Abort()))
        return "aborted"
    wait = min(LATEST, max(SOONEST, now - due_at), fails_at - now)
    DueIndex(tables.store).put_off(table_id, now + wait, ["clock"])
    log_fields = {"table": table_id}
    logger.warning(
        "Table %s waits for its beacon, trying again in %d s",
        table_id,
        wait // 1000,
        extra=log_fields,
    )
    return None
