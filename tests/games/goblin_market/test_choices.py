"""What is offered, what is done when time is up, and what the bot makes of it."""

import random
from typing import Any

import pytest

from games.core.contract import Seat
from games.goblin_market import GAME
from games.goblin_market.actions import MOST_COINS, Action, Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.state import State
from tests.corpus import random_options
from tests.games.bots import asked
from tests.games.goblin_market.cards import cards, opened, selling
from tests.games.goblin_market.table import after, turn
from tests.games.play import Play, seen_by

AUTHOR, MILL, BARD = cards("author mill bard")


def bot(state: State, seat: Seat) -> Action:
    action: Action = asked(GAME, GAME.view(state, seat), GAME.rules.choices(state, seat))
    return action


def test_a_bidder_is_offered_pass_and_every_bid() -> None:
    state = selling("author mill", coins=(4, 7, 10))
    assert GAME.rules.choices(state, Seat(0)).actions == (Pass(), *map(Bid, (1, 2, 3, 4)))
    state = after(state, "4")
    assert GAME.rules.choices(state, Seat(1)).actions == (Pass(), Bid(5), Bid(6), Bid(7))


def test_the_winner_is_offered_all_and_each_card() -> None:
    state = after(selling("author mill bard"), "2 - -")
    takes = (Take(AUTHOR), Take(MILL), Take(BARD))
    assert GAME.rules.choices(state, Seat(0)).actions == (TakeAll(), *takes)


@pytest.mark.parametrize("seat", [1, 2])
def test_nothing_is_offered_to_the_others(seat: int) -> None:
    assert GAME.rules.choices(opened(), Seat(seat)) == ((), ())


def test_the_list_of_bids_reaches_what_a_player_can_ever_own() -> None:
    most_income = 6 * 3 + 6 * 2 + 3 * 1 + 3  # all Aces, Crowns and nines, and three suits
    assert 200 + 14 * most_income < MOST_COINS
    state = selling("author", coins=(700, 0, 0))
    assert GAME.rules.choices(state, Seat(0)).actions[-1] == Bid(700)


def test_fallback_passes_takes_all_and_then_the_first_card_of_the_row() -> None:
    state = selling("author mill bard", share_may_be_refused=True)
    assert GAME.rules.fallback(state, Seat(0)) == Pass()
    state = after(state, "2 3 - -")
    assert GAME.rules.fallback(state, Seat(1)) == TakeAll()
    assert GAME.rules.fallback(after(state, "author"), Seat(0)) == Take(MILL)


def test_the_bot_passes_for_cards_that_cost_points() -> None:
    owned = ("pact mountain mill sailor", "", "")
    assert bot(selling("battle soldier", owned=owned), Seat(0)) == Pass()


def test_the_bot_bids_the_least_for_cards_that_bring_points() -> None:
    assert bot(selling("pact mountain"), Seat(0)) == Bid(1)


def test_the_bot_takes_one_card_when_the_others_would_cost_more() -> None:
    owned = ("pact mountain mill sailor", "", "")
    state = after(selling("diplomat battle soldier", owned=owned), "2 3 - 4 -")
    assert bot(state, Seat(0)) == Take(cards("diplomat")[0])


def test_the_bot_takes_all_when_all_bring_points() -> None:
    state = after(selling("pact mountain"), "2 - -")
    assert bot(state, Seat(0)) == TakeAll()


def test_the_bot_refuses_a_share_that_costs_points() -> None:
    owned = ("pact mountain mill sailor", "", "")
    state = selling("battle author", owned=owned, share_may_be_refused=True)
    assert bot(after(state, "2 3 - - author"), Seat(0)) == Refuse()


def test_bots_end_every_table_and_beat_random_players() -> None:
    bots = others = 0
    for number in range(60):
        luck = random.Random(f"bots against chance {number}")
        seats = GAME.seats[number % len(GAME.seats)]
        play = Play(GAME, random_options(GAME, seats, luck), seats, luck)
        while GAME.rules.outcome(play.state) is None:
            seat = turn(play.state)
            if seat == 0:
                view = GAME.view(play.state, seat)
                choices = GAME.rules.choices(play.state, seat)
                recent = seen_by(GAME, seat, play.events)
                play.act(seat, asked(GAME, view, choices, recent, play.luck.getrandbits(48)))
            else:
                play.act(*play.random_move())
        bots += play.state.scores[0]
        others += max(play.state.scores[1:])
    assert bots > others


def test_a_random_table_ends_within_its_auctions() -> None:
    play: Any = Play(GAME, GAME.options(), 6, random.Random(3)).finish()
    assert len(play.moves) < 14 * 6 * 40
