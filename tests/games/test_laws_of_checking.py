"""Whether an action would be legal, and why not, follows from what the seat may know.

Whoever may ask that of any action, at no cost, learns nothing by it.
"""

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from games.core.contract import Illegal, Refusal, Seat
from games.core.game import AnyGame
from tests.games.changed import with_rules
from tests.games.every import every_game
from tests.games.play import VOID, Play, as_bytes, bent, words_of
from tests.laws import Law

TRIES = 20
LEAK = Refusal("leak/odd", "1", lambda: "The cards lie oddly")


def verdict(game: AnyGame, state: Any, seat: Seat, action: Any) -> tuple[str, ...]:
    """Return all that is said of an action."""
    try:
        game.rules.decide(state, seat, action)
    except Illegal as refused:
        return refused.code, refused.rule, refused.detail
    return ("legal",)


def asked(law: Law, play: Play, seat: Seat) -> Iterator[Any]:
    """Yield what a curious seat asks: its choices, the moves of all, and the same bent."""
    law.met["pairs"] += 1
    offered = play.game.rules.choices(play.state, seat)
    yield from offered.actions[:TRIES]
    known = [*offered.actions, *(pick.example for pick in offered.picks)]
    known += [action for who, action in play.moves if who != VOID]
    cards = sorted(words_of(play))
    for _ in range(TRIES if known else 0):
        yield bent(play.game, play.luck.choice(known), play.luck, cards)


def differences(law: Law, game: AnyGame, judge: AnyGame) -> list[tuple[Any, Any, Any]]:
    """Return the actions of which `judge` says something else in another world, and what."""
    return [
        (action, one, other)
        for play, twin, seat in law.pairs(game, {"pairs": 5})
        if seat is not None
        for action in asked(law, play, seat)
        for one in [verdict(judge, play.state, seat, action)]
        for other in [verdict(judge, twin.state, seat, action)]
        if as_bytes(one) != as_bytes(other)
    ]


@every_game
def test_what_is_said_of_an_action_depends_on_nothing_that_the_seat_may_not_know(
    law: Law, game: AnyGame
) -> None:
    assert differences(law, game, judge=game) == []


@every_game
def test_a_judge_who_looks_at_what_is_hidden_is_found(law: Law, game: AnyGame) -> None:
    def leaky(state: Any, seat: Seat, action: Any) -> Any:
        if crc32(repr(state).encode()) % 2:
            raise LEAK()
        return game.rules.decide(state, seat, action)

    assert differences(law, game, judge=with_rules(game, decide=leaky))
