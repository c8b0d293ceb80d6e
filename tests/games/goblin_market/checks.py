"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.core.contract import Card, Seat
from games.goblin_market.actions import Refuse
from games.goblin_market.state import State
from tests.games.goblin_market.cards import everywhere, selling
from tests.games.goblin_market.table import after
from tests.games.play import VOID

__all__ = ["everywhere", "unknown_to"]

ONE_HAND = True
VARIED = {"use_courts": [False, True], "first_bidder": [None, 0]}
MARKET = after(selling("author mill bard"), "2 3 4 - - mill")
REFUSED = ((MARKET, Seat(1), Refuse()), (MARKET, VOID, 99))


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Only the two decks are hidden."""
    return {*state.deck, *state.goblins}
