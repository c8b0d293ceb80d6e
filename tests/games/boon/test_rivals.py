"""What a search makes of the others: who is an amateur, how an amateur plays, and its cards."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from games.boon import GAME, plain
from games.boon.determinise import memory_from_view
from games.boon.rivals import World, policy, worlds
from games.boon.traces import AMATEURS, RoundEvidence
from games.core.bots import Budget
from games.core.contract import Seat, fields_of
from games.core.fairness.chance import Chance
from tests.games.play import Play, seen_by
from tests.laws import Law

REGULAR, PLAIN = GAME.bots.levels["regular"], GAME.bots.frozen[0]
TABLES, GUESSES = 30, 40


def played(seats: int, tricks: int) -> Iterator[Play]:
    """Play rounds up to a trick; in odd seats are amateurs, in even ones regulars."""
    for number in range(TABLES):
        play = Play(GAME, GAME.options(), seats, random.Random(number))
        while play.state.phase in ("taking", "burying") or len(play.state.tricks) < tricks:
            (seat,) = GAME.rules.to_act(play.state)
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            bot = PLAIN if seat % 2 else REGULAR
            seen, luck = seen_by(GAME, seat, play.events), Chance(play.luck.getrandbits(48))
            play.act(seat, bot.choose(view, choices, seen, luck, Budget()))
        yield play


def believed(play: Play, reader: Seat) -> RoundEvidence:
    """Return what a reader makes of the others."""
    view = GAME.view(play.state, reader)
    return RoundEvidence(view, memory_from_view(view), Chance(play.seats))


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_cards_that_they_play_tell_amateurs_from_regulars(seats: int) -> None:
    shares: dict[bool, list[float]] = {True: [], False: []}
    for play in played(seats, 5):
        evidence = believed(play, Seat(0))
        for seat, share in zip(evidence.others, evidence.amateurs, strict=True):
            shares[seat % 2 == 1].append(share)
    amateurs, regulars = (sum(shares[kind]) / len(shares[kind]) for kind in (True, False))
    assert amateurs > 1.6 * AMATEURS and regulars < 0.8 * AMATEURS


def test_before_any_card_is_played_all_is_as_likely() -> None:
    play = next(played(5, 0))
    assert believed(play, GAME.rules.to_act(play.state)[0]).amateurs == [AMATEURS] * 4


def test_an_amateur_does_as_plain_does(law: Law) -> None:
    for play in law.plays(GAME, {"moves": 100}):
        for _ in play.moments(10):
            (seat,) = GAME.rules.to_act(play.state)
            view, choices = GAME.view(play.state, seat), GAME.rules.choices(play.state, seat)
            world = World(**fields_of(play.state), amateurs=(seat,))
            plainly = plain.choose(view, choices, (), play.luck, Budget())
            assert policy(world, seat) == plainly
            law.met["moves"] += 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_guesses_of_who_took_are_stronger_than_even_ones(seats: int) -> None:
    guessed = even = truth = 0.0
    for play in played(seats, 0):
        taker = play.state.taker
        if taker is None:
            continue
        reader = Seat((taker + 1) % seats)
        view, seen = GAME.view(play.state, reader), seen_by(GAME, reader, play.events)
        found = list(islice(worlds(view, seen, Chance(seats)), GUESSES))
        luck = Chance(9)
        blind = [GAME.bots.determinise(view, seen, luck) for _ in range(GUESSES)]
        truth += golds(play.state, taker)
        guessed += sum(golds(one, taker) for one in found) / GUESSES
        even += sum(golds(one, taker) for one in blind) / GUESSES
    assert abs(guessed - truth) < 0.8 * abs(even - truth)


def golds(state: object, seat: Seat) -> int:
    """Count the golds of a hand."""
    hands = fields_of(state)["hands"]
    return sum(card.startswith("gold") for card in hands[seat])
