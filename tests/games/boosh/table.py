"""Tables with chosen cards, played by lines of notation such as ``0 take A``."""

import random
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games.boosh import GAME
from games.boosh.cards import DECK
from games.boosh.events import CherryTurned, Event, HandDealt, HandScored
from games.boosh.options import Options
from games.boosh.state import State
from games.core.contract import Card, Cards, Seat, Shuffle
from games.core.options import validate_options
from games.core.presentation import notation
from tests.games.play import Play
from tests.given import Given, given

E = TypeVar("E")
X, Y, Z = "KS QS JK 9H", "10C 10D 10H 10S", "QD 9C 7C 5C"  # 47, 40, 33: the worked examples


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def in_order(shuffle: Shuffle) -> tuple[str, ...]:
    return tuple(sorted(shuffle.cards))


@dataclass
class Table:
    """A table, and all that happened since it was made."""

    state: State
    events: list[Event] = field(default_factory=list)

    def play(self, *lines: str) -> "Table":
        for line in lines:
            seat, _, action = line.partition(" ")
            happened = GAME.rules.decide(
                self.state, Seat(int(seat)), notation.from_notation(GAME.actions, action)
            )
            self.state, more = GAME.settle(GAME.fold(self.state, happened), in_order)
            self.events += [*happened, *more]
        return self

    def last(self, kind: type[E]) -> E:
        """Return the newest event of a kind."""
        found = next(event for event in reversed(self.events) if type(event) is kind)
        assert isinstance(found, kind)
        return found

    def happened(self, kind: type[Any]) -> int:
        """Count the events of a kind."""
        return sum(type(event) is kind for event in self.events)

    @property
    def scored(self) -> HandScored:
        return self.last(HandScored)

    @property
    def given(self) -> Given:
        return given(GAME, self.state)


def opened(seats: int, **options: Any) -> Table:
    """Open a table whose last seat deals first, unless the options say otherwise."""
    chosen = validate_options(Options, {"first_dealer": seats - 1, **options}, seats)
    return Table(GAME.rules.open(chosen, seats, None))


def dealt(*hands: str, cherry: str = "2C", deck: str | None = None, **options: Any) -> Table:
    """Deal these hands to seats 0, 1 ...; seat 0 begins. Without `deck`, all other cards are A.

    Without Woof the cherry is turned.
    """
    table = opened(len(hands), **options)
    held = tuple(map(cards, hands))
    used = {card for hand in held for card in hand} | {cherry}
    rest = cards(deck) if deck is not None else tuple(c for c in DECK if c not in used)
    players = table.state.players
    start = HandDealt(1, players[-1], players, held, (Card(cherry), *rest))
    table.state = GAME.evolve(table.state, start)
    if not table.state.options.woof:
        table.state = GAME.evolve(table.state, CherryTurned(Card(cherry)))
    return table


def turn(seat: int, then: str = "pass") -> list[str]:
    """A turn that changes no hand, and what the seat says after it."""
    lines = [f"{seat} take A", f"{seat} discard"]
    return [*lines, f"{seat} {then}"] if then else lines


def called(table: Table, caller: int) -> Table:
    """Play until `caller` has called Boosh in the first round."""
    for seat in range(caller):
        table.play(*turn(seat))
    return table.play(*turn(caller, "call_boosh"))


def exposed(table: Table, caller: int) -> Table:
    """Play the quack and the exposure: everybody shows positions 0 and 1."""
    seats = [seat % table.state.seats for seat in range(caller, caller + table.state.seats)]
    for seat in seats[1:]:
        table.play(*turn(seat, ""))
    return table.play(*(f"{seat} expose 0+1" for seat in seats))


def answered(table: Table, caller: int, folds: tuple[int, ...] = ()) -> Table:
    """Let the others fold or stay."""
    count = table.state.seats
    for seat in [seat % count for seat in range(caller + 1, caller + count)]:
        table.play(f"{seat} {'fold' if seat in folds else 'stay'}")
    return table


def showdown(table: Table, caller: int, folds: tuple[int, ...] = ()) -> Table:
    """Play a called hand to its score."""
    return answered(exposed(called(table, caller), caller), caller, folds)


def woof_showdown(table: Table, caller: int, folds: tuple[int, ...] = ()) -> Table:
    """Play a Woof hand to its score; nobody exchanges a card."""
    table.play(f"{caller} call_woof")
    for seat in range(table.state.seats):
        table.play(*turn(seat, ""))
    count = table.state.seats
    seats = [seat % count for seat in range(caller, caller + count)]
    table.play(*(f"{seat} expose 0+1" for seat in seats))
    return answered(table, caller, folds)


def quiet(seats: int, seed: int, moves: int, **options: Any) -> Play:
    """Play at random, but call so rarely that [A] runs out, which random play hardly ever sees."""
    luck = random.Random(f"quiet {seats} {seed}")
    play = Play(GAME, validate_options(Options, options, seats), seats, luck)
    for _ in range(moves):
        if GAME.rules.outcome(play.state) is not None:
            break
        seat, action = play.random_move()
        if luck.random() < {"calling": 0.998, "taking": 0.8}.get(play.state.phase, 0):
            action = GAME.rules.fallback(play.state, seat)
        play.act(seat, action)
    return play
