"""Which cards a seat may not know, said from the rules and from where the cards lie.

This is the other opinion in the law of non-interference: it looks at no view and at no audience. A
card counts as unknown only if it has lain where the seat may not look ever since it was dealt.
"""

from collections.abc import Iterable
from typing import Any

from games.core.contract import Card, Cards, Seat
from games.core.game import AnyGame
from tests.games.every import checks_of


def others(hands: Iterable[Cards], seat: Seat | None) -> set[Card]:
    """Return the cards in the hands of the other seats; all of them for a spectator."""
    return {card for holder, hand in enumerate(hands) if holder != seat for card in hand}


def unknown(
    game: AnyGame, first: Any, events: Iterable[Any], seat: Seat | None
) -> dict[int, set[Card]]:
    """Return by hand the cards that lay hidden from the seat after every event of that hand."""
    found: dict[int, set[Card]] = {}
    state, unknown_to = first, checks_of(game.name).unknown_to
    for event in events:
        state = game.evolve(state, event)
        if type(event).__name__ == "HandVoided":
            continue  # puts cards away, and shows none
        hand = game.rules.hand(state)
        hidden = unknown_to(state, seat)
        found[hand] = found[hand] & hidden if hand in found else hidden
    return found
