"""Whose turn it is at a table, as the store keeps it beside the logs.

    ["boon",[[0,"<player>",41,1790000000000],[2,null,41,null]]]

The game, and for each seat that may act: its player (null: a bot), the number of the event with
which its turn began, and when its time is up (null: never), in milliseconds.
"""

from typing import NamedTuple

import orjson

from games.core.contract import Seat
from games.table import Table


class OpenTurn(NamedTuple):
    """A seat that may act since event n; `player` is None where a bot holds it."""

    seat: int
    player: str | None
    n: int
    deadline: int | None  # in milliseconds


class TableTurns(NamedTuple):
    """The seats that may act at a table of a game."""

    game: str
    seats: tuple[OpenTurn, ...]


def encode_turns(table: Table) -> bytes:
    """Return whose turn it is at a table; b"" for nobody's."""
    if not table.n or table.phase != "playing":
        return b""
    rows = []
    for seat, holder in enumerate(table.holders):
        if (began := table.began[seat]) is not None:
            player = None if holder is None else holder.player
            rows.append((seat, player, began, table.deadline(Seat(seat))))
    return orjson.dumps((table.game.name, rows)) if rows else b""


def turns_in(row: bytes) -> TableTurns:
    """Return what `encode_turns` has written."""
    game, rows = orjson.loads(row)
    return TableTurns(game, tuple(OpenTurn(*one) for one in rows))
