"""Tables of a tournament: opened by it, with everybody in their seats."""

import random
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from games.core.bots import LEVELS
from games.table import Open, Seated, TournamentLink, table_id
from tests.beacons import chain
from tests.table.desk import AT, Desk, Salts, an_open

TOURNAMENT = "c0123456789abcdef01"
RUNNER = f"tournament:{TOURNAMENT}"
GROUP = f"{TOURNAMENT}-0"
ENTROPY = "5e" * 32
CLOCK = {"turn": 30, "bank": 0}
PLAYERS = ("p0", "p1")
CHAIN = chain()
ROUND = CHAIN.first_due(AT + 90_000)


def held_by(name: str) -> Seated:
    """Return the holder of a seat: a bot where this is a level."""
    return Seated(None, name) if name in LEVELS else Seated(name, None)


def planned(
    holders: Sequence[str] = PLAYERS, index: int = 0, game: str = "boosh", **changes: Any
) -> Open:
    """Return the opening of a tournament's table."""
    number = ROUND if changes.get("beacon") else None
    fields: dict[str, Any] = {
        "options": {"max_hands": 2} if game == "boosh" else {},
        "clock": CLOCK,
        "group": GROUP,
        "tournament": asdict(TournamentLink(TOURNAMENT, index, ENTROPY, number)),
        "seated": tuple(map(held_by, holders)),
    }
    return an_open(game, len(holders), **{**fields, **changes})


def planned_desk(holders: Sequence[str] = PLAYERS, index: int = 0, **changes: Any) -> Desk:
    """Return a table that a tournament has just opened."""
    desk = Desk(table_id(TOURNAMENT, index), Salts(f"salt {index}"))
    return desk.opened(planned(holders, index, **changes), RUNNER)


def played_out(desk: Desk, seed: str = "planned") -> Desk:
    """Return the table after its play, in which anything was done that was offered."""
    luck = random.Random(seed)
    while desk.table.phase == "playing":
        desk.random_act(luck)
    return desk
