"""A player by written rules: it counts cards, and weighs points by who is likely to win them.

The numbers were found by playing thousands of deals against itself and `plain/1`.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from games.boon.actions import Action, Bury, Pass, Play, Take
from games.boon.cards import GOLD_7, MIGHT, POINTS, RANK, SUIT, SUITS, TRUMP, WHOLE
from games.boon.choices import PLAYS
from games.boon.scoring import points_in, winning_card_place
from games.boon.sight import (
    BIT,
    HIGHER,
    SUIT_BITS,
    BotView,
    finished_trick_facts,
    play_sight_from_view,
    unseen_by,
)
from games.boon.state import BURYING, TAKING
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, ReceivedEvent, Seat, View
from games.core.fairness.chance import Chance

ENOUGH = {3: 73, 4: 54, 5: 33}  # half points in a hand from which the Boon is worth taking
A_SUIT, ALONE = 5, 45  # half points that each plain suit costs a taker; with gold 7, five players
# Half points that a hand needs more, times (loss - win) / (loss + win): a third of it at double on
# the bump (N27). There over 800 deals nobody gained by taking more, or less, often than that.
CAUTION = {3: 36, 4: 48, 5: 72}
SEARCHED = 8  # cards among which the buried ones are looked for

PLAIN_6, EMPTIED, ALMOST = 8, 8, 1  # points that a buried 6 might have won; that a void is worth
BURIED_GOLD = 10  # what a gold is worth in the hand, besides its rank

TO_COME = 3  # points of a card that has still to be played to the trick
TAKER_HAS = 16  # golds of the taker, in tenths of what others of as many cards have
HIDDEN_PARTNER, HIDDEN_FRIEND = -0.5, 0.33  # the side of another, to the taker; to a defender
GOLD_LED, GOLD_WASTED = 3, 2  # points that leading a gold is worth to the offence; costs others
TOP_GOLD, TOP_PLAIN = 3, 2  # points that the highest card left of its suit is worth in the hand
ONE_TRICK = 8  # points for which the first trick of a Leaster is worth winning

KEPT = {  # points that a card is worth in the hand, besides those on it
    card: 0.5 + 9 * RANK[card] / 14 if SUIT[card] == TRUMP else 0.0 for card in WHOLE
}
KEPT_TOP = {  # and if it is the highest left
    card: worth + (TOP_GOLD if SUIT[card] == TRUMP else TOP_PLAIN) for card, worth in KEPT.items()
}

GOLDS = SUIT_BITS[TRUMP]
PLAIN_SUITS = tuple(suit for suit in SUITS if suit != TRUMP)
NONE = [  # unseen cards -> how many are of a kind -> cards held -> how likely none is of that kind
    [
        [comb(n - some, held) / comb(n, held) if held <= n else 0.0 for held in range(20)]
        for some in range(n + 1)
    ]
    for n in range(len(WHOLE) + 1)
]


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return the move by the rules; nothing of it is left to chance."""
    if view["phase"] == TAKING and len(choices.actions) == 1:  # N26
        return choices.actions[0]
    if view["phase"] == TAKING:
        payout = tuple(view["options"]["payout"])
        return take_or_pass_by_surplus(tuple(view["cards"]), view["seats"], payout)
    if view["phase"] == BURYING:
        pick = choices.picks[0]
        return Bury(burials_best_first(pick.cards, pick.least)[0])
    legal = tuple([action.card for action in choices.actions if isinstance(action, Play)])
    return PLAYS[
        legal[0] if len(legal) == 1 else best_prospect_card(play_sight_from_view(view), legal)
    ]


def _taker_half_points(card: Card) -> int:
    """Return the half points that a card brings to a taker."""
    rank = RANK[card]
    if SUIT[card] != TRUMP:
        return {6: 11, 5: 9, 4: 2}.get(rank, 0)
    return 13 + 6 * (rank > 10) + 8 * (rank > 12) + 6 * (rank in (5, 6))


STRENGTH = {card: _taker_half_points(card) for card in WHOLE}


def take_or_pass_by_surplus(hand: Cards, seats: int, payout: Sequence[int]) -> Action:
    """Take with a hand that is likely enough to win 61 points."""
    return Take() if taking_surplus(hand, seats, payout) >= 0 else Pass()


def taking_surplus(hand: Cards, seats: int, payout: Sequence[int]) -> int:
    """Return how many half points a hand has more than it needs to take the Boon."""
    suits = {SUIT[card] for card in hand if SUIT[card] != TRUMP}
    alone = ALONE if seats == 5 and GOLD_7 in hand else 0
    return (
        sum([STRENGTH[card] for card in hand])
        - A_SUIT * len(suits)
        - alone
        - needed_to_take(seats, payout)
    )


def needed_to_take(seats: int, payout: Sequence[int]) -> int:
    """Return how many half points a taker needs: more where a loss costs more than a win brings.

    >>> needed_to_take(3, (2, 1, 1, 2)), needed_to_take(3, (4, 2, 1, 2))
    (73, 85)
    """
    lost, won = sum(payout[:2]), sum(payout[2:])
    return ENOUGH[seats] + CAUTION[seats] * (lost - won) // max(1, lost + won)


def burials_best_first(cards: Cards, count: int) -> list[Cards]:
    """Return what may be buried, the best first: points in danger, and suits that it empties."""
    lengths = {suit: sum([SUIT[card] == suit for card in cards]) for suit in PLAIN_SUITS}
    low = sorted(cards, key=lambda card: MIGHT[card] if SUIT[card] == TRUMP else 0)
    some = combinations(low[: max(count, SEARCHED)], count)
    return sorted(some, key=lambda buried: -_worth_burying(buried, lengths))


def _worth_burying(buried: Cards, lengths: Mapping[str, int]) -> int:
    """Return the points that it brings to bury these of so many cards of each plain suit."""
    total, left = 0, dict(lengths)
    for card in buried:
        total += POINTS[card]
        if SUIT[card] == TRUMP:
            total -= BURIED_GOLD + RANK[card]
        else:
            total -= PLAIN_6 if RANK[card] == 6 else 0
            left[SUIT[card]] -= 1
    return total + sum([EMPTIED if n == 0 else ALMOST if n == 1 else 0 for n in left.values()])


class TrickSituation(NamedTuple):
    """The trick to which a card is to be played.

    Attributes:
        led: the cards of its suit; all golds when none is led.
        top, whose: its best card, and the side that has played it.
        points: in it, with those that are likely to come.
        ahead: for each seat that has still to play: its side, how many cards of any others hold as
            many golds as its own, and what it can't have.
        held: cards in a hand.
    """

    led: int
    top: Card | None
    whose: float  # 1: ours, -1: the other
    points: int
    ahead: Sequence[tuple[float, int, int]]
    unseen: int
    held: int


def best_prospect_card(sight: BotView, legal: Cards) -> Card:
    """Return the card with the best prospects, of equals the lower one."""
    trick = _trick_ahead(sight)
    led, top, whose, points, _, unseen, _ = trick
    lost = 0.0 if top is None else _expected_winning_side(trick, top, led, whose)
    leaster, needy = sight.taker is None, False
    if leaster:
        needy = not finished_trick_facts(sight.tricks, sight.seats).tricks_won[sight.seat]
    found, most = legal[0], -1000.0
    for card in legal:
        if top is None:
            winner = _expected_winning_side(trick, card, SUIT_BITS[SUIT[card]], 1.0)
        elif MIGHT[card] > MIGHT[top] and BIT[card] & (led | GOLDS):
            winner = _expected_winning_side(trick, card, led, 1.0)
        else:
            winner = lost
        if leaster:
            value = _leaster_value(card, points, winner, needy)
        else:
            kept = KEPT[card] if unseen & HIGHER[card] else KEPT_TOP[card]
            value = winner * (points + POINTS[card]) - kept
            if top is None and SUIT[card] == TRUMP:
                value += GOLD_LED if sight.seat in (sight.taker, sight.partner) else -GOLD_WASTED
        if value > most or (value == most and MIGHT[card] < MIGHT[found]):
            found, most = card, value
    return found


def _trick_ahead(sight: BotView) -> TrickSituation:
    """Return what is known of the trick."""
    trick, seats, taker, held = sight.trick, sight.seats, sight.taker, len(sight.hand)
    shown, leader, ahead = finished_trick_facts(sight.tricks, seats), sight.leader, []
    for step in range(len(trick) + 1, seats):
        seat = Seat((leader + step) % seats)
        golds = held * TAKER_HAS // 10 if seat == taker else held
        ahead.append((_side_of_seat(sight, seat), golds, shown.voids[seat]))
    points, unseen = points_in(trick) + TO_COME * len(ahead), unseen_by(sight, shown)
    if not trick:
        return TrickSituation(GOLDS, None, 0.0, points, ahead, unseen, held)
    at = winning_card_place(trick)
    whose = _side_of_seat(sight, Seat((leader + at) % seats))
    return TrickSituation(SUIT_BITS[SUIT[trick[0]]], trick[at], whose, points, ahead, unseen, held)


def _side_of_seat(sight: BotView, other: Seat) -> float:
    """Return 1 for a seat on our side, -1 for the other side, or between: as far as is known."""
    me, taker, partner = sight.seat, sight.taker, sight.partner
    if other == me:
        return 1.0
    if taker is None:
        return 0.0
    if me == taker:
        if partner is None and not sight.alone:
            return HIDDEN_PARTNER
        return 1.0 if other == partner else -1.0
    if me == partner:
        return 1.0 if other == taker else -1.0
    if other in (taker, partner):
        return -1.0
    return HIDDEN_FRIEND if sight.alone is None else 1.0


def _expected_winning_side(trick: TrickSituation, top: Card, led: int, winner: float) -> float:
    """Return the side that wins the trick, on the average, when `top` is its best card.

    In a Leaster, where nobody else is on our side, that is how likely we win it.
    """
    if not trick.ahead:
        return winner
    unseen, held = trick.unseen, trick.held
    total = NONE[unseen.bit_count()]
    higher = total[(unseen & HIGHER[top]).bit_count()]
    trumped = BIT[top] & GOLDS
    golds = higher if trumped else total[(unseen & GOLDS).bit_count()]
    follow = total[(unseen & led).bit_count()]
    for ours, many, lacks in trick.ahead:
        over = 0.0 if lacks & GOLDS else 1 - golds[many]
        if led != GOLDS:
            void = 1.0 if lacks & led else follow[held]
            beaten = 0.0 if trumped else 1 - higher[held]
            over = void * over + (1 - void) * beaten
        winner += (ours - winner) * over
    return winner


def _leaster_value(card: Card, points: int, winning: float, needy: bool) -> float:
    """Return what a card is worth in a Leaster: one cheap trick, and no dear card left."""
    cost = points + POINTS[card] - (ONE_TRICK if needy else 0)
    might = RANK[card] + (6 if SUIT[card] == TRUMP else 0)
    return -winning * cost + 0.4 * might + 0.3 * POINTS[card]
