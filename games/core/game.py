"""A game: a record of pure functions over values, by concern.

`Rules.decide` is the only judge and `Rules.apply` only moves things. Chance comes in as the order
of a `Shuffle`, time never does. A state is a plain dataclass whose fields hold immutable values
(numbers, strings, tuples, frozensets, frozen records). Only `apply` assigns to them, and only on a
private copy made by `Game.evolve` or `Game.fold`, so to everybody else a state never changes.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from games.core.about import About
from games.core.bots import RATINGS, Bot, ladder_of
from games.core.cards.suits import SuitFace
from games.core.contract import (
    Action,
    AnyRefusal,
    CardFace,
    Choices,
    Event,
    Luck,
    Outcome,
    ReceivedEvent,
    Seat,
    Shuffle,
    Standing,
    State,
    Step,
    View,
    Wording,
    private_copy,
)
from games.core.ledger import Ledger
from games.core.presentation.marks import card_mark
from games.core.presentation.texts import Note, Template


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules(Generic[State, Event, Action]):
    """What may happen at a table, and how it ends.

    Attributes:
        open: (options, number of seats, carried) -> the state before the first deal.
        decide: (state, seat, action) -> the events of this action; raises Illegal.
        pending: what must happen before any seat may act, or None.
        proceed: (state, order) -> the events of that one step; `order` of a Shuffle, else ().
        apply: change a private copy of the state by one event; never judges.
        to_act: the seats that may act now; empty while something is pending and at the end.
        choices: what a seat may do now; empty for a seat not in `to_act`.
        fallback: the action taken for a seat in `to_act` whose time is up.
        hand: number of the newest hand dealt; 0 before the first deal.
        void: (state, hand) -> the event that takes that hand's points back.
        outcome: places, scores and why it ended, or None.
        standing: (state, points by seat) -> places and scores if play ended as it stands, with the
            points added; without points what `outcome` says once there is one.
        endings: why it may end: code -> sentence.
        refusals: every way in which the rules say no.
        carry: what a table that continues this one gets as ``carried["data"]``; None when nothing
            carries over or the state is in the middle of a hand.
    """

    open: Callable[[Any, int, Mapping[str, Any] | None], State]
    decide: Callable[[State, Seat, Action], tuple[Event, ...]]
    pending: Callable[[State], Step | Shuffle | None]
    proceed: Callable[[State, tuple[str, ...]], tuple[Event, ...]]
    apply: Callable[[State, Event], None]
    to_act: Callable[[State], tuple[Seat, ...]]
    choices: Callable[[State, Seat], Choices[Action]]
    fallback: Callable[[State, Seat], Action]
    hand: Callable[[State], int]
    void: Callable[[State, int], Event]
    outcome: Callable[[State], Outcome | None]
    standing: Callable[[State, tuple[int, ...]], Standing]
    endings: Mapping[str, str]
    refusals: tuple[AnyRefusal, ...]
    carry: Callable[[State], Mapping[str, Any] | None] = lambda state: None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Presentation(Generic[State, Event, Action]):
    """What people are shown of a table.

    Attributes:
        scene: what a person sees at the table (`games.core.presentation.scene`), made of a
            viewer's `view`.
        phases: every phase that a scene may name -> what is going on then, in a sentence.
        wording: (view of a seat, action that it may take) -> how people are shown it.
        notes: (state before, event, seat or None) -> what happened, as that seat (None: a
            spectator) may be told: a text of `texts` with its parameters.
        texts: every text that `notes` may give, and those within them.
        faces: every card that a table of this game may have, in the order of a sorted hand.
        suits: how the suits of its cards look.
        marks: worked out: card -> its marked name.
    """

    scene: Callable[[Any], Mapping[str, Any]]
    phases: Mapping[str, str]
    wording: Callable[[Any, Action], Wording]
    notes: Callable[[State, Event, Seat | None], Note]
    texts: tuple[Template, ...]
    faces: tuple[CardFace, ...] = ()
    suits: tuple[SuitFace, ...] = ()
    marks: Mapping[str, str] = dataclasses.field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out once what every text needs."""
        marks = {face.id: card_mark(face.id, face.name) for face in self.faces}
        object.__setattr__(self, "marks", marks)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GameBots(Generic[State, Action]):
    """The bots of a game, and what they must know of it.

    Attributes:
        levels: level -> the bot that plays so; `regular` must be there, and plays on for who is
            away.
        determinise: (view, seen events, luck) -> a state that agrees with all the seat has seen.
        frozen: bots of old that others are measured by; they sit at no table.
        ratings: how strong each of the ladder is, on the scale on which `regular` has 1500.
        ladder: worked out: name -> bot, from the weakest: the levels, and bots between them.
    """

    levels: Mapping[str, Bot[Action]]
    determinise: Callable[[View, Sequence[ReceivedEvent], Luck], State]
    frozen: tuple[Bot[Action], ...] = ()
    ratings: Mapping[str, int] = dataclasses.field(default_factory=lambda: RATINGS)
    ladder: Mapping[str, Bot[Action]] = dataclasses.field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out once the bots between the levels."""
        object.__setattr__(self, "ladder", ladder_of(self.levels))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[State, Event, Action]):
    """Everything the outside may ask of a game, and nothing more.

    Attributes:
        name, version: together the key in the table of games: ``boon``, 1.
        title: for people.
        seats: how many seats a table may have.
        options: the game's frozen dataclass of options (see `games.core.options`).
        brief: the options of a short table, with any number of seats.
        actions, events: name -> class; names in JSON and in the log, never class paths.
        view: what a seat (None: a spectator) may know, built up from nothing, JSON values only.
        ledger: (options, number of seats) -> what holds logs of which hands are sealed to what
            must add up in public; None: nothing is held. With one, the first event of an action
            names its seat in `seat`, and repeats public fields of the action under their names.
        about: what a host wants to know before a table is opened; None: only what RULES.md says.
        types: worked out: class of an event -> its name.
    """

    name: str
    version: int
    title: str
    seats: range
    options: type[Any]
    brief: Mapping[str, Any]
    actions: Mapping[str, type[Action]]
    events: Mapping[str, type[Event]]
    rules: Rules[State, Event, Action]
    view: Callable[[State, Seat | None], View]
    presentation: Presentation[State, Event, Action]
    bots: GameBots[State, Action]
    ledger: Callable[[Any, int], Ledger] | None = None
    about: About | None = None
    types: Mapping[type[Event], str] = dataclasses.field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out once the name of each class of events."""
        object.__setattr__(self, "types", {kind: name for name, kind in self.events.items()})

    @property
    def package(self) -> str:
        """Return the name of the package in which the game lies, with its RULES.md."""
        module = self.rules.decide.__module__
        return module.rpartition(".")[0] or module

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after `event`."""
        new = private_copy(state)
        self.rules.apply(new, event)
        return new

    def fold(self, state: State, events: Iterable[Event]) -> State:
        """Return the state after all `events`."""
        new = private_copy(state)
        apply = self.rules.apply
        for event in events:
            apply(new, event)
        return new

    def settle(
        self, state: State, order: Callable[[Shuffle], tuple[str, ...]]
    ) -> tuple[State, list[Event]]:
        """Do all that follows by itself; return the state after it and its events.

        `order` puts the cards of a Shuffle in a random order.
        """
        happened: list[Event] = []
        while (due := self.rules.pending(state)) is not None:
            events = self.rules.proceed(state, order(due) if isinstance(due, Shuffle) else ())
            assert events, f"{self.name}: {due} without an event would never end"
            state = self.fold(state, events)
            happened += events
        return state, happened


AnyGame = Game[Any, Any, Any]  # to those who know games by name alone: see GAMES
