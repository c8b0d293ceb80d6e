"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from collections.abc import Sequence

from games.boon.actions import Action, Bury, Pass, Play, Take
from games.boon.cards import BOON_SIZE, sort_trump_last
from games.boon.state import DEALING, State
from games.core.contract import Card, Cards, ReceivedEvent, Seat
from tests.games.boon.cards import cards, everywhere
from tests.games.boon.table import ALL_PASS, acted, dealt, order_of
from tests.games.every import Again
from tests.games.known import others

__all__ = ["again", "everywhere", "unknown_to"]

EVENTFUL = {"max_rounds": 2}
VARIED = {
    "max_rounds": [1, 2],
    "leaster_blind": ["aside", "last_trick"],
    "all_pass": ["leaster", "forced_pick"],
}
REFUSED = (
    (acted(dealt(3, all_pass="forced_pick"), *ALL_PASS[3][:2]), Seat(2), Pass()),
    (acted(dealt(5, "blue 1 2 3"), (0, Take())), Seat(0), Bury(cards("blue 1 1"))),
    (
        acted(dealt(5, "gold 7, blue 1 2", may_bury_gold7=False), (0, Take())),
        Seat(0),
        Bury(cards("gold 7, blue 1")),
    ),
)


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Rules 1-3: hands are hidden, the Boon from all but who took it; N21: all is shown at last."""
    if state.phase == DEALING:
        return set()
    hidden = others(state.hands, seat)
    if state.taker is None or state.taker != seat:
        hidden |= {*state.boon, *state.buried}
    return hidden


def again(guess: State, seen: Sequence[ReceivedEvent], reader: Seat) -> Again:
    """Give everybody back what they have played, and the taker what was buried."""
    dealt, *rest = seen
    hands = [list(hand) for hand in guess.hands]
    moves: list[tuple[Seat, Action]] = []
    for kind, data in rest:
        match kind:
            case "boon.passed.v1":
                moves.append((data["seat"], Pass()))
            case "boon.boon_taken.v1":
                moves.append((data["seat"], Take()))
            case "boon.cards_buried.v1":
                moves.append((data["seat"], Bury(guess.buried)))
                hands[data["seat"]] += guess.buried
            case "boon.card_played.v1":
                moves.append((data["seat"], Play(data["card"])))
                hands[data["seat"]].append(data["card"])
            case _:
                pass  # follows from the moves
    boon = the_boon(guess, rest, reader, hands)
    if guess.taker is not None:
        hands[guess.taker] = [card for card in hands[guess.taker] if card not in boon]
    order = order_of(dealt.data["dealer"], [sort_trump_last(hand) for hand in hands], boon)
    return Again([order], moves)


def the_boon(
    guess: State, seen: Sequence[ReceivedEvent], reader: Seat, hands: Sequence[Sequence[Card]]
) -> Cards:
    """Return the Boon: a taker knows it, of another's any cards may have been it."""
    if guess.boon or guess.taker is None:
        return guess.boon
    if reader == guess.taker:
        taken = next(one for one in seen if one.type == "boon.boon_taken.v1")
        return tuple(taken.data["cards"])
    return tuple(hands[guess.taker][: BOON_SIZE[guess.seats]])
