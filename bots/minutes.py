"""How long tables of a game last, measured by tables that `regular` bots play to their end.

A turn counts as `TURN_SECONDS`, and seats that may act at once take theirs together. Of the tables
of a number of seats the shortest and the longest tenth are left out. The deals follow from a fixed
seed, so the same rules and bots give the same figures.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bots.deals import Deal, Dealer
from bots.entrants import player_factory
from bots.programs import USUAL
from bots.table import ArenaTable
from games.core.about import TURN_SECONDS
from games.core.contract import Seat
from games.core.game import AnyGame

SEED = "minutes"
USUAL_OPTIONS: Final[Mapping[str, Any]] = {}
TABLES = 20  # for each number of seats
LEFT_OUT = 10  # one table of so many, at each end
STEPS = ((60, 5), (180, 10), (None, 30))  # below so many minutes they are told in such steps


def _count_turns(deal: Deal) -> int:
    """Return how many turns a table of `regular` bots takes, those at the same time as one."""
    table, rules = ArenaTable(deal), deal.game.rules
    sit = player_factory(deal.game, "regular", USUAL)
    players = [sit(deal, Seat(seat)) for seat in range(deal.seats)]
    turns = 0
    while acting := rules.to_act(table.state):
        turns += 1
        for seat in acting:
            if seat in rules.to_act(table.state):
                table.act(seat, players[seat])
    return turns


def table_minutes(
    game: AnyGame, seats: int, tables: Iterable[int], options: Mapping[str, Any] = USUAL_OPTIONS
) -> list[float]:
    """Return how long the tables of these numbers last, in minutes."""
    dealer = Dealer(game, seats, options, whole=True, seed=SEED)
    return [_count_turns(dealer.deal(k)) * TURN_SECONDS / 60 for k in tables]


def usual_span(minutes: Sequence[float]) -> tuple[int, int]:
    """Return about the least and the most of these, without the outermost, in round numbers."""
    cut = len(minutes) // LEFT_OUT
    usual = sorted(minutes)[cut : len(minutes) - cut]
    return _round_minutes(usual[0], up=False), _round_minutes(usual[-1], up=True)


def _round_minutes(minutes: float, *, up: bool) -> int:
    """Return minutes in round numbers, never none."""
    step = next(step for below, step in STEPS if below is None or minutes < below)
    return max(step, step * int(-(-minutes // step) if up else minutes // step))
