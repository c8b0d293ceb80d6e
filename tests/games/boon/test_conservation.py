"""No card and no Victory Card is ever lost or made."""

import random

import pytest

from games.boon import GAME
from games.boon.cards import DECK
from games.boon.scoring import points_in
from tests.games.boon.cards import everywhere
from tests.games.play import Play
from tests.laws import Law


def test_all_cards_and_victory_cards_are_there_exactly_once_after_every_move(law: Law) -> None:
    for play in law.plays(GAME, where=lambda table: not table.has_voided()):
        held, deck = sum(play.state.victory_cards), sorted(DECK[play.seats])
        for _ in play.moments(40, end=True):
            assert sorted(everywhere(play.state)) == deck
            assert sum(play.state.victory_cards) == held
            assert min(play.state.victory_cards) >= 0


@pytest.mark.parametrize("seed", range(30))
def test_after_every_single_event_all_cards_are_there(seed: int) -> None:
    luck = random.Random(f"events {seed}")
    seats = 3 + seed % 3
    play = Play(GAME, GAME.options(max_rounds=2), seats, luck).finish()
    state = play.first
    for event in play.events:
        state = GAME.evolve(state, event)
        assert sorted(everywhere(state)) == sorted(DECK[seats])
    assert state == play.state


def test_every_round_shares_out_exactly_120_points() -> None:
    for seed in range(30):
        play = Play(GAME, GAME.options(max_rounds=1), 3 + seed % 3, random.Random(seed)).finish()
        view = GAME.view(play.state, None)
        aside = [*(view["buried"] or ()), *(view["boon"] or ())]
        assert sum(view["points"]) + points_in(aside) == 120
