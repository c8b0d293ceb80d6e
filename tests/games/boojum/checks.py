"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from games.boojum import GAME
from games.boojum.actions import Bid, Claim, Done, Pass
from games.boojum.hiding import HiddenLayout
from games.boojum.memory import TableMemory, memory_from_events
from games.boojum.state import State
from games.core.contract import Card, ReceivedEvent, Seat
from tests.games.boojum.cards import everywhere
from tests.games.boojum.table import claiming, claims
from tests.games.every import Again
from tests.games.known import others

__all__ = ["again", "everywhere", "unknown_to"]

A = Seat(0)
LIMITS = {"allow_duplicate_token": {"max_rounds": 15}}  # random play would take ages with it
EVENTFUL = {"max_rounds": 12}
SHORT = {"max_rounds": 4}  # most tables of random play end by themselves after some twelve
ONE_HAND = True
VARIED = {"max_rounds": [1, 2, 3], "excuse": [False, True], "pawns": [False, True]}
SEED = 2
FLUSH = "author author painter soldier windfall"
CHAIN = "author journey sailor forest"
LONE = "ace-moons author painter"
WITH_EXCUSE = "excuse diplomat merchant"
CORNERS = "ace-moons ace-moons ace-suns bard bard sea excuse excuse"
REFUSED = (
    (claiming(FLUSH, tokens=["knots"]), A, claims("knots", "flush", FLUSH)),
    (claiming(CHAIN), A, claims("waves", "one_rank", CHAIN)),
    (claiming(CHAIN), A, claims("waves", "straight", CHAIN)),
    (claiming("author bard sea"), A, claims("wyrms", "people_of_a_suit", "author bard sea")),
    (claiming(LONE), A, claims("wyrms", "people_of_a_suit", LONE)),
    (claiming("excuse", excuse=True), A, claims("knots", "symbols", "excuse")),
    *(
        (claiming(words, excuse=True), A, claims(token, kind, words, name))
        for token, kind, words, name in [
            ("waves", "one_rank", "author author desert excuse", "knots"),
            ("wyrms", "people_in_sequence", WITH_EXCUSE, "Pawn"),
            ("moons", "aces_and_crowns", CORNERS, "9"),
            ("knots", "symbols", "excuse ace-moons desert origin", "moons/knots"),
            ("knots", "symbols", "excuse ace-moons desert origin", "moons"),
        ]
    ),
)


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Hands, the stack, and the cards of a slot that never lay face up."""
    hidden = others(state.hands, seat) | others(state.aside, seat) | set(state.stack)
    open_cards = {
        *state.discards,
        *(card for shown in (*state.shown, *state.piles) for card in shown),
    }
    if seat is not None and state.hands:
        open_cards |= {*state.hands[seat], *state.aside[seat]}
    for cards, unseen in zip(state.slots, state.unseen, strict=True):
        hidden |= set(cards[len(cards) - unseen :])
        open_cards |= set(cards[: len(cards) - unseen])
    return hidden - open_cards  # a card with an equal copy in the open is known by its copy


def again(guess: State, seen: Sequence[ReceivedEvent], reader: Seat) -> Again:
    """Find draws that brought every card to where it was shown or lies now."""
    memory = memory_from_events(GAME.view(guess, reader), seen)
    memory.pools[-1].subtract(guess.stack)
    memory.now += 1
    for seat, hand in enumerate(guess.hands):
        memory.lay_open(seat, hand)
    places = [*memory.slots, *memory.aside]
    for place, cards in zip(places, (*guess.slots, *guess.aside), strict=True):
        for draw, card in zip(place, cards, strict=True):
            if isinstance(draw, int):
                memory.learn(draw, card)
    dealer = next(one for one in seen if one.type == "boojum.cards_dealt.v1").data["dealer"]
    orders = in_order(memory, HiddenLayout(memory, random.Random(0)), dealer)
    orders[-1] += guess.stack
    return Again(orders, [move for one in seen for move in move_of(one)])


def in_order(memory: TableMemory, hiding: HiddenLayout, dealer: int) -> list[tuple[str, ...]]:
    """Return the cards of each shuffle as far as they were drawn."""
    orders: list[list[str]] = [[] for _ in memory.pools]
    for draw, card in zip(memory.draws, hiding.cards, strict=True):
        orders[draw.pool].append(str(card))
    deal, hands = orders[0], 5 * memory.seats
    by_turn = [deal[seat * 5 + at] for at in range(5) for seat in clockwise(memory.seats, dealer)]
    return [tuple(by_turn + deal[hands:]), *map(tuple, orders[1:])]


def clockwise(seats: int, dealer: int) -> list[int]:
    return [(dealer + 1 + after) % seats for after in range(seats)]


def move_of(event: ReceivedEvent) -> Iterator[tuple[Seat, Any]]:
    """Yield the move that an event tells of, if any."""
    data = event.data
    if event.type == "boojum.bid_made.v1":
        yield data["seat"], Bid(tuple(data["cards"]))
    elif event.type == "boojum.passed.v1":
        yield data["seat"], Pass()
    elif event.type == "boojum.set_claimed.v1":
        cards, excuses = tuple(data["cards"]), tuple(data["excuses"])
        yield data["seat"], Claim(data["token"], data["kind"], cards, excuses)
    elif event.type == "boojum.claims_finished.v1":
        yield data["seat"], Done()
