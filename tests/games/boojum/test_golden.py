"""Whole tables that show rare rules; ``UPDATE=1`` writes the files anew and still fails once."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from games.boojum import GAME
from games.boojum.state import State
from games.core import notation
from games.core.contract import Event, Seat, Shuffle
from games.core.options import checked, written

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def told(state: State, events: list[Event]) -> tuple[State, list[str]]:
    """Return the state after the events, and the lines of each: notation and note."""
    lines = []
    for event in events:
        lines += [notation.write(GAME.events, event), f"    {GAME.notes(state, event)}"]
        state = GAME.evolve(state, event)
    return state, lines


def replay(text: str) -> str:
    """Return the text with everything but options, seats, orders and actions computed again."""
    given = [line.partition(" ")[::2] for line in text.splitlines()]
    words = dict(given)
    orders = [rest for name, rest in given if name == "order"]
    seats = int(words["seats"])
    options = checked(GAME.options, json.loads(words["options"]), seats)
    left = iter(orders)

    def order(shuffle: Shuffle) -> tuple[str, ...]:
        cards = tuple(map(str, notation.read_word(next(left))))
        assert sorted(cards) == sorted(shuffle.cards)
        return cards

    state, happened = GAME.settle(GAME.open(options, seats, None), order)
    lines = [f"options {json.dumps(written(options))}", f"seats {seats}"]
    lines += [f"order {one}" for one in orders]
    state, more = told(GAME.open(options, seats, None), happened)
    lines += ["", *more]
    for seat, action in (rest.split(" ", 1) for name, rest in given if name == ">"):
        events = list(GAME.decide(state, Seat(int(seat)), notation.read(GAME.actions, action)))
        _, happened = GAME.settle(GAME.fold(state, events), order)
        state, more = told(state, events + happened)
        lines += [f"> {seat} {action}", *more]
    assert next(left, None) is None, "all orders are used"
    outcome = GAME.outcome(state)
    assert outcome is not None, "the table ends"
    lines += ["", f"places {notation.word(outcome.places)}"]
    lines += [f"scores {notation.word(outcome.scores)}", f"because {outcome.why}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_table_still_goes_like_this(path: Path) -> None:
    recorded = path.read_text()
    now = replay(recorded)
    if os.environ.get("UPDATE"):
        path.write_text(now)
    assert now == recorded
    assert not os.environ.get("UPDATE"), "files were written anew: look at them, then run again"


def test_there_are_tables_for_every_number_of_seats_and_four_for_two_of_them() -> None:
    count = Counter(int(path.stem.split("-")[0]) for path in FILES)
    assert set(count) == set(GAME.seats)
    assert sorted(count.values())[-2] >= 4
