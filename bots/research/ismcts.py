"""OpenSpiel's ISMCTS as an entrant of the arena: `python:bots.research.ismcts:boon`.

Its worlds are guesses of the game's `determinise`, its rollouts are random, and it searches each
step of a move (a row of cards has several) for as many simulations as its budget says, or for
100 ms of the processor's time where that says nothing.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bots.research.openspiel import CardGame, CardTable, load_card_game
from bots.research.steps import imagined_position
from games import NEWEST
from games.core.bots import Bot, Budget
from games.core.contract import Choices, ReceivedEvent, Seat, View
from games.core.fairness.chance import Chance
from games.core.game import AnyGame

SECONDS: Final = 0.1  # of a step
FAR: Final = 60  # decisions after which a rollout is counted as it stands: Boojum has hundreds
LEAST: Final = 2  # simulations: the first one only opens the root
SEEDS: Final = 1 << 32
EXPLORATION: Final[Mapping[str, float]] = {  # about what a deal's gains differ by
    "boojum": 1.0,
    "boon": 3.0,
    "boosh": 60.0,
    "bum": 2.0,
    "goblin_market": 5.0,
}


class Ismcts(ISMCTSBot):
    """OpenSpiel's search of a state, for a time or a number of simulations, in guessed worlds."""

    def simulate(self, state: CardTable, simulations: int, seconds: float) -> int:
        """Search from a state, of whose player's worlds `set_resampler` tells; return how often."""
        self.reset()
        self._root_node = self.create_new_node(state)
        end = time.process_time() + seconds
        for done in count():
            enough = done >= simulations if simulations else time.process_time() >= end
            if enough and done >= LEAST:
                return done
            self.run_simulation(self.sample_root_state(state))
        raise AssertionError("it ends with its budget")

    def best(self, state: CardTable) -> int:
        """Return the number that was visited most."""
        policy = self.get_final_policy(state, self._root_node)
        return int(max(policy, key=lambda one: (one[1], -one[0]))[0])


@dataclass(frozen=True, slots=True)
class MoveSearch:
    """The search of one move: a seat's view, and what it has received of the hand."""

    game: CardGame
    view: View
    seen: Sequence[ReceivedEvent]
    luck: Chance

    def world(self, steps: Sequence[int]) -> CardTable:
        """Return a state that the seat may be in, after steps of its own."""
        seat, source = Seat(self.view["seat"]), self.game.terms.game
        state = source.bots.determinise(self.view, self.seen, self.luck)
        position = imagined_position(self.game.terms, seat, state, f"seat {seat}", [*self.seen])
        for number in steps:
            position = position.after(number)
        return self.game.at(position)

    def action(self, budget: Budget, seconds: float) -> Any:
        """Return the action that is found step by step."""
        steps: list[int] = []
        while True:
            state = self.world(steps)
            legal = state.position.legal
            number = legal[0] if len(legal) == 1 else self.step(state, steps, budget, seconds)
            if (action := state.position.completed(number)) is not None:
                return action
            steps.append(number)

    def step(self, state: CardTable, steps: Sequence[int], budget: Budget, seconds: float) -> int:
        """Return the step that is found at a state."""
        chance = np.random.RandomState(self.luck.randrange(SEEDS))
        bot = Ismcts(
            self.game,
            RandomRolloutEvaluator(1, chance),
            EXPLORATION.get(self.game.terms.game.name, 1.0),
            max_simulations=0,
            random_state=chance,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(lambda root, player: self.world(steps))
        done = bot.simulate(state, budget.playouts, seconds)
        budget.done += done
        return bot.best(state)


def _choose_by_ismcts(
    game: AnyGame, view: View, seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
) -> Any:
    """Return the action that ISMCTS takes."""
    seats = len(game.presentation.scene(view)["seats"])
    table = load_card_game(game, seats, view["options"], longest=FAR)
    return MoveSearch(table, view, seen, luck).action(budget, SECONDS)


def bot_of(game: AnyGame) -> Bot[Any]:
    """Return the bot of a game."""

    def choosing(
        view: View,
        choices: Choices[Any],
        seen: Sequence[ReceivedEvent],
        luck: Chance,
        budget: Budget,
    ) -> Any:
        return _choose_by_ismcts(game, view, seen, luck, budget)

    return Bot("ismcts", 1, choosing)


def __getattr__(name: str) -> Bot[Any]:
    """Return the bot of a game by the game's name: `bots.research.ismcts:boon`."""
    if name in NEWEST:
        return bot_of(NEWEST[name])
    raise AttributeError(f"there is no game {name}")
