"""A table that is played by short lines: ``7`` bids, ``-`` passes, a card or ``all`` is taken."""

from typing import Any

from games.core.contract import Card, Seat
from games.goblin_market import GAME
from games.goblin_market.actions import Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.events import Event
from games.goblin_market.state import State
from tests.games.goblin_market.cards import in_order

WORDS: dict[str, Action] = {"-": Pass(), "all": TakeAll(), "no": Refuse()}


def action(word: str) -> Action:
    """Read an action."""
    if word in WORDS:
        return WORDS[word]
    return Bid(int(word)) if word.isdigit() else Take(Card(word))


def play(state: State, line: str) -> tuple[State, list[Event]]:
    """Let the seats act in turn, with all that follows; return the state and the events."""
    happened: list[Event] = []
    for word in line.split():
        (seat,) = GAME.rules.to_act(state)
        events = GAME.rules.decide(state, seat, action(word))
        state, more = GAME.settle(GAME.fold(state, events), in_order)
        happened += [*events, *more]
    return state, happened


def after(state: State, line: str) -> State:
    """Return the state after these actions and all that follows."""
    return play(state, line)[0]


def only(kind: type[Any], events: list[Event]) -> Any:
    """Return the one event of this class."""
    (found,) = [event for event in events if type(event) is kind]
    return found


def kinds(events: list[Event]) -> list[str]:
    """Return the names of the events' classes."""
    return [type(event).__name__ for event in events]


def turn(state: State) -> Seat:
    """Return the seat to act."""
    (seat,) = GAME.rules.to_act(state)
    return seat
