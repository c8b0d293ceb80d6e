"""Reading several streams in one trip, or one by one where one trip is not allowed."""

from collections.abc import Mapping
from typing import Any

import pytest
from redis.exceptions import ResponseError

from events.store.feed import FeedEntry, FeedReader
from events.store.streams import Store
from tests.events.given_log import draft

ROWS = 3


@pytest.fixture
def streams(store: Store) -> list[str]:
    """Return two streams with a few rows each, and an empty one."""
    names = ["one", "two"]
    for name in names:
        for n in range(1, ROWS + 1):
            store.redis.xadd(name, {"n": n}, id=f"{n}-0")
    return [*names, "none"]


class Cluster:
    """A server that refuses to read several slots at once; counts what it is asked."""

    def __init__(
        self, store: Store, why: str = "CROSSSLOT Keys don't hash to the same slot"
    ) -> None:
        self.redis, self.why = store.redis, why
        self.asked: list[int] = []

    def xread(self, places: Mapping[str, str], count: int, block: int | None) -> Any:
        self.asked.append(len(places))
        if len(places) > 1:
            raise ResponseError(self.why)
        wanted: Any = places
        return self.redis.xread(wanted, count=count)

    def pipeline(self, transaction: bool) -> Any:
        self.asked.append(0)
        return self.redis.pipeline(transaction=transaction)


def told(reply: list[Any]) -> dict[str, list[str]]:
    """Return the ids in a raw reply by stream."""
    return {key.decode(): [place.decode() for place, _ in rows] for key, rows in reply}


@pytest.mark.parametrize("block", [None, 5])
def test_both_ways_give_the_same_pages(store: Store, streams: list[str], block: int | None) -> None:
    cluster: Any = Cluster(store)
    readers = [FeedReader(store.redis, 2), FeedReader(cluster, 2)]
    for places in (dict.fromkeys(streams, "0-0"), {"one": "2-0", "two": "3-0"}, {"none": "0-0"}):
        found = [told(reader.read(places, block)) for reader in readers]
        assert found[0] == found[1]
    assert told(readers[0].read(dict.fromkeys(streams, "1-0"))) == {
        "one": ["2-0", "3-0"], "two": ["2-0", "3-0"],
    }  # fmt: skip


def test_several_slots_are_asked_for_in_one_trip_once(store: Store, streams: list[str]) -> None:
    cluster: Any = Cluster(store)
    reader, places = FeedReader(cluster, 2), dict.fromkeys(streams, "0-0")
    for _ in range(2):
        reader.read(places)
    assert cluster.asked == [3, 0, 0]
    assert not reader.one_slot


def test_another_refusal_of_the_server_is_no_reason_to_ask_one_by_one(
    store: Store, streams: list[str]
) -> None:
    cluster: Any = Cluster(store, "ERR out of luck")
    with pytest.raises(ResponseError, match="luck"):
        FeedReader(cluster, 2).read(dict.fromkeys(streams, "0-0"))


def test_nothing_is_asked_where_nothing_is_followed() -> None:
    nobody: Any = None
    assert FeedReader(nobody, 2).read({}) == []


def test_entries_of_a_feed_say_what_was_appended_where(store: Store) -> None:
    store.append(draft("t1", ["a", {"b": 1}]))
    feed = store.names.of("t1").feed
    ((key, (one,)),) = FeedReader(store.redis, 9).entries({feed: "0-0"})
    assert key == feed
    assert one == FeedEntry(one.id, "t1", 1, 2, frozenset({"test.0.v1", "test.1.v1"}))
