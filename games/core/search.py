"""How a bot finds its move: by its rule, and by a search over worlds that it may be in.

The search is flat. All candidates meet the same worlds and the same luck, playouts go on by the
rule for every seat, and after each round the worse half is dropped (sequential halving: Karnin,
Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013). The rule's own move
stays to the end and is left only for a gain over the same worlds above one standard error of it.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any, NamedTuple

from games.core.bots import Bot, Budget, Guide
from games.core.contract import Choices, ReceivedEvent, Seat, Shuffle, View, private_copy
from games.core.fairness.chance import Chance
from games.core.game import AnyGame

ROOTS, SAMPLES = 1, 2  # forks of a bot's luck: for what happens in worlds, and for the worlds


def choose_bot_action(
    game: AnyGame,
    bot: Bot[Any],
    view: View,
    choices: Choices[Any],
    seen: Sequence[ReceivedEvent],
    *,
    luck: Chance,
    budget: Budget,
) -> Any:
    """Return the action that a bot takes; `budget` counts what its search has done."""
    return explain_bot_action(game, bot, view, choices, seen, luck=luck, budget=budget).action


class MoveComparison(NamedTuple):
    """In how many of a hundred worlds the move found does better than another, and worse."""

    action: Any
    better: int
    worse: int


class FoundMove(NamedTuple):
    """What a bot found: its move, that of its rule, and the search over worlds.

    `values`: what the search knows of `candidates`, of which the first is the rule's own move;
    None: there was no search.
    """

    action: Any
    rule: Any
    candidates: Sequence[Any] = ()
    values: "CandidateValues | None" = None

    def deals(self) -> int:
        """Return in how many worlds the move that was found was tried."""
        return 0 if self.values is None else len(self.values.weights)

    def comparisons(self) -> list[MoveComparison]:
        """Compare the move with each other one that was tried; its closest rival comes first."""
        found = self.values
        if found is None:
            return []
        tried = found.values
        own = self.candidates.index(self.action)
        others = [  # no key function: a method of a named tuple is compiled, but no closure in it
            (-len(tried[at]), -found.mean(at), at) for at in tried if at != own and tried[at]
        ]
        return [self._comparison(found, own, at) for _, _, at in sorted(others)]

    def _comparison(self, found: "CandidateValues", own: int, at: int) -> MoveComparison:
        """Compare over the worlds that both have met; each counts by its weight."""
        both = min(len(found.values[own]), len(found.values[at]))
        pairs = list(zip(found.values[own][:both], found.values[at][:both], strict=True))
        weights = found.weights[:both]
        better = weighted_mean([float(one > two) for one, two in pairs], weights)
        worse = weighted_mean([float(one < two) for one, two in pairs], weights)
        return MoveComparison(self.candidates[at], int(100 * better), int(100 * worse))


def explain_bot_action(
    game: AnyGame,
    bot: Bot[Any],
    view: View,
    choices: Choices[Any],
    seen: Sequence[ReceivedEvent],
    *,
    luck: Chance,
    budget: Budget,
) -> FoundMove:
    """Return the action that a bot takes, with what its search found of the others."""
    own = bot.choose(view, choices, seen, luck, budget)
    if bot.guide is None:
        return FoundMove(own, own)
    others = [one for one in bot.guide.candidates(view, choices) if one != own]
    if not others:
        return FoundMove(own, own)
    values, candidates = CandidateValues(game, bot.guide, view, seen, luck), [own, *others]
    return FoundMove(values.best(candidates, budget), own, candidates, values)


class CandidateValues:
    """What is known of candidates so far: by candidate a value in each world, and weights."""

    def __init__(
        self,
        game: AnyGame,
        guide: Guide[Any, Any],
        view: View,
        seen: Sequence[ReceivedEvent],
        luck: Chance,
    ) -> None:
        self.game, self.guide, self.view, self.seen = game, guide, view, seen
        self.roots = luck.fork(ROOTS)
        self.worlds = guide.worlds(view, seen, luck.fork(SAMPLES))
        self.weights: list[float] = []
        self.values: dict[int, list[float]] = {}

    def best(self, candidates: Sequence[Any], budget: Budget) -> Any:
        """Return the best of candidates, of which the first is the rule's own move."""
        self.values = {at: [] for at in range(len(candidates))}
        alive = list(range(1, len(candidates)))
        share = budget.playouts // len(alive).bit_length()
        while True:
            for _ in range(max(1, share // (1 + len(alive)))):
                if not budget.may(1 + len(alive)):
                    return candidates[self.chosen(alive)]
                self.meet(candidates, (0, *alive))
            if len(alive) == 1:
                return candidates[self.chosen(alive)]
            alive = sorted(alive, key=self.mean, reverse=True)[: len(alive) // 2]

    def meet(self, candidates: Sequence[Any], which: Sequence[int]) -> None:
        """Play each of some candidates on in another world."""
        number, world = len(self.weights), next(self.worlds)
        likelihood = self.guide.likelihood
        weight = 1.0 if likelihood is None else likelihood(world, self.view, self.seen)
        self.weights.append(weight)
        for at in which:
            luck = self.roots.fork(number)
            value = playout_value(
                self.game, self.guide, world, self.view["seat"], candidates[at], luck
            )
            self.values[at].append(value)

    def mean(self, at: int) -> float:
        """Return what a candidate has brought on the average of the worlds that it met."""
        values = self.values[at]
        weights = self.weights[: len(values)]
        return weighted_mean(values, weights)

    def chosen(self, alive: Sequence[int]) -> int:
        """Return the best of those left if it is clearly better than the rule's own, else that."""
        weights = self.weights
        if len(weights) < 2:
            return 0
        best = max(alive, key=self.mean)
        gains = [one - own for one, own in zip(self.values[best], self.values[0], strict=True)]
        gain = weighted_mean(gains, weights)
        off = [w * (one - gain) for one, w in zip(gains, weights, strict=True)]
        spread = fsum(one * one for one in off)  # a power is another library's on other machines
        error = sqrt(spread * len(gains) / (len(gains) - 1)) / fsum(weights)
        return best if gain > error else 0


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the mean; the same on every version of Python, which `sum` of floats is not."""
    pairs = zip(values, weights, strict=True)
    return fsum(value * weight for value, weight in pairs) / fsum(weights)


def playout_value(
    game: AnyGame, guide: Guide[Any, Any], world: Any, me: Seat, action: Any, luck: Chance
) -> float:
    """Return what an action is worth to a seat in a world where all play on by the rule."""

    state = private_copy(world)  # one for the whole playout, which nobody else sees
    apply, decide, proceed = game.rules.apply, game.rules.decide, game.rules.proceed
    pending, to_act, over, policy = game.rules.pending, game.rules.to_act, guide.over, guide.policy
    seat = me
    while True:
        for event in decide(state, seat, action):
            apply(state, event)
        while (due := pending(state)) is not None:
            order = _random_order(due, luck) if isinstance(due, Shuffle) else ()
            for event in proceed(state, order):
                apply(state, event)
            if over(world, state):
                break
        acting = to_act(state)
        if not acting or over(world, state):
            return guide.worth(world, state, me)
        seat = acting[0]
        action = policy(state, seat)


def _random_order(due: Shuffle, luck: Chance) -> tuple[str, ...]:
    """Return the cards of a shuffle in a random order."""
    cards = list(due.cards)
    luck.shuffle(cards)
    return tuple(cards)
