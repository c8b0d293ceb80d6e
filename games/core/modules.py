"""A game's records made of its modules, each of which mypy holds to the protocol here."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from games.core.cards.suits import SuitFace
from games.core.contract import (
    Action,
    AnyRefusal,
    CardFace,
    Choices,
    Event,
    Outcome,
    Seat,
    Shuffle,
    Standing,
    State,
    Step,
    Wording,
)
from games.core.game import Presentation, Rules
from games.core.presentation.texts import Note, Template

State_contra = TypeVar("State_contra", contravariant=True)
Event_co = TypeVar("Event_co", covariant=True)
Event_contra = TypeVar("Event_contra", contravariant=True)
Action_contra = TypeVar("Action_contra", contravariant=True)


class RulesModule(Protocol[State, Event_co, Action_contra]):
    """A game's `rules.py`; `Rules` says what each function does."""

    def open_table(self, options: Any, seats: int, carried: Any, /) -> State: ...
    def decide(
        self, state: State, seat: Seat, action: Action_contra, /
    ) -> tuple[Event_co, ...]: ...
    def pending(self, state: State, /) -> Step | Shuffle | None: ...
    def proceed(self, state: State, order: tuple[str, ...], /) -> tuple[Event_co, ...]: ...
    def to_act(self, state: State, /) -> tuple[Seat, ...]: ...
    def hand(self, state: State, /) -> int: ...
    def void(self, state: State, hand: int, /) -> Event_co: ...
    def outcome(self, state: State, /) -> Outcome | None: ...
    def standing(self, state: State, points: tuple[int, ...], /) -> Standing: ...


class ChoicesModule(Protocol[State_contra, Action]):
    """A game's `choices.py`."""

    def choices(self, state: State_contra, seat: Seat, /) -> Choices[Action]: ...
    def fallback(self, state: State_contra, seat: Seat, /) -> Action: ...


class EvolveModule(Protocol[State_contra, Event_contra]):
    """A game's `evolve.py`."""

    def apply(self, state: State_contra, event: Event_contra, /) -> None: ...


class SceneModule(Protocol):
    """A game's `scene.py`."""

    @property
    def PHASES(self) -> Mapping[str, str]: ...
    def scene(self, view: Any, /) -> Mapping[str, Any]: ...


class WordingModule(Protocol[Action_contra]):
    """A game's `wording.py`."""

    def wording(self, view: Any, action: Action_contra, /) -> Wording: ...


class NotesModule(Protocol[State_contra, Event_contra]):
    """A game's `notes.py`."""

    @property
    def TEXTS(self) -> tuple[Template, ...]: ...
    def notes(self, state: State_contra, event: Event_contra, seat: Seat | None, /) -> Note: ...


def rules_in(
    rules: RulesModule[State, Event, Action],
    choices: ChoicesModule[State, Action],
    evolve: EvolveModule[State, Event],
    *,
    endings: Mapping[str, str],
    refusals: tuple[AnyRefusal, ...],
    carry: Callable[[State], Mapping[str, Any] | None] = lambda state: None,
) -> Rules[State, Event, Action]:
    """Return the rules that stand in these modules."""
    return Rules(
        open=rules.open_table,
        decide=rules.decide,
        pending=rules.pending,
        proceed=rules.proceed,
        apply=evolve.apply,
        to_act=rules.to_act,
        choices=choices.choices,
        fallback=choices.fallback,
        hand=rules.hand,
        void=rules.void,
        outcome=rules.outcome,
        standing=rules.standing,
        endings=endings,
        refusals=refusals,
        carry=carry,
    )


def presentation_in(
    scene: SceneModule,
    wording: WordingModule[Action],
    notes: NotesModule[State, Event],
    *,
    faces: tuple[CardFace, ...],
    suits: tuple[SuitFace, ...] = (),
) -> Presentation[State, Event, Action]:
    """Return what people are shown by these modules."""
    return Presentation(
        scene=scene.scene,
        phases=scene.PHASES,
        wording=wording.wording,
        notes=notes.notes,
        texts=notes.TEXTS,
        faces=faces,
        suits=suits,
    )
