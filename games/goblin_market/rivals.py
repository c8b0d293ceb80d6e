"""How others play on in a world: a search that takes everybody for a `regular` loses to the rest.

Each other player is either a regular, or a shopper who pays for points alone that cards bring at
once, as beginners and `plain` do. Their bids so far say how likely that is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.core.contract import Cards, ReceivedEvent, Seat, View, fields_of
from games.core.fairness.chance import Chance
from games.core.type_hints.values import from_json
from games.goblin_market import determinise, plain, regular
from games.goblin_market.actions import Action
from games.goblin_market.bidding import least_bid
from games.goblin_market.choices import ALL, BIDS, PASS, REFUSE, TAKES
from games.goblin_market.events import EVENTS, BidMade, CardsTurned, Event, Passed, SizeTurned
from games.goblin_market.evolve import apply
from games.goblin_market.state import State

DOUBT: Final = 0.1  # that a bid says the contrary of what it seems to say
WHIMS: Final = 3  # of a shopper: 0, 1 or 2 coins more
CERTAIN: Final = 1 << 20
RIVALS: Final = 1  # fork of a world's luck


@dataclass
class World(State):
    """A guessed state, with those seats that play on as shoppers."""

    shoppers: tuple[Seat, ...] = ()


def worlds(view: View, seen: Sequence[ReceivedEvent], luck: Chance) -> Iterator[State]:
    """Yield guessed states; the k-th follows from luck and k alone."""
    likely = [(seat, int(one * CERTAIN)) for seat, one in shopper_probabilities(view, seen).items()]
    for k, state in enumerate(determinise.shuffled_worlds(view, seen, luck)):
        chance = luck.fork(k).fork(RIVALS)
        drawn = tuple([seat for seat, one in likely if chance.randrange(CERTAIN) < one])
        yield World(**fields_of(state), shoppers=drawn)


def policy(state: State, seat: Seat) -> Action:
    """Return the move of `regular`, or of a shopper."""
    if isinstance(state, World) and seat in state.shoppers:
        return _move_as_shopper(state, seat)
    return regular.move(state, seat)


# How a shopper plays


def _move_as_shopper(state: State, seat: Seat) -> Action:
    """Do as `plain` does with a middling whim."""
    mine, row = state.owned[seat], state.row
    if state.phase == "bidding":
        least = least_bid(state)
        most = _shopper_bid_limit(mine, row, state.coins[seat], len(state.deck)) + WHIMS // 2
        return BIDS[least] if least <= min(most, state.coins[seat]) else PASS
    best = max(row, key=lambda card: plain.immediate_gain(mine, (card,)))
    gain = plain.immediate_gain(mine, (best,))
    if seat == state.leader:
        return ALL if gain <= plain.immediate_gain(mine, row) else TAKES[best]
    return REFUSE if gain < 0 and state.options.share_may_be_refused else TAKES[best]


@lru_cache(1 << 12)
def _shopper_bid_limit(mine: Cards, row: Cards, coins: int, unseen: int) -> int:
    """Return the most that a shopper bids before whims; far below 0 for what brings no points."""
    wanted = plain.points_in_winning(mine, row)
    if wanted <= 0:
        return -WHIMS
    return coins * (2 + wanted) // (4 + unseen // plain.CARDS_AN_AUCTION)


# What their bids say


def shopper_probabilities(view: View, seen: Sequence[ReceivedEvent]) -> Mapping[Seat, float]:
    """Return how likely each other seat is a shopper, by all that was bid in the hand."""
    odds = {Seat(seat): 1.0 for seat in range(view["seats"]) if seat != view["seat"]}
    state = determinise.known_state(view)
    past = State(state.options, state.seats, "dealing")
    for event in _events_as_known(seen, state.deck):
        if isinstance(event, BidMade | Passed) and event.seat in odds:
            odds[event.seat] *= _shopper_likelihood_ratio(past, event)
        apply(past, event)
    return {seat: one / (1 + one) for seat, one in odds.items()}


def _events_as_known(seen: Sequence[ReceivedEvent], unseen: Cards) -> list[Event]:
    """Return the events of the hand, with the decks as they lay as far as anybody knows."""
    deck: list[Any] = []
    for kind, data in seen:
        if EVENTS[kind] is SizeTurned:
            deck.append(data["card"])
        elif EVENTS[kind] is CardsTurned:
            deck += data["cards"]
    sealed = {"goblin_market.dealt.v1": [*deck, *unseen], "goblin_market.goblins_shuffled.v1": []}
    return [
        from_json(EVENTS[kind], {**data, "deck": sealed[kind]} if kind in sealed else data)
        for kind, data in seen
    ]


def _shopper_likelihood_ratio(past: State, event: BidMade | Passed) -> float:
    """Return how much likelier a bid or a pass is of a shopper than of a regular."""
    seat, bids = event.seat, isinstance(event, BidMade)
    coins = event.coins if isinstance(event, BidMade) else least_bid(past)
    most = _shopper_bid_limit(past.owned[seat], past.row, past.coins[seat], len(past.deck))
    would = min(WHIMS, max(0, most + WHIMS - coins)) / WHIMS
    shopper = would if coins <= past.coins[seat] else 0.0
    other = 1.0 if coins <= regular.bid_limit(past, seat) else 0.0
    return _chance_with_doubt(shopper, bids) / _chance_with_doubt(other, bids)


def _chance_with_doubt(would: float, does: bool) -> float:
    """Return how likely somebody does so, with some doubt."""
    return DOUBT + (1 - 2 * DOUBT) * (would if does else 1 - would)
