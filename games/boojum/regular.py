"""A good player by rules: it knows what every card is worth to its sets, and what a card costs."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.boojum.actions import Action, Bid, Claim, Done, Pass
from games.boojum.cards import ONE_CARD, SUITS, RankOrder, without
from games.boojum.options import Options
from games.boojum.payable import payable_sets
from games.boojum.plans import CARD, position_value
from games.boojum.scoring import pile_worth
from games.boojum.state import State
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, ReceivedEvent, Seat, View
from games.core.fairness.chance import Chance

CONSOLATION: Final = 95  # what the card of rule 7 is worth, of which nobody knows what it is
SCARCE: Final = 3  # cards left to be drawn, with which nobody waits any more


class BotView(NamedTuple):
    """What the rule looks at; outside of auctions there is no group.

    Attributes:
        pile: the own bid for the group.
        aside: what has been won in this round, as far as it is known.
        won: whether anything has.
        best: worth of the highest bid for the group.
        rest: how many cards can still be drawn, reshuffled ones among them.
    """

    options: Options
    hand: Cards
    tokens: tuple[str, ...]
    group: Cards | None
    pile: Cards
    aside: Cards
    won: bool
    best: int
    rest: int


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Do what leaves the hand worth most."""
    return move(sight_from_view_and_events(view, seen))


def sight_from_view_and_events(view: View, seen: Sequence[ReceivedEvent]) -> BotView:
    """Return what a seat sees."""
    seat, auction = view["seat"], view["auction"]
    group: Cards | None = None
    pile: Cards = ()
    best = 0
    if auction is not None:
        group = _cards_from_ids(view["slots"][auction["slot"]]["cards"])
        pile = _cards_from_ids(auction["bids"][seat])
        if (highest := auction["highest"]) is not None:
            best = highest["count"] * ONE_CARD + highest["pips"]
    won = auction is not None and seat in view["winners"]
    return BotView(
        Options(**view["options"]),
        _cards_from_ids(view["cards"]),
        tuple(view["tokens"][seat]),
        group,
        pile,
        _won_cards(seat, seen) if won else (),
        won,
        best,
        view["stack"] + len(view["discards"]),
    )


def _won_cards(seat: Seat, seen: Sequence[ReceivedEvent]) -> Cards:
    """Return what a seat has won in this round, from the events."""
    won: Cards = ()
    for event in reversed(seen):
        if event.type == "boojum.slots_turned_up.v1":
            break
        if event.type == "boojum.slot_sold.v1" and event.data["seat"] == seat:
            won += _cards_from_ids(event.data["cards"])
    return won


def _cards_from_ids(ids: Sequence[str]) -> Cards:
    """Return JSON words as cards."""
    return tuple(map(Card, ids))


def sight_in(state: State, seat: Seat) -> BotView:
    """Return what a seat sees in a state."""
    auction = state.phase == "auction"
    return BotView(
        state.options,
        state.hands[seat],
        state.tokens[seat],
        state.slots[state.slot] if auction else None,
        state.piles[seat],
        state.aside[seat] if auction else (),
        auction and seat in state.winners,
        state.best,
        len(state.stack) + len(state.discards),
    )


def move(sight: BotView) -> Action:
    """Return what leaves the hand worth most."""
    if sight.group is None:
        return _best_claim(sight) or Done()
    return _best_bid(sight, sight.group) or Pass()


def _value_after_exchange(sight: BotView, more: Cards = (), less: Cards = ()) -> int:
    """Return what the seat has with some cards more and some less."""
    cards = sorted((*sight.hand, *sight.aside, *more))
    for card in less:
        cards.remove(card)
    return position_value(tuple(cards), sight.tokens, sight.options.ranks)


def _best_claim(sight: BotView) -> Claim | None:
    """Return the claim that leaves most, if it is more than the hand as it is.

    A hand that waits hopes for cards: where none are left, none is worth waiting for.
    """
    ranks, found = sight.options.ranks, None
    best = position_value(sight.hand, sight.tokens, ranks) if sight.rest >= SCARCE else 0
    wanted = tuple(suit for suit in SUITS if suit not in sight.tokens)
    for one in payable_sets(sight.hand, wanted, ranks, sight.options.excuse_symbols):
        tokens = (*sight.tokens, one.kind.token)
        after = CARD + position_value(without(sight.hand, one.cards), tokens, ranks)
        if after > best:
            best, found = after, Claim(one.kind.token, one.kind.kind, one.cards)
    return found


def _best_bid(sight: BotView, group: Cards) -> Bid | None:
    """Return the bid that leaves most if it wins, if that is more than a pass leaves."""
    best, found = _value_after_exchange(sight, sight.pile) + (0 if sight.won else CONSOLATION), None
    for cards in cards_to_outbid(sight):
        after = _value_after_exchange(sight, group, cards)
        if after > best:
            best, found = after, Bid(cards)
    return found


def cards_to_outbid(sight: BotView) -> Iterator[Cards]:
    """Yield what would beat the highest bid: of few cards that cost pips, and of one more."""
    of = sight.options.ranks.worth
    beat = sight.best - pile_worth(sight.pile, sight.options.ranks)
    spare = _cards_least_missed_first(
        sight.hand, tuple(sorted(sight.aside)), sight.tokens, sight.options.ranks
    )
    dear = sorted(spare, key=of.__getitem__, reverse=True)
    low = high = 0
    for count, card in enumerate(spare, 1):
        low += of[card]
        high += of[dear[count - 1]]
        if low > beat:
            yield spare[:count]
            return
        if high > beat:
            yield _raise_to_beat(spare, count, beat, sight.options.ranks)


def _raise_to_beat(spare: Cards, count: int, beat: int, ranks: RankOrder) -> Cards:
    """Return so many cards worth more than `beat`, with as few changes as do."""
    of = ranks.worth
    chosen = list(spare[:count])
    total = pile_worth(chosen, ranks)
    for card in spare[count:]:
        low = min(chosen, key=of.__getitem__)
        if of[card] > of[low]:
            chosen.remove(low)
            chosen.append(card)
            total += of[card] - of[low]
        if total > beat:
            break
    return tuple(chosen)


@lru_cache(maxsize=1 << 14)
def _cards_least_missed_first(
    hand: Cards, aside: Cards, tokens: tuple[str, ...], ranks: RankOrder
) -> Cards:
    """Return a hand in the order in which its cards are missed, the least missed first."""
    every = tuple(sorted(hand + aside))
    left = {card: position_value(without(every, (card,)), tokens, ranks) for card in set(hand)}
    return tuple(sorted(hand, key=lambda card: (-left[card], ranks.worth[card], card)))
