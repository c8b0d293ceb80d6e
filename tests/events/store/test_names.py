"""Partitions: as many as were chosen when the store was made, spread evenly over a cluster."""

from collections import Counter

import pytest
from redis import Redis
from redis.crc import key_slot

from events.store.embedded.server import EmbeddedServer
from events.store.names import SLOTS, KeyNames, cluster_slot, partition_tags
from events.store.streams import PartitionMismatch, open_store, store_at

VARIABLE = "FAIRDEAL_PARTITIONS"


@pytest.mark.parametrize("partitions", [16, 64, 100, 256, 1_024])
def test_masters_with_equal_ranges_of_slots_hold_equal_numbers_of_partitions(
    partitions: int,
) -> None:
    own = partition_tags(partitions)
    assert len(set(own)) == partitions
    for masters in range(3, 13):
        held = Counter(cluster_slot(tag) * masters // SLOTS for tag in own)
        share = partitions / masters
        assert len(held) == masters
        assert all(abs(number - share) < 1.25 for number in held.values()), (masters, held)


def test_slots_are_those_that_the_client_library_reckons() -> None:
    for partitions in (16, 1_024):
        names = KeyNames(partitions)
        for partition in range(partitions):
            key = names.feed(partition)
            assert key_slot(key.encode()) == cluster_slot(partition_tags(partitions)[partition])


def test_names_of_partitions_stay_as_they_are() -> None:
    assert partition_tags(16)[:4] == ("p64", "p126", "p19", "p3")
    assert KeyNames(16).of("t1").log == "fd:{p2}:log:t1"
    assert partition_tags(1_024)[-1] == "p687"


def test_the_number_that_is_chosen_is_kept_in_the_store(
    server: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "64")
    assert store_at(server.url).names.partitions == 64
    monkeypatch.delenv(VARIABLE)
    assert store_at(server.url).names.partitions == 64


def test_another_number_than_the_stores_is_refused(
    server: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(redis)
    monkeypatch.setenv(VARIABLE, "64")
    with pytest.raises(PartitionMismatch, match="is 64, and the store was made with 16"):
        store_at(server.url)
    monkeypatch.setenv(VARIABLE, "16")
    assert store_at(server.url).names.partitions == 16


@pytest.mark.parametrize("text", ["15", "1025", "-16", "16.0", "many", "\u0661\u0666"])
def test_a_number_that_cannot_be_is_refused_with_those_that_can(
    server: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv(VARIABLE, text)
    with pytest.raises(SystemExit, match=r"whole number from 16 to 1,024"):
        store_at(server.url)
    assert not redis.exists("fd:{store}:partitions")
