"""Games from outside: packages that name theirs in the entry point group `fairdeal.games`.

    [project.entry-points."fairdeal.games"]
    high_card = "high_card:GAME"

An entry point names a `Game`, or a tuple of them: one for each version of the rules.
"""

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from games import GROUP
from games.core.conformity import contract_violation
from games.core.game import AnyGame

Key = tuple[str, int]  # name and version of the rules


class InstalledGames(NamedTuple):
    """The games that are there, and a sentence for each from outside that is refused."""

    games: dict[Key, AnyGame]
    refused: tuple[str, ...]


def with_installed(
    own: Iterable[AnyGame], points: Iterable[EntryPoint] | None = None
) -> InstalledGames:
    """Return our own games and those of installed packages that keep the contract."""
    games = {(game.name, game.version): game for game in own}
    refused: list[str] = []
    for point in sorted(entry_points(group=GROUP) if points is None else points):
        try:
            found = _load_games(point)
            for game in found:
                _require_installable(game, games)
        except Exception as error:  # whatever a stranger's package raises while it is imported
            why = f"{_game_origin(point)} is refused: {_load_error_text(error)}"
            refused.append(f"{why}. docs/reference/game-contract.md says what a game must have")
        else:
            games |= {(game.name, game.version): game for game in found}
    return InstalledGames(games, tuple(refused))


class UnfitGame(Exception):
    """A game does not keep the contract."""


def _load_games(point: EntryPoint) -> tuple[Any, ...]:
    """Return what an entry point names."""
    found = point.load()
    return found if isinstance(found, tuple) else (found,)


def _require_installable(game: Any, others: Mapping[Key, AnyGame]) -> None:
    """Raise Unfit with what a game lacks, or where another has its name and version."""
    if (lack := contract_violation(game)) is not None:
        raise UnfitGame(lack)
    if (other := others.get((game.name, game.version))) is not None:
        there = f"there is a game {game.name} with rules {game.version} already"
        raise UnfitGame(f"{there}, in {other.package}")
    known = {
        card: (seen, one.name)
        for one in others.values()
        for card, seen in _card_appearances(one).items()
    }
    for card, seen in _card_appearances(game).items():
        if card in known and known[card][0] != seen:
            raise UnfitGame(
                f"its card {card} does not look like that of {known[card][1]}: rename it"
            )


def _card_appearances(game: AnyGame) -> Mapping[str, object]:
    """Return how the cards of a game look: equal ids have one picture."""
    suits = {suit.suit: suit for suit in game.presentation.suits}
    return {
        face.id: (face.name, face.rank, face.label, [suits[suit] for suit in face.suits])
        for face in game.presentation.faces
    }


def _game_origin(point: EntryPoint) -> str:
    """Say which package an entry point is from."""
    package = "" if point.dist is None else f" of {point.dist.name} {point.dist.version}"
    return f"The game `{point.name}`{package}"


def _load_error_text(error: Exception) -> str:
    """Return what went wrong as a part of a sentence."""
    return str(error) if isinstance(error, UnfitGame) else f"{type(error).__name__}: {error}"
