"""The bot plays sensibly from what its seat may know."""

import random
from typing import Any

from games.bum import GAME
from games.bum.actions import Action
from games.core.contract import Seat
from tests.games.bots import asked
from tests.games.bum.cards import PASS, dealt, of, played
from tests.games.play import Play


def chosen(state: Any) -> tuple[Seat, Action]:
    (seat,) = GAME.to_act(state)
    view, choices = GAME.view(state, seat), GAME.choices(state, seat)
    return seat, asked(GAME, view, choices)


def test_it_goes_out_when_it_can() -> None:
    state = played(dealt("5 3", "A 2 JK", "7 8"), "5", "A", "pass", "pass")
    assert chosen(state)[1] == of(state, 1, "2 JK")


def test_it_leads_low_cards_together() -> None:
    state = dealt("3 4 5 6 7 K K 2 JK", "8 9 9 9 9", "7 8 9 9 9")
    assert chosen(state)[1] == of(state, 0, "3 4 5 6 7")


def test_it_keeps_a_joker_on_a_low_card() -> None:
    state = played(dealt("3 9 9 9 9 9", "JK 4 4 4 4 3", "5 6 7 8 9 9"), "9")
    assert chosen(state)[1] == PASS


def test_it_beats_random_play() -> None:
    """A seat with a bot among random ones scores clearly more than its share."""
    scored = total = 0
    for number in range(30):
        luck = random.Random(f"bot {number}")
        play = Play(GAME, GAME.options(hands=3, exchange=False), 4, luck)
        while GAME.outcome(play.state) is None:
            seat, action = chosen(play.state)
            play.act(seat, action) if seat == 0 else play.act(*play.random_move())
        scored += play.state.totals[0]
        total += sum(play.state.totals)
    assert scored * 4 > total * 5 // 4
