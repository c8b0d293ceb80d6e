"""The levels of Boosh: the better one gains, whoever has which cards."""

import pytest

from games.boosh import GAME
from games.boosh.rivals import policy
from games.core.contract import Seat
from tests.games.bots import asked
from tests.games.play import seen_by
from tests.games.strength import fewest_first, gain, seated
from tests.laws import Law

DEALS = {2: 300, 3: 200, 4: 100}


@pytest.mark.parametrize("seats", fewest_first(GAME.seats))
@pytest.mark.parametrize("other", ["novice", "plain"])
def test_regular_gains_against_novices_and_the_yardstick(seats: int, other: str) -> None:
    others = {bot.level: bot for bot in (*GAME.bots.levels.values(), *GAME.bots.frozen)}
    regular = seated(GAME, GAME.bots.levels["regular"])
    value, error = gain(GAME, seats, regular, seated(GAME, others[other]), DEALS[seats])
    assert value > error


@pytest.mark.nightly
def test_an_expert_with_few_playouts_gains_against_a_regular() -> None:
    expert, regular = (seated(GAME, GAME.bots.levels[level], 40) for level in ("expert", "regular"))
    assert gain(GAME, 2, expert, regular, 24).value > 0


def test_the_policy_of_the_search_is_the_regular_bot_without_a_view(law: Law) -> None:
    phases = ("laying_out", "taking", "placing", "calling", "exposing", "folding")
    for play in law.plays(GAME, dict.fromkeys(phases, 1)):
        for _ in play.moments(20 if play.options.own_cards_shown else 0):
            for seat in map(Seat, GAME.rules.to_act(play.state)):
                view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
                own = asked(GAME, view, choices, seen_by(GAME, seat, play.events))
                assert policy(play.state, seat) == own
                law.met[play.state.phase] += 1
