"""The rules of all games, ours and those of installed packages (see `games.registry`).

They are loaded when the first of them is asked for: what only watches over others needs none.
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from games.registry import GAMES, NEWEST, OWN, REFUSED, game_of

GROUP: Final = "fairdeal.games"  # the entry points that name games from outside
__all__ = ["GAMES", "NEWEST", "OWN", "REFUSED", "game_of"]


def refused_games() -> tuple[str, ...]:
    """Return a sentence for each game from outside that does not keep the contract."""
    if not entry_points(group=GROUP):
        return ()  # none is there, so nothing need be loaded
    refused: tuple[str, ...] = import_module("games.registry").REFUSED
    return refused


def __getattr__(name: str) -> Any:
    """Load all games (PEP 562), unless it is another name that is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    registry = import_module("games.registry")
    globals().update({one: getattr(registry, one) for one in __all__})
    return globals()[name]
