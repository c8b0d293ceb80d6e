"""What must hold of the start of a table, whatever went wrong in it."""

import math
from collections.abc import Iterator
from typing import Any

from games.table.endings import ABORTED
from tests.simulation.faults import Faults
from tests.simulation.player import Ledger, Played
from tests.simulation.scheduler import World
from tests.workers.floor import public

CALLED, STARTED, CLOSED = "table.start_called.v1", "table.started.v1", "table.closed.v1"
REVEALED = "table.entropy_revealed.v1"
BEFORE_CALL = ("table.seat_taken.v1", "table.seat_left.v1", "table.invited.v1")
LONGEST = 60.0  # virtual seconds from the call to play or abort, once nothing goes wrong any more


def start_faults(world: World, ledger: Ledger, played: Played) -> Iterator[str]:
    """Yield what does not hold of the start of a table, as its log is in the end."""
    events = [{**public(one), "head": one.h.hex()} for one in played.events]
    calls = [event for event in events if event["type"] == CALLED]
    signed = ledger.called.get(played.id, set())
    if not calls:
        if not world.losses:
            yield f"{played.id}: nobody has called for the start"
        return
    call, *others = calls
    if others or signed - {call["head"]}:
        yield f"{played.id}: called for anew, though its closing was signed"
    later = events[call["n"] :]
    for event in later:
        if event["type"] in BEFORE_CALL:
            yield f"{played.id}: {event['type']} after the call"
        elif event["type"] == REVEALED:
            yield from reveal_faults(event, call["head"], ledger)
    end = next((event for event in later if event["type"] in (STARTED, CLOSED)), None)
    if end is None or (end["type"] == CLOSED and end["data"]["why"] not in ABORTED):
        yield f"{played.id}: called for, and neither played nor aborted"
        return
    first = end["cause"] if isinstance(end["cause"], int) else end["n"]
    seconds = time_to_play(world, played.id, call["n"], first)
    if seconds > LONGEST:
        yield f"{played.id}: play began, or did not, {seconds:.0f} s after the call"


def reveal_faults(event: dict[str, Any], closing: str, ledger: Ledger) -> Iterator[str]:
    """Yield what does not hold of a reveal behind a closing."""
    named, value = event["cause"]["action"]["closing"], event["data"]["entropy"]
    if named != closing or ledger.revealed.get(value) != closing:
        yield f"event {event['n']}: an entropy is revealed under {named}, behind {closing}"


def time_to_play(world: World, table: str, called: int, ended: int) -> float:
    """Return the virtual seconds from a call to an event, but for those in which things go wrong.

    As far as they are known: who dies while it writes does not say when that was done.
    """
    faults: Faults = world.faults
    begin, end = (world.appended[table, n][1] for n in (called, ended))
    return 0.0 if math.isinf(end) else end - max(begin if math.isfinite(begin) else 0, faults.until)
