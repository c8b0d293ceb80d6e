"""The search for cards that show each suit exactly once or twice, with Excuses in the gaps."""

from collections.abc import Iterator
from typing import Final

from games.boojum.cards import SUIT_NUMBERS, SUITS
from games.boojum.faults import can_supply
from games.core.contract import Card

# What is still missing is one number with three bits a suit: up to two symbols and a guard, which
# a subtraction clears when a suit would go below none.
BITS: Final = 3
GUARD: Final = sum(4 << BITS * suit for suit in range(len(SUITS)))
SHOWN: Final[dict[Card, int]] = {
    card: sum(1 << BITS * suit for suit in numbers) for card, numbers in SUIT_NUMBERS.items()
}
MISSING: Final[dict[int, int]] = {
    number: sum(number << BITS * suit for suit in range(len(SUITS))) for number in (1, 2)
}


def _missing_by_suit(missing: int) -> list[int]:
    """Return the number of missing symbols by suit."""
    return [missing >> BITS * suit & 3 for suit in range(len(SUITS))]


class SymbolSearch:
    """The cards of a hand grouped by the symbols they show, and what is known to lead nowhere."""

    def __init__(self, real: list[Card], jokers: int, most: int) -> None:
        groups: dict[int, list[Card]] = {}
        for card in real:
            groups.setdefault(SHOWN[card], []).append(card)
        # by lowest suit, so that a suit that no later group shows must be complete
        self.groups = sorted(groups.items(), key=lambda group: (group[0] & -group[0], -group[0]))
        self.jokers, self.most = jokers, most
        self.closed = [0] * (len(self.groups) + 1)  # by group: suits that none from it on shows
        shown = 0
        for at in range(len(self.groups), -1, -1):
            if at < len(self.groups):
                shown |= self.groups[at][0]
            self.closed[at] = MISSING[1] * 3 & ~(shown * 3)
        self.dead: set[tuple[int, int]] = set()

    def cover(self, at: int, missing: int) -> Iterator[tuple[list[int], int]]:
        """Yield how many cards of each group from `at` on to take, and what Excuses must fill."""
        if not missing or at == len(self.groups):
            if can_supply(_missing_by_suit(missing), self.jokers, self.most):
                yield [0] * (len(self.groups) - at), missing
            return
        closed = missing & self.closed[at]
        if (at, missing) in self.dead or (closed and not self.may_stay_open(closed)):
            return
        shown, cards = self.groups[at]
        alive = False
        for take in range(min(2, len(cards)), -1, -1):
            rest = (missing | GUARD) - shown * take
            if rest & GUARD == GUARD:
                for later, gap in self.cover(at + 1, rest & ~GUARD):
                    alive = True
                    yield [take, *later], gap
        if not alive:
            self.dead.add((at, missing))

    def may_stay_open(self, closed: int) -> bool:
        """Say whether the Excuses could fill at least these suits."""
        wanted = _missing_by_suit(closed)
        return max(wanted) <= self.jokers and sum(wanted) <= self.jokers * self.most


def symbol_sets(
    real: list[Card], number: int, jokers: list[Card], most: int
) -> Iterator[list[Card]]:
    """Yield sets with `number` symbols of each suit, those with few Excuses first."""
    whole = MISSING[number]
    for excuses in range(len(jokers) + 1):
        search = SymbolSearch(real, excuses, most)
        for takes, gap in search.cover(0, whole):
            if gap == whole:
                continue  # B30: Excuses alone are no set
            base = [
                card
                for (_, cards), k in zip(search.groups, takes, strict=True)
                for card in cards[:k]
            ]
            yield base + jokers[:excuses]
            for (_, cards), k in zip(search.groups, takes, strict=True):
                if 0 < k < len(cards) and cards[0] != cards[-1]:
                    kept = list(base)
                    kept.remove(cards[0])
                    yield [*kept, cards[-1], *jokers[:excuses]]
