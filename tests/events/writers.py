"""Writers that race in processes of their own; started with ``python -m tests.events.writers``.

They are forked off one process that has imported all; each connects, and then waits for the others.
"""

import os
import sys
from collections.abc import Sequence

from events.store.streams import AppendResult, Store, store_at
from tests.events.given_log import draft


def race(store: Store, stream: str, name: str, goal: int) -> list[int]:
    """Append behind the newest event until the log is at `goal`; return the numbers won."""
    won: list[int] = []
    events = store.read(stream)
    while len(events) < goal:
        result = store.append(draft(stream, [f"{name} {len(events)}"], events))
        if isinstance(result, AppendResult):
            assert not result.already
            assert result.first == result.last == len(events) + 1
            won.append(result.first)
        events += store.read(stream, len(events))
    return won


def race_all(url: str, stream: str, goal: int, names: Sequence[str]) -> bool:
    """Fork off writers, each of which prints the numbers it won; say whether all ended well."""
    begin, may_begin = os.pipe()
    connected, is_connected = os.pipe()
    children = []
    for name in names:
        if (child := os.fork()) == 0:
            os.close(may_begin)
            store = store_at(url)
            store.redis.ping()
            os.write(is_connected, b"1")
            os.read(begin, 1)  # until all have connected
            won = " ".join(map(str, race(store, stream, name, goal)))
            os.write(1, f"{won}\n".encode())  # in one piece: all write to one pipe
            os._exit(0)
        children.append(child)
    for _ in names:
        os.read(connected, 1)
    os.close(may_begin)
    codes = [os.waitpid(child, 0)[1] for child in children]  # all of them, whoever failed
    return not any(codes)


if __name__ == "__main__":
    url, stream, goal, *names = sys.argv[1:]
    sys.exit(not race_all(url, stream, int(goal), names))
