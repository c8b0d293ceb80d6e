"""A quick player by rules of thumb, from view and choices alone."""

from collections.abc import Sequence

from games.boojum.actions import Bid
from games.boojum.cards import SUITS, without
from games.boojum.choices import lowest_bid
from games.boojum.options import Options
from games.boojum.payable import Places, Sorted, payable
from games.boojum.scoring import worth
from games.boojum.sets import KINDS_OF, SetKind, open_tokens
from games.core.contract import Action, Card, Cards, Choices, Luck, Pick, Seen, View

COMPLETE, ALMOST = 100, 90  # a set in the hand, and the most for one that is not payable yet


def choose(view: View, choices: Choices, seen: Sequence[Seen], luck: Luck, budget: int) -> Action:
    """Claim what is new; bid for cards that bring the hand closer to its sets."""
    stay = choices.actions[0]
    if view["auction"] is None:
        return claim(view, choices) or stay
    # a winner does not look at what it won, so it cannot judge a second group
    if not choices.picks or view["seat"] in view["winners"]:
        return stay
    return bid(view, choices.picks[0]) or stay


def claim(view: View, choices: Choices) -> Action | None:
    """Return the claim of a new token with the fewest cards, or None."""
    tokens = view["tokens"][view["seat"]]
    new = [pick.example for pick in choices.picks if pick.example.token not in tokens]
    return min(new, key=lambda action: len(action.cards), default=None)


def bid(view: View, pick: Pick) -> Bid | None:
    """Return a low bid if its price and the group leave the hand closer to its sets."""
    options = Options(**view["options"])
    auction = view["auction"]
    pile = tuple(map(Card, auction["bids"][view["seat"]]))
    group = tuple(map(Card, view["slots"][auction["slot"]]["cards"]))
    wanted = open_tokens(view["tokens"][view["seat"]], options)
    hand = pick.cards
    if len(pile) + pick.least > len(group) + 2:
        return None  # cards are what all sets are made of
    cards = cheapest(hand, pick, worth(pick.example.cards, options.ranks), options, wanted)
    now = progress(hand + pile, options, wanted)
    return Bid(cards) if progress(without(hand, cards) + group, options, wanted) > now else None


def cheapest(
    hand: Cards, pick: Pick, enough: int, options: Options, wanted: tuple[str, ...]
) -> Cards:
    """Return the cards that are missed least, if they are worth enough; else the example."""
    kept = {card: progress(without(hand, (card,)), options, wanted) for card in set(hand)}
    free = sorted(hand, key=lambda card: (-kept[card], options.ranks.worth[card]))
    spare = tuple(sorted(free[: pick.least + 2]))
    return lowest_bid(spare, enough - 1, options.ranks) or pick.example.cards


def progress(cards: Cards, options: Options, wanted: tuple[str, ...]) -> int:
    """Return how near the cards come to a set for each wanted token; more is nearer."""
    hand = Sorted(tuple(sorted(cards)), options.ranks, options.excuse_symbols)
    ready = {
        one.kind.token
        for one in payable(tuple(sorted(cards)), wanted, options.ranks, options.excuse_symbols)
    }
    total = 0
    for token in wanted:
        near = max(nearness(hand, kind) for kind in KINDS_OF[token])
        total += (COMPLETE if token in ready else min(ALMOST, near)) ** 2
    return total


def nearness(hand: Sorted, kind: SetKind) -> int:
    """Return how many hundredths of a set of this kind the hand holds."""
    size = kind.size
    match kind.form:
        case "straight":
            have = max(window(hand.placed(cards), size) for cards in hand.by_suit)
        case "run":
            have = window(hand.by_place, size)
        case "typed_run":
            have = window(hand.placed(hand.by_type[kind.number]), size)
        case "flush":
            have = max(map(len, hand.by_suit))
        case "one_rank":
            have = max(map(len, hand.by_place))
        case "typed":
            have = len(hand.by_type[kind.number])
        case "typed_suit":
            typed = hand.by_type[kind.number]
            have = max(sum(card in cards for card in typed) for cards in hand.by_suit)
        case "aces_and_crowns":
            have = min(4, len(hand.by_place[1])) + min(4, len(hand.by_place[-1]))
        case _:
            size = kind.number * len(SUITS)
            have = sum(min(kind.number, len(cards)) for cards in hand.by_suit)
    return COMPLETE * min(size, have + len(hand.jokers)) // size


def window(places: Places, size: int) -> int:
    """Return how many of `size` consecutive ranks are there at best."""
    filled = [1 if cards else 0 for cards in places]
    return max(sum(filled[low : low + size]) for low in range(1, len(places) - size + 1))
