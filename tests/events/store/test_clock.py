"""The store's time: steady whatever clock is set, the same in every process, never ahead."""

import logging
import random
import time
from collections.abc import Callable

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost

from events.store.clock import PAUSE, PROMPT, READ_INTERVAL, RedisTime, StoreClock, steady_seconds
from events.store.names import CORRECTION, VOUCHED

BEGIN = 1_700_000_000.0  # seconds
TURN = 60.0
JUMPS = (600.0, -600.0, 30.0, -30.0, 1.0, -1.0)


class World:
    """True time, and clocks that tests set."""

    def __init__(self, redis: Redis) -> None:
        self.redis, self.seconds = redis, 0.0
        self.step = 0.0  # seconds by which Redis's clock is wrong
        self.away = False

    def process(self, booted: float = 0.0, trip: Callable[[], float] = lambda: 0.0) -> StoreClock:
        """Return the clock of a process on a machine that was booted some seconds ago."""
        clock = StoreClock(self.redis)
        clock.steady = lambda: self.seconds + booted
        clock.machine = lambda: BEGIN + self.seconds

        def ask() -> RedisTime:
            if self.away:
                raise ConnectionLost
            before, way = clock.steady(), trip()
            self.seconds += way / 2
            told = 1000 * (BEGIN + self.seconds + self.step)
            raw, vouched = self.redis.get(CORRECTION), self.redis.get(VOUCHED)
            self.seconds += way / 2
            assert not isinstance(raw, str)
            text = "" if raw is None else raw.decode()
            known = None if vouched is None else float(vouched)
            return RedisTime(told, text, before, clock.steady(), known)

        clock.ask = ask  # type: ignore[method-assign]
        return clock

    def true(self) -> int:
        """Return what the store's time should be."""
        return int(1000 * (BEGIN + self.seconds))

    def wait(self, seconds: float, *clocks: StoreClock) -> None:
        """Let time pass, while processes look at the clock now and then."""
        end = self.seconds + seconds
        while self.seconds < end:
            self.seconds = min(end, self.seconds + READ_INTERVAL)
            for clock in clocks:
                clock.now()


@pytest.fixture
def world(redis: Redis) -> World:
    return World(redis)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_turn_lasts_as_long_as_ever_while_redis_time_jumps(world: World, jump: float) -> None:
    clock = world.process()
    deadline = clock.now() + 1000 * TURN
    world.wait(1, clock)
    world.step = jump
    world.wait(TURN - 2, clock)
    assert clock.now() < deadline
    world.wait(1.5, clock)
    assert clock.now() >= deadline


@pytest.mark.parametrize("jump", JUMPS)
def test_a_turn_lasts_as_long_as_ever_while_the_machines_clock_jumps(
    world: World, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    clock = world.process()
    before = clock.now()
    clock.machine = lambda: BEGIN + world.seconds + jump
    world.wait(TURN, clock)
    assert clock.now() - before == 1000 * TURN
    told = [record.getMessage() for record in caplog.records]
    wanted = f"The clock of this machine jumped by {jump:+.1f} s"
    assert [wanted in one for one in told] == ([True] if abs(jump) > 1 else [])


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_is_told_once_by_whoever_notices_it_first(
    world: World, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = [world.process(booted) for booted in (0.0, 5e6)]
    world.wait(2, *clocks)
    world.step = jump
    world.wait(5, *clocks)
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert len(told) == 2  # by the one, and that the other follows
    assert told[0].startswith(f"Redis's time jumped by {jump:+.1f} s.")
    assert told[1] == f"Redis's time is off by {jump:+.1f} s; corrected"


def test_a_process_that_starts_after_a_jump_has_the_time_of_the_others(world: World) -> None:
    old = world.process()
    old.now()
    for jump in (600.0, -1200.0, 0.0):
        world.step = jump
        world.wait(1, old)
        assert abs(world.process(1e6).now() - old.now()) <= 1
        assert abs(old.now() - world.true()) < 50


def test_the_corrected_time_comes_back_to_that_of_redis_by_half_a_millisecond_a_second(
    world: World,
) -> None:
    clock = world.process()
    clock.now()
    world.step = 2.0
    world.wait(1, clock)
    behind = [world.true() + 2000 - clock.now()]
    for _ in range(4):
        world.wait(600, clock)
        behind.append(world.true() + 2000 - clock.now())
    assert behind == pytest.approx([2000, 1700, 1400, 1100, 800], abs=3)
    world.wait(2000, clock)
    assert world.true() + 2000 - clock.now() == pytest.approx(0, abs=1)


def test_time_goes_on_while_redis_is_away_and_a_fail_over_to_another_clock_is_noticed(
    world: World,
) -> None:
    clock = world.process()
    clock.now()
    world.away = True
    world.wait(30, clock)
    assert clock.now() == world.true()
    world.away, world.step = False, -45.0
    world.wait(30, clock)
    assert abs(clock.now() - world.true()) < 50


def test_without_any_reading_a_redis_that_is_away_is_told(world: World) -> None:
    world.away = True
    with pytest.raises(ConnectionLost):
        world.process().now()


def test_a_correction_that_redis_has_lost_is_written_again(world: World, redis: Redis) -> None:
    clock = world.process()
    clock.now()
    world.step = 600.0
    world.wait(1, clock)
    redis.delete(CORRECTION)
    world.wait(1, clock)
    assert abs(clock.now() - world.true()) < 50
    assert abs(world.process().now() - world.true()) < 50


def test_clocks_that_drift_are_followed_without_a_word(
    world: World, caplog: pytest.LogCaptureFixture, redis: Redis
) -> None:
    clock = world.process()
    clock.now()
    for _ in range(3600):
        world.step += 0.0002  # two tenths of a millisecond a second
        world.wait(1, clock)
    assert abs(clock.now() - world.true() - 720) <= 1
    world.step += 3600 * 0.0002
    world.seconds += 3600  # nobody asked for an hour
    clock.now()
    assert abs(clock.now() - world.true() - 1440) <= 1
    assert (caplog.records, redis.get(CORRECTION)) == ([], None)


def test_a_first_answer_that_took_long_is_no_jump(world: World, redis: Redis) -> None:
    trips = iter([4.0])
    clock = world.process(trip=lambda: next(trips, 0.0))
    clock.now()
    world.step = 1.5  # it may have been told at the end of its way
    world.wait(2, clock)
    assert abs(clock.now() - world.true() - 1500) <= 1
    assert redis.get(CORRECTION) is None


def test_all_processes_agree_whatever_jumps_and_whoever_starts_anew(world: World) -> None:
    luck = random.Random("clocks")
    clocks = [world.process(booted) for booted in (0.0, 1e3, 7e6)]
    world.wait(2, *clocks)
    for _ in range(300):
        if luck.random() < 0.2:
            world.step = luck.choice([0.0, 0.05, *JUMPS]) + luck.random()
        if luck.random() < 0.1:
            world.away = not world.away
        elif luck.random() < 0.1 and not world.away:
            clocks[luck.randrange(3)] = world.process(luck.random() * 1e6)
        world.wait(luck.choice([1, 2, 3, 10]), *luck.sample(clocks, luck.randint(1, 3)))
        if not world.away:
            world.wait(3, *clocks)  # whoever starts within a second of a jump follows then
            times = [clock.now() for clock in clocks]
            assert max(times) - min(times) <= 2
    drift = 0.0005 * 1000 * world.seconds
    assert abs(clocks[0].now() - world.true()) <= drift + 300 * 0.3 * 100  # jumps too small to see


@pytest.mark.parametrize("jump", JUMPS)
def test_who_starts_just_behind_a_jump_waits_until_a_follower_has_noticed_it(
    world: World, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = world.process()
    follower.vouch()
    world.wait(0.4)
    world.step = jump
    world.wait(0.02)

    def sleep(seconds: float) -> None:
        world.wait(seconds)
        follower.vouch()

    monkeypatch.setattr(time, "sleep", sleep)
    assert abs(world.process(booted=1e3).now() - world.true()) < 50
    assert world.seconds == pytest.approx(0.42 + PAUSE)


def test_who_starts_alone_waits_for_a_follower_no_longer_than_a_moment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", world.wait)
    world.process().vouch()
    world.wait(3600)
    assert abs(world.process().now() - world.true()) < 50
    assert world.seconds == pytest.approx(3600 + PROMPT, abs=2 * PAUSE)


def test_who_starts_beside_a_follower_that_is_well_waits_for_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(time, "sleep")
    world.process().vouch()
    world.wait(0.9 * PROMPT)
    world.process().now()


def test_the_steady_clock_goes_on() -> None:
    before = steady_seconds()
    assert steady_seconds() >= before > 0
