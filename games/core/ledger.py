"""What must add up in play of which parts are sealed: cards that everybody sees, and scores.

A game's ledger follows the events of one table as somebody got them, and finds what contradicts
itself whatever the sealed parts hold. It judges no rules: it asks where cards can be, and whether
sums are right. What it cannot know (a hand whose parts are sealed, scores from before it began) is
None, and held to nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Data = Mapping[str, Any]  # the public fields of an event
Parts = Mapping[str, Data]  # its open private parts by audience
LedgerStep = Callable[[Data, Parts], None]


class Contradiction(Exception):
    """An event contradicts what the events before it say, in a sentence."""


def require_sum(right: object, found: object, what: str) -> None:
    """Refuse a number, or a row of them, that does not follow.

    >>> require_sum((1, 2), [1, 2], "points")
    """
    if isinstance(right, tuple):
        right = [*right]
    if right != found:
        raise Contradiction(f"{what} must be {right}, not {found}")


def with_added(row: Sequence[int], more: Iterable[int]) -> tuple[int, ...]:
    """Return a row of numbers with another one added.

    >>> with_added((1, 2), [3, -4])
    (4, -2)
    """
    return tuple(one + other for one, other in zip(row, more, strict=True))


class Ledger:
    """Where cards may be, and the scores, up to some event of a table.

    Attributes:
        deck: how often there is each card.
        hands: by seat, the cards held; None where that is not known.
        seen: the cards that have left the hands since the deal, and do not come back.
        scores: by seat; None until they are known.
        places: by seat, once the game has said them.
        steps: name of an event -> what to do with its public data, which have the form of its
            type, and its open parts; nothing is to be done with the others.
    """

    def __init__(self, seats: int, deck: Iterable[str]) -> None:
        self.seats, self.deck = seats, Counter(deck)
        self.hands: list[Counter[str] | None] = [None] * seats
        self.seen: Counter[str] = Counter()
        self.scores: tuple[int, ...] | None = None
        self.places: tuple[int, ...] | None = None
        self.steps: Mapping[str, LedgerStep] = {}

    def follow(self, name: str, data: Data, parts: Parts) -> None:
        """Go on with an event of the game.

        Raises:
            Contradiction: it cannot be what happened.
        """
        if (step := self.steps.get(name)) is not None:
            step(data, parts)

    def require_in_deck(self, cards: Iterable[str]) -> None:
        """Refuse more of a card than there are in the deck."""
        if more := Counter(cards) - self.deck:
            raise Contradiction(f"the deck does not have so many of {min(more)}")

    def deal(self, parts: Parts, field: str = "hands") -> None:
        """Begin a hand with the cards of those seats whose parts are open."""
        own = [parts.get(str(seat), {}).get(field) for seat in range(self.seats)]
        self.hands = [None if cards is None else Counter(cards) for cards in own]
        self.seen = Counter()
        for cards in own:
            self.require_room(cards or ())

    def require_room(self, cards: Iterable[str]) -> None:
        """Refuse cards that the deck does not have, or not so often."""
        known = [hand for hand in self.hands if hand is not None]
        for card in cards:
            if self.seen[card] + sum(hand[card] for hand in known) > self.deck[card]:
                raise Contradiction(f"there is no {card} left: the deck has {self.deck[card]}")

    def receive(self, seat: int, cards: Iterable[str] | None) -> None:
        """Put cards into a hand; None: nobody knows which."""
        hand = self.hands[seat]
        if hand is None or cards is None:
            self.hands[seat] = None
            return
        cards = [*cards]
        hand.update(cards)
        self.require_room(cards)

    def give_up(self, seat: int, cards: Iterable[str] | None) -> None:
        """Take cards out of a hand, which must hold them; None: nobody knows which."""
        hand = self.hands[seat]
        if hand is None or cards is None:
            self.hands[seat] = None
            return
        for card in cards:
            if hand[card] <= 0:
                raise Contradiction(f"seat {seat} does not hold {card}")
            hand[card] -= 1

    def show(self, seat: int, cards: Sequence[str]) -> None:
        """Let cards leave a hand for good, in sight of all."""
        self.give_up(seat, cards)
        self.seen.update(cards)
        self.require_room(cards)

    def require_shown(self, seat: int, cards: Iterable[str]) -> None:
        """Refuse cards that a hand does not hold, or that cannot be in it, and leave them there."""
        hand, shown = self.hands[seat], Counter(cards)
        if hand is not None and shown - hand:
            raise Contradiction(f"seat {seat} does not hold {min(shown - hand)}")
        if hand is None and (more := shown - (self.deck - self.seen)):
            raise Contradiction(f"there is no {min(more)} left for seat {seat} to show")

    def add_scores(self, more: Iterable[int]) -> tuple[int, ...] | None:
        """Return the scores with some added, where they are known."""
        return None if self.scores is None else with_added(self.scores, more)

    def require_scores(self, right: tuple[int, ...] | None, found: Sequence[int]) -> None:
        """Hold scores to what they must be, where that is known, and go on with them."""
        if right is not None:
            require_sum(right, [*found], "the scores")
        self.scores = tuple(found)
