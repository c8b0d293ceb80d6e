"""What lobby, quick seat, actions and first touches cost among many live tables, against few.

    python -m bench.growth [--tables 100000] [--few 100] [--rounds 7] [--short] [--json]

Two whole servers run side by side, one with few tables and one with many, half of which wait for a
player. Requests take turns between them; a ratio is the median over the rounds of what something
costs among many to what it costs among few. The ratios of first touches need no second server: the
processor time of an action at a table that this process does not hold, to one at a table that it
holds, by how many events the table has.
"""

import argparse
import http.client
import json
import os
import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Any

from bench.arguments import BenchmarkParser
from bench.command import MEASURED, SHORT, TOP, TURN, Ground
from bench.crowd import fill
from bench.load import Load, run
from bench.servers import own_redis, whole_server
from bench.tables import open_table
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.open_seats import left_by
from events.store.streams import Store, store_at
from games import GAMES
from games.table import Act, Table
from projections.projection import ReadModel
from projections.tables.lobby import LOBBY
from service.commands.processes import ServerStack
from service.server.start import freeze_startup_objects

LOOKS = {
    "list": "/v1/tables",
    "filter": "/v1/tables?game=boosh&phase=open&limit=10",  # as many as there are among few
    "page": "/v1/tables?phase=playing&limit=20",
}
CLOCK = {"turn": 30, "bank": 0, "first_turn": 0}  # that of the tables which wait
WISHES: dict[str, dict[str, Any]] = {
    "quick": {"game": "boosh", "clock": CLOCK, "pace": 0},
    "quick_choosy": {
        "game": "boosh",
        "clock": CLOCK,
        "pace": 0,
        "reveal": "hand",
    },
}
HISTORIES = (20, 100, 800)  # events
TURNS = 10  # of each table, in which every other action is a first touch
Times = dict[str, float]


class Side:
    """A server, what stands on it, and a connection."""

    def __init__(self, stack: ServerStack, count: int) -> None:
        self.stack, self.ground = stack, Ground(stack.redis_url, stack.url)
        self.store = self.ground.tables.store
        self.lobby = ReadModel(self.store, LOBBY)
        self.link = http.client.HTTPConnection("127.0.0.1", stack.port)
        begin = time.perf_counter()
        self.tables = fill(self.store, count)
        filled = time.perf_counter()
        self.wait_for_lobby()
        shown = time.perf_counter()
        print(f"{count:,} tables: written in {filled - begin:.1f} s, in the lobby after"
              f" {shown - filled:.1f} s more")  # fmt: skip

    def wait_for_lobby(self) -> None:
        """Wait until the lobby has all tables."""
        while True:
            rows: Any = self.store.redis.hlen(self.lobby.keys(self.lobby.version())[0])
            if rows >= len(self.tables):
                return
            time.sleep(0.1)

    def wait_for_row(self, table: str, n: int) -> None:
        """Wait until the lobby has a table's event."""
        while True:
            (row,) = self.lobby.find([table])
            if row is not None and row["n"] >= n:
                return
            time.sleep(0.01)

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[float, Any]:
        """Return the milliseconds that an answer takes, and the answer."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        sent = None if body is None else json.dumps(body)
        begin = time.perf_counter()
        self.link.request(method, path, sent, headers)
        answer = self.link.getresponse()
        text = answer.read()
        took = 1000 * (time.perf_counter() - begin)
        assert answer.status in (200, 201), text
        return took, json.loads(text)

    def once(self, name: str, number: int) -> float:
        """Return the milliseconds of a request by its name; a quick seat is given up again.

        The next quick seat must have the same tables to choose from, so what the server remembers
        of those that a player has just left is deleted: among few tables hardly any were left.
        """
        if name in LOOKS:
            return self.ask("GET", LOOKS[name])[0]
        _, token = self.ground.players[number % 2]
        took, answer = self.ask("POST", "/v1/quick", WISHES[name], token)
        view = answer["view"]
        assert view["table"] in self.tables, "no table was found, and one was opened"
        where = f"/v1/tables/{view['table']}/seats/{view['seat']}"
        _, left = self.ask("DELETE", where, None, token)
        self.wait_for_row(view["table"], left["view"]["n"])
        self.store.redis.delete(left_by(self.ground.players[number % 2][0].id))
        return took

    def load(self, requests: int) -> Load:
        """Play fresh tables with many connections."""
        total = Load()
        for _ in range(max(1, requests // TOP // MEASURED)):
            scripts = [islice(self.ground.script(SHORT), MEASURED) for _ in range(TOP)]
            part = run(self.stack.port, scripts)
            total.seconds += part.seconds
            total.millis += part.millis
        return total


def measure(sides: Sequence[Side], requests: int) -> list[Times]:
    """Return milliseconds of everything by side; of an action, those of all connections together.

    Each request goes to one server and then to the other, so that what else the machine does
    hinders both alike.
    """
    found: list[Times] = [{} for _ in sides]
    for name in (*LOOKS, *WISHES):
        took = [[side.once(name, number) for side in sides] for number in range(requests)]
        for times, own in zip(found, zip(*took, strict=True), strict=True):
            times[name] = statistics.median(own)
    for times, side in zip(found, sides, strict=True):
        load = side.load(requests * TOP)
        times |= {"action": 1000 / load.rate, "p99": load.percentile(0.99)}
    return found


def grown(sides: Sequence[Side], rounds: int, requests: int) -> tuple[Times, Times]:
    """Return the ratios of many tables to few, and the milliseconds of both."""
    measure(sides, 1 + requests // 4)  # warm up
    made: list[list[Times]] = []
    for number in range(rounds):
        found = measure(sides[:: 1 if number % 2 else -1], requests)
        made.append(found if number % 2 else found[::-1])
    ratios = {
        name: round(statistics.median(many[name] / few[name] for few, many in made), 3)
        for name in made[0][0]
    }
    millis = {
        f"{name} {word}": round(statistics.median(pair[at][name] for pair in made), 3)
        for name in ratios
        for at, word in enumerate(("few", "many"))
    }
    return ratios, millis


def act(tables: Tables, table: Table, step: int) -> Table:
    """Take the next step of a turn at a table of Boosh."""
    seat = table.to_act()[0]
    wanted = Act(seat, TURN[step % len(TURN)])
    return handle(tables, CommandRequest(table.id, f"player:{seat}", wanted)).table


def with_history(tables: Tables, events: int) -> Table:
    """Return a table with so many events, at the beginning of a turn."""
    table, step = open_table(tables, GAMES["boosh", 1], ["0", "1"]), 0
    while table.n < events or step % len(TURN):
        table, step = act(tables, table, step), step + 1
    return table


def touches(store: Store, events: int, count: int) -> float:
    """Return what the first action at a table costs to one at a table that is held.

    In time of this process's processor, which other work on the machine changes least.
    """
    tables = Tables(store)
    held, first = list[float](), list[float]()
    made = [with_history(tables, events) for _ in range(count)]
    for step in range(TURNS * len(TURN)):
        for at, table in enumerate(made):
            is_first = (at + step) % 2 == 0
            if is_first:
                tables.drop(table.id)
            begin = time.thread_time()
            made[at] = act(tables, table, step)
            (first if is_first else held).append(time.thread_time() - begin)
    return statistics.median(first) / statistics.median(held)


def all_touches(count: int) -> Times:
    """Return the ratios of first touches, by the number of events."""
    freeze_startup_objects()  # as a server does once it stands
    with own_redis() as server:
        store = store_at(server.url)
        return {f"first_touch_{n}": round(touches(store, n, count), 3) for n in HISTORIES}


def measured(given: argparse.Namespace) -> dict[str, Any]:
    """Run all and return the figures."""
    os.environ["FAIRDEAL_LIMITS"] = "off"
    first = all_touches(given.touched)
    with ExitStack() as both:
        few, many = (
            Side(both.enter_context(whole_server()), count) for count in (given.few, given.tables)
        )
        memory: Any = many.store.redis.info("memory")
        ratios, millis = grown((few, many), given.rounds, given.requests)
    each = round(memory["used_memory"] / given.tables)
    return {"ratios": {**ratios, **first}, "millis": millis, "bytes_a_table": each}


def main() -> None:
    """Print milliseconds and ratios, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 100_000, 5000)
    parser.add_argument("--few", type=int, default=100)
    parser.add_size("--rounds", 7, 1)
    parser.add_size("--requests", 40, 16, "requests of each kind a round")
    parser.add_size("--touched", 40, 10, "tables a history of first touches")
    given = parser.parse_sizes()
    found = measured(given)
    for name, value in found["millis"].items():
        print(f"{name:20} {value:8.2f} ms")
    print(f"store: {found['bytes_a_table']:,} bytes a table")
    for name, value in found["ratios"].items():
        print(f"{name:20} {value:8.3f}")
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
