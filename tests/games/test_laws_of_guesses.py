"""A determinised state is one that the game can reach, with just the events that the seat has seen.

The newest hand is played again from where the guess says that everything lay when it was dealt
(`Checks.again`): the rules take every move, the seat receives the same bytes, and what is reached
is the guess, seen from every seat.
"""

import random
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import orjson

from games.core.contract import Illegal, ReceivedEvent, Seat, Shuffle
from games.core.game import AnyGame
from tests.games.bots import asked
from tests.games.every import Again, checks_of, every_game
from tests.games.play import Play, as_bytes, as_seen, same_cards, seen_by, voids
from tests.laws import Law, of_several_hands


class Retold(Play):
    """The newest hand of another Play, with orders and moves as they would have been."""

    def __init__(self, play: Play, start: Any, told: Again) -> None:
        """Begin just before the hand was dealt."""
        self.begin, self.given = start, iter(told.orders)
        super().__init__(play.game, play.options, play.seats, random.Random(0))
        for seat, action in told.moves:
            self.act(seat, action)

    def settle(self) -> None:
        """Deal from the state before the hand, not from the opening."""
        if not self.states:
            self.state = self.begin
        super().settle()

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        order = next(self.given)
        assert same_cards(order, shuffle), "the hidden cards are those that were shuffled"
        self.orders.append(order)
        return order


def newest_hand(play: Play) -> tuple[Any, list[Any]]:
    """Return the state before the newest hand was dealt and the events since then."""
    game, newest = play.game, play.game.rules.hand(play.state)
    move = bisect_left(play.states, newest, key=game.rules.hand)
    start, at = (play.states[move - 1], play.ends[move - 1]) if move else (play.first, 0)
    state = start
    for number, event in enumerate(play.events[at:], at):
        if game.rules.hand(state) == newest:
            break
        start, at = state, number
        state = game.evolve(state, event)
    return start, play.events[at:]


def bot_move(play: Play) -> tuple[Seat, Any]:
    """Return what a bot would do now."""
    game = play.game
    seat = play.luck.choice(game.rules.to_act(play.state))
    view = orjson.loads(as_bytes(game.view(play.state, seat)))
    received = seen_by(game, seat, play.events)
    return seat, asked(
        game, view, game.rules.choices(play.state, seat), received, play.luck.getrandbits(48)
    )


def moments(law: Law, game: AnyGame, share: int = 1) -> Iterator[Play]:
    """Yield tables at some moment; at two where bots play, since they play as people do."""
    for play in law.plays(game, {"bots": 1, **of_several_hands(game, "voided")}, share=share):
        for _ in play.moments(1 + play.table.has_bots()):
            law.met["bots"] += play.table.has_bots()
            law.met["voided"] += bool(voids(play))
            yield play


def hold(play: Play, seat: Seat) -> None:
    """Hold a guess of this seat to all that the seat has seen of the newest hand."""
    game, again = play.game, checks_of(play.game.name).again
    assert again is not None, "the checks of a game say how a guess was played"
    start, events = newest_hand(play)
    if any(type(event).__name__ == "HandVoided" for event in events):
        return  # of an earlier hand: `again` tells seats' moves alone
    view = orjson.loads(as_bytes(game.view(play.state, seat)))
    received = [as_seen(row) for row in orjson.loads(as_bytes(seen_by(game, seat, play.events)))]
    guess = game.bots.determinise(view, received, play.luck)
    assert as_bytes(game.view(guess, seat)) == as_bytes(view)
    seen: list[ReceivedEvent] = received[len(received) - len(events) :]
    retold = Retold(play, start, Again(*again(guess, seen, seat)))
    assert as_bytes(seen_by(game, seat, retold.events)) == as_bytes(seen)
    for viewer in (None, *map(Seat, range(play.seats))):
        reached, guessed = (game.view(state, viewer) for state in (retold.state, guess))
        assert as_bytes(reached) == as_bytes(guessed)


def possible(play: Play, seat: Seat, guess: Any) -> bool:
    """Say whether the newest hand can have come to this state with what the seat has seen."""
    again = checks_of(play.game.name).again
    assert again is not None
    start, events = newest_hand(play)
    seen = seen_by(play.game, seat, events)
    told = Again(*again(guess, seen, seat))
    try:
        retold = Retold(play, start, told)
    except (AssertionError, Illegal):
        return False
    return as_bytes(seen_by(play.game, seat, retold.events)) == as_bytes(seen)


@every_game
def test_a_guess_is_a_state_that_the_hand_reaches_with_the_very_events_that_were_seen(
    law: Law, game: AnyGame
) -> None:
    for play in moments(law, game):
        for seat in play.luck.sample(range(play.seats), min(2, play.seats)):
            hold(play, Seat(seat))
