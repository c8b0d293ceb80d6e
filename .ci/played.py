"""Play tables of every game with chance that is the same each time, and print a line for each.

The sum in it is of the bytes of all events and of all that was shown: two installs that print the
same lines play, show and think the same. `expert`s search, other seats are held by the lower levels
and by chance. A line more for each game is of how documents describe its actions and events. Which
rules are installed is said on standard error.
"""

import hashlib
import sys
from collections.abc import Iterator
from typing import Any, get_type_hints

from bots.deals import Dealer
from bots.entrants import player_factory
from bots.programs import ProgramLimits
from bots.table import ArenaTable, ChosenAction, Question
from games import OWN
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.fairness.shuffle import canonical_bytes
from games.core.game import AnyGame
from games.core.type_hints.values import to_json
from service.commands.main import RULES

HELD = ("expert@8", "regular", "novice", "")  # in turn; the last by chance
DEALS = 2  # of each game with least and with most seats
LONGEST = 150  # decisions of a table; then it is left


class ByChance:
    """Takes any of its choices."""

    def choose(self, question: Question) -> ChosenAction:
        """Return an action, or the example of a pick."""
        actions, picks = question.choices
        every = [*actions, *(pick.example for pick in picks)]
        return ChosenAction(every[Chance(question.seed).randrange(len(every))])

    def clock(self) -> float:
        """Return nothing: how long it takes is of no interest."""
        return 0.0

    def fail(self, n: int, why: str) -> None:
        """Take no notice."""

    def end(self, *_: object) -> None:
        """Leave the table."""


def played(game: AnyGame, seats: int, number: int) -> Iterator[Any]:
    """Play a table; yield JSON values of what happened and what was shown."""
    deal = Dealer(game, seats, {}, False, "played").deal(number)
    table = ArenaTable(deal)
    names = [HELD[(seat + number) % len(HELD)] for seat in range(seats)]
    players = [
        player_factory(game, name, ProgramLimits())(deal, Seat(seat)) if name else ByChance()
        for seat, name in enumerate(names)
    ]
    decisions = events = 0
    while game.rules.outcome(table.state) is None and decisions < LONGEST:
        seat = game.rules.to_act(table.state)[0]
        yield from shown(game, table, seat)
        table.act(seat, players[seat])
        yield [[game.types[type(one)], to_json(one)] for one in table.happened[events:]]
        decisions, events = decisions + 1, len(table.happened)
    failed = [one.first for one in table.conduct if one.first is not None]
    assert not failed, f"{game.name}: {failed}"
    yield [*(game.rules.outcome(table.state) or ())]


def shown(game: AnyGame, table: ArenaTable, seat: Seat) -> Iterator[Any]:
    """Yield what spectators and a seat see at a moment, and what the seat may do."""
    for viewer in (None, seat):
        view = game.view(table.state, viewer)
        yield [view, game.presentation.scene(view)]
    choices = game.rules.choices(table.state, seat)
    for action in choices.actions:
        yield [to_json(action), [*game.presentation.wording(view, action)]]
    for pick in choices.picks:
        yield [to_json(pick.example), *pick[1:]]


def told(game: AnyGame) -> list[tuple[str, str | None, str]]:
    """Return how documents describe the actions and events of a game, and their fields."""
    kinds = {**game.actions, **game.events}
    return [(name, kind.__doc__, str(get_type_hints(kind))) for name, kind in kinds.items()]


def main() -> None:
    """Print the lines."""
    print(RULES, file=sys.stderr)
    for game in OWN:
        print(
            game.name, "told", hashlib.sha256(canonical_bytes(told(game))).hexdigest(), flush=True
        )
        for seats in (game.seats[0], game.seats[-1]):
            for number in range(DEALS):
                sum_of = hashlib.sha256()
                for value in played(game, seats, number):
                    sum_of.update(canonical_bytes(value))
                print(game.name, seats, number, sum_of.hexdigest(), flush=True)


if __name__ == "__main__":
    main()
