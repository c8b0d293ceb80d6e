"""Reads that fold logs get their share of the time; who waits is served in turn, or told so."""

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.assembly import AppParts
from service.limits import read_costs
from service.limits.limits import current_limiter
from service.limits.read_costs import (
    BURST,
    OVERHEAD,
    PATIENCE,
    QUEUE,
    QUIET,
    Clocks,
    ReadTimeBudget,
)
from service.settings import ServiceSettings
from service.wire.problems import Problem
from tests.service.asker import Asker, Service, problem
from tests.waiting import wait_for

MINUTE = 60.0
SHARE = 0.25


class Time:
    """A clock that the test moves: waiting lets its time pass, work that of the processor too."""

    def __init__(self) -> None:
        self.now = self.worked = 0.0

    def wait(self, turn: threading.Event, seconds: float) -> None:
        self.now += seconds

    def work(self, seconds: float, stretched: float = 1.0) -> None:
        """Use the processor, which others use too when it takes longer."""
        self.worked += seconds
        self.now += seconds * stretched

    def reads(self, share: float = SHARE) -> ReadTimeBudget:
        """Return the time of reads by this clock."""
        return ReadTimeBudget(share, Clocks(lambda: self.now, lambda: self.worked, self.wait))


def attacked(
    time: Time, reads: ReadTimeBudget, cost: Callable[[int], float], stretched: float
) -> float:
    """Read for a minute as fast as it goes while others play; return the seconds it took."""
    spent, end, number = 0.0, time.now + MINUTE, 0
    while time.now < end:
        reads.note_play()
        with reads.spend("address:192.0.2.1"):
            began = time.now
            time.work(cost(number), stretched)
            spent += time.now - began
        number += 1
    return spent


@pytest.mark.parametrize("stretched", [1.0, 3.0])
@pytest.mark.parametrize(
    "cost",
    [lambda n: 0.0005, lambda n: 0.02, lambda n: 0.4, lambda n: 0.3 if n % 50 == 0 else 0.001],
    ids=["short", "usual", "long", "seldom long"],
)
def test_a_flood_of_reads_takes_its_share_and_no_more_while_somebody_plays(
    cost: Callable[[int], float], stretched: float
) -> None:
    time = Time()
    spent = attacked(time, time.reads(), cost, stretched)
    longest = max(cost(n) for n in range(51)) * stretched
    assert spent <= SHARE * time.now + BURST + longest
    assert spent >= 0.6 * SHARE * MINUTE, "what may be spent is there to be used"


def test_who_waits_for_something_else_than_the_processor_takes_nothing_from_play() -> None:
    time = Time()
    reads = time.reads()
    for _ in range(20):
        with reads.spend("address:192.0.2.1"):
            time.work(0.001, stretched=1000.0)  # an archive far away
    assert reads.left > 0


def test_nobody_waits_for_what_is_seldom_asked_for() -> None:
    time = Time()
    reads = time.reads()
    for _ in range(100):
        reads.note_play()
        began = time.now
        with reads.spend("address:192.0.2.1"):
            assert time.now == began
            time.work(0.01)
        time.now += 0.1


def test_while_nobody_plays_reads_may_take_most_of_the_time() -> None:
    time = Time()
    reads, spent = time.reads(), 0.0
    while time.now < MINUTE:
        with reads.spend("address:192.0.2.1"):
            time.work(0.01)
            spent += 0.01
    assert SHARE * MINUTE < spent <= QUIET * MINUTE + BURST + 0.01 - OVERHEAD


def test_a_read_that_waits_too_long_is_told_so() -> None:
    time = Time()
    reads = time.reads()
    with reads.spend("address:192.0.2.1"):
        time.work(2 * PATIENCE)
    with (
        pytest.raises(Problem, match="Too many requests for long logs"),
        reads.spend("address:192.0.2.1"),
    ):
        pass
    assert reads.queue == []


def test_a_read_that_fails_has_its_cost_counted_and_keeps_nobody_waiting() -> None:
    time = Time()
    reads = time.reads()
    before = reads.left
    with pytest.raises(ZeroDivisionError), reads.spend("address:192.0.2.1"):
        time.work(0.05)
        raise ZeroDivisionError
    assert (reads.queue, reads.left < before) == ([], True)


def test_no_more_than_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_costs, "QUEUE", 0)
    with (
        pytest.raises(Problem, match="Too many requests for long logs"),
        Time().reads().spend("address:192.0.2.1"),
    ):
        pass
    assert QUEUE > 0


def test_who_asks_for_little_is_served_between_those_who_ask_for_much() -> None:
    """Ten reads of one address wait when one of another comes: it is next but one at most."""
    reads, order, threads = ReadTimeBudget(SHARE), list[str](), list[threading.Thread]()
    reads.left = -1e9  # nothing to spend yet

    def read(address: str) -> None:
        with reads.spend(address):
            order.append(address)

    for address in ["much"] * 10 + ["little"]:
        threads.append(threading.Thread(target=read, args=(address,)))
        threads[-1].start()
        wait_for(lambda: len(reads.queue) == len(threads))
    with reads.lock:
        reads.left = 1e9
        reads.next_read().turn.set()
    for one in threads:
        one.join()
    assert Counter(order) == {"much": 10, "little": 1}
    assert order.index("little") <= 1


# ---- which requests wait for their turn


@pytest.fixture
def broke(parts: AppParts, server: EmbeddedServer, tmp_path: Path) -> Service:
    """Return a service in which nothing may be spent on reads."""
    made = Service(parts)
    made.app = create_app(parts, ServiceSettings(server.url, tmp_path, limits="readers=0"))
    return made


COSTLY = (
    "/v1/tables", "/v1/leaderboards/boon", "/v1/disputes", "{}/hands", "{}/hands/1", "{}/replay",
    "{}/events", "{}/log",
)  # fmt: skip


def test_reads_that_fold_logs_or_look_through_lists_wait_for_their_turn(
    service: Service, broke: Service
) -> None:
    ada, eve = service.player("Ada"), service.player("Eve")
    path = service.started([ada], options={"victory_cards": 1})
    asker = Asker(broke.app.test_client(), eve.token)
    for one in COSTLY:
        answer = asker.get(one.format(path))
        assert problem(answer, 429, "http/too_many")["limit"] == "readers", one


def test_ones_own_running_table_and_what_is_cheap_never_wait(
    service: Service, broke: Service
) -> None:
    ada = service.player("Ada")
    path = service.started([ada], options={"victory_cards": 1})
    mine = Asker(broke.app.test_client(), ada.token)
    free = ("{}", "{}/view", "{}/events", "/v1/games", "/v1/players/me", "/healthz", "/v1/keys")
    assert {mine.get(one.format(path)).status_code for one in free} == {200}


def test_commands_let_play_go_on(service: Service, broke: Service) -> None:
    ada = service.player("Ada")
    path = service.opened(ada)
    with broke.app.app_context():
        kept = current_limiter()
    assert kept is not None
    assert kept.reads is not None
    quiet = kept.reads.rate()
    Asker(broke.app.test_client(), ada.token).post(f"{path}/seats", {})
    assert kept.reads.rate() == 0.2 < quiet
