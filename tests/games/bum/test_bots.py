"""Bots play sensibly from what their seats may know: `regular`, and a beginner."""

import random
from typing import Any

from games.bum import GAME
from games.bum.actions import Action
from games.core.contract import Seat
from tests.games.bots import asked
from tests.games.bum.cards import PASS, dealt, later_hand, of, played
from tests.games.play import Play


def chosen(state: Any, level: str = "regular") -> tuple[Seat, Action]:
    (seat,) = GAME.rules.to_act(state)
    view, choices = GAME.view(state, seat), GAME.rules.choices(state, seat)
    return seat, asked(GAME, view, choices, level=level)


def test_it_goes_out_when_it_can() -> None:
    state = played(dealt("5 3", "A 2 JK", "7 8"), "5", "A", "pass", "pass")
    assert chosen(state)[1] == of(state, 1, "2 JK")


def test_it_leads_low_cards_together() -> None:
    state = dealt("3 4 5 6 7 K K 2 JK", "8 9 9 9 9", "7 8 9 9 9")
    assert chosen(state)[1] == of(state, 0, "3 4 5 6 7")


def test_it_keeps_a_joker_on_a_low_card() -> None:
    state = played(dealt("3 9 9 9 9 9", "JK 4 4 4 4 3", "5 6 7 8 9 9"), "9")
    assert chosen(state)[1] == PASS


def test_it_leads_what_nobody_can_beat_before_its_last_combination() -> None:
    state = dealt("3 4 5 JK", "8 9 9 9 9", "7 8 9 9 9")
    assert chosen(state)[1] == of(state, 0, "JK")


def test_it_takes_a_trick_for_sure_to_go_out_with_the_next_lead() -> None:
    state = played(dealt("3 8 9", "JK 4 4", "5 6 7 8"), "3")
    assert chosen(state)[1] == of(state, 1, "JK")


def test_it_knows_that_who_has_passed_for_good_beats_nothing() -> None:
    hands = "3", "A 2 5 6 8 8 8 8", "2 4 4 5 5"
    usual, final = (played(dealt(*hands, pass_is_final=one), "3", "pass") for one in (False, True))
    assert chosen(usual)[1] == of(usual, 2, "2")
    assert chosen(final)[1] == of(final, 2, "5")


def test_it_beats_a_joker_with_the_lowest_joker_that_will_do() -> None:
    state = played(dealt("JK 3", "JK JK 9", "5 6 7 8", ranked_jokers=True), "JK")
    assert chosen(state)[1] == of(state, 1, "JK")  # JK-2
    usual = played(dealt("JK 3", "JK JK 9", "5 6 7 8"), "JK")
    assert chosen(usual)[1] == PASS


def test_it_knows_which_of_its_jokers_are_too_low() -> None:
    hands = "3 9", "JK 4 4 4", "JK JK 7", "8 8"
    state = played(dealt(*hands, ranked_jokers=True), "3", "pass", "JK", "pass", "pass")  # JK-2
    assert state.turn == 1
    assert chosen(state)[1] == PASS


def test_it_gives_what_its_plan_can_spare_and_a_beginner_the_lowest() -> None:
    hands = "3 4 5 6 9 9 Q", "4 6 7 8 8 K A", "5 6 7 8 9 10 J", "6 7 8 9 10 J J"
    state, _ = later_hand(*hands, boss_chooses=True)
    assert chosen(state)[1] == of(state, 0, "give 9 9")
    assert chosen(state, "novice")[1] == of(state, 0, "give 3 4")


def test_a_beginner_leads_its_lowest_cards_and_sees_no_sequence() -> None:
    state = dealt("3 3 4 4 5 5 6 7 K 2", "8 9 9 9 9", "7 8 9 9 9")
    assert chosen(state, "novice")[1] == of(state, 0, "3 3")


def test_a_beginner_breaks_a_set_to_beat_a_card() -> None:
    state = played(dealt("3 9 9 9 9 9", "JK 4 4 4 5 2", "5 6 7 8 9 9"), "3")
    assert chosen(state, "novice")[1] == of(state, 1, "4")


def test_a_beginner_forgets_that_wild_cards_help() -> None:
    state = played(dealt("3 3 9 9 9", "JK 2 4 5 6 6", "5 7 8 9 9"), "9 9")
    assert chosen(state, "novice")[1] == PASS


def test_it_beats_random_play() -> None:
    """A seat with a bot among random ones scores clearly more than its share."""
    scored = total = 0
    for number in range(30):
        luck = random.Random(f"bot {number}")
        play = Play(GAME, GAME.options(hands=3, exchange=False), 4, luck)
        while GAME.rules.outcome(play.state) is None:
            seat, action = chosen(play.state)
            play.act(seat, action) if seat == 0 else play.act(*play.random_move())
        scored += play.state.totals[0]
        total += sum(play.state.totals)
    assert scored * 4 > total * 5 // 4
