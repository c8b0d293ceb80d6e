"""The numbers of a game: what OpenSpiel and PettingZoo call its distinct actions and outcomes.

First every card, for rows that are chosen card by card; then the number that says that a row is
complete; then every action in the order of the game's `actions`, those with a row as their stem:
the action with an empty row. Of outcomes of chance, first every card, then every seat.
"""

from collections.abc import Mapping
from functools import cache, cached_property

from games.core.contract import Card
from games.core.distinct import card_row_field, enumerate_actions
from games.core.game import AnyGame
from games.core.presentation import notation


class Numbering:
    """Numbers of actions and outcomes of one game, the same at all its tables."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.cards = tuple(Card(face.id) for face in game.presentation.faces)
        self.of_card: Mapping[str, int] = {card: at for at, card in enumerate(self.cards)}
        self.rows = {kind: card_row_field(kind) for kind in game.actions.values()}

    @property
    def end(self) -> int:
        """Return the number that says that a row of cards is complete."""
        return len(self.cards)

    @cached_property
    def actions(self) -> tuple[object, ...]:
        """Return all actions; Unlisted where the game doesn't say them."""
        return tuple(enumerate_actions(self.game))

    @cached_property
    def of_action(self) -> Mapping[object, int]:
        """Return action or stem -> number."""
        return {action: self.end + 1 + at for at, action in enumerate(self.actions)}

    @property
    def count(self) -> int:
        """Return how many numbers of actions there are."""
        return self.end + 1 + len(self.actions)

    @property
    def outcomes(self) -> int:
        """Return how many outcomes of chance there are."""
        return len(self.cards) + self.game.seats[-1]

    def action(self, number: int) -> object:
        """Return the action, or stem, of a number."""
        return self.actions[number - self.end - 1]

    def text(self, number: int) -> str:
        """Return what a number means, in notation: `pass`, `gold-7`."""
        if number < self.end:
            return self.cards[number]
        if number == self.end:
            return "that is all"
        return notation.to_notation(self.game.actions, self.action(number))

    def outcome(self, card: str) -> int:
        """Return the number of what may come next in a shuffle: a card, or a seat."""
        found = self.of_card.get(card)
        return self.end + int(card) if found is None else found

    def shuffled(self, outcome: int) -> str:
        """Return the card, or the seat, of an outcome."""
        return self.cards[outcome] if outcome < self.end else str(outcome - self.end)


@cache
def game_numbering(game: AnyGame) -> Numbering:
    """Return the numbers of a game."""
    return Numbering(game)
