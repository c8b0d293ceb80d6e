"""A whole server on a machine of one core and 512 MB, at whose tables people play.

    python -m bench.small [--tables 100] [--seconds 60] [--megabytes 512] [--short] [--json]

`fairdeal serve` runs in a cgroup of that much memory, on one core; whoever plays runs outside of
it. At each table, one game after another, one person sits with bots that answer at once; another
table is opened for each that ends. It needs a machine on which a cgroup can be made (root does).

    tables    how many are live all the time
    actions   of people, in a second
    median    milliseconds until an action is answered, and
    p99       what one in a hundred takes longer than
    memory    MB of all processes at the end, what they share counted once
    peak      MB that the cgroup has held at most, with files that could be dropped
    killed    processes that the system killed, since the memory did not suffice
    failed    requests that were answered otherwise than they should be
"""

import json
import os
import random
import secrets
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple, Self

from bench.arguments import BenchmarkParser
from bench.start import memory, served
from games import NEWEST
from service.commands.client import ApiProblem, Client, register_account

GROUPS = Path("/sys/fs/cgroup")
PEOPLE = 20  # who play at all the tables, each at some
PAUSE = 0.05  # seconds of a person without a turn
MIB = 2**20


class MemoryGroup(NamedTuple):
    """A cgroup with a limit of its memory, of the first or the second version."""

    folder: Path
    is_second: bool

    @classmethod
    @contextmanager
    def limited(cls, megabytes: int) -> Iterator[Self]:
        """Make a cgroup; it is gone afterwards. SystemExit where none can be made."""
        is_second = (GROUPS / "cgroup.controllers").exists()
        above = GROUPS if is_second else GROUPS / "memory"
        group = cls(above / f"fairdeal-{secrets.token_hex(4)}", is_second)
        try:
            group.folder.mkdir()
            group.file("memory.max", "memory.limit_in_bytes").write_text(str(megabytes * MIB))
        except OSError as error:
            raise SystemExit(
                f"No cgroup with a limit of memory can be made here: {error}"
            ) from None
        try:
            yield group
        finally:
            group.folder.rmdir()

    def file(self, second: str, first: str) -> Path:
        """Return a file of the group, by its name in either version."""
        return self.folder / (second if self.is_second else first)

    def enter(self) -> None:
        """Have this process be in the group, on one core."""
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    def peak(self) -> float:
        """Return the MB that it has held at most."""
        return int(self.file("memory.peak", "memory.max_usage_in_bytes").read_text()) / MIB

    def killed(self) -> int:
        """Return how many of its processes the system has killed."""
        lines = self.file("memory.events", "memory.oom_control").read_text().splitlines()
        return int(dict(map(str.split, lines))["oom_kill"])


class TablesPlayer(threading.Thread):
    """Plays at some tables, one after another, until asked to stop.

    Attributes:
        seconds: that actions took until they were answered.
        failed: what was answered otherwise than it should be.
    """

    def __init__(self, url: str, games: Sequence[str], stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.client = register_account(url, f"p {secrets.token_hex(4)}")
        self.games, self.stop = games, stop
        self.luck = random.Random(" ".join(games))
        self.tables = dict.fromkeys(range(len(games)), "")
        self.seconds: list[float] = []
        self.failed: list[str] = []

    def run(self) -> None:
        """Play."""
        for at in cycle(self.tables):
            if self.stop.is_set():
                return
            try:
                if not self.play(at):
                    time.sleep(PAUSE)
            except (ApiProblem, OSError) as error:
                self.failed.append(str(error))

    def play(self, at: int) -> bool:
        """Act at a table where it is this person's turn; open another for one that is over."""
        path = f"/v1/tables/{self.tables[at]}"
        view = self.client.get(f"{path}/view") if self.tables[at] else None
        if view is None or view["phase"] == "closed":
            self.tables[at] = opened(self.client, self.games[at])
            return True
        if not (choices := view.get("choices")):
            return False
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        began = time.perf_counter()
        self.client.post(f"{path}/actions", self.luck.choice(offered))
        self.seconds.append(time.perf_counter() - began)
        return True


def opened(client: Client, game: str) -> str:
    """Open a table with the person in the first seat and bots in the others, and start it."""
    least = min(NEWEST[game].seats)
    body = {"game": game, "seats": least, "clock": None}
    table: str = client.post("/v1/tables", body)["view"]["table"]
    for seat in range(least):
        client.post(f"/v1/tables/{table}/seats", {"bot": "regular"} if seat else {})
    client.post(f"/v1/tables/{table}/start", {})
    return table


def measure(tables: int, seconds: float, megabytes: int) -> dict[str, Any]:
    """Let people play for a time; return what they and the machine have seen."""
    os.environ["FAIRDEAL_LIMITS"] = "off"
    games = [game for game, _ in zip(cycle(NEWEST), range(tables), strict=False)]
    stop = threading.Event()
    with MemoryGroup.limited(megabytes) as group, served(group.enter) as (port, pid):
        url = f"http://127.0.0.1:{port}"
        people = [TablesPlayer(url, games[at::PEOPLE], stop) for at in range(min(PEOPLE, tables))]
        for one in people:
            one.start()
        while any(not all(one.tables.values()) for one in people):  # until all tables are there
            time.sleep(PAUSE)
        before = [len(one.seconds) for one in people]
        time.sleep(seconds)
        stop.set()
        for one in people:
            one.join()
        counted = [
            took for one, first in zip(people, before, strict=True) for took in one.seconds[first:]
        ]
        cuts = statistics.quantiles(counted, n=100)
        return {
            "tables": tables, "actions": len(counted) / seconds,
            "median": 1000 * cuts[49], "p99": 1000 * cuts[98],
            "memory": memory(pid), "peak": group.peak(), "killed": group.killed(),
            "failed": [why for one in people for why in one.failed],
        }  # fmt: skip


def main() -> None:
    """Print what was measured, or one JSON object."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 100, 100)
    parser.add_size("--seconds", 60.0, 10.0)
    parser.add_size("--megabytes", 512, 512)
    given = parser.parse_sizes()
    found = measure(given.tables, given.seconds, given.megabytes)
    for name, value in found.items():
        print(f"{name:8} {value:8.1f}" if isinstance(value, float) else f"{name:8} {value}")
    if given.json:
        print(json.dumps(found))
    sys.exit(bool(found["killed"] or found["failed"]))


if __name__ == "__main__":
    main()
