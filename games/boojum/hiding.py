"""Where the cards that a reader doesn't know may lie: every way is as likely as any other.

A way gives each draw that the reader doesn't know a card of its pool, so that every hand held what
it has shown when it showed it. One way is found by trial, and cards of a pool then change places
at random wherever the hands allow it, which makes all ways equally likely in the end.
"""

from collections import Counter
from collections.abc import Sequence

from games.boojum.memory import HiddenDraw, RevealedCard, TableMemory
from games.core.contract import Luck

SWAPS_A_DRAW = 5
TRIALS = 200  # in random orders; as many follow with those first that found no draw


class HiddenLayout:
    """One way in which the unknown cards may lie."""

    def __init__(self, memory: TableMemory, luck: Luck) -> None:
        """Find a way; it is not yet as likely as any other."""
        self.draws = list(memory.draws)
        self.drawn = len(self.draws)  # what is behind these is the stack
        self.needs: Sequence[RevealedCard] = memory.needs
        self.luck = luck
        self.aside = {draw for place in memory.aside for draw in place if isinstance(draw, int)}
        self.unknown = [draw for draw, card in enumerate(memory.cards) if card is None]
        self.of_seat: dict[int | None, list[int]] = {}
        for draw in self.unknown:
            self.of_seat.setdefault(self.draws[draw].seat, []).append(draw)
        self.whens: dict[tuple[int | None, str], list[int]] = {}
        for need in self.needs:
            self.whens.setdefault((need.seat, need.card), []).append(need.when)
        stuck: Counter[int] = Counter()  # need -> how often no draw was left for it
        for trial in range(2 * TRIALS):
            self.left = [pool.copy() for pool in memory.pools]
            self.cards = list(memory.cards)
            self.held: dict[int, int] = {}  # need -> the draw that it is taken for
            order = self.shuffled(len(self.needs))
            if trial >= TRIALS:  # after many reshuffles hardly any random order leads to a way
                order.sort(key=stuck.__getitem__, reverse=True)
            failed = next((number for number in order if not self.explain(number, set())), None)
            if failed is None:
                break
            stuck[failed] += 1
        else:
            raise AssertionError("what was shown came from somewhere")
        self.fill()

    def shuffled(self, count: int) -> list[int]:
        """Return the numbers below `count` in a random order."""
        numbers = list(range(count))
        self.luck.shuffle(numbers)
        return numbers

    def give(self, number: int, draw: int) -> None:
        """Take a need for this draw."""
        self.held[number] = draw
        self.cards[draw] = self.needs[number].card
        self.left[self.draws[draw].pool][self.needs[number].card] -= 1

    def take_back(self, number: int) -> int:
        """Return the draw for which a need was taken, which is free again."""
        draw = self.held.pop(number)
        self.cards[draw] = None
        self.left[self.draws[draw].pool][self.needs[number].card] += 1
        return draw

    def fitting(self, number: int) -> list[int]:
        """Return the draws that a need may be taken for as things are."""
        seat, card, when = self.needs[number]
        return [
            draw
            for draw in self.of_seat.get(seat, ())
            if self.cards[draw] is None
            and self.draws[draw].since <= when
            and self.left[self.draws[draw].pool][card] > 0
        ]

    def explain(self, number: int, tried: set[int]) -> bool:
        """Take a need for a draw; others make room for it if they must."""
        if fitting := self.fitting(number):
            self.give(number, fitting[self.luck.randrange(len(fitting))])
            return True
        tried.add(number)
        seat, card, _ = self.needs[number]
        for other in list(self.held):
            if other in tried or (
                self.needs[other].seat != seat and self.needs[other].card != card
            ):
                continue
            draw = self.take_back(other)
            if fitting := self.fitting(number):
                self.give(number, fitting[self.luck.randrange(len(fitting))])
                if self.explain(other, tried):
                    return True
                self.take_back(number)
            self.give(other, draw)
        return False

    def fill(self) -> None:
        """Put what is left of each pool where nothing is needed; the rest is the stack."""
        rest = [sorted(pool.elements()) for pool in self.left]
        for cards in rest:
            self.luck.shuffle(cards)
        for draw in self.unknown:
            if self.cards[draw] is None:
                self.cards[draw] = rest[self.draws[draw].pool].pop()
        stack = rest[-1]
        self.draws += [HiddenDraw(len(rest) - 1, None, 0)] * len(stack)
        self.cards += stack

    @property
    def stack(self) -> list[str]:
        """Return the stack, the next card first."""
        return [str(card) for card in self.cards[self.drawn :]]

    def hand(self, seat: int) -> list[str]:
        """Return the unknown cards of a hand: what its seat has drawn and not shown."""
        drawn = [self.cards[at] for at in self.of_seat.get(seat, ()) if at not in self.aside]
        for need in self.needs:
            if need.seat == seat:
                drawn.remove(need.card)
        return [str(card) for card in drawn]

    def stir(self) -> None:
        """Let cards of a pool change places wherever the hands allow it."""
        pools: dict[int, list[int]] = {}
        for draw in [*self.unknown, *range(self.drawn, len(self.draws))]:
            pools.setdefault(self.draws[draw].pool, []).append(draw)
        for _ in range(SWAPS_A_DRAW):
            for draw in self.unknown:
                pool = pools[self.draws[draw].pool]
                self.swap(draw, pool[self.luck.randrange(len(pool))])

    def swap(self, one: int, other: int) -> None:
        """Exchange the cards of two draws unless a hand then lacks what it has shown."""
        cards = self.cards
        mine, theirs = cards[one], cards[other]
        if mine == theirs:
            return
        assert mine is not None
        assert theirs is not None
        cards[one], cards[other] = theirs, mine
        if not (self.has(self.draws[one].seat, mine) and self.has(self.draws[other].seat, theirs)):
            cards[one], cards[other] = mine, theirs

    def has(self, seat: int | None, card: str) -> bool:
        """Say whether a seat held a card as often as it has shown it, when it did."""
        whens = self.whens.get((seat, card))
        if whens is None:
            return True
        since = [self.draws[at].since for at in self.of_seat[seat] if self.cards[at] == card]
        return len(since) >= len(whens) and all(map(int.__le__, since, whens))
