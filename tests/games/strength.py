"""How strong bots are: what one gains a duplicate deal among others, and simple scripts.

A game's scripts lie in `tests/games/<game>/scripts.py` as `SCRIPTS`, by name.
"""

import os
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import fsum
from typing import Any, TypeVar

import pytest

from bots.deals import Dealer
from bots.entrants import BotPlayer
from bots.table import Sit, play_out_table
from games.core.bots import Bot, Budget, Choose
from games.core.fairness.chance import Chance
from games.core.figures import Mean, mean_with_error
from games.core.game import AnyGame
from games.core.options import validate_options
from tests.corpus import RUN
from tests.games.play import Play, offered, seen_by

T = TypeVar("T")
NO_OPTIONS: Mapping[str, Any] = {}
FEWEST = 8  # values of which a spread says something


def fewest_first(seats: Iterable[int]) -> list[Any]:
    """Return numbers of seats for a test of strength: only the first is played in every run."""
    return [
        pytest.param(n, marks=[pytest.mark.nightly] if at else []) for at, n in enumerate(seats)
    ]


def one_of(cases: Iterable[T], what: str) -> list[T]:
    """Return one of some cases that take minutes each: another in each run, by its seed."""
    return [random.Random(f"{RUN.seed} {what}").choice([*cases])]


def seated(game: AnyGame, bot: Bot[Any], playouts: int | None = None) -> BotPlayer:
    """Return a player that asks a bot, with its own budget unless told."""
    return BotPlayer(game, bot, partial(Budget, bot.playouts if playouts is None else playouts))


def sitting(player: BotPlayer) -> Sit:
    """Return what has this player sit down, at any table."""
    return lambda deal, seat: player


def gain(
    game: AnyGame,
    seats: int,
    one: BotPlayer,
    others: BotPlayer,
    deals: int,
    seed: str = "strength",
    *,
    whole: bool = False,
    options: Mapping[str, Any] = NO_OPTIONS,
) -> Mean:
    """Return what `one` gains a deal, or a whole table; it has each seat of a deal once.

    Fewer deals are played where fewer already leave no doubt.
    """
    dealer = Dealer(game, seats, options, whole, seed)
    values: list[float] = []
    for deal in map(dealer.deal, range(deals)):
        found = []
        for own in range(seats):
            sit = [sitting(one if seat == own else others) for seat in range(seats)]
            scores = play_out_table(deal, sit).scores
            found.append(scores[own] - fsum(scores) / seats)
        values.append(fsum(found) / seats)
        if is_beyond_doubt(values, 0):
            break
    return mean_with_error(values)


def is_beyond_doubt(values: Sequence[float], bound: float) -> bool:
    """Say whether a mean will stay on its side of a bound, however many values follow.

    That is asked of 8, 16, 32 ... values, and answered by twice the 95 % interval: four spreads.
    """
    count = len(values)
    if count < FEWEST or count & (count - 1):
        return False
    mean = mean_with_error(values)
    return abs(mean.value - bound) > 2 * mean.error > 0


def scripts(game: AnyGame) -> Mapping[str, Choose[Any]]:
    """Return simple ways to play a game; none where nobody has written any yet."""
    name = f"tests.games.{game.name}.scripts"
    found: Mapping[str, Choose[Any]] = import_module(name).SCRIPTS if find_spec(name) else {}
    return found


def require_offered(game: AnyGame, script: Choose[Any], seats: int, moves: int = 30) -> None:
    """Let a script play the usual options among seats that play at random."""
    luck = random.Random(os.urandom(8).hex())
    play = Play(game, validate_options(game.options, {}, seats), seats, luck)
    while game.rules.outcome(play.state) is None and len(play.moves) < moves * seats:
        seat, action = play.random_move()
        if seat == 0:
            choices, seen = game.rules.choices(play.state, seat), seen_by(game, seat, play.events)
            view, chance = game.view(play.state, seat), Chance(luck.getrandbits(48))
            action = script(view, choices, seen, chance, Budget())
            assert offered(choices, action)
        play.act(seat, action)
