"""Rule T21: a public beacon has a part in the deal, which nobody knows when all else is fixed."""

from collections.abc import Mapping
from typing import Any

from games.core.fairness.beacon import KNOWN, chain_of, round_randomness
from games.core.type_hints.values import BadValue
from games.table import events as ev
from games.table import refusals
from games.table.checks import require_waiting_for_play
from games.table.commands import Beacon
from games.table.state import Table

AHEAD = 6_000  # milliseconds at least from the closed entropies to the round


def require_chain(data: Mapping[str, Any]) -> None:
    """Refuse what describes no chain, and a known one that is described in another way."""
    chain = chain_of(data)
    if chain is None:
        raise BadValue("beacon", "must be a chain: chain, hash, public_key, genesis and period")
    if KNOWN.get(chain.chain, chain) != chain:
        raise refusals.WRONG_CHAIN(chain.chain)


def first_round(table: Table, now: int) -> int | None:
    """Return the round that is awaited if the entropies are closed now; None: none is."""
    chain = table.terms.beacon
    return chain.first_due(now + AHEAD) if chain is not None and table.takes_beacon() else None


def require_failed(table: Table, by: str, now: int) -> None:
    """Rule T9b: refuse to abort a table as long as its beacon may come."""
    require_waiting_for_play(table, "T9b")
    if by != "clock":
        raise refusals.NOT_THE_CLOCK.under("T9b")("say that the beacon has failed")
    failed_at = table.beacon_fails_at()
    if failed_at is None or now < failed_at:
        raise refusals.BEACON_MAY_COME(failed_at)


def round_brought(table: Table, by: str, command: Beacon, now: int) -> ev.BeaconCame:
    """Return the event of the round that is awaited, whose signature proves it."""
    require_waiting_for_play(table, "T21")
    if by != "clock":
        raise refusals.NOT_THE_CLOCK.under("T21")("bring the beacon")
    chain, number, due_at = table.terms.beacon, table.round, table.beacon_due()
    if chain is None or number is None or due_at is None:
        raise refusals.BEACON_NOT_AWAITED()
    if now < due_at:
        raise refusals.BEACON_EARLY(number, due_at)
    if not chain.has_signed(number, command.signature):
        raise refusals.BAD_BEACON(number, chain.chain)
    return ev.BeaconCame(number, command.signature, round_randomness(command.signature))
