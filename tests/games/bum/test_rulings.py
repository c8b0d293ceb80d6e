"""Every ruling of RULES.md."""

from dataclasses import replace
from typing import Any

import pytest

from games.bum import GAME
from games.bum import events as ev
from games.bum.actions import Give, Play
from games.bum.cards import ordered_deck, usual_jokers
from games.bum.scoring import points_for_place, usual_target
from games.core.contract import Card, Seat, Step
from games.core.options import BadOptions
from tests.games.bum.cards import (
    E5,
    cards,
    deal,
    dealt,
    first_hand,
    kind,
    later_hand,
    move,
    names,
    of,
    opened,
    played,
    shuffled,
    words,
)
from tests.given import each, given, only

A, B, C, D = map(Seat, range(4))


def test_ruling_u1_a_set_of_wild_cards_is_twos_if_it_contains_a_two() -> None:
    assert kind("2 2 JK") == [("set", 3, 1, 12)]
    assert kind("JK JK") == [("set", 2, 1, 13)]


def test_ruling_u2_a_set_of_wild_cards_cannot_be_declared_lower() -> None:
    state = played(dealt("2 2 3", "JK JK 4", "5"), "2 2")
    assert state.lead == ("set", 2, 1, 12)
    assert kind("2 2") == [("set", 2, 1, 12)]


def test_ruling_u3_a_two_and_a_joker_are_two_twos_never_jokers() -> None:
    state = played(dealt("2 2 3", "2 JK 4", "5"), "2 2")
    move(state, "2 JK").then_refused("bum/not_higher", "U4")


@pytest.mark.parametrize(("led", "answer"), [("JK", "JK"), ("8 2", "8 8"), ("8 8", "8 2")])
def test_ruling_u4_equal_rank_never_beats(led: str, answer: str) -> None:
    state = played(dealt(f"{led} 3", f"{answer} 3", "5"), led)
    move(state, answer).then_refused("bum/not_higher", "U4")


def test_ruling_u5_sequences_end_with_ace_two_joker() -> None:
    assert kind("K A 2 JK") == [("sequence", 1, 4, 13)]
    assert ("sequence", 2, 3, 13) in kind("A A 2 2 JK JK")
    assert kind("K K A A 2 2 JK") == []
    assert kind("2 3 4") == []


def test_ruling_u6_the_leader_declares_what_ace_two_joker_is() -> None:
    state = dealt("A 2 JK 3", "4 5", "5")
    move(state, "A 2 JK").then_refused("bum/undeclared", "U6")
    three = cards("A 2 JK")
    move(state, "A 2 JK set").then(ev.CombinationPlayed(A, three, "set", 3, 1, "A"))
    move(state, "A 2 JK sequence").then(ev.CombinationPlayed(A, three, "sequence", 1, 3, "JK"))


def test_ruling_u6_the_lead_decides_what_the_cards_of_a_follower_are() -> None:
    on_set = played(dealt("K K K 3", "A 2 JK 4", "5"), "K K K", "A 2 JK")
    on_run = played(dealt("9 10 J 3", "A 2 JK 4", "5"), "9 10 J", "A 2 JK")
    assert on_set.lead == ("set", 3, 1, 11)
    assert on_run.lead == ("sequence", 1, 3, 13)


def test_ruling_u7_multiple_sequences_have_three_ranks_too() -> None:
    move(dealt("3 3 4 4 9", "5", "6"), "3 3 4 4").then_refused("bum/sequence_too_short", "U7")
    move(dealt("3 4 9", "5", "6"), "3 4").then_refused("bum/sequence_too_short", "U7")
    move(dealt("3 3 4 9", "5", "6"), "3 3 4").then_refused("bum/no_combination", "5")
    assert kind("3 3 4 4 5 5") == [("sequence", 2, 3, 2)]


def test_ruling_u8_the_leader_may_not_pass() -> None:
    move(dealt("3 4", "5", "6"), "pass").then_refused("bum/leader_must_play", "U8")


def test_ruling_u9_the_next_to_the_left_with_cards_leads_for_a_winner_who_is_out() -> None:
    state = played(dealt("9", "6 3", "7 3", "8 3"), "9", "pass", "pass")
    move(state, "pass").then(ev.TurnPassed(D), ev.TrickWon(A, B))


def test_ruling_u9_the_nearest_to_the_left_may_be_out_as_well() -> None:
    state = played(dealt("9 3", "10", "J", "8 3"), "9", "10", "J", "pass")
    move(state, "pass").then(ev.TurnPassed(A), ev.TrickWon(C, D))


def test_ruling_u10_only_players_with_cards_must_pass() -> None:
    state = played(dealt("9", "10 3", "7 3", "8 3"), "9", "10", "pass")
    move(state, "pass").then(ev.TurnPassed(D), ev.TrickWon(B, B))


def test_ruling_u11_both_sides_choose_from_the_hands_as_dealt() -> None:
    state, _ = later_hand("9 10 J", "6 7", "4 3 5")
    assert [words(hand) for hand in state.hands] == ["5 10 J", "6 7", "3 4 9"]


def test_ruling_u12_of_equal_ranks_the_lowest_id_goes_down_and_the_highest_up() -> None:
    _, events = later_hand("5 5 9", "6 7", "K K 3")
    assert [e.cards for e in each(ev.CardsGiven, events[1:])] == [("5-1",), ("K-2",)]


def test_ruling_u13_the_exchange_follows_the_designations_after_the_revolution() -> None:
    _, events = later_hand("3 K 5 8", "4 Q 6 9", "JK JK 3 7", "6 A 10 5")
    assert names(events)[:2] == ["HandDealt", "RevolutionDeclared"]
    pairs = [(e.seat, e.receiver, e.count) for e in each(ev.CardsGiven, events[2:])]
    assert pairs == [(C, B, 2), (B, C, 2), (D, A, 1), (A, D, 1)]


def test_ruling_u14_a_revolution_happens_by_itself_and_shows_all_jokers() -> None:
    hands = ("3 3", "4 4", "5 5", "6 6", "JK JK JK")
    state, events = first_hand(*hands)
    assert only(ev.RevolutionDeclared, events[1:]).jokers == (("JK-1", "JK-2", "JK-3"),)
    assert GAME.view(state, None)["shown"][4] == ["JK-1", "JK-2", "JK-3"]


def test_ruling_u15_there_is_a_revolution_but_no_exchange_in_the_first_hand() -> None:
    _, events = first_hand("3 4", "4 5", "5 6", "JK JK")
    assert names(events) == ["HandDealt", "RevolutionDeclared"]


def test_ruling_u16_boss_and_bum_of_three_change_seats() -> None:
    state, _ = first_hand("3 4", "5 6", "JK JK")
    assert state.order == (C, B, A)
    assert GAME.rules.to_act(played(state, "JK")) == (B,)


def test_ruling_u17_the_circle_of_people_stays_in_a_revolution_of_four() -> None:
    state, _ = first_hand("3 4", "4 5", "5 6", "JK JK")
    assert state.order == (C, D, A, B)
    assert state.after == (B, C, D, A)


def test_ruling_u18_the_new_boss_keeps_a_hand_as_dealt() -> None:
    state, _ = later_hand("3 4 5 6 7", "3 4 5 6 7", "JK JK 8 9", "3 4 5 6")
    assert [len(hand) for hand in state.hands] == [5, 5, 4, 4]


def test_ruling_u19_who_goes_out_first_wins_even_if_another_would_follow() -> None:
    carried = {"data": {"totals": [4, 4, 0], "order": [0, 1, 2]}}
    state, _ = deal(opened(3, carried, target=5, exchange=False), "5 6", "8", "9 10")
    state = played(state, "5", "8")
    assert GAME.rules.outcome(state) == ((2, 1, 3), (4, 6, 0), "target_reached")


def test_ruling_u19_play_stops_in_the_middle_of_the_hand() -> None:
    state = played(dealt("5", "6", "7 8", "9", target=3), "5")
    assert GAME.rules.pending(state) is None
    assert GAME.rules.to_act(state) == ()


def test_ruling_u20_players_sit_in_finishing_order() -> None:
    state = played(dealt("5 3", "6", "7"), "5", "6", "7")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    assert state.seated == (B, C, A)
    assert GAME.view(state, None)["designations"] == ["Bum", "Boss", "Middleman"]


def test_ruling_u21_the_bum_of_the_cut_deals_so_the_boss_gets_the_first_card() -> None:
    state = GAME.fold(opened(4), [ev.BossDrawn(C)])
    assert (
        only(ev.HandDealt, GAME.rules.proceed(state, ordered_deck(4, 2))[:1]).hands[C][0] == "3-1"
    )


def test_ruling_u22_everybody_sees_how_many_cards_others_hold() -> None:
    assert GAME.view(dealt("5 3", "6", "7 8 9"), None)["counts"] == [2, 1, 3]


def test_ruling_u23_jokers_are_half_the_players_rounded_up() -> None:
    assert [usual_jokers(seats) for seats in range(3, 9)] == [2, 2, 3, 3, 4, 4]
    assert len(shuffled(opened(7, first_boss=0)).cards) == 95
    assert len(shuffled(opened(7, first_boss=0, jokers=2)).cards) == 93


@pytest.mark.parametrize(
    ("worker", "bum", "holders"),
    [("JK JK", "8", (4,)), ("8", "JK JK", (5,)), ("JK JK", "JK JK", (4, 5)), ("JK", "JK", ())],
)
def test_ruling_u24_two_jokers_of_worker_or_bum_of_six_make_a_revolution(
    worker: str, bum: str, holders: tuple[int, ...]
) -> None:
    _, events = first_hand("3", "4", "5", "6", worker, bum, jokers=4)
    found = [(e.seats, e.order) for e in each(ev.RevolutionDeclared, events[1:])]
    assert found == ([(holders, (4, 5, 0, 1, 2, 3))] if holders else [])


def test_ruling_u25_six_players_exchange_two_and_one() -> None:
    _, events = later_hand("3 3 9", "4 4", "5 5", "6 6", "7 J", "8 9 10")
    pairs = [(e.seat, e.receiver, e.count) for e in each(ev.CardsGiven, events[1:])]
    assert pairs == [(0, 5, 2), (5, 0, 2), (1, 4, 1), (4, 1, 1)]


def test_ruling_u26_points_and_targets_of_six_to_eight_follow_the_pattern() -> None:
    assert [usual_target(seats) for seats in (6, 7, 8)] == [150, 175, 200]
    assert [points_for_place(6, place) for place in range(1, 7)] == [5, 4, 3, 2, 1, 0]


def test_ruling_u27_two_players_are_not_supported() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6, 7, 8]


def test_ruling_u28_a_table_goes_on_from_the_last_complete_hand_of_another() -> None:
    state = played(dealt("5", "6", "7 8"), "5", "6")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    data = {"totals": [2, 1, 0], "order": [0, 1, 2]}
    assert GAME.rules.carry(state) == data
    again = opened(3, {"table": "t", "n": 9, "head": "h", "data": data})
    again, events = deal(again, "5 9", "6 9", "7 9")
    assert names(events) == ["HandDealt", "CardsGiven", "CardsGiven"]
    assert (again.totals, again.order) == ((2, 1, 0), (A, B, C))


def test_ruling_u28_points_of_an_unfinished_hand_do_not_carry_over() -> None:
    state = played(dealt("5", "6", "7 8"), "5", "6")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    while not state.out:
        (seat,) = GAME.rules.to_act(state)
        state = GAME.fold(state, GAME.rules.decide(state, seat, best(state)))
    assert sum(state.totals) == 5
    assert GAME.rules.carry(state) == {"totals": [2, 1, 0], "order": [0, 1, 2]}


def best(state: Any) -> Any:
    """Return the play with most cards, so that somebody is out soon."""
    actions = GAME.rules.choices(state, state.turn).actions
    return max(actions, key=lambda action: len(getattr(action, "cards", ())))


def test_ruling_u28_nothing_carries_over_before_a_hand_is_complete() -> None:
    assert GAME.rules.carry(dealt("5", "6", "7 8")) is None
    assert GAME.rules.carry(played(dealt("5", "6", "7 8"), "5")) is None


def test_ruling_u28_a_won_table_carries_those_out_first_then_the_others_as_they_sat() -> None:
    state = played(dealt("5 3", "6 3", "7", "8 3", target=3), "5", "6", "7")
    data = {"totals": [0, 0, 3, 0], "order": [2, 0, 1, 3]}
    assert GAME.rules.carry(state) == data
    assert opened(4, {"data": data}, target=4).totals == (0, 0, 3, 0)


@pytest.mark.parametrize("target", [2, 3])
def test_ruling_u28_totals_at_or_above_the_new_target_are_refused(target: int) -> None:
    with pytest.raises(BadOptions, match="higher than all carried totals"):
        opened(4, {"data": {"totals": [0, 0, 3, 0], "order": [2, 0, 1, 3]}}, target=target)


def test_ruling_u28_a_table_of_another_size_cannot_be_continued() -> None:
    with pytest.raises(BadOptions, match="4 seats"):
        opened(4, {"data": {"totals": [0, 0, 3], "order": [2, 0, 1]}})


def test_ruling_u29_a_reading_may_be_given_and_must_be_right() -> None:
    state = dealt("5 6 7 7", "9 10 J Q", "A 2 JK 3")
    seven = cards("7 7")
    move(state, "7 7 set").then(ev.CombinationPlayed(A, seven, "set", 2, 1, "7"))
    move(state, "7 7 sequence").then_refused("bum/wrong_reading", "U29")
    led = played(state, "5 6 7", "9 10 J")
    move(led, "A 2 JK set").then_refused("bum/wrong_reading", "U29")
    assert played(led, "A 2 JK sequence").lead == ("sequence", 1, 3, 13)


@pytest.mark.parametrize(
    ("hands", "event", "order"),
    [
        (("3", "5", "JK JK"), "RevolutionDeclared", (2, 1, 0)),
        (("3", "4", "5", "JK JK"), "RevolutionDeclared", (2, 3, 0, 1)),
        (("3", "4", "JK JK", "5"), "ExchangeCalledOff", (0, 1, 2, 3)),
        (("3", "4", "5", "6", "JK JK"), "RevolutionDeclared", (3, 4, 0, 1, 2)),
        (("3", "4", "5", "JK JK JK", "6"), "ExchangeCalledOff", (0, 1, 2, 3, 4)),
        (("3", "4", "5", "6", "JK JK", "JK JK"), "RevolutionDeclared", (4, 5, 0, 1, 2, 3)),
        (("3", "4", "5", "6", "JK JK", "7"), "ExchangeCalledOff", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_ruling_u30_only_the_bum_makes_a_revolution(
    hands: tuple[str, ...], event: str, order: tuple[int, ...]
) -> None:
    state, events = first_hand(*hands, revolution="bum_only")
    assert names(events) == ["HandDealt", event]
    assert state.order == order


def test_ruling_u30_the_worker_of_four_calls_the_exchange_off_and_shows_the_jokers() -> None:
    state, events = later_hand("3 3 9", "4 4 8", "JK JK", "5 6", revolution="bum_only")
    assert events[1:] == (ev.ExchangeCalledOff(C, (Card("JK-1"), Card("JK-2"))),)
    assert GAME.rules.to_act(state) == (A,)


def test_ruling_u30_the_jokers_of_the_worker_stay_hidden_in_a_revolution_of_the_bum() -> None:
    _, events = first_hand("3", "4", "5", "6", "JK JK", "JK JK", revolution="bum_only")
    declared = only(ev.RevolutionDeclared, events[1:])
    assert declared.seats == (5,)
    assert declared.jokers == (("JK-3", "JK-4"),)


def test_ruling_u30_two_jokers_of_the_worker_of_five_do_nothing() -> None:
    _, events = later_hand("3 3 3", "4", "5", "JK JK 7", "6 8", revolution="bum_only")
    assert "ExchangeCalledOff" not in names(events)
    assert names(events).count("CardsGiven") == 4


def test_ruling_u31_the_session_ends_after_its_last_hand() -> None:
    state = played(dealt("5", "6", "7 8", hands=1), "5", "6")
    events = GAME.rules.proceed(state, ())
    assert events == (ev.HandEnded((A, B, C)), ev.SessionEnded(1))
    state = GAME.fold(state, events)
    assert GAME.rules.outcome(state) == ((1, 2, 3), (2, 1, 0), "hand_limit")
    assert GAME.rules.carry(state) == {"totals": [2, 1, 0], "order": [0, 1, 2]}


def test_ruling_u32_a_voided_hand_loses_its_points_and_later_ones_stand() -> None:
    state = played(dealt("5", "6", "7 8"), "5", "6")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    assert GAME.rules.void(state, 1) == ev.HandVoided(1, (0, 0, 0), None, over=False)
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert (after.hands, after.order, after.turn) == (state.hands, state.order, state.turn)
    assert GAME.rules.void(after, 1) == ev.HandVoided(1, (0, 0, 0), None, over=False)


def test_ruling_u32_the_running_hand_is_dealt_anew_when_it_is_void() -> None:
    state = played(dealt("5", "6 9", "7 8"), "5", "6")
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert (after.totals, after.turn) == ((0, 0, 0), None)
    assert shuffled(after).hand == 2
    _, events = deal(after, "5 9", "6 9", "7 9")
    dealt_again = only(ev.HandDealt, events)
    assert (dealt_again.hand, dealt_again.order) == (2, (A, B, C))


def test_ruling_u32_a_table_plays_on_whose_winner_falls_below_the_target() -> None:
    state = played(dealt("5", "6", "7 8", target=4), "5", "6")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    state = replace(state, hands=((Card("3-1"),), (Card("4-1"), Card("5-1")), (Card("6-1"),)))
    state = played(state, "3")
    assert GAME.rules.outcome(state) is not None
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert GAME.rules.outcome(after) is None
    assert (after.totals, GAME.rules.to_act(after)) == ((2, 0, 0), (B,))


def test_ruling_u32_the_hand_of_the_winner_is_dealt_anew_when_it_is_void() -> None:
    state = played(dealt("5", "6", "7 8", target=2), "5")
    event = GAME.rules.void(state, 1)
    assert event == ev.HandVoided(1, (0, 0, 0), None, over=False)
    assert shuffled(GAME.evolve(state, event)).what == "deal"


def test_ruling_u32_no_hand_follows_a_void_last_one_of_a_session() -> None:
    state = played(dealt("5", "6 9", "7 8", hands=1), "5")
    event = GAME.rules.void(state, 1)
    assert event == ev.HandVoided(1, (0, 0, 0), None, over=True)
    outcome = GAME.rules.outcome(GAME.evolve(state, event))
    assert outcome is not None
    assert outcome.places == (1, 1, 1)


def test_ruling_u32_a_winner_still_at_the_target_stays_the_winner() -> None:
    state = played(dealt("5", "6", "7 8", target=2, hands=3), "5")
    voided = replace(state, hand=2, moved=((0, 0, 0), *state.moved))
    assert GAME.rules.void(voided, 1) == ev.HandVoided(1, (2, 0, 0), A, over=True)


def test_ruling_u32_roles_and_points_of_later_hands_stand() -> None:
    state = played(dealt("5", "6", "7 8"), "5", "6")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    state = replace(state, hands=((Card("3-1"),), (Card("4-1"), Card("5-1")), (Card("6-1"),)))
    state = played(state, "3")
    assert state.totals == (4, 1, 0)
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert (after.totals, after.moved) == ((2, 0, 0), ((0, 0, 0), (2, 0, 0)))
    assert (after.order, after.out, after.ranked) == (state.order, state.out, True)


def test_ruling_u32_carried_totals_are_no_hands_points() -> None:
    carried = {"data": {"totals": [5, 4, 3], "order": [2, 1, 0]}}
    state = GAME.rules.open(GAME.options(), 3, carried)
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert after.totals == (5, 4, 3)
    assert GAME.rules.carry(after) == {"totals": [5, 4, 3], "order": [2, 1, 0]}


def test_ruling_u32_what_is_carried_on_is_without_the_void_hand() -> None:
    state = played(dealt("5", "6", "7 8", target=4), "5", "6")
    state, _ = GAME.settle(state, lambda shuffle: shuffle.cards)
    state = replace(state, hands=((Card("3-1"),), (Card("4-1"), Card("5-1")), (Card("6-1"),)))
    won = played(state, "3")
    assert GAME.rules.carry(won) == {"totals": [4, 1, 0], "order": [0, 1, 2]}
    first, second = (GAME.evolve(won, GAME.rules.void(won, hand)) for hand in (1, 2))
    assert GAME.rules.carry(first) == {
        "totals": [0, 0, 0],
        "order": [0, 1, 2],
    }  # hand 2 is unfinished
    assert GAME.rules.carry(second) == {"totals": [2, 1, 0], "order": [0, 1, 2]}


def test_rule_9_added_points_are_points() -> None:
    state = played(dealt("5", "6", "7 8", target=2), "5")
    assert GAME.rules.standing(state, (0, 0, 0)) == ((1, 2, 2), (2, 0, 0))
    assert GAME.rules.standing(state, (0, 2, 3)) == ((2, 2, 1), (2, 2, 3))


def test_ruling_u33_places_go_by_totals_and_equal_totals_share_a_place() -> None:
    state = first_hand("5", "6", "7", "8 9")[0]
    assert GAME.rules.standing(state, (4, 7, 4, 1)).places == (2, 1, 2, 4)


def final(*hands: str, **options: Any) -> Any:
    """Return a first hand with these cards at a table where passes are final."""
    return dealt(*hands, pass_is_final=True, **options)


def test_ruling_u34_who_has_passed_plays_no_more_in_the_trick() -> None:
    state = played(final("5 9 K", "6 7 8", "10 J Q"), "5", "pass", "10")
    given(GAME, state).when(B, of(state, B, "8")).then_refused("bum/already_passed", "U34")
    state = played(state, "K")
    assert (state.turn, state.passed) == (C, (B,))
    assert played(dealt("5 9 K", "6 7 8", "10 J Q"), "5", "pass", "10", "K").turn == B


def test_ruling_u34_the_trick_ends_when_all_but_the_last_to_play_have_passed() -> None:
    state = played(final("5 9 K", "6 7 8", "10 J Q", "4 4 4"), "5", "pass", "10", "pass")
    move(state, "pass").then(ev.TurnPassed(A), ev.TrickWon(C, C))
    led = played(state, "pass", "J")
    assert (led.passed, led.turn) == ((), D)  # from the next lead on all play again


def test_ruling_u34_a_play_ends_the_trick_when_all_others_have_passed_before() -> None:
    state = played(final("5 9 K", "6 7 8", "10", "4 4 4"), "5", "pass", "10", "pass", "K")
    assert GAME.rules.to_act(state) == ()
    assert GAME.rules.pending(state) == Step("trick_end")
    assert GAME.rules.proceed(state, ()) == (ev.TrickWon(A, A),)


def test_ruling_u34_the_next_leads_where_who_has_won_so_is_out() -> None:
    state = played(final("5 K", "6 7 8", "10", "4 4 4"), "5", "pass", "10", "pass", "K")
    assert state.out == (C, A)
    assert GAME.rules.proceed(state, ()) == (ev.TrickWon(A, B),)


def test_ruling_u34_a_hand_that_goes_on_after_a_voiding_ends_such_a_trick_first() -> None:
    state = played(final("5 K", "6 7 8", "10", "4 4 4", target=6), "5", "pass", "10", "pass")
    state = replace(state, hand=2, totals=(4, 0, 3, 0), moved=((4, 0, 0, 0), (0, 0, 3, 0)))
    won = played(state, "K")
    assert GAME.rules.outcome(won) is not None
    after = GAME.evolve(won, GAME.rules.void(won, 1))
    assert (after.totals, GAME.rules.to_act(after)) == ((2, 0, 3, 0), ())
    assert GAME.rules.proceed(after, ()) == (ev.TrickWon(A, B),)


def ranked(*hands: str, **options: Any) -> Any:
    """Return a first hand with these cards at a table where Jokers are ranked."""
    return dealt(*hands, ranked_jokers=True, **options)


def test_ruling_u35_a_joker_beats_jokers_of_lower_numbers() -> None:
    state = played(ranked("3 JK", "3 JK", "3 JK"), "3", "JK")  # JK-2
    assert (state.lead, state.turn) == (("set", 1, 1, 15), C)
    state = played(state, "JK")
    given(GAME, state).when(A, of(state, A, "JK")).then_refused("bum/not_higher", "5")
    usual = played(dealt("3 JK", "3 JK", "3 JK"), "3", "JK")
    given(GAME, usual).when(C, of(usual, C, "JK")).then_refused("bum/not_higher", "U4")


def test_ruling_u35_of_several_jokers_the_highest_decides() -> None:
    state = ranked("3 JK", "3 JK JK", "4 4 JK JK 5")
    state = replace(state, turn=B)
    mixed = replace(state, hands=(state.hands[0], cards("3 JK JK"), (Card("JK-3"), Card("JK-4"))))
    led = played(mixed, "JK JK")
    assert led.lead == ("set", 2, 1, 15)
    assert played(led, "JK JK").lead == ("set", 2, 1, 17)


def test_ruling_u35_sequences_up_to_a_joker_go_by_its_number() -> None:
    state = played(ranked("K A 2 JK 3", "K A 2 JK 3", "5"), "K A 2 JK")
    assert state.lead == ("sequence", 1, 4, 14)
    assert played(state, "K A 2 JK").lead == ("sequence", 1, 4, 15)


def test_ruling_u35_a_wild_joker_stands_for_the_rank_of_its_set_alone() -> None:
    state = played(ranked("8 JK 3", "8 JK 3", "5"), "8 JK")
    move(state, "8 JK").then_refused("bum/not_higher", "U4")
    assert played(ranked("2 JK 3", "4", "5"), "2 JK").lead == ("set", 2, 1, 12)


def test_ruling_u35_the_choices_name_each_joker_that_may_be_on_top() -> None:
    state = ranked("JK JK JK 5", "3", "4")
    (seat,) = GAME.rules.to_act(state)
    plays = [one.cards for one in GAME.rules.choices(state, seat).actions if isinstance(one, Play)]
    jokers = [row for row in plays if all(card.startswith("JK") for card in row)]
    assert [" ".join(row) for row in jokers] == [
        "JK-1", "JK-2", "JK-3", "JK-1 JK-2", "JK-1 JK-3", "JK-1 JK-2 JK-3",
    ]  # fmt: skip
    assert [row for row in plays if row[0] == "5-1"] == [
        ("5-1",), ("5-1", "JK-1"), ("5-1", "JK-1", "JK-2"), ("5-1", "JK-1", "JK-2", "JK-3"),
    ]  # fmt: skip


def test_ruling_u35_a_pick_and_the_view_name_the_joker_to_beat() -> None:
    state = played(ranked("3 JK", "3 JK", "3 JK"), "3", "JK")
    (pick,) = GAME.rules.choices(state, C).picks
    assert pick.must == "a single card of a rank higher than JK-2"
    assert pick.bounds == {"kind": "set", "size": 1, "length": 1, "above": "JK-2"}
    assert GAME.view(state, None)["lead"] == {"kind": "set", "size": 1, "length": 1, "rank": "JK-2"}


def test_ruling_u36_boss_and_foreman_choose_what_they_give() -> None:
    state, events = later_hand(*E5, boss_chooses=True)
    assert names(events) == ["HandDealt"]
    assert (state.phase, state.turn) == ("exchange", A)
    state = played(state, "give 5 9")
    assert [words(row[2]) for row in state.given] == ["5 9", "A 2"]
    assert (state.phase, state.turn) == ("exchange", B)
    state = played(state, "give Q")
    assert [words(row[2]) for row in state.given[2:]] == ["Q", "2"]
    assert (state.phase, state.turn, state.lead) == ("play", A, None)
    assert [len(hand) for hand in state.hands] == [14, 14, 13, 13]


def test_ruling_u36_with_three_players_the_boss_alone_chooses_one_card() -> None:
    state, _ = later_hand("3 4 5", "4 6 7", "5 6 K", boss_chooses=True)
    state = played(state, "give 4")
    assert [(row[0], row[1], words(row[2])) for row in state.given] == [(A, C, "4"), (C, A, "K")]
    assert (state.phase, state.turn) == ("play", A)


def test_ruling_u36_the_new_boss_chooses_after_a_revolution() -> None:
    state, _ = later_hand("3 4", "4 5", "JK JK 6 7", "5 6", boss_chooses=True)
    assert (state.phase, state.turn, state.order) == ("exchange", C, (C, D, A, B))
    given(GAME, state).when(C, of(state, C, "give 6 JK")).then_refused("bum/jokers_stay", "U36")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("give 3", "wrong_number"),
        ("give 3 4 5", "wrong_number"),
        ("give 3 JK", "jokers_stay"),
        ("3", "give_first"),
        ("pass", "give_first"),
    ],
)
def test_ruling_u36_other_cards_and_moves_are_refused(text: str, code: str) -> None:
    state, _ = later_hand("3 4 5 JK", "4 6 7", "5 6 7", "6 7 8", boss_chooses=True)
    move(state, text).then_refused(f"bum/{code}", "U36")
    given(GAME, state).when(A, Give(("3-1", "3-1"))).then_refused("bum/card_twice", "U36")  # type: ignore[arg-type]
    given(GAME, state).when(A, Give(("3-1", "8-1"))).then_refused("bum/not_held", "U36")  # type: ignore[arg-type]
    given(GAME, state).when(B, Give(cards("4"))).then_refused("bum/not_your_turn", "5")


def test_ruling_u36_nobody_gives_but_in_the_exchange() -> None:
    state = played(later_hand("3 4 5", "4 6 7", "5 6 K", boss_chooses=True)[0], "give 4")
    move(state, "give 3").then_refused("bum/nothing_to_give", "U36")
    move(later_hand(*E5)[0], "give 5").then_refused("bum/nothing_to_give", "U36")


@pytest.mark.parametrize("options", [{"exchange": False}, {"revolution": "bum_only"}])
def test_ruling_u36_nobody_chooses_in_a_hand_without_an_exchange(options: Any) -> None:
    hands = "3 4", "4 5", "JK JK 6 7", "5 6"  # with bum_only the Worker calls it off
    assert later_hand(*hands, boss_chooses=True, **options)[0].phase == "play"
    assert first_hand(*hands, boss_chooses=True)[0].phase == "play"


def test_ruling_u36_whose_time_is_up_gives_the_lowest_cards() -> None:
    state, _ = later_hand(*E5, boss_chooses=True)
    assert GAME.rules.fallback(state, A) == of(state, A, "give 3 3")
    (pick,) = GAME.rules.choices(state, A).picks
    assert (pick.example, pick.least, pick.most, pick.text) == (
        of(state, A, "give 3 3"), 2, 2, "Give 2 cards",
    )  # fmt: skip
