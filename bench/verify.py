"""Verify finished tables on one core, and one long log in bounded memory.

    python -m bench.verify [--tables 10] [--megabytes 100] [--short] [--json]

Tables of every game with its default options are played by the server's bots to their ends, through
the real command path on a Redis of their own, and their log files are verified one after the other,
all checks included. The floor of the same run is reading the files with chain and seals alone.
Tables of people with a beacon, and the same ones without, are timed apart. The
long log is a table at which people come and go for ever and then play the Bum Game for hundreds of
hands, verified by a process of its own that tells its peak memory.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bench.arguments import BenchmarkParser
from bench.servers import own_folder
from bench.tables import open_table, own_store
from events.cached_streams import Tables
from events.record import logfile
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.receipts import Signer
from events.store.streams import Store
from events.tables.decider import TABLE_DECIDER
from events.verify.log import verify_log
from games import GAMES
from games.core.contract import Seat
from games.core.fairness.beacon import DOMAIN, BeaconChain
from games.core.game import AnyGame
from games.table import (
    Act,
    Beacon,
    Command,
    Leave,
    Open,
    Sit,
    Start,
    Table,
    decide,
    fold_table_facts,
)
from workers.tables.bot_turn import play_bots

SIGNER = Signer(SigningKey(bytes(32)))
HANDS = 1000
LONGEST = 3000  # events of a table of people
BEACON_KEY = Scalar(7)
PEAK = """
import resource, sys, pathlib
from events.verify.log import verify_log
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = verify_log(pathlib.Path(sys.argv[1]), [sys.argv[2]])
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(report.verdict, report.events, before, after)
"""


def prepare(store: Store, count: int, folder: Path) -> dict[str, list[Path]]:
    """Play `count` tables of each game to their ends; return their log files by game."""
    tables = Tables(store)
    made: dict[str, list[Path]] = {}
    for (name, _), game in GAMES.items():
        for number in range(count):
            seats = game.seats[number % len(game.seats)]
            table = open_table(tables, game, [""] * seats)
            while tables.current(table.id).table.phase != "closed":
                play_bots(tables, table.id)
            path = folder / f"{name}-{number}.jsonl"
            logfile.write_log_file(path, table.id, store.read(table.id), store.now(), SIGNER)
            made.setdefault(name, []).append(path)
    return made


def verified(paths: list[Path]) -> dict[str, Any]:
    """Verify logs; return tables a minute of a core, and how long it takes against reading alone.

    Time of the processor, since others may have work for the same core.
    """
    begin = time.process_time()
    events = sum(len(logfile.read_log_file(path).events) for path in paths)
    read = time.process_time() - begin
    begin = time.process_time()
    for path in paths:
        report = verify_log(path, [SIGNER.public])
        assert report.verdict == "good", report
    spent = time.process_time() - begin
    return {
        "tables_per_minute": round(60 * len(paths) / spent),
        "events_per_table": round(events / len(paths)),
        "events_per_s": round(events / spent),
        "times_reading": round(spent / read, 2),
    }


class Desk:
    """A table without a store: commands are judged and encoded, nothing is kept but the head."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.head, self.n, self.now = first_head("long"), 0, 1_700_000_000_000

    def do(self, by: str, command: Command) -> list[StoredEvent]:
        """Return the events of a command."""
        drafts = decide(self.table, by, command, self.now, "long")
        events, facts = encode_events(
            self.head, unsealed_events(TABLE_DECIDER, self.n, self.now, by, command, drafts)
        )
        self.table = fold_table_facts("long", self.table, facts)
        self.head, self.n, self.now = events[-1].h, events[-1].n, self.now + 1000
        return events


def own_chain() -> BeaconChain:
    """Return a chain of a key of our own."""
    key = bytes((G2Point() * BEACON_KEY).to_compressed_bytes()).hex()
    return BeaconChain("bench", "00" * 32, key, 1_600_000_000, 3)


def own_round(number: int) -> str:
    """Return the signature of a round of it."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    return bytes((G1Point.hash_to_curve(message, DOMAIN) * BEACON_KEY).to_compressed_bytes()).hex()


def events_of_people(
    game: AnyGame, chain: BeaconChain | None, luck: random.Random
) -> Iterator[StoredEvent]:
    """Yield the events of a table at which people play at random."""
    desk, seats = Desk(), game.seats[0]
    beacon = None if chain is None else chain._asdict()
    yield from desk.do("player:0", Open(game.name, game.version, {}, seats, None, "fallback",
                                        "table", False, "5a" * 32, beacon=beacon))  # fmt: skip
    for seat in range(seats):
        yield from desk.do(f"player:{seat}", Sit(Seat(seat)))
    yield from desk.do("player:0", Start())
    if chain is not None and desk.table is not None and desk.table.round is not None:
        desk.now = chain.due_at(desk.table.round)
        yield from desk.do("clock", Beacon(own_round(desk.table.round)))
    while desk.table is not None and desk.table.phase == "playing" and desk.n < LONGEST:
        yield from random_action(desk, luck)


def random_action(desk: Desk, luck: random.Random) -> list[StoredEvent]:
    """Let somebody do anything that is offered."""
    assert desk.table is not None
    seat = luck.choice(desk.table.to_act())
    choices = desk.table.game.rules.choices(desk.table.play, seat)
    action = luck.choice([*choices.actions, *(pick.example for pick in choices.picks)])
    return desk.do(f"player:{seat}", Act(seat, action))


def of_people(folder: Path, count: int, chain: BeaconChain | None) -> list[Path]:
    """Write logs of people's tables, `count` of each game, with a beacon or without."""
    paths = []
    for name, version in GAMES:
        for number in range(count):
            path = folder / f"{name}-{number}-{chain and chain.chain}.jsonl"
            events = events_of_people(GAMES[name, version], chain, random.Random(number))
            logfile.write_log_file(path, "long", events, 1_900_000_000_000, SIGNER)
            paths.append(path)
    return paths


def size_of(events: list[StoredEvent]) -> int:
    """Return about how many bytes of a log file events fill."""
    return sum(len(event.e) + len(event.p or b"") + 180 for event in events)


def comings_and_goings(desk: Desk, most: int) -> Iterator[StoredEvent]:
    """Yield the events of people who sit down and leave, until they fill `most` bytes."""
    while most > 0:
        events = [*desk.do("player:9", Sit(Seat(0))), *desk.do("player:9", Leave(Seat(0)))]
        most -= size_of(events)
        yield from events


def long_events(most: int) -> Iterator[StoredEvent]:
    """Yield the events of a long table that fills about `most` bytes, a quarter of it by play."""
    desk, luck = Desk(), random.Random(1)
    options = {"hands": HANDS, "target": HANDS}
    yield from desk.do("player:0", Open("bum", 1, options, 8, None, "fallback", "table", False,
                                        "5a" * 32))  # fmt: skip
    yield from comings_and_goings(desk, most * 3 // 4)
    for seat in range(8):
        yield from desk.do(f"player:{seat}", Sit(Seat(seat)))
    yield from desk.do("player:0", Start())
    left = most // 4
    while desk.table is not None and desk.table.phase == "playing" and left > 0:
        events = random_action(desk, luck)
        left -= size_of(events)
        yield from events


def long_log(path: Path, megabytes: int) -> dict[str, Any]:
    """Write a long log, verify it in a process of its own; return its speed and peak memory."""
    logfile.write_log_file(
        path, "long", long_events(1_000_000 * megabytes), 1_900_000_000_000, SIGNER
    )
    size = path.stat().st_size
    begin = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", PEAK, str(path), SIGNER.public],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    verdict, events, before, after = run.stdout.split()
    assert verdict == "good"
    return {
        "megabytes": round(size / 1e6, 1),
        "events": int(events),
        "seconds": round(time.perf_counter() - begin, 1),
        "memory_before_mb": int(before) // 1024,
        "memory_peak_mb": int(after) // 1024,
    }


def main() -> None:
    """Print tables a minute by game and over all, and the peak memory of the long log."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 10, 2, "tables of each game")
    parser.add_size("--megabytes", 100, 10, "of the long log; 0: none")
    given = parser.parse_sizes()
    with own_folder() as folder:
        with own_store() as store:
            made = prepare(store, given.tables, folder)
        result = {name: verified(paths) for name, paths in made.items()}
        result["all"] = verified([path for paths in made.values() for path in paths])
        result["people"] = verified(of_people(folder, given.tables, None))
        result["with beacon"] = verified(of_people(folder, given.tables, own_chain()))
        if given.megabytes:
            result["long"] = long_log(folder / "long.jsonl", given.megabytes)
    for name, figures in result.items():
        print(f"{name:14}", *(f"{word} {figure}" for word, figure in figures.items()))
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
