"""Processes are killed at random while tables of all games are played; then everything is checked.

    python -m bench.chaos [--store cluster] [--tables 500] [--seconds 60] [--seed N] [--short]

The store is the embedded server, a Redis Cluster of 3 masters and 3 replicas, or a primary with two
replicas and three sentinels; in the last two each event has to reach all replicas before it is
confirmed. For so many seconds tables are opened, some with a person who keeps every receipt and all
others for bots alone; and about every second a process is killed with -9: API, follower, worker, or
a server of the store, which is started again after a while. Then all tables have to come to their
end, every log is verified, and every receipt held to its log. It exits with 1 where one is bad, or
a table is stuck.
"""

import json
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from bench.arguments import BenchmarkParser
from bench.clusters import cluster, guarded
from bench.servers import own_folder
from events.store.embedded.server import EmbeddedServer
from games import NEWEST
from service.commands.client import ApiProblem, Client, register_account
from service.commands.processes import ServerStack, free_port

PEOPLE = 10
PAUSE = (0.3, 1.7)  # seconds between two kills
DOWN = (0.2, 4.0)  # seconds for which a server of the store stays dead
LOOK = 0.1  # seconds between looks
TOLD = 20_000  # characters of what servers said that are shown where something is bad
TRIES = 1000  # of each request, with 0.25 s in between
STUCK = 90.0  # seconds without any news after which nothing comes any more
SETTINGS = {
    "FAIRDEAL_LIMITS": "off",
    "FAIRDEAL_LOG_LEVEL": "error",
    "FAIRDEAL_ARCHIVE_AFTER_SECONDS": "off",
}
REPLICAS = {"embedded": 0, "cluster": 1, "sentinel": 2}  # as many as may be promoted: less loses


class Place(NamedTuple):
    """Where a store is, and its servers, none for one that a stack starts by itself."""

    url: str
    servers: Sequence[EmbeddedServer]


@contextmanager
def placed(store: str, folder: Path) -> Iterator[Place]:
    """Run the servers of a store."""
    if store == "cluster":
        with cluster(folder) as made:
            yield Place(made.url, made.nodes)
    elif store == "sentinel":
        with guarded(folder, replicas=2) as watched:
            yield Place(watched.url, watched.servers)
    else:
        yield Place("", ())


@contextmanager
def whole(store: str, folder: Path) -> Iterator["Chaos"]:
    """Run a whole server; jobs are in a Redis of their own where the store is not one server."""
    with ExitStack() as stack:
        place = stack.enter_context(placed(store, folder / "store"))
        os.environ.update(SETTINGS, FAIRDEAL_MIN_REPLICAS=str(REPLICAS[store]))
        if place.url:
            jobs = stack.enter_context(EmbeddedServer(folder / "jobs"))
            os.environ["FAIRDEAL_QUEUE_URL"] = jobs.url
        data = folder / "data"
        running = ServerStack(data, free_port(), redis_url=place.url, durable=True, bot_workers=2)
        yield Chaos(stack.enter_context(running), place.servers)


class Person(threading.Thread):
    """Plays one table after the other with bots, until asked to stop, and keeps the receipts."""

    def __init__(self, url: str, luck: random.Random, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.client, self.luck, self.stop = (
            register_account(url, f"p {secrets.token_hex(4)}", TRIES),
            luck,
            stop,
        )
        self.receipts: list[dict[str, Any]] = []
        self.tables: list[str] = []
        self.acted: list[float] = []
        self.failed: Exception | None = None

    def run(self) -> None:
        """Play."""
        try:
            while not self.stop.is_set():
                self.play_table(opened(self.client, self.luck, people=1))
        except Exception as error:  # told at the end, whatever it is
            self.failed = error

    def play_table(self, table: str) -> None:
        """Play a table to its end."""
        self.tables.append(table)
        path = f"/v1/tables/{table}"
        view = self.client.get(f"{path}/view")
        while view["phase"] != "closed":
            if choices := view.get("choices"):
                offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
                self.act(path, self.luck.choice(offered))
            view = self.client.get(f"{path}/view?after={view['n']}&wait=5")

    def act(self, path: str, body: dict[str, Any]) -> None:
        """Act; in the meantime the clock or a fellow may have been faster."""
        try:
            answer = self.client.post(f"{path}/actions", body)
        except ApiProblem as problem:
            if problem.status not in (403, 409):
                raise
        else:
            self.receipts.append(answer["receipt"])
            self.acted.append(time.monotonic())


class Chaos:
    """A whole server, what was killed of it, and what was played."""

    def __init__(self, stack: ServerStack, servers: Sequence[EmbeddedServer]) -> None:
        self.stack, self.servers = stack, servers
        self.kills: Counter[str] = Counter()
        self.down: dict[EmbeddedServer, float] = {}  # killed server -> when it is started again
        self.tables: list[str] = []

    def storm(self, client: Client, count: int, seconds: float, luck: random.Random) -> None:
        """Open tables for bots and kill processes for a time."""
        begin = time.monotonic()
        next_kill = begin + luck.uniform(*PAUSE)
        opener = threading.Thread(
            target=self.open_tables, args=(client, count, seconds, luck), daemon=True
        )
        opener.start()
        while (now := time.monotonic()) < begin + seconds:
            if now >= next_kill:
                self.kill(luck)
                next_kill = now + luck.uniform(*PAUSE)
            self.tend()
            time.sleep(LOOK)
        for server in list(self.down):
            self.down[server] = 0.0
        self.tend()
        while opener.is_alive():
            self.tend()
            time.sleep(LOOK)

    def open_tables(self, client: Client, count: int, seconds: float, luck: random.Random) -> None:
        """Open tables for bots, spread over a time."""
        begin = time.monotonic()
        for k in range(count):
            time.sleep(max(0.0, begin + seconds * k / count - time.monotonic()))
            self.tables.append(opened(client, luck, people=0))

    def kill(self, luck: random.Random) -> None:
        """Kill one process at random; of the store's servers one at a time."""
        victims: list[tuple[str, Callable[[], None]]] = [
            (child.name.partition("-")[0], lambda child=child: child.end(signal.SIGKILL))  # type: ignore[misc]
            for child in self.stack.children
        ]
        if not self.down:
            victims += [
                ("store", lambda server=server: self.kill_server(server, luck))  # type: ignore[misc]
                for server in (*self.servers, *self.own())
            ]
        name, kill = luck.choice(victims)
        kill()
        self.kills[name] += 1

    def own(self) -> list[EmbeddedServer]:
        """Return the server that the stack has started, which it starts again by itself."""
        return [] if self.stack.server is None else [self.stack.server]

    def kill_server(self, server: EmbeddedServer, luck: random.Random) -> None:
        """Kill a server of the store."""
        assert server.process is not None
        server.process.kill()
        if server in self.servers:
            server.process.wait()
            self.down[server] = time.monotonic() + luck.uniform(*DOWN)

    def tend(self) -> None:
        """Start again what is down."""
        self.stack.watch()
        for server, until in list(self.down.items()):
            if time.monotonic() >= until:
                with suppress(Exception):
                    server.forget_ended()
                server.launch()
                del self.down[server]

    def finish(self, client: Client, tables: Sequence[str]) -> list[str]:
        """Wait until tables are over, as long as there is news; return those that are stuck."""
        left, newest, since = list(tables), 0, time.monotonic()
        while left and time.monotonic() - since < STUCK:
            self.tend()
            views = {table: client.get(f"/v1/tables/{table}") for table in left}
            left = [table for table, view in views.items() if view["phase"] != "closed"]
            news = sum(view["n"] for view in views.values()) - len(left)
            if news != newest:
                newest, since = news, time.monotonic()
            print(f"{len(left)} tables are not over")
            time.sleep(1)
        return left


@contextmanager
def quiet(file: Path) -> Iterator[None]:
    """Let what servers say on standard error, of which there is much, go to a file."""
    sys.stderr.flush()
    kept = os.dup(2)
    with file.open("wb") as noise:
        os.dup2(noise.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def opened(client: Client, luck: random.Random, people: int) -> str:
    """Open a short table of some game with bots at all seats but those of people; start it."""
    game = luck.choice(list(NEWEST.values()))
    seats = luck.choice(game.seats)
    body = {"game": game.name, "seats": seats, "options": dict(game.brief)}
    table: str = client.post("/v1/tables", body)["view"]["table"]
    for k in range(seats):
        client.post(f"/v1/tables/{table}/seats", {"bot": "regular"} if k >= people else {})
    client.post(f"/v1/tables/{table}/start", {})
    return table


def verified(folder: Path, receipts: Sequence[dict[str, Any]], keys: Any) -> int:
    """Verify all logs in a folder with the receipts of all; return how many are not good."""
    (folder / "keys.json").write_text(json.dumps(keys))
    (folder / "receipts.json").write_text(json.dumps(receipts))
    command = [
        sys.executable, "-m", "service", "verify", "--json", "--key", str(folder / "keys.json"),
        "--receipt", str(folder / "receipts.json"), *map(str, sorted(folder.glob("*.jsonl"))),
    ]  # fmt: skip
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    bad = [verdict for verdict in verdicts if verdict["verdict"] != "good"]
    for verdict in bad:
        print(json.dumps(verdict))
    return len(bad) if verdicts else -1


def longest_gap(times: Sequence[float]) -> float:
    """Return the longest time in which nobody's action was accepted, in seconds."""
    ordered = sorted(times)
    return max((later - one for one, later in pairwise(ordered)), default=0.0)


def run(store: str, count: int, seconds: float, seed: int, folder: Path) -> dict[str, Any]:
    """Let it all happen; return what came of it."""
    luck, stop = random.Random(seed), threading.Event()
    with whole(store, folder) as chaos:
        client = register_account(chaos.stack.url, f"chaos {secrets.token_hex(4)}", TRIES)
        people = [
            Person(chaos.stack.url, random.Random(luck.random()), stop) for _ in range(PEOPLE)
        ]
        for person in people:
            person.start()
        chaos.storm(client, count, seconds, luck)
        stop.set()
        for person in people:
            while person.is_alive():
                chaos.tend()
                person.join(LOOK)
        tables = [*chaos.tables, *(table for person in people for table in person.tables)]
        stuck = chaos.finish(client, tables)
        logs = folder / "logs"
        logs.mkdir()
        for table in set(tables) - set(stuck):
            text = client.raw("GET", f"/v1/tables/{table}/log", None, {})
            (logs / f"{table}.jsonl").write_bytes(text)
        keys = client.get("/v1/keys")
    receipts = [receipt for person in people for receipt in person.receipts]
    return {
        "store": store, "seed": seed, "seconds": seconds, "tables": len(tables),
        "kills": dict(sorted(chaos.kills.items())), "actions": len(receipts),
        "longest time without an action": round(longest_gap(
            [at for person in people for at in person.acted]), 1),
        "stuck": len(stuck), "bad": verified(logs, receipts, keys),
        "failed": [str(person.failed) for person in people if person.failed is not None],
    }  # fmt: skip


def is_bad(result: dict[str, Any]) -> bool:
    """Say whether anything came of it that must not be."""
    return bool(result["stuck"] or result["bad"] or result["failed"])


def main() -> None:
    """Run it and say what came of it."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 500, 100)
    parser.add_size("--seconds", 60.0, 15.0)
    parser.add_argument("--store", choices=tuple(REPLICAS), default="cluster")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    given = parser.parse_sizes()
    with own_folder() as folder:
        noise = folder / "said.log"
        with quiet(noise):
            result = run(given.store, given.tables, given.seconds, given.seed, folder)
        if is_bad(result):
            print(noise.read_text(errors="replace")[-TOLD:])
    for name, value in result.items():
        print(f"{name}: {value}")
    if given.json:
        print(json.dumps(result))
    sys.exit(is_bad(result))


if __name__ == "__main__":
    main()
