"""Tables for benchmarks: random play through `handle` on a Redis of their own."""

import random
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from bench.servers import own_redis
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import Store, store_at
from games.core.contract import Seat
from games.core.game import AnyGame
from games.table import Act, Open, Sit, Start, Table

OPENER = "player:bench"


@contextmanager
def own_store() -> Iterator[Store]:
    """Start an embedded server in a folder that is thrown away."""
    with own_redis() as server:
        yield store_at(server.url)


def open_table(
    tables: Tables,
    game: AnyGame,
    players: list[str],
    options: Mapping[str, Any] = MappingProxyType({}),
    *,
    level: str = "regular",
    clock: dict[str, int] | None = None,
) -> Table:
    """Open a table with default options or these, seat the players (bots where empty), start it."""
    table_id = f"t{secrets.token_hex(9)}"
    opening = Open(
        game.name, game.version, dict(options), len(players), clock, "fallback", "table", False,
        secrets.token_hex(32),
    )  # fmt: skip
    handle(tables, CommandRequest(table_id, OPENER, opening))
    for seat, player in enumerate(players):
        by = f"player:{player}" if player else OPENER
        bot = None if player else level
        handle(tables, CommandRequest(table_id, by, Sit(Seat(seat), bot)))
    return handle(tables, CommandRequest(table_id, OPENER, Start())).table


def play_at_random(tables: Tables, table: Table, luck: random.Random, most: int) -> Table:
    """Play on at random until the table ends or holds `most` events."""
    while table.phase == "playing" and table.n < most:
        seat = luck.choice(table.to_act())
        choices = table.game.rules.choices(table.play, seat)
        action = luck.choice([*choices.actions, *(pick.example for pick in choices.picks)])
        holder = table.holders[seat]
        by = f"player:{holder.player}" if holder and holder.player else f"seat:{seat}"
        table = handle(tables, CommandRequest(table.id, by, Act(seat, action))).table
    return table
