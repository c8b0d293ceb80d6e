"""A quick player by rules of thumb, from what its seat sees alone."""

from collections.abc import Sequence

from games.boon.actions import Action, Bury, Pass, Play, Take
from games.boon.cards import GOLD_7, MIGHT, POINTS, RANK, SUIT, SUITS, TRUMP, WHOLE
from games.boon.choices import PLAYS
from games.boon.scoring import points_in, winning_card_place
from games.boon.sight import BotView, finished_trick_facts, play_sight_from_view
from games.boon.state import BURYING, TAKING
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, Luck, ReceivedEvent, Seat, View

STRONG_HAND = {3: 16, 4: 13, 5: 11}  # strength from which the Boon is worth taking
SURE = MIGHT[Card("gold-12")]  # a card that hardly anything beats


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return one of the choices; luck and budget are for better players."""
    if view["phase"] == TAKING and len(choices.actions) == 1:  # N26
        return choices.actions[0]
    if view["phase"] == TAKING:
        return take_or_pass_by_strength(view["cards"], view["seats"])
    if view["phase"] == BURYING:
        pick = choices.picks[0]
        return Bury(tens_first_burial(pick.cards, pick.least))
    legal = tuple(action.card for action in choices.actions if isinstance(action, Play))
    return PLAYS[
        legal[0] if len(legal) == 1 else rule_of_thumb_card(play_sight_from_view(view), legal)
    ]


def _taker_strength(card: Card) -> int:
    """Return what a card is worth to a taker."""
    if SUIT[card] == TRUMP:
        return 4 if RANK[card] > 10 else 3 if RANK[card] > 6 else 2
    return 1 if RANK[card] == 6 else 0


STRENGTH = {card: _taker_strength(card) for card in WHOLE}
KEPT = {  # the last to be buried last; between, for each card of its suit, 100
    card: 100_000 * (SUIT[card] == TRUMP) + 10_000 * (POINTS[card] != 10) - POINTS[card]
    for card in WHOLE
}


def take_or_pass_by_strength(hand: Sequence[Card], seats: int) -> Action:
    """Take with a strong hand."""
    return Take() if sum([STRENGTH[card] for card in hand]) >= STRONG_HAND[seats] else Pass()


def tens_first_burial(cards: Cards, count: int) -> Cards:
    """Bury plain cards: tens first, then suits that can be emptied, the dear ones first."""
    suits = [SUIT[card] for card in cards]
    short = {suit: 100 * suits.count(suit) for suit in SUITS}
    keeping = {card: KEPT[card] + short[SUIT[card]] for card in cards}
    return tuple(sorted(cards, key=keeping.__getitem__)[:count])


def rule_of_thumb_card(sight: BotView, legal: Cards) -> Card:
    """Choose by what the round is about."""
    if sight.taker is None:
        return _leaster_card(sight, legal)
    return _card_to_follow(sight, legal) if sight.trick else _card_to_lead(sight, legal)


def _on_my_side(sight: BotView, other: Seat) -> bool:
    """Say whether to believe that another seat plays with us."""
    offence = (sight.taker, sight.partner)
    return (sight.seat in offence) == (other in offence)


def _loss_key(card: Card) -> tuple[int, int]:
    """Sort cards by what is lost with them."""
    return POINTS[card], MIGHT[card]


def _gain_key(card: Card) -> tuple[int, int]:
    """Sort cards by what they bring to the side that wins the trick."""
    return POINTS[card], -MIGHT[card]


def _card_to_lead(sight: BotView, legal: Cards) -> Card:
    """The offence draws trumps from above; the defence leads plain suits."""
    golds = [card for card in legal if SUIT[card] == TRUMP and card != GOLD_7]
    plain = [card for card in legal if SUIT[card] != TRUMP]
    if sight.seat in (sight.taker, sight.partner) and golds:
        return max(golds, key=MIGHT.__getitem__)
    return min(plain or legal, key=_loss_key)


def _card_to_follow(sight: BotView, legal: Cards) -> Card:
    """Add points for our side, win what is worth it, else give little away."""
    trick, seats = sight.trick, sight.seats
    at = winning_card_place(trick)
    winner = Seat((sight.leader + at) % seats)
    last = len(trick) + 1 == seats
    if _on_my_side(sight, winner) and (last or MIGHT[trick[at]] >= SURE):
        return max(legal, key=_gain_key)
    winning = [
        card for card in legal if MIGHT[card] > MIGHT[trick[at]] and _is_best_so_far(trick, card)
    ]
    if winning and last:
        return max(winning, key=_gain_key)
    if winning and points_in(trick) >= 4:
        return max(winning, key=MIGHT.__getitem__)
    return min(legal, key=_loss_key)


def _is_best_so_far(trick: Cards, card: Card) -> bool:
    """Say whether the card would be the best of the trick so far."""
    return winning_card_place((*trick, card)) == len(trick)


def _leaster_card(sight: BotView, legal: Cards) -> Card:
    """In a Leaster: one cheap trick, and no other."""
    trick = sight.trick
    if not trick:
        return min(legal, key=_loss_key)
    needy = finished_trick_facts(sight.tricks, sight.seats).tricks_won[sight.seat] == 0
    winning = [card for card in legal if _is_best_so_far(trick, card)]
    losing = [card for card in legal if card not in winning]
    if winning and needy and points_in(trick) <= 4:
        return min(winning, key=_loss_key)
    if losing:
        return max(losing, key=_loss_key)
    return min(winning, key=_loss_key)
