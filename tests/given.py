"""given(game, state).when(seat, action).then(events) or .then_refused(code, rule)."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.core.contract import Game, Illegal, Seat


@dataclass(frozen=True)
class Given:
    """A state in which something is about to be asked."""

    game: Game
    state: Any

    def when(self, seat: int, action: Any) -> "When":
        return When(self.game, self.state, Seat(seat), action)


@dataclass(frozen=True)
class When:
    """An action that awaits its verdict."""

    game: Game
    state: Any
    seat: Seat
    action: Any

    def then(self, *events: Any) -> Given:
        """Expect exactly these events; go on from the state after them."""
        happened = self.game.decide(self.state, self.seat, self.action)
        assert list(happened) == list(events)
        return Given(self.game, self.game.fold(self.state, happened))

    def then_refused(self, code: str, rule: str) -> None:
        """Expect a refusal under that rule."""
        with pytest.raises(Illegal) as refusal:
            self.game.decide(self.state, self.seat, self.action)
        assert (refusal.value.code, refusal.value.rule) == (code, rule)


def given(game: Game, state: Any) -> Given:
    return Given(game, state)
