"""Plans of many tables: opened and closed in short jobs, between which others have their turn."""

from types import SimpleNamespace

import pytest
from redis import Redis

from events.cached_streams import CachedStream, Tables
from events.store.due import KINDS, DueIndex
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store
from events.tournaments.streams import Tournaments
from games import NEWEST
from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from tests.tournaments.settings import BOTS, settings
from tests.waiting import PATIENCE
from tests.workers.floor import due, started, table_of
from tournaments import commands as cm
from tournaments.state import Tournament
from workers.follower.dispatch import Dispatcher
from workers.queues import batch
from workers.queues import jobs as jobs_module
from workers.queues.jobs import SHORT
from workers.queues.queues import CLOCK, job_queue, queue_worker
from workers.tables.bot_turn import play_bots
from workers.tournaments import rounds as tournaments
from workers.tournaments.rounds import run_tournament

CUPS = [f"c{k:018x}" for k in range(3)]
NAME, SECRET = "1a" * 32, "5e" * 32
DIRECTOR = "player:dora"
GAME = {"game": "boon", "seats": 3, "options": dict(NEWEST["boon"].brief)}
A_JOB = 4  # tables that a job opens before its time is up, as it is measured here


@pytest.fixture
def tables(store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on the store that the environment names."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    jobs_module.open_worker_stores.cache_clear()
    return Tables(store)


def planned(store: Store, cup: str, count: int, *, together: bool = False) -> None:
    """Start a tournament of bots and plan tables, of one deal group or each of its own."""
    own = {"kind": "own", "rounds": None}
    streams = Tournaments(store)
    streams.open(cup, DIRECTOR, dict(settings(BOTS, games=[GAME], format=own)), NAME)
    for _ in range(4):
        streams.execute(cup, DIRECTOR, cm.Register("bot", ("bot:regular",)))
    streams.execute(cup, DIRECTOR, cm.Call())
    rows = (
        cm.OwnTable(0, 0 if together else at, tuple((at + k) % 4 for k in range(3)))
        for at in range(count)
    )
    streams.execute(cup, DIRECTOR, cm.Plan(tuple(rows)))


def state_of(store: Store, cup: str) -> Tournament:
    """Return a tournament as the log has it."""
    return Tournaments(store).current(cup).state


def opened(store: Store) -> int:
    """Return how many tables of all tournaments are there."""
    return sum(state_of(store, cup).opened for cup in CUPS)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whatever is asked of a tournament's table take so long that a job does `A_JOB`."""
    seconds, real = [0.0], tournaments.send_command_once

    def ask(*given: object) -> None:
        real(*given)  # type: ignore[arg-type]
        seconds[0] += SHORT / (A_JOB - 0.5)

    clock = SimpleNamespace(monotonic=lambda: seconds[0])
    monkeypatch.setattr(tournaments, "send_command_once", ask)
    monkeypatch.setattr(tournaments, "time", clock)
    monkeypatch.setattr(batch, "time", clock)


def work(redis: Redis, name: str) -> str:
    """Do the job of a queue that waits longest; return what it calls, '' where none waits."""
    jobs = job_queue(name, redis).jobs
    queue_worker(name, redis).work(burst=True, max_jobs=1, logging_level="CRITICAL")
    return str(jobs[0].func_name) if jobs else ""


@pytest.mark.usefixtures("slow")
def test_a_time_out_waits_for_one_short_job_of_tournaments_at_most(
    tables: Tables, redis: Redis
) -> None:
    store = tables.store
    dispatcher, everywhere = Dispatcher(store, redis), range(store.names.partitions)
    table, rounds = started(tables, "boon", ["p0", "p1", "p2"], clock={"turn": 3600}), 0
    for cup in CUPS:
        planned(store, cup, 3 * A_JOB)
    while opened(store) < len(CUPS) * 3 * A_JOB:
        DueIndex(store).put_off(table, store.now(), ["clock"])
        dispatcher.dispatch(everywhere, KINDS)
        before, rounds = opened(store), rounds + 1
        called = [work(redis, CLOCK), work(redis, CLOCK)]
        assert sorted(called) == ["run_tournaments", "time_out"]
        assert 0 < opened(store) - before <= A_JOB
    assert rounds >= 3 * len(CUPS)


def finished(tables: Tables, cup: str, count: int) -> list[str]:
    """Plan tables of one deal group, play them, and bring their results; return their ids."""
    planned(tables.store, cup, count, together=True)
    run_tournament(tables, cup, PATIENCE)
    names = [table_id(cup, index) for index in range(count)]
    for name in names:
        play_bots(tables, name, PATIENCE)
    ResultDelivery(tables.store).decide(names)
    return names


def test_a_big_deal_group_is_released_in_short_jobs_that_go_on_where_the_last_one_stopped(
    tables: Tables, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = finished(tables, CUPS[0], 3 * A_JOB - 1)
    request.getfixturevalue("slow")
    asked, ask = [0], tournaments.send_command_once

    def counted(*given: object) -> None:
        asked[0] += 1
        ask(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(tournaments, "send_command_once", counted)
    for closed in (A_JOB, 2 * A_JOB, len(names)):
        assert not state_of(tables.store, CUPS[0]).groups[0].released
        run_tournament(Tables(tables.store), CUPS[0], SHORT)
        assert asked == [closed]
        phases = [table_of(tables, name).phase for name in names]
        assert phases == ["closed"] * closed + ["finished"] * (len(names) - closed)
    assert state_of(tables.store, CUPS[0]).groups[0].released
    assert "tournament" not in due(tables.store, CUPS[0])


@pytest.mark.usefixtures("slow")
def test_a_process_folds_a_tournament_once_however_many_jobs_it_does_for_it(
    tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned(tables.store, CUPS[0], 3 * A_JOB)
    anew, real = list[str](), Tournaments.reload

    def reload(self: Tournaments, stream: str) -> CachedStream[Tournament]:
        anew.append(stream)
        return real(self, stream)

    monkeypatch.setattr(Tournaments, "reload", reload)
    for _ in range(3):
        Dispatcher(tables.store, redis).dispatch(range(tables.store.names.partitions), KINDS)
        assert work(redis, CLOCK) == "run_tournaments"
    assert anew == [CUPS[0]]
    assert state_of(tables.store, CUPS[0]).opened == 3 * A_JOB
