"""The registry of processes: totals of all of them, each counted once, and who is there."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost

from events import numbers
from events.numbers import FAMILIES, drain_metrics, record_metric
from events.store.registry import FORGOTTEN, SEEN, Registration, live_processes, metric_totals

APPENDS = ("fairdeal_appends",)


@pytest.fixture(autouse=True)
def nothing_noted() -> Iterator[None]:
    """Forget what other tests have noted."""
    numbers.NOTED.clear()
    yield
    numbers.NOTED.clear()


def test_what_is_noted_is_added_up_by_bucket() -> None:
    for value in (0.0005, 0.001, 0.3, 99.0):
        record_metric("fairdeal_request_seconds", "play.act", "200", value=value)
    record_metric("fairdeal_appends")
    own = ("play.act", "200")
    assert drain_metrics() == {
        ("fairdeal_request_seconds_bucket", *own, "0.001"): 2,
        ("fairdeal_request_seconds_bucket", *own, "0.5"): 1,
        ("fairdeal_request_seconds_bucket", *own, "+Inf"): 1,
        ("fairdeal_request_seconds_sum", *own): pytest.approx(99.3015),
        APPENDS: 1,
    }
    assert drain_metrics() == {}


def test_bounds_rise() -> None:
    assert all([*family.bounds] == sorted({*family.bounds}) for family in FAMILIES.values())


def test_totals_are_those_of_all_processes(redis: Redis) -> None:
    one, other = Registration(redis, "api"), Registration(redis, "bots")
    record_metric("fairdeal_appends")
    one.publish()
    record_metric("fairdeal_appends")
    record_metric("fairdeal_appends")
    other.publish()
    other.publish()
    assert metric_totals(redis) == {APPENDS: 3}
    assert [(found["kind"], found["pid"]) for found in live_processes(redis)] == [
        ("api", one.about["pid"]), ("bots", other.about["pid"]),
    ]  # fmt: skip


@pytest.mark.parametrize("arrives", [True, False])
def test_what_was_sent_in_vain_is_counted_once(redis: Redis, arrives: bool) -> None:
    own = Registration(redis, "api")
    script = own.script

    def lost(**given: Any) -> None:
        if arrives:
            script(**given)
        raise ConnectionLost("the answer is lost")

    own.script = lost  # type: ignore[assignment]
    record_metric("fairdeal_appends")
    with pytest.raises(ConnectionLost):
        own.publish()
    own.script = script
    record_metric("fairdeal_appends")
    own.publish()
    assert metric_totals(redis) == {APPENDS: 1}
    own.publish()
    assert metric_totals(redis) == {APPENDS: 2}


def test_a_process_that_says_nothing_more_is_forgotten_and_its_numbers_stay(redis: Redis) -> None:
    gone, there = Registration(redis, "api"), Registration(redis, "api")
    record_metric("fairdeal_appends")
    gone.publish()
    redis.zincrby(SEEN, -2 * FORGOTTEN, gone.id)
    there.publish()
    assert len(live_processes(redis)) == 1
    assert metric_totals(redis) == {APPENDS: 1}


def test_gauges_are_those_of_the_moment(redis: Redis) -> None:
    waiting = Counter(fairdeal_waiting=1)
    own = Registration(redis, "api", lambda: waiting)
    own.publish()
    waiting["fairdeal_waiting"] = 5
    own.publish()
    assert [one["gauges"] for one in live_processes(redis)] == [{"fairdeal_waiting": 5}]
