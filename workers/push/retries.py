"""When a delivery that failed is tried again, and when a receiver is given up."""

import zlib
from typing import Final

DAY: Final = 86_400_000  # milliseconds
SECOND: Final = 1_000
DELAYS: Final = tuple(
    SECOND * one for one in (5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800, 14_400)
)  # milliseconds before each further attempt: about a day in all
LONGEST_WAIT: Final = 3_600  # seconds for which a receiver may have itself waited for
SPREAD: Final = 10  # percent by which delays differ, so that not all come back at once


def next_attempt(delivery: str, failed: int, now: int, retry_after: int | None) -> int | None:
    """Return when a delivery is tried again, in milliseconds; None: not any more.

    Args:
        delivery: its id, from which the spread follows.
        failed: how many attempts have failed.
        now: in milliseconds.
        retry_after: seconds for which the receiver wants to be left alone.
    """
    if failed > len(DELAYS):
        return None
    delay = DELAYS[failed - 1]
    spread = zlib.crc32(f"{delivery} {failed}".encode()) % (2 * SPREAD + 1) - SPREAD
    least = SECOND * min(LONGEST_WAIT, retry_after or 0)
    return now + max(least, delay + delay * spread // 100)
