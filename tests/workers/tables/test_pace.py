"""Pace (T24): bots are asked when it lets them act, and play one turn then."""

import random
from itertools import pairwise

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from games.core.contract import Seat
from games.table import Leave
from tests.waiting import PATIENCE
from tests.workers.floor import act_at_random, commands, due, move_clock, started, table_of
from tests.workers.tables.test_thinking import boon_thinks
from workers.tables.bot_turn import let_bot_think, play_bots
from workers.tables.bots_alone import play_bots_alone
from workers.tables.thoughts import THOUGHT_TTL

PACE, LUCK = 1_500, random.Random("pace")  # milliseconds
LONG = {"first_dealer": 0, "max_rounds": 1}  # a bot begins, where p0 sits in seat 0


def a_table(tables: Tables, pace: int = PACE) -> str:
    """Return a table of one player at which a bot may act."""
    return started(tables, "boon", ["p0"], pace=pace, options=LONG)


def test_a_bot_is_due_when_the_pace_lets_it_act_and_plays_one_turn_then(tables: Tables) -> None:
    table = a_table(tables)
    began = table_of(tables, table)
    assert due(tables.store, table)["bot"] == began.at + PACE
    for turn in range(1, 2):
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, PACE - 1)
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, 1)
        assert play_bots(tables, table) == "1 turns; more to play"
        now = table_of(tables, table)
        assert (now.at, due(tables.store, table)["bot"]) == (
            began.at + turn * PACE, began.at + (turn + 1) * PACE,
        )  # fmt: skip


def test_a_job_that_comes_too_soon_leaves_the_turn_due_at_its_time(tables: Tables) -> None:
    table = a_table(tables)
    until = table_of(tables, table).at + PACE
    tables.store.redis.zadd(tables.store.names.of(table).bot, {table: until + 2_000})  # a claim
    assert play_bots(tables, table) == "0 turns; more to play"
    assert due(tables.store, table)["bot"] == until


def test_when_the_last_player_has_left_the_bots_play_on_at_once(tables: Tables) -> None:
    table = a_table(tables)
    handle(tables, CommandRequest(table, "player:p0", Leave(Seat(0))))
    assert due(tables.store, table) == {"alone": table_of(tables, table).at}
    play_bots_alone(tables, table, PATIENCE, lambda: False)
    assert table_of(tables, table).phase == "closed"


def test_a_bot_thinks_at_once_and_its_move_is_played_when_the_pace_lets_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        table = a_table(tables)
        now = table_of(tables, table)
        assert due(tables.store, table) == {"thinking": now.at, "bot": now.at + PACE}
        assert (let_bot_think(tables, table, now.n), thoughts) == ("a thought", ["thought"])
        assert due(tables.store, table) == {"thinking": now.at + THOUGHT_TTL, "bot": now.at + PACE}
        move_clock(tables.store, PACE - 1)
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, 1)
        assert play_bots(tables, table) == "1 turns; more to play"
        assert thoughts == ["thought"]


def test_a_whole_table_keeps_the_pace(tables: Tables) -> None:
    table = a_table(tables)
    while (now := table_of(tables, table)).phase == "playing":
        if not act_at_random(tables, table, LUCK):
            seat = next(one for one in now.to_act() if now.is_bot(one))
            move_clock(tables.store, now.bot_due(seat) - tables.store.now())
            play_bots(tables, table)
    asked = commands(tables.store.read(table))
    ends = {one["cause"]["last"]: one["at"] for one in asked}
    by_bots = [(one, two) for one, two in pairwise(asked) if two["by"].startswith("seat:")]
    assert len(by_bots) > 10
    for one, two in by_bots:
        assert two["at"] - ends[one["cause"]["last"]] == PACE
