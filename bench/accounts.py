"""What actions cost the server while their accounts listen: one stream an account.

    python -m bench.accounts [--accounts 1000] [--tables 500] [--rounds 3] [--short] [--json]

So many accounts play tables for two, as fast as the server answers over sixteen connections. Rounds
in which each account has its stream open, read by another process, and rounds without take turns
on one server. `rate` is that of actions with streams to that without; `mib` what the API's
processes take more while the streams are open.
"""

import json
import multiprocessing
import os
import statistics
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain, islice

from bench.arguments import BenchmarkParser
from bench.command import SHORT, TOP, Ground
from bench.load import Load, run
from bench.servers import whole_server
from bench.watchers import head_of, memory, until_free, watch
from events.accounts.players import Player, Players
from service.commands.processes import ServerStack

ACTIONS = 9  # of one table in one round
TURNS = b"event: turns"
Account = tuple[Player, str]  # with its token


@dataclass(frozen=True, slots=True)
class Measured:
    """What one round took."""

    listens: bool
    load: Load
    kib: int  # more of the API's memory with streams open


def scripts(ground: Ground, accounts: Sequence[Account], tables: int) -> list[Iterator[bytes]]:
    """Return the requests of fresh tables by connection, two accounts in turn at each table."""
    each: list[list[Iterator[bytes]]] = [[] for _ in range(TOP)]
    for number in range(tables):
        own = copy(ground)
        first = 2 * number % len(accounts)
        own.players = list(accounts[first : first + 2])
        each[number % TOP].append(islice(own.script(SHORT), ACTIONS))
    return [chain.from_iterable(parts) for parts in each]


def played(stack: ServerStack, wanted: list[Iterator[bytes]], heads: Sequence[bytes]) -> Measured:
    """Play tables while these streams are open."""
    if not heads:
        return Measured(False, run(stack.port, wanted), 0)
    before = memory(stack)
    mine, theirs = multiprocessing.Pipe()
    reader = multiprocessing.Process(
        target=watch, args=(stack.port, heads, theirs, TURNS), daemon=True
    )
    reader.start()
    assert mine.recv() == "ready"
    load = run(stack.port, wanted)
    kib = memory(stack) - before
    mine.send("stop")
    mine.recv()
    reader.join()
    until_free(stack)
    return Measured(True, load, kib)


def figures(rounds: Sequence[Measured]) -> dict[str, float]:
    """Return the ratio of the rates, and the memory."""
    rates = [
        statistics.median(one.load.rate for one in rounds if one.listens == listens)
        for listens in (True, False)
    ]
    mib = max(one.kib for one in rounds) / 1024
    return {"rate": round(rates[0] / rates[1], 3), "mib": round(mib, 1)}


def main() -> None:
    """Print rounds and figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--accounts", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_size("--rounds", 3, 1)
    arguments = parser.parse_sizes()
    os.environ["FAIRDEAL_LIMITS"] = "off"
    os.environ["FAIRDEAL_MAX_WAITING_READS"] = str(arguments.accounts + 1)
    rounds: list[Measured] = []
    with whole_server() as stack:
        ground = Ground(stack.redis_url, stack.url)
        players = Players(ground.tables.store)
        accounts = [players.register(f"account {k}") for k in range(arguments.accounts)]
        path = "/v1/players/me/events"
        heads = [head_of(path, f"Authorization: Bearer {token}") for _, token in accounts]
        played(stack, scripts(ground, accounts, TOP), heads[:TOP])  # warm up
        for number in range(2 * arguments.rounds):
            wanted = scripts(ground, accounts, arguments.tables)
            one = played(stack, wanted, heads if number % 2 else [])
            rounds.append(one)
            print(
                f"{len(heads) if one.listens else 0:5} streams   {one.load.rate:7,.0f} actions/s   "
                f"p99 {one.load.percentile(0.99):6.1f} ms   {one.kib:7,} KiB more"
            )
    result = figures(rounds)
    print(json.dumps(result) if arguments.json else result)


if __name__ == "__main__":
    main()
