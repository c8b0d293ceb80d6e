"""Whole tables that show rare rules; all but options, seats, orders and moves is computed again.

`UPDATE=1` writes the files anew, and the tests still fail once.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from games.bum import GAME
from games.core import notation
from games.core.contract import Event, Seat, Shuffle
from games.core.options import checked

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def lines_of(state: Any, events: tuple[Event, ...]) -> tuple[Any, list[str]]:
    """Return the state after the events, and each event with its line of English."""
    lines = []
    for event in events:
        lines += [notation.write(GAME.events, event), f"  {GAME.notes(state, event)}"]
        state = GAME.evolve(state, event)
    return state, lines


def settled(state: Any, orders: list[str]) -> tuple[Any, list[str]]:
    """Do all that follows by itself, with the next orders for what is shuffled."""
    lines = []
    while (due := GAME.pending(state)) is not None:
        order: tuple[str, ...] = ()
        if isinstance(due, Shuffle):
            lines.append(orders.pop(0))
            order = tuple(notation.read_word(lines[-1].removeprefix("order ")))
            order = tuple(map(str, order))
        state, more = lines_of(state, GAME.proceed(state, order))
        lines += more
    return state, lines


def opened(header: dict[str, str]) -> Any:
    """Open the table that the first lines describe."""
    seats = int(header["seats"])
    options = checked(GAME.options, json.loads(header["options"]), seats)
    data = json.loads(header.get("carried", "null"))
    return GAME.open(options, seats, data and {"table": "before", "data": data})


def replay(text: str) -> str:
    """Return `text` with everything but options, seats, orders and moves computed again."""
    rows = text.splitlines()
    words = ("options ", "seats ", "carried ")
    header = [row for row in rows if row.startswith(words)]
    orders = [row for row in rows if row.startswith("order ")]
    state, lines = settled(opened(dict(row.split(" ", 1) for row in header)), orders)
    for row in rows:
        if row.startswith("> "):
            seat, action = row[2:].split(" ", 1)
            happened = GAME.decide(state, Seat(int(seat)), notation.read(GAME.actions, action))
            state, what = lines_of(state, happened)
            state, more = settled(state, orders)
            lines += ["", row, *what, *more]
    if (outcome := GAME.outcome(state)) is not None:
        lines += ["", f"outcome {notation.word(outcome.places)} {notation.word(outcome.scores)}"]
        lines += [f"  {outcome.why}"]
    return "\n".join([*header, *lines]) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_table_is_played_as_recorded(path: Path) -> None:
    recorded = path.read_text()
    now = replay(recorded)
    if os.environ.get("UPDATE"):
        path.write_text(now)
    assert now == recorded


def test_there_are_golden_tables_for_all_numbers_of_seats() -> None:
    counts = [sum(path.stem.startswith(f"{n}-") for path in FILES) for n in GAME.seats]
    assert min(counts) >= 1
    assert sorted(counts)[-2] >= 4
