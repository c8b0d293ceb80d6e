"""A player measures how long experts take, to learn which of their moves were forced (T25)."""

import random
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from events.cached_streams import Tables
from events.store.streams import Store
from games.table.bots import choose_for_seat
from tests.workers.floor import act_at_random, due, move_clock, private, public, table_of
from tests.workers.tables.test_experts import a_table, experts, thought
from workers.tables import thoughts
from workers.tables.bot_turn import play_bots

TABLES = 8
PACE, LATE = 1_000, 60  # milliseconds; a job does what is due so much later at most
AT_MOST = 0.6  # of the area under the curve of somebody who tells moves apart by their time
LOADS = {  # milliseconds that a thought waits for its worker, and that a search takes
    "searches about as long as the pace": ((0, 300), (600, 1_500)),
    "longer searches behind a long queue": ((0, 2_000), (1_200, 4_000)),
}
Span = tuple[int, int]


class SlowServer:
    """A server with one worker that plays bots when they are due, and one that thinks.

    While a search lasts the other worker goes on.
    """

    def __init__(self, tables: Tables, queue: Span, luck: random.Random) -> None:
        self.tables, self.store = tables, tables.store
        self.queue, self.luck, self.table = queue, luck, ""

    def until(self, end: int) -> None:
        """Let time go by, in which bots are asked whenever they are due."""
        while (when := due(self.store, self.table).get("bot", end)) < end:
            done = when + self.luck.randint(5, LATE)
            move_clock(self.store, max(0, done - self.store.now()))
            play_bots(self.tables, self.table)
        move_clock(self.store, max(0, end - self.store.now()))

    def search(self, took: Span, choose: Any, *given: Any) -> Any:
        """Let a bot choose; a search takes its time."""
        action = choose(*given)
        (*_, budget) = given
        if budget.done:
            self.until(self.store.now() + self.luck.randint(*took))
        return action

    def play(self, table: str) -> None:
        """Play a table to its end."""
        self.table = table
        while (now := table_of(self.tables, table)).phase == "playing":
            if act_at_random(self.tables, table, self.luck):
                continue
            self.until(self.store.now() + self.luck.randint(*self.queue))
            thought(self.tables, table)
            while table_of(self.tables, table).n == now.n:
                self.until(due(self.store, table)["bot"] + 1)


def waits(store: Store, table: str) -> tuple[list[int], list[int]]:
    """Return for how many milliseconds experts let others wait: forced moves, searched ones."""
    forced, searched = list[int](), list[int]()
    events = store.read(table)
    for before, event in pairwise(events):
        report = private(event).get("hand", {}).get("bot")
        if report is not None:
            wait = public(event)["at"] - public(before)["at"]
            (searched if report["playouts"] else forced).append(wait)
    return forced, searched


def area(forced: Sequence[int], searched: Sequence[int]) -> float:
    """Return the area under the curve of who takes the longer waits for searches, or the shorter.

    It is how often two moves, one of each kind, are told apart: half of the time by chance.
    """
    pairs = [(one > other) + (one == other) / 2 for one in searched for other in forced]
    found = sum(pairs) / len(pairs)
    return max(found, 1 - found)


@pytest.mark.parametrize("load", LOADS)
def test_forced_moves_of_experts_can_not_be_told_by_time_from_searched_ones(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, load: str
) -> None:
    queue, took = LOADS[load]
    forced, searched = list[int](), list[int]()
    server = SlowServer(tables, queue, random.Random(load))
    choose = partial(server.search, took, choose_for_seat)
    monkeypatch.setattr(thoughts, "choose_for_seat", choose)
    with experts(monkeypatch):
        for index in range(TABLES):
            table = a_table(tables, name=f"t{index:018x}", secret=f"{index:064x}")
            server.play(table)
            found = waits(tables.store, table)
            forced += found[0]
            searched += found[1]
    assert min(len(forced), len(searched)) > 30
    assert max(wait % PACE for wait in [*forced, *searched]) <= LATE
    assert area(forced, searched) <= AT_MOST
