"""A quick player by rules of thumb, from view and choices alone."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.boojum.actions import Action, Bid, Claim
from games.boojum.cards import EXCUSE, SUIT_NUMBERS, SUITS, TYPE_NUMBERS, RankOrder, without
from games.boojum.choices import lowest_bid
from games.boojum.options import Options
from games.boojum.scoring import pile_worth
from games.boojum.sets import KINDS_OF, SetKind, open_tokens
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, Luck, Pick, ReceivedEvent, View

COMPLETE: Final = 100
MORE_THAN_IT_COSTS: Final = 2  # cards that a pile may hold beyond those of the group


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Claim what is new; bid for cards that bring the hand closer to its sets."""
    stay = choices.actions[0]
    if view["auction"] is None:
        return _shortest_new_claim(view, choices) or stay
    # a winner does not look at what it won, so it cannot judge a second group
    if not choices.picks or view["seat"] in view["winners"]:
        return stay
    return _worthwhile_low_bid(view, choices.picks[0]) or stay


def _shortest_new_claim(view: View, choices: Choices[Action]) -> Claim | None:
    """Return the claim of a new token with the fewest cards, or None."""
    tokens = view["tokens"][view["seat"]]
    sets = [pick.example for pick in choices.picks if isinstance(pick.example, Claim)]
    new = [one for one in sets if one.token not in tokens]
    return min(new, key=lambda action: len(action.cards), default=None)


def _worthwhile_low_bid(view: View, pick: Pick[Action]) -> Bid | None:
    """Return a low bid if its price and the group leave the hand closer to its sets."""
    options = Options(**view["options"])
    auction = view["auction"]
    pile = tuple(map(Card, auction["bids"][view["seat"]]))
    group = tuple(map(Card, view["slots"][auction["slot"]]["cards"]))
    if len(pile) + pick.least > len(group) + MORE_THAN_IT_COSTS:
        return None
    wanted = open_tokens(view["tokens"][view["seat"]], options)
    cards = _missed_least(pick, options.ranks, wanted)
    after = _hand_progress(without(pick.cards, cards) + group, options.ranks, wanted)
    return Bid(cards) if after > _hand_progress(pick.cards + pile, options.ranks, wanted) else None


def _missed_least(pick: Pick[Action], ranks: RankOrder, wanted: Sequence[str]) -> Cards:
    """Return a bid of the cards that the hand misses least, else the example."""
    assert isinstance(pick.example, Bid)
    hand, example = pick.cards, pick.example.cards
    kept = {card: _hand_progress(without(hand, (card,)), ranks, wanted) for card in set(hand)}
    spare = sorted(hand, key=lambda card: (-kept[card], ranks.worth[card]))[: pick.least + 2]
    # what is worth as much as the example beats the bid too
    return lowest_bid(tuple(spare), pile_worth(example, ranks) - 1, ranks) or example


class HandCounts:
    """A hand in numbers: ranks as bits, and how many cards there are of everything."""

    def __init__(self, cards: Cards, ranks: RankOrder) -> None:
        self.jokers = 0
        self.top = len(ranks.ranks)
        self.by_place = [0] * (self.top + 1)
        self.suits, self.suit_ranks = [0] * 6, [0] * 6
        self.types, self.type_ranks = [0] * 3, [0] * 3
        self.type_suits = [[0] * 6 for _ in range(3)]
        self.ranks = 0
        for card in cards:
            if card == EXCUSE:
                self.jokers += 1
                continue
            place = ranks.place[card]
            self.by_place[place] += 1
            self.ranks |= 1 << place
            for suit in SUIT_NUMBERS[card]:
                self.suits[suit] += 1
                self.suit_ranks[suit] |= 1 << place
            for kind in TYPE_NUMBERS[card]:
                self.types[kind] += 1
                self.type_ranks[kind] |= 1 << place
                for suit in SUIT_NUMBERS[card]:
                    self.type_suits[kind][suit] += 1


@lru_cache(maxsize=1 << 14)
def _fullest_rank_window(ranks: int, size: int, top: int) -> int:
    """Return how many of `size` consecutive ranks, of 1 to `top`, are there at best."""
    window = (1 << size) - 1
    return max((ranks >> low & window).bit_count() for low in range(1, top - size + 2))


def _hand_progress(cards: Cards, ranks: RankOrder, wanted: Sequence[str]) -> int:
    """Return how near the cards come to a set for each wanted token; more is nearer."""
    hand = HandCounts(cards, ranks)
    return sum(
        max(_set_completion_percent(hand, kind) for kind in KINDS_OF[token]) ** 2
        for token in wanted
    )


def _set_completion_percent(hand: HandCounts, kind: SetKind) -> int:
    """Return how many hundredths of a set of this kind the hand holds, or seems to hold."""
    size = kind.size or kind.number * len(SUITS)
    match kind.form:
        case "straight":
            have = max(_fullest_rank_window(ranks, size, hand.top) for ranks in hand.suit_ranks)
        case "run":
            have = _fullest_rank_window(hand.ranks, size, hand.top)
        case "typed_run":
            have = _fullest_rank_window(hand.type_ranks[kind.number], size, hand.top)
        case "flush":
            have = max(hand.suits)
        case "one_rank":
            have = max(hand.by_place)
        case "typed":
            have = hand.types[kind.number]
        case "typed_suit":
            have = max(hand.type_suits[kind.number])
        case "aces_and_crowns":
            have = min(4, hand.by_place[1]) + min(4, hand.by_place[-1])
        case "symbols":
            have = sum(min(kind.number, count) for count in hand.suits)
    return COMPLETE * min(size, have + hand.jokers) // size
