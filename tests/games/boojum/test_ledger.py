"""What must add up in a log of which hands are sealed."""

import pytest

from games.boojum.ledger import BoojumLedger
from games.boojum.options import Options
from games.core.ledger import Contradiction

BID = "boojum.bid_made.v1"


def ledger() -> BoojumLedger:
    """Return a ledger after the deal."""
    new = BoojumLedger(Options(excuse=True), 3)
    new.follow("boojum.cards_dealt.v1", {}, {})
    return new


def test_the_excuse_counts_as_two_cards_in_a_bid_and_as_no_pips() -> None:
    own = ledger()
    own.follow(BID, {"seat": 0, "cards": ["excuse"], "count": 2, "pips": 0}, {})
    own.follow(BID, {"seat": 0, "cards": ["mill"], "count": 3, "pips": 8}, {})


@pytest.mark.parametrize(("count", "pips"), [(1, 0), (2, 1)])
def test_another_worth_of_a_bid_is_a_contradiction(count: int, pips: int) -> None:
    with pytest.raises(Contradiction, match="bid must be"):
        ledger().follow(BID, {"seat": 0, "cards": ["excuse"], "count": count, "pips": pips}, {})
