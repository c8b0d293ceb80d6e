"""Accepted actions a second while others read hands and replays as fast as they can, against alone.

    python -m bench.readers [--connections 8] [--rounds 5] [--limits TEXT] [--short] [--json]

The readers have no token; each of their connections asks for a replay, a hand and a list of hands
of a table with a long log in turn, and for the next as soon as it has an answer, whatever it is.
Rounds with and without them take turns on one server with one API process; the ratio is the median
of the rounds.
"""

import json
import multiprocessing
import os
import socket
import statistics
import threading
from collections import Counter
from itertools import cycle, islice
from multiprocessing.connection import Connection

from bench.arguments import BenchmarkParser
from bench.command import SHORT, TOP, Ground
from bench.load import Load, run
from bench.servers import whole_server
from events.parent_process import die_with_parent
from service.commands.processes import ServerStack

ACTIONS = 300  # of one table in one round
LOGS, LONG = 8, 400  # tables that are read, and events of each


def answer(sock: socket.socket) -> bytes:
    """Read an answer; return its status."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += sock.recv(1 << 18)
    head, _, body = data.partition(b"\r\n\r\n")
    at = head.lower().find(b"content-length:") + 15
    left = int(head[at:].split(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(sock.recv(1 << 18))
    return head[9:12]


def read_on(port: int, table: str, last: int, stop: threading.Event, told: Counter[str]) -> None:
    """Read one table until told to stop; count the answers by status."""
    paths = ("replay?at={}", "hands/1", "replay?at={}", "hands")
    with socket.create_connection(("127.0.0.1", port)) as sock:
        for path in cycle(paths):
            if stop.is_set():
                return
            where = f"/v1/tables/{table}/{path.format(last)}"
            sock.sendall(f"GET {where} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            told[answer(sock).decode()] += 1


def read_all(port: int, tables: list[tuple[str, int]], count: int, control: Connection) -> None:
    """Read with many connections until told to stop; report the answers by status."""
    die_with_parent()
    stop, told = threading.Event(), Counter[str]()
    wanted = [(port, *table, stop, told) for table in islice(cycle(tables), count)]
    threads = [threading.Thread(target=read_on, args=one) for one in wanted]
    for thread in threads:
        thread.start()
    while not told:
        stop.wait(0.01)
    control.send("ready")
    control.recv()
    stop.set()
    for thread in threads:
        thread.join()
    control.send(dict(told))


def play(ground: Ground, port: int) -> Load:
    """Play sixteen fresh tables as fast as the server answers."""
    return run(port, [islice(ground.script(SHORT), ACTIONS) for _ in range(TOP)])


def read_tables(ground: Ground) -> list[tuple[str, int]]:
    """Return tables with long logs that are played no more, and the newest event of each."""
    for _ in range(LOGS):
        ground.script(LONG)
    held = list(ground.tables.held.items())[-LOGS:]
    return [(name, table.state.n) for name, table in held]


def while_read(
    ground: Ground, stack: ServerStack, tables: list[tuple[str, int]], count: int
) -> tuple[Load, dict[str, int]]:
    """Return the load while the tables are read, and what the readers were answered."""
    mine, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(
        target=read_all, args=(stack.port, tables, count, theirs), daemon=True
    )
    process.start()
    assert mine.recv() == "ready"
    load = play(ground, stack.port)
    mine.send("stop")
    told: dict[str, int] = mine.recv()
    process.join()
    return load, told


def measure(count: int, rounds: int, limits: str) -> dict[str, float]:
    """Run the rounds on a server with these limits and return the medians."""
    os.environ["FAIRDEAL_LIMITS"] = limits
    with whole_server() as stack:
        ground = Ground(stack.redis_url, stack.url)
        tables = read_tables(ground)
        play(ground, stack.port)  # warm up
        ratios, served = [], []
        for _ in range(rounds):
            alone = play(ground, stack.port)
            load, told = while_read(ground, stack, tables, count)
            ratios.append(load.rate / alone.rate)
            served.append(told.get("200", 0) / load.seconds)
            print(
                f"alone {alone.rate:6,.0f}/s   with readers {load.rate:6,.0f}/s   "
                f"p99 {alone.percentile(0.99):5.1f} and {load.percentile(0.99):6.1f} ms   {told}"
            )
    return {
        "ratio": round(statistics.median(ratios), 3),
        "reads": round(statistics.median(served), 1),
    }


def main() -> None:
    """Print the ratio and the reads served a second, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_size("--rounds", 5, 1)
    parser.add_argument("--limits", default="", help="FAIRDEAL_LIMITS of the server")
    arguments = parser.parse_sizes()
    result = measure(arguments.connections, arguments.rounds, arguments.limits)
    print(result)
    if arguments.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
