"""Rules T8 and T8a: who decides for a seat, whom time-outs cost the seat, how players desert."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from games.core.contract import Seat
from games.core.type_hints.records import any_word_of

MOST_IN_A_ROW = 2  # time-outs with which a bot takes the seat, with no action between them
MOST_IN_ALL = 5
PART = 4  # who leaves more than one decision in so many to others has deserted
FORFEITED, AWAY, MOSTLY_AWAY = "forfeited", "away", "mostly_away"
WAYS = (FORFEITED, AWAY, MOSTLY_AWAY)  # in which players desert


class Attendance(NamedTuple):
    """Who has decided for a seat since play began.

    Attributes:
        own: actions of its player.
        by_bot: actions of bots.
        missed: time-outs, while a player held it.
        in_a_row: those of them since the player's newest action.
    """

    own: int = 0
    by_bot: int = 0
    missed: int = 0
    in_a_row: int = 0

    @property
    def turns(self) -> int:
        """Return how many decisions there were, by whomever."""
        return self.own + self.by_bot + self.missed

    def after_action(self, *, of_bot: bool) -> "Attendance":
        """Return it after an action of who holds the seat."""
        own, by_bot, missed, in_a_row = self  # `_replace` takes longer, and actions are many
        if of_bot:
            return Attendance(own, by_bot + 1, missed, in_a_row)
        return Attendance(own + 1, by_bot, missed, 0)

    def after_time_out(self) -> "Attendance":
        """Return it after a time-out of the player."""
        return self._replace(missed=self.missed + 1, in_a_row=self.in_a_row + 1)

    @property
    def is_too_late(self) -> bool:
        """Say whether so many time-outs cost the seat."""
        return self.in_a_row >= MOST_IN_A_ROW or self.missed >= MOST_IN_ALL

    @property
    def is_mostly_away(self) -> bool:
        """Say whether others have decided too often."""
        return PART * (self.by_bot + self.missed) > self.turns


@dataclass(frozen=True, slots=True)
class Deserter:
    """A seat whose player has deserted, how, and whether the player ever acted there."""

    seat: Seat
    how: Annotated[str, any_word_of(*WAYS)]
    acted: bool


def rank_behind(places: Sequence[int], seats: Iterable[int]) -> tuple[int, ...]:
    """Return places with `seats` behind all others, together on one place.

    >>> rank_behind((1, 3, 2, 3), [0])
    (4, 2, 1, 2)
    """
    out = {*seats}
    rest = [place for seat, place in enumerate(places) if seat not in out]
    return tuple(
        len(rest) + 1 if seat in out else 1 + sum(other < place for other in rest)
        for seat, place in enumerate(places)
    )
