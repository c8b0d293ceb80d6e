"""Every numbered rule of RULES.md, and what each forbids."""

from typing import Any

import pytest

from games.boosh import GAME
from games.boosh.actions import (
    CallBoosh,
    CallWoof,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.cards import DECK, POINTS
from games.boosh.events import (
    BooshCalled,
    CardDiscarded,
    CardReplaced,
    CardsExposed,
    CherryTurned,
    DeckCardTaken,
    FaceUpCardTaken,
    Folded,
    GameEnded,
    HandDealt,
    HandsRevealed,
    LaidOut,
    Passed,
    PlayerEliminated,
    Stayed,
    WoofCalled,
)
from games.core.contract import Card, Seat, Shuffle
from tests.games.boosh.table import (
    X,
    Y,
    Z,
    answered,
    called,
    cards,
    dealt,
    exposed,
    in_order,
    opened,
    showdown,
    turn,
    woof_showdown,
)
from tests.given import given

A, B, C = map(Seat, range(3))


def test_rule_1_there_are_53_cards_and_the_joker_has_no_points_of_its_own() -> None:
    assert len(set(DECK)) == 53
    assert POINTS[Card("AS")] == 1
    assert POINTS[Card("10H")] == 10
    assert [POINTS[Card(rank + "D")] for rank in "JQK"] == [11, 12, 13]
    assert "JK" not in POINTS


def test_rule_1_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    state = opened(3, first_dealer=0).state
    assert GAME.rules.pending(state) == Shuffle("deal", DECK, 1)
    order = tuple(sorted(DECK))
    (dealt_hand,) = GAME.rules.proceed(state, order)
    assert dealt_hand == HandDealt(
        hand=1,
        dealer=Seat(0),
        players=(A, B, C),
        hands=(order[2:12:3], order[0:12:3], order[1:12:3]),
        deck=order[12:],
    )


@pytest.mark.parametrize(("seats", "left"), [(2, 44), (3, 40), (4, 36)])
def test_rule_1_the_next_card_is_the_cherry_and_starts_the_face_up_pile(
    seats: int, left: int
) -> None:
    state, events = GAME.settle(opened(seats).state, in_order)
    assert events[-1] == CherryTurned(tuple(sorted(DECK))[4 * seats])
    assert state.pile == (events[-1].card,)
    assert len(state.deck) == left
    assert GAME.rules.to_act(state) == (A,)


def test_rule_2_the_taken_card_replaces_a_card_which_goes_on_the_pile() -> None:
    table = dealt(X, Y, Z, deck="KD 2D")
    table.given.when(A, Take("A")).then(DeckCardTaken(A, Card("KD"))).when(A, Replace(3)).then(
        CardReplaced(A, 3, Card("9H"))
    )
    table.play("0 take A", "0 replace 3")
    assert table.state.hands[A] == cards("KS QS JK KD")
    assert table.state.pile == cards("2C 9H")
    assert table.state.deck == cards("2D")


def test_rule_2_the_taken_card_may_be_discarded() -> None:
    table = dealt(X, Y, Z, deck="KD 2D").play("0 take A")
    table.given.when(A, Discard()).then(CardDiscarded(A, Card("KD")))
    assert table.play("0 discard").state.hands[A] == cards(X)


def test_rule_2_the_top_of_the_face_up_pile_may_be_taken() -> None:
    table = dealt(X, Y, Z).play(*turn(0))
    top = table.state.pile[-1]
    table.given.when(B, Take("B")).then(FaceUpCardTaken(B, top))
    assert table.play("1 take B", "1 replace 0").state.pile[-1] == Card("10C")


def test_rule_2_turns_go_clockwise_from_the_dealers_left() -> None:
    table = dealt(X, Y, Z, first_dealer=2)
    order = []
    for _ in range(4):
        (seat,) = GAME.rules.to_act(table.state)
        order.append(seat)
        table.play(*turn(seat))
    assert order == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (B, Take("A"), "boosh/not_your_turn"),
        (A, Discard(), "boosh/wrong_moment"),
        (A, Replace(0), "boosh/wrong_moment"),
        (A, Take("C"), "boosh/no_such_pile"),  # type: ignore[arg-type]  # what JSON cannot say
        (A, Pass(), "boosh/wrong_moment"),
        (A, CallBoosh(), "boosh/wrong_moment"),
    ],
)
def test_rule_2_forbids_all_but_taking_a_card_in_turn(seat: Seat, action: Any, code: str) -> None:
    dealt(X, Y, Z).given.when(seat, action).then_refused(code, rule="2")


@pytest.mark.parametrize("position", [-1, 4])
def test_rule_2_forbids_positions_that_are_not_there(position: int) -> None:
    table = dealt(X, Y, Z).play("0 take A")
    table.given.when(A, Replace(position)).then_refused("boosh/no_such_position", rule="2")


def test_rule_2_forbids_taking_a_second_card() -> None:
    table = dealt(X, Y, Z).play("0 take A")
    table.given.when(A, Take("B")).then_refused("boosh/wrong_moment", rule="2")


def test_rule_3_after_the_discard_the_player_calls_or_passes() -> None:
    table = dealt(X, Y, Z).play(*turn(0, ""))
    assert GAME.rules.to_act(table.state) == (A,)
    table.given.when(A, CallBoosh()).then(BooshCalled(A, valid=True))
    table.given.when(A, Pass()).then(Passed(A))


def test_rule_3_forbids_a_call_by_another_and_the_next_turn_before_the_decision() -> None:
    table = dealt(X, Y, Z).play(*turn(0, ""))
    table.given.when(B, CallBoosh()).then_refused("boosh/not_your_turn", rule="3")
    table.given.when(B, Take("A")).then_refused("boosh/not_your_turn", rule="3")
    table.given.when(A, Take("A")).then_refused("boosh/wrong_moment", rule="3")


def test_rule_3_the_call_comes_before_the_look_at_the_empty_deck() -> None:
    table = dealt(X, Y, deck="3C").play(*turn(0, ""))
    assert table.state.deck == ()
    assert [type(one) for one in GAME.rules.choices(table.state, A).actions] == [Pass, CallBoosh]


def test_rule_4_each_other_player_takes_exactly_one_more_turn_from_the_callers_left() -> None:
    table = called(dealt(X, Y, Z), 1)
    order = []
    while table.state.phase == "taking":
        (seat,) = GAME.rules.to_act(table.state)
        order.append(seat)
        table.play(*turn(seat, ""))
    assert order == [2, 0]
    assert table.state.phase == "exposing"


def test_rule_4_the_quack_may_empty_the_deck_and_the_call_stays_valid() -> None:
    table = dealt(X, Y, Z, deck="3C 4C 6C")
    assert showdown(table, 0).scored.result == "caller_best"


def test_rule_5_each_player_turns_over_two_cards_the_caller_first() -> None:
    table = called(dealt(X, Y, Z), 0).play(*turn(1, ""), *turn(2, ""))
    assert GAME.rules.to_act(table.state) == (A,)
    table.given.when(A, Expose((0, 3))).then(CardsExposed(A, (0, 3), (Card("KS"), Card("9H"))))
    table.play("0 expose 0+3")
    assert GAME.rules.to_act(table.state) == (B,)
    assert table.state.known[A] == ("KS", None, None, "9H")


@pytest.mark.parametrize("positions", [(1, 1), (2, 1), (0, 4), (-1, 2)])
def test_rule_5_forbids_other_than_two_positions_in_order(positions: tuple[int, int]) -> None:
    table = called(dealt(X, Y, Z), 0).play(*turn(1, ""), *turn(2, ""))
    table.given.when(A, Expose(positions)).then_refused("boosh/no_such_position", rule="5")


def test_rule_5_forbids_exposing_before_the_turn_and_folding_before_all_have_exposed() -> None:
    table = called(dealt(X, Y, Z), 0).play(*turn(1, ""), *turn(2, ""))
    table.given.when(B, Expose((0, 1))).then_refused("boosh/not_your_turn", rule="5")
    table.play("0 expose 0+1")
    table.given.when(B, Fold()).then_refused("boosh/wrong_moment", rule="5")


def test_rule_6_the_others_fold_or_stay_clockwise_from_the_callers_left() -> None:
    table = exposed(called(dealt(X, Y, Z), 1), 1)
    assert GAME.rules.to_act(table.state) == (C,)
    table.given.when(C, Fold()).then(Folded(C))
    table.given.when(C, Stay()).then(Stayed(C))
    assert GAME.rules.to_act(table.play("2 stay").state) == (A,)


def test_rule_6_forbids_the_caller_to_fold_and_anybody_to_answer_out_of_turn() -> None:
    table = exposed(called(dealt(X, Y, Z), 1), 1)
    table.given.when(B, Fold()).then_refused("boosh/caller_cannot_fold", rule="6")
    table.given.when(B, Stay()).then_refused("boosh/not_your_turn", rule="6")
    table.given.when(A, Fold()).then_refused("boosh/not_your_turn", rule="6")


def test_rule_6_folded_hands_stay_hidden_and_get_nothing() -> None:
    table = showdown(dealt(X, Y, Z), 0, folds=(1,))
    assert table.last(HandsRevealed).hands == (cards(X), (), cards(Z))
    assert table.scored.values == (47, None, 33)
    assert table.scored.points == (100, 0, -25)


def test_rule_7_the_caller_gets_50_without_revealing_if_all_others_fold() -> None:
    table = showdown(dealt(Z, X, Y), 0, folds=(1, 2))
    assert table.happened(HandsRevealed) == 0
    assert table.scored.values == (None, None, None)
    assert table.scored.points == (50, 0, 0)


@pytest.mark.parametrize(
    ("caller", "result", "points"),
    [(0, "caller_best", (100, -25, -25)), (2, "caller_beaten", (50, -25, -50))],
)
def test_rule_7_the_caller_wins_or_loses_the_showdown(
    caller: int, result: str, points: tuple[int, ...]
) -> None:
    scored = showdown(dealt(X, Y, Z), caller).scored
    assert (scored.result, scored.points) == (result, points)
    assert (scored.values, scored.best) == ((47, 40, 33), (A,))


def test_rule_8_points_are_added_to_the_totals() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (10, -20, 0)
    assert showdown(table, 0).scored.totals == (110, -45, -25)


@pytest.mark.parametrize(("before", "folds"), [(150, ()), (200, (1, 2))])
def test_rule_8_the_caller_wins_the_game_with_250(before: int, folds: tuple[int, ...]) -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (before, 500, 0)
    ended = showdown(table, 0, folds).last(GameEnded)
    assert ended == GameEnded("target_reached", A, (1, 2, 3))
    assert GAME.rules.to_act(table.state) == ()


@pytest.mark.parametrize(("before", "caller"), [(149, 0), (200, 1)])
def test_rule_8_less_than_250_or_250_of_another_than_the_caller_does_not_win(
    before: int, caller: int
) -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (before, 0, 0)
    assert showdown(table, caller).happened(GameEnded) == 0
    assert table.state.hand == 2


@pytest.mark.parametrize(("before", "gone"), [(-225, True), (-224, False)])
def test_rule_8_minus_250_puts_a_player_out(before: int, gone: bool) -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (0, 0, before)
    showdown(table, 0)
    assert table.happened(PlayerEliminated) == gone
    assert (C in table.state.players) is not gone


def test_rule_8_forbids_who_is_out_and_the_end_of_the_game_all_actions() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (0, 0, -225)
    showdown(table, 0)
    assert table.state.hands[C] == ()
    table.given.when(C, Take("A")).then_refused("boosh/not_playing", rule="8")
    over = showdown(dealt(X, Y, Z, max_hands=1), 0)
    over.given.when(A, Take("A")).then_refused("boosh/game_over", rule="8")


def test_rule_9_the_next_to_the_left_deals_and_all_cards_are_shuffled() -> None:
    table = dealt(X, Y, Z)
    called(table, 0)
    exposed(table, 0)
    state = table.play("1 stay").state
    ended = GAME.fold(state, GAME.rules.decide(state, C, Stay()))
    scored = GAME.fold(ended, GAME.rules.proceed(ended, ()))
    assert GAME.rules.pending(scored) == Shuffle("deal", DECK, 2)
    assert table.play("2 stay").last(HandDealt).dealer == A
    assert GAME.rules.to_act(table.state) == (B,)


def test_rule_9_players_who_are_out_neither_deal_nor_get_cards() -> None:
    table = dealt(Y, X, Z)
    table.state.totals = (-225, 0, 0)
    showdown(table, 1)
    hand = table.last(HandDealt)
    assert (hand.dealer, hand.players) == (B, (B, C))
    assert list(map(len, hand.hands)) == [0, 4, 4]
    assert GAME.rules.to_act(table.state) == (C,)


def test_rule_9_a_hand_that_was_never_dealt_cannot_be_voided() -> None:
    with pytest.raises(Exception, match="No hand with this number") as refusal:
        GAME.rules.void(dealt(X, Y).state, 2)
    assert getattr(refusal.value, "rule", None) == "9"


def test_rule_10_there_is_no_lay_out_without_the_option() -> None:
    table = dealt(X, Y, Z)
    table.given.when(A, LayOut()).then_refused("boosh/wrong_moment", rule="2")
    table.given.when(A, CallWoof()).then_refused("boosh/no_woof", rule="10")


def test_rule_10_the_cherry_waits_until_all_have_laid_out_or_somebody_calls() -> None:
    table = dealt(X, Y, Z, woof=True)
    assert table.state.pile == ()
    table.given.when(C, LayOut()).then(LaidOut(C))
    table.given.when(B, CallWoof()).then(WoofCalled(B))


def test_rule_10_forbids_calling_after_laying_out_and_laying_out_twice() -> None:
    table = dealt(X, Y, Z, woof=True).play("1 lay_out")
    table.given.when(B, CallWoof()).then_refused("boosh/laid_out", rule="10")
    table.given.when(B, LayOut()).then_refused("boosh/laid_out", rule="10")
    table.given.when(A, Take("A")).then_refused("boosh/wrong_moment", rule="10")
    table.play("0 lay_out", "2 lay_out")
    table.given.when(A, CallWoof()).then_refused("boosh/laid_out", rule="10")


def test_rule_11_without_a_call_boosh_is_played() -> None:
    table = dealt(X, Y, Z, woof=True).play("1 lay_out", "0 lay_out", "2 lay_out")
    assert table.happened(CherryTurned) == 1
    assert showdown(table, 0).scored.points == (100, -25, -25)


def test_rule_11_after_a_call_everybody_has_one_turn_and_the_lowest_hand_is_best() -> None:
    table = dealt(X, Y, Z, woof=True)
    scored = woof_showdown(table, 2).scored
    assert table.happened(DeckCardTaken) == 3
    assert (scored.call, scored.caller, scored.result) == ("woof", C, "caller_best")
    assert scored.values == (43, 40, 33)
    assert scored.points == (-25, -25, 100)


def test_rule_11_the_woof_caller_exposes_first_and_cannot_fold() -> None:
    table = dealt(X, Y, Z, woof=True).play("1 call_woof")
    for seat in range(3):
        table.play(*turn(seat, ""))
    assert GAME.rules.to_act(table.state) == (B,)
    table.play("1 expose 0+1", "2 expose 0+1", "0 expose 0+1")
    given(GAME, table.state).when(B, Fold()).then_refused("boosh/caller_cannot_fold", rule="6")
    assert answered(table, 1, folds=(0, 2)).scored.points == (0, 50, 0)
