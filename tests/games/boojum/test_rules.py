"""Every numbered rule of RULES.md."""

import pytest

from games.boojum import GAME
from games.boojum import events as ev
from games.boojum.state import State
from games.core.contract import Seat, Shuffle
from tests.games.boojum.cards import cards, everywhere
from tests.games.boojum.table import (
    DONE,
    PASS,
    acted,
    all_done,
    bids,
    claiming,
    claims,
    dealt,
    deck_of,
    in_sorted_order,
    opened,
    passed_by_all,
)
from tests.given import given, only

A, B, C = Seat(0), Seat(1), Seat(2)


def test_ruling_b36_the_dealer_is_drawn_before_the_deal_if_no_option_names_one() -> None:
    state = opened(4)
    assert GAME.rules.pending(state) == Shuffle("first_seat", ("0", "1", "2", "3"), 0)
    events = GAME.rules.proceed(state, ("2", "0", "3", "1"))
    assert events == (ev.DealerDrawn(C),)
    due = GAME.rules.pending(GAME.fold(state, events))
    assert isinstance(due, Shuffle)
    assert (due.what, len(due.cards), due.hand) == ("deal", 72, 1)


def test_rule_1_five_cards_each_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = opened(3, first_dealer=1)
    order = tuple(sorted(deck_of(state.options, 3)))
    event = only(ev.CardsDealt, GAME.rules.proceed(state, order))
    assert event.dealer == B
    assert event.hands[2] == order[0:15:3]  # left of seat 1
    assert event.hands[0] == order[1:15:3]
    assert event.hands[1] == order[2:15:3]


def test_rule_2_two_cards_go_to_each_slot_in_turn_and_the_rest_is_the_stack() -> None:
    state = opened(3, first_dealer=1)
    order = tuple(sorted(deck_of(state.options, 3)))
    event = only(ev.CardsDealt, GAME.rules.proceed(state, order))
    assert event.slots == (order[15:17], order[17:19])
    assert event.stack == order[19:]
    after = GAME.fold(state, (event,))
    assert after.unseen == (2, 2)
    assert after.discards == ()


@pytest.mark.parametrize(
    ("seats", "stack", "extended"), [(3, 53, 71), (4, 46, 64), (5, 39, 57), (6, 32, 50)]
)
def test_rule_2_setup_arithmetic(seats: int, stack: int, extended: int) -> None:
    plain, full = dealt(seats=seats), dealt(seats=seats, excuse=True, pawns=True, courts=True)
    assert (len(plain.stack), len(full.stack)) == (stack, extended)
    assert [len(slot) for slot in plain.slots] == [2] * (seats - 1)
    assert len(everywhere(plain)) == 72
    assert len(everywhere(full)) == 90


def test_rule_3_first_to_bid_is_the_player_left_of_the_dealer() -> None:
    state, _ = GAME.settle(opened(5, first_dealer=4), in_sorted_order)
    assert (state.first, state.turn) == (A, A)
    state, _ = GAME.settle(opened(5, first_dealer=1), in_sorted_order)
    assert state.first == C


def test_rule_4_all_slots_are_turned_up_at_the_start_of_a_round() -> None:
    state, events = GAME.settle(opened(3, first_dealer=2), in_sorted_order)
    assert events[-1] == ev.SlotsTurnedUp(1, state.slots)
    assert all(slot["face_up"] for slot in GAME.view(state, None)["slots"])


def test_rule_5_bidding_goes_clockwise_from_the_first_to_bid() -> None:
    state = dealt()
    assert GAME.rules.to_act(state) == (A,)
    given(GAME, state).when(1, PASS).then_refused("boojum/not_your_turn", "5")
    assert GAME.rules.to_act(acted(state, (0, PASS))) == (B,)


def test_rule_5_there_is_no_bid_outside_the_auction_phase() -> None:
    given(GAME, claiming("pact")).when(0, bids("pact")).then_refused("boojum/no_auction", "5")
    given(GAME, claiming("pact")).when(0, PASS).then_refused("boojum/no_auction", "5")


def test_rule_5_a_bid_takes_only_cards_in_hand_each_as_often_as_it_is_held() -> None:
    state = dealt("pact author")
    held = state.hands[0].count("pact")
    assert held == 1
    given(GAME, state).when(0, bids("pact pact")).then_refused("boojum/not_in_hand", "5")
    given(GAME, state).when(0, bids("sea")).then_refused("boojum/not_in_hand", "5")


def test_rule_5_a_bid_adds_to_the_own_pile() -> None:
    state = dealt("ace-knots author", "pact")
    after = (
        given(GAME, state).when(0, bids("ace-knots")).then(ev.BidMade(A, cards("ace-knots"), 1, 1))
    )
    state = acted(after.state, (1, bids("pact")), (2, PASS))
    after = given(GAME, state).when(0, bids("author")).then(ev.BidMade(A, cards("author"), 2, 3))
    assert after.state.piles[0] == cards("ace-knots author")
    assert not {"author", "ace-knots"} & set(after.state.hands[0])


def test_rule_5_who_has_passed_is_out_for_this_slot_only() -> None:
    state = acted(dealt("pact", "ace-suns", "sea"), (0, PASS), (1, bids("ace-suns")))
    state = acted(state, (2, bids("sea")))
    assert GAME.rules.to_act(state) == (B,)
    state = acted(state, (1, PASS))  # sold to seat 2: seat 0 is first to bid
    assert (state.slot, GAME.rules.to_act(state)) == (1, (A,))
    assert GAME.rules.choices(state, A).picks


def test_rule_5_sold_when_all_others_have_passed() -> None:
    state = dealt("pact", slots=["author desert"])
    state = acted(state, (0, bids("pact")), (1, PASS))
    after = (
        given(GAME, state)
        .when(2, PASS)
        .then(ev.Passed(C), ev.SlotSold(0, A, cards("author desert"), cards("pact")))
    )
    assert after.state.slots[0] == cards("pact")
    assert after.state.aside[0] == cards("author desert")
    assert (after.state.first, after.state.turn, after.state.slot) == (B, B, 1)


def test_rule_5_cards_set_aside_cannot_be_bid_in_this_phase() -> None:
    state = dealt("pact", slots=["author desert"])
    state = acted(state, (0, bids("pact")), (1, PASS), (2, PASS), (1, PASS), (2, PASS))
    assert GAME.rules.to_act(state) == (A,)
    given(GAME, state).when(0, bids("author")).then_refused("boojum/not_in_hand", "5")


def test_rule_5_losing_piles_return_to_their_owners() -> None:
    state = dealt("pact", "sea")
    before = state.hands
    state = acted(state, (0, bids("pact")), (1, bids("sea")), (2, PASS), (0, PASS))
    assert state.hands[0] == before[0]
    assert len(state.hands[1]) == 4
    assert state.piles == ((), (), ())


def test_rule_5_unsold_cards_stay_and_the_first_to_bid_stays() -> None:
    state = dealt(slots=["author desert"])
    state = acted(state, (0, PASS), (1, PASS))
    after = given(GAME, state).when(2, PASS).then(ev.Passed(C), ev.SlotUnsold(0))
    assert after.state.slots[0] == cards("author desert")
    assert (after.state.first, after.state.slot) == (A, 1)


def test_rule_6_every_slot_gets_one_card_in_slot_order() -> None:
    state = dealt(slots=["author desert", "origin pact"], stack="sea bard end")
    state = passed_by_all(state)
    assert state.slots == (cards("author desert sea"), cards("origin pact bard"))
    assert state.unseen == (1, 1)


def test_rule_7_who_won_no_auction_gets_one_card() -> None:
    state = dealt("pact", stack="sea bard end huntress calamity")
    state = acted(state, (0, bids("pact")), (1, PASS), (2, PASS))
    state = acted(state, (1, PASS), (2, PASS))
    events = GAME.rules.decide(state, A, PASS)
    _, happened = GAME.settle(GAME.fold(state, events), in_sorted_order)
    assert happened == [
        ev.SlotsBuilt((0, 1), cards("sea bard")),
        ev.SeatsDealt((B, C), ((), cards("end"), cards("huntress"))),
        ev.CardsTakenUp(),
    ]


def test_rule_8_everybody_takes_up_what_was_won_or_dealt() -> None:
    state = dealt("pact", slots=["author desert"], stack="sea bard end huntress")
    state = acted(state, (0, bids("pact")), (1, PASS), (2, PASS))
    state = passed_by_all(state)
    assert [len(hand) for hand in state.hands] == [6, 6, 6]
    assert {"author", "desert"} <= set(state.hands[0])
    assert "end" in state.hands[1]
    assert "huntress" in state.hands[2]
    assert state.aside == ((), (), ())


FLUSH = "author author painter soldier windfall"


def test_rule_9_a_claim_discards_the_set_takes_the_token_and_draws_a_card() -> None:
    state = claiming(f"{FLUSH} sea", stack="bard end")
    after = (
        given(GAME, state)
        .when(0, claims("knots", "flush", FLUSH))
        .then(
            ev.SetClaimed(A, "knots", "flush", cards(FLUSH), ()), ev.CardDrawn(A, cards("bard")[0])
        )
    )
    assert after.state.hands[0] == cards("bard sea")
    assert after.state.tokens[0] == ("knots",)
    assert after.state.discards == cards(FLUSH)
    assert after.state.stack == cards("end")


def test_rule_9_the_drawn_card_may_serve_at_once() -> None:
    state = claiming(f"{FLUSH} diplomat diplomat diplomat", stack="diplomat end")
    state = acted(state, (0, claims("knots", "flush", FLUSH)))
    state = acted(state, (0, claims("waves", "one_rank", "diplomat " * 4)))
    assert state.tokens[0] == ("knots", "waves")


def test_rule_9_a_card_serves_in_one_claim_only() -> None:
    state = acted(claiming(FLUSH), (0, claims("knots", "flush", FLUSH)))
    again = claims("knots", "run", FLUSH)
    given(GAME, acted(state)).when(0, again).then_refused("boojum/token_held", "B11")
    other = claims("suns", "one_rank", FLUSH)
    given(GAME, state).when(0, other).then_refused("boojum/not_in_hand", "9")


def test_rule_9_a_set_takes_only_cards_in_hand() -> None:
    state = claiming("author painter soldier windfall")
    given(GAME, state).when(0, claims("knots", "flush", FLUSH)).then_refused(
        "boojum/not_in_hand", "9"
    )


def test_rule_9_claims_are_made_in_the_claim_phase() -> None:
    state = dealt(FLUSH)
    given(GAME, state).when(0, claims("knots", "flush", FLUSH)).then_refused(
        "boojum/no_claims", "9"
    )
    given(GAME, state).when(0, DONE).then_refused("boojum/no_claims", "9")


def test_rule_9_a_token_is_paid_only_by_its_own_kinds_of_sets() -> None:
    state = claiming(FLUSH)
    for token, kind in [("moons", "flush"), ("knots", "people"), ("stars", "flush")]:
        given(GAME, state).when(0, claims(token, kind, FLUSH)).then_refused(
            "boojum/no_such_set", "9"
        )


def test_rule_9_cards_that_are_no_such_set_are_refused() -> None:
    state = claiming("author desert journey battle forest bard sea end")
    for token, kind, words in [
        ("knots", "run", "author desert journey battle forest"),
        ("waves", "one_rank", "bard sea end author"),
        ("knots", "symbols", "author desert journey"),
        ("moons", "aces_and_crowns", "author desert journey battle forest bard sea end"),
    ]:
        given(GAME, state).when(0, claims(token, kind, words)).then_refused(
            "boojum/not_this_set", "9"
        )
    given(GAME, state).when(0, claims("wyrms", "people_of_a_suit", "author bard sea")).then_refused(
        "boojum/wrong_type", "9"
    )


def test_rule_10_a_new_round_starts_when_all_are_done_and_the_marker_carries_over() -> None:
    state = claiming(first=B)
    state = acted(state, (2, DONE), (0, DONE))
    events = GAME.rules.decide(state, B, DONE)
    assert events == (ev.ClaimsFinished(B), ev.RoundEnded(1, 0))
    state = acted(state, (1, DONE))
    assert (state.phase, state.round, state.first, state.turn) == ("auction", 2, B, B)


def test_rule_11_the_discards_become_the_stack_when_a_card_is_needed() -> None:
    state = claiming(FLUSH, stack="", discards="sea bard")
    after = (
        given(GAME, state)
        .when(0, claims("knots", "flush", FLUSH))
        .then(ev.SetClaimed(A, "knots", "flush", cards(FLUSH), ()))
    )
    assert GAME.rules.to_act(after.state) == ()
    due = GAME.rules.pending(after.state)
    assert due == Shuffle("reshuffle", cards("sea bard " + FLUSH), 1, 1)
    assert isinstance(due, Shuffle)
    events = GAME.rules.proceed(after.state, due.cards)
    assert events == (
        ev.StackReshuffled(7, cards("sea bard " + FLUSH)),
        ev.CardDrawn(A, cards("sea")[0]),
    )
    state = GAME.fold(after.state, events)
    assert state.discards == ()
    assert state.hands[0] == cards("sea")
    assert GAME.rules.to_act(state) == (A, B, C)


def test_rule_11_nobody_claims_or_is_done_while_the_discards_are_reshuffled() -> None:
    state = claiming(FLUSH, FLUSH, stack="", discards="sea bard")
    state = GAME.fold(state, GAME.rules.decide(state, A, claims("knots", "flush", FLUSH)))
    for wish in (claims("knots", "flush", FLUSH), DONE):
        given(GAME, state).when(1, wish).then_refused("boojum/no_claims", "9")


def test_rule_11_the_stack_may_run_out_in_the_middle_of_the_build_phase() -> None:
    state = dealt()
    state.stack, state.discards = cards("pact"), cards("sea bard end calamity")
    state = acted(state, *((seat, PASS) for seat in (0, 1, 2, 0, 1)))
    events = GAME.rules.decide(state, C, PASS)
    after, happened = GAME.settle(GAME.fold(state, events), in_sorted_order)
    assert [type(event) for event in happened] == [
        ev.SlotsBuilt,
        ev.StackReshuffled,
        ev.SlotsBuilt,
        ev.SeatsDealt,
        ev.CardsTakenUp,
    ]
    assert [event.slots for event in happened if isinstance(event, ev.SlotsBuilt)] == [(0,), (1,)]
    assert after.stack == after.discards == ()
    assert after.reshuffles == 1


def test_rule_11_reshuffles_are_counted() -> None:
    state = claiming(FLUSH, stack="", discards="sea bard", reshuffles=4)
    state = GAME.fold(state, GAME.rules.decide(state, A, claims("knots", "flush", FLUSH)))
    due = GAME.rules.pending(state)
    assert isinstance(due, Shuffle)
    assert due.i == 5


FIVE = "moons suns waves leaves wyrms"


def test_rule_12_the_others_finish_their_claims_before_the_game_ends() -> None:
    state = claiming(FLUSH, FLUSH, tokens=[FIVE])
    state = acted(state, (0, claims("knots", "flush", FLUSH)), (0, DONE))
    assert GAME.rules.outcome(state) is None
    state = acted(state, (1, claims("knots", "flush", FLUSH)), (2, DONE))
    assert GAME.rules.outcome(state) is None
    outcome = GAME.rules.outcome(acted(state, (1, DONE)))
    assert outcome is not None
    assert outcome.why == "six_tokens"
    assert outcome.scores == (6, 1, 0)


def over(state: State) -> tuple[int, ...]:
    outcome = GAME.rules.outcome(all_done(state))
    assert outcome is not None
    return outcome.places


def test_rule_13_who_has_six_tokens_wins_whatever_the_others_hold() -> None:
    assert over(claiming("ace-moons", "pact pact", tokens=[FIVE + " knots", FIVE])) == (1, 2, 3)


def test_rule_13_several_with_six_compare_their_hands_as_bids() -> None:
    six = FIVE + " knots"
    assert over(claiming("bard", "ace-moons ace-suns", tokens=[six, six])) == (2, 1, 3)
    assert over(claiming("bard", "sea", tokens=[six, six])) == (1, 1, 3)
    assert over(claiming("bard ace-suns", "sea desert", tokens=[six, six])) == (2, 1, 3)


def test_ruling_b37_the_others_follow_by_tokens_and_then_by_hand() -> None:
    state = claiming("", "ace-suns", "bard", tokens=[FIVE + " knots", "moons", "suns"])
    assert over(state) == (1, 3, 2)
