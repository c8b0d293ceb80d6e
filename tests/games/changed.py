"""Games with something changed, for tests."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core.bots import Bot
from games.core.game import AnyGame


def with_rules(game: AnyGame, **changes: Any) -> AnyGame:
    """Return the game with other functions among its rules."""
    return replace(game, rules=replace(game.rules, **changes))


def with_presentation(game: AnyGame, **changes: Any) -> AnyGame:
    """Return the game with something else shown to people."""
    return replace(game, presentation=replace(game.presentation, **changes))


def with_levels(game: AnyGame, levels: Mapping[str, Bot[Any]]) -> AnyGame:
    """Return the game with other bots."""
    return replace(game, bots=replace(game.bots, levels=levels))
