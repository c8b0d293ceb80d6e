"""Every option changes what it says, and nothing else is accepted."""

from typing import Any

import pytest

from games.bum import GAME
from games.bum.options import Options
from games.core.contract import Shuffle
from games.core.options import BadOptions, option_forms, validate_options
from tests.games.bum.cards import E5, dealt, first_hand, later_hand, names, played


def opened(seats: int, **options: Any) -> Any:
    return GAME.rules.open(validate_options(Options, options, seats), seats, None)


@pytest.mark.parametrize(
    ("seats", "target"), [(3, 75), (4, 100), (5, 125), (6, 150), (7, 175), (8, 200)]
)
def test_the_usual_target_goes_by_the_number_of_players(seats: int, target: int) -> None:
    assert opened(seats).target == target


def test_a_target_can_be_agreed() -> None:
    assert opened(4, target=20).target == 20


def test_the_single_session_game_has_no_exchange() -> None:
    assert names(later_hand(*E5, exchange=False)[1]) == ["HandDealt"]
    assert names(later_hand(*E5, exchange=True)[1]) == ["HandDealt"] + ["CardsGiven"] * 4


def test_the_revolution_can_be_left_to_the_bum() -> None:
    hands = ("3", "4", "JK JK", "5")
    assert first_hand(*hands)[0].order == (2, 3, 0, 1)
    assert first_hand(*hands, revolution="bum_only")[0].order == (0, 1, 2, 3)


@pytest.mark.parametrize(("seats", "jokers", "cards"), [(6, 0, 81), (6, 2, 80), (8, 8, 112)])
def test_six_or_more_players_choose_the_jokers(seats: int, jokers: int, cards: int) -> None:
    due = GAME.rules.pending(opened(seats, first_boss=0, jokers=jokers))
    assert isinstance(due, Shuffle)
    assert len(due.cards) == cards


@pytest.mark.parametrize(
    ("seats", "jokers"), [(3, 2), (4, 3), (5, 3), (6, 1), (6, 7), (8, 9), (6, -1), (6, True)]
)
def test_other_numbers_of_jokers_are_refused(seats: int, jokers: int) -> None:
    with pytest.raises(BadOptions, match="jokers"):
        validate_options(Options, {"jokers": jokers}, seats)


def test_opening_a_table_checks_the_options_again() -> None:
    with pytest.raises(BadOptions, match="jokers"):
        GAME.rules.open(Options(jokers=3), 4, None)


def test_the_first_boss_can_be_named() -> None:
    state = opened(4, first_boss=2)
    assert (state.phase, state.seated) == ("deal", (2, 3, 0, 1))
    assert opened(4).phase == "cut"


def test_a_session_can_be_cut_to_a_number_of_hands() -> None:
    one, all_of_them = (played(dealt("5", "6", "7 8", hands=n), "5", "6") for n in (1, 0))
    assert names(GAME.rules.proceed(one, ())) == ["HandEnded", "SessionEnded"]
    assert names(GAME.rules.proceed(all_of_them, ())) == ["HandEnded"]


@pytest.mark.parametrize(
    "bad",
    [
        {"target": -1},
        {"target": 1001},
        {"hands": -1},
        {"hands": False},
        {"hands": 1001},
        {"exchange": 1},
        {"revolution": "none"},
        {"first_boss": 4},
        {"suits": 4},
    ],
)
def test_options_out_of_bounds_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        validate_options(Options, bad, 4)


def test_every_option_is_listed_with_its_meaning() -> None:
    assert [row["name"] for row in option_forms(Options) if row["meaning"]] == [
        "target",
        "hands",
        "exchange",
        "revolution",
        "jokers",
        "first_boss",
        "pass_is_final",
        "ranked_jokers",
        "boss_chooses",
    ]
