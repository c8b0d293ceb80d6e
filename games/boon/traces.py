"""What others did in a round, and how likely either kind of player would have done so with a hand.

A regular takes, buries and plays as `regular` does; an amateur does as beginners and `plain` do:
it counts its golds to take, and draws them from above.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Final, NamedTuple

from games.boon import plain, regular
from games.boon.cards import GOLD_7, HAND_SIZE, RANK, SUIT, TRUMP, sort_trump_last
from games.boon.determinise import BURIED, CardMemory, dealt_at_random
from games.boon.options import FORCED_PICK
from games.boon.rules import may_be_played
from games.boon.sight import BotView
from games.boon.state import Trick
from games.core.contract import Card, Cards, Luck, Seat, View

Deal = Mapping[int, Cards]  # place -> hidden cards

AMATEUR: Final = 0  # the first of two kinds; the other is the regular
AMATEURS: Final = 0.3  # of all players
DEALS: Final = 24  # over which is averaged what others may have had when they played
DOUBT: Final = 0.04  # how often somebody takes with nothing, or passes with everything
LUCKY, A_GOLD = 0.7, 0.2  # how likely an amateur has taken whose cards just suffice; each strength
RANGE: Final = 16  # half points about what is needed, over which regulars differ in taking
EXPECTED: Final = 0.9  # how often an amateur buries and plays as `plain` does
LEADS, TAKER_FOLLOWS, FOLLOWS, DUCKS = 0.3, 0.55, 0.67, 0.45  # and how often a regular plays so
BURIED_GOLD, BURIED_LOW = 0.04, 0.4  # how often a regular buries such cards
BURIED_PLAIN: Final = {4: 0.6, 5: 1.0, 6: 0.6}


class ObservedPlay(NamedTuple):
    """A card that another has played.

    Attributes:
        sight: what its player went by; of the hand, those cards that it has played since then.
        same: how often a regular plays there what an amateur would.
    """

    sight: BotView
    card: Card
    same: float


def _turns_of_others(view: View) -> list[ObservedPlay]:
    """Return what the others have played, the first one first."""
    seats, taker, me = view["seats"], view["taker"], view["seat"]
    rows = [*view["tricks"], {"leader": view["leader"], "cards": view["trick"]}]
    plays = [
        (Seat((row["leader"] + at) % seats), row["leader"], tuple(row["cards"][:at]), card)
        for row in rows
        for at, card in enumerate(row["cards"])
    ]
    found, tricks = [], list[Trick]()
    partner: Seat | None = None
    for number, (seat, leader, trick, card) in enumerate(plays):
        later = tuple([one for who, _, _, one in plays[number:] if who == seat])
        sight = BotView(seat, seats, later, taker, partner, None, (), leader, trick, tuple(tricks))
        if seat != me:
            found.append(ObservedPlay(sight, card, _agreement_rate(sight)))
        if card == GOLD_7 and seats == 5 and seat != taker:
            partner = seat
        if len(trick) + 1 == seats:
            tricks.append((leader, (*trick, card), view["tricks"][len(tricks)]["winner"]))
    return found


def _agreement_rate(sight: BotView) -> float:
    """Return how often a regular plays what an amateur would: measured over 900 rounds."""
    if not sight.trick:
        return LEADS
    if sight.taker is None:
        return DUCKS
    return TAKER_FOLLOWS if sight.seat == sight.taker else FOLLOWS


class RoundEvidence:
    """What all that was done in a round says of the others and their cards.

    Attributes:
        others: the other seats.
        was_forced: whether the taker had to take, which says nothing of its cards.
        amateurs: for each, how likely it is an amateur by the cards that it has played.
    """

    def __init__(self, view: View, memory: CardMemory, luck: Luck) -> None:
        me = view["seat"]
        self.seats: int = view["seats"]
        self.payout = tuple(view["options"]["payout"])
        self.others = [Seat(seat) for seat in range(self.seats) if seat != me]
        self.passed = frozenset(view["passed"])
        self.taker: Seat | None = view["taker"]
        forced_pick = view["options"].get("all_pass") == FORCED_PICK  # N26
        self.was_forced = forced_pick and self.taker == view["dealer"]
        self.turns = _turns_of_others(view)
        self.shown: list[Cards] = [()] * self.seats
        for turn in self.turns:
            self.shown[turn.sight.seat] += (turn.card,)
        self.amateurs = [AMATEURS] * len(self.others)
        if self.turns:
            self.amateurs = self.by_play([dealt_at_random(memory, luck) for _ in range(DEALS)])

    def by_play(self, deals: Sequence[Deal]) -> list[float]:
        """Return for each other how likely it is an amateur, with cards as in some deals."""
        odds, found = list(map(self.odds, deals)), []
        for at, seat in enumerate(self.others):
            weights = [self.kinds(seat, deal)[AMATEUR] for deal in deals]
            told = fsum([odd[at] * weight for odd, weight in zip(odds, weights, strict=True)])
            one = AMATEURS * told / fsum(weights)
            found.append(one / (one + 1 - AMATEURS))
        return found

    def odds(self, deal: Deal) -> list[float]:
        """Return for each other how much likelier an amateur with such cards played so."""
        found = dict.fromkeys(self.others, 1.0)
        for known, card, same in self.turns:
            seat, hand = known.seat, (*known.hand, *deal[known.seat])
            legal = may_be_played(hand, known.trick)
            if len(legal) == 1:
                continue
            partner = GOLD_7 in hand and self.seats == 5 and seat != self.taker
            sight = known._replace(partner=seat) if partner else known
            expected = plain.rule_of_thumb_card(sight, legal) == card
            found[seat] *= EXPECTED / same if expected else (1 - EXPECTED) / (1 - same)
        return list(found.values())

    def likely(self, deal: Deal) -> list[tuple[float, float]]:
        """Return for each other how likely it is of either kind, and holds its cards of a deal."""
        found = []
        for seat, one in zip(self.others, self.amateurs, strict=True):
            amateur, other = self.kinds(seat, deal)
            found.append((one * amateur, (1 - one) * other))
        return found

    def kinds(self, seat: Seat, deal: Deal) -> tuple[float, float]:
        """Return how likely either kind took, passed and buried so, with cards as in a deal."""
        if seat in self.passed:
            hand = (*self.shown[seat], *deal[seat])
            regular_takes = _regular_takes(hand, self.seats, self.payout)
            return 1 - _amateur_takes(hand, self.seats), 1 - regular_takes
        if seat != self.taker:
            return 1.0, 1.0
        buried = deal.get(BURIED, ())
        cards = (*self.shown[seat], *deal[seat], *buried)
        amateur, other = 1.0, 1.0
        if not self.was_forced:
            amateur = _amateur_takes(cards, self.seats)
            other = _regular_takes(cards, self.seats, self.payout)
        expected = plain.tens_first_burial(sort_trump_last(cards), len(buried)) if buried else ()
        for card in buried:
            amateur *= EXPECTED if card in expected else 1 - EXPECTED
            other *= _burial_likelihood(card)
        return amateur, other


def _amateur_takes(cards: Cards, seats: int) -> float:
    """Return how likely an amateur takes; any card of too many may have been the Boon's."""
    size = HAND_SIZE[seats]
    strength = sum([plain.STRENGTH[card] for card in cards]) * size / len(cards)
    over = strength - plain.STRONG_HAND[seats]
    if len(cards) > size:
        return _clamp_likelihood(LUCKY + over * A_GOLD)
    return _clamp_likelihood(over >= 0)


def _regular_takes(cards: Cards, seats: int, payout: Sequence[int]) -> float:
    """Return how likely a regular takes."""
    size = HAND_SIZE[seats]
    if len(cards) > size:
        total = sum([regular.STRENGTH[card] for card in cards]) * size // len(cards)
        surplus = total - 2 * regular.A_SUIT - regular.needed_to_take(seats, payout)
        surplus -= regular.ALONE if seats == 5 and GOLD_7 in cards else 0
    else:
        surplus = regular.taking_surplus(cards, seats, payout)
    return _clamp_likelihood(0.5 + surplus / 2 / RANGE)


def _clamp_likelihood(likely: float) -> float:
    """Return it with some doubt."""
    return max(DOUBT, min(1 - DOUBT, likely))


def _burial_likelihood(card: Card) -> float:
    """Return how likely a regular buries a card that it has."""
    if SUIT[card] == TRUMP:
        return BURIED_GOLD
    return BURIED_PLAIN.get(RANK[card], BURIED_LOW)
