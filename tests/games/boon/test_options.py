"""Every option changes what it says, and refuses what is out of bounds."""

from typing import Any

import pytest

from games.boon import GAME
from games.boon import events as ev
from games.boon.actions import Bury, Take
from games.core.contract import Seat
from games.core.options import BadOptions, validate_options
from tests.games.boon.cards import cards
from tests.games.boon.table import acted, counted, counting, dealt, leaster, opened
from tests.given import given


def test_victory_cards_says_how_many_each_player_has() -> None:
    assert opened(5, victory_cards=4).victory_cards == (4, 4, 4, 4, 4)


@pytest.mark.parametrize(
    ("points", "held"), [(29, (1, 7, 7)), (30, (5, 5, 5)), (61, (11, 2, 2)), (91, (13, 1, 1))]
)
def test_payout_says_what_each_bracket_is_worth(points: int, held: tuple[int, ...]) -> None:
    state = counting(3, points, payout=[2, 0, 3, 4])
    assert counted(state)[0].victory_cards == held


def test_leaster_blind_gives_the_boon_to_the_last_trick() -> None:
    tricks = {1: ["gold 4"], 0: ["gold 6"], 2: ["gold 3"]}
    options: dict[str, Any] = {"leaster_blind": "last_trick"}
    aside, *_ = counted(leaster(tricks, (5, 5, 5), boon="red 6 5 4"))
    assert (aside.winner, aside.points) == (2, (11, 4, 0))
    last, *_ = counted(leaster(tricks, (5, 5, 5), boon="red 6 5 4", **options))
    assert (last.winner, last.points) == (1, (11, 4, 25))


def test_may_bury_gold7_allows_or_forbids_it() -> None:
    for may in (True, False):
        state = acted(dealt(5, "gold 14", boon="gold 7 8", may_bury_gold7=may), (0, Take()))
        asked = given(GAME, state).when(0, Bury(cards("gold 7 8")))
        if may:
            asked.then(ev.CardsBuried(Seat(0), cards("gold 7 8")))
        else:
            asked.then_refused("boon/gold7_stays", "N15")


def test_max_rounds_ends_the_game() -> None:
    assert len(counted(counting(3, 61))) == 1
    assert counted(counting(3, 61, max_rounds=1))[-1].why == "max_rounds"


def test_first_dealer_names_the_seat_that_deals_first() -> None:
    _, happened = GAME.settle(opened(4, first_dealer=2), lambda shuffle: shuffle.cards)
    (dealt,) = happened
    assert isinstance(dealt, ev.HandDealt)
    assert dealt.dealer == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("victory_cards", 0),
        ("victory_cards", 51),
        ("victory_cards", True),
        ("payout", [2, 1, 1]),
        ("payout", [2, 1, 1, -1]),
        ("payout", [2, 1, 1, 10]),
        ("named_payout", "double"),
        ("leaster_blind", "first_trick"),
        ("may_bury_gold7", 1),
        ("all_pass", "redeal"),
        ("all_pass", None),
        ("max_rounds", 0),
        ("max_rounds", 1001),
        ("first_dealer", 4),
        ("first_dealer", -1),
        ("misdeal", True),
    ],
)
def test_values_out_of_bounds_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOptions) as bad:
        validate_options(GAME.options, {name: value}, 4)
    assert list(bad.value.problems) == [name]
