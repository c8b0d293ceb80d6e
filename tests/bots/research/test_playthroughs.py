"""A table of each game step by step as text; ``UPDATE=1`` writes the files anew and fails once."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.research.gains import POINTS, player_gains
from bots.research.steps import Position
from games import NEWEST, OWN
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from tests.bots.research.walks import drawn, terms
from tests.games.every import every

FOLDER = Path(__file__).parent / "golden"
SEED, LONGEST, FIRST = 13, 60, Seat(0)
KEPT = tuple(game.name for game in OWN)  # a game of another package keeps none here


def told(before: Position, after: Position, seat: Seat) -> list[str]:
    """Return the lines that a seat has been told in between."""
    known = before.transcript.text(seat)
    return after.transcript.text(seat).removeprefix(known).split("\n")[1:]


def dealt(position: Position, luck: Chance) -> tuple[Position, str]:
    """Let a shuffle come to its end; return the position after it and a line of its outcomes."""
    shuffle, numbers = position.due, []
    while position.due is shuffle:
        numbers.append(drawn(position, luck))
        position = position.after(numbers[-1])
    assert shuffle is not None
    return position, f"chance {shuffle.what} {' '.join(map(str, numbers))}"


def playthrough(name: str) -> Iterator[str]:
    """Yield the lines of a table: each step, what it was chosen from, and what seat 0 is told."""
    position, luck = terms(NEWEST[name], 3, LONGEST).opened(), Chance(SEED)
    numbers = position.terms.numbers
    yield f"actions {numbers.count}, outcomes of chance {numbers.outcomes}"
    yield position.information(FIRST)
    while not position.is_over:
        before = position
        if position.due is not None:
            position, line = dealt(position, luck)
            yield line
        else:
            number = drawn(position, luck)
            yield f"seat {position.seat} {number} {numbers.text(number)} of {position.legal}"
            position = position.after(number)
        yield from (f"    {line}" for line in told(before, position, FIRST))
    yield position.observation(FIRST)
    yield f"returns {[round(each, 6) for each in player_gains(position, POINTS)]}"


@every("name", KEPT)
def test_a_playthrough_goes_as_it_went(name: str) -> None:
    path, now = FOLDER / f"{name}.txt", "\n".join(playthrough(name)) + "\n"
    was = path.read_text() if path.exists() else ""
    if os.environ.get("UPDATE"):
        path.write_text(now)
    assert now == was
    assert not os.environ.get("UPDATE"), "files were written anew: look at them, then run again"


@every("name", KEPT)
def test_openspiel_goes_through_a_playthrough_in_the_same_way(name: str) -> None:
    reason = "OpenSpiel is not installed: pip install 'fairdeal[openspiel]'"
    pyspiel: Any = pytest.importorskip("pyspiel", reason=reason)
    pytest.importorskip("bots.research.openspiel", reason=reason)
    state = pyspiel.load_game(f"fairdeal_{name}", {"players": 3, "longest": LONGEST})
    state = state.new_initial_state()
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    for line in lines[2:-2]:
        who, _, rest = line.partition(" ")
        if who == "seat":
            seat, number, *_ = rest.split(" ")
            assert state.current_player() == int(seat)
            assert str(state.legal_actions()) == line.rpartition(" of ")[2]
            state.apply_action(int(number))
        elif who == "chance":
            for number in rest.split(" ")[1:]:
                state.apply_action(int(number))
        else:
            assert line[4:] in state.information_state_string(0).split("\n")
    assert state.is_terminal()
    assert state.observation_string(0) == lines[-2]
    assert f"returns {[round(each, 6) for each in state.returns()]}" == lines[-1]
