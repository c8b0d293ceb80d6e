"""Every option changes what it says, and its bounds are held."""

from typing import Any

import pytest

from games.boosh import GAME
from games.boosh.actions import CallWoof, Discard, LayOut, Replace
from games.boosh.events import GameEnded, PlayerEliminated
from games.boosh.options import Options
from games.core.contract import Seat
from games.core.options import BadOptions, option_forms, validate_options
from tests.games.boosh.table import X, Y, Z, dealt, showdown, turn, woof_showdown

A, C = Seat(0), Seat(2)


def test_the_defaults_are_those_of_the_rules() -> None:
    assert {row["name"]: row["default"] for row in option_forms(Options)} == {
        "woof": False,
        "woof_points": [50, 100, -25, -50, 50, -25],
        "woof_call_can_win": False,
        "target": 250,
        "elimination": -250,
        "deck_exhausted": "end_hand",
        "allow_returning_faceup": True,
        "caller_wins_ties": True,
        "tie_payment": "each",
        "own_cards_shown": True,
        "max_hands": 100,
        "first_dealer": None,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("woof", 1),
        ("woof_points", [50, 100, -25, -50, 50]),
        ("woof_points", [50, 100, -25, -50, 50, 1001]),
        ("target", 0),
        ("target", 10_001),
        ("elimination", 0),
        ("elimination", -10_001),
        ("deck_exhausted", "stop"),
        ("tie_payment", "half"),
        ("max_hands", 0),
        ("max_hands", 1001),
        ("first_dealer", 3),
        ("jokers", 2),
    ],
)
def test_values_out_of_bounds_are_refused(name: str, value: Any) -> None:
    with pytest.raises(BadOptions) as refusal:
        validate_options(Options, {name: value}, 3)
    assert list(refusal.value.problems) == [name]


def test_woof_lets_all_lay_out_or_call_first() -> None:
    with_woof, without = dealt(X, Y, woof=True).state, dealt(X, Y).state
    assert GAME.rules.choices(with_woof, A).actions == (LayOut(), CallWoof())
    assert without.phase == "taking"


@pytest.mark.parametrize(
    ("caller", "folds", "points"),
    [(2, (0, 1), (0, 0, 1)), (2, (), (3, 3, 2)), (1, (), (6, 4, 5)), (1, (2,), (3, 2, 0))],
)
def test_woof_points_count_in_a_woof_hand(
    caller: int, folds: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = dealt(X, Y, Z, woof=True, woof_points=[1, 2, 3, 4, 5, 6])
    assert woof_showdown(table, caller, folds).scored.points == points


def test_woof_points_do_not_count_in_a_boosh_hand() -> None:
    table = dealt(X, Y, Z, woof=True, woof_points=[1, 2, 3, 4, 5, 6])
    table.play("0 lay_out", "1 lay_out", "2 lay_out")
    assert showdown(table, 0).scored.points == (100, -25, -25)


@pytest.mark.parametrize("can_win", [True, False])
def test_woof_call_can_win_ends_the_game_at_the_target(can_win: bool) -> None:
    table = dealt(X, Y, Z, woof=True, woof_call_can_win=can_win)
    table.state.totals = (0, 0, 150)
    assert woof_showdown(table, 2).happened(GameEnded) == can_win


@pytest.mark.parametrize(("target", "ends"), [(100, True), (101, False)])
def test_target_is_what_wins(target: int, ends: bool) -> None:
    assert showdown(dealt(X, Y, Z, target=target), 0).happened(GameEnded) == ends


@pytest.mark.parametrize(("limit", "gone"), [(-25, 2), (-26, 0)])
def test_elimination_is_what_puts_out(limit: int, gone: int) -> None:
    table = showdown(dealt(X, Y, Z, elimination=limit), 0)
    assert table.happened(PlayerEliminated) == gone


@pytest.mark.parametrize(
    ("variant", "phase"), [("end_hand", 2), ("faceup_only", 1), ("reshuffle", 1)]
)
def test_deck_exhausted_says_what_an_empty_deck_does(variant: str, phase: int) -> None:
    table = dealt(X, Y, deck="3C 4C", deck_exhausted=variant).play(*turn(0), *turn(1))
    assert table.state.hand == phase
    assert len(table.state.deck) == {"end_hand": 44, "faceup_only": 0, "reshuffle": 2}[variant]


@pytest.mark.parametrize(("allowed", "fallback"), [(True, Discard()), (False, Replace(0))])
def test_allow_returning_faceup_offers_the_discard(allowed: bool, fallback: Any) -> None:
    state = dealt(X, Y, allow_returning_faceup=allowed).play("0 take B").state
    assert (Discard() in GAME.rules.choices(state, A).actions) is allowed
    assert GAME.rules.fallback(state, A) == fallback


@pytest.mark.parametrize(("wins", "points"), [(True, (100, -25)), (False, (-50, 50))])
def test_caller_wins_ties_settles_a_tie(wins: bool, points: tuple[int, ...]) -> None:
    table = dealt(X, "KD QH KC 9D", caller_wins_ties=wins)
    assert showdown(table, 0).scored.points == points


@pytest.mark.parametrize(("payment", "each"), [("each", 50), ("split", 25)])
def test_tie_payment_pays_the_tied(payment: str, each: int) -> None:
    table = dealt(X, "KD QH KC 9D", Z, tie_payment=payment)
    assert showdown(table, 2).scored.points == (each, each, -50)


@pytest.mark.parametrize("shown", [True, False])
def test_own_cards_shown_puts_them_in_the_view(shown: bool) -> None:
    view = GAME.view(dealt(X, Y, own_cards_shown=shown).state, A)
    assert view["own_cards"] == (X.split() if shown else None)


def test_max_hands_ends_the_game() -> None:
    assert showdown(dealt(X, Y, Z, max_hands=1), 0).last(GameEnded).why == "hand_limit"
    assert showdown(dealt(X, Y, Z, max_hands=2), 0).happened(GameEnded) == 0


def test_first_dealer_deals_the_first_hand() -> None:
    assert GAME.view(dealt(X, Y, Z, first_dealer=2).state, C)["dealer"] == 2
