"""A primary that is killed while its replica lags, and what waiting for the replica costs.

    python -m bench.failover [--tables 8] [--rounds 7] [--actions 300] [--short] [--json]

First the cost: commands at tables, with a replica waited for and with none, interleaved; the ratio
is that of the medians. Then a whole server plays tables with FAIRDEAL_MIN_REPLICAS=1 and a replica
that lags; its primary is killed with -9 while actions are under way, and the replica promoted with
what had reached it. Whoever got no receipt repeats with the same Idempotency-Key. All receipts from
before and after are held to each other, and to the logs.
"""

import argparse
import json
import os
import statistics
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

from bench.arguments import BenchmarkParser
from bench.command import BODIES, TURN, Ground
from bench.replicas import Pair, contradicted
from bench.servers import own_folder
from bench.tables import open_table
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import Store, store_at
from games import GAMES
from games.core.contract import Seat
from games.table import Act, Table
from service.commands.processes import ServerStack, free_port

LAST = 60  # actions of a table: beyond it a hand might end
PAUSE = 0.05  # seconds before a request is repeated


def commands(tables: Tables, ids: list[str], table: Table) -> Iterator[float]:
    """Yield the microseconds that each next command of a table takes."""
    for step in count():
        seat = table.to_act()[0]
        request = CommandRequest(table.id, f"player:{ids[seat]}", Act(seat, TURN[step % 3]))
        begin = time.perf_counter()
        table = handle(tables, request).table
        yield 1_000_000 * (time.perf_counter() - begin)


def costs(pair: Pair, rounds: int, actions: int) -> tuple[float, float]:
    """Return the median of a command, in microseconds, without and with a replica waited for."""
    found: dict[int, list[float]] = {0: [], 1: []}
    players = [player.id for player, _ in Ground(pair.url).players]
    grounds = {replicas: Tables(store_at(pair.url, replicas=replicas)) for replicas in found}
    for _ in range(rounds):
        for replicas, tables in grounds.items():
            for _ in range(0, actions, LAST):
                table = open_table(tables, GAMES["boosh", 1], players)
                found[replicas] += islice(commands(tables, players, table), LAST)
    return statistics.median(found[0]), statistics.median(found[1])


class Seats:
    """The players of one table, who act in turn and repeat what was not answered."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.receipts, self.repeats = ground, list[dict[str, Any]](), 0
        self.answered = 0.0
        ids = [player.id for player, _ in ground.players]
        self.table = open_table(ground.tables, GAMES["boosh", 1], ids)

    def play(self, stopping: threading.Event) -> None:
        """Act until asked to stop."""
        seat = self.table.to_act()[0]
        for number in range(LAST):
            if stopping.is_set():
                return
            self.act(Seat(seat if number // 3 % 2 == 0 else 1 - seat), number)

    def act(self, seat: Seat, number: int) -> None:
        """Do one action, as often as it takes."""
        headers = {
            "Authorization": f"Bearer {self.ground.players[seat][1]}",
            "Content-Type": "application/json", "Idempotency-Key": f"action-{number}",
        }  # fmt: skip
        url = f"{self.ground.url}/v1/tables/{self.table.id}/actions"
        wanted = urllib.request.Request(url, BODIES[number % 3], headers)
        while True:
            try:
                with urllib.request.urlopen(wanted, timeout=30) as answer:
                    self.receipts.append(json.load(answer)["receipt"])
                self.answered = time.monotonic()
                return
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise AssertionError(error.read()) from None
                error.close()
            self.repeats += 1
            time.sleep(PAUSE)


def fail_over(pair: Pair, ground: Ground, tables: int, lag: float) -> dict[str, Any]:
    """Play, kill the primary and promote the replica; return what came of it."""
    seats = [Seats(ground) for _ in range(tables)]
    pair.link.lag = lag
    stopping = threading.Event()
    threads = [threading.Thread(target=one.play, args=(stopping,), daemon=True) for one in seats]
    for thread in threads:
        thread.start()

    def wait_until(holds: Callable[[], bool]) -> None:
        while not holds():
            assert all(thread.is_alive() for thread in threads), "a table has stopped"
            time.sleep(PAUSE)

    wait_until(lambda: sum(len(one.receipts) for one in seats) >= 3 * tables)
    killed = time.monotonic()
    pair.fail_over()
    pair.add_replica()
    promoted = time.monotonic()
    wait_until(lambda: all(one.answered > promoted for one in seats))
    again = max(one.answered for one in seats)
    stopping.set()
    for thread in threads:
        thread.join()
    receipts = [receipt for one in seats for receipt in one.receipts]
    return {
        "receipts": len(receipts),
        "contradicted": len(contradicted(receipts)),
        "lost": lost(store_at(pair.url), receipts),
        "repeated": sum(one.repeats for one in seats),
        "promoted_after": round(promoted - killed, 2),
        "served_after": round(again - killed, 2),
    }


def lost(store: Store, receipts: list[dict[str, Any]]) -> int:
    """Return how many receipts are of events that the log does not have."""
    missing = 0
    for one in receipts:
        found = store.read(one["table"], one["n"] - 1, one["n"])
        missing += [event.h.hex() for event in found] != [one["head"]]
    return missing


def measured(given: argparse.Namespace) -> dict[str, Any]:
    """Return what was measured."""
    os.environ["FAIRDEAL_MIN_REPLICAS"] = "1"
    with own_folder() as folder:
        with Pair(folder / "direct", always=False, linked=False) as pair:
            without, waiting = costs(pair, given.rounds, given.actions)
        with (
            Pair(folder / "redis") as pair,
            ServerStack(folder / "data", free_port(), redis_url=pair.url) as stack,
        ):
            found = fail_over(pair, Ground(pair.url, stack.url), given.tables, given.lag)
    print(f"a command: {without:.0f} us, with a replica waited for {waiting:.0f} us (medians)")
    print("fail-over: {receipts} receipts, {contradicted} contradicted, {lost} lost;"
          " {repeated} requests repeated".format(**found))  # fmt: skip
    print("a new primary with a replica after {promoted_after} s, all tables served again after"
          " {served_after} s".format(**found))  # fmt: skip
    ratios = {"wait": round(waiting / without, 2)}
    return {"ratios": ratios, "wait_us": round(waiting - without), **found}


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_size("--rounds", 7, 2)
    parser.add_argument("--actions", type=int, default=300, help="commands a round")
    parser.add_argument("--lag", type=float, default=0.3, help="seconds of the replica")
    given = parser.parse_sizes()
    result = measured(given)
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
