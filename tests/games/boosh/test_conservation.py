"""No card is lost, doubled or made up, whatever is played."""

import pytest

from games.boosh import GAME
from games.boosh.cards import DECK
from games.boosh.events import PileReshuffled
from tests.games.boosh.cards import everywhere
from tests.games.boosh.table import quiet
from tests.games.test_laws import tables


def test_all_53_cards_are_there_exactly_once_after_every_move_of_random_tables() -> None:
    deck, moves = sorted(DECK), 0
    for play in tables(GAME, 240, "cards"):
        while GAME.outcome(play.state) is None and len(play.moves) < 400:
            assert sorted(everywhere(play.state)) == deck
            play.act(*play.random_move())
        assert sorted(everywhere(play.state)) == deck
        moves += len(play.moves)
    assert moves > 5000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_conserved_when_nobody_calls_and_the_pile_is_reshuffled(seats: int) -> None:
    play = quiet(seats, seats, 1000, deck_exhausted="reshuffle")
    assert sum(type(event) is PileReshuffled for event in play.events) > 3
    assert all(sorted(everywhere(state)) == sorted(DECK) for state in play.states)


def test_totals_are_the_sum_of_the_history() -> None:
    for play in tables(GAME, 60, "totals"):
        play.finish()
        sums = tuple(map(sum, zip(*play.state.history, strict=True)))
        assert play.state.totals == sums
