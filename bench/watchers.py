"""What an action costs the API with thousands of open event streams, and what those cost.

    python -m bench.watchers [--watchers 1000 2000] [--rounds 3] [--short] [--json]

The watchers are spectators spread over the tables that are being played while the processor time of
the API process is taken; another process reads what they get. Rounds with none and with so many of
them take turns on one server with one API process. `action` is the processor time an action of all
threads of the API but that of the streams, held against a round without any; it still holds what is
sent over their connections. `all` is that of all threads. What they take more than without streams
is what the messages cost, those of a table being made once for all who get them.
"""

import json
import multiprocessing
import os
import selectors
import socket
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.request import urlopen

from bench.arguments import BenchmarkParser
from bench.command import SHORT, TOP, Ground
from bench.load import Load, run
from bench.servers import whole_server
from events.parent_process import die_with_parent
from projections.live.subscriptions import THREAD
from service.commands.processes import ServerStack

ACTIONS = 300  # of one table in one round
TICK = os.sysconf("SC_CLK_TCK")
VIEW = b"event: view"
GONE = 100  # watchers that hang up at once


@dataclass(frozen=True, slots=True)
class Taken:
    """What one round took."""

    watchers: int
    load: Load
    seconds: float  # of the API's processor
    own: float  # of them, those of the streams' thread
    messages: int
    kib: int  # that the watchers cost before anything is played

    @property
    def per_action(self) -> float:
        """Return the milliseconds of the API's processor an action, without the streams' own."""
        return 1000 * (self.seconds - self.own) / len(self.load.millis)

    @property
    def in_all(self) -> float:
        """Return them with the streams' own."""
        return 1000 * self.seconds / len(self.load.millis)


class Watchers:
    """Open streams that are read; `messages` counts the pushes that came over them.

    Each is asked for by a head, and has begun with the first `push`.
    """

    def __init__(self, port: int, heads: Sequence[bytes], push: bytes = VIEW) -> None:
        self.push = push
        self.selector = selectors.DefaultSelector()
        self.begun: set[int] = set()
        self.ends: dict[int, bytes] = {}
        self.messages = 0
        for number, head in enumerate(heads):
            sock = socket.create_connection(("127.0.0.1", port))
            sock.sendall(head)
            self.selector.register(sock, selectors.EVENT_READ)
            if number % TOP == TOP - 1:
                self.read()

    def read(self, wait: float = 0.0) -> None:
        """Read what has come."""
        for key, _ in self.selector.select(wait):
            assert isinstance(key.fileobj, socket.socket)
            data = self.ends.get(key.fd, b"") + key.fileobj.recv(1 << 18)
            found = data.count(self.push)
            self.ends[key.fd] = data[-len(self.push) + 1 :]
            self.messages += found
            if found:
                self.begun.add(key.fd)

    def close(self) -> None:
        """Hang up."""
        for key in list(self.selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self.selector.close()


def heads(tables: Sequence[str], count: int) -> list[bytes]:
    """Return what asks for streams of tables, spread over them."""
    paths = [f"/v1/tables/{tables[number % len(tables)]}/events" for number in range(count)]
    return [head_of(path) for path in paths]


def head_of(path: str, *more: str) -> bytes:
    """Return what asks for a stream, with more headers."""
    lines = [f"GET {path} HTTP/1.1", "Host: x", "Accept: text/event-stream", *more, "", ""]
    return "\r\n".join(lines).encode()


def watch(port: int, heads: Sequence[bytes], control: Connection, push: bytes = VIEW) -> None:
    """Open streams, say so, read on until told to stop; report how many messages came."""
    die_with_parent()
    watchers = Watchers(port, heads, push)
    while len(watchers.begun) < len(heads):
        watchers.read(0.1)
    control.send("ready")
    first = watchers.messages
    while not control.poll():
        watchers.read(0.1)
    control.recv()
    control.send(watchers.messages - first)
    watchers.close()


def processes(stack: ServerStack) -> Iterator[Path]:
    """Yield the folders of the API's processes in /proc."""
    api = stack.children[0].process
    assert api is not None
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if os.getpgid(int(folder.name)) == api.pid:
                    yield folder
            except (OSError, ProcessLookupError):
                continue


def memory(stack: ServerStack) -> int:
    """Return the resident memory of the API's processes in KiB."""
    lines = [row for one in processes(stack) for row in (one / "status").read_text().splitlines()]
    return sum(int(row.split()[1]) for row in lines if row.startswith("VmRSS"))


def processor(stack: ServerStack) -> tuple[float, float]:
    """Return the seconds of processor time of the API's processes, and of the streams' thread."""
    found = [(one / "stat").read_text() for one in processes(stack)]
    tasks = [(task / "stat").read_text() for one in processes(stack) for task in threads(one)]
    own = [text for text in tasks if f"({THREAD})" in text]
    return sum(map(seconds, found)), sum(map(seconds, own))


def threads(process: Path) -> Iterator[Path]:
    """Yield the folders of the threads of a process that is there."""
    return (process / "task").iterdir()


def seconds(stat: str) -> float:
    """Return the processor time in a line of /proc."""
    fields = stat.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def waiting(stack: ServerStack) -> int:
    """Return how many streams are open."""
    with urlopen(f"{stack.url}/metrics") as answer:
        rows = answer.read().decode().splitlines()
    return int(sum(float(row.split()[1]) for row in rows if row.startswith("fairdeal_waiting ")))


def until_free(stack: ServerStack) -> float:
    """Return after how many seconds no stream is open any more."""
    begin = time.monotonic()
    while waiting(stack):
        time.sleep(0.01)
    return time.monotonic() - begin


class Round:
    """Sixteen fresh tables, played as fast as the server answers."""

    def __init__(self, ground: Ground) -> None:
        self.scripts: list[Iterator[bytes]] = [
            islice(ground.script(SHORT), ACTIONS) for _ in range(TOP)
        ]
        self.tables = list(ground.tables.held)[-TOP:]

    def play(self, stack: ServerStack, count: int) -> Taken:
        """Play them while so many watch."""
        before, kib = memory(stack), 0
        mine, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(
            target=watch, args=(stack.port, heads(self.tables, count), theirs), daemon=True
        )
        process.start()
        assert mine.recv() == "ready"
        kib = memory(stack) - before
        (all_before, own_before) = processor(stack)
        load = run(stack.port, self.scripts)
        (all_after, own_after) = processor(stack)
        mine.send("stop")
        messages: int = mine.recv()
        process.join()
        until_free(stack)
        return Taken(count, load, all_after - all_before, own_after - own_before, messages, kib)


def vanished(ground: Ground, stack: ServerStack) -> float:
    """Return after how many seconds the places of watchers who hang up at once are free."""
    watchers = Watchers(stack.port, heads(Round(ground).tables, GONE))
    while len(watchers.begun) < GONE:
        watchers.read(0.1)
    watchers.close()
    return until_free(stack)


def stopped(ground: Ground, stack: ServerStack, count: int) -> float:
    """Return within how many seconds an API with so many streams stops."""
    watchers = Watchers(stack.port, heads(Round(ground).tables, count))
    while len(watchers.begun) < count:
        watchers.read(0.1)
    begin = time.monotonic()
    stack.children[0].terminate()
    api = stack.children[0].process
    assert api is not None
    while api.poll() is None:
        watchers.read(0.01)
    return time.monotonic() - begin


def figures(rounds: Sequence[Taken]) -> tuple[dict[str, float], float]:
    """Return the ratios by name, and what a message costs in microseconds."""
    alone = statistics.median(one.per_action for one in rounds if not one.watchers)
    found, costs = {}, []
    for count in sorted({one.watchers for one in rounds} - {0}):
        mine = [one for one in rounds if one.watchers == count]
        found[f"action_{count}"] = statistics.median(one.per_action for one in mine) / alone
        found[f"all_{count}"] = statistics.median(one.in_all for one in mine) / alone
        costs += [1000 * (one.in_all - alone) * len(one.load.millis) / one.messages for one in mine]
    return {name: round(value, 3) for name, value in found.items()}, statistics.median(costs)


def main() -> None:
    """Print rounds and ratios, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--watchers", type=int, nargs="+", default=[1000, 2000])
    parser.add_size("--rounds", 3, 1)
    arguments = parser.parse_sizes()
    counts = [0, *arguments.watchers]
    os.environ["FAIRDEAL_LIMITS"] = "address.streams=off"  # all watchers come from one address
    os.environ["FAIRDEAL_MAX_WAITING_READS"] = str(max(counts) + 1)
    rounds: list[Taken] = []
    with whole_server() as stack:
        ground = Ground(stack.redis_url, stack.url)
        Round(ground).play(stack, counts[-1])  # warm up
        for _ in range(arguments.rounds):
            for count in counts:
                one = Round(ground).play(stack, count)
                rounds.append(one)
                print(
                    f"{count:5} streams   {one.load.rate:7,.0f} actions/s   "
                    f"p99 {one.load.percentile(0.99):6.1f} ms   "
                    f"{one.per_action:6.3f} ms of the API's processor an action, "
                    f"{one.in_all:6.3f} with the streams' own   "
                    f"{one.messages:6,} messages   {one.kib:7,} KiB more"
                )
        gone, end = vanished(ground, stack), stopped(ground, stack, counts[-1])
    ratios, cost = figures(rounds)
    result = {
        "ratios": ratios,
        "us_a_message": round(cost, 1),
        "kib_a_stream": round(max(one.kib / one.watchers for one in rounds if one.watchers), 1),
        "seconds_until_a_place_is_free": round(gone, 2),
        "seconds_to_stop": round(end, 2),
    }
    print(result)
    if arguments.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
