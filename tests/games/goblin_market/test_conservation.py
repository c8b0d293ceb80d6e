"""No card and no coin is ever lost or made, at random tables with random options."""

from typing import Any

from games.goblin_market import GAME
from games.goblin_market.cards import AUCTION_DECK, goblin_deck
from games.goblin_market.events import CardsTaken, Event, GoblinMoneyPaid, SisterhoodPaid
from tests.corpus import Recorded
from tests.games.goblin_market.cards import everywhere
from tests.games.play import Play
from tests.laws import Law


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


def is_whole(table: Recorded) -> bool:
    """Say whether a table was played to the end of its one hand."""
    return not table.has_voided()


def test_cards_and_coins_are_all_there_after_every_move(law: Law) -> None:
    for play in law.plays(GAME, {"taking": 10}, is_whole):
        for _ in play.moments(40, end=True):
            check(play)
            law.met[play.state.phase] += 1


def test_a_game_has_between_10_and_14_auctions(law: Law) -> None:
    for play in law.plays(GAME, {"11": 1, "12": 1, "13": 1}, is_whole):
        auctions = play.finish().state.auction
        assert 10 <= auctions <= 14
        law.met[str(auctions)] += 1


def test_the_highest_bid_in_the_choices_is_what_the_seat_owns(law: Law) -> None:
    for play in law.plays(GAME, {"bids": 10}):
        for _ in play.moments(20):
            (seat,) = GAME.rules.to_act(play.state)
            bids: list[Any] = [
                one.coins
                for one in GAME.rules.choices(play.state, seat).actions
                if hasattr(one, "coins")
            ]
            assert bids == sorted(set(bids))
            assert not bids or bids[-1] == play.state.coins[seat]
            law.met["bids"] += bool(bids)
