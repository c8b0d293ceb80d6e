"""Play the turns of bots, from the view and the events of their seat and never from the state."""

import random
import time
from typing import Any

from events.codec import decode
from events.feed import Feeds
from events.handle import Busy, Held, Request, Stale, Tables, UnknownTable, handle
from games.core.contract import Action, Choices, Illegal, Seat, Seen
from games.core.values import seen, split
from games.table import Act, Table
from games.table.rules import is_bot

AT_MOST = 5.0  # seconds a job
LEASE = 5_000  # milliseconds in which nobody else is asked to play these bots
BUDGET = 1
EVENTS_SHOWN = 400


def play_bots(tables: Tables, table_id: str) -> str:
    """Play bot turns until no bot may act or the time is up; return what came of it.

    Safe to run twice and safe to run late.
    """
    begin, played = time.monotonic(), 0
    try:
        held = tables.current(table_id)
        while (seat := next_bot(held.table)) is not None:
            if time.monotonic() - begin > AT_MOST:
                Feeds(tables.store).wake(table_id, tables.store.now())
                return f"{played} turns; more to play"
            held = turn(tables, held, seat)
            played += 1
    except (Stale, Illegal, Busy):
        return f"{played} turns; somebody else was faster"
    except UnknownTable:
        return "no such table"
    return f"{played} turns"


def next_bot(table: Table) -> Seat | None:
    """Return the first bot that may act now."""
    return next((seat for seat in table.to_act() if is_bot(table, seat)), None)


def turn(tables: Tables, held: Held, seat: Seat) -> Held:
    """Play one turn; if the bot fails, the fallback, and say so in the log."""
    table = held.table
    begin, seed = time.monotonic(), random.SystemRandom().getrandbits(48)
    report: dict[str, Any] = {"algorithm": "plain", "version": 1, "seed": seed, "budget": BUDGET}
    events = received(tables, table, seat)  # a store that is away is no failure of the bot
    try:
        action = chosen(table, seat, events, seed)
        table.game.decide(table.play, seat, action)
    except Exception as error:  # a bot that fails must not stop the table
        action = table.game.fallback(table.play, seat)
        report["failed"] = type(error).__name__
    report["ms"] = int(1000 * (time.monotonic() - begin))
    request = Request(
        table.id, f"seat:{seat}", Act(seat, action, report), if_match=table.n, bots_later=LEASE
    )
    answer = handle(tables, request)
    return Held(answer.table, answer.head)


def chosen(table: Table, seat: Seat, events: list[Seen], seed: int) -> Action:
    """Ask the game's bot, which gets what a person in that seat would get."""
    choices: Choices = table.game.choices(table.play, seat)
    view = table.game.view(table.play, seat)
    return table.game.choose(view, choices, events, random.Random(seed), BUDGET)


def received(tables: Tables, table: Table, seat: Seat) -> list[Seen]:
    """Return the newest events of the game as the seat received them."""
    names = {kind: name for name, kind in table.game.events.items()}
    after = max(0, table.n - EVENTS_SHOWN)
    events = (decode(event).event for event in tables.store.read(table.id, after, table.n))
    return [
        Seen(names[type(event)], seen(*split(event), seat))
        for event in events
        if type(event) in names
    ]
