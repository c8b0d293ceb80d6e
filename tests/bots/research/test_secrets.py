"""Non-interference: two tables that differ only in what a seat may not know look the same to it."""

from collections.abc import Sequence
from typing import Any

import pytest

from bots.research.steps import ActionWithoutSteps, ImpossibleStep, Position
from bots.research.tensors import game_tensors
from bots.research.transcript import Transcript
from games import NEWEST
from games.core.contract import Illegal, ReceivedEvent, Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.type_hints.values import to_json
from tests.bots.research.walks import terms, walk
from tests.games.every import checks_of, every_game
from tests.games.known import unknown
from tests.games.play import renamed, seen_by

TABLES = 60


class NoTwin(Exception):
    """In the other world something would have gone otherwise, as all may know."""


def events_of(position: Position) -> list[Any]:
    """Return all events of a table."""
    found, link = [], position.transcript
    while link.before is not None:
        found += [] if link.event is None else [link.event]
        link = link.before
    return found[::-1]


def told(position: Position, seat: Seat) -> list[ReceivedEvent]:
    """Return what a seat was told where the rules let hidden cards decide what is told."""
    game = position.terms.game
    picked = checks_of(game.name).told
    events = [event for event in events_of(position) if game.types[type(event)] in picked]
    return seen_by(game, seat, events)


def twin(positions: Sequence[Position], names: dict[str, str]) -> Position:
    """Return the last of positions in a world where cards of its newest hand have changed names."""
    terms, last = positions[0].terms, positions[-1]
    game, steps = terms.game, last.steps()
    newest, other, action_steps = game.rules.hand(last.state), terms.opened(), 0
    for at, number in enumerate(steps):
        position = positions[at]
        if (position.due is None) != (other.due is None):
            raise NoTwin
        if position.due is not None:
            card = terms.numbers.shuffled(number)
            card = names.get(card, card) if position.due.hand == newest else card
            other = other.after(terms.numbers.outcome(card))
        elif (action := position.completed(number)) is not None:
            action = renamed(action, names) if game.rules.hand(position.state) == newest else action
            for one in other.spelled(action):
                other = other.after(one)
            action_steps = at + 1
    for number in steps[action_steps:]:  # a row that is not complete yet
        if last.row is not None:
            other = other.after(number)
    return other


def swapped(game: AnyGame, positions: Sequence[Position], seat: Seat, luck: Chance) -> Position:
    """Return the last of positions with two cards changed that a seat may not know."""
    last = positions[-1]
    first = game.rules.open(last.terms.options, last.terms.seats, None)
    hand = game.rules.hand(last.state)
    hidden = sorted(unknown(game, first, events_of(last), seat).get(hand, set()))
    if len(hidden) < 2 or (last.row is not None and last.to_choose[0] != seat):
        raise NoTwin
    luck.shuffle(hidden)
    one, two, *_ = hidden
    try:
        other = twin(positions, {one: two, two: one})
    except (Illegal, ImpossibleStep, ActionWithoutSteps):
        raise NoTwin from None
    if told(other, seat) != told(last, seat):
        raise NoTwin
    return other


def known(position: Position, seat: Seat) -> tuple[Any, ...]:
    """Return all that a seat gets of a position."""
    tensor = game_tensors(position.terms.game, position.terms.seats).of(position, seat)
    legal = position.legal if position.seat == seat else ()
    return position.information(seat), position.observation(seat), tensor, legal, position.seat


def compared(game: AnyGame, tables: int) -> int:
    """Compare the two worlds of some tables; return how many differ for somebody else."""
    moved = 0
    for number in range(tables):
        luck = Chance(number)
        played_by = terms(game, game.seats[number % min(3, len(game.seats))], 150)
        positions = list(walk(played_by, luck))
        first = next(at for at, one in enumerate(positions) if one.to_choose)
        positions = positions[: first + 1 + luck.randrange(len(positions) - first)]
        seat = Seat(luck.randrange(played_by.seats))
        try:
            other = swapped(game, positions, seat, luck)
        except NoTwin:
            continue
        assert known(other, seat) == known(positions[-1], seat), f"table {number}, seat {seat}"
        moved += other.state != positions[-1].state
    return moved


@every_game
def test_a_seat_gets_the_same_strings_and_tensors_whatever_it_may_not_know(game: AnyGame) -> None:
    assert compared(game, TABLES) > TABLES // 8


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell everybody all fields of an event, and see the comparison fail."""

    def leaky(link: Transcript, seat: Seat) -> ReceivedEvent:
        return ReceivedEvent(link.game.types[type(link.event)], to_json(link.event))

    monkeypatch.setattr(Transcript, "received", leaky)
    with pytest.raises(AssertionError, match="table"):
        compared(NEWEST["boon"], TABLES)
