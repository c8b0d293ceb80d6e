"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from collections.abc import Sequence

from games.core.contract import Card, ReceivedEvent, Seat
from games.goblin_market.actions import Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.state import State
from tests.games.every import Again
from tests.games.goblin_market.cards import everywhere, selling
from tests.games.goblin_market.table import after
from tests.games.play import VOID

__all__ = ["again", "everywhere", "unknown_to"]

ONE_HAND = True
VARIED = {"use_courts": [False, True], "first_bidder": [None, 0]}
MARKET = after(selling("author mill bard"), "2 3 4 - - mill")
REFUSED = ((MARKET, Seat(1), Refuse()), (MARKET, VOID, 99))


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Only the two decks are hidden."""
    return {*state.deck, *state.goblins}


def again(guess: State, seen: Sequence[ReceivedEvent], reader: Seat) -> Again:
    """Put what was turned back on the decks, in its order."""
    turned: list[Card] = []
    goblins: list[list[Card]] = []
    moves: list[tuple[Seat, Action]] = []
    row: list[Card] = []
    for kind, data in seen:
        match kind:
            case "goblin_market.goblins_shuffled.v1":
                goblins.append([])
            case "goblin_market.goblin_money_paid.v1":
                goblins[-1].append(data["card"])
            case "goblin_market.size_turned.v1":
                turned.append(data["card"])
            case "goblin_market.cards_turned.v1":
                row = list(data["cards"])
                turned += row
            case "goblin_market.cards_taken.v1":
                moves += taken(guess, row, moves, data["seat"], data["cards"])
                row = [card for card in row if card not in data["cards"]]
            case "goblin_market.bid_made.v1":
                moves.append((data["seat"], Bid(data["coins"])))
            case "goblin_market.passed.v1":
                moves.append((data["seat"], Pass()))
            case "goblin_market.share_refused.v1":
                moves.append((data["seat"], Refuse()))
            case _:
                pass  # follows from the moves
    goblins[-1] += guess.goblins
    return Again([(*turned, *guess.deck), *map(tuple, goblins)], moves)


def taken(
    guess: State, row: list[Card], moves: list[tuple[Seat, Action]], seat: Seat, cards: list[Card]
) -> list[tuple[Seat, Action]]:
    """Return the move of a taking; none where the last card was handed over (rule 5)."""
    if len(cards) > 1:
        return [(seat, TakeAll())]
    shared = not isinstance(moves[-1][1], Bid | Pass)
    if len(row) == 1 and not (shared and guess.options.share_may_be_refused):
        return []
    return [(seat, Take(cards[0]))]
