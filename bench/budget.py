"""What an action costs, stage by stage: microseconds of this processor, and of Redis.

    python -m bench.budget [--actions 200] [--rounds 9] [--short] [--json]

One process does all of it, one action after the other, with an embedded Redis beside it; each
figure is the median of the rounds. Every action is different, legal and accepted (bench.command
says which). What is awaited costs nothing here: processor time alone is counted.
"""

import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from redis import Redis
from werkzeug.test import EnvironBuilder, run_wsgi_app

from bench.arguments import BenchmarkParser
from bench.command import BODIES, TURN
from bench.servers import own_redis
from bench.tables import open_table
from events.accounts.personal_tokens import make_personal_token
from events.handle import CommandRequest, handle
from events.history.signed_heads import NewestAppend, SignedHeads
from events.history.signing_keys import KeyFolder
from events.store.connections.client import connect_client, connect_reader
from games import GAMES
from games.core.contract import Seat
from games.table import Act
from service.app import create_app
from service.assembly import AppParts, assemble_parts
from service.settings import ServiceSettings
from workers.follower.follower import TICK, Follower

TABLES = 40  # that are played at in turn
MICRO = 1e6
MINIMAL = "return=minimal"
STAGES = {
    "request": "an action, from the WSGI environment to the last byte of the answer",
    "minimal": "the same with `Prefer: return=minimal`",
    "scoped": "that, with a personal access token of scope `play` in place of the account's own",
    "stale": "`minimal`, where another process has acted at the table since this one did",
    "command": "the same by `handle`: decided and appended, without HTTP",
    "heads": "to note a signed head in its file",
    "redis": "what Redis takes for an action by `handle`",
    "tick": "a follower's tick that takes in these actions",
    "tick_redis": "what Redis takes for that tick",
    "idle": "a tick without news",
}


class Play:
    """Tables of two players, and whose turn it is at each."""

    def __init__(self, parts: AppParts) -> None:
        self.tables = parts.tables
        accounts = [parts.players.register(f"budget {seat}") for seat in range(2)]
        self.ids = [player.id for player, _ in accounts]
        self.tokens = [token for _, token in accounts]
        self.scoped = [
            make_personal_token(parts.players, one, "budget", ["play"], 1)[0] for one in self.ids
        ]
        self.open = [open_table(self.tables, GAMES["boosh", 1], self.ids).id for _ in range(TABLES)]
        self.steps = dict.fromkeys(self.open, 0)
        self.first = {one: self.tables.current(one).table.to_act()[0] for one in self.open}
        self.next = cycle(self.open)

    def turn(self) -> tuple[str, Seat, int]:
        """Return the next table, the seat that acts there, and which action of its turn."""
        table = next(self.next)
        turns, step = divmod(self.steps[table], len(TURN))
        self.steps[table] += 1
        return table, Seat((self.first[table] + turns) % 2), step

    def by_command(self) -> None:
        """Act once, as the API does behind HTTP."""
        table, seat, step = self.turn()
        by = f"player:{self.ids[seat]}"
        handle(self.tables, CommandRequest(table, by, Act(seat, TURN[step])))

    def environment(self, prefer: str, tokens: Sequence[str]) -> dict[str, Any]:
        """Return the next action as a WSGI server hands it on, with the token of who acts."""
        table, seat, step = self.turn()
        return EnvironBuilder(
            f"/v1/tables/{table}/actions", method="POST", data=BODIES[step],
            content_type="application/json",
            headers=[("Authorization", f"Bearer {tokens[seat]}"), ("Prefer", prefer)],
        ).get_environ()  # fmt: skip


def answer(app: Flask, environment: dict[str, Any]) -> None:
    """Answer a request, all of whose bytes are read."""
    body, status, _ = run_wsgi_app(app.wsgi_app, environment)
    text = b"".join(body)
    assert status == "200 OK", text


def spent(do: Callable[[], object], times: int = 1) -> float:
    """Return the microseconds of the processor that something takes, done so many times."""
    begin = time.process_time()
    for _ in range(times):
        do()
    return MICRO * (time.process_time() - begin)


class Meter:
    """Processor time of a Redis server."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis

    def seconds(self) -> float:
        """Return what it has used until now."""
        said: Any = self.redis.info("cpu")
        return float(said["used_cpu_user"]) + float(said["used_cpu_sys"])

    def spent(self, do: Callable[[], object], times: int = 1) -> tuple[float, float]:
        """Return the microseconds that something takes here, and there."""
        before = self.seconds()
        own = spent(do, times)
        return own, MICRO * (self.seconds() - before)


class Ticks:
    """A follower that is stepped by hand."""

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        while not follower.partitions.places:
            follower.step()
        self.settle()

    def settle(self) -> None:
        """Take in all that is there, and what is done each second."""
        for _ in range(20):
            self.one()

    def one(self) -> None:
        """Go on until the follower has looked at its feeds once."""
        before = self.follower.tick.last
        while self.follower.tick.last == before:
            self.follower.step()

    def pause(self) -> None:
        """Wait until the next step is a whole tick."""
        time.sleep(self.follower.tick.left())


@dataclass
class Budget:
    """All that takes part in an action."""

    app: Flask
    other: Flask  # that of another process
    play: Play
    meter: Meter
    ticks: Ticks
    heads: SignedHeads

    def requests(self, actions: int, prefer: str, tokens: Sequence[str]) -> float:
        """Return what a request takes, with a preference and the tokens of the two players."""
        asked = iter([self.play.environment(prefer, tokens) for _ in range(actions)])
        return spent(lambda: answer(self.app, next(asked)), actions) / actions

    def stale_requests(self, actions: int) -> float:
        """Return what a request takes where two processes act at each table in turn."""
        apps = cycle([self.app] * TABLES + [self.other] * TABLES)
        asked = iter(
            [self.play.environment(MINIMAL, self.play.tokens) for _ in range(2 * TABLES + actions)]
        )
        for _ in range(2 * TABLES):  # from here on each knows all but the other's last action
            answer(next(apps), next(asked))
        return spent(lambda: answer(next(apps), next(asked)), actions) / actions

    def measure(self, actions: int) -> dict[str, float]:
        """Return what each stage takes, in microseconds."""
        found = dict[str, float]()
        own, scoped = self.play.tokens, self.play.scoped
        found["request"] = self.requests(actions, "return=representation", own)
        found["minimal"] = self.requests(actions, MINIMAL, own)
        found["scoped"] = self.requests(actions, MINIMAL, scoped)
        found["stale"] = self.stale_requests(actions)
        self.ticks.settle()
        here, redis = self.meter.spent(self.play.by_command, actions)
        found["command"], found["redis"] = here / actions, redis / actions
        self.ticks.pause()
        found["tick"], found["tick_redis"] = self.meter.spent(self.ticks.one)
        self.ticks.pause()
        found["idle"] = spent(self.ticks.one)
        newest = iter(
            [
                NewestAppend(f"{time.time_ns()}-0", self.play.open[0], k, bytes(32))
                for k in range(actions)
            ]
        )
        found["heads"] = spent(lambda: self.heads.note(0, next(newest)), actions) / actions
        return {stage: found[stage] for stage in STAGES}


@contextmanager
def begun() -> Iterator[Budget]:
    """Start Redis, and connect all to it."""
    with own_redis() as server, TemporaryDirectory() as apart:
        parts, others = (assemble_parts(ServiceSettings(server.url, server.folder)) for _ in "12")
        jobs, reader = connect_client(server.url), connect_reader(server.url, TICK)
        follower = Follower(parts.store, reader, jobs, KeyFolder(server.folder))
        yield Budget(
            create_app(parts), create_app(others), Play(parts), Meter(parts.store.redis),
            Ticks(follower), SignedHeads(Path(apart)),
        )  # fmt: skip
        for redis in (parts.store.redis, others.store.redis, jobs, reader):
            redis.close()


def main() -> None:
    """Print the median of each stage, or one JSON object."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--actions", type=int, default=200, help="actions a round")
    parser.add_size("--rounds", 9, 3)
    given = parser.parse_sizes()
    with begun() as budget:
        budget.measure(given.actions)  # warms up
        rounds = [budget.measure(given.actions) for _ in range(given.rounds)]
    us = {stage: statistics.median(one[stage] for one in rounds) for stage in STAGES}
    if given.json:
        print(json.dumps({"us": {stage: round(value, 1) for stage, value in us.items()}}))
        return
    for stage, value in us.items():
        print(f"{stage:10} {value:9,.1f} us  {STAGES[stage]}")


if __name__ == "__main__":
    main()
