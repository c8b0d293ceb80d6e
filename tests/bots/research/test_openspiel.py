"""The games within OpenSpiel: its own tests, and playthroughs that stay as they are."""

import pickle
from typing import Any

import pytest

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'fairdeal[openspiel]'"
)

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from bots.research import openspiel  # noqa: E402
from games import NEWEST  # noqa: E402
from games.core.options import BadOptions  # noqa: E402
from tests.games.every import every, every_game  # noqa: E402

GAMES = [
    pytest.param(f"{openspiel.PREFIX}{name}(players={seats},longest=40)", id=f"{name}-{seats}")
    for name, game in NEWEST.items()
    for seats in sorted({game.seats[0], min(6, game.seats[-1])})
]


def load(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + name, parameters)


@pytest.mark.parametrize("text", GAMES)
def test_random_play_passes_the_tests_of_openspiel_with_serialisation(text: str) -> None:
    """Clones, histories, legal actions, bounds of returns and of lengths: see its `basic_tests`."""
    pyspiel.random_sim_test(pyspiel.load_game(text), 1, serialize=True, verbose=False)


@every("name")
def test_a_game_passes_the_api_tests_of_openspiel(name: str) -> None:
    class Api(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name, game = openspiel.PREFIX + name, load(name, longest=60)

    api_test.sample_some_states = Few(api_test.sample_some_states)
    try:
        Api.setUpClass()
    finally:
        api_test.sample_some_states = api_test.sample_some_states.module
    tests = [method for method in dir(Api) if method.startswith("test_")]
    assert len(tests) >= 5
    for method in tests:
        getattr(Api(method), method)()


class Few:
    """The sampling of states of OpenSpiel's test, but of some and not of 400."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def sample_some_states(self, game: Any, max_states: int) -> Any:
        return self.module.sample_some_states(game, max_states=min(40, max_states))


@every("name")
def test_a_game_passes_the_simulation_of_openspiel_in_python(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(load(name, longest=40))


@every("name")
def test_a_game_and_its_states_are_kept_as_text(name: str) -> None:
    game = load(name, players=NEWEST[name].seats[0])
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    text = pyspiel.serialize_game_and_state(game, state)
    again, other = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(game)
    assert other.history() == state.history()
    assert other.information_state_string(0) == state.information_state_string(0)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@every_game
def test_returns_are_points_less_their_mean_or_places(game: Any) -> None:
    for returns, most in (("points", None), ("places", 1.0)):
        state = load(game.name, longest=40, returns=returns).new_initial_state()
        while not state.is_terminal():
            assert state.returns() == [0.0] * state.num_players()
            outcomes = state.chance_outcomes() if state.is_chance_node() else None
            state.apply_action(outcomes[-1][0] if outcomes else state.legal_actions()[0])
        places, scores = state.position.scores()
        assert sum(state.returns()) == pytest.approx(0)
        if most is None:
            mean = sum(scores) / len(scores)
            assert state.returns() == pytest.approx([score - mean for score in scores])
        else:
            assert max(state.returns()) <= most
            best = [one for one, place in zip(state.returns(), places, strict=True) if place == 1]
            assert set(best) == {max(state.returns())}


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("fairdeal_boon(players=4,payout=3/1/1/3,first_dealer=2,max_rounds=2)")
    assert game.terms.options == NEWEST["boon"].options(
        payout=(3, 1, 1, 3), first_dealer=2, max_rounds=2
    )
    assert load("boon").terms.options.first_dealer is None
    with pytest.raises(BadOptions, match="max_rounds: must be a whole number from 1 to 1000"):
        openspiel.terms_from_parameters(
            NEWEST["boon"], openspiel.parameters_of(NEWEST["boon"]) | {"max_rounds": 0}
        )


def test_what_returns_are_must_be_known() -> None:
    with pytest.raises(ValueError, match="returns must be `points` or `places`, not `money`"):
        openspiel.build_game_info(load("boon").terms, "money")


def test_chance_deals_each_card_that_is_left_as_often_as_it_is_there() -> None:
    state = load("boojum").new_initial_state()
    while state.chance_outcomes()[0][1] != pytest.approx(2 / 72):
        state.apply_action(state.chance_outcomes()[0][0])
    first = state.chance_outcomes()
    assert sum(share for _, share in first) == pytest.approx(1)
    state.apply_action(first[0][0])
    assert state.chance_outcomes()[0] == (first[0][0], pytest.approx(1 / 71))
