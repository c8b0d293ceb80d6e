"""The quick player: legal, sensible, and never at a loss."""

import random

import pytest

from games.boojum import GAME
from games.boojum.actions import Action, Claim
from games.boojum.state import State
from games.core.contract import Seat
from tests.games.boojum.table import DONE, PASS, acted, bids, claiming, dealt
from tests.games.bots import asked
from tests.games.play import Play
from tests.given import only

A = Seat(0)


def chosen(state: State, seat: Seat = A) -> Action:
    action: Action = asked(GAME, GAME.view(state, seat), GAME.rules.choices(state, seat))
    return action


def test_the_bot_claims_what_it_can() -> None:
    held = "moons suns waves leaves wyrms"
    state = claiming("author author painter soldier windfall", tokens=[held])
    assert only(Claim, [chosen(state)]).token == "knots"
    assert chosen(claiming("sea")) == DONE


def test_the_bot_leaves_tokens_it_holds() -> None:
    state = claiming(
        "author author soldier soldier windfall", tokens=["knots wyrms"], allow_duplicate_token=True
    )
    assert GAME.rules.choices(state, A).picks
    assert chosen(state) == DONE


def test_the_bot_bids_for_what_completes_a_set_and_not_for_what_it_has_no_use_for() -> None:
    state = dealt("pact pact darkness darkness ace-waves", slots=["merchant merchant"])
    assert chosen(state) != PASS
    hands = ("pact pact darkness darkness merchant", "bard sea")
    state = dealt(*hands, slots=["ace-moons desert"])
    assert chosen(state) == bids("darkness")  # a card for two cards of any kind
    state = acted(state, (0, bids("darkness")), (1, bids("bard sea")), (2, PASS))
    assert chosen(state) == PASS


@pytest.mark.parametrize("seats", [3, 5, 8, 12])
def test_tables_of_bots_end(seats: int) -> None:
    options = GAME.options(excuse=True, allow_duplicate_token=seats == 5)
    play = Play(GAME, options, seats, random.Random(seats))
    while GAME.rules.outcome(play.state) is None:
        seat = GAME.rules.to_act(play.state)[0]
        play.act(seat, chosen(play.state, seat))
        assert len(play.moves) < 20_000
    outcome = GAME.rules.outcome(play.state)
    assert outcome is not None
    assert max(outcome.scores) > 2
