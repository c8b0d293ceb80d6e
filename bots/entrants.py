"""Who may play in the arena, by name.

``novice``, ``regular`` and ``expert`` are the game's levels, ``plain`` its yardstick of old. Behind
an @ stands another budget: ``expert@100`` makes at most 100 playouts a move.
``python:module:NAME`` is a `Bot` of a module that can be imported, ``program:./my_bot.py`` a
program that is started anew for each table.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from time import process_time
from typing import Any

from bots.programs import NoProgram, ProgramLimits, program_command
from bots.protocol import ProgramPlayer
from bots.table import ChosenAction, Question, Sit
from games.core.bots import Bot, Budget
from games.core.contract import Outcome, ReceivedEvent
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.search import choose_bot_action
from games.core.words import did_you_mean

PROGRAM, IMPORTED = "program:", "python:"
PLAYOUTS = re.compile("[1-9][0-9]{0,6}")


class BadEntrant(ValueError):
    """An entrant is named that there is not; the text says what would be right."""


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """A bot in our own process, which remembers nothing of the table."""

    game: AnyGame
    bot: Bot[Any]
    budget: Callable[[], Budget]

    def clock(self) -> float:
        """Return the processor's time."""
        return process_time()

    def choose(self, question: Question) -> ChosenAction:
        """Return the action that the bot takes."""
        view, choices, luck = question.view, question.choices, Chance(question.seed)
        budget = self.budget()
        action = choose_bot_action(
            self.game, self.bot, view, choices, question.hand, luck=luck, budget=budget
        )
        return ChosenAction(action, budget.done)

    def fail(self, n: int, why: str) -> None:
        """Take no notice."""

    def end(self, outcome: Outcome | None, news: Sequence[ReceivedEvent]) -> None:
        """Leave the table."""


def player_factory(game: AnyGame, name: str, limits: ProgramLimits) -> Sit:
    """Return what makes a player for each table; BadEntrant for a name that nobody has."""
    if name.startswith(PROGRAM):
        return _program_player_factory(name, limits)
    _, at, amount = name.partition("@")
    bot = _bot_of(game, name)
    player = BotPlayer(game, bot, _budget_factory(bot, name, amount if at else None))
    return lambda deal, seat: player


def _program_player_factory(name: str, limits: ProgramLimits) -> Sit:
    """Return what starts a program for each table."""
    try:
        return partial(ProgramPlayer, program_command(name.removeprefix(PROGRAM)), limits)
    except NoProgram as error:
        raise BadEntrant(f"`{name}`: {error}") from None


def is_thinking_bot(game: AnyGame, name: str) -> bool:
    """Say whether a bot takes long, so that there are few deals."""
    if name.startswith((PROGRAM, IMPORTED)):
        return True
    return _bot_of(game, name).guide is not None


def bot_version(game: AnyGame, name: str) -> int | None:
    """Return the version of a bot, which grows whenever it plays otherwise; None of a program."""
    if name.startswith(PROGRAM):
        return None
    return _bot_of(game, name).version


def _bot_of(game: AnyGame, name: str) -> Bot[Any]:
    """Return the bot of a name, whatever its budget."""
    who = name.partition("@")[0]
    return _import_bot(who) if who.startswith(IMPORTED) else _bot_named(game, who)


def _bot_named(game: AnyGame, name: str) -> Bot[Any]:
    """Return a bot of the game."""
    known: Mapping[str, Bot[Any]] = {
        **game.bots.ladder,
        **{bot.level: bot for bot in game.bots.frozen},
        **{f"{bot.level}/{bot.version}": bot for bot in game.bots.frozen},
    }
    if name not in known:
        names = ", ".join(known)
        raise BadEntrant(
            f"{game.title} has no bot `{name}`; it has {names}{did_you_mean(name, known)}"
        )
    return known[name]


def _import_bot(name: str) -> Bot[Any]:
    """Return the bot of ``python:module:NAME``."""
    _, module, attribute = (*name.split(":"), "")[:3]
    try:
        bot = getattr(import_module(module), attribute)
    except Exception as error:  # a module may raise anything
        raise BadEntrant(f"`{name}` can't be loaded ({error}); write python:module:NAME") from None
    if not isinstance(bot, Bot):
        raise BadEntrant(f"`{name}` is a {type(bot).__name__}, not a Bot of games.core.bots")
    return bot


def _budget_factory(bot: Bot[Any], name: str, amount: str | None) -> Callable[[], Budget]:
    """Return what makes the budget of a move."""
    if amount is None:
        return partial(Budget, bot.playouts)
    if not PLAYOUTS.fullmatch(amount):
        raise BadEntrant(f"`{name}`: after the @ write a number of playouts, as in expert@100")
    return partial(Budget, int(amount))
