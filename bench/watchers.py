"""Accepted actions a second with hundreds of open event streams, against none, and their memory.

    python -m bench.watchers [--watchers 500] [--rounds 5] [--json]

The watchers are spectators spread over the tables that are being played while the rate is taken;
another process reads what they get. Rounds with and without them take turns on one server with one
API process; the ratio is the median of the rounds.
"""

import argparse
import json
import multiprocessing
import os
import selectors
import socket
import statistics
import threading
from collections.abc import Iterator
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

from bench.command import SHORT, TOP, Ground
from bench.load import Load, run
from bench.servers import whole_server
from events.store.embedded import die_with_parent
from service.commands.processes import Stack

ACTIONS = 150  # of one table in one round


def watch(port: int, tables: list[str], count: int, control: Connection) -> None:
    """Open streams, say so, read on until told to stop; report bytes read."""
    die_with_parent()
    selector = selectors.DefaultSelector()
    for number in range(count):
        sock = socket.create_connection(("127.0.0.1", port))
        path = f"/v1/tables/{tables[number % len(tables)]}/events"
        sock.sendall(
            f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        selector.register(sock, selectors.EVENT_READ, [0])
    begun: set[int] = set()
    total = 0
    while not control.poll():
        for key, _ in selector.select(0.1):
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(1 << 18)
            total += len(data)
            if key.fd not in begun and b"event: view" in data:
                begun.add(key.fd)
                if len(begun) == count:
                    control.send("ready")
    control.recv()
    control.send(total)


def memory(stack: Stack) -> int:
    """Return the resident memory of the API processes in KiB."""
    api = stack.children[0].process
    assert api is not None
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if os.getpgid(int(folder.name)) == api.pid:
                    lines = (folder / "status").read_text().splitlines()
                    total += sum(int(row.split()[1]) for row in lines if row.startswith("VmRSS"))
            except (OSError, ProcessLookupError):
                continue
    return total


class Round:
    """Sixteen fresh tables, played as fast as the server answers."""

    def __init__(self, ground: Ground) -> None:
        self.scripts: list[Iterator[bytes]] = [
            islice(ground.script(SHORT), ACTIONS) for _ in range(TOP)
        ]
        self.tables = list(ground.tables.held)[-TOP:]

    def play(self, port: int) -> Load:
        """Play them and return the load."""
        return run(port, self.scripts)


def watched(ground: Ground, stack: Stack, count: int) -> tuple[Load, int, int]:
    """Return the load with watchers, the KiB that they cost, and the bytes that they got."""
    fresh = Round(ground)
    before = memory(stack)
    mine, theirs = multiprocessing.Pipe()
    wanted = (stack.port, fresh.tables, count, theirs)
    process = multiprocessing.Process(target=watch, args=wanted, daemon=True)
    process.start()
    assert mine.recv() == "ready"
    cost = memory(stack) - before
    load = fresh.play(stack.port)
    mine.send("stop")
    total: int = mine.recv()
    process.join()
    return load, cost, total


def main() -> None:
    """Print the ratio and the memory, or one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--watchers", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    arguments = parser.parse_args()
    os.environ["FAIRDEAL_LIMITS"] = "address.streams=off"  # all watchers come from one address
    with whole_server() as stack:
        ground = Ground(stack.redis_url, stack.url)
        Round(ground).play(stack.port)  # warm up
        ratios, costs, sent = [], [], []
        for _ in range(arguments.rounds):
            alone = Round(ground).play(stack.port)
            load, cost, total = watched(ground, stack, arguments.watchers)
            ratios.append(load.rate / alone.rate)
            costs.append(cost / 1024)
            sent.append(total / load.seconds / 1e6)
            print(
                f"alone {alone.rate:7,.0f}/s   watched {load.rate:7,.0f}/s   "
                f"{cost / 1024:6.1f} MB more   {sent[-1]:5.1f} MB/s sent"
            )
            threading.Event().wait(2.0)  # let closed streams end before the next round
    result = {"ratio": round(statistics.median(ratios), 3), "mb_more": round(max(costs), 1)}
    print(result)
    if arguments.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
