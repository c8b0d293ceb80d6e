"""Ask a game's bots, and put others in their place."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from games.core.bots import Bot, Budget, Choose, Guide
from games.core.contract import Choices, ReceivedEvent, Seat, View
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.search import choose_bot_action
from tests.games.changed import with_levels


def asked(
    game: AnyGame,
    view: View,
    choices: Choices[Any],
    seen: Sequence[ReceivedEvent] = (),
    seed: int = 1,
    level: str = "regular",
    playouts: int = 0,
) -> Any:
    """Return what the bot of a level chooses with a seed and so many playouts."""
    luck, budget = Chance(seed), Budget(playouts)
    return choose_bot_action(
        game, game.bots.levels[level], view, choices, seen, luck=luck, budget=budget
    )


def with_bot(
    game: AnyGame, choose: Choose[Any], level: str = "regular", playouts: int = 0
) -> AnyGame:
    """Return the game with another bot of a level; one with playouts counts as one that thinks."""
    replaced = game.bots.levels.get(level)
    version = 1 if replaced is None else replaced.version
    bot: Bot[Any] = Bot(level, version, choose, None, playouts)
    return with_levels(game, {**game.bots.levels, level: bot})


def with_search(game: AnyGame, playouts: int) -> AnyGame:
    """Return the game with an expert of so many playouts a move; by fallbacks, if it has none."""
    own = game.bots.levels.get("expert") or game.bots.levels["regular"]
    bot: Bot[Any] = Bot(
        "expert", own.version, own.choose, own.guide or by_fallbacks(game), playouts
    )
    return with_levels(game, {**game.bots.levels, "expert": bot})


def by_fallbacks(game: AnyGame) -> Guide[Any, Any]:
    """Return a guide that plays a hand on by fallbacks."""

    def worlds(view: View, seen: Sequence[ReceivedEvent], luck: Chance) -> Iterator[Any]:
        for number in count():
            yield game.bots.determinise(view, seen, luck.fork(number))

    def over(root: Any, state: Any) -> bool:
        return game.rules.outcome(state) is not None or game.rules.hand(state) != game.rules.hand(
            root
        )

    def worth(root: Any, state: Any, seat: Seat) -> float:
        return float(game.rules.standing(state, (0,) * state.seats).scores[seat])

    return Guide(
        worlds, lambda view, choices: choices.actions[:6], over, worth, game.rules.fallback
    )
