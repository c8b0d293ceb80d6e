"""Whole tables as text: options, seats, orders and `> ` lines are given, the rest is computed.

UPDATE=1 writes the files again, and the test still fails once.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core import notation
from games.core.contract import Event, Seat, Shuffle
from games.core.options import checked
from games.goblin_market import GAME

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def told(state: Any, events: list[Event]) -> Iterator[str]:
    """Yield each event with its note."""
    for event in events:
        yield f"{notation.write(GAME.events, event)}  # {GAME.notes(state, event)}"
        state = GAME.evolve(state, event)


def replay(text: str) -> str:
    """Return the text with everything but its given lines computed again."""
    lines = text.splitlines()
    assert lines[0].startswith("options ")
    assert lines[1].startswith("seats ")
    seats = int(lines[1].removeprefix("seats "))
    options = checked(GAME.options, json.loads(lines[0].removeprefix("options ")), seats)
    given = [line for line in lines if line.startswith("order ")]
    orders = iter(given)

    def order(shuffle: Shuffle) -> tuple[str, ...]:
        cards = tuple(map(str, notation.read_word(next(orders).removeprefix("order "))))
        assert sorted(cards) == sorted(shuffle.cards), f"the cards of {shuffle.what}"
        return cards

    start = GAME.open(options, seats, None)
    state, events = GAME.settle(start, order)
    result = [*lines[:2], *given, *told(start, events)]
    for line in lines:
        if line.startswith("> "):
            seat, action = line.removeprefix("> ").split(" ", 1)
            asked = GAME.decide(state, Seat(int(seat)), notation.read(GAME.actions, action))
            after, more = GAME.settle(GAME.fold(state, asked), order)
            result += ["", line, *told(state, [*asked, *more])]
            state = after
    assert next(orders, None) is None, "an order is left over"
    if (outcome := GAME.outcome(state)) is not None:
        places, scores = (" ".join(map(str, row)) for row in outcome[:2])
        result += ["", f"places {places}", f"scores {scores}", outcome.why]
    return "\n".join(result) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_table_still_goes_as_recorded(path: Path) -> None:
    recorded = path.read_text()
    now = replay(recorded)
    if os.environ.get("UPDATE"):
        path.write_text(now)
    assert now == recorded


def test_there_are_golden_tables_for_every_number_of_seats() -> None:
    counts = [int(path.stem.split("-")[0]) for path in FILES]
    assert sorted(counts) == [3] * 4 + [4] * 4 + [5, 6]
