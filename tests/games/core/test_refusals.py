"""Refusals: one record for each way in which rules say no."""

from typing import Any

import pytest

from games import GAMES
from games.core.contract import AnyRefusal, Illegal, Refusal, RefusalByRule, refusals_in
from games.core.game import AnyGame

TOO_DEAR = Refusal("shop/too_dear", "3", lambda price, coins: f"{price} is more than {coins}")
WAIT = RefusalByRule("shop/wait", ("1", "W2"), lambda turn: f"it is the turn of seat {turn}")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def test_a_refusal_called_with_what_its_sentence_fills_in_is_the_exception() -> None:
    illegal = TOO_DEAR(7, coins=5)
    assert (illegal.code, illegal.rule, illegal.detail) == (
        "shop/too_dear",
        "3",
        "7 is more than 5",
    )
    assert str(illegal) == "7 is more than 5 (rule 3)"
    assert illegal.refusal is TOO_DEAR


def test_a_refusal_of_several_rules_is_raised_under_one_of_them() -> None:
    assert [WAIT.under(rule)(2).rule for rule in WAIT.rules] == ["1", "W2"]
    assert WAIT.under("W2")(2).detail == "it is the turn of seat 2"
    with pytest.raises(AssertionError, match="shop/wait does not name rule 3"):
        WAIT.under("3")


def test_nothing_but_a_refusal_makes_an_illegal() -> None:
    make: Any = Illegal
    with pytest.raises(TypeError):
        make("shop/too_dear", "3", "7 is more than 5")
    with pytest.raises(AttributeError):
        make("shop/too_dear", "7 is more than 5")


def test_the_refusals_of_a_module_are_found_in_their_order() -> None:
    names = {"WAIT": WAIT, "SHOPS": 3, "why": TOO_DEAR.why, "TOO_DEAR": TOO_DEAR}
    assert refusals_in(names) == (WAIT, TOO_DEAR)


@every_game
def test_the_codes_of_a_game_begin_with_its_name_and_no_two_records_say_the_same(
    game: AnyGame,
) -> None:
    def told(one: AnyRefusal) -> tuple[str, str]:
        return one.code, one.why(*["..."] * one.why.__code__.co_argcount)

    assert all(one.code.startswith(f"{game.name}/") for one in game.rules.refusals)
    assert len({told(one) for one in game.rules.refusals}) == len(game.rules.refusals) > 0
