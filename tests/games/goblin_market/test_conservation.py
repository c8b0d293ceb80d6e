"""No card and no coin is ever lost or made, at random tables with random options."""

from collections import Counter
from typing import Any

from games.goblin_market import GAME
from games.goblin_market.cards import AUCTION_DECK, goblin_deck
from games.goblin_market.events import CardsTaken, Event, GoblinMoneyPaid, SisterhoodPaid
from tests.games.goblin_market.cards import everywhere
from tests.games.play import Play
from tests.games.test_laws import tables


def moved(events: list[Event], seats: int) -> list[int]:
    """Return the coins that each seat received less those it paid, by the events."""
    coins = [0] * seats
    for event in events:
        if isinstance(event, CardsTaken):
            coins[event.seat] -= event.coins
        elif isinstance(event, (SisterhoodPaid, GoblinMoneyPaid)):
            coins = [one + two for one, two in zip(coins, event.coins, strict=True)]
    return coins


def check(play: Play) -> None:
    """Find every card in one place, and every coin accounted for."""
    state, start = play.state, play.options.start_coins
    all_cards = [*AUCTION_DECK, *goblin_deck(play.options.use_courts)]
    assert sorted(everywhere(state)) == sorted(all_cards)
    sold_or_gone = [*state.set_aside, *state.discards, *state.row, *state.deck]
    assert len(sold_or_gone) + sum(map(len, state.owned)) == 36
    assert [coins - start for coins in state.coins] == moved(play.events, play.seats)
    assert min(state.coins) >= 0


def test_cards_and_coins_are_all_there_after_every_move() -> None:
    phases: Counter[str] = Counter()
    for play in tables(GAME, 240, "conservation"):
        check(play)
        while GAME.outcome(play.state) is None:
            play.act(*play.random_move())
            check(play)
            phases[play.state.phase] += 1
    assert phases["taking"] > 100


def test_a_game_has_between_10_and_14_auctions() -> None:
    counts = {play.finish().state.auction for play in tables(GAME, 200, "auctions")}
    assert min(counts) >= 10
    assert max(counts) <= 14
    assert len(counts) > 2


def test_the_highest_bid_in_the_choices_is_what_the_seat_owns() -> None:
    for play in tables(GAME, 40, "bids"):
        while GAME.outcome(play.state) is None:
            (seat,) = GAME.to_act(play.state)
            bids: list[Any] = [
                one.coins for one in GAME.choices(play.state, seat).actions if hasattr(one, "coins")
            ]
            assert bids == sorted(set(bids))
            assert not bids or bids[-1] == play.state.coins[seat]
            play.act(*play.random_move())
