"""The worked examples of RULES.md."""

from typing import Any

import pytest

from games.boojum import GAME
from games.boojum.cards import SUITS
from games.boojum.payable import payable_sets
from games.boojum.scoring import pile_value
from games.core.contract import Seat
from tests.games.boojum.cards import cards
from tests.games.boojum.table import (
    PASS,
    acted,
    bids,
    claiming,
    claims,
    dealt,
    options_of,
    passed_by_all,
)
from tests.given import given

A, B, C = Seat(0), Seat(1), Seat(2)


def tokens(words: str, **options: bool) -> set[tuple[str, str]]:
    """Return token and kind of all sets that use exactly these cards."""
    made = options_of(**options)
    hand = tuple(sorted(cards(words)))
    found = payable_sets(hand, SUITS, made.ranks, made.excuse_symbols)
    return {(one.kind.token, one.kind.kind) for one in found if len(one.cards) == len(hand)}


def test_e1_rule_5_penitent_and_mill_are_two_for_fourteen() -> None:
    assert pile_value(cards("penitent mill")) == (2, 14)


def test_e1_rule_5_two_aces_beat_the_huntress() -> None:
    state = acted(dealt("huntress", "ace-moons ace-suns"), (0, bids("huntress")))
    state = acted(state, (1, bids("ace-moons ace-suns")))
    assert state.leader == B


def test_e2_rule_5_an_auction_of_three() -> None:
    state = dealt("ace-knots author", "pact ace-waves", slots=["sea end"])
    state = acted(state, (0, bids("ace-knots")), (1, bids("pact")), (2, PASS))
    state = acted(state, (0, bids("author")), (1, bids("ace-waves")), (0, PASS))
    assert state.slots[0] == cards("pact ace-waves")
    assert {"ace-knots", "author"} <= set(state.hands[0])
    assert (state.first, state.turn) == (C, C)
    state = passed_by_all(state)
    assert len(state.slots[0]) == 3
    assert [len(hand) for hand in state.hands] == [6, 5, 6]


def test_e3_rule_5_the_excuse_alone_is_two_for_nothing() -> None:
    assert pile_value(cards("excuse")) == (2, 0)
    assert (
        pile_value(cards("huntress"))
        < pile_value(cards("excuse"))
        < pile_value(cards("ace-moons ace-suns"))
    )
    assert pile_value(cards("excuse pact")) == (3, 9)
    state = acted(dealt("huntress", "excuse", excuse=True), (0, bids("huntress")))
    assert acted(state, (1, bids("excuse"))).leader == B


def test_e4_rule_9_ranks_do_not_wrap() -> None:
    words = "bard ace-moons desert journey battle"
    assert tokens(words) == set()
    given(GAME, claiming(words)).when(0, claims("knots", "run", words)).then_refused(
        "boojum/not_this_set", "9"
    )
    assert tokens("huntress ace-moons author journey mountain") == {("knots", "flush")}


def test_e5_rule_9_a_straight_in_moons_grows() -> None:
    four = "ace-moons author journey mountain"
    assert tokens(four) == {("waves", "straight")}
    five = {("suns", "straight"), ("knots", "run"), ("knots", "flush")}
    assert tokens(four + " forest") == five
    assert tokens(four + " forest lunatic") == {("moons", "straight")}


def test_e6_rule_9_flushes_may_hold_copies() -> None:
    assert tokens("author author painter soldier windfall") == {("knots", "flush")}
    seven = "ace-knots author author painter battle soldier market"
    assert tokens(seven) == {("waves", "flush")}
    assert tokens(seven + " windfall") == {("suns", "flush")}


def test_e7_rule_9_one_of_each_suit() -> None:
    assert tokens("author desert origin") == {("knots", "symbols")}
    aces = "ace-moons ace-suns ace-waves ace-leaves ace-wyrms ace-knots"
    assert tokens(aces) == {("knots", "symbols"), ("moons", "one_rank")}
    assert tokens("light-keeper rite", pawns=True, courts=True) == {("knots", "symbols")}


EIGHT = "ace-moons ace-moons ace-suns ace-knots bard bard sea end"


def test_e8_rule_9_four_aces_and_four_crowns() -> None:
    assert tokens(EIGHT) == {("moons", "aces_and_crowns")}
    five_and_three = "ace-waves " + EIGHT.removesuffix(" end")
    assert tokens(five_and_three) == set()
    joker = EIGHT.replace("ace-suns", "excuse")
    state = acted(claiming(joker, excuse=True), (0, claims("moons", "aces_and_crowns", joker)))
    assert state.tokens[0] == ("moons",)


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("excuse diplomat merchant", {"people_in_sequence"}),
        ("origin excuse mountain", {"locations_in_sequence"}),
        ("lunatic excuse diplomat", {"people_in_sequence", "people_of_a_suit"}),
    ],
)
def test_e9_b18_the_excuse_stands_for_cards_that_do_not_exist(words: str, kinds: set[str]) -> None:
    assert tokens(words, excuse=True) == {("wyrms", kind) for kind in kinds}


def test_e9_b18_the_excuse_is_a_person_of_rank_seven() -> None:
    claim = claims("wyrms", "people_in_sequence", "excuse diplomat merchant", "7")
    state = acted(claiming("excuse diplomat merchant", excuse=True), (0, claim))
    assert state.tokens[0] == ("wyrms",)


def test_e10_b19_pawns_and_courts_stand_between_nine_and_crown() -> None:
    words = "chance-meeting diplomat pact huntress"
    assert tokens(words) == {("waves", "straight")}
    full: dict[str, Any] = {"excuse": True, "pawns": True, "courts": True}
    assert tokens(words, **full) == set()
    joker = "chance-meeting diplomat pact excuse"
    assert tokens(joker, **full) == {("waves", "straight")}
    state = acted(claiming(joker, **full), (0, claims("waves", "straight", joker, "Pawn")))
    assert state.tokens[0] == ("waves",)
    assert tokens("castle diplomat pact harvest island bard", **full) == {("moons", "straight")}


def test_e11_rules_5_and_6_the_slots_after_the_build_phase() -> None:
    state = dealt("pact author", "pact sea bard", seats=4)
    state = acted(state, (0, bids("pact author")), (1, PASS), (2, PASS), (3, PASS))
    state = acted(state, (1, bids("pact sea bard")), (2, PASS), (3, PASS), (0, PASS))
    state = passed_by_all(state)
    assert [len(slot) for slot in state.slots] == [3, 4, 3]
