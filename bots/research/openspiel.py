"""The games as OpenSpiel games: `fairdeal_boon(players=4)`. Importing this registers them.

    import pyspiel
    import bots.research.openspiel

    state = pyspiel.load_game("fairdeal_boon(players=4)").new_initial_state()

A shuffle is one chance node a card, a row of cards one node a card, and seats that may act at once
choose one after the other without hearing of each other. The information state is the JSON of
all that a player was told; the observation is the view. Returns are points less the table's mean,
or the share of the others that a player is placed before less those it is placed behind.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyspiel

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
from games.core.options import all_options_to_json, option_kinds

PREFIX = "fairdeal_"
MOST_POINTS = (
    10_000_000.0  # no table reaches them: no option is above 10,000, no table of more hands
)
MOST_CARDS = 1_000  # in one shuffle
RANDOM = -1  # stands for null in a parameter
DRAWS = 1 << 53  # seeds that OpenSpiel's sampler may give


class CardTable(pyspiel.State):
    """A state: a position, which itself never changes."""

    def __init__(self, game: "CardGame") -> None:
        super().__init__(game)
        self.position = game.opened

    def current_player(self) -> int:
        """Return the player that has a step; chance or the end have numbers of their own."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.position.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may come next in the shuffle, in order of number."""
        left, outcome = self.position.left, self.position.terms.numbers.outcome
        count = sum(left.values())
        return sorted((outcome(card), number / count) for card, number in left.items())

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        numbers = self.position.terms.numbers
        chance = player == pyspiel.PlayerId.CHANCE
        return numbers.shuffled(action) if chance else numbers.text(action)

    def is_terminal(self) -> bool:
        """Say whether it is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return what each player has gained at the end; nothing before."""
        if not self.position.is_over:
            return [0.0] * self.position.terms.seats
        return player_gains(self.position, self.get_game().get_parameters().get("returns", POINTS))

    def __str__(self) -> str:
        """Return what happened, in numbers: OpenSpiel compares states by it."""
        path = self.position.path
        return "guessed" if path is None else " ".join(map(str, self.position.steps()))

    def resample_from_infostate(self, player: int, sampler: Any) -> "CardTable":
        """Return a state that agrees with all that the player knows."""
        luck = Chance(int(sampler() * DRAWS))
        game: CardGame = self.get_game()
        return game.at(self.position.guess(Seat(player), luck))


class CardGame(pyspiel.Game):
    """A game with its players and options."""

    source: AnyGame
    game_type: Any

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = {**self.game_type.parameter_specification, **(parameters or {})}
        self.terms = terms_from_parameters(self.source, given)
        super().__init__(
            self.game_type, build_game_info(self.terms, given["returns"]), parameters or {}
        )
        self.opened = self.terms.opened()

    def new_initial_state(self, source: Any = None) -> CardTable:
        """Return the state before the first shuffle."""
        return CardTable(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Be kept as the text by which it is loaded."""
        return pyspiel.load_game, (str(self),)

    def at(self, position: Position) -> CardTable:
        """Return the state of a position."""
        state = CardTable(self)
        state.position = position
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: three shuffles begin a table, and a decision asks for one at most."""
        return (self.terms.longest + 3) * MOST_CARDS

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "Observer":
        """Return what tells a player of a state."""
        if parameters:
            raise ValueError(f"observations have no parameters, not {parameters}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.terms, kind)


class Observer:
    """What a player is told: all there was, with perfect recall, else what there is now.

    An information state has no tensor: what was told has no bounds.
    """

    def __init__(self, terms: TableTerms, kind: Any) -> None:
        self.recalls, self.is_public = kind.perfect_recall, kind.public_info
        self.is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensors = game_tensors(terms.game, terms.seats)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.recalls or not (self.is_public and self.is_private):
            return
        sizes = {name: (int(np.prod(shape)), shape) for name, shape in self.tensors.sizes.items()}
        self.tensor = np.zeros(sum(size for size, _ in sizes.values()), np.float32)
        at = 0
        for name, (size, shape) in sizes.items():
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: CardTable, player: int) -> None:
        """Write what the player sees into the tensor."""
        for name, value in self.tensors.of(state.position, Seat(player)).items():
            if name in self.dict:
                self.dict[name][...] = value

    def string_from(self, state: CardTable, player: int) -> str:
        """Return what the player knows as JSON."""
        position, seat = state.position, Seat(player)
        if not self.is_private:
            return position.watched() if self.is_public else ""
        if self.recalls:
            return position.information(seat)
        return position.observation(seat)


def load_card_game(game: AnyGame, seats: int, options: Mapping[str, Any], **more: Any) -> CardGame:
    """Return a game with options as JSON values."""
    given = {name: _option_to_parameter(value) for name, value in options.items()}
    found: CardGame = pyspiel.load_game(PREFIX + game.name, {"players": seats, **given, **more})
    return found


def terms_from_parameters(game: AnyGame, given: Mapping[str, Any]) -> TableTerms:
    """Return by what a table is played, from OpenSpiel's parameters."""
    usual = all_options_to_json(game.options())
    options = {
        name: _parameter_to_option(given[name], usual[name]) for name in option_kinds(game.options)
    }
    return TableTerms.read(game, given["players"], options, given["longest"])


def parameters_of(game: AnyGame) -> dict[str, Any]:
    """Return the parameters of a game with their usual values: those of one deal."""
    options = {**all_options_to_json(game.options()), **usual_options(game)}
    return {
        "players": usual_players(game),
        "returns": POINTS,
        "longest": LONGEST,
        **{name: _option_to_parameter(value) for name, value in options.items()},
    }


def _option_to_parameter(value: Any) -> int | bool | str:
    """Return the value of an option as OpenSpiel writes it: null is -1, numbers are joined by /."""
    if value is None:
        return RANDOM
    if isinstance(value, (list, tuple)):
        return "/".join(map(str, value))
    assert isinstance(value, int | bool | str), f"{value} can't be a parameter"
    return value


def _parameter_to_option(value: Any, usual: Any) -> Any:
    """Return the value of an option that a parameter stands for."""
    if usual is None:
        return None if value == RANDOM else value
    if isinstance(usual, list):
        return [int(one) for one in str(value).split("/")]
    return value


def _build_game_type(game: AnyGame) -> Any:
    """Return OpenSpiel's description of a game."""
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters_of(game),
    )


def build_game_info(terms: TableTerms, returns: str) -> Any:
    """Return OpenSpiel's figures of a game."""
    require_returns(returns)
    most = MOST_POINTS if returns == POINTS else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=terms.numbers.count,
        max_chance_outcomes=terms.numbers.outcomes,
        num_players=terms.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=terms.longest,
    )


def _register_games() -> Iterator[str]:
    """Make all games known to OpenSpiel, and yield the names that it has for them."""
    for game in NEWEST.values():
        members = {"source": game, "game_type": _build_game_type(game), "__doc__": f"{game.title}."}
        pyspiel.register_game(members["game_type"], type(game.title, (CardGame,), members))
        yield PREFIX + game.name


NAMES = tuple(_register_games())
