"""The one way in which tests wait: for a condition, never for a time."""

import asyncio
import inspect
import time
from collections.abc import Callable

PATIENCE = 300.0  # seconds; so long that only what never comes about takes them, on any machine


def wait_for(holds: Callable[[], object]) -> None:
    """Wait for a condition; fail with it when it does not come about."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        if time.monotonic() > end:
            what = inspect.getsource(holds).strip()
            raise AssertionError(f"{found!r} for {PATIENCE:.0f} s; waited for: {what}")
        time.sleep(0.01)


async def step_back() -> None:
    """Let others on the event loop go on before the next try."""
    await asyncio.sleep(0.01)
