"""Tables at which a worker or a read model fails: set aside, out of the way, and taken up again."""

from typing import Any, cast

import pytest
from click.testing import CliRunner
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError
from rq.timeouts import JobTimeoutException

from events.cached_streams import Tables
from events.handle import WriteContention
from events.store.connections.client import connect_client, connect_reader
from events.store.due import Batch
from events.store.embedded.server import EmbeddedServer
from events.store.feed import Feeds
from events.store.quarantine import LATEST, SOONEST, Quarantine
from events.store.streams import Store, open_store, store_at
from games import GAMES
from projections.history.tree import TREE
from projections.projection import ReadModel
from projections.read_models.models import MODELS
from projections.read_models.rebuild import rebuild_models
from projections.tables.lobby import LOBBY
from service.commands.main import main
from tests.games.bots import with_bot
from tests.games.changed import with_rules
from tests.waiting import wait_for
from tests.workers.floor import due, move_clock, opened, started
from workers.follower.follower import QUARANTINE_CHECK, TICK, Follower
from workers.isolation import is_transient_job_error
from workers.queues import batch
from workers.queues import jobs as jobs_module
from workers.queues.batch import do_due
from workers.tables.bot_turn import play_bots
from workers.tables.clock import enforce_deadlines

BEGINS = {"first_dealer": 0, "max_rounds": 1}  # a bot begins, where p0 sits in seat 0
MINE = Batch("bot", 0, 1)


@pytest.fixture
def tables(redis: Redis, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on a store of one partition that the environment names."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    monkeypatch.setattr(batch, "AT_MOST", 60.0)  # however slow the machine is
    jobs_module.open_worker_stores.cache_clear()
    return Tables(open_store(redis, 1))


def poison(store: Store, table: str) -> bytes:
    """Put something into a table's log that nothing can read; return the log as it was."""
    newest, log, client = store.newest(table), store.names.of(table).log, cast(Any, store.redis)
    assert newest is not None
    before: bytes = client.dump(log)
    client.xadd(log, {"e": "{nonsense", "h": bytes(32)}, f"{newest.n + 1}-0")
    return before


def cure(store: Store, table: str, before: bytes) -> None:
    """Put the log back as it was."""
    cast(Any, store.redis).restore(store.names.of(table).log, 0, before, replace=True)


def bots_due(tables: Tables, count: int) -> list[str]:
    """Start tables at which it is a bot's turn."""
    return [started(tables, "boon", ["p0"], options=BEGINS) for _ in range(count)]


def follow(follower: Follower) -> None:
    """Let a follower take in what is there, and look at what is set aside."""
    follower.tick.hurry()
    follower.retries.last -= QUARANTINE_CHECK
    follower.step()


def test_a_job_sets_a_table_aside_that_fails_and_plays_the_others(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    first, *others = bots_due(tables, 5)
    poison(tables.store, first)
    assert do_due(Tables(tables.store), MINE, play_bots) == "5 tables"
    assert all("bot" not in due(tables.store, table) for table in others)
    (found,) = Quarantine(tables.store).all()
    assert (found.stream, found.where, found.tries) == (first, "bot", 1)
    assert found.why.startswith("JSONDecodeError in ")
    assert due(tables.store, first)["bot"] == found.again
    assert f"{first} is set aside, trying again in" in caplog.text
    assert "nonsense" not in caplog.text + found.why


def test_it_is_tried_later_and_later_and_forgotten_once_it_goes_well(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = tables.store.clock.steady()
    monkeypatch.setattr(tables.store.clock, "steady", lambda: moment)
    (table,) = bots_due(tables, 1)
    before, aside = poison(tables.store, table), Quarantine(tables.store)
    waits = []
    for tries in range(1, 9):
        do_due(Tables(tables.store), MINE, play_bots)
        (found,) = aside.all()
        assert found.tries == tries
        waits.append(found.again - tables.store.now())
        move_clock(tables.store, waits[-1] + 1)
    assert waits == [min(LATEST, SOONEST * 2**k) for k in range(8)]
    cure(tables.store, table, before)
    do_due(Tables(tables.store), MINE, play_bots)
    assert aside.all() == []
    assert "bot" not in due(tables.store, table)


def test_time_outs_and_bots_that_think_are_set_aside_alike(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        thinking = with_bot(
            GAMES["boon", 1], GAMES["boon", 1].bots.levels["regular"].choose, playouts=1
        )
        patch.setitem(GAMES, ("boon", 1), thinking)
        table = started(tables, "boon", ["p0"], clock={"turn": 1}, options=BEGINS)
        n = tables.current(table).table.n
        poison(tables.store, table)
        assert jobs_module.play_thinking_turn(table, n, 1) == "set aside"
    move_clock(tables.store, 5_000)
    do_due(Tables(tables.store), Batch("bot", 0, 1), play_bots)  # asks for what was thought
    do_due(Tables(tables.store), Batch("clock", 0, 1), enforce_deadlines)
    where = {found.where: found for found in Quarantine(tables.store).all()}
    assert set(where) == {"thinking", "bot", "clock"}
    assert due(tables.store, table) == {kind: found.again for kind, found in where.items()}


def test_rules_that_raise_in_the_middle_of_a_turn_set_the_table_aside(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("c07")

    bots_due(tables, 1)
    with monkeypatch.context() as patch:
        patch.setitem(GAMES, ("boon", 1), with_rules(GAMES["boon", 1], to_act=broken))
        do_due(Tables(tables.store), MINE, play_bots)
    (found,) = Quarantine(tables.store).all()
    assert found.why.startswith("KeyError in broken (workers/test_quarantine.py, line ")
    assert "c07" not in found.why


def test_what_redis_refuses_at_one_table_alone_sets_it_aside_and_what_passes_does_not(
    tables: Tables,
) -> None:
    first, *others = bots_due(tables, 3)
    poison(tables.store, first)
    log, n = tables.store.names.of(first).log, tables.store.newest(first)
    assert n is not None
    cast(Any, tables.store.redis).xdel(log, f"{n.n}-0")  # the next one can't have its number
    assert do_due(Tables(tables.store), MINE, play_bots) == "3 tables"
    (found,) = Quarantine(tables.store).all()
    assert (found.stream, found.why.partition(" ")[0]) == (first, "ResponseError")
    assert all("bot" not in due(tables.store, table) for table in others)
    for passing in (
        ConnectionLost("gone"), OutOfMemoryError("full"), ReadOnlyError("a replica"),
        ResponseError("MISCONF no disk"), ResponseError("NOREPLICAS too few"),
        WriteContention("t1"),
        JobTimeoutException("too long"),
    ):  # fmt: skip
        assert is_transient_job_error(passing), passing


def test_a_read_model_goes_on_without_a_table_that_it_cannot_read(
    tables: Tables, follower: Follower
) -> None:
    follow(follower)
    bad, good = opened(tables), opened(tables)
    before = poison(tables.store, bad)
    Feeds(tables.store).republish(bad, 2, ["table.seat_taken.v1"])
    for _ in range(2):
        follow(follower)
    later = opened(tables)
    follow(follower)
    assert set(ReadModel(tables.store, LOBBY).all_rows()) - {bad} == {good, later}
    assert {"lobby"} <= {found.where for found in Quarantine(tables.store).all()}
    assert {found.stream for found in Quarantine(tables.store).all()} == {bad}
    cure(tables.store, bad, before)
    move_clock(follower.store, SOONEST + 1000)
    for _ in range(3):
        follow(follower)
    assert Quarantine(tables.store).all() == []
    assert set(ReadModel(tables.store, LOBBY).all_rows()) == {good, later, bad}


def test_a_rebuild_leaves_out_what_it_cannot_read_and_a_follower_takes_it_up(
    tables: Tables, follower: Follower
) -> None:
    follow(follower)
    bad, good = opened(tables), opened(tables)
    before = poison(tables.store, bad)
    rebuild_models(tables.store, MODELS)
    assert set(ReadModel(tables.store, LOBBY).all_rows()) == {good}
    assert {found.stream for found in Quarantine(tables.store).all()} == {bad}
    cure(tables.store, bad, before)
    move_clock(follower.store, SOONEST + 1000)
    for _ in range(4):
        follow(follower)
    assert set(ReadModel(tables.store, LOBBY).all_rows()) == {good, bad}
    assert Quarantine(tables.store).all() == []


def test_a_table_that_cannot_be_announced_holds_up_no_other(
    tables: Tables, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[list[str]] = []

    def announce(names: list[str]) -> None:
        tried.append(names)
        if "t2" in names:
            raise KeyError("t2")

    monkeypatch.setattr(follower.heads, "ending", lambda: ["t1", "t2", "t3"])
    monkeypatch.setattr(follower.heads, "announce", announce)
    model = follower.models[MODELS.index(TREE)]
    for _ in range(2):
        follower.upkeep.isolation.announce(model, follower.heads)
    assert tried == [["t1", "t2", "t3"], ["t1"], ["t2"], ["t3"], ["t1", "t3"]]
    assert [(one.stream, one.where) for one in Quarantine(tables.store).all()] == [("t2", "tree")]


def test_a_follower_that_starts_takes_up_what_was_set_aside(
    tables: Tables, server: EmbeddedServer, follower: Follower
) -> None:
    follow(follower)
    table, bots = opened(tables), bots_due(tables, 1)[0]
    logs = {one: poison(tables.store, one) for one in (table, bots)}
    Feeds(tables.store).republish(table, 2, ["table.seat_taken.v1"])
    follow(follower)
    do_due(Tables(tables.store), MINE, play_bots)
    for one, before in logs.items():
        cure(tables.store, one, before)
    follow(follower)
    assert {found.stream for found in Quarantine(tables.store).all()} == {table, bots}
    follower.stop()
    follower.run()
    other = Follower(
        store_at(server.url), connect_reader(server.url, TICK), connect_client(server.url)
    )
    for _ in range(3):
        follow(other)
    do_due(Tables(tables.store), MINE, play_bots)
    assert Quarantine(tables.store).all() == []
    assert table in ReadModel(tables.store, LOBBY).all_rows()
    for client in (other.store.redis, other.partitions.reader.redis, other.dispatcher.jobs):
        client.close()


def test_what_is_no_longer_due_is_no_longer_set_aside(tables: Tables, follower: Follower) -> None:
    (table,) = bots_due(tables, 1)
    for _ in range(2):  # the first makes connections, so the second decides once more
        follow(follower)
    poison(tables.store, table)
    do_due(Tables(tables.store), MINE, play_bots)
    follow(follower)
    assert [found.where for found in Quarantine(tables.store).all()] == ["bot"]
    cast(Any, tables.store.redis).zrem(tables.store.names.due(0, "bot"), table)
    follow(follower)
    assert Quarantine(tables.store).all() == []


def is_due(store: Store, table: str) -> bool:
    """Say whether it is time by our clock: the command has another, a millisecond off perhaps."""
    return due(store, table)["bot"] <= store.now()


def test_an_operator_sees_what_is_set_aside_and_has_it_tried_at_once(tables: Tables) -> None:
    first, second = bots_due(tables, 2)
    for table in (first, second):
        poison(tables.store, table)
    do_due(Tables(tables.store), MINE, play_bots)
    runner = CliRunner()
    listed = runner.invoke(main, ["quarantine"]).output.splitlines()
    assert sorted(line.split()[0] for line in listed) == sorted([first, second])
    assert all("  bot  since 20" in line and "1 try: JSONDecodeError" in line for line in listed)
    refused = runner.invoke(main, ["quarantine", first, "t0"])
    assert refused.output == "Error: Not in quarantine: t0\n"
    assert due(tables.store, first)["bot"] > tables.store.now() + SOONEST / 2
    assert runner.invoke(main, ["quarantine", first]).exit_code == 0
    wait_for(lambda: is_due(tables.store, first))
    assert due(tables.store, second)["bot"] > tables.store.now() + SOONEST / 2
    assert runner.invoke(main, ["quarantine", "--all"]).exit_code == 0
    wait_for(lambda: is_due(tables.store, second))
    do_due(Tables(tables.store), MINE, play_bots)
    assert [found.tries for found in Quarantine(tables.store).all()] == [2, 2]
