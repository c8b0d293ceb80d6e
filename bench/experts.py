"""Tables of experts beside many others: no time-out, no fallback, and every log verifies.

    python -m bench.experts [--seconds 60] [--experts 5] [--others 200] [--short] [--json]

Experts alone play tables of all games, with a clock, and begin another where one has ended. At the
others a person acts every 5 seconds, and regular bots answer. At the end all logs are verified with
`--bots`; the processor time that this takes more at the tables of experts than without is what
their moves cost by themselves, and the worker's processor time is held to it.
"""

import json
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import orjson
from nacl.signing import SigningKey

from bench.arguments import BenchmarkParser
from bench.servers import own_folder
from bench.tables import open_table
from events.cached_streams import Tables
from events.handle import CommandRequest, StaleStream, handle
from events.record import logfile
from events.record.receipts import Signer
from events.store.streams import store_at
from games import OWN
from games.core.contract import Illegal, Seat
from games.table import Act, Table
from service.commands.processes import ServerStack, free_port

CLOCK = {"turn": 30, "bank": 0}
SLOW = {"turn": 86_400, "bank": 0}
EVERY = 5.0  # seconds between two actions of a person
PERSON = "bench"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Room:
    """The tables that are played, and all that ever were."""

    tables: Tables
    experts: list[Table] = field(default_factory=list)
    others: list[Table] = field(default_factory=list)
    ids: dict[str, list[str]] = field(default_factory=lambda: {"experts": [], "others": []})

    def fill(self, experts: int, others: int) -> None:
        """Open as many tables of both kinds."""
        games = cycle(OWN)
        self.experts = [self.of_experts(next(games)) for _ in range(experts)]
        self.others = [self.of_person(next(games)) for _ in range(others)]

    def of_experts(self, game: Any) -> Table:
        """Open a table of experts."""
        seats = [""] * min(game.seats)
        found = open_table(self.tables, game, seats, game.brief, level="expert", clock=CLOCK)
        self.ids["experts"].append(found.id)
        return found

    def of_person(self, game: Any) -> Table:
        """Open a table of a person and regular bots."""
        seats = [PERSON, *[""] * (min(game.seats) - 1)]
        found = open_table(self.tables, game, seats, clock=SLOW)
        self.ids["others"].append(found.id)
        return found

    def look(self) -> None:
        """Open other tables of experts where some have ended."""
        for at, table in enumerate(self.experts):
            if self.tables.current(table.id).table.phase == "closed":
                self.experts[at] = self.of_experts(table.game)

    def act(self, at: int) -> None:
        """Let the person at a table act, if it may."""
        table = self.tables.current(self.others[at].id).table
        if table.phase == "closed":
            self.others[at] = self.of_person(table.game)
            return
        if 0 in table.to_act():
            command = Act(Seat(0), table.game.rules.fallback(table.play, Seat(0)))
            with suppress(Illegal, StaleStream):  # a bot was faster, where several may act
                handle(self.tables, CommandRequest(table.id, f"player:{PERSON}", command))


def played(room: Room, seconds: float) -> int:
    """Play for a while; return how many times a person was asked for an action."""
    end, asked, luck = time.monotonic() + seconds, 0, random.Random(1)
    step = EVERY / max(1, len(room.others))
    due = time.monotonic()
    order = [*range(len(room.others))]
    luck.shuffle(order)
    for at in cycle(order or [-1]):
        if time.monotonic() > end:
            return asked
        if at >= 0:
            room.act(at)
            asked += 1
        if asked % 20 == 0:
            room.look()
        due = max(due + step, time.monotonic() - EVERY)
        time.sleep(max(0.0, due - time.monotonic()))
    return asked


def processor(stack: ServerStack) -> float:
    """Return the seconds of processor time of the workers for bots that think."""
    total = 0.0
    for child in stack.children:
        if child.name.startswith("thinking") and child.process is not None:
            text = Path(f"/proc/{child.process.pid}/stat").read_text().rpartition(")")[2].split()
            total += (int(text[11]) + int(text[12])) / TICKS
    return total


def reports(tables: Tables, names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield what bots have reported."""
    for name in names:
        for event in tables.store.read(name):
            part = orjson.loads(event.p) if event.p else {}
            if "bot" in (found := part.get("hand", {}).get("data", {})):
                yield found["bot"]


def time_outs(tables: Tables, names: Iterable[str]) -> int:
    """Return how many turns were lost."""
    logs = (tables.store.read(name) for name in names)
    return sum(b'"table.timed_out.v1"' in event.e for log in logs for event in log)


def written(tables: Tables, names: Iterable[str], folder: Path, signer: Signer) -> list[Path]:
    """Write logs into a folder."""
    found = []
    for name in names:
        found.append(folder / f"{name}.jsonl")
        logfile.write_log_file(found[-1], name, tables.store.read(name), tables.store.now(), signer)
    return found


def verified(files: Sequence[Path], key: str, *more: str) -> tuple[Counter[str], float]:
    """Verify logs; return the verdicts and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "service", "verify", *map(str, files), "--key", key, *more]
    run = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = [orjson.loads(line) for line in run.stdout.splitlines()]
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Counter(one["verdict"] for one in lines if "file" in one), took


def summary(room: Room, worker: float, asked: int, folder: Path) -> dict[str, Any]:
    """Verify all that was played; print and return what came of it."""
    signer, names = Signer(SigningKey(bytes(32))), room.ids
    files = {kind: written(room.tables, own, folder, signer) for kind, own in names.items()}
    experts, took = verified(files["experts"], signer.public, "--bots")
    _, plain = verified(files["experts"], signer.public)
    others, _ = verified(files["others"], signer.public, "--bots")
    thoughts = [one for one in reports(room.tables, names["experts"]) if one["budget"]]
    searched = [one for one in thoughts if one["playouts"]]
    every = [one for own in names.values() for one in reports(room.tables, own)]
    found: dict[str, Any] = {
        "time_outs": sum(time_outs(room.tables, own) for own in names.values()),
        "failed": sum("failed" in one for one in every),
        "bad": (experts + others).total() - (experts + others)["good"],
        "logs": (experts + others).total(),
        "thoughts": len(thoughts),
        "asked": asked,
        "ratios": {"cost": round(worker / max(0.01, took - plain), 3)},
        "share_of_budget": round(
            sum(one["playouts"] for one in searched)
            / max(1, sum(one["budget"] for one in searched)), 3,
        ),
        "worker_seconds": round(worker, 2),
    }  # fmt: skip
    for name, value in found.items():
        print(f"{name}: {value}")
    return found


def measured(seconds: float, experts: int, others: int) -> dict[str, Any]:
    """Return what came of it."""
    with own_folder() as folder, ServerStack(folder, free_port()) as stack:
        room = Room(Tables(store_at(stack.redis_url)))
        room.fill(experts, others)
        before = processor(stack)
        asked = played(room, seconds)
        worker = processor(stack) - before
        for child in stack.children:
            if child.name.startswith("thinking"):
                child.terminate()
        return summary(room, worker, asked, folder)


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--seconds", 60.0, 20.0)
    parser.add_argument("--experts", type=int, default=5)
    parser.add_argument("--others", type=int, default=200)
    given = parser.parse_sizes()
    result = measured(given.seconds, given.experts, given.others)
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
