"""Each numbered rule and each ruling of RULES.md, in its order."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import games.goblin_market
from games.core.contract import Card, Illegal, Outcome, Seat, Shuffle, Step
from games.goblin_market import GAME
from games.goblin_market.actions import Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.cards import AUCTION_DECK
from games.goblin_market.events import (
    AuctionWon,
    BidMade,
    CardsDiscarded,
    CardsTaken,
    CardsTurned,
    FirstBidderDrawn,
    GoblinMoneyPaid,
    GoblinsShuffled,
    MarketClosed,
    NobodyBid,
    Passed,
    ShareRefused,
    SisterhoodPaid,
    SizeTurned,
)
from tests.games.goblin_market.cards import cards, everywhere, opened, selling
from tests.games.goblin_market.table import after, kinds, only, play, turn
from tests.given import given

A, B, C, D = map(Seat, range(4))
RULES = (Path(games.goblin_market.__file__).parent / "RULES.md").read_text()
AUTHOR, MILL, BARD = cards("author mill bard")
FOUR_LEFT = "author mill bard pact"


def test_setup_shuffles_the_auction_deck_and_then_the_goblin_deck() -> None:
    state = GAME.rules.open(GAME.options(), 3, None)
    first = GAME.rules.pending(state)
    assert first == Shuffle("deal", AUCTION_DECK, 1)
    state = GAME.fold(state, GAME.rules.proceed(state, AUCTION_DECK))
    second = GAME.rules.pending(state)
    assert isinstance(second, Shuffle)
    assert (second.what, len(second.cards), second.hand, second.i) == ("goblins", 8, 1, 1)


def test_setup_gives_ten_coins_to_each_and_seat_0_begins() -> None:
    state = opened(seats=5)
    assert state.coins == (10,) * 5
    assert state.owned == ((),) * 5
    assert turn(state) == A


@pytest.mark.parametrize(
    ("size_card", "count"),
    [("ace-suns", 1), ("author", 2), ("pact", 2), ("sailor", 2), ("sea", 3), ("windfall", 3)],
)
def test_rule_1_ace_number_and_crown_put_one_two_and_three_cards_up(
    size_card: str, count: int
) -> None:
    state = opened(size_card)
    assert len(state.row) == count
    assert state.set_aside == (size_card,)
    assert len(state.deck) == 36 - 1 - count


def test_rule_1_a_size_card_is_set_aside_for_the_whole_game() -> None:
    state = after(opened("ace-suns bard pact"), "- - -")
    assert state.set_aside == ("ace-suns", "pact")
    assert "ace-suns" not in (*state.deck, *state.discards, *state.row)


@pytest.mark.parametrize("left", ["bard", "bard pact", "bard pact mill"])
def test_rule_1_three_or_fewer_cards_are_all_sold_without_a_size_card(left: str) -> None:
    state = after(selling("author", deck=left), "- - -")
    assert state.row == cards(left)
    assert state.set_aside == ()
    assert state.final


def test_rule_1_four_cards_are_enough_for_a_size_card() -> None:
    state = after(selling("author", deck="ace-suns bard pact mill"), "- - -")
    assert (state.set_aside, state.row, state.final) == (("ace-suns",), ("bard",), False)


def test_rule_2_the_cards_are_turned_up_in_the_order_of_the_deck() -> None:
    state = opened("sea author mill bard pact")
    assert state.row == (AUTHOR, MILL, BARD)
    assert state.deck[0] == "pact"


def test_rule_2_the_event_names_size_card_and_cards() -> None:
    _, events = play(opened("ace-suns bard author mill pact"), "- - -")
    assert events[-2:] == [
        SizeTurned(AUTHOR, 2),
        CardsTurned(cards("mill pact"), A, final=False),
    ]


def test_rule_3_bidding_goes_clockwise_from_the_starting_bidder() -> None:
    state = selling("author mill", starter=2)
    assert turn(state) == C
    state = after(state, "1")
    assert turn(state) == A
    assert turn(after(state, "2")) == B


def test_rule_3_who_has_passed_is_left_out() -> None:
    assert turn(after(selling("author mill"), "1 - 2")) == A


def test_rule_3_who_has_passed_may_not_bid_again() -> None:
    given(GAME, after(selling("author mill"), "1 - 2")).when(B, Bid(5)).then_refused(
        "goblin_market/already_passed", "3"
    )


@pytest.mark.parametrize("action", [Bid(5), Pass()])
def test_rule_3_only_the_seat_whose_turn_it_is_bids_or_passes(action: Bid | Pass) -> None:
    given(GAME, selling("author mill")).when(B, action).then_refused(
        "goblin_market/not_your_turn", "3"
    )


@pytest.mark.parametrize("coins", [3, 4, 0, -1])
def test_rule_3_a_bid_must_beat_the_highest_bid(coins: int) -> None:
    given(GAME, after(selling("author mill"), "4")).when(B, Bid(coins)).then_refused(
        "goblin_market/bid_too_low", "3"
    )


def test_rule_3_a_bid_may_be_all_coins_but_not_more() -> None:
    state = selling("author mill", coins=(7, 10, 10))
    given(GAME, state).when(A, Bid(8)).then_refused("goblin_market/not_enough_coins", "3")
    given(GAME, state).when(A, Bid(7)).then(BidMade(A, 7))


def test_rule_3_bidding_ends_when_only_the_highest_bidder_has_not_passed() -> None:
    state = after(selling("author mill"), "2 3 -")
    given(GAME, state).when(A, Pass()).then(Passed(A), AuctionWon(B, 3, (B, A)))


def test_rule_3_the_highest_bidder_does_not_bid_against_himself() -> None:
    state = after(selling("author mill"), "2 - -")
    assert (state.phase, turn(state)) == ("taking", A)


def test_rule_3_the_last_who_has_not_passed_may_still_bid_or_pass() -> None:
    state = after(selling("author mill"), "- -")
    given(GAME, state).when(C, Bid(1)).then(BidMade(C, 1), AuctionWon(C, 1, (C,)))
    given(GAME, state).when(C, Pass()).then(Passed(C), NobodyBid((AUTHOR, MILL), False))


def test_rule_3_a_player_without_coins_is_asked_and_can_only_pass() -> None:
    state = after(selling("author mill", coins=(10, 0, 10)), "2")
    assert turn(state) == B
    assert GAME.rules.choices(state, B).actions == (Pass(),)


def test_rule_3_cards_are_not_taken_while_there_is_bidding() -> None:
    for action in (TakeAll(), Take(AUTHOR), Refuse()):
        given(GAME, selling("author mill")).when(A, action).then_refused(
            "goblin_market/wrong_moment", "3"
        )


def test_rule_4_cards_nobody_bids_for_are_discarded_and_the_same_seat_starts_again() -> None:
    state, events = play(selling("author mill", starter=1), "- - -")
    assert kinds(events) == ["Passed"] * 3 + ["NobodyBid", "SizeTurned", "CardsTurned"]
    assert state.discards == (AUTHOR, MILL)
    assert (state.starter, turn(state)) == (B, B)
    assert state.coins == (10, 10, 10)


def test_rule_5_the_winner_of_one_card_pays_and_gets_it_without_being_asked() -> None:
    state, events = play(selling("author"), "2 3 - -")
    assert only(CardsTaken, events) == CardsTaken(B, (AUTHOR,), 3, None)
    assert state.owned == ((), (AUTHOR,), ())
    assert state.phase == "bidding"


def test_rule_5_the_winner_may_take_all_and_the_others_pay_nothing() -> None:
    state = after(selling("author mill bard"), "2 3 4 - -")
    given(GAME, state).when(C, TakeAll()).then(CardsTaken(C, (AUTHOR, MILL, BARD), 4, None))
    assert after(state, "all").ledger[0].coins == (0, 0, -4)


def test_rule_5_of_two_cards_the_second_bidder_must_take_the_other_one() -> None:
    state, events = play(selling("author mill"), "2 3 4 - - mill")
    taken = [event for event in events if isinstance(event, CardsTaken)]
    assert taken == [CardsTaken(C, (MILL,), 4, B), CardsTaken(B, (AUTHOR,), 3, None)]
    assert state.owned == ((), (AUTHOR,), (MILL,))


def test_rule_5_of_three_cards_the_second_bidder_chooses_and_the_third_gets_the_last() -> None:
    state = after(selling("author mill bard"), "2 3 4 - - mill")
    assert turn(state) == B
    state, events = play(state, "bard")
    taken = [event for event in events if isinstance(event, CardsTaken)]
    assert taken == [CardsTaken(B, (BARD,), 3, A), CardsTaken(A, (AUTHOR,), 2, None)]


def test_rule_5_a_bid_is_the_last_amount_named() -> None:
    _, events = play(selling("author mill bard"), "1 2 3 4 - - author mill")
    paid = [event.coins for event in events if isinstance(event, CardsTaken)]
    assert paid == [4, 3, 2]


def test_rule_5_the_winner_may_not_take_two_of_three() -> None:
    state = after(selling("author mill bard"), "2 3 4 - - author")
    given(GAME, state).when(C, Take(MILL)).then_refused("goblin_market/not_your_turn", "5")


def test_rule_5_only_the_winner_may_take_all() -> None:
    state = after(selling("author mill bard"), "2 3 4 - - author")
    given(GAME, state).when(B, TakeAll()).then_refused("goblin_market/only_the_winner", "5")


def test_rule_5_only_a_card_for_sale_may_be_taken() -> None:
    state = after(selling("author mill bard"), "2 3 4 - - author")
    for card in cards("author pact harvest nonsense"):
        given(GAME, state).when(B, Take(card)).then_refused("goblin_market/not_for_sale", "5")


def test_rule_5_nobody_else_takes_before_the_winner_and_nobody_bids() -> None:
    state = after(selling("author mill bard"), "2 3 4 - -")
    given(GAME, state).when(B, Take(MILL)).then_refused("goblin_market/not_your_turn", "5")
    given(GAME, state).when(C, Bid(9)).then_refused("goblin_market/wrong_moment", "5")
    given(GAME, state).when(C, Pass()).then_refused("goblin_market/wrong_moment", "5")


def test_rule_5_a_forced_last_card_is_no_decision() -> None:
    state = after(selling("author"), "- -")
    state = GAME.fold(state, GAME.rules.decide(state, C, Bid(1)))
    assert GAME.rules.pending(state) == Step("last_card")
    assert GAME.rules.to_act(state) == ()
    given(GAME, state).when(C, Take(AUTHOR)).then_refused("goblin_market/wrong_moment", "5")


def test_rule_5_a_winner_may_not_refuse() -> None:
    state = after(selling("author mill", share_may_be_refused=True), "2 3 4 - -")
    given(GAME, state).when(C, Refuse()).then_refused("goblin_market/winner_must_take", "5")


@pytest.mark.parametrize(
    ("bid", "card", "coins"),
    [
        *[(10, "sea", 3), (10, "pact", 2), (10, "mill", 1), (10, "cave", 0)],
        *[(11, "ace-suns", 3), (11, "sea", 2), (11, "pact", 1), (11, "mill", 0)],
        *[(2, "author", 3), (2, "ace-suns", 2), (2, "sea", 1), (2, "pact", 0)],
        *[(3, "journey", 3), (3, "author", 2), (3, "ace-suns", 1), (3, "sea", 0)],
        *[(4, "sailor", 3), (14, "journey", 2), (24, "author", 1), (4, "ace-suns", 0)],
        *[(9, "pact", 3), (19, "mill", 2), (9, "cave", 1), (9, "lunatic", 0), (9, "sea", 0)],
    ],
)
def test_rule_6_pays_the_rank_of_the_last_digit_and_the_two_below_it_in_the_ring(
    bid: int, card: str, coins: int
) -> None:
    state = selling("painter", coins=(30, 0, 0), owned=("", card, ""))
    _, events = play(state, f"{bid} - -")
    assert only(SisterhoodPaid, events) == SisterhoodPaid(bid % 10, (0, coins, 0))


def test_rule_6_pays_for_each_card_owned() -> None:
    state = selling("painter", coins=(30, 0, 0), owned=("", "pact darkness merchant mill", ""))
    _, events = play(state, "9 - -")
    assert only(SisterhoodPaid, events).coins == (0, 11, 0)


def test_rule_6_pays_bidders_who_got_no_card() -> None:
    state = selling("author mill", owned=("mountain", "sailor", "battle"))
    _, events = play(state, "2 3 4 - - all")
    assert only(SisterhoodPaid, events).coins == (3, 3, 0)


def test_rule_7_pays_a_coin_for_each_suit_that_is_not_owned_to_buyers_too() -> None:
    state = selling("author", owned=("", "bard", "pact forest"), goblins="harvest")
    state, events = play(state, "1 - -")
    assert only(GoblinMoneyPaid, events) == GoblinMoneyPaid(Card("harvest"), (2, 2, 0))
    assert state.goblins_shown == ("harvest",)


def test_rule_7_turns_the_goblin_cards_one_by_one() -> None:
    state = after(selling("author", goblins="rite island"), "1 - -")
    assert (state.goblins_shown, state.goblins[0]) == (("rite",), "island")


def test_rule_8_the_market_closes_when_the_auction_deck_is_empty() -> None:
    state, events = play(selling("author mill", deck=""), "2 - - author")
    assert kinds(events)[-2:] == ["GoblinMoneyPaid", "MarketClosed"]
    assert events[-1] == MarketClosed((2, 0, 0), (2, 0, 0), (1, 2, 2))
    assert GAME.rules.to_act(state) == ()


def test_rule_8_the_market_also_closes_after_an_auction_without_a_bid() -> None:
    _, events = play(selling("author mill", deck=""), "- - -")
    assert kinds(events)[-2:] == ["NobodyBid", "MarketClosed"]


def test_rule_8_suits_beyond_the_best_three_cost_points() -> None:
    owned = "author journey mountain forest desert bard"
    _, events = play(selling("pact", owned=(owned, "", ""), deck=""), "- - -")
    assert only(MarketClosed, events).scores == (5, 0, 0)


def test_rule_8_coins_score_nothing() -> None:
    _, events = play(selling("pact", coins=(99, 0, 5), deck=""), "- - -")
    assert only(MarketClosed, events).scores == (0, 0, 0)


@pytest.mark.parametrize("action", [Bid(1), Pass(), TakeAll(), Take(MILL), Refuse()])
def test_rule_8_nothing_is_done_after_the_end(action: object) -> None:
    state = after(selling("author mill", deck=""), "- - -")
    given(GAME, state).when(A, action).then_refused("goblin_market/table_over", "8")


def test_ruling_g22_a_voided_hand_leaves_everybody_without_points() -> None:
    state = after(selling("author mill", deck=""), "2 - - author")
    state = GAME.evolve(state, GAME.rules.void(state, 1))
    why = "hand_voided"
    assert GAME.rules.outcome(state) == Outcome((1, 1, 1), (0, 0, 0), why)


def test_ruling_g22_voiding_the_hand_of_a_running_table_ends_it() -> None:
    state = GAME.evolve(opened(), GAME.rules.void(opened(), 1))
    assert (GAME.rules.to_act(state), GAME.rules.pending(state), GAME.rules.hand(state)) == (
        (),
        None,
        1,
    )
    assert GAME.rules.outcome(state) is not None


def test_rule_9_points_added_by_a_ruling_are_ranked_before_positive_points() -> None:
    state = after(selling("author mill", deck=""), "2 - - author")
    outcome = GAME.rules.outcome(state)
    assert outcome is not None
    nothing, last = (0, 0, 0), outcome.scores[0] - 1
    assert GAME.rules.standing(state, nothing) == (outcome.places, outcome.scores)
    assert GAME.rules.standing(state, (-1, 0, 0)).scores[0] == last
    level = tuple(-score for score in outcome.scores)
    assert GAME.rules.standing(state, level).scores == (0, 0, 0)
    assert GAME.rules.standing(state, level).places == (1, 2, 2)  # seat 0 alone owns cards
    voided = GAME.evolve(state, GAME.rules.void(state, 1))
    assert GAME.rules.standing(voided, (0, 5, 0)) == ((2, 1, 2), (0, 5, 0))


@pytest.mark.parametrize("number", [0, 2])
def test_rule_8_there_is_no_other_hand_to_void(number: int) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.rules.void(opened(), number)
    assert (refusal.value.code, refusal.value.rule) == ("goblin_market/no_such_hand", "8")


def test_rule_8_before_the_deal_there_is_no_hand_to_void() -> None:
    with pytest.raises(Illegal, match="no hand 1"):
        GAME.rules.void(GAME.rules.open(GAME.options(), 3, None), 1)


def test_rule_9_the_highest_score_wins() -> None:
    state = selling("sea", owned=("pact mountain", "author", "mill cave sailor"), deck="")
    assert GAME.rules.outcome(after(state, "- - -")) == Outcome((2, 3, 1), (4, 2, 6), "most_points")


def test_rule_9_positive_points_break_a_tie() -> None:
    state = selling("sea", owned=("author", "pact diplomat mill sailor battle", ""), deck="")
    assert GAME.rules.outcome(after(state, "- - -")) == Outcome((2, 1, 3), (2, 2, 0), "tie_broken")


def test_ruling_g23_the_other_places_go_by_score_and_then_by_positive_points() -> None:
    owned = ("author", "pact diplomat mill sailor battle", "", "pact mountain")
    state = selling("sea", owned=owned, coins=(9, 9, 9, 9), deck="")
    assert GAME.rules.standing(state, (0, 0, 0, 0)) == ((3, 2, 4, 1), (2, 2, 0, 4))


def test_ruling_g1_the_second_bidder_may_not_refuse() -> None:
    state = after(selling("author mill bard"), "2 3 4 - - mill")
    given(GAME, state).when(B, Refuse()).then_refused("goblin_market/must_take", "G1")
    assert GAME.rules.choices(state, B).actions == (Take(AUTHOR), Take(BARD))


def test_ruling_g1_with_the_option_who_refuses_pays_nothing_and_earns() -> None:
    owned = ("", "mountain", "")
    state = selling("author mill bard", owned=owned, share_may_be_refused=True)
    state = after(state, "2 3 4 - - mill")
    given(GAME, state).when(B, Refuse()).then(ShareRefused(B, A))
    state, events = play(state, "no author")
    assert events[1:3] == [CardsTaken(A, (AUTHOR,), 2, None), CardsDiscarded((BARD,))]
    assert only(SisterhoodPaid, events).coins == (0, 3, 0)
    assert state.discards[-1] == BARD


def test_ruling_g1_with_the_option_each_is_asked_also_for_a_last_card() -> None:
    state = after(selling("author mill", share_may_be_refused=True), "2 3 - - mill")
    assert turn(state) == A
    assert GAME.rules.choices(state, A).actions == (Take(AUTHOR), Refuse())
    given(GAME, state).when(A, Refuse()).then(ShareRefused(A, None), CardsDiscarded((AUTHOR,)))


def test_ruling_g1_with_the_option_a_single_card_still_goes_to_the_winner() -> None:
    _, events = play(selling("author", share_may_be_refused=True), "2 - -")
    assert only(CardsTaken, events) == CardsTaken(A, (AUTHOR,), 2, None)


@pytest.mark.parametrize("coins", [0, -3])
def test_ruling_g2_a_bid_of_nothing_is_no_bid(coins: int) -> None:
    given(GAME, selling("author mill")).when(A, Bid(coins)).then_refused(
        "goblin_market/below_minimum", "G2"
    )


def test_ruling_g2_zero_may_be_bid_where_the_table_allows_it_even_without_coins() -> None:
    state = selling("author", coins=(0, 0, 0), owned=("", "sea", ""), min_bid=0)
    given(GAME, state).when(A, Bid(-1)).then_refused("goblin_market/below_minimum", "G2")
    given(GAME, state).when(A, Bid(0)).then(BidMade(A, 0))
    state = after(state, "0")
    given(GAME, state).when(B, Bid(0)).then_refused("goblin_market/not_enough_coins", "3")
    _, events = play(state, "- -")
    assert only(CardsTaken, events).coins == 0
    assert only(SisterhoodPaid, events) == SisterhoodPaid(0, (0, 3, 0))


def test_ruling_g3_two_players_never_have_the_same_bid() -> None:
    given(GAME, after(selling("author mill"), "4")).when(B, Bid(4)).then_refused(
        "goblin_market/bid_too_low", "3"
    )


def test_ruling_g4_bidders_are_ranked_by_their_last_bid_and_others_have_no_place() -> None:
    state = selling("author mill bard", coins=(20, 20, 20, 20))
    _, events = play(state, "5 - 6 7 8 9 - -")
    assert only(AuctionWon, events) == AuctionWon(C, 9, (C, A, D))


def test_ruling_g5_a_sole_bidder_may_take_just_one_card() -> None:
    state = after(selling("author mill bard"), "2 - -")
    given(GAME, state).when(A, Take(MILL)).then(
        CardsTaken(A, (MILL,), 2, None), CardsDiscarded((AUTHOR, BARD))
    )


def test_ruling_g6_two_bidders_share_two_of_three_cards() -> None:
    state = after(selling("author mill bard"), "2 3 - - mill")
    given(GAME, state).when(A, Take(BARD)).then(
        CardsTaken(A, (BARD,), 2, None), CardsDiscarded((AUTHOR,))
    )


def test_ruling_g7_whoever_got_a_card_earns_no_sisterhood_money() -> None:
    owned = ("mountain", "sailor", "battle", "journey")
    state = selling("author mill", owned=owned, coins=(10,) * 4)
    _, events = play(state, "2 3 4 - - - author")
    assert only(SisterhoodPaid, events).coins == (3, 0, 0, 2)


def test_ruling_g8_the_bank_pays_the_sisters() -> None:
    state = selling("pact", owned=("", "mountain", ""), goblins="harvest")
    state = after(state, "4 - -")
    assert [entry.coins for entry in state.ledger[:2]] == [(-4, 0, 0), (0, 3, 0)]


def test_ruling_g9_no_money_is_paid_when_nobody_bid() -> None:
    _, events = play(selling("author mill", owned=("sea", "", "")), "- - -")
    assert not {"SisterhoodPaid", "GoblinMoneyPaid"} & set(kinds(events))


def test_ruling_g9_with_the_option_goblin_money_alone_is_paid() -> None:
    state = selling("author mill", owned=("sea", "bard", ""), goblin_money_when_all_pass=True)
    _, events = play(state, "- - -")
    assert "SisterhoodPaid" not in kinds(events)
    assert only(GoblinMoneyPaid, events).coins == (3, 2, 3)
    assert only(NobodyBid, events).goblin_money


def test_ruling_g10_only_a_win_moves_the_start() -> None:
    state = after(selling("author", starter=1), "- 1 -")
    assert turn(state) == C
    assert turn(after(state, "- - -")) == C


def test_ruling_g11_cards_just_bought_count_for_goblin_money() -> None:
    _, events = play(selling("mountain", goblins="harvest"), "4 - -")
    assert only(GoblinMoneyPaid, events).coins == (1, 3, 3)
    assert only(SisterhoodPaid, events).coins == (0, 0, 0)


def test_ruling_g12_a_crown_on_top_of_four_cards_opens_the_last_auction() -> None:
    state = after(selling("author", deck="sea bard pact mill"), "- - -")
    assert (state.row, state.deck, state.final) == (cards("bard pact mill"), (), False)
    _, events = play(state, "- - -")
    assert kinds(events)[-1] == "MarketClosed"


def test_ruling_g13_money_is_paid_in_the_last_auction() -> None:
    state = selling("author", owned=("", "desert", ""), deck="")
    state, events = play(state, "2 - -")
    assert only(SisterhoodPaid, events).coins == (0, 3, 0)
    assert only(GoblinMoneyPaid, events).coins == (2, 2, 3)
    assert state.coins == (10, 15, 13)


def test_ruling_g14_the_bank_does_not_run_out() -> None:
    aces = "ace-moons ace-suns ace-waves ace-leaves ace-wyrms ace-knots"
    state = selling("author", owned=("", aces, ""), coins=(150, 150, 150))
    assert after(state, "1 - -").coins[1] == 150 + 18


def test_ruling_g15_it_does_not_matter_which_of_two_equal_suits_counts() -> None:
    owned = "ace-moons ace-suns ace-waves ace-leaves"
    _, events = play(selling("pact", owned=(owned, "", ""), deck=""), "- - -")
    assert only(MarketClosed, events).scores[0] == 3 - 1


def test_ruling_g16_who_is_equal_in_all_wins_together() -> None:
    state = selling("sea", owned=("author", "mill", ""), deck="")
    why = "win_shared"
    assert GAME.rules.outcome(after(state, "- - -")) == Outcome((1, 1, 3), (2, 2, 0), why)


def test_ruling_g17_all_goblin_cards_are_shuffled_at_once_after_the_last() -> None:
    state = selling("author")
    state.goblins, state.goblins_shown = state.goblins[:1], state.goblins[1:]
    state, events = play(state, "1 - -")
    assert kinds(events)[-4:] == [
        "GoblinMoneyPaid",
        "GoblinsShuffled",
        "SizeTurned",
        "CardsTurned",
    ]
    assert (len(state.goblins), state.goblins_shown, state.goblin_shuffles) == (8, (), 2)


def test_ruling_g17_even_after_the_last_auction() -> None:
    state = selling("author", deck="")
    state.goblins, state.goblins_shown = state.goblins[:1], state.goblins[1:]
    _, events = play(state, "1 - -")
    assert kinds(events)[-2:] == ["GoblinsShuffled", "MarketClosed"]
    assert len(only(GoblinsShuffled, events).deck) == 8


def test_ruling_g18_coins_are_public() -> None:
    view = GAME.view(selling("author", coins=(1, 2, 3)), None)
    assert [player["coins"] for player in view["players"]] == [1, 2, 3]


def test_ruling_g19_there_is_one_version_of_the_rules() -> None:
    assert re.findall(r"\bversion (\d+)", RULES) == [str(GAME.version)] == ["1"]


def test_ruling_g20_of_two_cards_the_third_bidder_is_asked_if_the_second_refuses() -> None:
    state = after(selling("author mill", share_may_be_refused=True), "2 3 4 - - mill")
    given(GAME, state).when(B, Refuse()).then(ShareRefused(B, A))
    state = after(state, "no")
    given(GAME, state).when(A, Take(AUTHOR)).then(CardsTaken(A, (AUTHOR,), 2, None))


def test_ruling_g20_it_goes_on_to_the_fourth_bidder_while_there_are_cards() -> None:
    state = selling("author mill bard", coins=(10,) * 4, share_may_be_refused=True)
    state = after(state, "1 2 3 4 - - - mill no bard")
    assert turn(state) == A
    given(GAME, state).when(A, Take(AUTHOR)).then(CardsTaken(A, (AUTHOR,), 1, None))
    given(GAME, state).when(A, Refuse()).then(ShareRefused(A, None), CardsDiscarded((AUTHOR,)))


def test_ruling_g20_nobody_is_asked_when_no_card_is_left() -> None:
    state = selling("author mill bard", coins=(10,) * 4, share_may_be_refused=True)
    state = after(state, "1 2 3 4 - - - mill bard author")
    assert state.phase == "bidding"
    assert state.owned == ((), (AUTHOR,), (BARD,), (MILL,))


def test_ruling_g21_null_draws_the_first_bidder_before_the_deal() -> None:
    state = GAME.rules.open(replace(GAME.options(), first_bidder=None), 4, None)
    assert GAME.rules.pending(state) == Shuffle("first_seat", ("0", "1", "2", "3"), 0)
    assert GAME.rules.proceed(state, ("2", "0", "1", "3")) == (FirstBidderDrawn(C),)
    assert turn(opened(seats=4, first_bidder=None)) == D


def test_every_rule_and_every_ruling_has_a_test() -> None:
    numbers = re.findall(r"^(\d+)\. \*\*", RULES, re.MULTILINE)
    rulings = re.findall(r"^ *> \*\*(G\d+)\*\* ", RULES, re.MULTILINE)
    assert (len(numbers), len(rulings)) == (9, 23)
    tests = Path(__file__).read_text()
    assert [n for n in numbers if f"def test_rule_{n}_" not in tests] == []
    assert [r for r in rulings if f"def test_ruling_{r.lower()}_" not in tests] == []


def test_the_cards_of_a_table_set_up_by_hand_are_complete() -> None:
    state = selling(FOUR_LEFT, owned=("sea", "cave", "end"))
    assert sorted(everywhere(state)) == sorted(everywhere(opened()))
