"""Golden tables: whole tables as text, of which all but the given lines is computed again.

Given are `options`, `seats`, perhaps `carried`, one `order` line for each shuffle in turn, and the
moves: `> seat action`. Each event follows in notation, with its note in English below it.

    python -m tests.games.golden            bring every game and seat count to four tables

looks through random tables for those that show what few others show.
"""

import json
import random
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from games import GAMES
from games.core.contract import Seat, Shuffle
from games.core.game import AnyGame
from games.core.options import options_to_json, validate_options
from games.core.presentation import notation
from games.core.type_hints.values import to_json
from tests.corpus import random_options
from tests.games.every import checks_of
from tests.games.play import Play
from tests.games.said import said

WANTED = 4  # tables of each game and number of seats
HEAD = ("options ", "seats ", "carried ", "order ")
SEARCHED, LONGEST = 300, 900  # random tables looked through, lines of one that is kept


class Retelling:
    """A table that is played again from the given lines of a text."""

    def __init__(self, game: AnyGame, lines: list[str]) -> None:
        self.game = game
        self.told = [line for line in lines if line.startswith(HEAD)]
        given = dict(line.split(" ", 1) for line in self.told if not line.startswith("order "))
        self.orders = iter([line[6:] for line in self.told if line.startswith("order ")])
        seats = int(given["seats"])
        options = validate_options(game.options, json.loads(given["options"]), seats)
        carried = json.loads(given.get("carried", "null"))
        data = None if carried is None else {"table": "before", "data": carried}
        self.state: Any = game.rules.open(options, seats, data)
        self.told.append("")
        self.settle()

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        order = tuple(map(str, notation.read_word(next(self.orders))))
        assert sorted(order) == sorted(shuffle.cards), f"the cards of {shuffle.what}"
        return order

    def tell(self, events: tuple[Any, ...] | list[Any]) -> None:
        for event in events:
            note = said(self.game, self.state, event)
            self.told += [notation.to_notation(self.game.events, event), f"    {note}"]
            self.state = self.game.evolve(self.state, event)

    def settle(self) -> None:
        while (due := self.game.rules.pending(self.state)) is not None:
            order = self.order(due) if isinstance(due, Shuffle) else ()
            self.tell(self.game.rules.proceed(self.state, order))

    def move(self, line: str) -> None:
        seat, action = line.removeprefix("> ").split(" ", 1)
        self.told += ["", line]
        read = notation.from_notation(self.game.actions, action)
        self.tell(self.game.rules.decide(self.state, Seat(int(seat)), read))
        self.settle()

    def end(self) -> None:
        outcome = self.game.rules.outcome(self.state)
        if outcome is not None:
            self.told += ["", f"places {notation.write_word(outcome.places)}"]
            self.told += [f"scores {notation.write_word(outcome.scores)}", f"because {outcome.why}"]


def replay(game: AnyGame, text: str) -> str:
    """Return the text with everything but its given lines computed again."""
    lines = text.splitlines()
    table = Retelling(game, lines)
    for line in lines:
        if line.startswith("> "):
            table.move(line)
    assert next(table.orders, None) is None, "an order is left over"
    table.end()
    return "\n".join(table.told) + "\n"


def recorded(play: Play) -> str:
    """Return the text of a table that was played."""
    names = play.game.actions
    given = [f"options {json.dumps(dict(options_to_json(play.options)))}", f"seats {play.seats}"]
    given += [f"order {notation.write_word(order)}" for order in play.orders]
    given += [f"> {seat} {notation.to_notation(names, action)}" for seat, action in play.moves]
    return replay(play.game, "\n".join(given))


def features(play: Play) -> set[str]:
    """Return what a table shows: kinds of events, with the words that tell them apart."""
    names = {kind: name for name, kind in play.game.events.items()}
    cards = {card for order in play.orders for card in order}
    found = set()
    for event in play.events:
        name = names[type(event)].split(".")[1]
        found.add(name)
        for field, value in to_json(event).items():
            if isinstance(value, str) and value not in cards and re.fullmatch(r"[a-z_]+", value):
                found.add(f"{name} {field} {value}")
            elif isinstance(value, bool) or value is None:
                found.add(f"{name} {field} {'none' if value is None else str(value).lower()}")
    return found


def path_of(game: AnyGame, seats: int, what: str) -> Path:
    """Return the file of a golden table."""
    words = re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")
    folder, end = checks_of(game.name).golden, ""
    while (path := folder / f"{seats}-{words}{end}.txt").exists():
        end = f"-{int(end[1:] or 1) + 1}"
    return path


def files(game: AnyGame) -> list[Path]:
    """Return the golden tables of a game."""
    return sorted(checks_of(game.name).golden.glob("*.txt"))


def search(game: AnyGame, seats: int) -> list[Play]:
    """Return random tables of a game that have ended soon enough."""
    found = []
    for number in range(SEARCHED):
        luck = random.Random(f"golden {game.name} {seats} {number}")
        options = replace(random_options(game, seats, luck), **game.brief)
        play = Play(game, options, seats, luck)
        while (
            game.rules.outcome(play.state) is None
            and 2 * len(play.events) + 2 * len(play.moves) < LONGEST
        ):
            play.act(*play.random_move())
        if game.rules.outcome(play.state) is not None:
            found.append(play)
    return found


def fill(game: AnyGame, seats: int, missing: int) -> None:
    """Write the tables that show most of what few others show."""
    plays = search(game, seats)
    shown = [features(play) for play in plays]
    counts = Counter(feature for each in shown for feature in each)
    covered: set[str] = set()
    for _ in range(min(missing, len(plays))):
        worth = [sum(1 / counts[f] for f in each - covered) for each in shown]
        best = worth.index(max(worth))
        rarest = min(shown[best] - covered or shown[best], key=lambda f: (counts[f], f))
        path_of(game, seats, rarest).write_text(recorded(plays[best]))
        covered |= shown[best]


def main() -> None:
    """Bring every game and seat count to four tables."""
    wanted = sys.argv[1:]
    for game in GAMES.values():
        if wanted and game.name not in wanted:
            continue
        have = Counter(int(path.stem.split("-")[0]) for path in files(game))
        for seats in game.seats:
            if have[seats] < WANTED:
                fill(game, seats, WANTED - have[seats])
                print(game.name, seats, WANTED - have[seats])


if __name__ == "__main__":
    main()
