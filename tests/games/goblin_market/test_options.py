"""Every option changes what it says, and is refused out of its bounds."""

from typing import Any

import pytest

from games.core.cards.decktet import COURTS, PAWNS
from games.core.contract import Seat, Shuffle
from games.core.options import BadOptions, option_forms, validate_options
from games.goblin_market import GAME
from games.goblin_market.actions import Bid, Pass, Refuse
from games.goblin_market.events import GoblinMoneyPaid
from games.goblin_market.options import Options
from tests.games.goblin_market.cards import opened, selling
from tests.games.goblin_market.table import after, kinds, play, turn


def goblins(**options: Any) -> tuple[str, ...]:
    """Return the Goblin cards that are shuffled before play."""
    state = GAME.rules.open(validate_options(Options, options, 3), 3, None)
    deal = GAME.rules.pending(state)
    assert isinstance(deal, Shuffle)
    shuffle = GAME.rules.pending(GAME.fold(state, GAME.rules.proceed(state, deal.cards)))
    assert isinstance(shuffle, Shuffle)
    return shuffle.cards


def test_use_courts_says_whether_the_courts_are_in_the_goblin_deck() -> None:
    assert goblins() == PAWNS + COURTS
    assert goblins(use_courts=False) == PAWNS


def test_without_courts_the_goblin_deck_is_shuffled_again_after_four_cards() -> None:
    state = opened(use_courts=False, goblin_money_when_all_pass=True)
    _, events = play(state, "- - - " * 5)
    turned = [k for k in kinds(events) if k in ("GoblinMoneyPaid", "GoblinsShuffled")]
    assert turned == ["GoblinMoneyPaid"] * 4 + ["GoblinsShuffled", "GoblinMoneyPaid"]


@pytest.mark.parametrize("coins", [0, 1, 25, 200])
def test_start_coins_are_given_to_everybody(coins: int) -> None:
    assert opened(start_coins=coins).coins == (coins,) * 3


def test_first_bidder_names_who_starts_the_first_auction() -> None:
    assert turn(opened(first_bidder=2)) == Seat(2)
    assert turn(opened(first_bidder=5, seats=6)) == Seat(5)


def test_min_bid_is_the_lowest_opening_bid_and_later_bids_must_only_beat_it() -> None:
    state = opened(min_bid=4)
    assert GAME.rules.choices(state, Seat(0)).actions[1] == Bid(4)
    assert GAME.rules.choices(after(state, "4"), Seat(1)).actions[1] == Bid(5)
    assert GAME.rules.choices(after(state, "-"), Seat(1)).actions[1] == Bid(4)


def test_a_min_bid_that_nobody_can_pay_still_lets_the_table_end() -> None:
    state = opened(min_bid=200)
    while GAME.rules.outcome(state) is None:
        assert GAME.rules.choices(state, turn(state)).actions == (Pass(),)
        state = after(state, "-")
    assert state.coins == (10, 10, 10)


def test_goblin_money_when_all_pass_pays_it_without_a_bid() -> None:
    assert "GoblinMoneyPaid" not in kinds(play(opened(), "- - -")[1])
    _, events = play(opened(goblin_money_when_all_pass=True), "- - -")
    assert [e.coins for e in events if isinstance(e, GoblinMoneyPaid)] == [(3, 3, 3)]


def test_share_may_be_refused_offers_the_refusal() -> None:
    for allowed in (False, True):
        state = after(selling("author mill bard", share_may_be_refused=allowed), "2 3 - - mill")
        assert (Refuse() in GAME.rules.choices(state, Seat(0)).actions) == allowed


def test_coins_public_false_shows_only_the_own_total() -> None:
    state = selling("author", coins=(1, 2, 3), coins_public=False)
    shown = [
        [player["coins"] for player in GAME.view(state, seat)["players"]]
        for seat in (None, Seat(0), Seat(2))
    ]
    assert shown == [[None] * 3, [1, None, None], [None, None, 3]]


def test_coins_public_false_keeps_payments_and_incomes_public() -> None:
    state = after(selling("author", coins_public=False), "2 - -")
    ledger = GAME.view(state, None)["ledger"]
    assert [entry["coins"] for entry in ledger] == [[-2, 0, 0], [0, 0, 0], [2, 3, 3]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("use_courts", 1),
        ("start_coins", -1),
        ("start_coins", 201),
        ("first_bidder", 3),
        ("first_bidder", -1),
        ("min_bid", -1),
        ("min_bid", 201),
        ("goblin_money_when_all_pass", None),
        ("share_may_be_refused", "yes"),
        ("coins_public", 0),
        ("shares", True),
    ],
)
def test_values_out_of_bounds_and_unknown_options_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOptions) as refusal:
        validate_options(Options, {name: value}, 3)
    assert list(refusal.value.problems) == [name]


def test_defaults_are_those_of_the_rules() -> None:
    assert {row["name"]: row["default"] for row in option_forms(Options)} == {
        "use_courts": True,
        "start_coins": 10,
        "first_bidder": 0,
        "min_bid": 1,
        "goblin_money_when_all_pass": False,
        "share_may_be_refused": False,
        "coins_public": True,
    }
