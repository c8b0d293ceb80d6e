"""What is due: offered once, claimed for a while, given back, and never lost on the way."""

from typing import Any

import pytest
from redis import Redis

from events.store.due import CLAIM, KINDS, Batch, DueClaim, DueIndex
from events.store.names import Kind
from events.store.streams import Store, open_store
from games.table.rules import DueTimes
from tests.events.given_log import AT, draft

PARTITIONS = 4


@pytest.fixture
def store(redis: Redis) -> Store:
    return open_store(redis, PARTITIONS)


@pytest.fixture
def index(store: Store) -> DueIndex:
    return DueIndex(store)


def make_due(store: Store, stream: str, due: DueTimes) -> None:
    """Append to a stream, which is due from then on."""
    store.append(draft(stream, ["one"], store.read(stream), due=due))


def in_one_partition(store: Store, count: int) -> list[str]:
    """Return streams of one partition."""
    names = (f"t{k}" for k in range(1000))
    return [one for one in names if store.names.partition(one) == 0][:count]


def batch_of(store: Store, stream: str, kind: Kind = "bot", attempt: int = 1) -> Batch:
    """Return the job of a stream's partition."""
    return Batch(kind, store.names.partition(stream), attempt)


def test_a_claim_comes_back_while_it_is_undone_and_no_more_when_it_is_done(
    store: Store, index: DueIndex
) -> None:
    make_due(store, "t1", DueTimes(AT, None))
    batch = batch_of(store, "t1")
    assert index.claim(batch, AT - 1, 9) == []
    assert index.claim(batch, AT, 9) == [DueClaim("t1", AT)]
    assert index.claim(batch, AT + CLAIM - 1, 9) == []
    assert index.claim(batch, AT + CLAIM, 9) == [DueClaim("t1", AT + CLAIM)]
    make_due(store, "t1", DueTimes(None, None))
    assert index.claim(batch, AT + 10**9, 9) == []


def test_each_kind_is_claimed_apart(store: Store, index: DueIndex) -> None:
    make_due(store, "t1", DueTimes(AT, AT + 1, AT + 2, AT + 2, AT + 2))
    index.add("t1", "hint", AT)
    index.add("t1", "analysis", AT)
    for kind in KINDS:
        batch = batch_of(store, "t1", kind)
        assert [claim.table for claim in index.claim(batch, AT + 2, 9)] == ["t1"]
        assert index.claim(batch, AT + 2, 9) == []


def test_the_longest_overdue_come_first_in_a_partition_and_among_them(
    store: Store, index: DueIndex
) -> None:
    names = in_one_partition(store, 5)
    for k, name in enumerate(names):
        make_due(store, name, DueTimes(AT + 10 - k, None))
    batch = batch_of(store, names[0])
    claimed = [claim.table for claim in index.claim(batch, AT + 10, 3)]
    assert claimed == names[:1:-1]
    later = next(f"t{k}" for k in range(1000) if store.names.partition(f"t{k}") == 1)
    make_due(store, later, DueTimes(AT - 5, None))
    found = index.oldest_due(["bot"], range(PARTITIONS), AT + 10)
    assert [(place, claim.table) for place, claim in found["bot"]] == [(1, later), (0, names[1])]


def test_a_partition_has_one_job_of_a_kind_until_nothing_is_left_to_do(
    store: Store, index: DueIndex
) -> None:
    make_due(store, "t1", DueTimes(AT, AT))
    mine = store.names.partition("t1")
    (batch,) = index.offer("bot", [mine], AT)
    assert batch == Batch("bot", mine, AT)
    assert index.offer("bot", [mine], AT + 1) == []
    assert index.offer("clock", [mine], AT + 1) == [Batch("clock", mine, AT + 1)]
    assert index.claim(batch, AT, 9)
    assert index.offer("bot", [mine], AT + 2) == []
    assert index.claim(batch, AT, 9) == []
    assert index.offer("bot", [mine], AT + 3) == [Batch("bot", mine, AT + 3)]


def test_a_job_that_was_taken_for_lost_does_not_take_the_place_of_the_next(
    store: Store, index: DueIndex
) -> None:
    mine = store.names.partition("t1")
    (second,) = index.offer("bot", [mine], AT + 1)
    first = Batch("bot", mine, AT)
    make_due(store, "t1", DueTimes(AT, None))
    assert index.claim(first, AT, 9)
    index.claim(first, AT, 9)
    index.finish(first)
    assert index.offer("bot", [mine], AT + 2) == []
    index.finish(second)
    assert index.offer("bot", [mine], AT + 3)


def test_a_place_is_kept_for_a_while_only(
    store: Store, index: DueIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = store.names.partition("t1")
    index.offer("bot", [mine], AT)
    client: Any = store.redis
    assert 0 < client.pttl(store.names.batch(mine, "bot")) <= CLAIM


def test_a_lost_job_gives_its_place_back_soon_when_the_clock_of_redis_was_set_back(
    store: Store, index: DueIndex
) -> None:
    mine = store.names.partition("t1")
    index.offer("bot", [mine], AT)
    client: Any = store.redis
    place = store.names.batch(mine, "bot")
    client.pexpire(place, 3_600_000)  # what is left of it by a clock that was set back an hour
    assert index.offer("bot", [mine], AT + 1) == []
    assert 0 < client.pttl(place) <= CLAIM


def test_what_a_job_had_no_time_for_is_due_again_at_once_in_its_old_order(
    store: Store, index: DueIndex
) -> None:
    names = in_one_partition(store, 4)
    for k, name in enumerate(names):
        make_due(store, name, DueTimes(AT + k, None))
    batch = batch_of(store, names[0])
    bell = store.names.wake_ups(batch.partition)
    done, *rest = index.claim(batch, AT + 9, 9)
    make_due(store, names[1], DueTimes(None, None))  # somebody else has done it
    rings = store.redis.xlen(bell)
    index.finish(batch, rest)
    assert store.redis.xlen(bell) == rings + 1
    assert done.table == names[0]
    assert [claim.table for claim in index.claim(batch, AT + 9, 9)] == names[2:]


def test_what_happened_at_a_table_while_it_was_claimed_stays(store: Store, index: DueIndex) -> None:
    later = store.now() + 60_000
    make_due(store, "t0", DueTimes(None, AT))
    batch = batch_of(store, "t0", "clock")
    claims = index.claim(batch, AT, 9)
    make_due(store, "t0", DueTimes(None, later))
    index.finish(batch, claims)
    ((_, claim),) = index.earliest(["clock"], [batch.partition])["clock"]
    assert (claims, claim) == ([DueClaim("t0", AT)], DueClaim("t0", later))


def test_what_is_put_off_comes_then_and_what_is_not_due_stays_so(
    store: Store, index: DueIndex
) -> None:
    make_due(store, "t1", DueTimes(AT, None))
    index.put_off("t1", AT + 50)
    assert index.claim(batch_of(store, "t1"), AT + 49, 9) == []
    assert index.claim(batch_of(store, "t1"), AT + 50, 9) == [DueClaim("t1", AT + 50)]
    assert index.claim(batch_of(store, "t1", "clock"), AT + 10**9, 9) == []
