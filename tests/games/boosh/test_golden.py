"""Golden tables: rare rules, told move by move; what follows from the moves is computed again.

A file begins with `options`, `seats` and one `order` line for each shuffle in turn; moves begin
with `> `. `UPDATE=1` writes the rest anew, and the test still fails once.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from games.boosh import GAME
from games.core import notation
from games.core.contract import Event, Seat, Shuffle
from games.core.options import checked

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))
HEAD = ("options ", "seats ", "order ")


class Retelling:
    """A table that is played again from the lines of a file."""

    def __init__(self, lines: list[str]) -> None:
        words = [line.split(" ", 1) for line in lines if line.startswith(HEAD)]
        given = {name: text for name, text in words if name != "order"}
        orders = [tuple(notation.read_word(text)) for name, text in words if name == "order"]
        self.orders = iter(orders)
        seats = int(given["seats"])
        options = checked(GAME.options, json.loads(given["options"]), seats)
        self.state: Any = GAME.open(options, seats, None)
        self.told = [line for line in lines if line.startswith(HEAD)]
        self.go_on(())

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        order = next(self.orders)
        assert sorted(order) == sorted(shuffle.cards)
        return order

    def tell(self, event: Event) -> None:
        note = GAME.notes(self.state, event)
        self.told += [notation.write(GAME.events, event), f"    {note}"]
        self.state = GAME.evolve(self.state, event)

    def go_on(self, happened: tuple[Event, ...]) -> None:
        """Tell what happened and all that follows by itself."""
        while happened or (due := GAME.pending(self.state)) is not None:
            for event in happened or GAME.proceed(
                self.state, self.order(due) if isinstance(due, Shuffle) else ()
            ):
                self.tell(event)
            happened = ()

    def move(self, line: str) -> None:
        seat, action = line.removeprefix("> ").split(" ", 1)
        self.told += ["", line]
        read = notation.read(GAME.actions, action)
        self.go_on(GAME.decide(self.state, Seat(int(seat)), read))


def replay(text: str) -> str:
    """Return the text with everything but its head and moves computed again."""
    lines = text.splitlines()
    table = Retelling(lines)
    for line in lines:
        if line.startswith("> "):
            table.move(line)
    outcome = GAME.outcome(table.state)
    if outcome is not None:
        ranks = (*map(notation.word, outcome.places), "scores", *map(str, outcome.scores))
        table.told += ["", f"outcome {outcome.why} places {' '.join(ranks)}"]
    return "\n".join(table.told) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_table_still_goes_as_it_is_told(path: Path) -> None:
    recorded = path.read_text()
    now = replay(recorded)
    if os.environ.get("UPDATE"):
        path.write_text(now)
    assert not os.environ.get("UPDATE"), "rewritten; run again without UPDATE"
    assert now == recorded


def test_there_are_golden_tables_that_reach_their_end() -> None:
    assert len(FILES) >= 4
    assert all("\noutcome " in path.read_text() for path in FILES)
