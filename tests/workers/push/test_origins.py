"""Places at an origin, and when deliveries are tried again."""

from workers.push.origins import FIRST, LEAST, MOST, REMEMBERED, OriginLimits
from workers.push.retries import DELAYS, LONGEST_WAIT, SPREAD, next_attempt

SLOW, QUICK = "https://slow.example", "https://quick.example"


def take_all(limits: OriginLimits, origin: str) -> int:
    """Take all places; return how many there were."""
    taken = 0
    while limits.take(origin):
        taken += 1
    return taken


def give_all(limits: OriginLimits, origin: str, taken: int, *, was_prompt: bool) -> None:
    for _ in range(taken):
        limits.give_back(origin, was_prompt=was_prompt)


def test_a_slow_origin_is_left_one_place_and_a_quick_one_gets_many() -> None:
    limits = OriginLimits()
    for origin, was_prompt, last in ((SLOW, False, LEAST), (QUICK, True, MOST)):
        taken = take_all(limits, origin)
        assert taken == FIRST
        for _ in range(10):
            give_all(limits, origin, taken, was_prompt=was_prompt)
            taken = take_all(limits, origin)
        assert taken == last
        give_all(limits, origin, taken, was_prompt=was_prompt)
    assert not limits.running


def test_a_slow_origin_that_recovers_gets_its_places_back() -> None:
    limits = OriginLimits()
    give_all(limits, SLOW, take_all(limits, SLOW), was_prompt=False)
    for _ in range(MOST):
        give_all(limits, SLOW, take_all(limits, SLOW), was_prompt=True)
    assert take_all(limits, SLOW) == MOST


def test_what_is_known_of_origins_is_bounded() -> None:
    limits = OriginLimits()
    for k in range(REMEMBERED + 10):
        assert limits.take(f"https://{k}.example")
        limits.give_back(f"https://{k}.example", was_prompt=True)
    assert len(limits.limits) <= REMEMBERED


def test_delays_grow_differ_a_little_and_end() -> None:
    for failed, delay in enumerate(DELAYS, 1):
        times = {next_attempt(f"msg_{k}", failed, 1_000, None) for k in range(50)}
        waits = [one - 1_000 for one in times if one is not None]
        assert len(waits) == len(times) > 1
        assert delay * (100 - SPREAD) // 100 <= min(waits)
        assert max(waits) <= delay * (100 + SPREAD) // 100
    assert next_attempt("msg_0", len(DELAYS) + 1, 1_000, None) is None


def test_a_receiver_is_left_alone_for_an_hour_at_most() -> None:
    assert next_attempt("msg_0", 1, 0, 60) == 60_000
    assert next_attempt("msg_0", 1, 0, 999_999) == LONGEST_WAIT * 1_000
