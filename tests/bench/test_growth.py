"""The growth of costs in short: it ends, and tells its ratios in one JSON object at the end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.crowd import fill
from bench.growth import touches
from events.handle import Tables
from events.record.chain import next_head
from events.record.codec import decode
from events.store.streams import Store, head_of
from games import NEWEST
from games.table import fold

ROOT = Path(__file__).parents[2]
NAMES = {
    "list", "filter", "page", "quick", "quick_choosy", "action", "p99",
    "first_touch_20", "first_touch_100", "first_touch_800",
}  # fmt: skip


@pytest.mark.nightly
def test_the_growth_tells_its_ratios_by_name() -> None:
    sizes = ["--tables", "80", "--few", "40", "--rounds", "1", "--requests", "2", "--touched", "2"]
    run = subprocess.run(
        [sys.executable, "-m", "bench.growth", *sizes, "--json"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(run.stdout.splitlines()[-1])
    assert set(found["ratios"]) == NAMES
    assert all(value > 0 for value in found["ratios"].values())


def test_the_tables_of_a_crowd_are_those_that_their_logs_tell_of(store: Store) -> None:
    names = fill(store, 8 * len(NEWEST))
    tables, games = Tables(store), set()
    for name in names:
        events = store.read(name)
        table = tables.current(name).table
        assert table == fold(name, None, map(decode, events))
        assert events[-1].h == next_head(head_of(name, events[:-1]), events[-1].e)
        games.add((table.game.name, table.phase, table.holders.count(None)))
    assert games == {(game, *how) for game in NEWEST for how in (("open", 1), ("playing", 0))}


def test_first_touches_are_compared_with_those_of_tables_that_are_held(store: Store) -> None:
    assert touches(store, 20, 2) > 0
