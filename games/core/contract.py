"""The words of a game's contract: seats, cards, choices, refusals, what ends a table."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    ParamSpec,
    Protocol,
    TypeVar,
)

from games.core.errors import FairdealError

Seat = NewType("Seat", int)
Card = NewType("Card", str)
Cards = tuple[Card, ...]
View = Mapping[str, Any]  # a TypedDict of the game's own
NO_BOUNDS: Mapping[str, Any] = {}
State = TypeVar("State")  # the game's own dataclass
Event = TypeVar("Event")  # the union of its frozen dataclasses in EVENTS, by name in the log
Action = TypeVar("Action")  # the union of those in ACTIONS, by name in JSON
T = TypeVar("T")
P = ParamSpec("P")


class Advice(NamedTuple):
    """What a refusal tells a seat to do instead: `words` for `actions` that are legal for it now.

    Words that mean a range of actions go with its ends.
    """

    words: str
    actions: tuple[Any, ...]

    def __str__(self) -> str:
        """Return the words, which a sentence takes in."""
        return self.words


class Illegal(FairdealError):
    """The rules forbid this action here; nothing has changed. Only a `Refusal` makes one.

    Attributes:
        refusal: the way in which the rules say no.
        code: stable, for machines: ``boosh/not_your_turn``.
        rule: number of the rule or ruling in the game's RULES.md: ``4`` or ``W7``.
        detail: one sentence for people: what is wrong and what would be right.
        advised: the actions that the sentence advises, all of them legal now.
        filled: what the sentence fills in, by the names of its parameters.
        instead: what the seat might do, or who may act; whoever answers adds it.
    """

    instead: Mapping[str, Any] = {}

    def __init__(self, refusal: "Refusal[...]", why: str, *, advised: tuple[Any, ...] = (),
                 filled: Mapping[str, Any] = NO_BOUNDS) -> None:  # fmt: skip
        super().__init__(f"{why} (rule {refusal.rule})")
        self.refusal, self.detail, self.advised, self.filled = refusal, why, advised, filled
        self.code, self.rule, self.status = refusal.code, refusal.rule, refusal.status

    def members(self) -> Mapping[str, Any]:
        """Return the rule, and what might be done instead."""
        return {"rule": self.rule, **self.instead}


def refusal_parameters(why: Callable[..., str]) -> tuple[str, ...]:
    """Return what the sentence of a refusal fills in."""
    code = why.__code__  # a plain function, see `Refusal.why`
    return tuple(code.co_varnames[: code.co_argcount])


def open_sentence(refusal: "AnyRefusal") -> str:
    """Return the sentence of a refusal, with the names of what it fills in: `It is {turn}`."""
    return refusal.why(*[f"{{{name}}}" for name in refusal_parameters(refusal.why)])


@dataclass(frozen=True, slots=True)
class Refusal(Generic[P]):
    """One way in which rules say no; called with what its sentence fills in, it is the Illegal.

    Attributes:
        code, rule: those of the Illegal.
        why: a function that only puts its parameters into the sentence: put together what is said
            of them (a list in words, a number of cards) before. The sentence begins with a capital
            and has no full stop at its end. What the seat should do instead comes as an `Advice`,
            so that nothing is advised that is not possible.
        status: the number that an HTTP layer answers with.
    """

    code: str
    rule: str
    why: Callable[P, str]
    status: int = 409

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Illegal:
        """Return the exception to be raised."""
        given = (*args, *kwargs.values())
        advised = [action for one in given if isinstance(one, Advice) for action in one.actions]
        filled = {**dict(zip(refusal_parameters(self.why), args, strict=False)), **kwargs}
        return Illegal(self, self.why(*args, **kwargs), advised=tuple(advised), filled=filled)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the one rule, as `RefusalByRule` has several."""
        return (self.rule,)


@dataclass(frozen=True, slots=True)
class RefusalByRule(Generic[P]):
    """A refusal in the same words under one of several `rules`: of a phase, or of a command."""

    code: str
    rules: tuple[str, ...]
    why: Callable[P, str]
    status: int = 409

    def under(self, rule: str) -> Refusal[P]:
        """Return the refusal under one of its rules."""
        assert rule in self.rules, f"{self.code} does not name rule {rule}"
        return Refusal(self.code, rule, self.why, self.status)


AnyRefusal = Refusal[...] | RefusalByRule[...]


def refusals_in(names: Mapping[str, object]) -> tuple[AnyRefusal, ...]:
    """Return the refusals among the names of a module, in their order."""
    return tuple(one for one in names.values() if isinstance(one, Refusal | RefusalByRule))


class RulesNotInstalled(FairdealError, LookupError):
    """A table is of a game, or of rules, that are not installed here; its log is kept."""

    code, status = "table/rules_not_installed", 501

    def __init__(self, game: str, version: int) -> None:
        self.detail = (
            f"This table is of {game} with rules {version}, which are not installed here. Its log"
            " is kept; install the package of the game, and it is served again"
        )
        super().__init__(self.detail)
        self.game, self.version = game, version


class Step(NamedTuple):
    """Something that happens by itself next and needs no chance, such as the end of a hand."""

    what: str


class Shuffle(NamedTuple):
    """Cards (or seats, as strings) that must be put in a random order before play goes on.

    Attributes:
        what: the game's word for it: ``deal``, ``reshuffle``, ``first_seat`` ...
        cards: what is shuffled, in any order.
        hand: number of the hand it belongs to; 0 before the first deal.
        i: 1, 2, 3 ... among the shuffles of that hand and word.
    """

    what: str
    cards: tuple[str, ...]
    hand: int
    i: int = 1


class Pick(NamedTuple, Generic[Action]):
    """A choice of cards too wide to list: `example` with other cards in its `field`.

    `text` names it for people in a few words: ``Bury 4 cards``.

    Any `least` to `most` different cards of `cards` are legal in `field` when `must` is None; else
    `must` says in one sentence what the cards must also be, and `bounds` the same in numbers.
    """

    example: Action
    field: str
    cards: Cards
    least: int
    most: int
    text: str
    must: str | None = None
    bounds: Mapping[str, Any] = NO_BOUNDS


class CardFace(NamedTuple):
    """What a client shows of a card."""

    id: str
    name: str
    rank: str | None
    suits: tuple[str, ...]
    label: Annotated[str, "A few characters for small screens."]
    points: Annotated[int | None, "What it counts; null: nothing, or nothing by itself."] = None


Group = Literal["cards", "sets", "sequences", "bids", "calls", "places", "pass"]


class Wording(NamedTuple):
    """A choice as people are shown it."""

    text: Annotated[
        str, "What it does, in a few words, with cards and seats marked: `[Gold 7](card:gold-7)`."
    ]
    group: Annotated[
        Group,
        "The group to show it in: one of the `cards`; `sets` or `sequences` of cards;"
        " `bids` of an amount; spoken `calls`; `places` of cards at the table; `pass`,"
        " which does nothing (more).",
    ]


class Choices(NamedTuple, Generic[Action]):
    """What a seat may do now: `actions` one by one, `picks` by their bounds."""

    actions: tuple[Action, ...] = ()
    picks: tuple[Pick[Action], ...] = ()


class Outcome(NamedTuple):
    """How a table ended."""

    places: tuple[int, ...]  # by seat; 1 is first, ties share; empty where nothing was played
    scores: tuple[int, ...]  # by seat
    why: str  # why it ended: a code among the game's `endings`, or those of tables


class Standing(NamedTuple):
    """Places and scores by seat as they stand."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


class ReceivedEvent(NamedTuple):
    """An event as somebody may know it: public fields and those sealed to them, as JSON values.

    A field of kind EACH_SEAT holds only the reader's own element.
    """

    type: str
    data: Mapping[str, Any]


class Luck(Protocol):
    """A source of chance handed in as a value; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop - 1."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put `x` in a random order in place."""


def private_copy(state: T) -> T:
    """Return a shallow copy that `apply` may change; enough because all fields are immutable."""
    copied: Callable[[], T] | None = getattr(state, "__copy__", None)
    if copied is not None:  # compiled: it keeps its fields elsewhere
        return copied()
    new = object.__new__(type(state))
    new.__dict__ = state.__dict__.copy()
    return new


def fields_of(state: Any) -> dict[str, Any]:
    """Return what a state holds, by the names of its fields."""
    return {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
