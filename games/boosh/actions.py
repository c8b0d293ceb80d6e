"""What a seat may ask for; the seat itself is not in the action."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from games.core.dispatch import by_name
from games.core.distinct import Among

Place = Annotated[int, Among(range(4))]
Pile = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class LayOut:
    """Rule 10: lay the cards face down without a call."""


@dataclass(frozen=True, slots=True)
class CallWoof:
    """Rule 10: call Woof before laying out."""


@dataclass(frozen=True, slots=True)
class Take:
    """Rule 2: take the top card of the face-down deck [A] or of the face-up pile [B]."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Replace:
    """Rule 2: put the taken card in place of the one at `position`, 0 to 3."""

    position: Place


@dataclass(frozen=True, slots=True)
class Discard:
    """Rule 2: discard the taken card."""


@dataclass(frozen=True, slots=True)
class CallBoosh:
    """Rule 3: call Boosh after the own discard."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 3: make no call."""


@dataclass(frozen=True, slots=True)
class Expose:
    """Rule 5: turn over two of the own cards; the lower position first."""

    positions: tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class Fold:
    """Rule 6: leave the hand; the cards stay hidden."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Rule 6: stay in for the showdown."""


Action = LayOut | CallWoof | Take | Replace | Discard | CallBoosh | Pass | Expose | Fold | Stay
ACTIONS: Mapping[str, type[Action]] = by_name(
    Action,
    {
        "lay_out": LayOut,
        "call_woof": CallWoof,
        "take": Take,
        "replace": Replace,
        "discard": Discard,
        "call_boosh": CallBoosh,
        "pass": Pass,
        "expose": Expose,
        "fold": Fold,
        "stay": Stay,
    },
)
