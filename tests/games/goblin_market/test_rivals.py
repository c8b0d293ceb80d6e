"""What a search makes of the others: who plays as a shopper, and how a shopper plays."""

import random
from typing import Any

from games.core.bots import Budget
from games.core.contract import Card, Seat, fields_of
from games.core.fairness.chance import Chance
from games.goblin_market import GAME, plain
from games.goblin_market.actions import Take
from games.goblin_market.rivals import World, policy, shopper_probabilities, worlds
from tests.games.bots import asked
from tests.games.middling import Middling
from tests.games.play import Play, seen_by
from tests.laws import Law

REGULAR, PLAIN = GAME.bots.levels["regular"], GAME.bots.frozen[0]


def played(seed: int, seats: int) -> Play:
    """Play most of a market of seat 0 and other regulars in even seats, and shoppers in odd."""
    play = Play(GAME, GAME.options(), seats, random.Random(seed))
    while len(play.state.deck) > 8:
        (seat,) = GAME.rules.to_act(play.state)
        view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
        bot = PLAIN if seat % 2 else REGULAR
        luck = Chance(play.luck.getrandbits(48))
        play.act(seat, bot.choose(view, choices, (), luck, Budget()))
    return play


def test_bids_tell_shoppers_from_regulars() -> None:
    for seats in GAME.seats:
        play = played(seats, seats)
        reader = Seat(0)
        seen = seen_by(GAME, reader, play.events)
        found = shopper_probabilities(GAME.view(play.state, reader), seen)
        assert {seat: round(one) for seat, one in found.items()} == {
            Seat(seat): seat % 2 for seat in range(1, seats)
        }


def test_before_any_bid_all_is_as_likely() -> None:
    play = Play(GAME, GAME.options(), 4, random.Random(1))
    found = shopper_probabilities(
        GAME.view(play.state, Seat(3)), seen_by(GAME, Seat(3), play.events)
    )
    assert found == {Seat(0): 0.5, Seat(1): 0.5, Seat(2): 0.5}


def must_lose(state: Any, seat: Seat) -> bool:
    """Say whether a share must be taken that costs points.

    `plain` means to refuse it and takes the last card instead; it is frozen, so it stays like that.
    A shopper takes the card that costs least.
    """
    shared = state.phase == "taking" and seat != state.leader
    worst = shared and plain.immediate_gain(state.owned[seat], (least_bad(state, seat),)) < 0
    return worst and not state.options.share_may_be_refused


def least_bad(state: Any, seat: Seat) -> Card:
    """Return the card of the row that brings the most points."""
    mine = state.owned[seat]
    best: Card = max(state.row, key=lambda card: plain.immediate_gain(mine, (card,)))
    return best


def test_a_shopper_does_as_plain_does_with_middling_luck(law: Law) -> None:
    for play in law.plays(GAME, {"moves": 100}):
        for _ in play.moments(10):
            (seat,) = GAME.rules.to_act(play.state)
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            world = World(**fields_of(play.state), shoppers=(seat,))
            plainly = plain.choose(view, choices, (), Middling(), Budget())
            if must_lose(play.state, seat):
                assert policy(world, seat) == Take(least_bad(play.state, seat))
                continue
            assert policy(world, seat) == plainly
            law.met["moves"] += 1


def test_nobody_is_a_shopper_in_the_worlds_of_regulars_nor_is_who_searches() -> None:
    play = played(2, 5)
    (seat,) = GAME.rules.to_act(play.state)
    seen = seen_by(GAME, seat, play.events)
    world = next(worlds(GAME.view(play.state, seat), seen, Chance(1)))
    assert isinstance(world, World)
    assert set(world.shoppers) <= {one for one in range(5) if one % 2} - {seat}
    view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
    assert policy(world, seat) == asked(GAME, view, choices, seen)
