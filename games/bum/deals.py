"""The deals that agree with all that a seat knows, drawn with equal chances.

A deal is what every seat was dealt, before the exchange. Who took part in an exchange that one did
not see tells more than the cards played show: the Boss has given the lowest cards, so that a low
card which the Boss plays leaves only lower ones to have been given. A *story* of such an exchange
says which of the cards played since then were exchanged; what it leaves open follows from bounds on
the hidden cards that the two were dealt. Stories and hands are proposed with about the right
chances, and a Metropolis-Hastings chain makes them right.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations, product
from math import comb, factorial

from games.bum.cards import JOKER, PLACE, RANK
from games.core.contract import Card, Cards, Luck, Seat

FIRST, NEXT = 12, 3  # proposals before the first deal of a chain, and before each other one
FINE = 1 << 53  # steps of a chance that a float takes without rounding
LOWEST, HIGHEST = -1, len(PLACE)
Dealt = dict[Seat, list[Card]]
NO_CARDS: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class ExchangeSide:
    """A seat of an exchange, as a story has it.

    Attributes:
        own: cards that it was dealt for certain.
        room: how many of the hidden cards it was dealt besides.
        missing: how many of the cards that it gave away are among those.
        zones: hidden card -> 0: nearer to the end that it gave from than a card that it gave for
            certain, so that at most `missing` were dealt to it; 1: it may have been given away;
            2: it was not.
        chance: that as many hidden cards at random fit.
    """

    seat: Seat
    own: Cards
    room: int
    missing: int
    zones: Mapping[Card, int]
    chance: float


Story = tuple[ExchangeSide, ...]  # the sides of one exchange that are hidden


@dataclass(frozen=True, slots=True)
class CardExchange:
    """An exchange between two seats; the cards given, as far as they are known.

    `chosen`: `high` was free to give any cards but Jokers (U36), not the lowest.
    """

    high: Seat
    low: Seat
    count: int
    lowest: frozenset[Card] | None
    highest: frozenset[Card] | None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class DealKnowledge:
    """What a seat knows of a deal.

    Attributes:
        own: by seat: cards that it was dealt for certain, but for those of an exchange.
        played: by seat.
        sizes: by seat: the cards that it was dealt.
        hidden: the cards that nobody is known to hold or to have played.
        spare: by seat: how many hidden Jokers it was dealt at most.
        exchanges: those in which somebody else's cards are hidden.
    """

    own: tuple[Cards, ...]
    played: tuple[frozenset[Card], ...]
    sizes: tuple[int, ...]
    hidden: Cards
    spare: tuple[int, ...]
    exchanges: tuple[tuple[CardExchange, Seat | None], ...]


@lru_cache(maxsize=4096)
def _zone_splits(
    sizes: tuple[int, int, int], room: int, missing: int
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return in how many ways `room` cards of three zones fit: zones 0 and 1, and running sums."""
    near, may, rest = sizes
    rows = [
        (zero, one)
        for zero in range(min(missing, near, room) + 1)
        for one in range(max(0, missing - zero), min(may, room - zero) + 1)
    ]
    ways = [comb(near, i) * comb(may, j) * comb(rest, room - i - j) for i, j in rows]
    return tuple(rows), tuple(accumulate(ways))


def _ways_of(sizes: tuple[int, int, int], room: int, missing: int) -> int:
    """Return in how many ways a side's hidden cards fit."""
    sums = _zone_splits(sizes, room, missing)[1]
    return sums[-1] if sums else 0


def _sizes_of(zones: Mapping[Card, int], cards: Iterable[Card]) -> tuple[int, int, int]:
    """Return how many cards lie in each of the three zones."""
    found = [0, 0, 0]
    for card in cards:
        found[zones[card]] += 1
    return found[0], found[1], found[2]


def _story_side(
    known: DealKnowledge, seat: Seat, own: frozenset[Card], missing: int, zones: Mapping[Card, int]
) -> ExchangeSide | None:
    """Return a side of a story; None if no hidden cards fit."""
    cards = (*known.own[seat], *own)
    room = known.sizes[seat] - len(cards)
    if not 0 <= room <= len(known.hidden):
        return None
    ways = _ways_of(_sizes_of(zones, known.hidden), room, missing)
    chance = ways / comb(len(known.hidden), room)
    return ExchangeSide(seat, cards, room, missing, zones, chance) if ways else None


def _upper_side(
    known: DealKnowledge,
    made: CardExchange,
    gave: frozenset[Card],
    got: frozenset[Card],
    missing: int,
) -> ExchangeSide | None:
    """Rule 4: who gave the lowest cards kept none that is lower; who chose, any (U36)."""
    seat = made.high
    kept = known.played[seat] - got
    if made.chosen:
        free = {card: 2 if RANK[card] == JOKER else 1 for card in known.hidden}
        return _story_side(known, seat, kept | gave, missing, free)
    given = max(map(PLACE.__getitem__, gave), default=LOWEST)
    least = min(map(PLACE.__getitem__, kept), default=HIGHEST)
    if given > least:
        return None
    zones = {
        card: 0 if PLACE[card] < given else 1 if PLACE[card] < least else 2 for card in known.hidden
    }
    return _story_side(known, seat, kept | gave, missing, zones)


def _lower_side(
    known: DealKnowledge, seat: Seat, gave: frozenset[Card], got: frozenset[Card], missing: int
) -> ExchangeSide | None:
    """Rule 4: who gave the highest cards kept none that is higher than those, but Jokers."""
    kept = known.played[seat] - got
    given = min(map(PLACE.__getitem__, gave), default=HIGHEST)
    most = max((PLACE[card] for card in kept if RANK[card] != JOKER), default=LOWEST)
    if given < most:
        return None
    zones = {
        card: 2 if RANK[card] == JOKER or PLACE[card] < most else 0 if PLACE[card] > given else 1
        for card in known.hidden
    }
    return _story_side(known, seat, kept | gave, missing, zones)


def _exchange_stories(
    known: DealKnowledge, made: CardExchange, mine: Seat | None
) -> list[tuple[float, Story]]:
    """Return every story of an exchange, with its weight."""
    if made.lowest is not None and made.highest is not None:
        return _seen_story(known, made, made.lowest, made.highest, mine)
    found: list[tuple[float, Story]] = []
    above, below = known.played[made.high], known.played[made.low]
    for lowest, highest in product(
        _given_among(
            below,
            made.count,
            lambda card: 0 if made.chosen else sum(map(PLACE[card].__gt__, _natural_places(above))),
        ),
        _given_among(
            above, made.count, lambda card: sum(map(PLACE[card].__lt__, _natural_places(below)))
        ),
    ):
        upper = _upper_side(known, made, lowest, highest, made.count - len(lowest))
        if upper is None:
            continue
        lower = _lower_side(known, made.low, highest, lowest, made.count - len(highest))
        if lower is not None:
            found.append((_weight_of(upper, lower), (upper, lower)))
    return found


def _seen_story(
    known: DealKnowledge,
    made: CardExchange,
    lowest: frozenset[Card],
    highest: frozenset[Card],
    mine: Seat | None,
) -> list[tuple[float, Story]]:
    """Return the one story of an exchange of one's own: that of the other side."""
    if mine == made.low:
        other = _upper_side(known, made, lowest, highest, 0)
    else:
        other = _lower_side(known, made.low, highest, lowest, 0)
    assert other is not None, "what has happened can have happened"
    return [(1.0, (other,))]


def _given_among(
    played: frozenset[Card], most: int, beyond: Callable[[Card], int]
) -> list[frozenset[Card]]:
    """Return which of the cards that a seat has played it may have received in the exchange.

    `beyond` says how many cards who gave them has played that are further towards that end: those
    must have been received, too.
    """
    naturals = sorted((card for card in played if RANK[card] != JOKER), key=PLACE.__getitem__)
    able = [card for card in naturals if beyond(card) <= most]
    return [frozenset(few) for count in range(most + 1) for few in combinations(able, count)]


def _natural_places(cards: Iterable[Card]) -> list[int]:
    """Return where cards stand in the order of rule 5, but for Jokers, which nobody gives."""
    return [PLACE[card] for card in cards if RANK[card] != JOKER]


def _weight_of(upper: ExchangeSide, lower: ExchangeSide) -> float:
    """Return about how many deals a story has, next to another of the same exchange."""
    rooms = factorial(upper.room + lower.room) / (factorial(upper.room) * factorial(lower.room))
    return rooms * upper.chance * lower.chance


def sample_deals(known: DealKnowledge, luck: Luck) -> Iterator[Dealt]:
    """Yield for ever what the other seats may have been dealt, each deal with the same chance."""
    told = [_exchange_stories(known, made, mine) for made, mine in known.exchanges]
    exact = sum(len(one[0][1]) for one in told) <= 1  # nothing that a proposal could miss
    kept: Dealt = {}
    weight, proposals = 0.0, FIRST
    while True:
        for _ in range(1 if exact else proposals):
            new, hands = _propose_deal(known, told, luck)
            if new >= weight or luck.randrange(FINE) < new / weight * FINE:
                weight, kept = new, hands
        proposals = NEXT
        yield kept


def _propose_deal(
    known: DealKnowledge, told: list[list[tuple[float, Story]]], luck: Luck
) -> tuple[float, Dealt]:
    """Return a deal, and how much likelier it is than it was to be proposed."""
    while True:
        sides = [side for rows in told for side in _draw_story(rows, luck)]
        sides.sort(key=lambda side: side.chance)
        hidden, hands, weight = list(known.hidden), Dealt(), 1.0
        for side in sides:
            chance = _deal_to_side(side, hidden, hands, luck)
            weight *= chance / side.chance
        if weight:
            _deal_to_other_seats(known, hidden, hands, luck)
            if not any(_count_jokers(hands[seat]) > known.spare[seat] for seat in hands):
                return weight, {
                    seat: [*hands[seat], *_own_of(seat, sides, known)] for seat in hands
                }


def _own_of(seat: Seat, sides: list[ExchangeSide], known: DealKnowledge) -> Cards:
    """Return the cards that a seat was dealt for certain, by the stories told."""
    told = next((side.own for side in sides if side.seat == seat), None)
    return (*known.own[seat], *known.played[seat]) if told is None else told


def _draw_story(rows: list[tuple[float, Story]], luck: Luck) -> Story:
    """Return a story, by its weight."""
    if len(rows) == 1:
        return rows[0][1]
    sums = list(accumulate(weight for weight, _ in rows))
    at = bisect_right(sums, luck.randrange(FINE) / FINE * sums[-1])
    return rows[min(at, len(rows) - 1)][1]


def _deal_to_side(side: ExchangeSide, hidden: list[Card], hands: Dealt, luck: Luck) -> float:
    """Deal hidden cards that fit to a side; return the chance that they would have at random."""
    zones: tuple[list[Card], ...] = ([], [], [])
    for card in hidden:
        zones[side.zones[card]].append(card)
    sizes = (len(zones[0]), len(zones[1]), len(zones[2]))
    rows, sums = _zone_splits(sizes, side.room, side.missing)
    if not sums or not sums[-1]:
        return 0.0
    total = comb(len(hidden), side.room)
    near, may = rows[bisect_right(sums, luck.randrange(sums[-1]))]
    hand: list[Card] = []
    for zone, count in zip(zones, (near, may, side.room - near - may), strict=True):
        hand += _take_random_cards(zone, count, luck)
    hands[side.seat] = hand
    hidden[:] = [card for zone in zones for card in zone]
    return sums[-1] / total


def _take_random_cards(cards: list[Card], count: int, luck: Luck) -> list[Card]:
    """Take so many cards out at random."""
    for at in range(count):
        other = at + luck.randrange(len(cards) - at)
        cards[at], cards[other] = cards[other], cards[at]
    taken = cards[:count]
    del cards[:count]
    return taken


def _deal_to_other_seats(
    known: DealKnowledge, hidden: list[Card], hands: Dealt, luck: Luck
) -> None:
    """Deal hidden cards to the seats that were in no exchange."""
    for seat in map(Seat, range(len(known.sizes))):
        if seat not in hands:
            room = known.sizes[seat] - len(known.own[seat]) - len(known.played[seat])
            hands[seat] = _take_random_cards(hidden, room, luck)


def _count_jokers(cards: Iterable[Card]) -> int:
    """Return how many of the cards are Jokers."""
    return sum(RANK[card] == JOKER for card in cards)
