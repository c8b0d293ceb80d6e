"""The games as PettingZoo environments (AEC): who has a step is asked, with a mask of its actions.

    from bots.research.pettingzoo import env

    table = env("boon", players=4)
    table.reset(seed=7)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        done = terminated or truncated
        table.step(None if done else table.action_space(agent).sample(seen["action_mask"]))

Actions have the numbers that they have in OpenSpiel. Rewards come at the end.
"""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from bots.research.gains import (
    LONGEST,
    POINTS,
    player_gains,
    require_returns,
    usual_options,
    usual_players,
)
from bots.research.steps import Position, TableTerms
from bots.research.tensors import game_tensors
from games import NEWEST
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame

SEED_BITS = 53


class CardEnv(AECEnv):
    """A table of one game; `terms` says by what it is played."""

    metadata: Mapping[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, terms: TableTerms, returns: str, render_mode: str | None = None) -> None:
        super().__init__()
        require_returns(returns)
        self.terms, self.returns, self.render_mode = terms, returns, render_mode
        self.metadata = {
            **self.metadata,
            "name": f"fairdeal_{terms.game.name}_v{terms.game.version}",
        }
        self.possible_agents = [f"player_{seat}" for seat in range(terms.seats)]
        self.tensors = game_tensors(terms.game, terms.seats)
        size = sum(int(np.prod(shape)) for shape in self.tensors.sizes.values())
        count = terms.numbers.count
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self.luck = Chance(secrets.randbits(SEED_BITS))

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a table, dealt by a seed; without one, by what the last seed goes on with."""
        if seed is not None:
            self.luck = Chance(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.go_on(self.terms.opened())

    def go_on(self, position: Position) -> None:
        """Let chance have its steps, and ask the next agent."""
        while position.due is not None:
            position = position.after(position.drawn_by(self.luck))
        self.position = position
        if position.seat is not None:
            self.agent_selection = self.possible_agents[position.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; the mask is empty unless it is asked."""
        seat = Seat(self.possible_agents.index(agent))
        parts = self.tensors.of(self.position, seat).values()
        mask: Any = np.zeros(self.terms.numbers.count, np.int8)
        if self.position.seat == seat:
            mask[self.position.legal] = 1
        flat = np.concatenate([np.asarray(part, np.float32).ravel() for part in parts])
        return {"observation": flat, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the step of the agent that is asked; ImpossibleStep for one that is masked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only who has ended steps with None"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.go_on(self.position.after(int(action)))
        if self.position.is_over:
            self.end()
        self._accumulate_rewards()

    def end(self) -> None:
        """Pay out; a table that was broken off is truncated."""
        ended = self.terms.game.rules.outcome(self.position.state) is not None
        won = player_gains(self.position, self.returns)
        self.rewards = dict(zip(self.possible_agents, won, strict=True))
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, not ended)

    def render(self) -> str | None:
        """Return what a spectator sees, as JSON."""
        return None if self.render_mode is None else self.position.watched()

    def close(self) -> None:
        """Leave nothing behind: there is nothing."""

    def __str__(self) -> str:
        """Return the name."""
        return str(self.metadata["name"])


def env(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    returns: str = POINTS,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> CardEnv:
    """Return a table of a game; unless options say otherwise, of one deal."""
    found: AnyGame = NEWEST[game]
    given = {**usual_options(found), **(options or {})}
    terms = TableTerms.read(found, players or usual_players(found), given, longest)
    return CardEnv(terms, returns, render_mode)
