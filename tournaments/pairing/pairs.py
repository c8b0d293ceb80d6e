"""Who meets whom at tables of two."""

from collections.abc import Collection, Sequence
from typing import Final

from games.core.fairness.chance import Chance
from tournaments.pairing.ahead import SMALL, first_with_a_future
from tournaments.pairing.history import History
from tournaments.pairing.matching import Pair, cheapest_matching, lexicographic_cost
from tournaments.tables import Entrant

NEAR: Final = 16  # neighbours with whom seats stay even among whom an opponent is looked for first
ENOUGH: Final = 48  # so many are a reason to give up on seats, though not on rematches
UNEVEN: Final = 4  # of others one in so many is looked at
LOT: Final = 1 << 32


class PairCosts:
    """What pairs of two cost; entrants are named by their place, the leader 0.

    Whoever may sit out is paired with a place more, behind the last.
    """

    def __init__(
        self, field: Sequence[Entrant], pool: Collection[Entrant], history: History, luck: Chance
    ) -> None:
        self.luck = luck
        self.size = len(field)
        self.met = [
            {at: times for at, two in enumerate(field) if (times := history.met[one][two])}
            if one in history.met
            else {}
            for one in field
        ]
        self.apart = [
            {at for at, two in enumerate(field) if history.is_apart(one, two)}
            if history.apart
            else set[int]()
            for one in field
        ]
        self.lead = [seat_lead(history, one) for one in field]
        scores = sorted({history.points[one] for one in field}, reverse=True)
        group = {score: at for at, score in enumerate(scores)}
        self.group = [group[history.points[one]] for one in field]
        self.pool = [at for at, one in enumerate(field) if one in pool]
        self.lowest = max((self.group[at] for at in self.pool), default=0)

    def price(self, one: int, two: int) -> int:
        """Return what it costs that two meet."""
        met, lead = self.met[one].get(two, 0), excess_seat_lead(self.lead[one], self.lead[two])
        far = (self.group[one] - self.group[two]) ** 2
        again = (met > 0) + self.size * (two in self.apart[one])  # that is worse than any rematch
        return lexicographic_cost(again, 0, lead, met * met, far, self.luck.randrange(LOT))

    def bye_price(self, one: int) -> int:
        """Return what it costs that somebody sits out: less for who has fewer points."""
        above = (self.lowest - self.group[one]) ** 2
        return lexicographic_cost(0, above, 0, 0, 0, self.luck.randrange(LOT))

    def costs(self, near: int) -> dict[Pair, int]:
        """Return those of who is so near; of everybody if the field is no larger than that."""
        found: dict[Pair, int] = {}
        for one in range(self.size):
            left = {True: near, False: near // UNEVEN}  # by whether seats would stay even
            for two in range(one + 1, self.size):
                even = not excess_seat_lead(self.lead[one], self.lead[two])
                if near >= self.size:
                    found[one, two] = self.price(one, two)
                elif left[even] and self.is_new([(one, two)]):
                    left[even] -= 1
                    found[one, two] = self.price(one, two)
        for one in self.pool[-near:]:
            found[one, self.size] = self.bye_price(one)
        return found

    def is_new(self, pairs: Sequence[Pair]) -> bool:
        """Say whether none of the pairs has met, or should not meet."""
        return not any(
            two in self.met[one] or two in self.apart[one] for one, two in pairs if two < self.size
        )

    def is_fine(self, pairs: Sequence[Pair], near: int) -> bool:
        """Say whether nobody is left over or meets again, and no more seats are uneven than must.

        Where these many were looked through, seats are no reason to look at all of a large field.
        """
        whole = 2 * len(pairs) == self.size + bool(self.pool)
        real = [pair for pair in pairs if pair[1] < self.size]
        high = any(self.group[one] < self.lowest for one, two in pairs if two == self.size)
        lead = sum(excess_seat_lead(self.lead[one], self.lead[two]) for one, two in real)
        return (
            whole
            and self.is_new(pairs)
            and not high
            and (lead <= self.least_excess() or near >= ENOUGH)
        )

    def least_excess(self) -> int:
        """Return how many pairs, at least, have sat in the same seat once too often."""
        leads = [(lead > 0) - (lead < 0) for lead in self.lead]
        level = leads.count(0) + bool(self.pool)
        return max(0, -(-(abs(sum(leads)) - level) // 2))


def seat_lead(history: History, one: Entrant) -> int:
    """Return how much more often somebody sat in seat 0 than in seat 1 at tables of two."""
    sat = history.seats_of(one, 2)
    return sat[0] - sat[1]


def excess_seat_lead(one: int, two: int) -> int:
    """Return by how much the leads of two are above one at the best turn of seats, squared."""
    return min(
        sum(max(0, abs(lead) - 1) ** 2 for lead in (one + turn, two - turn)) for turn in (1, -1)
    )


def pair_field(
    field: Sequence[Entrant],
    pool: Collection[Entrant],
    history: History,
    luck: Chance,
    later: int = 0,
) -> list[list[Entrant]]:
    """Return the pairs of a field that stands in the order of points; of `pool` one sits out.

    Opponents are looked for among neighbours first, then farther off, at last among all: so there
    is no rematch while there are pairs without one. In a small field none either, if that can be,
    in the `later` rounds.
    """
    board = PairCosts(field, pool, history, luck)
    near = NEAR
    while True:
        pairs = cheapest_matching(board.costs(near))
        if near >= board.size or board.is_fine(pairs, near):
            break
        near *= 3
    if later and board.size <= SMALL and board.is_new(pairs):
        new = {pair: cost for pair, cost in board.costs(board.size).items() if board.is_new([pair])}
        pairs = [*first_with_a_future(pairs, new, later)]
    return [[field[one], field[two]] for one, two in pairs if two < board.size]
