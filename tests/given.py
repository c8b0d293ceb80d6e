"""given(game, state).when(seat, action).then(events) or .then_refused(code, rule)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from games.core.contract import Illegal, Seat
from games.core.game import AnyGame

K = TypeVar("K")


@dataclass(frozen=True)
class Given:
    """A state in which something is about to be asked."""

    game: AnyGame
    state: Any

    def when(self, seat: int, action: Any) -> "When":
        return When(self.game, self.state, Seat(seat), action)


@dataclass(frozen=True)
class When:
    """An action that awaits its verdict."""

    game: AnyGame
    state: Any
    seat: Seat
    action: Any

    def then(self, *events: Any) -> Given:
        """Expect exactly these events; go on from the state after them."""
        happened = self.game.rules.decide(self.state, self.seat, self.action)
        assert list(happened) == list(events)
        return Given(self.game, self.game.fold(self.state, happened))

    def then_refused(self, code: str, rule: str) -> None:
        """Expect a refusal under that rule."""
        with pytest.raises(Illegal) as refusal:
            self.game.rules.decide(self.state, self.seat, self.action)
        assert (refusal.value.code, refusal.value.rule) == (code, rule)


def given(game: AnyGame, state: Any) -> Given:
    return Given(game, state)


def each(kind: type[K], happened: Iterable[object]) -> list[K]:
    """Return events or actions that are all of one kind, as such."""
    found = []
    for one in happened:
        assert isinstance(one, kind), f"{one} is no {kind.__name__}"
        found.append(one)
    return found


def only(kind: type[K], happened: Iterable[object]) -> K:
    """Return the only event or action of all, which is of this kind."""
    (found,) = each(kind, happened)
    return found
