"""Writers that race in processes of their own; started with ``python -m tests.events.writers``."""

import sys

from events.store.streams import Appended, Store, store_at
from tests.events.given_log import draft


def race(store: Store, stream: str, name: str, goal: int) -> list[int]:
    """Append behind the newest event until the log is at `goal`; return the numbers won."""
    won: list[int] = []
    events = store.read(stream)
    while len(events) < goal:
        result = store.append(draft(stream, [f"{name} {len(events)}"], events))
        if isinstance(result, Appended):
            assert not result.already
            assert result.first == result.last == len(events) + 1
            won.append(result.first)
        events += store.read(stream, len(events))
    return won


if __name__ == "__main__":
    url, stream, name, goal = sys.argv[1:]
    print("ready", flush=True)
    sys.stdin.readline()
    print(*race(store_at(url), stream, name, int(goal)), flush=True)
