"""Rulings of an auditor: a hand is taken back."""

from games.boosh import GAME
from games.boosh.events import HandVoided
from games.core.contract import Outcome, Seat, Shuffle
from tests.games.boosh.table import Table, X, Y, Z, dealt, showdown, turn

A = Seat(0)


def voided(table: Table, hand: int) -> HandVoided:
    """Void a hand and go on from there."""
    event = GAME.rules.void(table.state, hand)
    table.state = GAME.evolve(table.state, event)
    assert isinstance(event, HandVoided)
    return event


def test_ruling_w28_the_points_of_the_hand_are_taken_back_and_play_goes_on() -> None:
    table = showdown(dealt(X, Y, Z), 0)
    event = voided(table, 1)
    assert (event.points, event.totals, event.plays_on) == ((100, -25, -25), (0, 0, 0), True)
    assert table.state.totals == (0, 0, 0)
    assert table.play(*turn(1)).state.hand == 2
    assert GAME.view(table.state, None)["voided"] == [1]


def test_ruling_w28_a_hand_is_not_taken_back_twice() -> None:
    table = showdown(dealt(X, Y, Z), 0)
    voided(table, 1)
    assert voided(table, 1).points == (0, 0, 0)
    assert table.state.totals == (0, 0, 0)


def test_ruling_w28_a_hand_still_in_play_is_broken_off_and_the_next_is_dealt() -> None:
    table = dealt(X, Y, Z).play("0 take A")
    assert voided(table, 1).points == (0, 0, 0)
    assert GAME.rules.to_act(table.state) == ()
    due = GAME.rules.pending(table.state)
    assert isinstance(due, Shuffle)
    assert (due.what, due.hand) == ("deal", 2)
    assert GAME.view(table.state, A)["taken"] is None


def test_ruling_w28_breaking_off_the_last_hand_ends_the_table() -> None:
    table = dealt(X, Y, Z, max_hands=1)
    assert voided(table, 1).plays_on is False
    assert GAME.rules.outcome(table.state) == Outcome((1, 1, 1), (0, 0, 0), "hand_limit")


def test_ruling_w28_voiding_the_hand_that_won_takes_back_the_win() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (150, 200, 0)
    showdown(table, 0)
    won = GAME.rules.outcome(table.state)
    assert won is not None
    assert won.places == (1, 2, 3)
    voided(table, 1)
    assert GAME.rules.outcome(table.state) == Outcome((2, 1, 3), (150, 200, 0), "win_voided")


def won_in_hand_2(target: int) -> Table:
    """Seat 0 gets 100 in hand 1, and 50 as the winner in hand 2."""
    table = showdown(dealt(X, Y, target=target), 0)
    table.play(*turn(1), *turn(0, "call_boosh"), *turn(1, ""), "0 expose 0+1", "1 expose 0+1")
    table.play("1 fold")
    assert (table.state.winner, table.state.totals) == (A, (150, -25))
    return table


def test_ruling_w28_a_win_stays_that_has_the_target_without_the_void_hand() -> None:
    table = won_in_hand_2(target=140)
    table.state.totals = (250, -25)  # 100 more from hands before
    voided(table, 1)
    assert GAME.rules.outcome(table.state) == Outcome((1, 2), (150, 0), "target_reached")


def test_ruling_w28_a_win_is_lost_that_had_the_target_only_by_the_void_hand() -> None:
    table = won_in_hand_2(target=140)
    assert voided(table, 1).winner is None
    assert GAME.rules.outcome(table.state) == Outcome((1, 2), (50, 0), "win_voided")
    table = won_in_hand_2(target=140)
    table.state.totals = (150, 175)  # the other seat's points won nothing, and place it now
    voided(table, 1)
    assert GAME.rules.outcome(table.state) == Outcome((2, 1), (50, 200), "win_voided")


def test_ruling_w28_who_falls_to_the_limit_by_a_void_hand_is_judged_after_the_next_one() -> None:
    table = showdown(dealt(X, Y, Z), 0)
    table.state.totals = (-200, 0, 0)
    voided(table, 1)
    assert table.state.totals == (-300, 25, 25)
    assert not any(table.state.out)
    table.play(*turn(1, "call_boosh"), *turn(2, ""), *turn(0, ""))
    table.play("1 expose 0+1", "2 expose 0+1", "0 expose 0+1", "2 fold", "0 fold")
    assert table.state.totals == (-300, 75, 25)
    assert table.state.out == (2, 0, 0)


def test_ruling_w28_two_hands_taken_back_one_after_the_other_leave_the_third() -> None:
    table = showdown(dealt(X, Y, Z), 0)
    for caller in (1, 2):
        others = (caller, caller + 1, caller + 2)
        one, two = others[1] % 3, others[2] % 3
        table.play(*turn(caller, "call_boosh"), *turn(one, ""), *turn(two, ""))
        table.play(*(f"{seat % 3} expose 0+1" for seat in others), f"{one} fold", f"{two} fold")
    assert table.state.totals == (100, 25, 25)
    assert voided(table, 2).totals == (100, -25, 25)
    assert voided(table, 1).totals == (0, 0, 50)
    assert table.state.history == ((0, 0, 0), (0, 0, 0), (0, 0, 50))


def test_the_standing_keeps_the_winner_first_while_the_target_is_left() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (150, 300, 0)
    showdown(table, 0)
    assert table.state.totals == (250, 275, -25)
    assert GAME.rules.standing(table.state, (0, 0, 0)) == ((1, 2, 3), (250, 275, -25))
    assert GAME.rules.standing(table.state, (0, 90, 0)) == ((1, 2, 3), (250, 365, -25))
    assert GAME.rules.standing(table.state, (-1, 0, 0)) == ((2, 1, 3), (249, 275, -25))


def test_the_standing_keeps_who_is_out_behind_who_is_in() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (0, 0, -225)
    showdown(table, 0)
    assert table.state.out == (0, 0, 1)
    assert GAME.rules.standing(table.state, (0, 0, 900)) == ((1, 2, 3), (100, -25, 650))
    assert GAME.rules.standing(table.state, (-200, 0, 0)).places == (2, 1, 3)


def test_ruling_w28_who_was_put_out_stays_out() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (0, 0, -225)
    showdown(table, 0)
    voided(table, 1)
    assert table.state.players == (0, 1)
    assert table.state.totals == (0, 0, -225)
