"""Every numbered rule of RULES.md."""

import re
from pathlib import Path

import pytest

from games import bum
from games.bum import GAME
from games.bum import events as ev
from games.bum.actions import Play
from games.bum.cards import ordered_deck
from games.bum.scoring import points_for_place
from games.core.contract import Card, Seat, Shuffle
from tests.games.bum.cards import (
    E5,
    cards,
    dealt,
    first_hand,
    later_hand,
    move,
    names,
    of,
    opened,
    played,
    words,
)
from tests.given import each, given, only

A, B, C, D = map(Seat, range(4))
HERE = Path(__file__).parent


def test_every_rule_and_ruling_has_a_test() -> None:
    rules = (Path(bum.__file__).parent / "RULES.md").read_text()
    tests = (HERE / "test_rules.py").read_text() + (HERE / "test_rulings.py").read_text()
    numbers = [f"rule_{n}_" for n in re.findall(r"^(\d+)\. ", rules, re.MULTILINE)]
    numbers += [f"ruling_{u.lower()}_" for u in re.findall(r"^ *> \*\*(U\d+)\*\*", rules, re.M)]
    assert len(numbers) == 9 + 36
    assert [number for number in numbers if f"def test_{number}" not in tests] == []


def test_rule_1_the_cut_names_the_first_boss_and_the_others_follow_clockwise() -> None:
    state = opened(4)
    assert GAME.rules.pending(state) == Shuffle("first_seat", ("0", "1", "2", "3"), 0)
    events = GAME.rules.proceed(state, ("2", "0", "1", "3"))
    assert events == (ev.BossDrawn(C),)
    assert GAME.fold(state, events).seated == (C, D, A, B)


def test_rule_1_the_finishing_order_is_the_order_of_the_next_hand() -> None:
    state = played(dealt("9 4", "10 3", "J", "3 3"), "9", "10", "J", "pass", "pass", "pass")
    state = played(state, "3", "4", "pass", "pass", "3")
    events = GAME.rules.proceed(state, ())
    assert events == (ev.HandEnded((C, A, B, D)),)
    state = GAME.fold(state, events)
    assert only(ev.HandDealt, GAME.rules.proceed(state, ordered_deck(4, 2))[:1]).order == (
        C,
        A,
        B,
        D,
    )


def test_rule_2_the_deck_is_dealt_one_by_one_from_the_boss_until_it_is_gone() -> None:
    state = opened(3, first_boss=1)
    order = ordered_deck(3, 2)
    hands = only(ev.HandDealt, GAME.rules.proceed(state, order)[:1]).hands
    assert [len(hand) for hand in hands] == [13, 14, 14]
    assert hands[1][:3] == ("3-1", "4-1", "5-1")
    assert sorted(card for hand in hands for card in hand) == sorted(order)


def test_rule_3_both_jokers_at_the_worker_of_four_turn_the_order_by_two() -> None:
    state, events = first_hand("3 3", "4 4", "JK JK", "5")
    assert names(events) == ["HandDealt", "RevolutionDeclared"]
    assert events[1] == ev.RevolutionDeclared((C,), (cards("JK JK"),), (C, D, A, B))
    assert GAME.rules.to_act(state) == (C,)
    assert state.hands[C] == ("JK-1", "JK-2")


def test_rule_3_split_jokers_make_no_revolution() -> None:
    _, events = first_hand("3 3", "4 4", "JK 4", "JK")
    assert names(events) == ["HandDealt"]


def test_rule_3_a_revolution_lasts_for_one_hand() -> None:
    state, _ = first_hand("3 3", "4", "JK JK", "5")
    assert state.order == (C, D, A, B)
    state = played(state, "JK JK", "pass", "pass", "pass", "5", "pass", "pass", "3", "4")
    state = GAME.fold(state, GAME.rules.proceed(state, ()))
    assert only(ev.HandDealt, GAME.rules.proceed(state, ordered_deck(4, 2))[:1]).order == (
        C,
        D,
        B,
        A,
    )


def test_rule_4_boss_and_bum_exchange_two_cards_foreman_and_worker_one() -> None:
    _, events = later_hand(*E5)
    given_cards = [(e.seat, e.receiver, words(e.cards)) for e in each(ev.CardsGiven, events[1:])]
    assert given_cards == [(A, D, "3 3"), (D, A, "A 2"), (B, C, "3"), (C, B, "2")]


def test_rule_4_three_players_exchange_one_card_and_the_middleman_none() -> None:
    state, events = later_hand("5 4 Q", "6 7", "A 3 JK")
    assert [(e.seat, e.receiver, words(e.cards)) for e in each(ev.CardsGiven, events[1:])] == [
        (A, C, "4"),
        (C, A, "A"),
    ]
    assert [words(hand) for hand in state.hands] == ["5 Q A", "6 7", "3 4 JK"]


def test_rule_4_there_is_no_exchange_in_the_first_hand() -> None:
    assert names(first_hand(*E5)[1]) == ["HandDealt"]


def test_rule_5_turns_go_clockwise_from_the_boss() -> None:
    state = dealt("5 9", "6 9", "7 9")
    given(GAME, state).when(B, of(state, B, "6")).then_refused("bum/not_your_turn", "5")
    assert GAME.rules.to_act(played(state, "5")) == (B,)
    assert GAME.rules.to_act(played(state, "5", "6")) == (C,)


def test_rule_5_only_higher_cards_of_the_same_type_may_follow() -> None:
    state = played(dealt("8 8 3", "7 7 9 K K 2", "3"), "8 8")
    move(state, "9").then_refused("bum/other_type", "5")
    move(state, "7 7").then_refused("bum/not_higher", "5")
    move(state, "K K").then(ev.CombinationPlayed(B, cards("K K"), "set", 2, 1, "K"))


def test_rule_5_a_pass_is_not_final() -> None:
    state = played(dealt("5 9", "6 10", "7 J"), "5", "pass", "7", "pass")
    move(state, "10").then(ev.CombinationPlayed(B, (Card("10-1"),), "set", 1, 1, "10"))


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ((), "no_cards"),
        (("K-1",), "not_held"),
        (("5-1", "5-1"), "card_twice"),
        (("?",), "not_held"),
    ],
)
def test_rule_5_one_plays_ones_own_cards_each_once(chosen: tuple[Card, ...], code: str) -> None:
    state = dealt("5 9", "K", "7")
    given(GAME, state).when(A, Play(chosen)).then_refused(f"bum/{code}", "5")


def test_rule_5_cards_that_are_neither_set_nor_sequence_are_refused() -> None:
    move(dealt("5 9 J", "K", "7"), "5 9").then_refused("bum/no_combination", "5")


def test_rule_6_a_trick_ends_when_all_others_passed_since_the_last_play() -> None:
    state = played(dealt("5 9", "6 10", "7 J", "8 Q"), "5", "pass", "7", "pass", "pass")
    move(state, "pass").then(ev.TurnPassed(B), ev.TrickWon(C, C))


def test_rule_6_two_passes_end_a_trick_of_three_players_and_four_one_of_five() -> None:
    assert played(dealt("5 9", "6", "7"), "5", "pass", "pass").lead is None
    five = dealt("5 9", "6", "7", "8", "9")
    assert played(five, "5", "pass", "pass", "pass").lead is not None
    assert played(five, "5", "pass", "pass", "pass", "pass").lead is None


def test_rule_7_who_goes_out_scores_at_once_and_the_trick_goes_on() -> None:
    state = dealt("5", "6 10", "7 J")
    after = move(state, "5").then(
        ev.CombinationPlayed(A, (Card("5-1"),), "set", 1, 1, "5"), ev.PlayerWentOut(A, 1, 2, 2)
    )
    assert GAME.rules.to_act(after.state) == (B,)
    move(after.state, "6").then(ev.CombinationPlayed(B, (Card("6-1"),), "set", 1, 1, "6"))


def test_rule_7_the_hand_ends_when_only_one_player_has_cards() -> None:
    state = played(dealt("5", "6", "7 J"), "5", "6")
    assert GAME.rules.to_act(state) == ()
    assert GAME.rules.proceed(state, ()) == (ev.HandEnded((A, B, C)),)


def test_rule_8_points_go_by_finishing_place() -> None:
    assert [points_for_place(4, place) for place in (1, 2, 3, 4)] == [3, 2, 1, 0]
    assert played(dealt("5", "6", "7", "8 9"), "5", "6", "7").totals == (3, 2, 1, 0)


def test_rule_9_the_first_to_reach_the_target_wins_at_once() -> None:
    state = dealt("5", "6", "7", "8 9", target=3)
    after = move(state, "5").then(
        ev.CombinationPlayed(A, (Card("5-1"),), "set", 1, 1, "5"),
        ev.PlayerWentOut(A, 1, 3, 3),
        ev.TargetReached(A, 3),
    )
    outcome = GAME.rules.outcome(after.state)
    assert outcome == ((1, 2, 2, 2), (3, 0, 0, 0), "target_reached")


def test_rule_9_nobody_plays_after_the_end() -> None:
    state = played(dealt("5", "6", "7", target=2), "5")
    given(GAME, state).when(B, of(state, B, "6")).then_refused("bum/no_play_now", "9")
