"""Rulings of an auditor: a hand is taken back."""

from games.boosh import GAME
from games.boosh.events import HandVoided
from games.core.contract import Outcome, Seat, Shuffle
from tests.games.boosh.table import Table, X, Y, Z, dealt, showdown, turn

A = Seat(0)


def voided(table: Table, hand: int) -> HandVoided:
    """Void a hand and go on from there."""
    event = GAME.void(table.state, hand)
    table.state = GAME.evolve(table.state, event)
    assert isinstance(event, HandVoided)
    return event


def test_the_points_of_the_hand_are_taken_back_and_play_goes_on() -> None:
    table = showdown(dealt(X, Y, Z), 0)
    event = voided(table, 1)
    assert (event.points, event.totals, event.plays_on) == ((100, -25, -25), (0, 0, 0), True)
    assert table.state.totals == (0, 0, 0)
    assert table.play(*turn(1)).state.hand == 2
    assert GAME.view(table.state, None)["voided"] == [1]


def test_a_hand_is_not_taken_back_twice() -> None:
    table = showdown(dealt(X, Y, Z), 0)
    voided(table, 1)
    assert voided(table, 1).points == (0, 0, 0)
    assert table.state.totals == (0, 0, 0)


def test_a_hand_still_in_play_is_broken_off_and_the_next_is_dealt() -> None:
    table = dealt(X, Y, Z).play("0 take A")
    assert voided(table, 1).points == (0, 0, 0)
    assert GAME.to_act(table.state) == ()
    due = GAME.pending(table.state)
    assert isinstance(due, Shuffle)
    assert (due.what, due.hand) == ("deal", 2)
    assert GAME.view(table.state, A)["taken"] is None


def test_breaking_off_the_last_hand_ends_the_table() -> None:
    table = dealt(X, Y, Z, max_hands=1)
    assert voided(table, 1).plays_on is False
    assert GAME.outcome(table.state) == Outcome((1, 1, 1), (0, 0, 0), "hand_limit")


def test_voiding_the_hand_that_won_takes_back_the_win() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (150, 200, 0)
    showdown(table, 0)
    won = GAME.outcome(table.state)
    assert won is not None
    assert won.places == (1, 2, 3)
    voided(table, 1)
    assert GAME.outcome(table.state) == Outcome((2, 1, 3), (150, 200, 0), "win_voided")


def test_voiding_another_hand_leaves_the_win() -> None:
    table = showdown(dealt(X, Y, target=140), 0)
    table.play(*turn(1), *turn(0, "call_boosh"), *turn(1, ""), "0 expose 0+1", "1 expose 0+1")
    assert table.play("1 fold").state.winner == A
    voided(table, 1)
    assert GAME.outcome(table.state) == Outcome((1, 2), (50, 0), "target_reached")


def test_who_was_put_out_stays_out() -> None:
    table = dealt(X, Y, Z)
    table.state.totals = (0, 0, -225)
    showdown(table, 0)
    voided(table, 1)
    assert table.state.players == (0, 1)
    assert table.state.totals == (0, 0, -225)
