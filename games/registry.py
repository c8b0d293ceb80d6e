"""All games that are here: ours, and those of installed packages (see `games.installed`).

`GAMES` is the table name and version -> Game; `NEWEST` has the newest rules of each name, and
`REFUSED` a sentence for each game from outside that does not keep the contract.
"""

from collections.abc import Mapping

from games import boojum, boon, boosh, bum, goblin_market
from games.core.contract import RulesNotInstalled
from games.core.game import AnyGame
from games.installed import with_installed

OWN: tuple[AnyGame, ...] = (
    boojum.GAME, boon.GAME, boosh.GAME, bum.GAME, goblin_market.GAME,
)  # fmt: skip
GAMES: dict[tuple[str, int], AnyGame]  # typed for the compiler, which meets it within a cycle
REFUSED: tuple[str, ...]
GAMES, REFUSED = with_installed(OWN)
NEWEST: Mapping[str, AnyGame] = {name: GAMES[name, version] for name, version in sorted(GAMES)}


def game_of(name: str, version: int) -> AnyGame:
    """Return a game with the rules of a version.

    Raises:
        RulesNotInstalled: it came from a package that is not here.
    """
    try:
        return GAMES[name, version]
    except KeyError:
        raise RulesNotInstalled(name, version) from None
