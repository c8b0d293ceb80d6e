"""Tables of bots alone: behind people, one account after the other, a while a job."""

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.backlog import do_people_wait
from events.store.due import KINDS
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store
from games.core.contract import Seat
from games.table import Leave, Return, table_id
from tests.table.planned import RUNNER, TOURNAMENT, planned
from tests.waiting import PATIENCE
from tests.workers import floor
from tests.workers.floor import checked_fold, move_clock, started, table_of, types
from tests.workers.floor import due as due_of
from tests.workers.tables.test_thinking import BEGINS, boon_thinks, everywhere, waiting, work
from workers.follower import dispatch
from workers.follower.dispatch import Dispatcher
from workers.queues import jobs as jobs_module
from workers.queues.queues import BOTS, THINKING, enqueue_job
from workers.tables import bots_alone
from workers.tables.bot_turn import THINKING as LEASE
from workers.tables.bots_alone import play_bots_alone

CLOCK = {"turn": 1}


@pytest.fixture
def tables(store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on the store that the environment names."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    jobs_module.open_worker_stores.cache_clear()
    return Tables(store)


@pytest.fixture
def dispatcher(tables: Tables, redis: Redis) -> Dispatcher:
    return Dispatcher(tables.store, redis)


def play_alone(tables: Tables, table: str, has_to_yield: Callable[[], bool] = lambda: False) -> str:
    """Play a table of bots alone, as long as nobody waits."""
    return play_bots_alone(tables, table, PATIENCE, has_to_yield)


def stop_time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let the time of jobs stand still; return it, in seconds."""
    seconds = [0.0]
    monkeypatch.setattr(bots_alone, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    return seconds


def test_tables_of_bots_alone_leave_the_worker_of_people_s_bots_alone(
    tables: Tables, dispatcher: Dispatcher, redis: Redis
) -> None:
    names = [started(tables, "boosh") for _ in range(3)]
    assert all(due_of(tables.store, name).keys() == {"alone"} for name in names)
    person = started(tables, "boosh", ["", "p0"], options={"first_dealer": 1})
    dispatcher.dispatch(everywhere(tables), KINDS)
    assert len(waiting(redis, THINKING)) == 3
    work(redis, BOTS)
    assert due_of(tables.store, person).keys() == set()  # the person's bot has answered
    assert all("alone" in due_of(tables.store, name) for name in names)
    while any("alone" in due_of(tables.store, name) for name in names):
        dispatcher.dispatch(everywhere(tables), KINDS)
        work(redis, THINKING)
    for name in names:
        assert checked_fold(name, tables.store.read(name)).table.phase == "closed"


@pytest.mark.parametrize(
    ("kind", "where"), [("bot", (3, 1)), ("thinking", ("t1", 3, 1)), ("hint", ("t1", 1))]
)
def test_a_job_of_bots_alone_ends_after_the_turn_during_which_a_person_s_comes(
    tables: Tables, redis: Redis, kind: str, where: tuple[str | int, ...]
) -> None:
    asked: list[bool] = []

    def has_to_yield() -> bool:
        if len(asked) == 3:
            enqueue_job(redis, kind, *where)
        asked.append(do_people_wait(redis))
        return asked[-1]

    table = started(tables, "boosh")
    before = table_of(tables, table)
    assert play_alone(tables, table, has_to_yield) == "3 turns; more to play"
    after = table_of(tables, table)
    assert sum(after.moves) == sum(before.moves) + 3
    assert due_of(tables.store, table)["alone"] <= tables.store.now()
    assert play_alone(tables, table, has_to_yield) == "0 turns; others come first"
    assert due_of(tables.store, table)["alone"] <= tables.store.now()


def test_jobs_of_bots_alone_do_not_wait_for_each_other(tables: Tables, redis: Redis) -> None:
    enqueue_job(redis, "alone", "t1", 1)
    enqueue_job(redis, "clock", 1, 1)
    assert not do_people_wait(redis)


def test_an_account_with_many_tables_of_bots_has_every_other_turn_beside_one_with_few(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dispatch.MOST, "alone", 4)
    many = [started(tables, "boosh") for _ in range(40)]
    monkeypatch.setattr(floor, "OPENER", "player:p9")
    few = started(tables, "boosh")
    turns: list[str] = []
    for _ in range(6):
        dispatcher.dispatch(everywhere(tables), KINDS)
        turns += [job.args[0] for job in waiting(redis, THINKING)]
        for job in waiting(redis, THINKING):
            job.delete()
        for name in (*many, few):
            dispatcher.due.put_off(name, tables.store.now(), ["alone"])
    assert Counter(turns)[few] >= 6
    assert len({*turns} - {few}) >= 3


def test_a_job_plays_for_a_while_and_the_next_turn_waits_behind_other_tables(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = stop_time(monkeypatch)

    def meanwhile() -> None:
        seconds[0] += 0.4 * jobs_module.ALONE

    with boon_thinks(monkeypatch, meanwhile) as thoughts:
        names = [started(tables, "boon", options=BEGINS) for _ in range(4)]
        order: list[str] = []
        for _ in range(12):
            dispatcher.dispatch(everywhere(tables), KINDS)
            assert waiting(redis, BOTS) == []
            order.append(waiting(redis, THINKING)[0].args[0])
            work(redis, THINKING, most=1)
            assert len(thoughts) == 3 * len(order)  # the third ends after the while
        for k in range(0, len(order), len(names)):
            assert sorted(order[k : k + len(names)]) == sorted(names)


def test_while_a_job_plays_nobody_else_is_asked_to_and_at_its_end_somebody_is(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    dues: list[int] = []

    def meanwhile() -> None:
        dues.append(due_of(tables.store, table)["alone"] - table_of(tables, table).at)
        if len(dues) == 5:
            seconds[0] = 2 * PATIENCE

    seconds = stop_time(monkeypatch)
    with boon_thinks(monkeypatch, meanwhile):
        table = started(tables, "boon", options=BEGINS)
        assert play_alone(tables, table) == "5 turns; more to play"
        assert all(when >= LEASE for when in dues)
        assert due_of(tables.store, table)["alone"] <= tables.store.now()


def test_turns_that_a_job_can_not_play_to_the_end_come_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile() -> None:
        if len(thoughts) == 3:
            raise ConnectionError

    with boon_thinks(monkeypatch, meanwhile) as thoughts:
        table = started(tables, "boon", options=BEGINS)
        before = table_of(tables, table)
        with pytest.raises(ConnectionError):
            play_alone(tables, table)
        after = table_of(tables, table)
        assert sum(after.moves) == sum(before.moves) + 2
        assert due_of(tables.store, table)["alone"] == after.at + LEASE
        thoughts.append("one more, which is none that fails")
        assert play_alone(tables, table).endswith(" turns")
        assert table_of(tables, table).phase == "closed"


def test_where_people_wait_a_bot_thinks_before_a_tournament_s_bots_always(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        for index in range(3):
            opening = planned(["regular"] * 3, index, "boon", options=BEGINS, clock=None)
            handle(tables, CommandRequest(table_id(TOURNAMENT, index), RUNNER, opening))
        dispatcher.dispatch(everywhere(tables), KINDS)
        started(tables, "boon", ["p0"], options=BEGINS)
        dispatcher.dispatch(everywhere(tables), KINDS)
        assert len(waiting(redis, THINKING)) == 4
        work(redis, THINKING, most=3)
        assert thoughts == []  # those of the tournament have given way
        work(redis, THINKING, most=1)
        assert len(thoughts) == 1


def test_after_the_last_player_has_left_bots_are_alone_until_one_comes_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        table = started(tables, "boon", ["p0"], options=BEGINS)
        handle(tables, CommandRequest(table, "player:p0", Leave(Seat(0))))
        assert due_of(tables.store, table).keys() == {"alone"}
        assert play_alone(tables, table) == "0 turns; one is thought about"  # p0 may come back
        assert due_of(tables.store, table)["alone"] > tables.store.now()
        move_clock(tables.store, LEASE)
        assert play_alone(tables, table) == "1 turns; one is thought about"
        assert len(thoughts) == 2
        handle(tables, CommandRequest(table, "player:p0", Return(Seat(0))))
        assert "alone" not in due_of(tables.store, table)
        assert play_alone(tables, table) == "0 turns"


def test_t7_the_time_of_bots_alone_is_ended_by_the_job_that_plays_them(tables: Tables) -> None:
    table = started(tables, "boosh", clock=CLOCK)
    assert due_of(tables.store, table).keys() == {"alone"}
    move_clock(tables.store, 60_000)
    play_alone(tables, table)
    assert "table.timed_out.v1" in types(tables.store, table)
    assert table_of(tables, table).phase == "closed"


def test_bots_alone_at_no_table_and_at_one_that_is_over_do_nothing(tables: Tables) -> None:
    assert play_alone(tables, "t0") == "no such table"
    table = started(tables, "boosh")
    assert play_alone(tables, table).endswith(" turns")
    assert play_alone(tables, table) == "0 turns"
