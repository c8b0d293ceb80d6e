"""How others play on in a world: a search that takes everybody for a `regular` loses to the rest.

Each other player either is a regular, or a boaster who plays as `plain` does. Who it is and which
cards it holds is drawn by how likely it then would have done what it did in the hand.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from games.boosh import plain, regular
from games.boosh.actions import (
    Action,
    CallBoosh,
    CallWoof,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.determinise import (
    card_placements,
    known_hands,
    pile_of,
    public_state,
    unseen_cards,
)
from games.boosh.regular import WOOF
from games.boosh.sight import TOP, BotView, ranks_of, sight_of_seat
from games.boosh.state import SEATS_ACT, Phase, State, play_order_from
from games.boosh.traces import WHIMS, HandEvidence
from games.core.contract import (
    Card,
    Cards,
    Luck,
    ReceivedEvent,
    Seat,
    View,
    fields_of,
    private_copy,
)
from games.core.dispatch import by_word
from games.core.fairness.chance import Chance

BOASTERS: Final = 0.3  # of all players
TRIES: Final = 8  # hands of which a player gets one, the likelier ones more often

Row = Sequence[Card | None]
Heaps = list[list[Card]]


@dataclass
class World(State):
    """A guessed state, with the whims of those seats that play on as boasters; else None."""

    whims: tuple[int | None, ...] = ()


def policy(state: State, seat: Seat) -> Action:
    """Return the move of `regular`, or of a boaster."""
    sight = sight_of_seat(state, seat)
    if isinstance(state, World) and (whim := state.whims[seat]) is not None:
        return BOASTS[sight.phase](sight, whim)
    return regular.move(sight)


# Which hands they may have


def worlds(view: View, seen: Sequence[ReceivedEvent], luck: Chance) -> Iterator[State]:
    """Yield states that agree with all that was seen; the k-th follows from luck and k alone."""
    known, evidence = known_hands(view, seen), HandEvidence(view, seen)
    root = World(**fields_of(public_state(view)), whims=(None,) * len(known))
    piles = [
        [pile_of(view, placed) for _, placed in card_placements(view, seat, row)]
        for seat, row in enumerate(known)
    ]
    for k in count():
        chance, whims = luck.fork(k), list(root.whims)
        hands: list[Cards] = [()] * len(known)  # of who is out
        unseen = unseen_cards(view, known, chance)
        for seat in play_order_from(root.players, root.players[k % len(root.players)]):
            tries = _hands_of(known[seat], piles[seat], unseen)
            whose = None if seat == view["seat"] else seat
            hands[seat], whims[seat] = _draw_likely_hand(evidence, whose, tries, chance)
            unseen = [_shuffled_remainder(heap, hands[seat], chance) for heap in unseen]
        yield _world_with_hands(root, view, hands, unseen[-1], whims)


def _hands_of(row: Row, piles: Sequence[int], unseen: Heaps) -> list[Cards]:
    """Return some hands that a player may have, of cards that lie in a random order."""
    needs = Counter(pile for card, pile in zip(row, piles, strict=True) if card is None)
    tries = min([TRIES, *(len(unseen[pile]) // need for pile, need in needs.items())])
    found = []
    for at in range(tries):
        heaps = {pile: iter(unseen[pile][at * need :]) for pile, need in needs.items()}
        found.append(
            tuple([card or next(heaps[pile]) for card, pile in zip(row, piles, strict=True)])
        )
    return found


def _draw_likely_hand(
    evidence: HandEvidence, seat: Seat | None, tries: Sequence[Cards], luck: Chance
) -> tuple[Cards, int | None]:
    """Return one of the hands, likely ones more often, and the whim of a boaster or None.

    Nothing is asked of the own hand, that of no seat.
    """
    if seat is None:
        return tries[0], None
    weights = []
    for hand in tries:
        boaster, other = evidence.kinds(seat, hand)
        weights += [BOASTERS * boaster, (1 - BOASTERS) * other]
    at = luck.drawn(weights)
    return tries[at // 2], None if at % 2 else luck.randrange(WHIMS)


def _shuffled_remainder(heap: Sequence[Card], hand: Cards, luck: Luck) -> list[Card]:
    """Return the cards that are left, in a new order: those that nobody got tell of who chose."""
    left = [card for card in heap if card not in hand]
    if len(left) < len(heap):
        luck.shuffle(left)
    return left


def _world_with_hands(
    root: World, view: View, hands: Sequence[Cards], deck: list[Card], whims: Sequence[int | None]
) -> World:
    """Return the world with these hands and [A]."""
    world = private_copy(root)
    taken = view["taken"]
    world.taken = taken and (taken["card"] or deck.pop())
    world.hands = tuple(hands)
    world.deck, world.whims = tuple(deck), tuple(whims)
    return world


# How a boaster plays


def _take_as_boaster(sight: BotView, whim: int) -> Action:
    """Take the face-up card if it is clearly better than the worst own card."""
    if not sight.deck:
        return Take("B")
    top, worst = _boaster_rank(sight, sight.pile[-1]), min(_boaster_ranks(sight, sight.own))
    return Take("B") if top - worst > max(plain.AVERAGE - worst, 1) else Take("A")


def _place_as_boaster(sight: BotView, whim: int) -> Action:
    """Keep the card if it is better than the worst own card."""
    ranks = _boaster_ranks(sight, sight.own)
    worst = min(ranks)
    if _boaster_rank(sight, sight.taken) > worst or not sight.may_discard:
        return Replace(ranks.index(worst))
    return Discard()


def _call_as_boaster(sight: BotView, whim: int) -> Action:
    """Call with a good hand; the longer the hand lasts, the less it takes."""
    rounds, valid = sight.turns // sight.players, sight.deck >= sight.players - 1
    enough = 41 + sight.players - max(0, rounds - 4) - whim
    return CallBoosh() if valid and sum(_boaster_ranks(sight, sight.own)) >= enough else Pass()


def _expose_as_boaster(sight: BotView, whim: int) -> Action:
    """Turn over the best two cards, to make the others fold."""
    ranks = _boaster_ranks(sight, sight.own)
    one, two = sorted(sorted(range(4), key=lambda at: ranks[at])[2:])
    return Expose((one, two))


def _fold_or_stay_as_boaster(sight: BotView, whim: int) -> Action:
    """Stay in if the own hand may well beat what the caller shows."""
    assert sight.caller is not None
    shown = sight.known[sight.caller]
    caller = sum(plain.KEPT if card is None else _boaster_rank(sight, card) for card in shown)
    return Stay() if sum(_boaster_ranks(sight, sight.own)) + whim > caller else Fold()


def _lay_out_as_boaster(sight: BotView, whim: int) -> Action:
    """Call Woof with a low hand."""
    return CallWoof() if sum(_boaster_ranks(sight, sight.own)) >= WOOF else LayOut()


def _boaster_rank(sight: BotView, card: Card | None) -> int:
    """Return what a card brings for a boaster, the Joker as much as the highest."""
    return ranks_of(sight)[card] or TOP


def _boaster_ranks(sight: BotView, row: Row) -> list[int]:
    """Return what each card brings for a boaster."""
    ranks = ranks_of(sight)
    return [ranks[card] or TOP for card in row]


BOASTS: Mapping[Phase, Callable[[BotView, int], Action]] = by_word(
    SEATS_ACT,
    {
        "laying_out": _lay_out_as_boaster,
        "taking": _take_as_boaster,
        "placing": _place_as_boaster,
        "calling": _call_as_boaster,
        "exposing": _expose_as_boaster,
        "folding": _fold_or_stay_as_boaster,
    },
)
