"""Rulings on a store: what is due after them, which of two wins, who leaves lobby and ratings."""

import random
import secrets
import threading
from typing import Any

import pytest

from events.cached_streams import CommandResult, Tables
from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent
from events.store.streams import IdempotencyKey, Store
from games.core.contract import Illegal
from games.table import Rule, Table
from projections.projection import Row
from projections.ratings.ratings import results_of
from projections.tables.lobby import LOBBY
from tests.table.desk import AUDITOR
from tests.waiting import PATIENCE
from tests.workers.floor import (
    act_at_random,
    checked_fold,
    due,
    play_out,
    public,
    started,
    table_of,
    types,
)
from workers.tables.bot_turn import play_bots

LONG = {"max_hands": 4, "target": 9_999, "elimination": -9_999}
CLOCK = {"turn": 30, "bank": 60}


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def ruling(hand: int, remedy: str, *points: int, dispute: str = "") -> Rule:
    """Return a ruling on a dispute of its own that is upheld."""
    name = dispute or f"d{secrets.token_hex(8)}"
    return Rule(name, hand, "upheld", remedy, points, secrets.token_hex(32))


def ask(
    tables: Tables, table: str, command: Rule, once: IdempotencyKey | None = None
) -> CommandResult[Table]:
    return handle(tables, CommandRequest(table, AUDITOR, command, once))


@pytest.mark.parametrize("remedy", ["none", "hand_voided"])
def test_a_table_whose_bots_are_due_is_due_after_a_ruling_and_plays_to_its_end(
    tables: Tables, store: Store, remedy: str
) -> None:
    table = started(tables, "boosh", options=LONG)
    answer = ask(tables, table, ruling(1, remedy))
    assert due(store, table) == {"alone": answer.table.at}
    assert play_bots(tables, table).endswith(" turns")
    assert checked_fold(table, store.read(table)).table.phase == "closed"
    assert due(store, table) == {}


def test_the_clock_of_the_next_hand_is_due_when_the_hand_is_voided(
    tables: Tables, store: Store
) -> None:
    table = started(tables, "boosh", ["p0", "p1"], options=LONG, clock=CLOCK)
    before = due(store, table)["clock"]
    after = ask(tables, table, ruling(1, "points_adjusted", 5, 0)).table
    assert due(store, table) == {"clock": before}
    after = ask(tables, table, ruling(1, "hand_voided")).table
    assert due(store, table) == {"clock": after.at + 90_000}
    ask(tables, table, ruling(2, "table_voided"))
    assert due(store, table) == {}


def test_a_ruling_that_is_sent_again_is_made_once(tables: Tables, store: Store) -> None:
    table = started(tables, "boosh", ["p0", "p1"], options=LONG)
    once = IdempotencyKey("auditor:key", "f" * 64)
    wanted = ruling(1, "hand_voided")
    first, second = (ask(tables, table, wanted, once) for _ in range(2))
    assert (first.last, second.last, second.replayed) == (first.last, first.last, True)
    assert table_of(tables, table).voided() == {1}


def test_of_two_auditors_who_rule_a_dispute_at_once_one_wins(store: Store) -> None:
    table = started(Tables(store), "boosh", ["p0", "p1"], options=LONG)
    ready, codes = threading.Barrier(2, timeout=PATIENCE), []

    def rule(who: str, remedy: str) -> None:
        own = Tables(store)
        own.current(table)
        ready.wait()
        try:
            handle(own, CommandRequest(table, who, ruling(1, remedy, dispute="d1")))
            codes.append("made")
        except Illegal as illegal:
            codes.append(illegal.code)

    both = [("player:one", "hand_voided"), ("player:two", "none")]
    threads = [threading.Thread(target=rule, args=args) for args in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == ["made", "table/ruled"]
    assert types(store, table).count("table.ruled.v1") == 1


def lobby_row(table: str, log: list[StoredEvent]) -> Row | None:
    """Return the row of a table in the lobby."""
    row = None
    for event in map(public, log):
        if event["type"] in LOBBY.handles:
            row = LOBBY.evolve(row, table, event)
    return row


def test_a_voided_table_leaves_the_lobby_and_is_not_rated(tables: Tables, store: Store) -> None:
    table = started(tables, "boosh", ["p0", "p1"], options=LONG)
    ask(tables, table, ruling(1, "hand_voided"))
    assert lobby_row(table, store.read(table)) is not None
    ask(tables, table, ruling(1, "table_voided"))
    assert lobby_row(table, store.read(table)) is None
    assert results_of(store.read(table)) == []


def test_a_table_is_rated_by_its_adjusted_places(tables: Tables, store: Store) -> None:
    luck = random.Random(1)
    table = started(tables, "boosh", ["p0", "p1"], options={"max_hands": 1})
    assert act_at_random(tables, table, luck)
    ask(tables, table, ruling(1, "points_adjusted", -500, 500))
    outcome = play_out(tables, table, luck).outcome
    (result,) = results_of(store.read(table))
    assert outcome is not None
    rows: list[tuple[Any, ...]] = [(0, "p0", 2, outcome.scores[0]), (1, "p1", 1, outcome.scores[1])]
    assert result.players == rows
    assert outcome.scores[1] - outcome.scores[0] > 800
