"""Places for requests by origin: who is slow leaves room for others."""

from workers.push.origins import FIRST, LEAST, MOST, MOST_SLOW, OriginLimits


def taken(limits: OriginLimits, origin: str, wanted: int) -> int:
    """Take places; return how many there were."""
    return sum(limits.take(origin) for _ in range(wanted))


def slow_down(limits: OriginLimits, origin: str) -> None:
    """Let an origin be slow until it has one place."""
    for _ in range(FIRST):
        assert limits.take(origin)
        limits.give_back(origin, was_prompt=False)


def test_a_slow_origin_keeps_one_place_and_a_prompt_one_gets_more() -> None:
    limits = OriginLimits()
    slow_down(limits, "https://slow.example")
    assert taken(limits, "https://slow.example", MOST) == LEAST
    for _ in range(MOST):
        assert limits.take("https://prompt.example")
        limits.give_back("https://prompt.example", was_prompt=True)
    assert taken(limits, "https://prompt.example", 2 * MOST) == MOST


def test_many_slow_origins_leave_places_to_others() -> None:
    limits, slow = OriginLimits(), [f"https://{k}.slow.example" for k in range(2 * MOST_SLOW)]
    for one in slow:
        slow_down(limits, one)
    assert sum(taken(limits, one, 1) for one in slow) == MOST_SLOW
    assert taken(limits, "https://new.example", 1) == 1
    limits.give_back(slow[0], was_prompt=False)
    assert taken(limits, slow[-1], 1) == 1
