"""Bots that think: a queue of their own, a while a job, in turn among tables, behind nobody."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.due import KINDS, DueIndex
from events.store.embedded.server import EmbeddedServer
from events.store.names import Kind
from events.store.streams import Store
from games import GAMES
from games.core.contract import Seat
from games.table import Leave, table_id
from games.table.rules import DueTimes, due_times
from service.commands.processes import ChildProcess, ServerStack
from tests.games.bots import with_bot
from tests.table.planned import RUNNER, TOURNAMENT, planned
from tests.workers.floor import checked_fold, move_clock, started, table_of
from tests.workers.floor import due as due_of
from workers.follower import dispatch
from workers.follower.dispatch import BEHIND, THINKING_CLAIM, Dispatcher
from workers.queues import jobs as jobs_module
from workers.queues.queues import BOTS, THINKING, job_queue, queue_worker
from workers.tables import bot_turn
from workers.tables.bot_turn import THINKING as LEASE
from workers.tables.bot_turn import let_bot_think, play_bots

BEGINS = {"first_dealer": 0, "max_rounds": 1}  # a bot begins, where p0 sits in seat 0


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


@contextmanager
def boon_thinks(
    monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[list[str]]:
    """Let Boon's bots think, and something happen meanwhile; yield a list of their thoughts."""
    game, thoughts = GAMES["boon", 1], list[str]()
    bot = game.bots.levels["regular"]

    def choose(*given: Any) -> Any:
        thoughts.append("thought")
        meanwhile()
        return bot.choose(*given)

    with monkeypatch.context() as patch:
        patch.setitem(GAMES, ("boon", 1), with_bot(game, choose, playouts=1))
        yield thoughts


def everywhere(tables: Tables) -> range:
    """Return all partitions."""
    return range(tables.store.names.partitions)


def waiting(redis: Redis, name: str) -> list[Any]:
    """Return the jobs that wait in a queue."""
    found: list[Any] = job_queue(name, redis).jobs
    return found


def work(redis: Redis, name: str, most: int | None = None) -> None:
    """Do what waits in a queue, or some of it."""
    queue_worker(name, redis).work(burst=True, max_jobs=most, logging_level="CRITICAL")


def test_beside_tables_that_think_a_plain_bot_answers_before_any_thought_has_ended(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        thinkers = [
            started(tables, "boon", ["p0"], options=BEGINS)
            for _ in range(dispatch.MOST["thinking"])
        ]
        dispatcher.dispatch(everywhere(tables), KINDS)
        table = started(tables, "boosh", ["p0"])
        dispatcher.dispatch([tables.store.names.partition(table)], ["bot", "thinking"])
        work(redis, BOTS)
        assert "bot" not in due_of(tables.store, table)  # the bot has answered
        assert thoughts == []
        assert len(waiting(redis, THINKING)) == len(thinkers)
        work(redis, THINKING)
        assert len(thoughts) == len(thinkers)


def test_a_job_thinks_for_a_while_and_the_next_turn_waits_behind_other_tables(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [0.0]

    def meanwhile() -> None:
        seconds[0] += 0.4 * jobs_module.THINKS

    monkeypatch.setattr(bot_turn, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
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


def test_while_a_job_thinks_on_nobody_else_is_asked_to_and_at_its_end_somebody_is(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    dues: list[int] = []

    def meanwhile() -> None:
        dues.append(due_of(tables.store, table)["thinking"] - table_of(tables, table).at)
        if len(dues) == 5:
            seconds[0] = 1.0

    seconds = [0.0]
    monkeypatch.setattr(bot_turn, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    with boon_thinks(monkeypatch, meanwhile):
        table = started(tables, "boon", options=BEGINS)
        assert let_bot_think(tables, table, table_of(tables, table).n, 1.0) == "5 turns"
        assert all(when >= LEASE for when in dues)
        assert due_of(tables.store, table)["thinking"] == table_of(tables, table).at


def test_turns_that_a_job_can_not_think_about_to_its_end_come_back(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile() -> None:
        if len(thoughts) == 3:
            raise ConnectionError

    with boon_thinks(monkeypatch, meanwhile) as thoughts:
        table = started(tables, "boon", options=BEGINS)
        before = table_of(tables, table)
        with pytest.raises(ConnectionError):
            let_bot_think(tables, table, before.n, 60.0)
        after = table_of(tables, table)
        assert sum(after.moves) == sum(before.moves) + 2
        assert due_of(tables.store, table)["thinking"] == after.at + LEASE
        thoughts.append("one more, which is none that fails")
        assert let_bot_think(tables, table, after.n) == "1 turns"


def test_where_people_play_a_job_thinks_about_one_turn(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        table = started(tables, "boon", ["p0"], options=BEGINS)
        n = table_of(tables, table).n
        assert let_bot_think(tables, table, n, 60.0) == "a thought"
        assert (len(thoughts), table_of(tables, table).n) == (1, n)


def test_bots_that_think_play_a_table_to_its_end(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch):
        table = started(tables, "boon", options=BEGINS)
        while "thinking" in due_of(tables.store, table):
            dispatcher.dispatch(everywhere(tables), KINDS)
            work(redis, THINKING)
        assert checked_fold(table, tables.store.read(table)).table.phase == "closed"


def test_few_wait_at_once_and_those_that_have_waited_longest_come_first(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dispatch.MOST, "thinking", 3)
    with boon_thinks(monkeypatch):
        names = [started(tables, "boon", ["p0"], options=BEGINS) for _ in range(9)]
        since = {table: due_of(tables.store, table)["thinking"] for table in names}
        for _ in range(3):
            dispatcher.dispatch(everywhere(tables), KINDS)
        waits = {job.args[0] for job in waiting(redis, THINKING)}
        others = since.keys() - waits
        assert len(waits) == 3
        assert max(since[one] for one in waits) <= min(since[one] for one in others)
        assert all(due_of(tables.store, one)["thinking"] == since[one] for one in others)
        assert all(due_of(tables.store, one)["thinking"] > since[one] for one in waits)


@pytest.mark.parametrize("later", [0, BEHIND])
def test_where_people_wait_a_bot_thinks_before_a_tournaments_bots_but_not_for_ever(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch,
    later: int,
) -> None:  # fmt: skip
    monkeypatch.setitem(dispatch.MOST, "thinking", 2)
    with boon_thinks(monkeypatch):
        own = [table_id(TOURNAMENT, index) for index in range(40)]
        for index, table in enumerate(own):
            opening = planned(["regular"] * 3, index, "boon", options=BEGINS, clock=None)
            handle(tables, CommandRequest(table, RUNNER, opening))
        moment = tables.store.clock.steady()
        monkeypatch.setattr(tables.store.clock, "steady", lambda: moment)
        move_clock(tables.store, 1 + later)
        table = started(tables, "boon", ["p0"], options=BEGINS)
        dispatcher.dispatch(everywhere(tables), KINDS)
        first, second = (job.args[0] for job in waiting(redis, THINKING))
        assert second in own
        assert first in own if later else first == table


def test_a_thought_that_is_lost_comes_back_and_one_that_is_thought_does_not(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases: list[int] = []

    def meanwhile() -> None:
        leases.append(due_of(tables.store, table)["thinking"])

    with boon_thinks(monkeypatch, meanwhile):
        table = started(tables, "boon", ["p0"], options=BEGINS)
        since = due_of(tables.store, table)["thinking"]
        dispatcher.dispatch(everywhere(tables), KINDS)
        claimed = due_of(tables.store, table)["thinking"]
        assert since + THINKING_CLAIM <= claimed <= tables.store.now() + THINKING_CLAIM
        job_queue(THINKING, redis).empty()
        monkeypatch.setattr(Store, "now", lambda store: claimed)
        dispatcher.dispatch(everywhere(tables), KINDS)
        (job,) = waiting(redis, THINKING)
        assert job.args == [table, table_of(tables, table).n, claimed]
        work(redis, THINKING)
        assert leases == [claimed + LEASE]


def test_a_job_for_a_table_that_has_moved_on_thinks_nothing(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        table = started(tables, "boon", options=BEGINS)
        n = table_of(tables, table).n
        assert let_bot_think(tables, table, n) == "1 turns"
        assert let_bot_think(tables, table, n) == "somebody else was faster"
        assert let_bot_think(tables, "t0", 1) == "no such table"
        assert play_bots(tables, table) == "0 turns"  # it leaves those that think alone
        assert len(thoughts) == 1


def test_a_thought_during_which_a_player_leaves_is_asked_for_again_and_had_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    others, wanted = Tables(tables.store), list[str]()

    def meanwhile() -> None:
        if wanted:
            handle(others, CommandRequest(wanted.pop(), "player:p0", Leave(Seat(0))))

    with boon_thinks(monkeypatch, meanwhile) as thoughts:
        table = started(tables, "boon", ["p0"], options=BEGINS)
        wanted.append(table)
        assert let_bot_think(tables, table, table_of(tables, table).n) == "somebody else was faster"
        assert due_of(tables.store, table)["thinking"] <= tables.store.now()
        assert let_bot_think(tables, table, table_of(tables, table).n) == "a thought"
        assert len(thoughts) == 1


def test_a_turn_that_comes_just_before_a_thought_about_the_last_one_is_not_put_off(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put_off(index: DueIndex, table: str, until: int, kinds: Iterable[Kind]) -> None:
        put_off_really(index, table, until, kinds)
        if wanted:
            let_bot_think(Tables(tables.store), wanted.pop(), n)

    put_off_really, wanted = DueIndex.put_off, list[str]()
    with boon_thinks(monkeypatch) as thoughts:
        table = started(tables, "boon", options=BEGINS)
        n = table_of(tables, table).n
        wanted.append(table)
        monkeypatch.setattr(DueIndex, "put_off", put_off)
        assert let_bot_think(tables, table, n) == "somebody else was faster"
        assert len(thoughts) == 1
        assert due_of(tables.store, table)["thinking"] <= tables.store.now()


def test_only_a_bot_that_thinks_is_due_as_such(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tables, started(tables, "boon", ["p0"], options=BEGINS))
    assert due_times(table) == DueTimes(table.at, None, None)
    with boon_thinks(monkeypatch):
        table = table_of(tables, started(tables, "boon", ["p0"], options=BEGINS))
        assert due_times(table) == DueTimes(table.at + 1000, None, table.at)


def test_a_server_starts_workers_for_bots_that_think(
    server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildProcess, "start", lambda child: None)
    stack = ServerStack(tmp_path, 1, redis_url=server.url, thinking_workers=2)
    stack.start_children()
    names = [child.name for child in stack.children]
    assert [name for name in names if name.startswith("thinking")] == ["thinking-0", "thinking-1"]


def test_what_watches_over_a_server_loads_no_game() -> None:
    code = (
        "import sys, service.commands.serve; print(*(one for one in sys.modules if 'boon' in one))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if name.startswith("games.b")] == []
