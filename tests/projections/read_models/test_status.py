"""How a server fares: what follows, waits and is wrong, as the store shows it."""

from pathlib import Path

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.store.archive.log_archive import Archive
from events.store.backlog import QUEUES
from events.store.feed import Feeds
from events.store.quarantine import Quarantine
from events.store.registry import Registration
from events.store.streams import Store, open_store
from projections.accounts.player_tables import PLAYER_TABLES
from projections.projection import ReadModel
from projections.read_models.models import MODELS
from projections.read_models.status import (
    OVERDUE,
    Status,
    StatusSources,
    find_troubles,
    system_status,
)
from service.commands.status import status_rows
from tests.workers.floor import opened, started
from workers.queues import queues
from workers.queues.queues import BOTS, enqueue_job


@pytest.fixture
def around(redis: Redis, tmp_path: Path) -> StatusSources:
    """Return an empty server."""
    store = open_store(redis, archive=Archive(str(tmp_path / "archive")))
    return StatusSources(store, redis, tmp_path, "s3://archive?secret=sesame")


@pytest.fixture
def tables(around: StatusSources) -> Tables:
    """Return the tables there."""
    return Tables(around.store)


def take_in(store: Store) -> None:
    """Bring the phases up to date."""
    model = ReadModel(store, PLAYER_TABLES)
    for partition in range(store.names.partitions):
        model.move(
            partition,
            "0-0",
            [row for stream in store.streams(partition) for row in model.folded(stream, 2).items()],
            2,
        )


def test_an_empty_store_has_no_followers_and_nothing_that_waits(around: StatusSources) -> None:
    found = system_status(around)
    assert found["unfollowed"] == [*range(16)]
    assert [one["jobs"] for one in found["queues"]] == [0] * len(QUEUES)
    assert set(found["lag"]) == {one.name for one in MODELS}
    assert all(one == {"due": 0, "overdue": 0, "oldest": 0} for one in found["due"].values())
    assert found["keys"]["signing"] is None
    assert "16 partitions have no follower: start `fairdeal follow`" in found["troubles"]
    assert "sesame" not in str(found)


def test_replicas_that_are_wanted_and_not_there_are_told(
    around: StatusSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any("nothing is signed" in one for one in system_status(around)["troubles"])
    monkeypatch.setenv("FAIRDEAL_MIN_REPLICAS", "1")
    told = [one for one in system_status(around)["troubles"] if "nothing is signed" in one]
    assert len(told) == 1
    assert told[0].endswith("there: 0 online, and FAIRDEAL_MIN_REPLICAS is 1")


def test_tables_that_are_set_aside_are_shown_with_the_reason(around: StatusSources) -> None:
    assert system_status(around)["aside"] == []
    aside = Quarantine(around.store)
    aside.add("t1", "bot", KeyError("a card"))
    aside.add("t1", "lobby", KeyError("a card"))
    found = system_status(around)
    told = {(one["table"], one["where"], one["why"], one["tries"]) for one in found["aside"]}
    assert told == {("t1", "bot", "KeyError", 1), ("t1", "lobby", "KeyError", 1)}
    assert "1 table is set aside: see `fairdeal quarantine`" in found["troubles"]
    lines = [text for name, text in status_rows(found) if name == "set aside"]
    assert sorted(lines) == ["t1: bot, 1 try: KeyError", "t1: lobby, 1 try: KeyError"]


def test_followers_are_shown_with_their_partitions(around: StatusSources) -> None:
    feeds = Feeds(around.store)
    feeds.share("a")
    feeds.share("b")
    feeds.share("a")
    feeds.share("b")
    found = system_status(around)
    assert {name: len(own) for name, own in found["followers"].items()} == {"a": 8, "b": 8}
    assert found["unfollowed"] == []


def test_the_queues_are_those_of_the_workers() -> None:
    assert {*QUEUES} == {kind.queue for kind in queues.JOBS.values()}


def test_a_queue_is_shown_with_its_oldest_job(around: StatusSources, redis: Redis) -> None:
    enqueue_job(redis, "bot", 3, 1)
    enqueue_job(redis, "bot", 4, 1)
    redis.hset("rq:job:bot-3-1", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    (waiting,) = [one for one in system_status(around)["queues"] if one["queue"] == BOTS]
    assert waiting["jobs"] == 2
    assert waiting["oldest"] > 10_000
    assert any(
        f"the oldest job of {BOTS} waits" in one for one in system_status(around)["troubles"]
    )


@pytest.mark.parametrize("where", ["due", "queued"])
def test_bots_that_think_late_are_told(around: StatusSources, redis: Redis, where: str) -> None:
    told = "think less at tables that do not count"
    assert not any(told in one for one in system_status(around)["troubles"])
    if where == "due":
        since = around.store.now() - 3_000
        redis.zadd(around.store.names.due(0, "thinking"), {"t1": since})
    else:
        enqueue_job(redis, "thinking", "t1", 3, 1)
        redis.hset("rq:job:thinking-t1-3-1", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    assert any(told in one for one in system_status(around)["troubles"])


def test_tables_are_counted_by_phase_private_ones_too(
    around: StatusSources, tables: Tables
) -> None:
    opened(tables, "boosh", 2, private=True)
    started(tables, "boosh")
    take_in(around.store)
    assert system_status(around)["tables"] == {"open": 1, "playing": 1}


def test_what_is_overdue_is_told(around: StatusSources, redis: Redis) -> None:
    store, now = around.store, around.store.now()
    redis.zadd(store.names.due(0, "bot"), {"t1": now - 10 * OVERDUE, "t2": now - 1})
    redis.zadd(store.names.due(1, "bot"), {"t3": now + 60_000})
    found = system_status(around)
    assert (found["due"]["bot"]["due"], found["due"]["bot"]["overdue"]) == (2, 1)
    assert found["due"]["bot"]["oldest"] >= 10 * OVERDUE
    assert "1 tables are overdue (bot), one of them by 50 s" in found["troubles"]


def test_a_read_model_that_is_behind_is_told(around: StatusSources, tables: Tables) -> None:
    opened(tables, "boosh", 2)
    found = system_status(around)
    assert found["lag"]["lobby"]["partitions"] >= 1
    assert found["lag"]["lobby"]["milliseconds"] >= 0


def test_processes_of_several_versions_are_told(around: StatusSources, redis: Redis) -> None:
    for version in ("0.1.0", "0.2.0"):
        one = Registration(redis, "api")
        one.about["version"] = version
        one.publish()
    assert "processes of several versions run: 0.1.0, 0.2.0" in system_status(around)["troubles"]


def told(found: Status) -> list[str]:
    """Return the troubles of the store alone."""
    return [one for one in find_troubles(found) if "the store" in one or "the replica" in one]


def test_a_store_that_could_lose_events_is_told(around: StatusSources) -> None:
    found = system_status(around)
    assert told(found) == []
    (server,) = found["servers"]
    server |= {"append_only": False, "policy": "allkeys-lru", "written": False}
    server["replicas"].append(
        {"address": "replica:6379", "state": "wait_bgsave", "behind": 5, "heard": 1}
    )
    assert len(told(found)) == 4
