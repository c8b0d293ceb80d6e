"""What is left of tables in the store's memory when they are archived, and how fast they are read.

    python -m bench.archive [--tables 10000] [--events 300] [--reads 200] [--short] [--json]

Real play at random makes the logs, a few for each game. They are appended command by command under
fresh ids through the store's own script, and the read models follow as they do in service. Then all
are archived, the feeds trimmed, and the memory is compared with that of before.
"""

import json
import random
import re
import secrets
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient

from bench.arguments import BenchmarkParser
from bench.servers import own_folder
from bench.tables import open_table, own_store, play_at_random
from events.accounts.players import Players
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.chain import first_head, next_head
from events.record.codec import StoredEvent
from events.store.archive.log_archive import SEGMENT, Archive
from events.store.feed import MIN_RETENTION
from events.store.streams import AppendRequest, IdempotencyKey, Store, open_store
from events.transfer.archiving import Archiver
from games import NEWEST
from games.table import Adjourn, Table
from projections.read_models.models import ENDLESS
from service.app import create_app
from service.assembly import AppParts, assemble_parts
from service.server.start import freeze_startup_objects
from service.settings import ServiceSettings
from workers.follower.follower import Follower

ACCOUNTS, OPEN_TABLES = 2_000, 1_000  # the base load
TEMPLATES = 4  # logs a game
MOST = 300  # events of a copied log: longer ones are given up by their players
LONGEST = 6_800  # events
ID = re.compile(r"t[0-9a-f]{18}|[0-9a-f]{18,}|p[0-9a-zA-Z_-]{10,}")
SEATS = {name: min(4, game.seats[-1]) for name, game in NEWEST.items()}


class Log(NamedTuple):
    """A finished table's log, to be copied under other ids."""

    table: str
    events: list[StoredEvent]
    public: list[dict[str, Any]]


def played(store: Store, game: str, luck: random.Random, most: int) -> Log:
    """Play a table at random; those whom it takes too long adjourn it."""
    tables = Tables(store)
    people = luck.sample([f"player{k:03}" for k in range(200)], SEATS[game])
    table = play_at_random(tables, open_table(tables, NEWEST[game], people), luck, most)
    for name in people if table.phase == "playing" else ():
        handle(tables, CommandRequest(table.id, f"player:{name}", Adjourn()))
    return log_of(store, table.id)


def log_of(store: Store, table: str) -> Log:
    """Return the log of a table."""
    events = store.read(table)
    return Log(table, events, [orjson.loads(event.e) for event in events])


def copied(store: Store, log: Log) -> str:
    """Append a log under a fresh id, command by command, each with a repeat key."""
    table, at = f"t{secrets.token_hex(9)}", 0
    head, kinds = first_head(table), log.public
    while at < len(log.events):
        end, seen, own = kinds[at]["cause"]["last"], head, []
        for event in log.events[at:end]:
            e = event.e.replace(log.table.encode(), table.encode())
            head = next_head(head, e)
            own.append(event._replace(e=e, h=head))
        once = IdempotencyKey(f"player:{secrets.token_hex(8)}", "0" * 64)
        types = [kind["type"] for kind in kinds[at:end]]
        store.append(
            AppendRequest(
                stream=table,
                seen=at,
                head=seen,
                events=own,
                types=types,
                at=kinds[at]["at"],
                once=once,
            )
        )
        at = end
    return table


def base_load(store: Store, luck: random.Random) -> None:
    """Make accounts, and tables that are played."""
    players = Players(store)
    for k in range(ACCOUNTS):
        players.register(f"Player {k}")
    for k in range(OPEN_TABLES):
        name = list(SEATS)[k % len(SEATS)]
        tables = Tables(store)
        people = [f"player{(k + seat) % 200:03}" for seat in range(SEATS[name])]
        play_at_random(tables, open_table(tables, NEWEST[name], people), luck, 60)


def follow(store: Store) -> None:
    """Bring the read models up to date, then trim the feeds as an hour later."""
    one = Follower(store, store.redis, store.redis)
    one.partitions.renew()
    while one.partitions.new_entries():
        one.consumer.consume()
    store.now()
    reading = store.clock.reading
    assert reading is not None
    store.clock.reading = reading._replace(time=reading.time + MIN_RETENTION + 60_000)
    one.partitions.trim()
    store.clock.reading = reading
    one.partitions.leave()


def memory(store: Store) -> int:
    """Return the bytes that the store uses, after it has given back what it can."""
    store.redis.memory_purge()
    time.sleep(0.5)  # keys that were unlinked are freed in the background
    found: Any = store.redis.info("memory")
    return int(found["used_memory"]) - int(found.get("mem_clients_normal", 0))


def parts_of(store: Store) -> Counter[str]:
    """Return the bytes of all keys by their kind."""
    sizes: Counter[str] = Counter()
    for key in store.redis.scan_iter(count=1000):
        kind = ID.sub("*", re.sub(r"\{p\d+\}", "{pNN}", key.decode()))
        found: Any = store.redis.memory_usage(key, samples=0)
        sizes[kind] += found or 0
    return sizes


def residue(folder: Path, count: int, most: int) -> dict[str, Any]:
    """Measure memory before, with and after finished tables."""
    luck = random.Random(8)
    with own_store() as bare:
        store = open_store(bare.redis, archive=Archive(str(folder)))
        base_load(store, luck)
        logs = [played(store, name, luck, most) for name in SEATS for _ in range(TEMPLATES)]
        for log in logs * (SEGMENT // len(logs) + 1):  # the streams without an end as full as ever
            Archiver(store, signer_of(folder)).move(copied(store, log))
        follow(store)
        from_keys, archiving = parts_of(store), Archiver(store, signer_of(folder))
        before = memory(store)
        begin, written = time.monotonic(), 0
        names = []
        for k in range(count):
            names.append(copied(store, logs[k % len(logs)]))
            written += len(logs[k % len(logs)].events)
            if k % 500 == 499:
                follow(store)
                print(f"{k + 1} tables, {time.monotonic() - begin:.0f} s", file=sys.stderr)
        follow(store)
        full, begin = memory(store), time.process_time()
        clock = time.monotonic()
        for name in names:
            assert archiving.move(name) == "archived"
        spent, took = time.process_time() - begin, time.monotonic() - clock
        for stream in ENDLESS:
            archiving.shorten(stream)
        follow(store)
        after = memory(store)
        rest = {k: round(v / count, 1) for k, v in (parts_of(store) - from_keys).most_common(12)}
        files = [path.stat().st_size for path in folder.rglob("*.zst")]
    return {
        "tables": count, "events": written, "before": before, "full": full, "after": after,
        "over": round(100 * (after - before) / before, 2),
        "residue": round((after - before) / count, 1), "of": rest,
        "archived_a_second": round(count / took, 1),
        "archived_a_second_of_a_core": round(count / spent, 1),
        "bytes_of_a_file": round(statistics.mean(files)),
    }  # fmt: skip


def signer_of(folder: Path) -> Any:
    """Return a key to sign last lines with."""
    from events.history.signing_keys import load_signer  # noqa: PLC0415

    return load_signer(folder)


def percentiles(values: list[float]) -> dict[str, float]:
    """Return the median and the 99th percentile."""
    values = sorted(values)
    return {
        "p50": round(statistics.median(values), 1),
        "p99": round(values[int(0.99 * len(values))], 1),
    }


def forgotten(own: AppParts) -> None:
    """Forget the tables that the process has read."""
    assert own.store.archive is not None
    for kept in (own.tables.held, own.store.archive.held, own.caches.hands.held):
        kept.clear()
    own.store.archive.size = 0


def timed(
    client: FlaskClient, forget: Callable[[], None], paths: Iterator[str], count: int
) -> dict[str, float]:
    """Read so many hands; return milliseconds, and those of the processor alone."""
    spent, worked = [], []
    for _ in range(count):
        forget()
        path = next(paths)
        begin, work = time.perf_counter(), time.process_time()
        assert client.get(path).status_code == 200
        spent.append(1000 * (time.perf_counter() - begin))
        worked.append(1000 * (time.process_time() - work))
    of_processor = percentiles(worked)
    return percentiles(spent) | {
        f"{name} of processor": of_processor[name] for name in of_processor
    }


def hands_of(tables: list[Table], luck: random.Random) -> Iterator[str]:
    """Yield hands of tables at random."""
    while True:
        table = luck.choice(tables)
        yield f"/v1/tables/{table.id}/hands/{luck.randrange(len(table.hands)) + 1}"


def reads(folder: Path, count: int) -> dict[str, Any]:
    """Measure reads of hands of archived tables, by a process that read them before and not."""
    luck = random.Random(9)
    with own_store() as bare:
        store = open_store(bare.redis, archive=Archive(str(folder / "archive")))
        usual = [played(store, name, luck, MOST) for name in SEATS for _ in range(TEMPLATES)]
        longest = [played(store, "bum", luck, LONGEST) for _ in range(3)]
        archiving = Archiver(store, signer_of(folder))
        for log in usual + longest:
            archiving.move(log.table)
        pool = store.redis.connection_pool.connection_kwargs
        own = assemble_parts(ServiceSettings(f"unix://{pool['path']}", folder))
        client = create_app(own).test_client()
        found = {}
        for what, logs in (("usual", usual), ("longest", longest)):
            tables = [Tables(store).current(log.table).table for log in logs]
            found[f"{what}, events"] = percentiles([float(len(log.events)) for log in logs])
            freeze_startup_objects()  # as a server does; our logs with the rest
            for how, forget in (("cold", partial(forgotten, own)), ("warm", lambda: None)):
                timed(client, forget, hands_of(tables, luck), 3 * len(tables))
                found[f"{what}, {how}"] = timed(client, forget, hands_of(tables, luck), count)
    return found


def main() -> None:
    """Measure and print."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 10_000, 500)
    parser.add_argument("--events", type=int, default=MOST, help="of the longest copied log")
    parser.add_size("--reads", 200, 40)
    given = parser.parse_sizes()
    found: dict[str, Any] = {}
    with own_folder() as folder:
        if given.reads:
            found["reads, ms"] = reads(folder / "reads", given.reads)
        if given.tables:
            found["memory"] = residue(folder / "memory", given.tables, given.events)
    print(json.dumps(found) if given.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
