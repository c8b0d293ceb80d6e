"""A whole server at whose tables people and bots play all the time: does its memory stay flat?

    python -m bench.soak [--minutes 30] [--people 6] [--short] [--json]

People play one short table after another with bots, all games in turn by chance, and read the log,
a hand and the lobby after each; tables of bots alone are opened beside them; finished tables are
archived after a minute. Every few seconds the resident memory of each process is looked at. The
first fifth of the time fills caches; flat is what holds about as much in the last fifth as in the
second one.

    tables    that people have played to their end, and
    alone     those of bots alone that were opened
    actions   of people
    growth    of each process: median memory in the last fifth, to that in the second one
    megabytes of each process: the median of each fifth
    most      the largest growth of our processes. The store is no part of it: it keeps feeds for an
              hour, and some hundred bytes of every table that there has been
    restarted processes that ended and were started again
    failed    people who were answered otherwise than they should be
"""

import json
import os
import random
import secrets
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.arguments import BenchmarkParser
from bench.chaos import Person, opened
from bench.servers import whole_server
from service.commands.client import register_account
from service.commands.processes import ServerStack

MIB = 2**20
PAGE = os.sysconf("SC_PAGE_SIZE")
SAMPLES = 300  # in all, each some seconds after the other
PARTS = 5  # of the time: caches fill in the first
BETWEEN = 3.0  # seconds between two tables of bots alone
STORE = "store"
SETTINGS = {
    "FAIRDEAL_LIMITS": "off",
    "FAIRDEAL_LOG_LEVEL": "error",
    "FAIRDEAL_ARCHIVE_AFTER_SECONDS": "60",
}


class Regular(Person):
    """Plays one table after the other, and looks at each when it is over."""

    def play_table(self, table: str) -> None:
        """Play a table to its end; read what is kept of it."""
        super().play_table(table)
        self.client.raw("GET", f"/v1/tables/{table}/log", None, {})
        self.client.get(f"/v1/tables/{table}/hands/1")
        self.client.get("/v1/tables")
        self.receipts.clear()


def open_bot_tables(url: str, stop: threading.Event, tables: list[str]) -> None:
    """Open tables for bots alone, one after another, until asked to stop."""
    client, luck = register_account(url, f"alone {secrets.token_hex(4)}"), random.Random(1)
    while not stop.wait(BETWEEN):
        tables.append(opened(client, luck, people=0))


def resident(group: int) -> int:
    """Return the bytes of resident memory of a process group."""
    found = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(folder.name)) == group:
                found += int((folder / "statm").read_text().split()[1]) * PAGE
        except (OSError, ProcessLookupError):
            continue
    return found


def groups(stack: ServerStack) -> Iterator[tuple[str, int]]:
    """Yield the processes of a server by name, each with the number of its group."""
    for child in stack.children:
        assert child.process is not None
        yield child.name, child.process.pid
    assert stack.server is not None
    assert stack.server.process is not None
    yield STORE, stack.server.process.pid


def watch(stack: ServerStack, seconds: float) -> tuple[dict[str, list[int]], int]:
    """Look at the memory of each process for a time; return that, and how many were restarted."""
    held, begin = defaultdict[str, list[int]](list), dict(groups(stack))
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for name, group in groups(stack):
            held[name].append(resident(group))
        time.sleep(seconds / SAMPLES)
        stack.watch()
    now = dict(groups(stack))
    return held, sum(group != now[name] for name, group in begin.items())


def medians(held: Sequence[int]) -> list[float]:
    """Return the median of each part of the time, in MiB."""
    size = len(held) // PARTS
    parts = [held[at * size : (at + 1) * size] for at in range(PARTS)]
    return [round(statistics.median(part) / MIB, 1) for part in parts]


def measure(minutes: float, count: int) -> dict[str, Any]:
    """Let people and bots play for a time; return what the processes held."""
    os.environ.update(SETTINGS)
    stop, alone = threading.Event(), list[str]()
    with whole_server() as stack:
        people = [Regular(stack.url, random.Random(seed), stop) for seed in range(count)]
        opener = threading.Thread(
            target=open_bot_tables, args=(stack.url, stop, alone), daemon=True
        )
        for one in (*people, opener):
            one.start()
        held, restarted = watch(stack, 60 * minutes)
        stop.set()
        for one in (*people, opener):
            one.join()
    return {
        "tables": sum(len(person.tables) for person in people),
        "alone": len(alone),
        "actions": sum(len(person.acted) for person in people),
        **figures(held),
        "restarted": restarted,
        "failed": [repr(person.failed) for person in people if person.failed is not None],
    }


def figures(held: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Return the figures of memory, by what each process held over the time."""
    parts = {name: medians(sizes) for name, sizes in held.items()}
    grown = {name: round(mib[-1] / mib[1], 3) for name, mib in parts.items()}
    return {
        "growth": grown,
        "megabytes": parts,
        "most": max(ratio for name, ratio in grown.items() if name != STORE),
    }


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--minutes", 30.0, 1.0)
    parser.add_size("--people", 6, 3)
    given = parser.parse_sizes()
    found = measure(given.minutes, given.people)
    for name, value in found.items():
        print(f"{name}: {value}")
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
