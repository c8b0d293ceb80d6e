"""Random play of OpenSpiel's hearts, which is C++, driven from Python."""

import random
import time

import pyspiel


def rate(seconds: float, luck: random.Random) -> float:
    """Play games for some seconds; return decisions of players a second."""
    game = pyspiel.load_game("hearts")
    begin, count = time.perf_counter(), 0
    while (passed := time.perf_counter() - begin) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, odds)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                count += 1
        assert len(state.returns()) == 4
    return count / passed
