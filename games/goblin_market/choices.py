"""What a seat may do now, and what is done for it when its time is up."""

from typing import Final

from games.core.contract import Choices, Seat
from games.goblin_market.actions import MOST_COINS, Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.bidding import least_bid
from games.goblin_market.cards import AUCTION_DECK
from games.goblin_market.rules import to_act
from games.goblin_market.state import State

NOTHING: Final[Choices[Action]] = Choices()
PASS: Final = Pass()
ALL: Final = TakeAll()
REFUSE: Final = Refuse()
BIDS: Final = tuple(map(Bid, range(MOST_COINS)))  # by coins
TAKES: Final = {card: Take(card) for card in AUCTION_DECK}


def choices(state: State, seat: Seat) -> Choices[Action]:
    """Return all that the seat may do: pass and every bid, or all cards and each card."""
    if to_act(state) != (seat,):
        return NOTHING
    if state.phase == "bidding":
        return Choices((PASS, *BIDS[least_bid(state) : state.coins[seat] + 1]))
    takes = tuple([TAKES[card] for card in state.row])
    if seat == state.leader:
        return Choices((ALL, *takes))
    return Choices((*takes, REFUSE) if state.options.share_may_be_refused else takes)


def fallback(state: State, seat: Seat) -> Action:
    """Return pass; all cards for the winner; the first card of the row for those who share."""
    if state.phase == "bidding":
        return PASS
    return ALL if seat == state.leader else TAKES[state.row[0]]
