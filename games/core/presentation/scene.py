"""The scene: what a person sees at the table, told in the same words in every game.

A game makes it of what its `view` tells one viewer, never of the state: so it can tell nobody more.
The state of most games keeps `deeds`, those of this trick, round or auction and of the one before,
for the scene alone; only what everybody saw may stand in a deed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from games.core.contract import Card, Cards, Seat


class Deed(NamedTuple):
    """What a seat did, as all saw it; `word` and `number` hold what the game needs besides."""

    seat: Seat
    action: str
    cards: Cards = ()
    word: str = ""
    number: int = 0


class DeedFacts(TypedDict):
    """What a seat did."""

    seat: Seat
    action: Annotated[str, "Name of the action."]
    cards: Annotated[Sequence[Card], "The cards that everybody saw."]
    word: Annotated[str, "What else was said: a pile, a token, how cards are to be read."]
    number: Annotated[int, "A number that was named: coins, a position."]


Deeds = tuple[Deed, ...]


def deed_facts(deeds: Deeds) -> list[DeedFacts]:
    """Return deeds as a view tells them."""
    return [
        {"seat": seat, "action": action, "cards": cards, "word": word, "number": number}
        for seat, action, cards, word, number in deeds
    ]


def deeds_from_facts(rows: Iterable[Mapping[str, Any]]) -> Deeds:
    """Return deeds from a view."""
    return tuple(Deed(**{**row, "cards": tuple(row["cards"])}) for row in rows)


class SceneDeed(TypedDict):
    """What a seat did, for people."""

    seat: Seat
    action: Annotated[str | None, "Name of the action; null: it happened by itself."]
    cards: Annotated[Sequence[Card | None], "The cards of it; null: face down."]
    text: Annotated[str, "What follows the name of who did it: `bids 3 coins`."]


class SceneRound(TypedDict):
    """A trick, a round or an auction."""

    kind: Literal["trick", "round", "auction"]
    name: Annotated[str, "For people: `Trick 3`."]
    deeds: Annotated[list[SceneDeed], "Who did what in it, in order."]
    winner: Annotated[Seat | None, "Who has won it, or would as it stands; null: nobody."]


class Pile(TypedDict):
    """Cards that lie together."""

    name: Annotated[str, "For people: `deck`."]
    seat: Annotated[Seat | None, "Before whom they lie; null: in the middle."]
    cards: Annotated[Sequence[Card | None], "In their order; null: one that lies face down there."]
    hidden: Annotated[int, "Face-down cards besides."]


class SeatScene(TypedDict):
    """What a game tells of a seat."""

    cards: Annotated[int, "Cards held."]
    score: int
    roles: Annotated[list[str], "What the seat is, as far as the viewer knows: `dealer`."]
    assets: Annotated[Sequence[str], "What it has besides cards, in words: `12 coins`."]


class Board(TypedDict):
    """The table but for the seats."""

    phase: Annotated[str, "One of the game's `phases`."]
    counts: Annotated[str, "What scores count: `points`."]
    order: Annotated[list[Seat], "The seats in the order in which they act, the starter first."]
    dealer: Seat | None
    starter: Annotated[Seat | None, "Who begins, or began, the current trick, round or auction."]
    mine: Annotated[
        Sequence[Card | None] | None,
        "The viewer's cards, null for one that the viewer may not look at; null for no seat.",
    ]
    open: Annotated[list[Pile], "What lies on the table, but for the viewer's own cards."]
    current: SceneRound | None
    previous: Annotated[SceneRound | None, "The one before; null: none that is still told."]


class Scene(TypedDict):
    """What a person sees at the table, as one viewer may."""

    seats: list[SeatScene]
    board: Board


def make_pile(
    name: str, cards: Sequence[Card | None] = (), *, hidden: int = 0, seat: Seat | None = None
) -> Pile:
    """Return cards that lie together."""
    return {"name": name, "seat": seat, "cards": cards, "hidden": hidden}


def clockwise_seats(first: int, seats: int) -> list[Seat]:
    """Return all seats, beginning with `first`.

    >>> clockwise_seats(2, 4)
    [2, 3, 0, 1]
    """
    return [Seat((first + step) % seats) for step in range(seats)]
