"""Tables on a store: opened, seated, played at random and read back."""

import random
import secrets
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import orjson

from events.cached_streams import CachedStream, Tables
from events.handle import CommandRequest, handle
from events.record.chain import first_head, next_head
from events.record.codec import StoredEvent, decode_event
from events.store.due import KINDS
from events.store.streams import Store
from games import NEWEST
from games.core.contract import Illegal, Seat
from games.table import Act, Command, Open, Sit, Start, Table, fold_table_facts
from workers.tables.bot_turn import play_bots

OPENER = "player:p0"


def opened(
    tables: Tables, game: str = "boon", seats: int | None = None, name: str = "", **more: Any
) -> str:
    """Open a table whose play ends soon; return its id, which is `name` or by chance."""
    own = NEWEST[game]
    fields: dict[str, Any] = {
        "game": game,
        "rules": 1,
        "options": dict(own.brief),
        "seats": own.seats[0] if seats is None else seats,
        "clock": None,
        "on_time_out": "fallback",
        "reveal": "table",
        "private": False,
        "secret": secrets.token_hex(32),
    }
    table = name or f"t{secrets.token_hex(9)}"
    handle(tables, CommandRequest(table, OPENER, Open(**{**fields, **more})))
    return table


def started(tables: Tables, game: str = "boon", players: Sequence[str] = (), **more: Any) -> str:
    """Open a table, seat players (a bot where the name is empty or left out), start it."""
    table = opened(tables, game, **more)
    for seat in range(tables.current(table).table.seats):
        name = players[seat] if seat < len(players) else ""
        by, bot = (f"player:{name}", None) if name else (OPENER, "regular")
        handle(tables, CommandRequest(table, by, Sit(Seat(seat), bot)))
    handle(tables, CommandRequest(table, OPENER, Start()))
    return table


def table_of(tables: Tables, table: str) -> Table:
    """Return a table as the log has it now."""
    return tables.current(table).table


def act_at_random(tables: Tables, table: str, luck: random.Random) -> bool:
    """Let one of the people act who may; False if none may."""
    now = table_of(tables, table)
    people = [seat for seat in now.to_act() if (holder := now.holders[seat]) and holder.player]
    if not people:
        return False
    seat = luck.choice(people)
    holder, choices = now.holders[seat], now.game.rules.choices(now.play, seat)
    assert holder is not None
    action = luck.choice([*choices.actions, *(pick.example for pick in choices.picks)])
    handle(tables, CommandRequest(table, f"player:{holder.player}", Act(seat, action)))
    return True


def play_out(tables: Tables, table: str, luck: random.Random) -> Table:
    """Let people, and bots that do not think, play to the end."""
    while (now := table_of(tables, table)).phase == "playing":
        if not act_at_random(tables, table, luck):
            said = play_bots(tables, table)
            assert table_of(tables, table).n > now.n, f"{table} stands still: {said}"
    return table_of(tables, table)


def refused(tables: Tables, request: CommandRequest[Command]) -> str:
    """Return the code with which a command is refused, '' if it is accepted."""
    try:
        handle(tables, request)
    except Illegal as illegal:
        return illegal.code
    return ""


def public(event: StoredEvent) -> dict[str, Any]:
    """Return the public part of an event."""
    found: dict[str, Any] = orjson.loads(event.e)
    return found


def private(event: StoredEvent) -> dict[str, Any]:
    """Return what is sealed in an event, by audience."""
    parts = {} if event.p is None else orjson.loads(event.p)
    return {key: part["data"] for key, part in parts.items()}


def types(store: Store, table: str) -> list[str]:
    """Return the types of a table's events."""
    return [public(event)["type"] for event in store.read(table)]


def commands(events: Sequence[StoredEvent]) -> list[dict[str, Any]]:
    """Return the first events of the commands in a log."""
    return [event for event in map(public, events) if isinstance(event["cause"], dict)]


def checked_fold(table: str, events: Sequence[StoredEvent]) -> CachedStream[Table]:
    """Return the table that a log folds to, after checking its numbers, chain and commands."""
    head = first_head(table)
    for n, event in enumerate(events, 1):
        assert event.n == public(event)["n"] == n
        head = next_head(head, event.e)
        assert head == event.h, f"the chain of {table} breaks at event {n}"
    begins = [event["n"] for event in commands(events)]
    ends = [event["cause"]["last"] for event in commands(events)]
    assert begins[0] == 1
    assert ends[-1] == len(events)
    assert all(after == end + 1 for (_, after), end in zip(pairwise(begins), ends, strict=False))
    return CachedStream(fold_table_facts(table, None, map(decode_event, events)), head)


def due(store: Store, table: str) -> dict[str, int]:
    """Return the due times of a table by kind."""
    names = store.names
    indexes = {kind: names.due(names.partition(table), kind) for kind in KINDS}
    found: Any = {kind: store.redis.zscore(index, table) for kind, index in indexes.items()}
    return {kind: int(score) for kind, score in found.items() if score is not None}


def move_clock(store: Store, milliseconds: int) -> None:
    """Move the store's clock, as this process sees it."""
    store.now()  # it is read now, and not again for a second
    reading = store.clock.reading
    assert reading is not None
    store.clock.reading = reading._replace(time=reading.time + milliseconds)
