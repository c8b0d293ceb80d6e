"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from collections.abc import Sequence
from itertools import zip_longest

from games.bum.actions import Action, Give, Pass, Play
from games.bum.state import State
from games.core.contract import Card, ReceivedEvent, Seat
from tests.games.bum.cards import dealt, everywhere, later_hand, of, played
from tests.games.every import Again
from tests.games.known import others

__all__ = ["again", "everywhere", "unknown_to"]

TOLD = frozenset({"bum.cards_given.v1", "bum.exchange_called_off.v1", "bum.revolution_declared.v1"})
EVENTFUL = {"hands": 2}
VARIED = {
    "hands": [1, 2],
    "revolution": ["standard", "bum_only"],
    "pass_is_final": [False, True],
    "ranked_jokers": [False, True],
    "boss_chooses": [False, True],
}
SEED = 1
ACES = dealt("A 2 JK 3", "4 5", "5")
RUNS = dealt("5 6 7 7", "9 10 J Q", "A 2 JK 3")
GIVING, _ = later_hand("3 4 5 JK", "4 6 7", "5 6 7", "6 7 8", boss_chooses=True)
LED = played(RUNS, "5 6 7", "9 10 J")
REFUSED = (
    (ACES, Seat(0), of(ACES, 0, "A 2 JK")),
    (RUNS, Seat(0), of(RUNS, 0, "7 7 sequence")),
    (LED, Seat(2), of(LED, 2, "A 2 JK set")),
    (GIVING, Seat(0), of(GIVING, 0, "give 3 JK")),
    (GIVING, Seat(0), Give((Card("3-1"), Card("3-1")))),
    (GIVING, Seat(0), Give((Card("3-1"), Card("8-1")))),
    (GIVING, Seat(0), of(GIVING, 0, "give 3")),
    (GIVING, Seat(0), of(GIVING, 0, "3")),
)


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Hands are hidden but for Jokers that were shown; who gave or got a card knows it."""
    hidden = others(state.hands, seat) - {card for shown in state.shown for card in shown}
    known = {c for giver, taker, cards in state.given if seat in (giver, taker) for c in cards}
    return hidden - known


def again(guess: State, seen: Sequence[ReceivedEvent], reader: Seat) -> Again:
    """Take back what was played and exchanged, and deal the Boss's cards first."""
    first, *rest = seen
    moves: list[tuple[Seat, Action]] = []
    if guess.options.boss_chooses:
        moves += [(giver, Give(cards)) for giver, _, cards in guess.given[::2]]
    hands = [set(hand) for hand in guess.hands]
    for kind, data in rest:
        if kind == "bum.turn_passed.v1":
            moves.append((data["seat"], Pass()))
        if kind == "bum.combination_played.v1":
            cards = tuple(data["cards"])
            moves.append((data["seat"], Play(cards, data["kind"])))
            hands[data["seat"]].update(cards)
    for _, receiver, cards in guess.given:
        hands[receiver] -= {*cards}
    for giver, _, cards in guess.given:
        hands[giver] |= {*cards}
    rows = zip_longest(*(sorted(hands[seat]) for seat in first.data["order"]))
    return Again([tuple(card for row in rows for card in row if card is not None)], moves)
