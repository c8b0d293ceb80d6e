"""What a seat may do now; all of it can be listed."""

from collections.abc import Mapping

from games.boosh.actions import (
    Action,
    CallBoosh,
    CallWoof,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.rules import to_act
from games.boosh.state import SEATS_ACT, Phase, State
from games.core.contract import Choices, Seat
from games.core.dispatch import by_word

NOTHING: Choices[Action] = Choices()
TAKE_ANY: Choices[Action] = Choices((Take("A"), Take("B")))
TAKE_FACE_UP: Choices[Action] = Choices((Take("B"),))
REPLACE: Choices[Action] = Choices(tuple(map(Replace, range(4))))
PLACE: Choices[Action] = Choices((*REPLACE.actions, Discard()))
LISTED: Mapping[Phase, Choices[Action]] = by_word(
    SEATS_ACT,
    {
        "laying_out": Choices((LayOut(), CallWoof())),
        "calling": Choices((Pass(), CallBoosh())),
        "exposing": Choices(
            tuple(Expose((one, two)) for one in range(4) for two in range(one + 1, 4))
        ),
        "folding": Choices((Fold(), Stay())),
    },
    without=("taking", "placing"),
)


def choices(state: State, seat: Seat) -> Choices[Action]:
    """Return every action that is legal for `seat` now; nothing of it depends on its cards."""
    if seat not in to_act(state):
        return NOTHING
    if state.phase == "taking":
        return TAKE_ANY if state.deck else TAKE_FACE_UP
    if state.phase == "placing":
        return PLACE if _may_discard(state) else REPLACE
    return LISTED[state.phase]


def _may_discard(state: State) -> bool:
    """W6: a card from [B] goes straight back only where the option allows it."""
    return state.taken_from == "A" or state.options.allow_returning_faceup


def fallback(state: State, seat: Seat) -> Action:
    """Return what is done for a seat whose time is up: as little as possible."""
    if state.phase == "placing":
        return Discard() if _may_discard(state) else Replace(0)
    return choices(state, seat).actions[0]
