"""The store's time: Redis's, carried on by a steady clock from one reading to the next.

No clock that somebody may set is asked in between, so the clock of this machine may jump as it
likes. When Redis's own time jumps (somebody set it, or another server has taken over), the first
process that notices writes the difference into Redis as a correction. All processes add it to what
Redis says, also those that are started later, so time at the tables goes on as if nothing had
been. It shrinks by half a millisecond a second, until the store's time is Redis's again.

Who has just been started has nothing to compare with. So followers vouch for Redis's time twice a
second, and a newcomer to whom nobody has vouched for what it reads waits for them a moment.
"""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from events.store.connections.at_once import AtomicBatch
from events.store.names import CORRECTION, VOUCHED

SCRIPT = (Path(__file__).parent / "clock.lua").read_text()
READ_INTERVAL = 1.0  # seconds between readings of Redis's time
STALE = 30.0  # seconds after which who only tells the time reads it anew
JUMP = 100.0  # milliseconds between two readings that no drift explains
VOUCH = 0.5  # seconds between times at which somebody vouches for Redis's time
PAUSE = 0.05  # seconds between looks whether somebody does
PROMPT = 1.0  # seconds for which that holds, and for which it is waited for
DRIFT = 0.5  # milliseconds a second by which clocks may differ, and by which a correction shrinks

JUMPED = (
    "Redis's time jumped by %+.1f s. Time at the tables continues as before: it is Redis's %+.1f"
    " s, and comes closer by half a millisecond each second. Check the clock of Redis's machine"
)
MOVED = "The clock of this machine jumped by %+.1f s; time at the tables does not follow it"

SET = 1.0  # seconds by which this machine's clock must jump to be worth a warning

logger = logging.getLogger("fairdeal.clock")


STEADY: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on in a machine's sleep


def steady_seconds() -> float:
    """Return seconds of a clock that nobody can set."""
    return time.clock_gettime(STEADY)


class ClockCorrection(NamedTuple):
    """What is added to Redis's time: `left` milliseconds when it was `since`; the nth of its kind.

    The greater number counts: a smaller one comes from a Redis that has lost the newer.
    """

    number: int
    left: float
    since: float

    def at(self, time_of_redis: float) -> float:
        """Return what is left of it at a time of Redis, in milliseconds."""
        shrunk = DRIFT * max(0.0, time_of_redis - self.since) / 1000
        return max(0.0, self.left - shrunk) if self.left > 0 else min(0.0, self.left + shrunk)

    def text(self) -> str:
        """Return it as it stands in Redis."""
        return f"{self.number} {self.left:.0f} {self.since:.0f}"


NONE = ClockCorrection(0, 0.0, 0.0)


class RedisTime(NamedTuple):
    """What Redis said between two moments of the steady clock; `raw`: the correction as text."""

    time: float  # milliseconds
    raw: str
    before: float  # seconds
    after: float
    vouched: float | None = None  # milliseconds, as `time`

    def is_vouched_for(self) -> bool:
        """Say whether somebody would have noticed a jump, if ever anybody looked after it."""
        return self.vouched is None or 0 <= self.time - self.vouched <= 1000 * PROMPT

    @property
    def correction(self) -> ClockCorrection:
        """Return the correction."""
        if not self.raw:
            return NONE
        number, left, since = self.raw.split(" ")
        return ClockCorrection(int(number), float(left), float(since))

    def store_time(self) -> float:
        """Return the store's time when Redis answered."""
        return self.time + self.correction.at(self.time)


class ClockReading(NamedTuple):
    """The store's time at a moment of the steady clock."""

    time: float  # milliseconds
    loose: float  # milliseconds by which that may be wrong
    steady: float  # seconds
    machine: float  # seconds by the machine's own clock
    correction: ClockCorrection
    redis_time: float  # milliseconds, without the correction

    def at(self, seconds: float) -> float:
        """Return the store's time at a moment of the steady clock."""
        return self.time + 1000 * (seconds - self.steady)


class StoreClock:
    """The store's time in one process; safe to share between threads."""

    def __init__(self, redis: Redis) -> None:
        self.redis, self.at_once = redis, AtomicBatch(redis)
        self.steady: Callable[[], float] = steady_seconds
        self.machine: Callable[[], float] = time.time
        self.script = redis.register_script(SCRIPT)
        self.reading: ClockReading | None = None
        self.refreshed_at = 0.0  # when it was read last, or when that failed
        self.lock = threading.Lock()

    def now(self) -> int:
        """Return the store's time in milliseconds."""
        seconds, reading = self.steady(), self.reading
        if reading is None or seconds - self.refreshed_at >= READ_INTERVAL:
            reading = self.refresh(reading)
            seconds = self.steady()
        return int(reading.at(seconds))

    def about_now(self) -> int | None:
        """Return the store's time, mostly without asking it; None where nothing is known of it."""
        seconds, reading = self.steady(), self.reading
        if reading is None or seconds - self.refreshed_at >= STALE:
            try:
                return self.now()
            except RedisError:
                return None
        return int(reading.at(seconds))

    def vouch(self) -> None:
        """Look, and write down for newcomers that somebody did who would notice a jump."""
        redis_time = self.refresh(self.reading).redis_time
        self.redis.set(VOUCHED, int(redis_time))

    def refresh(self, known: ClockReading | None) -> ClockReading:
        """Read Redis's time; where that can't be now, what is known goes on."""
        if known is None:
            self.refreshed_at, first = self.steady(), self.read_first()
            self.reading = first
            return first
        if not self.lock.acquire(blocking=False):  # another thread reads it
            return known
        try:
            self.refreshed_at = self.steady()
            self.reading = self.read(self.reading or known)
            return self.reading
        except RedisError:
            return known
        finally:
            self.lock.release()

    def read_first(self) -> ClockReading:
        """Return the first reading: others judge it, if there are any."""
        answer = self.ask()
        end = answer.after + PROMPT
        while not answer.is_vouched_for() and answer.after < end:
            time.sleep(PAUSE)
            answer = self.ask()
        half = (answer.after - answer.before) / 2
        return ClockReading(
            answer.store_time(),
            1000 * half,
            answer.before + half,
            self.machine(),
            answer.correction,
            answer.time,
        )

    def read(self, known: ClockReading) -> ClockReading:
        """Return the reading after `known`: its steady course, unless that has drifted."""
        answer, machine = self.ask(), self.machine()
        self.warn_of_clock_jump(known, machine, answer.after)
        course = known.at(answer.after)
        trip = 1000 * (answer.after - answer.before)
        earliest = answer.store_time()  # if the answer came back in no time
        fitting = min(max(course, earliest), earliest + trip)
        loose = known.loose + DRIFT * (answer.after - known.steady)
        correction, former = answer.correction, known.correction
        if correction.number > former.number:  # another process has noticed
            logger.warning("Redis's time is off by %+.1f s; corrected", correction.left / -1000)
        elif correction.number < former.number or abs(fitting - course) > JUMP + loose:
            fitting, correction = course, self.correct(answer, former, course)
        return ClockReading(
            fitting, min(loose, trip), answer.after, machine, correction, answer.time
        )

    def ask(self) -> RedisTime:
        """Ask Redis for its time, the correction, and when somebody vouched, in one trip."""
        before = self.steady()
        (seconds, micros), raw, vouched = self.at_once.read(
            CORRECTION, ("TIME",), ("GET", CORRECTION), ("GET", VOUCHED)
        )
        return RedisTime(
            1000 * int(seconds) + int(micros) / 1000,
            "" if raw is None else raw.decode(),
            before,
            self.steady(),
            None if vouched is None else float(vouched),
        )

    def correct(self, answer: RedisTime, former: ClockCorrection, course: float) -> ClockCorrection:
        """Write down by how much Redis's time is off; where another has, the next reading tells."""
        number = max(answer.correction.number, former.number) + 1
        new = ClockCorrection(number, course - answer.time, answer.time)
        if not self.script(keys=[CORRECTION], args=[answer.raw, new.text()]):
            return former
        logger.warning(JUMPED, (answer.store_time() - course) / 1000, new.left / 1000)
        return new

    def warn_of_clock_jump(self, known: ClockReading, machine: float, seconds: float) -> None:
        """Say so when this machine's own clock was set."""
        jumped = machine - known.machine - (seconds - known.steady)
        if abs(jumped) > SET + DRIFT * (seconds - known.steady) / 1000:
            logger.warning(MOVED, jumped)
