"""A table without HTTP and Redis: the rules judge, players are asked, and that is all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from bots.deals import Deal
from games.core.contract import Choices, Illegal, Outcome, ReceivedEvent, Seat, View
from games.core.game import AnyGame
from games.core.received import ReceivedEvents
from games.core.type_hints.values import split_by_audience, visible_fields

LONGEST_REASON = 300  # characters of a reason


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked and told; nothing in it but what the seat may know.

    Attributes:
        n: 1, 2, 3 ... among the questions to this seat.
        hand: the events of the newest hand as the seat received them.
        news: the same of those since the seat was asked before.
        seed: of what is drawn for this move.
    """

    n: int
    view: View
    choices: Choices[Any]
    hand: Sequence[ReceivedEvent]
    news: Sequence[ReceivedEvent]
    seed: int


class ChosenAction(NamedTuple):
    """An action, and what finding it cost."""

    action: Any
    playouts: int = 0


class PlayerFailed(Exception):
    """A player gave no answer that is one; the text says how."""


class SeatPlayer(Protocol):
    """Whoever holds a seat from the first deal to the end; may remember what it was told."""

    def clock(self) -> float:
        """Return the seconds by which its moves are measured."""

    def choose(self, question: Question) -> ChosenAction:
        """Return a legal action; whatever is raised instead costs the move."""

    def fail(self, n: int, why: str) -> None:
        """Hear that the fallback was played for move `n`."""

    def end(self, outcome: Outcome | None, news: Sequence[ReceivedEvent]) -> None:
        """Hear how it ended (None: nobody knows) and leave the table."""


@dataclass
class Conduct:
    """How a seat has played.

    Attributes:
        fallbacks: how often the rules' fallback was played instead, and why first.
    """

    moves: int = 0
    playouts: int = 0
    seconds: float = 0.0
    fallbacks: int = 0
    first: str | None = None

    def fail(self, why: str) -> None:
        """Take in that the fallback is played for the next move."""
        self.fallbacks += 1
        self.first = self.first or f"move {self.moves + 1}: {why}"

    def move(self, playouts: int, seconds: float) -> None:
        """Take in a move and what it cost."""
        self.moves += 1
        self.playouts += playouts
        self.seconds += seconds


class ArenaResult(NamedTuple):
    """How a table ended, by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    conduct: tuple[Conduct, ...]

    def excess(self, seat: int) -> int:
        """Return the score less the table's mean, times the seats, so that it is whole."""
        return len(self.scores) * self.scores[seat] - sum(self.scores)

    def shared_place(self, seat: int) -> float:
        """Return the place; ties share the mean of theirs."""
        place = self.places[seat]
        return place + (self.places.count(place) - 1) / 2


@dataclass
class ArenaTable:
    """One table in play: its state, what happened, and what each seat was told of it."""

    deal: Deal
    state: Any = None
    happened: list[Any] = field(default_factory=list)
    begun: int = 0  # number of events before the newest hand

    def __post_init__(self) -> None:
        """Open the table and deal."""
        seats = self.deal.seats
        self.received_events: list[list[ReceivedEvent]] = [[] for _ in range(seats)]
        self.questioned_at = [0] * seats  # by seat: number of events at its newest question
        self.conduct = tuple(Conduct() for _ in range(seats))
        self.state = self.game.rules.open(self.deal.options, seats, self.deal.carried)
        self.settle()

    @property
    def game(self) -> AnyGame:
        """Return what is played."""
        return self.deal.game

    def settle(self) -> None:
        """Do all that follows by itself."""
        after, events = self.game.settle(self.state, self.deal.order)
        self.move_on(events, after)

    def move_on(self, events: Sequence[Any], after: Any) -> None:
        """Take in what happened, after which the state is as given."""
        if self.game.rules.hand(after) != self.game.rules.hand(self.state):
            self.begun = len(self.happened) + self.dealt_at(events)
        self.state = after
        self.happened += events

    def dealt_at(self, events: Sequence[Any]) -> int:
        """Return which of these events dealt the newest of their hands."""
        state, newest = self.state, 0
        for at, event in enumerate(events):
            hand = self.game.rules.hand(state)
            state = self.game.evolve(state, event)
            newest = at if self.game.rules.hand(state) != hand else newest
        return newest

    def received(self, seat: Seat) -> list[ReceivedEvent]:
        """Return all events of the table as a seat received them."""
        events = self.received_events[seat]
        names = self.game.types
        events += [
            ReceivedEvent(names[type(event)], visible_fields(*split_by_audience(event), seat))
            for event in self.happened[len(events) :]
        ]
        return events

    def since(self, seat: Seat, first: int) -> ReceivedEvents:
        """Return the events from number `first` on as a seat received them."""
        return ReceivedEvents(lambda: self.received(seat)[first:])

    def question(self, seat: Seat) -> Question:
        """Return what a seat in `to_act` is asked."""
        n, game = self.conduct[seat].moves + 1, self.game
        view, choices = game.view(self.state, seat), game.rules.choices(self.state, seat)
        hand, news = self.since(seat, self.begun), self.since(seat, self.questioned_at[seat])
        return Question(n, view, choices, hand, news, self.deal.seed(seat, n))

    def act(self, seat: Seat, player: SeatPlayer) -> None:
        """Have a player act in a seat; play the fallback if it fails."""
        question, conduct, begin = self.question(seat), self.conduct[seat], player.clock()
        playouts = 0
        try:
            action, playouts = player.choose(question)
            events = self.game.rules.decide(self.state, seat, action)
        except Exception as error:  # a player that fails must not stop the table
            why = _player_failure_text(error)
            conduct.fail(why)
            player.fail(question.n, why)
            events = self.game.rules.decide(
                self.state, seat, self.game.rules.fallback(self.state, seat)
            )
        conduct.move(playouts, player.clock() - begin)
        self.questioned_at[seat] = len(self.happened)
        self.move_on(events, self.game.fold(self.state, events))
        self.settle()


def _player_failure_text(error: Exception) -> str:
    """Return why a player failed: in its own words, in those of the rules, or what was raised."""
    own = isinstance(error, PlayerFailed | Illegal)
    why = str(error) if own else f"{type(error).__name__}: {error}"
    why = why.encode(errors="replace").decode()  # half a character may stand in any JSON
    return why if len(why) <= LONGEST_REASON else f"{why[:LONGEST_REASON]}..."


Sit = Callable[[Deal, Seat], SeatPlayer]  # makes whoever holds a seat at a table


def play_out_table(deal: Deal, sit: Sequence[Sit]) -> ArenaResult:
    """Play a table from the deal to its end, with players made for it by seat."""
    table, outcome = ArenaTable(deal), None
    players: list[SeatPlayer] = []
    try:
        for at, seated in enumerate(sit):
            players.append(seated(deal, Seat(at)))
        while (outcome := deal.game.rules.outcome(table.state)) is None:
            seat = deal.game.rules.to_act(table.state)[0]
            table.act(seat, players[seat])
    finally:
        for at, player in enumerate(players):
            player.end(outcome, table.since(Seat(at), table.questioned_at[at]))
    return ArenaResult(outcome.scores, outcome.places, table.conduct)
