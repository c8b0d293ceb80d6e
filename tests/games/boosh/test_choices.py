"""What is offered, what is done when the time is up, and what the bots do."""

import random
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
from games.core.contract import Seat
from games.core.options import validate_options
from tests.games.boosh.table import Table, X, Y, Z, called, cards, dealt, exposed, turn
from tests.games.bots import asked
from tests.games.play import Play, seen_by

A = Seat(0)


def offered(table: Table, seat: int) -> tuple[Any, ...]:
    return GAME.rules.choices(table.state, Seat(seat)).actions


@pytest.mark.parametrize(
    ("lines", "actions"),
    [
        ([], (Take("A"), Take("B"))),
        (["0 take A"], (*map(Replace, range(4)), Discard())),
        (turn(0, ""), (Pass(), CallBoosh())),
    ],
)
def test_each_step_of_a_turn_offers_its_actions(lines: list[str], actions: tuple[Any, ...]) -> None:
    table = dealt(X, Y, Z).play(*lines)
    assert offered(table, 0) == actions
    assert offered(table, 1) == ()


def test_exposing_offers_six_pairs_and_folding_two_answers() -> None:
    table = called(dealt(X, Y), 0).play(*turn(1, ""))
    pairs = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert offered(table, 0) == tuple(map(Expose, pairs))
    table.play("0 expose 0+1", "1 expose 0+1")
    assert offered(table, 1) == (Fold(), Stay())


def test_when_time_is_up_as_little_as_possible_is_done() -> None:
    table = dealt(X, Y, woof=True)
    done = []
    for seat, line in [(0, None), (1, None), (0, None), (0, None), (0, "0 call_boosh"), (1, None)]:
        done.append(GAME.rules.fallback(table.state, Seat(seat)))
        happened = GAME.rules.decide(table.state, Seat(seat), done[-1])
        if line is not None:
            table.play(line)
            continue
        table.state, _ = GAME.settle(GAME.fold(table.state, happened), lambda due: due.cards)
    assert done == [LayOut(), LayOut(), Take("A"), Discard(), Pass(), Take("A")]
    table.play("1 discard")
    assert GAME.rules.fallback(table.state, A) == Expose((0, 1))
    table.play("0 expose 0+1", "1 expose 0+1")
    assert GAME.rules.fallback(table.state, Seat(1)) == Fold()


def wish(table: Table, seat: int) -> Any:
    view = GAME.view(table.state, Seat(seat))
    return asked(GAME, view, GAME.rules.choices(table.state, Seat(seat)))


def test_the_bot_takes_a_king_and_gives_its_lowest_card_for_it() -> None:
    table = dealt("10C 9C 2D 8H", Y.replace("10C", "AC"), cherry="KD")
    assert wish(table, 0) == Take("B")
    assert wish(table.play("0 take B"), 0) == Replace(2)


def test_the_bot_calls_with_a_high_hand_and_not_with_a_low_one() -> None:
    """With the highest of all it may wait for others to call."""
    high = dealt("JC JD JH JS", Y).play(*turn(0, ""))
    low = dealt("2S 3S 4S 5S", Y).play(*turn(0, ""))
    assert (wish(high, 0), wish(low, 0)) == (CallBoosh(), Pass())


def test_the_bot_folds_a_low_hand_and_stays_with_a_high_one() -> None:
    low = exposed(called(dealt("KC KD 9H 9S", "2S 3S 4S 5S"), 0), 0)
    high = exposed(called(dealt("2S 3S 9H 9S", "KC KD QH QS"), 0), 0)
    assert (wish(low, 1), wish(high, 1)) == (Fold(), Stay())


def test_the_bot_calls_woof_with_a_low_hand_and_then_plays_for_low_cards() -> None:
    table = dealt("AS AH 2D 9C", "KC KD KH KS", woof=True)
    assert (wish(table, 0), wish(table, 1)) == (CallWoof(), LayOut())
    table.play("0 call_woof", "0 take A")
    assert wish(table, 0) == Replace(3)
    assert cards("9C")[0] in table.state.hands[A]


@pytest.mark.parametrize("variant", ["end_hand", "faceup_only", "reshuffle"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tables_of_bots_that_see_only_their_views_come_to_an_end(seats: int, variant: str) -> None:
    options = validate_options(
        GAME.options, {"deck_exhausted": variant, "own_cards_shown": False, "woof": True}, seats
    )
    play = Play(GAME, options, seats, random.Random(f"bots {seats} {variant}"))
    while GAME.rules.outcome(play.state) is None:
        assert len(play.moves) < 5000
        seat = play.luck.choice(GAME.rules.to_act(play.state))
        view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
        play.act(
            seat,
            asked(
                GAME,
                view,
                choices,
                seen_by(GAME, seat, play.events[-80:]),
                play.luck.getrandbits(48),
            ),
        )
    assert play.state.places != ()
