"""Duplicate deals: what is the same at all tables of a deal, and what is made of the results."""

import re

import pytest

from bots.arena import Match
from bots.deals import Dealer
from bots.entrants import BadEntrant, player_factory
from bots.programs import USUAL
from bots.scores import score_rows, scores_by_entrant
from games import OWN
from games.core.game import AnyGame

LINEUP = ("regular", "plain", "plain", "plain")


def match(game: AnyGame, *lineup: str) -> Match:
    return Match(Dealer(game, len(lineup), {}, False, "a seed"), lineup)


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_each_entrant_has_each_seat_of_a_deal_once(game: AnyGame) -> None:
    lineups = match(game, "novice", "regular", "plain").lineups(3)
    assert len(lineups) == 3
    for seat in range(3):
        assert {lineup[seat] for lineup in lineups} == {"novice", "regular", "plain"}


def test_turns_that_change_nothing_are_left_out() -> None:
    game = OWN[1]
    assert len(match(game, *LINEUP).lineups(0)) == 4
    assert len(match(game, "plain", "plain", "plain").lineups(0)) == 1
    counts = {len(match(game, "regular", "regular", "plain", "plain").lineups(k)) for k in range(9)}
    assert counts == {2, 4}


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_a_bot_that_plays_as_all_others_gains_exactly_nothing(game: AnyGame) -> None:
    one = match(game, "plain", "plain/1", "plain", "plain")
    for found in score_rows(one.names, [one.played(k) for k in range(2)]):
        assert found.gain == (0.0, 0.0)
        assert found.place == (2.5, 0.0)
        assert found.fallbacks == 0


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_gains_of_a_deal_sum_up_to_nothing(game: AnyGame) -> None:
    one = match(game, "novice", "regular", "plain")
    found = scores_by_entrant(one.played(0))
    assert sum(score.gain for score in found.values()) == pytest.approx(0)
    assert sum(score.place for score in found.values()) == pytest.approx(6)
    assert sum(score.wins for score in found.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("exprt", "did you mean `expert`?"),
        ("expert@", "after the @ write a number of playouts"),
        ("expert@0", "after the @ write a number of playouts"),
        ("python:no.such:BOT", "write python:module:NAME"),
        ("python:", "write python:module:NAME"),
        ("python:games.boon:GAME", "is a Game, not a Bot"),
    ],
)
def test_a_name_that_nobody_has_is_answered_with_what_would_be_right(name: str, said: str) -> None:
    with pytest.raises(BadEntrant, match=re.escape(said)):
        player_factory(OWN[1], name, USUAL)


def test_any_bot_that_can_be_imported_may_play() -> None:
    one = match(OWN[1], "python:tests.bots.test_arena:SAME", "plain", "plain")
    (found, _) = score_rows(one.names, [one.played(0), one.played(1)])
    assert found.gain == (0.0, 0.0)


SAME = OWN[1].bots.frozen[0]
