"""What the rules of `regular` make of coins, last digits, sharing and cards that may come."""

from dataclasses import replace

import pytest

from games.core.contract import Seat
from games.goblin_market.actions import Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.appraisal import offers_by_player
from games.goblin_market.regular import FORGONE, bid_limit, move
from games.goblin_market.state import State
from tests.games.goblin_market.cards import cards, selling
from tests.games.goblin_market.table import after

LATE = "pact mountain battle bard"


def highest(state: State) -> int:
    """Return the highest bid of seat 0 against two who outbid it and pass at last."""
    found = 0
    while isinstance(move(state, Seat(0)), Bid):
        found = (state.high or 0) + 1
        state = replace(state, high=found, leader=Seat(1))
    return found


def test_all_coins_are_bid_in_the_last_auction() -> None:
    last = selling("author mill", coins=(25, 30, 30), deck="")
    assert highest(last) == 25
    assert 0 < highest(selling("author mill", coins=(25, 30, 30))) < 25


def test_the_same_cards_are_worth_more_coins_when_fewer_auctions_are_left() -> None:
    assert highest(selling("author mill", deck=LATE)) > highest(selling("author mill"))


def test_less_is_bid_over_a_bid_whose_last_digit_pays_the_seat_for_buying_nothing() -> None:
    market = selling("mountain", owned=("pact", "", ""), coins=(40, 40, 40))
    eight, nine, ten = (
        bid_limit(replace(market, high=high, leader=Seat(1)), Seat(0)) for high in (8, 9, 10)
    )
    assert eight - nine == pytest.approx(3 * FORGONE), "a nine earns 3 coins by the digit 9"
    assert eight - ten == pytest.approx(2 * FORGONE)


def test_cards_for_suits_that_may_still_come_are_worth_more_than_others() -> None:
    unseen = cards("mountain diplomat journey lunatic discovery")  # moons, suns and waves
    moons, knots = (
        offers_by_player(unseen, ((), (), ()), cards(card))[0].gain
        for card in ("huntress", "windfall")
    )
    assert moons > knots


def test_the_winner_takes_one_card_where_the_others_would_cost_points() -> None:
    owned = ("pact mountain diplomat lunatic", "", "")
    state = after(selling("journey battle soldier", owned=owned, deck=LATE), "2 3 - 4 -")
    assert move(state, Seat(0)) == Take(cards("journey")[0])
    state = after(selling("journey chance-meeting", owned=owned, deck=LATE), "2 3 - 4 -")
    assert move(state, Seat(0)) == TakeAll()


def test_a_share_that_costs_points_is_refused_where_that_may_be() -> None:
    owned = ("pact mountain diplomat lunatic", "", "")
    state = selling("battle author", owned=owned, deck=LATE, share_may_be_refused=True)
    assert move(after(state, "2 3 - - author"), Seat(0)) == Refuse()


def test_unwanted_cards_are_not_bid_for() -> None:
    owned = ("pact mountain diplomat lunatic", "", "")
    action: Action = move(selling("battle soldier", owned=owned, deck=""), Seat(0))
    assert action == Pass()
