"""Every card is somewhere, once, after every move of many random tables."""

import random

from games.bum import GAME
from games.bum.rules import whole_deck
from tests.games.bum.cards import everywhere
from tests.games.play import Play
from tests.laws import Law


def test_all_cards_are_in_the_hands_or_on_the_table_after_every_move(law: Law) -> None:
    for play in law.plays(GAME):
        whole = sorted(whole_deck(play.state))
        for _ in play.moments(40, end=not play.table.has_voided()):
            assert sorted(everywhere(play.state)) == whole


def test_points_of_a_hand_are_those_of_its_places() -> None:
    for number in range(24):
        luck = random.Random(f"points {number}")
        seats = GAME.seats[number % len(GAME.seats)]
        play = Play(GAME, GAME.options(hands=2), seats, luck).finish()
        assert [sum(points) for points in play.state.moved] == [seats * (seats - 1) // 2] * 2
        assert sum(play.state.totals) == seats * (seats - 1)
