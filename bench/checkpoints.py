"""What checkpoints cost at 10,000 finished tables: proofs over HTTP, a fresh process, memory.

    python -m bench.checkpoints [--tables 10000] [--requests 2000] [--short] [--json]

The tables are leaves in a real store; proofs are asked for of the whole application through Flask's
client, and read in full. The floor is `/healthz` through the same client in the same run. The bytes
a leaf takes in Redis are those of the stream of leaves, without its share of the feed, which the
follower trims.
"""

import gc
import json
import os
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from bench.arguments import BenchmarkParser
from bench.servers import own_redis
from bench.tables import open_table
from events.history.checkpoints import CLOSED
from games import GAMES
from projections.history.leaves import STREAM, AddLeaf
from projections.history.tree import TransparencyLog
from service.app import create_app
from service.assembly import AppParts, assemble_parts
from service.settings import ServiceSettings


def plant(parts: AppParts, count: int) -> list[str]:
    """Add leaves of made-up tables, and of one that is there; return their ids."""
    real = open_table(parts.tables, GAMES["boon", 1], ["p0", "p1", "p2"]).id
    names = [f"t{os.urandom(9).hex()}" for _ in range(count - 1)]
    names.insert(count // 3, real)
    for name in names:
        parts.signing.tree.add(AddLeaf(CLOSED, name, 150, os.urandom(32).hex()))
    return names


def took(ask: Callable[[int], str], client: FlaskClient, requests: int) -> list[float]:
    """Return the milliseconds that each request took."""
    times = []
    for number in range(requests):
        path = ask(number)
        begin = time.perf_counter()
        answer = client.get(path)
        data = answer.data
        times.append(1000 * (time.perf_counter() - begin))
        assert answer.status_code == 200, data
    return sorted(times)


def asked(table: str, count: int, luck: random.Random) -> dict[str, Callable[[int], str]]:
    """Return what is asked for: the path of each request by its number."""
    return {
        "healthz (floor)": lambda k: "/healthz",
        "checkpoint": lambda k: "/v1/tree/checkpoint",
        "older checkpoint": lambda k: f"/v1/tree/consistency?to={luck.randrange(count)}",
        "inclusion": lambda k: (
            f"/v1/tables/{table}/proof?size={luck.randrange(count // 3 + 1, count)}"
        ),
        "consistency": lambda k: f"/v1/tree/consistency?from={luck.randrange(count)}",
        "tile": lambda k: f"/v1/tree/tile/0/{luck.randrange(count // 256):03}",
        "entries": lambda k: f"/v1/tree/tile/entries/{luck.randrange(count // 256):03}",
    }


def fresh(parts: AppParts, count: int) -> dict[str, float]:
    """Return how long a new process reads the tree, and what a leaf takes there and in Redis."""
    gc.collect()
    begin = time.perf_counter()
    assert TransparencyLog(parts.store, settle=0).leaves().n == count
    seconds = time.perf_counter() - begin
    tracemalloc.start()
    held = TransparencyLog(parts.store, settle=0)
    held.leaves()
    gc.collect()
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    key = parts.store.names.of(STREAM).log
    redis: Any = parts.store.redis.memory_usage(key, samples=0)
    return {
        "seconds to read the tree": seconds,
        "bytes a leaf in a process": memory / count,
        "bytes a leaf in Redis": redis / count,
    }


def main() -> None:
    """Measure and print."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 10_000, 1000)
    parser.add_size("--requests", 2_000, 200)
    given = parser.parse_sizes()
    with own_redis() as server:
        parts = assemble_parts(ServiceSettings(server.url, server.folder, "always"))
        names = plant(parts, given.tables)
        client = create_app(parts).test_client()
        found: dict[str, Any] = {}
        for name, ask in asked(names[given.tables // 3], given.tables, random.Random(1)).items():
            took(ask, client, 50)
            times = took(ask, client, given.requests)
            found[name] = {
                "median_ms": statistics.median(times),
                "p99_ms": times[int(0.99 * len(times))],
            }
        found |= fresh(parts, given.tables)
        parts.store.redis.close()
    report(found, given.json)


def report(found: dict[str, Any], as_json: bool) -> None:
    """Print what was measured."""
    if as_json:
        print(json.dumps(found))
        return
    for name, figure in found.items():
        if isinstance(figure, dict):
            print(f"{name:26} median {figure['median_ms']:.2f} ms, p99 {figure['p99_ms']:.2f} ms")
        else:
            print(f"{name:26} {figure:.2f}")


if __name__ == "__main__":
    main()
