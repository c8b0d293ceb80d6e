"""What a search makes of the others: who plays as a boaster, how a boaster plays, and its cards."""

import random
from itertools import islice

from games.boosh import GAME, plain
from games.boosh.rivals import BOASTERS, World, policy, worlds
from games.boosh.sight import HIGH, TOP
from games.core.bots import Budget
from games.core.contract import Cards, Seat, fields_of
from games.core.fairness.chance import Chance
from tests.games.bots import asked
from tests.games.middling import Middling
from tests.games.play import Play, seen_by
from tests.laws import Law

REGULAR, PLAIN = GAME.bots.levels["regular"], GAME.bots.frozen[0]
GUESSES = 40


def played(boasters: int) -> list[Play]:
    """Play hands until somebody is asked to fold; of seats 0 and up so many are boasters."""
    found = []
    for number in range(24):
        play = Play(GAME, GAME.options(), 2 + number % 3, random.Random(number))
        while play.state.phase not in ("folding", "finished"):
            seat = GAME.rules.to_act(play.state)[0]
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            bot = PLAIN if seat < boasters else REGULAR
            seen = seen_by(GAME, seat, play.events)
            luck = Chance(play.luck.getrandbits(48))
            play.act(seat, bot.choose(view, choices, seen, luck, Budget()))
        if play.state.phase == "folding":
            found.append(play)
    return found


def guesses(play: Play, seat: Seat) -> list[World]:
    """Return what who has to fold makes of the others."""
    view, seen = GAME.view(play.state, seat), seen_by(GAME, seat, play.events)
    found = list(islice(worlds(view, seen, Chance(play.seats)), GUESSES))
    assert all(isinstance(world, World) for world in found)
    return [world for world in found if isinstance(world, World)]


def test_the_two_cards_that_a_caller_shows_tell_boasters_from_regulars() -> None:
    """Less surely of a regular: when it bluffs it shows its highest, as boasters always do."""
    for boasters in (0, 4):
        shares = []
        for play in played(boasters):
            caller = play.state.caller
            assert caller is not None
            found = guesses(play, GAME.rules.to_act(play.state)[0])
            shares.append(sum(one.whims[caller] is not None for one in found) / GUESSES)
        assert len(shares) > 5
        average = sum(shares) / len(shares)
        told = average / (1 - average) / (BOASTERS / (1 - BOASTERS))
        assert told > 4 if boasters else told < 1 / 2


def test_guesses_of_a_callers_hand_come_near_to_it_as_even_ones_do_not() -> None:
    off, off_evenly = 0.0, 0.0
    for boasters in (0, 4):
        for play in played(boasters):
            caller, seat = play.state.caller, GAME.rules.to_act(play.state)[0]
            assert caller is not None
            truth = points(play.state.hands[caller])
            guessed = sum(points(one.hands[caller]) for one in guesses(play, seat)) / GUESSES
            view, seen = GAME.view(play.state, seat), seen_by(GAME, seat, play.events)
            luck = Chance(9)
            even = [GAME.bots.determinise(view, seen, luck).hands[caller] for _ in range(GUESSES)]
            off += guessed - truth
            off_evenly += sum(map(points, even)) / GUESSES - truth
    assert abs(off) < abs(off_evenly) / 3


def points(hand: Cards) -> int:
    """Add up a hand with the Joker as the highest card."""
    return sum(HIGH[card] or TOP for card in hand)


def test_a_boaster_does_as_plain_does_with_the_same_luck(law: Law) -> None:
    phases = ("laying_out", "taking", "placing", "calling", "exposing", "folding")
    for play in law.plays(GAME, dict.fromkeys(phases, 1)):
        for _ in play.moments(20 if play.options.own_cards_shown else 0):
            seat = GAME.rules.to_act(play.state)[0]
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            seen = seen_by(GAME, seat, play.events)
            world = World(**fields_of(play.state), whims=(2,) * play.seats)
            plainly = plain.choose(view, choices, seen, Middling(), Budget())
            assert policy(world, seat) == plainly
            law.met[play.state.phase] += 1


def test_who_searches_is_a_regular_in_all_its_worlds(law: Law) -> None:
    for play in law.plays(GAME, share=5):
        play.go(1)
        seat = GAME.rules.to_act(play.state)[0]
        world = guesses(play, seat)[0]
        assert world.whims[seat] is None
        if play.options.own_cards_shown:
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            seen = seen_by(GAME, seat, play.events)
            assert policy(world, seat) == asked(GAME, view, choices, seen)
