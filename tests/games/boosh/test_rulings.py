"""Every ruling of RULES.md."""

import random
import re

import pytest

from games.boosh import GAME
from games.boosh.actions import CallBoosh, CallWoof, Discard, Fold, Stay, Take
from games.boosh.events import (
    BooshCalled,
    CardDiscarded,
    CardsExposed,
    DealerDrawn,
    DeckCardTaken,
    DeckRanOut,
    Folded,
    GameEnded,
    HandDealt,
    HandsRevealed,
    Passed,
    PileReshuffled,
    PlayerEliminated,
    PlayStopped,
)
from games.boosh.options import Options
from games.boosh.rules import TURN_LIMIT
from games.boosh.scoring import hand_value
from games.core.contract import Card, Outcome, Seat, Shuffle
from games.core.options import validate_options
from tests.games.boosh.table import (
    Table,
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
from tests.games.play import Play, seen_by

A, B, C = map(Seat, range(3))


def winning(before: int) -> Table:
    """Return a Woof table whose seat 2 lacks one good call."""
    table = dealt(X, Y, Z, woof=True)
    table.state.totals = (0, 0, before)
    return table


@pytest.mark.parametrize(
    ("caller", "folds", "points"),
    [(0, (1, 2), (50, 0, 0)), (2, (), (-25, -25, 100)), (1, (), (-25, -50, 50))],
    ids=["all folded", "caller lowest", "caller not lowest"],
)
def test_ruling_w1_woof_has_the_points_of_boosh(
    caller: int, folds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert woof_showdown(dealt(X, Y, Z, woof=True), caller, folds).scored.points == points


def test_ruling_w2_a_woof_caller_cannot_win_the_game() -> None:
    assert woof_showdown(winning(150), 2).happened(GameEnded) == 0


def test_ruling_w3_all_who_have_not_laid_out_may_act_at_once() -> None:
    table = dealt(X, Y, Z, woof=True)
    assert set(GAME.rules.to_act(table.state)) == {A, B, C}
    assert set(GAME.rules.to_act(table.play("1 lay_out").state)) == {A, C}


def test_ruling_w3_the_first_call_closes_the_race() -> None:
    table = dealt(X, Y, Z, woof=True).play("1 lay_out", "2 call_woof")
    assert table.state.caller == C
    table.given.when(A, CallWoof()).then_refused("boosh/woof_called", rule="W3")


def test_ruling_w4_the_turns_after_a_woof_go_clockwise_from_the_dealers_left() -> None:
    table = dealt(X, Y, Z, woof=True).play("2 call_woof")
    order = []
    while table.state.phase == "taking":
        (seat,) = GAME.rules.to_act(table.state)
        order.append(seat)
        table.play(*turn(seat, ""))
    assert order == [0, 1, 2]


def test_ruling_w5_after_a_woof_a_card_must_be_taken_but_may_be_discarded() -> None:
    table = dealt(X, Y, Z, woof=True).play("2 call_woof")
    assert GAME.rules.choices(table.state, A).actions == (Take("A"), Take("B"))
    table.play("0 take B").given.when(A, Discard()).then(CardDiscarded(A, Card("2C")))


def test_ruling_w6_a_face_up_card_may_be_discarded_straight_back() -> None:
    table = dealt(X, Y, Z).play("0 take B")
    table.given.when(A, Discard()).then(CardDiscarded(A, Card("2C")))


def test_ruling_w6_forbids_it_by_the_option_but_not_for_a_card_of_the_deck() -> None:
    table = dealt(X, Y, Z, allow_returning_faceup=False)
    GAME.rules.decide(
        dealt(X, Y, Z, allow_returning_faceup=False).play("0 take A").state, A, Discard()
    )
    table.play("0 take B").given.when(A, Discard()).then_refused("boosh/must_replace", rule="W6")


def test_ruling_w7_players_who_are_out_need_no_card() -> None:
    table = dealt(Y, X, Z)
    table.state.totals = (-225, 0, 0)
    showdown(table, 1)
    while len(table.state.deck) > 2:
        table.play(*turn(GAME.rules.to_act(table.state)[0]))
    (seat,) = GAME.rules.to_act(table.state)
    assert table.play(*turn(seat, "call_boosh")).last(BooshCalled).valid


def test_ruling_w8_a_void_call_shows_all_hands_and_the_highest_gets_50() -> None:
    table = dealt(Y, X, Z, deck="3C 4C").play(*turn(0, "call_boosh"))
    assert table.happened(CardsExposed) == table.happened(Folded) == 0
    assert table.last(HandsRevealed).hands == (cards(Y), cards(X), cards(Z))
    assert table.scored.result == "void_call"
    assert table.scored.points == (0, 50, 0)


def test_ruling_w8_a_void_call_cannot_win_the_game() -> None:
    table = dealt(X, Y, Z, deck="3C 4C")
    table.state.totals = (300, 0, 0)
    table.play(*turn(0, "call_boosh"))
    assert table.scored.points == (50, 0, 0)
    assert table.happened(GameEnded) == 0


def test_ruling_w9_an_empty_deck_ends_the_hand_when_nobody_calls() -> None:
    table = dealt(X, Y, Z, deck="3C").play(*turn(0, ""))
    table.given.when(A, GAME.rules.fallback(table.state, A)).then(
        Passed(A), PlayStopped("deck_empty")
    )
    scored = table.play("0 pass").scored
    assert (scored.result, scored.points, scored.caller) == ("deck_empty", (50, 0, 0), None)


def test_ruling_w9_faceup_only_leaves_the_pile_until_a_void_call() -> None:
    table = dealt(X, Y, Z, deck="3C", deck_exhausted="faceup_only").play(*turn(0))
    assert GAME.rules.choices(table.state, B).actions == (Take("B"),)
    assert GAME.rules.fallback(table.state, B) == Take("B")
    table.given.when(B, Take("A")).then_refused("boosh/deck_empty", rule="W9")
    table.play("1 take B", "1 discard", "1 call_boosh")
    assert table.scored.result == "void_call"


def test_ruling_w9_reshuffle_makes_a_new_deck_of_all_but_the_top_card() -> None:
    table = dealt(X, Y, Z, deck="3C 4C", deck_exhausted="reshuffle").play(*turn(0), *turn(1, ""))
    table.given.when(B, GAME.rules.fallback(table.state, B)).then(Passed(B), DeckRanOut())
    state = GAME.fold(table.state, (Passed(B), DeckRanOut()))
    assert GAME.rules.pending(state) == Shuffle("reshuffle", cards("2C 3C"), 1, 1)
    table.play("1 pass")
    assert table.last(PileReshuffled).deck == cards("2C 3C")
    assert (table.state.deck, table.state.pile) == (cards("2C 3C"), cards("4C"))
    assert GAME.rules.to_act(table.state) == (C,)
    table.play(*turn(2), *turn(0, ""))
    state = GAME.fold(
        table.state, GAME.rules.decide(table.state, A, GAME.rules.fallback(table.state, A))
    )
    assert GAME.rules.pending(state) == Shuffle("reshuffle", cards("4C 2C"), 1, 2)


def test_ruling_w9_the_quack_does_not_reshuffle() -> None:
    table = dealt(X, Y, deck="3C 4C", deck_exhausted="reshuffle")
    showdown(table, 0)
    assert table.happened(DeckRanOut) == 0
    assert table.scored.result == "caller_best"


@pytest.mark.parametrize("variant", ["end_hand", "faceup_only", "reshuffle"])
def test_ruling_w9_a_call_counts_the_cards_of_the_deck_at_that_moment(variant: str) -> None:
    table = dealt(X, Y, Z, deck="3C 4C", deck_exhausted=variant).play(*turn(0, "call_boosh"))
    assert table.last(BooshCalled).valid is False


def test_ruling_w10_a_tied_caller_counts_as_best() -> None:
    scored = showdown(dealt(X, "KD QH KC 9D", Z), 1).scored
    assert (scored.result, scored.best, scored.points) == ("caller_best", (A, B), (-25, 100, -25))


def test_ruling_w10_by_the_option_a_tied_caller_loses_and_does_not_share() -> None:
    table = dealt(X, "KD QH KC 9D", Z, caller_wins_ties=False, tie_payment="split")
    assert showdown(table, 0).scored.points == (-50, 50, -25)


@pytest.mark.parametrize(("payment", "each"), [("each", 50), ("split", 25)])
def test_ruling_w11_tied_others_get_50_each_or_share_it(payment: str, each: int) -> None:
    table = dealt(X, "KD QH KC 9D", Z, tie_payment=payment)
    assert showdown(table, 2).scored.points == (each, each, -50)


@pytest.mark.parametrize(("payment", "each"), [("each", 50), ("split", 16)])
def test_ruling_w12_tied_hands_of_a_void_hand_get_50_each_or_share_it(
    payment: str, each: int
) -> None:
    hands = ("KS QS 2S 3S", "KH QH 2H 3H", "KD QD 2D 3D")
    table = dealt(*hands, deck="4C", tie_payment=payment).play(*turn(0))
    assert table.scored.points == (each, each, each)


def test_ruling_w13_any_two_cards_are_exposed_and_nobody_folds_before() -> None:
    table = called(dealt(X, Y, Z), 0).play(*turn(1, ""), *turn(2, ""))
    assert len(GAME.rules.choices(table.state, A).actions) == 6
    table.play("0 expose 1+3", "1 expose 0+2")
    assert table.state.phase == "exposing"
    assert table.play("2 expose 2+3").state.phase == "folding"


def test_ruling_w14_folding_is_public_and_in_turn() -> None:
    table = exposed(called(dealt(X, Y, Z), 0), 0).play("1 fold")
    assert GAME.view(table.state, None)["folded"] == [1]
    assert GAME.rules.to_act(table.state) == (C,)


def test_ruling_w15_the_joker_is_judged_on_the_final_hand() -> None:
    table = dealt("KS 2S JK 3S", Y, Z, deck="4C 5D 6C 7D").play("0 take A", "0 replace 0")
    table.play("0 call_boosh")
    exposed(table, 0)
    assert answered(table, 0).scored.values[A] == hand_value(cards("4C 2S JK 3S")) == 13


def test_ruling_w16_the_last_player_left_wins() -> None:
    table = dealt(X, Y)
    table.state.totals = (-100, -225)
    assert showdown(table, 0).last(GameEnded) == GameEnded("last_player", None, (1, 2))


def test_ruling_w17_who_passed_250_wins_by_a_later_call_that_gets_points() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (300, 0, 0)
    assert showdown(table, 0).last(GameEnded).winner == A
    beaten = dealt(Y, X, Z)
    beaten.state.totals = (400, 0, 0)
    assert showdown(beaten, 0).happened(GameEnded) == 0
    assert beaten.scored.totals[A] == 350


def test_ruling_w18_the_first_dealer_is_drawn_or_named() -> None:
    drawn = opened(3, first_dealer=None)
    assert GAME.rules.pending(drawn.state) == Shuffle("first_seat", ("0", "1", "2"), 0)
    assert GAME.rules.proceed(drawn.state, ("1", "0", "2")) == (DealerDrawn(B),)
    named = opened(3, first_dealer=1)
    _, events = GAME.settle(named.state, in_order)
    assert isinstance(events[0], HandDealt)
    assert events[0].dealer == B


@pytest.mark.parametrize("variant", ["faceup_only", "reshuffle"])
def test_ruling_w19_a_hand_ends_after_500_turns(variant: str) -> None:
    table = dealt(X, Y, deck="3C", deck_exhausted=variant)
    for number in range(TURN_LIMIT):
        assert table.happened(PlayStopped) == 0
        seat = number % 2
        table.play(f"{seat} take B" if number else "0 take A", f"{seat} discard", f"{seat} pass")
    assert table.last(PlayStopped).why == "turn_limit"
    assert (table.scored.result, table.scored.points) == ("turn_limit", (50, 0))


def test_ruling_w19_a_call_in_the_500th_turn_counts() -> None:
    table = dealt(X, Y)
    table.state.turns = TURN_LIMIT - 1
    table.play(*turn(0, "call_boosh"))
    assert table.state.stopped is None
    exposed(table, 0)
    assert answered(table, 0).scored.points == (100, -25)


def test_ruling_w20_boosh_may_be_called_in_the_first_turn() -> None:
    table = dealt(X, Y, Z).play(*turn(0, "call_boosh"))
    assert table.last(BooshCalled) == BooshCalled(A, valid=True)


def test_ruling_w21_the_caller_has_no_further_turn() -> None:
    table = called(dealt(X, Y, Z), 0)
    assert table.state.queue == (B, C)
    table.given.when(A, Take("A")).then_refused("boosh/not_your_turn", rule="W21")


def test_ruling_w22_after_max_hands_the_highest_total_wins_and_ties_share() -> None:
    table = dealt(X, Y, Z, max_hands=1)
    table.state.totals = (0, 125, 50)
    showdown(table, 0)
    assert table.scored.totals == (100, 100, 25)
    assert GAME.rules.outcome(table.state) == Outcome((1, 1, 3), (100, 100, 25), "hand_limit")


def test_ruling_w22_the_eliminated_come_after_those_who_are_still_in() -> None:
    table = dealt(X, Y, Z, max_hands=1, elimination=-25)
    table.state.totals = (-120, 30, 0)
    table.state.out = (0, 0, 0)
    showdown(table, 0)
    assert table.scored.totals == (-20, 5, -25)
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.places == (2, 1, 3)


def test_ruling_w23_cards_lie_as_dealt_and_no_action_moves_them() -> None:
    table = dealt(X, Y, Z)
    assert GAME.view(table.state, A)["own_cards"] == X.split()
    assert "arrange" not in GAME.actions


def test_ruling_w24_the_view_shows_the_own_cards_unless_the_option_hides_them() -> None:
    shown, hidden = (
        dealt(X, Y, Z, own_cards_shown=flag).play("0 take A") for flag in (True, False)
    )
    assert GAME.view(shown.state, A)["own_cards"] == X.split()
    assert GAME.view(hidden.state, A)["own_cards"] is None
    assert GAME.view(hidden.state, A)["taken"]["card"] == hidden.last(DeckCardTaken).card


def test_ruling_w24_hidden_own_cards_are_seen_until_they_are_laid_out() -> None:
    table = dealt(X, Y, Z, own_cards_shown=False, woof=True).play("1 lay_out")
    assert GAME.view(table.state, A)["own_cards"] == X.split()
    assert GAME.view(table.state, B)["own_cards"] is None
    table.play("0 lay_out", "2 lay_out")
    assert GAME.view(table.state, A)["own_cards"] is None


def test_ruling_w24_the_view_says_what_a_client_must_remember_of_hidden_own_cards() -> None:
    hidden = dealt(X, Y, Z, own_cards_shown=False)
    said = GAME.view(hidden.state, A)["remember"]
    assert said is not None
    named = re.findall(r"boosh\.\w+\.v1", said)
    assert sorted(named) == sorted(set(named) & GAME.events.keys())
    assert GAME.view(hidden.state, None)["remember"] is None
    assert GAME.view(dealt(X, Y, Z).state, A)["remember"] is None
    assert GAME.view(opened(3, own_cards_shown=False).state, A)["remember"] is None


@pytest.mark.parametrize("seed", range(20))
def test_ruling_w24_what_the_view_says_to_remember_is_enough(seed: int) -> None:
    options = {"own_cards_shown": False, "deck_exhausted": "reshuffle", "max_hands": 2}
    play = Play(GAME, validate_options(Options, options, 3), 3, random.Random(f"remember {seed}"))
    own: list[Card | None] = []
    told, taken = 0, None
    while GAME.rules.outcome(play.state) is None:
        for event in seen_by(GAME, A, play.events[told:]):
            if event.type == "boosh.hand_dealt.v1":
                own = list(event.data["hands"])
            elif event.type == "boosh.card_replaced.v1" and event.data["seat"] == A:
                own[event.data["position"]] = taken
        told = len(play.events)
        view = GAME.view(play.state, A)
        taken = view["taken"] and view["taken"]["card"]
        assert own == list(play.state.hands[A])
        play.act(*play.random_move())


def test_ruling_w25_forbids_boosh_in_the_quack_and_after_a_woof() -> None:
    quack = called(dealt(X, Y, Z), 0).play("1 take A")
    quack.given.when(B, CallBoosh()).then_refused("boosh/already_called", rule="W25")
    woof = dealt(X, Y, Z, woof=True).play("2 call_woof", "0 take A")
    woof.given.when(A, CallBoosh()).then_refused("boosh/already_called", rule="W25")
    woof.play("0 discard")
    assert GAME.rules.to_act(woof.state) == (B,)


def test_ruling_w26_all_see_where_a_card_came_from_and_where_it_went() -> None:
    table = dealt(X, Y, Z, cherry="KD").play("0 take B", "0 replace 3", "0 pass", "1 take A")
    view = GAME.view(table.state, C)
    assert view["hands"][A] == {
        "known": [None, None, None, "KD"],
        "placed": [0, 0, 0, 1],
        "exposed": [],
    }
    assert view["pile"] == ["9H"]
    assert view["taken"] == {"seat": B, "pile": "A", "card": None}
    table.play("1 replace 0", "1 pass")
    view = GAME.view(table.state, C)
    assert view["hands"][B] == {
        "known": [None, None, None, None],
        "placed": [2, 0, 0, 0],
        "exposed": [],
    }
    assert view["pile"] == ["9H", "10C"]


def test_ruling_w26_a_known_card_that_is_replaced_from_the_deck_is_no_longer_known() -> None:
    table = dealt(X, Y, cherry="KD").play("0 take B", "0 replace 3", "0 pass", *turn(1))
    table.play("0 take A", "0 replace 3")
    assert table.state.known[A] == (None,) * 4
    assert table.state.pile[-1] == "KD"


def test_ruling_w27_the_win_comes_before_the_eliminations() -> None:
    table = dealt(X, Y)
    table.state.totals = (150, -225)
    showdown(table, 0)
    assert table.happened(PlayerEliminated) == 1
    assert table.last(GameEnded) == GameEnded("target_reached", A, (1, 2))


def test_ruling_w27_if_everybody_is_put_out_the_highest_total_of_those_wins() -> None:
    table = dealt(X, Y, Z, woof=True, woof_points=[50, -300, -400, -50, 50, -25], target=1000)
    table.state.totals = (-240, -150, 0)
    table.state.players, table.state.out = (A, B, C), (0, 0, 0)
    woof_showdown(table, 2)
    assert table.scored.totals == (-640, -550, -300)
    assert table.last(GameEnded) == GameEnded("all_eliminated", None, (3, 2, 1))


def test_ruling_w27_the_latest_hand_ranks_first_among_the_eliminated() -> None:
    table = dealt(Y, X, Z)
    table.state.totals = (-225, 0, -200)
    showdown(table, 1)
    assert table.state.out == (1, 0, 0)
    table.state.totals = (-250, 100, -500)
    table.play(*turn(2), *turn(1, "call_boosh"), *turn(2, ""), "1 expose 0+1", "2 expose 0+1")
    table.state.hands = ((), cards(X), cards(Z))
    table.play("2 stay")
    assert table.last(GameEnded) == GameEnded("last_player", None, (3, 1, 2))


def test_ruling_w14_forbids_to_answer_twice() -> None:
    table = exposed(called(dealt(X, Y, Z), 0), 0).play("1 stay")
    table.given.when(B, Fold()).then_refused("boosh/not_your_turn", rule="6")
    table.given.when(B, Stay()).then_refused("boosh/not_your_turn", rule="6")
