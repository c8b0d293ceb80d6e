"""A quick player by rules of thumb, from the view and the choices alone."""

from collections.abc import Sequence

from games.boon.actions import Action, Bury, Pass, Play, Take
from games.boon.cards import GOLD_7, MIGHT, POINTS, RANK, SUIT, TRUMP
from games.boon.scoring import best, points_in
from games.boon.state import BURYING, TAKING
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, Luck, Pick, Seen, View

STRONG_HAND = {3: 16, 4: 13, 5: 11}  # strength from which the Boon is worth taking
SURE = MIGHT[Card("gold-12")]  # a card that hardly anything beats


def choose(
    view: View, choices: Choices[Action], seen: Sequence[Seen], luck: Luck, budget: Budget
) -> Action:
    """Return one of the choices; luck and budget are for better players."""
    if view["phase"] == TAKING:
        strong = sum(map(strength, view["cards"])) >= STRONG_HAND[view["seats"]]
        return Take() if strong else Pass()
    if view["phase"] == BURYING:
        return bury(choices.picks[0])
    legal = tuple(action.card for action in choices.actions if isinstance(action, Play))
    return Play(legal[0] if len(legal) == 1 else card_to_play(view, legal))


def strength(card: Card) -> int:
    """Return what a card is worth to a taker."""
    if SUIT[card] == TRUMP:
        return 4 if RANK[card] > 10 else 3 if RANK[card] > 6 else 2
    return 1 if RANK[card] == 6 else 0


def bury(pick: Pick[Action]) -> Bury:
    """Bury plain cards: tens first, then suits that can be emptied, the dear ones first."""
    lengths = [SUIT[card] for card in pick.cards]

    def worth_keeping(card: Card) -> tuple[bool, bool, int, int]:
        short = lengths.count(SUIT[card])
        return SUIT[card] == TRUMP, POINTS[card] != 10, short, -POINTS[card]

    return Bury(tuple(sorted(pick.cards, key=worth_keeping)[: pick.least]))


def card_to_play(view: View, legal: Cards) -> Card:
    """Choose by what the round is about."""
    trick = tuple(view["trick"])
    if view["leaster"]:
        return duck(view, trick, legal)
    return follow(view, trick, legal) if trick else lead(view, legal)


def on_my_side(view: View, other: int) -> bool:
    """Say whether to believe that another seat plays with us."""
    me, taker, partner = view["seat"], view["taker"], view["partner"]
    if me in (taker, partner):
        return other in (taker, partner)
    return other not in (taker, partner)


def cheap(card: Card) -> tuple[int, int]:
    """Sort cards by what is lost with them."""
    return POINTS[card], MIGHT[card]


def dear(card: Card) -> tuple[int, int]:
    """Sort cards by what they bring to the side that wins the trick."""
    return POINTS[card], -MIGHT[card]


def lead(view: View, legal: Cards) -> Card:
    """The offence draws trumps from above; the defence leads plain suits."""
    golds = [card for card in legal if SUIT[card] == TRUMP and card != GOLD_7]
    plain = [card for card in legal if SUIT[card] != TRUMP]
    if view["seat"] in (view["taker"], view["partner"]) and golds:
        return max(golds, key=MIGHT.__getitem__)
    return min(plain or legal, key=cheap)


def follow(view: View, trick: Cards, legal: Cards) -> Card:
    """Add points for our side, win what is worth it, else give little away."""
    at = best(trick)
    winner = (view["leader"] + at) % view["seats"]
    last = len(trick) + 1 == view["seats"]
    if on_my_side(view, winner) and (last or MIGHT[trick[at]] >= SURE):
        return max(legal, key=dear)
    winning = [card for card in legal if MIGHT[card] > MIGHT[trick[at]] and wins(trick, card)]
    if winning and last:
        return max(winning, key=dear)
    if winning and points_in(trick) >= 4:
        return max(winning, key=MIGHT.__getitem__)
    return min(legal, key=cheap)


def wins(trick: Cards, card: Card) -> bool:
    """Say whether the card would be the best of the trick so far."""
    return best((*trick, card)) == len(trick)


def duck(view: View, trick: Cards, legal: Cards) -> Card:
    """In a Leaster: one cheap trick, and no other."""
    if not trick:
        return min(legal, key=cheap)
    needy = view["tricks_won"][view["seat"]] == 0
    winning = [card for card in legal if wins(trick, card)]
    losing = [card for card in legal if card not in winning]
    if winning and needy and points_in(trick) <= 4:
        return min(winning, key=cheap)
    if losing:
        return max(losing, key=cheap)
    return min(winning, key=cheap)
