"""What a process reads, holds and waits for at its start, by the number of leaves in the tree.

    python -m bench.tree [--leaves 10000000] [--short] [--json]

The leaves are made up, but their hashes and tiles are real: the newest stand in the store as if the
earlier ones had been archived, and some of those are in the archive. A start is a process of
its own that signs a checkpoint and proves leaves; its imports are not counted.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time
from array import array
from pathlib import Path
from typing import Any

from bench.arguments import BenchmarkParser
from bench.servers import own_redis
from events.history.checkpoints import CLOSED, Leaf, stream_hash
from events.history.signing_keys import KeyFolder
from events.history.tiles import WIDTH, TiledTree
from events.record.chain import first_head, next_head
from events.record.codec import StoredEvent
from events.store.archive.log_archive import (
    SEGMENT,
    Archive,
    compress_log,
    segment_name,
    segment_text,
)
from events.store.streams import Store, store_at
from projections.history.leaves import ADDED, STREAM
from projections.history.saved_tree import SavedTree, TreeTip
from projections.history.tree import TREE, TransparencyLog
from projections.projection import FIRST, ReadModel

AT = 1_700_000_000_000
SMALL = 10_000  # leaves of the tree that the large one is compared with
KEPT = 200  # one segment in so many is archived; nothing asks for the others
OLD = 20  # proofs of archived leaves


def leaf(n: int) -> Leaf:
    """Return leaf `n`."""
    table = f"t{n:018x}"
    head = hashlib.sha256(table.encode()).hexdigest()
    return Leaf(CLOSED, stream_hash(table), 150, head, AT + 10 * n, None)


def chained(after: int, leaves: list[Leaf]) -> list[StoredEvent]:
    """Return the events that add leaves behind event `after`."""
    events, head = [], first_head(f"{STREAM} {after}")  # the chain before is not there
    for n, one in enumerate(leaves, after + 1):
        e = (
            f'{{"at":{one.at},"by":"server","cause":{{"action":{{"type":"tree.add"}},"last":{n},'
            f'"seat":null}},"data":{{"end":null,"head":"{one.head}","kind":"{CLOSED}","n":150,'
            f'"stream":"t{n:018x}"}},"n":{n},"seals":{{}},"type":"{ADDED}"}}'
        ).encode()
        head = next_head(head, e)
        events.append(StoredEvent(n, e, None, head))
    return events


def unsaved(level: int, first: int, end: int) -> bytes:
    """Say that nothing is read while leaves are planted."""
    raise LookupError


def plant(store: Store, archive: Archive, count: int) -> list[int]:
    """Write tiles, the newest leaves, and some of the old ones; return which of these."""
    tree, kept, tip = TiledTree(0, unsaved), array("q"), TreeTip()
    live = count - SEGMENT - count % SEGMENT  # behind this one all are in the store
    for first in range(0, count, SEGMENT):
        leaves = [*map(leaf, range(first + 1, min(first + SEGMENT, count) + 1))]
        for one in leaves:
            tree.append(one.data)
        if first >= live or first // SEGMENT % KEPT == 1:
            events = chained(first, leaves)
            if first >= live:
                tip = write(store, events, tip)
            else:
                name = segment_name(STREAM, first + SEGMENT)
                archive.put(name, compress_log(segment_text(events)))
                kept.append(first + SEGMENT // 2)
    store.redis.zadd(store.names.of(STREAM).all, {STREAM: AT})
    SavedTree(store).save(tree, TreeTip(), tip, rewrite=True)
    partition = store.names.partition(STREAM)
    ReadModel(store, TREE).move(partition, "1-1", [(STREAM, {"n": count})], FIRST)
    return [*kept]


def write(store: Store, events: list[StoredEvent], tip: TreeTip) -> TreeTip:
    """Write events that are not archived; return the newest at which all tiles are complete."""
    for event in events:
        store.redis.xadd(
            store.names.of(STREAM).log, {"e": event.e, "h": event.h}, id=f"{event.n}-0"
        )
        if event.n % WIDTH == 0:
            tip = TreeTip(event.n, event.h, AT + 10 * event.n)
    return tip


def started(url: str, folder: Path) -> dict[str, float]:
    """Return what a start takes in a process of its own."""
    command = [sys.executable, "-m", "bench.tree", "--start", url, str(folder)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def start(url: str, folder: Path) -> dict[str, float]:
    """Start: sign a checkpoint; then prove old leaves. Return seconds, and MB of memory more."""
    store, keys = store_at(url, Archive(str(folder / "archive"))), KeyFolder(folder)
    before, begin = resident(), time.perf_counter()
    heads = TransparencyLog(store, settle=0)
    heads.checkpoint(keys)
    seconds, memory = time.perf_counter() - begin, resident() - before
    kept: list[int] = json.loads((folder / "kept.json").read_bytes())
    begin = time.perf_counter()
    for index in random.Random(1).choices(kept, k=OLD):
        with heads.lock:
            heads.leaves().tree.inclusion(index, heads.leaves().n)
    proof = (time.perf_counter() - begin) / OLD
    return {"s": seconds, "MB": memory, "proof_ms": 1000 * proof, "MB after": resident() - before}


def resident() -> float:
    """Return the megabytes that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measured(count: int) -> dict[str, Any]:
    """Return what a start takes at so many leaves: the median of five, since the first is cold."""
    with own_redis() as server:
        store = store_at(server.url)
        kept = plant(store, Archive(str(server.folder / "archive")), count)
        (server.folder / "kept.json").write_text(json.dumps(kept))
        runs = sorted((started(server.url, server.folder) for _ in range(5)), key=lambda r: r["s"])
        found: dict[str, Any] = {"leaves": count, **runs[2]}
        found["bytes of tiles a leaf"] = tiles_of(store) / count
        store.redis.close()
    return found


def tiles_of(store: Store) -> int:
    """Return the bytes of the kept tiles."""
    saved = SavedTree(store)
    return sum(store.redis.strlen(saved.key(str(level))) for level in range(1, 5))


def main() -> None:
    """Measure and print."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--leaves", 10_000_000, 300_000)
    parser.add_argument("--start", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_sizes()
    if given.start:
        print(json.dumps(start(given.start[0], Path(given.start[1]))))
        return
    small, large = measured(SMALL), measured(given.leaves)
    ratios = {"start": large["s"] / small["s"], "leaves": large["leaves"] / small["leaves"]}
    found = {"small": small, "large": large, "ratios": ratios}
    print(json.dumps(found) if given.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
