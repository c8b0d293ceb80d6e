"""The player by rules."""

import random

import pytest

from games.boon import GAME, plain, regular
from games.boon.actions import Pass, Play, Take
from games.boon.determinise import memory_from_view
from games.boon.rivals import policy
from games.boon.state import State
from games.boon.traces import RoundEvidence
from games.core.bots import Budget
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from tests.games.boon.cards import card, cards
from tests.games.boon.table import ALL_PASS, acted, dealt
from tests.games.bots import asked
from tests.games.play import Play as Table

HANDS = "blue 1 2 3, green 2 3 4, red 2 3 4 5 6, gold 1", "gold 14 13 12 11 10 9 8 7 6 5, red 5 6"


def chosen(state: State, seat: int) -> object:
    view, choices = GAME.view(state, Seat(seat)), GAME.rules.choices(state, Seat(seat))
    return asked(GAME, view, choices)


def test_a_hand_of_high_trumps_takes_the_boon_and_a_weak_one_does_not() -> None:
    assert chosen(dealt(3, "gold 14 13 12 11 10 9 8"), 0) == Take()
    assert chosen(dealt(3, "blue 1 2 3 4, red 2 3 4, green 2 3"), 0) == Pass()


FORCED = acted(dealt(3, "gold 14 13", "gold 12 11", all_pass="forced_pick"), *ALL_PASS[3][:-1])


@pytest.mark.parametrize("level", GAME.bots.levels)
def test_ruling_n26_with_the_worst_hand_the_dealer_takes_where_it_must(level: str) -> None:
    view, choices = GAME.view(FORCED, Seat(2)), GAME.rules.choices(FORCED, Seat(2))
    assert asked(GAME, view, choices, level=level, playouts=20) == Take()


def test_ruling_n26_yardstick_and_rivals_take_where_they_must() -> None:
    view, choices = GAME.view(FORCED, Seat(2)), GAME.rules.choices(FORCED, Seat(2))
    assert plain.choose(view, choices, (), Chance(1), Budget()) == Take()
    assert policy(FORCED, Seat(2)) == Take()


def test_ruling_n26_that_a_dealer_had_to_take_says_nothing_of_its_cards() -> None:
    """Without that the search would take the dealer for strong."""
    for all_pass, says in (("leaster", True), ("forced_pick", False)):
        state = acted(dealt(3, all_pass=all_pass), *ALL_PASS[3][:-1], (2, Take()))
        memory = memory_from_view(GAME.view(state, Seat(0)))
        evidence = RoundEvidence(GAME.view(state, Seat(0)), memory, Chance(1))
        weak, strong = ({2: cards(hand)} for hand in HANDS)
        assert (evidence.kinds(Seat(2), strong) > evidence.kinds(Seat(2), weak)) is says


def test_ruling_n27_regular_takes_with_better_hands_where_a_loss_costs_double() -> None:
    hand = "gold 14 12 9 8, blue 6, red 5 4, green 2 3"
    assert chosen(dealt(3, hand), 0) == Take()
    assert chosen(dealt(3, hand, named_payout="double_on_the_bump"), 0) == Pass()


def test_ruling_n27_a_payout_of_nothing_changes_no_taking() -> None:
    assert regular.needed_to_take(4, (0, 0, 0, 0)) == regular.ENOUGH[4]
    assert regular.needed_to_take(4, (1, 1, 2, 2)) < regular.ENOUGH[4]


def test_trumps_are_kept_and_plain_tens_buried() -> None:
    hand = "gold 14 13 12 11, blue 5 2, red 5 2, green 5"
    state = acted(dealt(3, hand, boon="gold 1 2 3"), (0, Take()))
    assert sorted(chosen(state, 0).cards) == ["blue-5", "green-5", "red-5"]  # type: ignore[attr-defined]


def test_the_last_defender_gives_points_to_a_trick_of_the_own_side() -> None:
    state = acted(dealt(3, "red 4, gold 1", "red 6", "red 2 3 5"), (0, Take()))
    state = acted(state, (0, GAME.rules.fallback(state, Seat(0))), (0, Play(card("red 4"))))
    state = acted(state, (1, Play(card("red 6"))))
    assert chosen(state, 2) == Play(card("red 5"))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_wins_more_often_than_chance_against_players_at_random(seats: int) -> None:
    first = 0
    for seed in range(60):
        play = Table(GAME, GAME.options(max_rounds=20), seats, random.Random(seed))
        while GAME.rules.outcome(play.state) is None:
            (seat,) = GAME.rules.to_act(play.state)
            if seat == seed % seats:
                play.act(seat, chosen(play.state, seat))
            else:
                play.act(*play.random_move())
        first += play.state.places[seed % seats] == 1
    assert first > 60 * 1.3 / seats
