"""Drawings of tables for docs/reference/views.md, or on the screen.

    python -m tests.docs.drawings [docs/reference/views.md]

A table of each game is played by its bots of old, which never change, up to a moment of which
there is much to tell, and drawn by `examples/terminal.py` as for the player of seat 0. A test holds
the page and this equal.
"""

import random
import runpy
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import orjson

from events.terminal import say_lines
from games import OWN
from games.core.bots import Budget
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.table import Sit, Start, view
from projections.tables.views import with_names
from tests.folders import EXAMPLES
from tests.games.every import usual_seats
from tests.table.desk import OPENER, Desk, an_open

CLIENT = EXAMPLES / "terminal.py"
BEGIN, END = "<!-- drawings: python -m tests.docs.drawings -->\n", "<!-- end of drawings -->"
LEAST, MOST = 20, 400  # actions before a drawing
SHOWN = 8  # choices
ME = Seat(0)


def names(ids: Iterable[str]) -> Mapping[str, str]:
    """Return the names of the players."""
    return {one: {"p0": "Ada", "p1": "Grace"}[one] for one in ids}


def drawn(game: AnyGame) -> str:
    """Return a table at which seat 0 is about to act, and others have acted."""
    desk, luck = Desk().opened(an_open(game.name, usual_seats(game.name))), random.Random(5)
    for seat in range(desk.table.seats):
        one = Sit(Seat(seat), bot=None if seat < len("ab") else "regular")
        desk.do(OPENER if one.bot else f"player:p{seat}", one)
    desk.do("player:p0", Start())
    for count in range(MOST):
        acting = desk.table.to_act()
        shown = view(desk.table, ME)
        board = shown["board"]
        assert board is not None
        if count >= LEAST and ME in acting and all_told(board["current"], board["previous"]):
            break
        chance, play = Chance(luck.getrandbits(48)), desk.table.play
        asked = game.view(play, acting[0]), game.rules.choices(play, acting[0])
        desk.act(acting[0], game.bots.frozen[0].choose(*asked, [], chance, Budget()))
    labels = {face.id: face.label for face in game.presentation.faces}
    served = orjson.loads(orjson.dumps(with_names(shown, names)))
    drawing = runpy.run_path(str(CLIENT))["Drawing"](served, labels)
    return f"{drawing.text()}\n{drawing.choices(SHOWN)}"


def all_told(*rounds: Mapping[str, object] | None) -> bool:
    """Say whether somebody has done something in each of these."""
    return all(one is not None and one["deeds"] for one in rounds)


def text() -> str:
    """Return the drawings of all our games."""
    parts = [f"{game.title}:\n\n```\n{drawn(game)}\n```\n" for game in OWN]
    return "\n".join(parts)


def written_into(page: str) -> str:
    """Return a page with the drawings between its marks."""
    before, begin, rest = page.partition(BEGIN)
    return before + begin + text() + END + rest.partition(END)[2]


if __name__ == "__main__":
    if sys.argv[1:]:
        path = Path(sys.argv[1])
        path.write_text(written_into(path.read_text()))
    else:
        say_lines(*text().removesuffix("\n").split("\n"))
