"""No card is lost, doubled or made up, whatever is played."""

import pytest

from games.boosh import GAME
from games.boosh.cards import DECK
from games.boosh.events import PileReshuffled
from tests.games.boosh.cards import everywhere
from tests.games.boosh.table import quiet
from tests.laws import Law


def test_all_53_cards_are_there_exactly_once_after_every_move_of_random_tables(law: Law) -> None:
    deck = sorted(DECK)
    for play in law.plays(GAME):
        for _ in play.moments(40, end=not play.table.has_voided()):
            assert sorted(everywhere(play.state)) == deck


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_conserved_when_nobody_calls_and_the_pile_is_reshuffled(seats: int) -> None:
    play = quiet(seats, seats, 1000, deck_exhausted="reshuffle")
    assert sum(type(event) is PileReshuffled for event in play.events) > 3
    assert all(sorted(everywhere(state)) == sorted(DECK) for state in play.states)


def test_totals_are_the_sum_of_the_history(law: Law) -> None:
    for play in law.plays(GAME):
        play.finish()
        sums = tuple(map(sum, zip(*play.state.history, strict=True)))
        assert play.state.totals == sums
