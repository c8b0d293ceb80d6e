"""The games within PettingZoo: its own tests."""

from functools import partial
from typing import Any

import pytest

pytest.importorskip(
    "pettingzoo", reason="PettingZoo is not installed: pip install 'fairdeal[pettingzoo]'"
)

import numpy as np
from pettingzoo.test import api_test, seed_test

from bots.research.pettingzoo import CardEnv, env
from bots.research.steps import ImpossibleStep
from games import NEWEST
from tests.games.every import every

TABLES = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name, game in NEWEST.items()
    for seats in sorted({game.seats[0], min(6, game.seats[-1])})
]
AS_IN_CLASSIC = (  # an observation with its mask, as its own card games have it
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.filterwarnings(*AS_IN_CLASSIC)
def test_a_game_passes_the_api_test_of_pettingzoo(name: str, players: int) -> None:
    api_test(env(name, players=players, longest=80, render_mode="ansi"), num_cycles=100)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_passes_the_seed_test_of_pettingzoo(name: str, players: int) -> None:
    seed_test(partial(env, name, players=players), num_cycles=30)


def played(table: CardEnv, seed: int) -> list[Any]:
    """Play a table by the first step that may be taken; return the last rewards of all."""
    table.reset(seed=seed)
    found = {}
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            found[agent] = reward, terminated
            table.step(None)
        else:
            table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    return [found[agent] for agent in table.possible_agents]


@every("name")
def test_rewards_add_up_to_nothing_and_come_at_the_end(name: str) -> None:
    rewards, ended = zip(*played(env(name, longest=300), 5), strict=True)
    assert sum(rewards) == pytest.approx(0)
    assert len(set(ended)) == 1


def test_a_table_that_is_broken_off_is_truncated() -> None:
    table = env("bum", longest=3)
    _, ended = zip(*played(table, 5), strict=True)
    assert not any(ended)


def test_a_masked_action_is_refused() -> None:
    table = env("boon")
    table.reset(seed=1)
    masked = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(ImpossibleStep):
        table.step(masked)


def test_a_table_without_a_seed_differs_from_the_one_before() -> None:
    table = env("boon", render_mode="ansi")
    table.reset(seed=1)
    first = table.observe("player_0")["observation"]
    table.reset()
    assert (table.observe("player_0")["observation"] != first).any()
    table.reset(seed=1)
    assert (table.observe("player_0")["observation"] == first).all()
    assert '"phase":"taking"' in (table.render() or "")
