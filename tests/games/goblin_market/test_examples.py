"""The worked examples of RULES.md."""

import pytest

from games.core.contract import Seat
from games.goblin_market import GAME
from games.goblin_market.cards import SUIT_BITS
from games.goblin_market.events import CardsDiscarded, CardsTaken, GoblinMoneyPaid, SisterhoodPaid
from games.goblin_market.scoring import goblin_money, score_owned_cards, sisterhood_money
from games.goblin_market.state import State
from tests.games.goblin_market.cards import cards, selling
from tests.games.goblin_market.table import only, play, turn

ELISE, MORGAN, EVAN, DANA = map(Seat, range(4))
BIDS = "2 7 8 - - 10 12 14 15 -"


def market() -> State:
    """Return the auction of examples 1 to 3; Dana owns what example 2 says."""
    return selling(
        "author mill bard",
        coins=(10, 20, 22, 12),
        owned=("", "", "", "forest sailor savage painter"),
        goblins="rite",
    )


def test_example_1_rules_3_and_5_three_players_share_three_cards() -> None:
    state, _ = play(market(), BIDS)
    assert turn(state) == EVAN
    state, taken = play(state, "author")
    assert taken == [CardsTaken(EVAN, cards("author"), 15, MORGAN)]
    assert state.coins == (10, 20, 7, 12)
    state, taken = play(state, "mill")
    assert taken[:2] == [
        CardsTaken(MORGAN, cards("mill"), 14, ELISE),
        CardsTaken(ELISE, cards("bard"), 2, None),
    ]
    assert state.owned[:3] == (cards("bard"), cards("mill"), cards("author"))


def test_example_1_rule_5_coins_left_after_the_payments() -> None:
    state, _ = play(market(), BIDS)
    for action in ("author", "mill"):
        (seat,) = GAME.rules.to_act(state)
        take = next(
            one
            for one in GAME.rules.choices(state, seat).actions
            if getattr(one, "card", 0) == action
        )
        state = GAME.fold(state, GAME.rules.decide(state, seat, take))
    state = GAME.fold(state, GAME.rules.proceed(state, ()))
    assert state.coins == (8, 6, 7, 12)


def test_example_2_rule_6_dana_earns_seven_coins_and_the_buyers_nothing() -> None:
    _, events = play(market(), f"{BIDS} author mill")
    assert only(SisterhoodPaid, events) == SisterhoodPaid(5, (0, 0, 0, 7))


def test_example_3_rule_7_the_rite_pays_for_suits_not_owned() -> None:
    state, events = play(market(), f"{BIDS} author mill")
    assert only(GoblinMoneyPaid, events).coins == (3, 2, 2, 0)
    assert state.coins == (11, 8, 9, 19)


def test_example_4_rule_6_a_bid_of_nine() -> None:
    owned = "pact merchant mill cave"
    assert sisterhood_money(9, cards(owned)) == 9
    state = selling("author", owned=("darkness", owned, ""))
    _, events = play(state, "9 - -")
    assert only(SisterhoodPaid, events).coins == (0, 9, 0)


@pytest.mark.parametrize(
    ("owned", "coins"), [("bard", 2), ("", 3), ("author", 2), ("pact forest", 0)]
)
def test_example_5_rule_7_the_harvest(owned: str, coins: int) -> None:
    assert goblin_money(SUIT_BITS[cards("harvest")[0]], cards(owned)) == coins
    state = selling("sea", owned=("", owned, ""), goblins="harvest")
    _, events = play(state, "1 - -")
    assert only(GoblinMoneyPaid, events).coins[1] == coins


@pytest.mark.parametrize(
    ("owned", "score", "positive"),
    [
        ("author journey mountain forest desert bard", 5, 8),
        ("pact diplomat mountain ace-knots", 7, 7),
        ("ace-moons ace-suns ace-waves ace-leaves ace-wyrms ace-knots", 0, 3),
        ("", 0, 0),
        ("author desert origin", 0, 3),
        ("author desert origin ace-moons", 1, 4),
        ("pact diplomat mill sailor battle", 2, 6),
        ("huntress ace-moons bard", 3, 3),
    ],
)
def test_example_6_rules_8_and_9_scores(owned: str, score: int, positive: int) -> None:
    assert score_owned_cards(cards(owned)) == (score, positive)
    state, _ = play(selling("sea", owned=(owned, "", ""), deck=""), "- - -")
    assert (state.scores[0], state.positive[0]) == (score, positive)


def test_example_7_rules_5_and_6_g5_a_sole_bidder_takes_one_of_two() -> None:
    state = selling("author mill", owned=("mountain", "sailor", "journey"))
    state, events = play(state, "- 4 - mill")
    assert only(CardsTaken, events) == CardsTaken(Seat(1), cards("mill"), 4, None)
    assert only(CardsDiscarded, events) == CardsDiscarded(cards("author"))
    assert only(SisterhoodPaid, events) == SisterhoodPaid(4, (3, 0, 2))


def test_example_8_rule_6_a_bid_of_eleven() -> None:
    state = selling("author", coins=(11, 0, 0), owned=("", "ace-suns pact", "sea"))
    _, events = play(state, "11 - -")
    assert only(SisterhoodPaid, events) == SisterhoodPaid(1, (0, 4, 2))
