"""What a search is told of a game agrees with the game and with its bots."""

from itertools import islice
from typing import Any

import orjson
import pytest

from games import GAMES
from games.core.bots import Budget, Guide
from games.core.contract import ReceivedEvent, Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from tests.games.every import of
from tests.games.play import Play, as_bytes, as_seen, offered, seen_by
from tests.games.test_laws_of_guesses import moments
from tests.laws import Law

WORLDS = 3


GUIDES = {
    game: bot.guide for game in GAMES.values() for bot in game.bots.levels.values() if bot.guide
}
every_guide = pytest.mark.parametrize(
    ("game", "guide"),
    [
        pytest.param(game, guide, id=f"{game.name}-{game.version}", marks=of(game.name))
        for game, guide in GUIDES.items()
    ],
)


@every_guide
def test_the_policy_of_a_search_is_the_rule_of_regular(
    law: Law, game: AnyGame, guide: Guide[Any, Any]
) -> None:
    """It needs no view, and looks at nothing that the seat may not know."""
    regular = game.bots.levels["regular"]
    for play in moments(law, game, share=3):
        for seat in game.rules.to_act(play.state):
            view = orjson.loads(as_bytes(game.view(play.state, seat)))
            seen = received(play, seat)
            choices = game.rules.choices(play.state, seat)
            chosen = regular.choose(view, choices, seen, Chance(1), Budget())
            assert offered(choices, chosen)
            assert guide.policy(play.state, seat) == chosen
            for world in islice(guide.worlds(view, seen, Chance(1)), WORLDS):
                assert guide.policy(world, seat) == chosen


@every_guide
def test_candidates_are_among_the_choices_each_once(
    law: Law, game: AnyGame, guide: Guide[Any, Any]
) -> None:
    for play in moments(law, game, share=3):
        for seat in game.rules.to_act(play.state):
            view = orjson.loads(as_bytes(game.view(play.state, seat)))
            choices = game.rules.choices(play.state, seat)
            found = list(guide.candidates(view, choices))
            assert all(offered(choices, one) for one in found)
            assert len(found) == len(set(found))


@every_guide
def test_worlds_follow_from_the_luck_and_agree_with_the_view(
    law: Law, game: AnyGame, guide: Guide[Any, Any]
) -> None:
    for play in moments(law, game, share=3):
        seat = game.rules.to_act(play.state)[0]
        view = orjson.loads(as_bytes(game.view(play.state, seat)))
        seen = received(play, seat)
        one, two = (list(islice(guide.worlds(view, seen, Chance(7)), WORLDS)) for _ in "12")
        assert one == two
        for world in one:
            assert as_bytes(game.view(world, seat)) == as_bytes(view)


def received(play: Play, seat: Seat) -> list[ReceivedEvent]:
    """Return what a seat has received, read from JSON as over HTTP."""
    return [as_seen(row) for row in orjson.loads(as_bytes(seen_by(play.game, seat, play.events)))]
