"""What a bot is: a level of a game, how it chooses, and how far it may search.

A bot gets what a person in its seat would get (view, choices and the events of the hand), luck
and a budget; never the state.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from games.core.fairness.chance import Chance

State = TypeVar("State")
Action = TypeVar("Action")

LEVELS: Final = ("novice", "regular", "expert")
MIXTURES: Final = {"mixed50": 50, "mixed75": 75, "mixed90": 90}  # moves of `regular` in a hundred
BUDGETS: Final = {"expert10": 10, "expert30": 30}  # of the playouts of `expert`, in a hundred
LADDER: Final = ("novice", *MIXTURES, "regular", *BUDGETS, "expert")  # from the weakest
MIX: Final = 4  # fork of a bot's luck: which of two plays a move
RATINGS: Final[Mapping[str, int]] = {  # of a game that has measured none; `regular` is the anchor
    "novice": 1300, "mixed50": 1350, "mixed75": 1400, "mixed90": 1450, "regular": 1500,
    "expert10": 1530, "expert30": 1560, "expert": 1600,
}  # fmt: skip


def _for_ever() -> bool:
    """Say that there is time for another world."""
    return True


class Budget:
    """How far a search may go: `playouts` at most, counted in `done`, while `go_on` says so.

    `go_on` is asked between worlds, so a move can be repeated from `playouts` and `done` alone.
    """

    __slots__ = ("done", "go_on", "playouts")

    def __init__(self, playouts: int = 0, go_on: Callable[[], bool] = _for_ever) -> None:
        self.playouts, self.done, self.go_on = playouts, 0, go_on

    @classmethod
    def of(cls, playouts: int, done: int) -> "Budget":
        """Return the budget of a search that was stopped after so many playouts."""
        budget = cls(playouts)
        budget.go_on = lambda: budget.done < done
        return budget

    def may(self, playouts: int) -> bool:
        """Say whether there may be another world with so many playouts, and count them."""
        if self.done + playouts > self.playouts or not self.go_on():
            return False
        self.done += playouts
        return True


Choose = Callable[[Any, Any, Sequence[Any], Chance, Budget], Action]


@dataclass(frozen=True, slots=True)
class Guide(Generic[State, Action]):
    """What a search must know of a game.

    Attributes:
        worlds: (view, seen, luck) -> states that agree with all the seat has seen, for ever. The
            k-th follows from luck and k alone.
        candidates: (view, choices) -> what is worth trying; the rule's own move may be missing.
        over: (state at the beginning, state) -> whether a playout has gone far enough.
        worth: (state at the beginning, state, seat) -> what the seat has gained, in points of the
            game; only differences count.
        policy: (state, seat) -> the move of the rule, without a view.
        likelihood: (world, view, seen) -> how likely others would have acted as they did there, up
            to a factor; above 0. None: all worlds are alike.
        losses: points from which on a move that loses them is an inaccuracy, a mistake, a blunder.
    """

    worlds: Callable[[Any, Sequence[Any], Chance], Iterator[State]]
    candidates: Callable[[Any, Any], Sequence[Action]]
    over: Callable[[State, State], bool]
    worth: Callable[[State, State, Any], float]
    policy: Callable[[State, Any], Action]
    likelihood: Callable[[State, Any, Sequence[Any]], float] | None = None
    losses: tuple[float, float, float] = (1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Bot(Generic[Action]):
    """A bot of a game.

    Attributes:
        level: one of `LEVELS`; of a frozen bot the name under which it is known.
        version: grows whenever it chooses otherwise: logs are held to what it chooses.
        choose: (view, choices, seen events, luck, budget) -> a legal action.
        guide: leads a search that may leave what `choose` says; None: it does not search.
        playouts: what its budget has at a table; 0: it answers at once. More: it thinks, and has
            workers of its own; logs are held to its times (T25), so one that answers at once never
            comes to think within a version of the rules, or the other way round.
    """

    level: str
    version: int
    choose: Choose[Action]
    guide: Guide[Any, Action] | None = None
    playouts: int = 0


def levels_of(bots: Mapping[str, Bot[Any]]) -> list[str]:
    """Return the levels that there are of a game, from the weakest."""
    return [level for level in LEVELS if level in bots]


def by_level(*bots: Bot[Action]) -> Mapping[str, Bot[Action]]:
    """Return bots by their levels."""
    return {bot.level: bot for bot in bots}


def ladder_of(levels: Mapping[str, Bot[Action]]) -> Mapping[str, Bot[Action]]:
    """Return the bots of a game by level, and those between: mixtures, and shorter searches."""
    found = dict(levels)
    if {"novice", "regular"} <= levels.keys():
        for name, percent in MIXTURES.items():
            found[name] = _mixed_bot(name, levels["novice"], levels["regular"], percent)
    expert = levels.get("expert")
    if expert is not None and expert.playouts:
        for name, percent in BUDGETS.items():
            playouts = max(1, expert.playouts * percent // 100)
            found[name] = replace(expert, level=name, playouts=playouts)
    return {name: found[name] for name in (*LADDER, *found) if name in found}


def _mixed_bot(name: str, weak: Bot[Action], strong: Bot[Action], percent: int) -> Bot[Action]:
    """Return a bot that plays so many moves in a hundred as the stronger of two, by its luck."""

    def choose(
        view: Any, choices: Any, seen: Sequence[Any], luck: Chance, budget: Budget
    ) -> Action:
        own = strong if luck.fork(MIX).randrange(100) < percent else weak
        return own.choose(view, choices, seen, luck, budget)

    return Bot(name, weak.version + strong.version, choose)


def nearest_bot(ratings: Mapping[str, int], names: Iterable[str], rating: int) -> str:
    """Return which of some bots, from the weakest, has the rating nearest to one.

    Of two as near as each other it is the weaker; of equals that are too weak, the last.
    """
    known = [*names]
    least = min(abs(ratings[name] - rating) for name in known)
    near = [name for name in known if abs(ratings[name] - rating) == least]
    alike = [name for name in near if ratings[name] == ratings[near[0]]]
    return alike[-1] if ratings[near[0]] < rating and alike == near else near[0]
