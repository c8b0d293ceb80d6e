"""Whose turn it is stands beside the logs, kept by the append script."""

import random
from contextlib import suppress
from typing import Any

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.codec import decode_event
from events.store.streams import AppendConflict, AppendRequest, AppendResult, Store
from events.store.turns import whose_turns
from events.tables.turns import OpenTurn, TableTurns, encode_turns
from games import NEWEST
from games.core.contract import Illegal, Seat
from games.core.type_hints.values import BadValue
from games.table import Act, Leave, Return, Sit, Start, Table, fold_table_facts
from tests.events.tables.test_holdings import any_request
from tests.table.desk import AT, Desk, an_open, any_action

MOST = 4  # tables at a time
SECOND = 1_000  # milliseconds
CLOCK = {"turn": 30, "bank": 10}


def kept(store: Store) -> dict[str, bytes]:
    """Return all that is kept of turns."""
    found: dict[str, bytes] = {}
    for partition in range(store.names.partitions):
        rows: Any = store.redis.hgetall(store.names.turns(partition))
        found |= {table.decode(): row for table, row in rows.items()}
    return found


@pytest.mark.parametrize("game", NEWEST)
def test_the_turns_kept_are_those_of_the_logs_after_every_command(
    store: Store, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Two processes take turns; one of them knows nothing each time, as after a kill."""
    luck, names, mine = random.Random(f"turns {game}"), list[str](), Tables(store)
    seats = NEWEST[game].seats[0]
    for step in range(250):
        monkeypatch.setattr(store, "now", lambda: AT + step * SECOND)  # noqa: B023
        other = Tables(store) if luck.random() < 0.1 else mine
        if len(names) < MOST:
            names.append(f"t{step}")
            clock = luck.choice([CLOCK, None])
            opening = an_open(game, seats, options=NEWEST[game].brief, clock=clock)
            handle(other, CommandRequest(names[-1], "player:p0", opening))
        name = luck.choice(names)
        by, command = any_request(other.current(name).table, luck)
        with suppress(Illegal, BadValue):
            handle(other, CommandRequest(name, by, command))
        folded = [fold_table_facts(one, None, map(decode_event, store.read(one))) for one in names]
        expected = {one.id: row for one in folded if (row := encode_turns(one))}
        assert kept(store) == expected, (step, by, command)
        names = [table.id for table in folded if table.phase != "closed"]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", NEWEST)
def test_a_turn_begins_with_an_event_and_its_clock_with_that(game: str, seed: int) -> None:
    """A turn ends when its seat acts, may not act any more, or hand or phase change."""
    luck = random.Random(f"{game} {seed}")
    desk = Desk().opened(an_open(game, NEWEST[game].seats[0], clock=CLOCK)).started()
    for _ in range(60):
        before = desk.table
        if desk.table.phase == "closed":
            break
        desk.random_act(luck)
        after = desk.table
        for seat in range(after.seats):
            n = after.began[seat]
            assert (n is not None) == (seat in after.to_act())
            if n is not None:
                assert after.since[seat] == desk.facts[n - 1].at
            if n is not None and n <= before.n:
                assert n == before.began[seat]
                assert after.actor != seat
                assert (after.hand, after.play.phase) == (before.hand, before.play.phase)


def seated(tables: Tables, game: str, seats: int) -> Table:
    """Start a table t1 of p0, p1 ..."""
    handle(tables, CommandRequest("t1", "player:p0", an_open(game, seats, clock=CLOCK)))
    for seat in range(seats):
        handle(tables, CommandRequest("t1", f"player:p{seat}", Sit(Seat(seat))))
    return handle(tables, CommandRequest("t1", "player:p0", Start())).table


def test_of_those_who_may_act_at_once_each_keeps_the_turn_until_it_acts(store: Store) -> None:
    tables, luck = Tables(store), random.Random("at once")
    table, kept_by_others = seated(tables, "boojum", 3), 0
    while kept_by_others < 5:
        before, seat = whose_turns(store, ["t1"])["t1"], luck.choice(table.to_act())
        action, old = any_action(table, seat, luck), table
        table = handle(tables, CommandRequest("t1", f"player:p{seat}", Act(seat, action))).table
        after = whose_turns(store, ["t1", "t2"])["t1"]
        both = {one.seat for one in before.seats} & {one.seat for one in after.seats} - {seat}
        if (old.hand, old.play.phase) == (table.hand, table.play.phase):
            kept_by_others += len(both)
            assert {*after.seats} >= {one for one in before.seats if one.seat in both}
        assert all(one.n > old.n for one in after.seats if one.seat == seat)


def test_a_seat_handed_to_a_bot_and_taken_back_keeps_its_turn_and_deadline(store: Store) -> None:
    tables = Tables(store)
    table = seated(tables, "boosh", 2)
    (seat,) = table.to_act()
    mine = OpenTurn(seat, f"p{seat}", table.n, table.deadline(seat))
    assert whose_turns(store, ["t1"]) == {"t1": TableTurns("boosh", (mine,))}
    handle(tables, CommandRequest("t1", f"player:p{seat}", Leave(seat)))
    assert whose_turns(store, ["t1"])["t1"].seats == (mine._replace(player=None),)
    handle(tables, CommandRequest("t1", f"player:p{seat}", Return(seat)))
    assert whose_turns(store, ["t1"])["t1"].seats == (mine,)


def test_the_script_is_told_of_turns_only_where_they_change(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, drafts, append = Tables(store), list[AppendRequest](), store.append

    def noted(draft: AppendRequest) -> AppendResult | AppendConflict:
        drafts.append(draft)
        return append(draft)

    monkeypatch.setattr(store, "append", noted)
    seated(tables, "boosh", 2)
    assert [one.turns is None for one in drafts] == [True, True, True, False]
