"""Walk through tables step by step, at random from a seed."""

from collections.abc import Iterator
from typing import Any

from bots.deals import SHORT
from bots.research.steps import Position, TableTerms
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame

LONGEST = 400  # decisions, after which a walk is broken off


def terms(game: AnyGame, seats: int, longest: int = LONGEST, **options: Any) -> TableTerms:
    short = SHORT.get(game.name, game.brief)
    return TableTerms.read(game, seats, {**short, **options}, longest)


def drawn(position: Position, luck: Chance) -> int:
    """Draw the next step: of chance as likely as it is, of a seat each as likely."""
    if position.due is None:
        return position.legal[luck.randrange(len(position.legal))]
    return position.drawn_by(luck)


def walk(terms: TableTerms, luck: Chance) -> Iterator[Position]:
    """Yield every position of a table, from the first shuffle to the end."""
    yield from walked(terms.opened(), luck)


def walked(position: Position, luck: Chance) -> Iterator[Position]:
    """Yield a position and all that follow, to the end."""
    yield position
    while not position.is_over:
        position = position.after(drawn(position, luck))
        yield position


def choosing(terms: TableTerms, luck: Chance, every: int) -> Iterator[tuple[Position, Seat]]:
    """Yield about each so many-th position at which a seat has a step, and the seat.

    Not those of the second half of a table that is broken off.
    """
    for position in walk(terms, luck):
        far = position.decisions > terms.longest // 2
        if position.seat is not None and not far and not luck.randrange(every):
            yield position, position.seat
