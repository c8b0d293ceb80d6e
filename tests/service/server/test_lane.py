"""Short requests run a few at once, in the order in which they came, and never wait for ever."""

import threading
from collections.abc import Callable
from functools import partial

from service.server.lane import RequestQueue
from tests.waiting import PATIENCE, wait_for


def held(gate: threading.Event) -> Callable[[], None]:
    """Return a request that ends when a gate opens."""

    def run() -> None:
        gate.wait(PATIENCE)

    return run


def bring(lane: RequestQueue, run: Callable[[], None], count: int) -> None:
    """Bring requests in threads of their own, and wait until they run."""
    for _ in range(count):
        threading.Thread(target=lane.take, args=(run,), daemon=True).start()
    wait_for(lambda: lane.running == count)


def stay_narrow(lane: RequestQueue) -> None:
    """Let nobody run beside those who run."""
    lane.widen = lambda: None  # type: ignore[method-assign]


def test_no_more_than_its_width_run_at_once() -> None:
    lane, gate = RequestQueue(3), threading.Event()
    stay_narrow(lane)
    bring(lane, held(gate), 3)
    at_once: list[int] = []
    for _ in range(40):
        lane.take(lambda: at_once.append(lane.running))  # returns: the thread is free for others
    assert at_once == []
    gate.set()
    wait_for(lambda: lane.ended == 43)
    assert len(at_once) == 40
    assert max(at_once) == 3
    wait_for(lambda: lane.running == 0)


def test_requests_run_in_the_order_in_which_they_came() -> None:
    lane, gate = RequestQueue(1), threading.Event()
    stay_narrow(lane)
    bring(lane, held(gate), 1)
    order: list[int] = []
    for number in range(40):
        lane.take(partial(order.append, number))
    gate.set()
    wait_for(lambda: lane.ended == 41)
    assert order == [*range(40)]


def test_whoever_is_in_line_behind_requests_that_are_stuck_is_answered_beside_them() -> None:
    lane, gate, answered = RequestQueue(2), threading.Event(), threading.Event()
    bring(lane, held(gate), 2)
    lane.take(answered.set)
    assert answered.wait(PATIENCE)
    wait_for(lambda: lane.ended == 1)  # those before it are stuck still
    gate.set()
    wait_for(lambda: (lane.ended, lane.running) == (3, 0))


def test_a_lane_is_as_wide_as_before_when_those_beside_it_are_done() -> None:
    lane, gate = RequestQueue(1), threading.Event()
    bring(lane, held(gate), 1)
    for _ in range(5):
        lane.take(lambda: None)
    wait_for(lambda: lane.ended == 5)
    gate.set()
    wait_for(lambda: lane.running == 0)
    at_once: list[int] = []
    for _ in range(20):
        lane.take(lambda: at_once.append(lane.running))
    assert at_once == [1] * 20
