"""Where a follower looks for what is due: where something may be, and everywhere in turn."""

from collections.abc import Sequence
from typing import Any

import pytest
from redis import Redis

from events.store.due import DueIndex
from events.store.streams import Store, open_store
from games.table.rules import DueTimes
from tests.events.given_log import AT, draft
from workers.follower.dispatch import TURNS, Dispatcher

PARTITIONS = 1_024


@pytest.fixture
def store(redis: Redis) -> Store:
    return open_store(redis, PARTITIONS)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Return the partitions of each look."""
    found: list[list[int]] = []
    real = DueIndex.earliest

    def earliest(self: DueIndex, kinds: Any, partitions: Sequence[int], most: int = 1) -> Any:
        found.append([*partitions])
        return real(self, kinds, partitions, most)

    monkeypatch.setattr(DueIndex, "earliest", earliest)
    return found


def test_an_idle_follower_looks_at_a_part_of_its_partitions_and_at_all_in_turn(
    store: Store, redis: Redis, looks: list[list[int]]
) -> None:
    dispatcher = Dispatcher(store, redis)
    for _ in range(TURNS + 1):
        dispatcher.dispatch_due(range(PARTITIONS), ())
    assert len(looks[0]) == PARTITIONS, "it knows nothing yet"
    assert max(map(len, looks[1:])) <= PARTITIONS // TURNS + 1
    assert {one for look in looks[1:] for one in look} == {*range(PARTITIONS)}


def test_where_there_was_news_and_where_something_is_due_by_now_is_looked_at(
    store: Store,
    redis: Redis,
    looks: list[list[int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dispatcher = Dispatcher(store, redis)
    monkeypatch.setattr(store, "now", lambda: AT)
    store.append(draft("t1", ["one"], due=DueTimes(None, AT + 500)))
    mine, other = store.names.partition("t1"), 7
    dispatcher.dispatch_due(range(PARTITIONS), ())
    for now, news in ((AT + 499, ()), (AT + 499, (other,)), (AT + 500, ())):
        dispatcher.turn = next(
            t for t in range(TURNS) if t + 1 not in {mine % TURNS, other % TURNS}
        )
        monkeypatch.setattr(store, "now", lambda now=now: now)
        dispatcher.dispatch_due(range(PARTITIONS), news)
        assert (mine in looks[-1], other in looks[-1]) == (now == AT + 500, other in news)
