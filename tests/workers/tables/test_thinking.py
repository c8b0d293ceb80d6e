"""Bots that think: a queue of their own, a while a job, in turn among tables, behind nobody."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.due import KINDS, DueIndex
from events.store.embedded.server import EmbeddedServer
from events.store.names import Kind
from events.store.streams import Store
from games import GAMES
from games.core.contract import Seat
from games.table import Leave
from games.table.rules import DueTimes, due_times
from service.commands.processes import ChildProcess, ServerStack
from tests.games.bots import with_bot
from tests.waiting import PATIENCE
from tests.workers.floor import due as due_of
from tests.workers.floor import started, table_of
from workers.follower import dispatch
from workers.follower.dispatch import THINKING_CLAIM, Dispatcher
from workers.queues import jobs as jobs_module
from workers.queues.queues import BOTS, THINKING, job_queue, queue_worker
from workers.tables.bot_turn import THINKING as LEASE
from workers.tables.bot_turn import let_bot_think, play_bots
from workers.tables.bots_alone import play_bots_alone

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


def test_where_people_play_a_job_thinks_about_one_turn(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boon_thinks(monkeypatch) as thoughts:
        table = started(tables, "boon", ["p0"], options=BEGINS)
        n = table_of(tables, table).n
        assert let_bot_think(tables, table, n) == "a thought"
        assert (len(thoughts), table_of(tables, table).n) == (1, n)


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
        assert due_of(tables.store, table)["alone"] <= tables.store.now()
        said = play_bots_alone(tables, table, PATIENCE, lambda: False)
        assert said == "0 turns; one is thought about"
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
        assert due_of(tables.store, table)["alone"] <= tables.store.now()


def test_only_a_bot_that_thinks_is_due_as_such(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(tables, started(tables, "boon", ["p0"], options=BEGINS))
    assert due_times(table) == DueTimes(table.at, None, None)
    with boon_thinks(monkeypatch):
        table = table_of(tables, started(tables, "boon", ["p0"], options=BEGINS))
        assert due_times(table) == DueTimes(table.at + 1000, None, table.at)


def test_a_server_starts_workers_for_bots_that_think_or_are_alone(
    server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildProcess, "start", lambda child: None)
    stack = ServerStack(tmp_path, 1, redis_url=server.url, thinking_workers=2)
    stack.start_children()
    found = [child.name for child in stack.children if child.name.startswith("thinking")]
    assert found == ["thinking-0", "thinking-1"]


def test_what_watches_over_a_server_loads_no_game() -> None:
    code = (
        "import sys, service.commands.serve; print(*(one for one in sys.modules if 'boon' in one))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if name.startswith("games.b")] == []
