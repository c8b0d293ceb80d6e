"""Learn when to take the Boon from tables that `regular` plays: OpenSpiel, NumPy, a few minutes.

python examples/research_boon.py [DEALS]

Needs the extra `openspiel`. docs/how-to/use-openspiel.md has what it prints.
"""

import json
import sys

import numpy as np
import pyspiel

import bots.research.openspiel  # noqa: F401  # registers the games
from bots.research.players import LevelPlayer, play_on
from games.core.fairness.chance import Chance

GAME = pyspiel.load_game("fairdeal_boon(players=3)")
CARDS = GAME.terms.numbers.cards
REGULAR = LevelPlayer("regular")


def dealt(number):
    """Return the state after a deal, where the seat left of the dealer takes the Boon or passes."""
    state, luck = GAME.new_initial_state(), Chance(number)
    while state.is_chance_node():
        state.apply_action(state.position.drawn_by(luck))
    return state


def hand(state):
    """Return which cards the seat holds, as it sees them, and a 1 for the constant."""
    view = json.loads(state.observation_string().splitlines()[0])
    return np.array([*(card in view["cards"] for card in CARDS), 1.0])


def number_of(state, call):
    """Return the number of `take` or `pass`."""
    return next(one for one in state.legal_actions() if state.action_to_string(one) == call)


def gain(state, call):
    """Return the points, less their mean, of a seat that calls so; `regular` plays all seats on."""
    seat, state = state.current_player(), state.clone()
    state.apply_action(number_of(state, call))
    REGULAR.restart()
    return play_on(state, REGULAR, Chance(0)).returns()[seat]


def mean(values):
    """Return the mean with half of its 95 % interval."""
    return f"{np.mean(values):+.3f} ± {1.96 * np.std(values, ddof=1) / len(values) ** 0.5:.3f}"


deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
states = [dealt(number) for number in range(deals)]
hands = np.array([hand(state) for state in states])
gains = {call: np.array([gain(state, call) for state in states]) for call in ("take", "pass")}
for call, values in gains.items():
    print(f"{deals} deals, {call}: {mean(values)}")

# What a card is worth to a taker: ridge regression of (take - pass) on the cards of the hand.
much = hands.T @ hands + 5.0 * np.eye(len(CARDS) + 1)
weights = np.linalg.solve(much, hands.T @ (gains["take"] - gains["pass"]))
best = sorted(zip(weights[:-1], CARDS, strict=True), reverse=True)
print("worth most:", ", ".join(f"{card} {worth:+.2f}" for worth, card in best[:5]))
print("worth least:", ", ".join(f"{card} {worth:+.2f}" for worth, card in best[-5:]))

# Other deals: who calls by these weights, against who calls as `regular` does.
learned, rule, taken = [], [], [0, 0]
for state in (dealt(number) for number in range(deals, deals + deals // 2)):
    by_gain = {call: gain(state, call) for call in ("take", "pass")}
    REGULAR.restart()
    own = state.action_to_string(REGULAR.step(state))
    other = "take" if hand(state) @ weights > 0 else "pass"
    learned.append(by_gain[other])
    rule.append(by_gain[own])
    taken = [taken[0] + (other == "take"), taken[1] + (own == "take")]
share = [f"{100 * count / len(rule):.0f} %" for count in taken]
print(f"{len(rule)} other deals: the weights take {share[0]}, `regular` {share[1]}")
print(f"the weights {mean(learned)}, `regular` {mean(rule)}")
print(f"difference {mean(np.array(learned) - np.array(rule))}")
