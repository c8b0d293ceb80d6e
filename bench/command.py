"""Accepted actions a second over HTTP, against a bare Flask POST with one XADD.

    python -m bench.command [--rounds 7] [--requests 1500] [--short] [--json]

The real server with all its processes and the bare one run on the same machine with the same
server software, settings and Redis (append-only file on). Rounds take turns; ratios are taken
within a round and the median of the rounds is printed. Every action is different, legal and
accepted: the players of a table of Boosh take the top of [B], discard it and pass.
"""

import json
import statistics
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import islice

from bench.arguments import BenchmarkParser
from bench.load import Load, post, run
from bench.servers import bare_server, whole_server
from bench.tables import open_table
from events.accounts.players import Player, Players
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import store_at
from games import GAMES
from games.boosh.actions import Discard, Pass, Take
from games.core.contract import Seat
from games.table import Act, Table

TURN = (Take("B"), Discard(), Pass())
BODIES = (b'{"type":"take","pile":"B"}', b'{"type":"discard"}', b'{"type":"pass"}')
SHORT, LONG = 10, 200  # events of history
MEASURED = 48  # actions of one table in one round: its history stays near where it began
TOP = 16  # connections


class Ground:
    """Tables and players on a running server."""

    def __init__(self, redis_url: str, url: str = "") -> None:
        self.url = url
        self.tables = Tables(store_at(redis_url))
        accounts = Players(self.tables.store)
        self.players: list[tuple[Player, str]] = [accounts.register(f"bench {k}") for k in range(2)]

    def script(self, events: int, prefer: str = "") -> Iterator[bytes]:
        """Yield the requests of a fresh table whose history is `events` long."""
        ids = [player.id for player, _ in self.players]
        table = open_table(self.tables, GAMES["boosh", 1], ids)
        step = 0
        while table.n < events or step % 3:
            seat = table.to_act()[0]
            act = Act(seat, TURN[step % 3])
            table = handle(self.tables, CommandRequest(table.id, f"player:{ids[seat]}", act)).table
            step += 1
        self.warm(table)
        return self.requests(table, prefer)

    def warm(self, table: Table) -> None:
        """Look at the table once, as a client does before it acts."""
        wanted = urllib.request.Request(f"{self.url}/v1/tables/{table.id}/view")
        urllib.request.urlopen(wanted).close()

    def requests(self, table: Table, prefer: str) -> Iterator[bytes]:
        """Yield the next actions at a table, turn by turn."""
        seat, path = table.to_act()[0], f"/v1/tables/{table.id}/actions"
        while True:
            for body in BODIES:
                yield post(path, body, self.players[seat][1], prefer)
            seat = Seat(1 - seat)


def bare_requests() -> Iterator[bytes]:
    """Yield requests for the bare app with the bodies that the real one gets."""
    while True:
        for body in BODIES:
            yield post("/bare", body)


def real(
    ground: Ground, port: int, connections: int, events: int, requests: int, prefer: str = ""
) -> Load:
    """Act at fresh tables whose histories are `events` long, one a connection at a time."""
    total = Load()
    for _ in range(max(1, requests // connections // MEASURED)):
        scripts = [islice(ground.script(events, prefer), MEASURED) for _ in range(connections)]
        part = run(port, scripts)
        total.seconds += part.seconds
        total.millis += part.millis
    return total


def floor(port: int, connections: int, requests: int) -> Load:
    """Send requests to the bare app."""
    each = requests // connections
    return run(port, [islice(bare_requests(), each) for _ in range(connections)])


def measure(ground: Ground, port: int, bare: int, requests: int) -> dict[str, Load]:
    """Run one round of all cases, the bare server next to the real one each time."""
    return {
        "bare c=1": floor(bare, 1, requests),
        "c=1": real(ground, port, 1, SHORT, requests),
        "bare c=16": floor(bare, TOP, requests),
        "c=16": real(ground, port, TOP, SHORT, requests),
        "c=16 long": real(ground, port, TOP, LONG, requests),
        "c=1 long": real(ground, port, 1, LONG, requests),
    }


def ratios(rounds: list[dict[str, Load]]) -> dict[str, float]:
    """Return the median over the rounds of each ratio."""

    def median(over: str, under: str) -> float:
        return statistics.median(one[over].rate / one[under].rate for one in rounds)

    slow = statistics.median(
        one["c=16"].percentile(0.99) / one["bare c=16"].percentile(0.99) for one in rounds
    )
    flat = statistics.median(
        (one["c=16 long"].rate + one["c=1 long"].rate) / (one["c=16"].rate + one["c=1"].rate)
        for one in rounds
    )
    return {
        "ratio_c1": round(median("c=1", "bare c=1"), 3),
        "ratio_c16": round(median("c=16", "bare c=16"), 3),
        "p99_ratio_c16": round(slow, 3),
        "flat": round(flat, 3),
    }


def main() -> None:
    """Print the table of cases and the ratios, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--rounds", 7, 1)
    parser.add_argument("--requests", type=int, default=1500, help="requests a case and round")
    arguments = parser.parse_sizes()
    with (
        whole_server() as stack,
        bare_server(stack.redis_url) as bare,
    ):
        ground = Ground(stack.redis_url, stack.url)
        measure(ground, stack.port, bare, 200)  # warm up
        rounds = [
            measure(ground, stack.port, bare, arguments.requests) for _ in range(arguments.rounds)
        ]
    for name in rounds[0]:
        rate = statistics.median(one[name].rate for one in rounds)
        p50, p99 = (
            statistics.median(one[name].percentile(share) for one in rounds)
            for share in (0.5, 0.99)
        )
        print(f"{name:10} {rate:8,.0f} requests/s   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms")
    result = ratios(rounds)
    for key, value in result.items():
        print(f"{key:14} {value:6.3f}")
    if arguments.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
