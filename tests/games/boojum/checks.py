"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.boojum.state import State
from games.core.contract import Card, Seat
from tests.games.boojum.cards import everywhere
from tests.games.boojum.table import claiming, claims
from tests.games.known import others

__all__ = ["everywhere", "unknown_to"]

A = Seat(0)
LIMITS = {"allow_duplicate_token": {"max_rounds": 15}}  # random play would take ages with it
EVENTFUL = {"max_rounds": 12}
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
    *(
        (claiming(words, excuse=True), A, claims(token, kind, words, name))
        for token, kind, words, name in [
            ("waves", "one_rank", "author author desert excuse", "knots"),
            ("wyrms", "people_in_sequence", WITH_EXCUSE, "Pawn"),
            ("moons", "aces_and_crowns", CORNERS, "9"),
            ("knots", "symbols", "excuse desert origin", "moons/knots"),
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
