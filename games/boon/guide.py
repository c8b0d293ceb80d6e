"""What a search must know of Boon: where the hidden cards may lie, and what is worth trying."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count

from games.boon import regular
from games.boon.actions import Action, Bury, Play
from games.boon.cards import BOON_SIZE, GOLD_7, HAND_SIZE, POINTS, RANK, SUIT, TRUMP
from games.boon.choices import PLAYS
from games.boon.determinise import BURIED, dealt_at_random, remembered, state_of
from games.boon.events import RoundCounted
from games.boon.rules import may_be_buried, may_be_played
from games.boon.sight import BIT, HIGHER, of_state, of_view, unseen_by
from games.boon.state import BURYING, DEALING, OVER, TAKING, State
from games.core.bots import Guide
from games.core.chance import Chance
from games.core.contract import Card, Cards, Choices, Luck, Seat, Seen, View

Deal = Mapping[int, Cards]  # place -> hidden cards
POINT, EVEN = 0.03, 60  # Victory Cards a point above what the sides share
BURIALS = 8  # that are tried
TRIES = 8  # deals of which one becomes a world, the likelier ones more often
RANGE = 16  # half points about what is needed, over which players differ in taking the Boon
DOUBT = 4  # of a hundred: how often somebody takes with nothing, or passes with everything
BURIED_GOLD, BURIED_LOW = 4, 40  # of a hundred: how often such cards are buried
BURIED_PLAIN = {4: 60, 5: 100, 6: 60}


def policy(state: State, seat: Seat) -> Action:
    """Return the move of `regular`."""
    hand = state.hands[seat]
    if state.phase == TAKING:
        return regular.taking(hand, state.seats)
    if state.phase == BURYING:
        return Bury(regular.burials(may_be_buried(state, seat), BOON_SIZE[state.seats])[0])
    legal = may_be_played(hand, state.trick)
    if len(legal) == 1:
        return PLAYS[legal[0]]
    return PLAYS[regular.card_to_play(of_state(state, seat), legal)]


def over(root: State, state: State) -> bool:
    """Say whether the round has been counted."""
    return state.phase in (DEALING, OVER)


def worth(root: State, state: State, seat: Seat) -> float:
    """Return the Victory Cards that the round has brought, and something for every point.

    Points tell sooner than Victory Cards, of which few playouts win or lose one more.
    """
    gained, last = state.victory_cards[seat] - root.victory_cards[seat], state.last
    if not isinstance(last, RoundCounted):
        return gained
    ahead = POINT * (last.points - EVEN)
    if seat == last.taker:
        return gained + ahead * (state.seats - 1 if last.partner is None else 2)
    return gained + (ahead if seat == last.partner else -ahead)


def candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return the likeliest burials; of cards that are as good as each other, the lowest."""
    if choices.picks:
        pick = choices.picks[0]
        return [Bury(cards) for cards in regular.burials(pick.cards, pick.least)[:BURIALS]]
    if view["phase"] == TAKING:
        return choices.actions
    unseen, found = unseen_by(of_view(view)), []
    last: Card | None = None
    for action in choices.actions:
        assert isinstance(action, Play)
        if last is None or not alike(last, action.card, unseen):
            found.append(action)
        last = action.card
    return found


def alike(low: Card, high: Card, unseen: int) -> bool:
    """Say whether it is all one which of two cards is played."""
    if SUIT[low] != SUIT[high] or POINTS[low] != POINTS[high] or GOLD_7 in (low, high):
        return False
    return not HIGHER[low] & ~HIGHER[high] & ~BIT[high] & unseen


def worlds(view: View, seen: Sequence[Seen], luck: Chance) -> Iterator[State]:
    """Yield states that agree with the view; those more often that explain what others did."""
    memory = remembered(view)
    weight = evidence(view)
    for k in count():
        chance = luck.fork(k)
        deals = [dealt_at_random(memory, chance) for _ in range(TRIES)]
        yield state_of(memory, drawn(deals, [weight(deal) for deal in deals], chance), chance)


def drawn(deals: Sequence[Deal], weights: Sequence[int], luck: Luck) -> Deal:
    """Return one of the deals, each as often as its weight says."""
    at = luck.randrange(sum(weights))
    for deal, weight in zip(deals, weights, strict=True):
        at -= weight
        if at < 0:
            return deal
    raise AssertionError("all weights are above 0")


def evidence(view: View) -> Callable[[Deal], int]:
    """Return what says how likely others, if they play like `regular`, took, passed and buried."""
    seats, me = view["seats"], view["seat"]
    taker = None if view["taker"] == me else view["taker"]
    passed = [seat for seat in view["passed"] if seat != me]
    shown: dict[int, Cards] = dict.fromkeys(range(seats), ())
    for row in (*view["tricks"], {"leader": view["leader"], "cards": view["trick"]}):
        for at, card in enumerate(row["cards"]):
            shown[(row["leader"] + at) % seats] += (card,)

    def weight(deal: Deal) -> int:
        found = 1
        for seat in passed:
            found *= 100 - takes((*shown[seat], *deal[seat]), seats)
        if taker is not None:
            buried = deal.get(BURIED, ())
            found *= takes((*shown[taker], *deal[taker], *buried), seats)
            for card in buried:
                found *= buries(card)
        return found

    return weight


def takes(cards: Cards, seats: int) -> int:
    """Return how many of a hundred would take; of a taker's cards any may have been the Boon."""
    size = HAND_SIZE[seats]
    if len(cards) > size:
        total = sum([regular.STRENGTH[card] for card in cards]) * size // len(cards)
        surplus = total - 2 * regular.A_SUIT - regular.ENOUGH[seats]
        surplus -= regular.ALONE if seats == 5 and GOLD_7 in cards else 0
    else:
        surplus = regular.surplus(cards, seats)
    return max(DOUBT, min(100 - DOUBT, 50 + surplus * 50 // RANGE))


def buries(card: Card) -> int:
    """Return how many of a hundred takers would bury a card that they have."""
    if SUIT[card] == TRUMP:
        return BURIED_GOLD
    return BURIED_PLAIN.get(RANK[card], BURIED_LOW)


GUIDE: Guide[State, Action] = Guide(worlds, candidates, over, worth, policy)
