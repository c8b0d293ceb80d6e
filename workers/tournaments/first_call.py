"""The clock's call for the start of a tournament, which is never made twice (rule U5)."""

import logging
from pathlib import Path

from events.history.signed_tree import StoreBehind
from events.history.signing_keys import NoKeys, keys_in
from events.store.due import DueIndex
from events.store.streams import Store
from events.tournaments.streams import Tournaments
from projections.history.guard import guard_of
from projections.history.losses import newest_loss
from tournaments.state import Tournament

SOON, LATE = 60_000, 3_600_000  # milliseconds until the store is looked at again

logger = logging.getLogger("fairdeal.tournaments")


def may_call(store: Store, tournaments: Tournaments, state: Tournament, data: Path | None) -> bool:
    """Say whether the clock may call for the start: the store has lost no earlier call.

    If not, the tournament is put off. Where the signing key is not in the folder `data`, nothing is
    known of losses.
    """
    if data is None:
        return True
    try:
        keys = keys_in(data).public
        guard_of(store, data).require_current_now(state.id)
    except NoKeys:
        return True
    except StoreBehind:
        return _put_off(store, state, SOON, "the store lacks what was signed for")
    opened_at = tournaments.current(state.id).state.opened_at  # what is held may have been lost
    if opened_at > newest_loss(keys):
        return True
    why = "the store has lost data since it was opened, perhaps an earlier call; close it"
    return _put_off(store, state, LATE, why)


def _put_off(store: Store, state: Tournament, wait: int, why: str) -> bool:
    """Look again later; return that it may not be called for."""
    DueIndex(store).put_off(state.id, store.now() + wait, ["tournament"])
    logger.warning("%s is not called for: %s", state.id, why, extra={"table": state.id})
    return False
