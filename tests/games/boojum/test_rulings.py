"""Every ruling of RULES.md."""

import pytest

from games.boojum import GAME
from games.boojum import events as ev
from games.boojum.state import State
from games.core.contract import Seat, Shuffle
from games.core.options import BadOptions, validate_options
from games.core.type_hints.values import split_by_audience
from tests.games.boojum.cards import cards
from tests.games.boojum.table import (
    DONE,
    PASS,
    acted,
    all_done,
    bids,
    claimed,
    claiming,
    claims,
    dealt,
    in_sorted_order,
    opened,
    options_of,
    passed_by_all,
)
from tests.games.said import said
from tests.given import given, only

A, B, C = Seat(0), Seat(1), Seat(2)
FIVE = "moons suns waves leaves wyrms"
SIX = FIVE + " knots"


def test_ruling_b1_one_suit_must_be_on_all_cards_of_a_straight_or_flush() -> None:
    chain = "author journey sailor forest"  # moons, moons and waves, waves and leaves, leaves
    state = claiming(chain + " merchant author journey sailor")
    for token, kind, words in [
        ("waves", "straight", chain),
        ("knots", "flush", chain + " merchant"),
        ("wyrms", "people_of_a_suit", "author sailor merchant"),
    ]:
        given(GAME, state).when(0, claims(token, kind, words)).then_refused(
            "boojum/no_shared_suit", "B1"
        )


def test_ruling_b2_the_auction_ends_when_all_but_the_highest_bidder_have_passed() -> None:
    state = acted(dealt("pact"), (0, bids("pact")), (1, PASS), (2, PASS))
    assert (state.slot, state.winners) == (1, frozenset({A}))


def test_ruling_b2_nobody_raises_an_own_unbeaten_bid() -> None:
    state = acted(dealt("pact author"), (0, bids("pact")))
    given(GAME, state).when(0, bids("author")).then_refused("boojum/not_your_turn", "5")


def test_ruling_b3_the_last_player_still_bids_when_all_others_have_passed() -> None:
    state = acted(dealt("", "", "pact"), (0, PASS), (1, PASS))
    assert GAME.rules.to_act(state) == (C,)
    happened = GAME.rules.decide(state, C, bids("pact"))
    assert happened == (
        ev.BidMade(C, cards("pact"), 1, 9),
        ev.SlotSold(0, C, state.slots[0], cards("pact")),
    )


def test_ruling_b4_an_equal_bid_is_refused() -> None:
    state = acted(dealt("pact", "darkness mill"), (0, bids("pact")))
    given(GAME, state).when(1, bids("darkness")).then_refused("boojum/bid_too_low", "B4")
    given(GAME, state).when(1, bids("mill")).then_refused("boojum/bid_too_low", "B4")


def test_ruling_b5_a_bid_needs_a_card() -> None:
    given(GAME, dealt()).when(0, bids("")).then_refused("boojum/empty_bid", "B5")


def test_ruling_b6_a_hand_that_cannot_bid_is_asked_and_passes() -> None:
    state = dealt()
    state.hands = ((), *state.hands[1:])
    assert GAME.rules.to_act(state) == (A,)
    assert GAME.rules.choices(state, A) == ((PASS,), ())
    state = dealt("ace-moons", "pact pact darkness darkness merchant")
    state.hands = (cards("ace-moons"), *state.hands[1:])
    state = acted(state, (0, PASS), (1, bids("pact pact darkness darkness")), (2, PASS))
    assert state.slot == 1


def test_ruling_b7_slots_are_face_down_between_auction_phases() -> None:
    state = passed_by_all(dealt())
    assert state.phase == "claims"
    assert [slot["cards"] for slot in GAME.view(state, A)["slots"]] == [None, None]
    _, (deal, _) = GAME.settle(opened(3, first_dealer=0), in_sorted_order)
    _, parts = split_by_audience(deal)
    assert "slots" in parts["hand"]


def test_ruling_b8_an_unsold_slot_gets_a_card_too() -> None:
    state = passed_by_all(dealt())
    assert [len(slot) for slot in state.slots] == [3, 3]


def test_ruling_b9_build_cards_go_clockwise_from_the_first_to_bid() -> None:
    state = acted(dealt("", "pact", stack="sea bard end calamity"), (0, PASS))
    state = acted(state, (1, bids("pact")), (2, PASS))
    assert state.first == C
    state = passed_by_all(state)
    assert "end" in state.hands[2]
    assert "calamity" in state.hands[0]


def test_ruling_b9_claims_are_simultaneous_and_count_in_the_order_of_acceptance() -> None:
    words = "author author painter soldier windfall"
    claim = claims("knots", "flush", words)
    state = claiming(words, words, stack="sea bard")
    assert GAME.rules.to_act(state) == (A, B, C)
    assert GAME.view(state, None)["simultaneous"]
    one = acted(state, (0, claim), (1, claim))
    other = acted(state, (1, claim), (0, claim))
    assert list(one.hands[:2]) == [cards("sea"), cards("bard")]
    assert list(other.hands[:2]) == [cards("bard"), cards("sea")]


def test_ruling_b10_nobody_has_to_claim() -> None:
    state = claiming("author author painter soldier windfall")
    assert DONE in GAME.rules.choices(state, A).actions
    assert acted(state, (0, DONE)).tokens[0] == ()


def test_ruling_b11_no_second_token_of_a_suit() -> None:
    words = "author author painter soldier windfall"
    claim = claims("knots", "flush", words)
    state = claiming(words, tokens=["knots"])
    given(GAME, state).when(0, claim).then_refused("boojum/token_held", "B11")
    assert "knots" not in {pick.bounds["token"] for pick in GAME.rules.choices(state, A).picks}


def test_ruling_b12_the_claimer_names_the_token_of_a_set_that_fits_several() -> None:
    aces = "ace-moons ace-suns ace-waves ace-leaves ace-wyrms ace-knots"
    for token, kind in [("moons", "one_rank"), ("knots", "symbols")]:
        assert acted(claiming(aces), (0, claims(token, kind, aces))).tokens[0] == (token,)


def test_ruling_b13_exactly_the_named_number_of_cards_is_turned_in() -> None:
    words = "author author painter soldier windfall windfall"
    state = claiming(words)
    given(GAME, state).when(0, claims("knots", "flush", words)).then_refused(
        "boojum/wrong_size", "B13"
    )
    assert acted(state, (0, claims("knots", "flush", words[:-9]))).tokens[0] == ("knots",)


def test_ruling_b14_origin_market_and_end_count_as_either_type() -> None:
    for kind, words in [
        ("locations_in_sequence", "mountain forest market"),
        ("events_in_sequence", "discovery market chance-meeting"),
        ("locations_of_a_suit", "origin mill end"),
        ("events_of_a_suit", "origin chance-meeting end"),
    ]:
        assert acted(claiming(words), (0, claims("wyrms", kind, words))).tokens[0] == ("wyrms",)


def test_ruling_b15_aces_have_no_type_and_the_excuse_may_stand_for_one() -> None:
    state = claiming("ace-moons author painter excuse", excuse=True)
    given(GAME, state).when(
        0, claims("wyrms", "people_of_a_suit", "ace-moons author painter")
    ).then_refused("boojum/wrong_type", "B15")
    state = acted(state, (0, claims("wyrms", "people_of_a_suit", "excuse author painter")))
    assert state.tokens[0] == ("wyrms",)


def test_ruling_b16_an_excuse_supplies_one_symbol_of_a_named_suit() -> None:
    words = "ace-moons excuse desert origin"
    state = claiming(words, excuse=True)
    event = claimed(state, claims("knots", "symbols", words, "knots"))
    assert event.excuses == ("knots",)
    given(GAME, state).when(0, claims("knots", "symbols", words, "moons")).then_refused(
        "boojum/misnamed", "B29"
    )
    given(GAME, state).when(0, claims("knots", "symbols", words, "moons/knots")).then_refused(
        "boojum/wrong_symbols", "B16"
    )
    given(GAME, state).when(0, claims("knots", "symbols", "excuse desert origin")).then_refused(
        "boojum/not_this_set", "9"
    )


def test_ruling_b17_several_excuses_each_fill_a_place() -> None:
    words = "excuse excuse author painter windfall"
    state = acted(claiming(words, excuse=True), (0, claims("knots", "flush", words)))
    assert state.tokens[0] == ("knots",)


def test_ruling_b18_an_excuse_names_any_rank_in_play_and_no_other() -> None:
    words = "excuse diplomat merchant"
    state = claiming(words, excuse=True)
    for rank in ("Pawn", "10", "0", ""):
        given(GAME, state).when(0, claims("wyrms", "people_in_sequence", words, rank)).then_refused(
            "boojum/no_such_rank", "B18"
        )
    for rank, stands in [("7", True), ("Crown", True), ("6", False), ("A", False)]:
        claim = claims("wyrms", "people_in_sequence", words, rank)
        if stands:
            assert claimed(state, claim).excuses == (rank,)
        else:
            given(GAME, state).when(0, claim).then_refused("boojum/misnamed", "B29")


def test_ruling_b19_nine_and_crown_meet_only_without_pawns_and_courts() -> None:
    words = "diplomat merchant bard"
    claim = claims("wyrms", "people_in_sequence", words)
    assert acted(claiming(words), (0, claim)).tokens[0] == ("wyrms",)
    given(GAME, claiming(words, pawns=True)).when(0, claim).then_refused("boojum/not_this_set", "9")
    for courts, some in [(False, "merchant watchman bard"), (True, "watchman consul huntress")]:
        state = claiming(some, pawns=True, courts=courts)
        assert acted(state, (0, claims("wyrms", "people_in_sequence", some))).tokens[0]


def test_ruling_b20_courts_without_pawns_are_refused() -> None:
    with pytest.raises(BadOptions) as refusal:
        options_of(courts=True)
    assert "courts" in refusal.value.problems
    assert options_of(courts=True, pawns=True).courts


def test_ruling_b21_a_claim_discards_before_it_draws() -> None:
    words = "author author painter soldier windfall"
    state = claiming(words, stack="")
    state = GAME.fold(state, GAME.rules.decide(state, A, claims("knots", "flush", words)))
    assert GAME.rules.pending(state) == Shuffle("reshuffle", cards(words), 1, 1)


def test_ruling_b21_an_empty_stack_is_not_reshuffled_before_a_card_is_needed() -> None:
    words = "author author painter soldier windfall"
    state = acted(claiming(words, stack="sea"), (0, claims("knots", "flush", words)))
    assert state.stack == ()
    assert state.discards == cards(words)
    assert GAME.rules.pending(state) is None


def test_ruling_b22_no_card_is_dealt_when_stack_and_discards_are_empty() -> None:
    state = dealt()
    state.stack = cards("sea bard end")
    before = state.hands
    state = passed_by_all(state)
    assert state.phase == "claims"
    assert [len(hand) for hand in state.hands] == [6, 5, 5]
    assert "end" in state.hands[0]
    assert state.hands[1:] == before[1:]
    state = dealt()
    state.stack = ()
    state = passed_by_all(state)
    assert (state.hands, state.phase, state.moved) == (before, "claims", False)


def test_ruling_b23_the_game_ends_after_three_rounds_in_which_nothing_moves() -> None:
    state = dealt()
    state.stack = ()
    for number in (1, 2):
        state = all_done(passed_by_all(state))
        assert (state.idle, GAME.rules.outcome(state)) == (number, None)
    state = all_done(passed_by_all(state))
    outcome = GAME.rules.outcome(state)
    assert outcome is not None
    assert outcome.why == "nothing_moves"


def test_ruling_b23_a_sale_or_a_card_or_a_claim_starts_the_count_anew() -> None:
    state = dealt("pact")
    state.stack, state.idle = (), 2
    sold = acted(state, (0, bids("pact")), (1, PASS), (2, PASS))
    assert all_done(passed_by_all(sold)).idle == 0
    state.stack = cards("sea")
    assert all_done(passed_by_all(state)).idle == 0
    words = "author author painter soldier windfall"
    state = claiming(words, moved=False, idle=2)
    assert all_done(acted(state, (0, claims("knots", "flush", words)))).idle == 0
    assert GAME.rules.outcome(all_done(state)) is not None


def test_ruling_b23_the_game_ends_with_the_last_round_by_tokens_and_hands() -> None:
    state = claiming("sea", "pact", "bard bard", tokens=["moons", "suns waves"], max_rounds=1)
    outcome = GAME.rules.outcome(all_done(state))
    assert outcome == ((2, 1, 3), (1, 2, 0), "last_round")
    assert GAME.rules.outcome(all_done(claiming("sea", max_rounds=2))) is None


def test_ruling_b24_the_excuse_counts_two_cards_without_pips_at_the_end() -> None:
    state = claiming("excuse", "bard", "ace-moons ace-suns", tokens=[SIX] * 3, excuse=True)
    outcome = GAME.rules.outcome(all_done(state))
    assert outcome is not None
    assert outcome.places == (2, 3, 1)


def test_ruling_b25_tokens_do_not_run_out() -> None:
    words = "author author painter soldier windfall"
    state = claiming(words, words, words, stack="sea bard end")
    state = acted(state, *((seat, claims("knots", "flush", words)) for seat in range(3)))
    assert state.tokens == (("knots",),) * 3


def test_ruling_b26_cards_set_aside_are_not_shown_and_the_log_names_them() -> None:
    state = dealt("pact", slots=["author desert"])
    state = acted(state, (0, bids("pact")), (1, PASS))
    sold = GAME.rules.decide(state, C, PASS)[1]
    public, parts = split_by_audience(sold)
    assert public["cards"] == cards("author desert")
    assert parts == {}
    view = GAME.view(acted(state, (2, PASS)), A)
    assert view["set_aside"] == [2, 0, 0]
    assert "author" not in view["cards"]


def test_ruling_b27_the_printed_deck_stands_as_it_is() -> None:
    state = dealt(excuse=True, pawns=True, courts=True)
    every = [*state.stack, *(card for hand in (*state.hands, *state.slots) for card in hand)]
    assert {every.count(card) for card in every} == {2}
    assert len(set(every)) == 45


@pytest.mark.parametrize(("decks", "most"), [(2, 6), (3, 9), (4, 12)])
def test_ruling_b28_at_most_three_players_a_decktet(decks: int, most: int) -> None:
    assert validate_options(GAME.options, {"decks": decks}, most).decks == decks
    with pytest.raises(BadOptions) as refusal:
        validate_options(GAME.options, {"decks": decks}, most + 1)
    assert "decks" in refusal.value.problems
    with pytest.raises(BadOptions):
        GAME.rules.open(GAME.options(decks=decks), most + 1, None)


def test_ruling_b31_pawns_and_courts_are_ranks_like_any_other() -> None:
    for words in ("harvest harvest watchman borderland", "consul consul rite island"):
        state = claiming(words, pawns=True, courts=True)
        assert acted(state, (0, claims("waves", "one_rank", words))).tokens[0] == ("waves",)


def test_ruling_b32_done_is_final_and_nobody_is_done_unasked() -> None:
    state = claiming("", "author author painter soldier windfall", tokens=[SIX])
    assert GAME.rules.to_act(state) == (A, B, C)
    state = acted(state, (1, DONE))
    assert GAME.rules.to_act(state) == (A, C)
    given(GAME, state).when(1, DONE).then_refused("boojum/already_done", "B32")
    given(GAME, state).when(
        1, claims("knots", "flush", "author author painter soldier windfall")
    ).then_refused("boojum/already_done", "B32")


def test_ruling_b33_the_note_calls_the_bid() -> None:
    state = dealt("penitent mill")
    event = only(ev.BidMade, GAME.rules.decide(state, A, bids("penitent mill")))
    assert (event.count, event.pips) == (2, 14)
    assert said(GAME, state, event) == "Seat 0 bids 2 for 14 with The Penitent and The Mill"


def test_ruling_b33_the_note_of_a_raise_names_the_whole_pile() -> None:
    state = acted(dealt("ace-knots author", "pact"), (0, bids("ace-knots")), (1, bids("pact")))
    state = acted(state, (2, PASS))
    event = only(ev.BidMade, GAME.rules.decide(state, A, bids("author")))
    assert event.cards == cards("author")
    assert said(GAME, state, event) == ("Seat 0 raises to 2 for 3 with Ace of Knots and The Author")


def test_ruling_b34_only_hands_that_are_compared_are_shown_at_the_end() -> None:
    state = all_done(claiming("sea", "bard", "pact", tokens=[SIX, "moons", "suns"]))
    assert state.shown == ((), cards("bard"), cards("pact"))
    state = all_done(claiming("sea", "bard", "pact", tokens=[SIX, SIX, "suns"]))
    assert state.shown == (cards("sea"), cards("bard"), ())
    assert GAME.view(state, None)["outcome"]["hands"] == [["sea"], ["bard"], []]


def test_ruling_b35_a_voided_hand_leaves_all_seats_level_and_hides_the_hands() -> None:
    for state in (claiming("sea", "bard", tokens=["moons suns"]), opened_at_auction()):
        event = GAME.rules.void(state, 1)
        after = GAME.evolve(state, event)
        assert GAME.rules.outcome(after) == ((1, 1, 1), (0, 0, 0), "hand_voided")
        assert (GAME.rules.to_act(after), GAME.rules.pending(after)) == ((), None)
        assert after.shown == ()
        assert GAME.rules.standing(after, (0, 3, 0)) == ((2, 1, 2), (0, 3, 0))
    with pytest.raises(ValueError, match="hand 1"):
        GAME.rules.void(state, 2)


def opened_at_auction() -> State:
    """Return a table on whose first slot somebody has bid."""
    return acted(dealt("penitent mill"), (0, bids("mill")))


def test_ruling_b35_a_finished_hand_can_be_voided_too() -> None:
    state = all_done(claiming("sea", "bard", "pact", tokens=[SIX, "moons", "suns"]))
    outcome = GAME.rules.outcome(state)
    assert outcome is not None
    assert outcome.places[0] == 1
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert GAME.rules.outcome(after) == ((1, 1, 1), (0, 0, 0), "hand_voided")


def test_rule_13_added_points_are_tokens_of_no_suit() -> None:
    state = all_done(claiming("sea", "bard", "pact", tokens=[SIX, "moons suns", "suns waves"]))
    assert GAME.rules.standing(state, (0, 0, 0)) == ((1, 2, 3), (6, 2, 2))
    assert GAME.rules.standing(state, (0, 0, 9)) == ((1, 3, 2), (6, 2, 11))
    assert GAME.rules.standing(state, (-1, 4, 0)) == ((2, 1, 3), (5, 6, 2))
