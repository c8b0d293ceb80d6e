"""The search of bots, on a game of one secret number that can be worked out by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from games.core.bots import Bot, Budget, Guide
from games.core.contract import Choices, Shuffle
from games.core.fairness.chance import Chance
from games.core.search import CandidateValues, choose_bot_action, playout_value, weighted_mean

VIEW = {"seat": 0}


class Guess(NamedTuple):
    number: int


@dataclass
class Play:
    """Seat 0 guesses a number; then seat 1 moves as the rule says, and cards are shuffled."""

    secret: int
    moves: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


def apply(play: Play, event: Any) -> None:
    if isinstance(event, Guess):
        play.moves = (*play.moves, event.number)
    else:
        play.cards = event


def pending(play: Play) -> Shuffle | None:
    return Shuffle("deal", ("a", "b", "c"), 1) if len(play.moves) == 2 and not play.cards else None


RULES = SimpleNamespace(
    decide=lambda play, seat, action: (action,),
    apply=apply,
    pending=pending,
    proceed=lambda play, order: (order,),
    to_act=lambda play: (1,) if len(play.moves) < 3 else (),
)
GAME: Any = SimpleNamespace(rules=RULES)


def worlds(view: Any, seen: Sequence[Any], luck: Chance) -> Iterator[Play]:
    while True:
        yield Play(luck.randrange(10))


def worth(root: Play, play: Play, seat: int) -> float:
    """What guesses bring: 2 is worth 3 in every world, the others their number if it is right."""
    number = play.moves[0]
    return 3.0 if number == 2 else float(number * (number == root.secret))


GUIDE: Guide[Play, Guess] = Guide(
    worlds=worlds,
    candidates=lambda view, choices: choices.actions,
    over=lambda root, play: False,
    worth=worth,
    policy=lambda play, seat: Guess(0),
)
ALL: Choices[Guess] = Choices(tuple(map(Guess, range(8))))


def chosen(guide: Guide[Play, Guess], own: int, budget: Budget, seed: int = 1) -> int:
    bot: Bot[Guess] = Bot("expert", 1, lambda *given: Guess(own), guide, budget.playouts)
    action: Guess = choose_bot_action(GAME, bot, VIEW, ALL, (), luck=Chance(seed), budget=budget)
    return action.number


def test_the_best_on_the_average_is_found_among_candidates() -> None:
    assert [chosen(GUIDE, 0, Budget(160), seed) for seed in range(20)] == [2] * 20


def test_the_rule_is_left_only_for_a_gain_that_is_no_accident() -> None:
    no_better = replace(
        GUIDE, worth=lambda root, play, seat: float(root.secret - 5 + play.moves[0] * 0)
    )
    assert [chosen(no_better, own, Budget(160)) for own in range(8)] == list(range(8))
    assert chosen(GUIDE, 2, Budget(160)) == 2


def test_without_a_budget_or_a_guide_the_rule_moves() -> None:
    assert chosen(GUIDE, 5, Budget(0)) == 5
    bot: Bot[Guess] = Bot("regular", 1, lambda *given: Guess(6))
    budget = Budget(100)
    assert choose_bot_action(GAME, bot, VIEW, ALL, (), luck=Chance(1), budget=budget) == Guess(6)
    assert budget.done == 0


@pytest.mark.parametrize("playouts", [1, 8, 9, 50, 160, 1000])
def test_a_budget_is_kept(playouts: int) -> None:
    budget = Budget(playouts)
    chosen(GUIDE, 0, budget)
    assert budget.done <= playouts
    assert playouts < 24 or budget.done > playouts - 24, "each of three rounds leaves less than 8"


def test_a_search_that_was_stopped_is_repeated_from_what_was_done() -> None:
    left = set()
    for worlds_done in range(1, 40):
        asked = iter(range(worlds_done))
        stopped = Budget(160, lambda asked=asked: next(asked, None) is not None)  # type: ignore[misc]
        first = chosen(GUIDE, 7, stopped)
        again = Budget.of(160, stopped.done)
        assert chosen(GUIDE, 7, again) == first
        assert again.done == stopped.done
        left.add(first)
    assert left == {7, 2}, "a search cut short stays with the rule"


def test_what_is_tried_meets_the_same_worlds_and_the_same_luck() -> None:
    met: dict[int, list[tuple[int, tuple[str, ...]]]] = {}

    def worth(root: Play, play: Play, seat: int) -> float:
        met.setdefault(play.moves[0], []).append((root.secret, play.cards))
        return 0.0

    chosen(replace(GUIDE, worth=worth), 0, Budget(80))
    longest = met[0]
    assert len(set(longest)) > 3
    assert all(rows == longest[: len(rows)] for rows in met.values())


def test_playouts_go_on_by_the_rule_until_it_is_over_and_change_no_world() -> None:
    ended: list[Play] = []

    def worth(root: Play, play: Play, seat: int) -> float:
        ended.append(play)
        return 1.0

    world = Play(3)
    guide = replace(GUIDE, worth=worth)
    assert playout_value(GAME, guide, world, Any, Guess(4), Chance(1)) == 1.0  # type: ignore[arg-type]
    short = replace(guide, over=lambda root, play: len(play.moves) == 2)
    playout_value(GAME, short, world, Any, Guess(4), Chance(1))  # type: ignore[arg-type]
    assert [(play.moves, len(play.cards)) for play in ended] == [((4, 0, 0), 3), ((4, 0), 3)]
    assert world == Play(3)


def test_worlds_count_by_their_likelihood() -> None:
    sure = replace(GUIDE, likelihood=lambda world, view, seen: 1.0 if world.secret == 7 else 1e-9)
    assert chosen(sure, 0, Budget(400)) == 7
    search = CandidateValues(GAME, sure, VIEW, (), Chance(1))
    search.best([Guess(0), Guess(7)], Budget(100))
    assert weighted_mean(search.values[1], search.weights) == pytest.approx(7)
