"""The rules of one kind of stream as pure functions, all that `events.handle` needs to serve it.

A table, a player, the disputes about a table, the ratings and the tree of heads are such streams.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

import orjson

from games.table import Draft, Fact
from games.table.rules import DueTimes

Parts = dict[str, dict[str, Any]]  # by audience
SentAt = Annotated[int, "In streams: the server's time when it was sent, in milliseconds."]


class StreamState(Protocol):
    """What has become of a stream; `n` and `at` are number and time of its newest event, or 0."""

    @property
    def n(self) -> int:
        """The number of the newest event."""

    @property
    def at(self) -> int:
        """When it happened, in milliseconds."""


S = TypeVar("S", bound=StreamState)
C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


class CommandRecord(NamedTuple):
    """A command as the log tells it: the cause without `last`, its secret fields by audience."""

    cause: dict[str, Any]
    parts: Parts


NOTHING: frozenset[str] = frozenset()


def _is_never_due(state: StreamState) -> bool:
    """Say that nothing can be due."""
    return False


def _no_holdings(state: StreamState) -> frozenset[str]:
    """Say that nobody holds anything."""
    return NOTHING


def _no_turns(state: StreamState) -> bytes:
    """Say that it is nobody's turn."""
    return b""


class PlayerMessage(NamedTuple):
    """A message for a player, that holds nothing of play."""

    player: str
    message: Mapping[str, Any]


def _no_news(
    before: StreamState, after: StreamState | None, facts: Sequence[Fact]
) -> Iterable[PlayerMessage]:
    """Say that nobody is told anything."""
    return ()


@dataclass(frozen=True, slots=True)
class Decider(Generic[S, C]):
    """A kind of stream.

    Attributes:
        kind: what it is called.
        events: name -> class; names in the log, never class paths.
        commands: class -> the name under which the log tells of it.
        open: (id of the stream) -> the state before the first event.
        decide: (state, by, command, now) -> what the command makes happen; nothing where there is
            nothing to do; raises Illegal. `by` says who asks, `now` is in milliseconds.
        evolve: (state, facts) -> the state after them; judges nothing.
        due: when a stream needs attention without a request; None: such streams never do.
        may_be_due: whether the index of what is due may hold anything of a stream.
        to_record: how the log records a command; None: by its name alone, its events hold the rest.
        opening: the commands with which a stream begins; for them nothing is read.
        holdings: what players hold by a stream, such as `seats:<player>`; counted for quotas.
        moving: the types of events with which that changes.
        turns: who may act, as `events.tables.turns` reads it; b"" for nobody.
        news: (state before, state after or None where there is no `due`, facts) -> what players
            are told of a command.
        news_types: the types of events that make news.
        endless: the state is too big to be copied for an event or folded again for a repeat:
            `evolve` changes it in place, one thread at a time, and a repeat is answered with it.
        names: class -> name of `events`.
    """

    kind: str
    events: Mapping[str, type[Any]]
    commands: Mapping[type[Any], str]
    open: Callable[[str], S]
    decide: Callable[[S, str, C, int], Sequence[Draft]]
    evolve: Callable[[S, Iterable[Fact]], S]
    due: Callable[[S], DueTimes] | None = None
    may_be_due: Callable[[S], bool] = _is_never_due
    to_record: Callable[[C], CommandRecord] | None = None
    opening: tuple[type[Any], ...] = ()
    holdings: Callable[[S], frozenset[str]] = _no_holdings
    moving: frozenset[str] = frozenset()
    turns: Callable[[S], bytes] = _no_turns
    news: Callable[[S, S | None, Sequence[Fact]], Iterable[PlayerMessage]] = _no_news
    news_types: frozenset[str] = frozenset()
    endless: bool = False
    names: Mapping[type[Any], str] = field(init=False)

    def __post_init__(self) -> None:
        """Turn the table of names round."""
        assert not (self.endless and self.due), "what is due is worked out before an append"
        object.__setattr__(self, "names", {kind: name for name, kind in self.events.items()})

    def command_record(self, command: C) -> CommandRecord:
        """Return a command as the log records it."""
        if self.to_record is not None:
            return self.to_record(command)
        action = {"type": self.commands[type(command)]}
        return CommandRecord({"seat": None, "action": action}, {})

    def moved(
        self, types: Sequence[str], before: S, after: S | None
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Return what players hold by a stream after events of these types, and did before."""
        if after is None or self.moving.isdisjoint(types):
            return NOTHING, NOTHING
        old, new = self.holdings(before), self.holdings(after)
        return new - old, old - new

    def news_of(
        self, types: Sequence[str], before: S, after: S | None, facts: Sequence[Fact]
    ) -> bytes:
        """Return what players are told of events of these types, as JSON; b"" for nothing."""
        news = () if self.news_types.isdisjoint(types) else [*self.news(before, after, facts)]
        return orjson.dumps([(*one,) for one in news]) if news else b""

    def turned(self, before: S, after: S | None) -> bytes | None:
        """Return who may act after a command; None: the same as before it."""
        if after is None:
            return None
        turns = self.turns(after)
        return None if turns == self.turns(before) else turns
