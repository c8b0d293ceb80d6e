"""What refusals say where a fixed sentence would advise what is impossible, or blame wrongly."""

from typing import Any

import pytest

from games import boojum, boon, boosh, bum, goblin_market
from games.boojum import actions as of_boojum
from games.boon import actions as of_boon
from games.boosh import actions as of_boosh
from games.core.contract import Illegal, Seat
from games.core.game import AnyGame
from games.goblin_market import actions as of_market
from tests.games.boojum.table import acted as acted_at_boojum
from tests.games.boojum.table import bids, claiming, claims
from tests.games.boojum.table import dealt as dealt_at_boojum
from tests.games.boon.table import acted as acted_at_boon
from tests.games.boon.table import dealt as dealt_at_boon
from tests.games.boosh.table import X, Y, Z, called
from tests.games.boosh.table import dealt as dealt_at_boosh
from tests.games.bum.cards import dealt as dealt_at_bum
from tests.games.bum.cards import later_hand, of, played
from tests.games.goblin_market.cards import selling
from tests.games.goblin_market.table import after


def sentence(game: AnyGame, state: Any, seat: int, action: Any) -> str:
    """Return how an action is refused."""
    with pytest.raises(Illegal) as refused:
        game.rules.decide(state, Seat(seat), action)
    return refused.value.detail


MARKET = selling("author mill bard", coins=(5, 4, 9))
BID_FIVE = after(MARKET, "5")
WON = after(MARKET, "2 3 4 - -")


@pytest.mark.parametrize(
    ("state", "seat", "action", "says"),
    [
        (BID_FIVE, 1, of_market.Bid(6), "Pass: you own 4 coins and the least bid is 6"),
        (BID_FIVE, 1, of_market.Bid(3), "Pass: you own 4 coins and the least bid is 6"),
        (
            selling("author", coins=(0, 1, 1)), 0, of_market.Bid(3),
            "Pass: you own 0 coins and the least bid is 1",
        ),
        (
            after(MARKET, "3"), 1, of_market.Bid(2),
            "2 does not beat the bid of 3: bid 4, or pass",
        ),
        (
            after(MARKET, "3 -"), 2, of_market.Bid(10),
            "10 coins are more than the 9 you own: bid 4 to 9, or pass",
        ),
        (
            selling("author", coins=(0, 1, 1), min_bid=0), 0, of_market.Bid(1),
            "1 coin is more than the 0 you own: bid 0, or pass",
        ),
        (
            WON, 2, of_market.Pass(),
            "You can't bid or pass while cards are taken: take all cards, or one of author, "
            "mill, bard",
        ),
        (WON, 1, of_market.Pass(), "It is seat 2's turn to take: wait"),
    ],
)  # fmt: skip
def test_goblin_market_advises_what_the_seat_can_pay_for(
    state: Any, seat: int, action: Any, says: str
) -> None:
    assert sentence(goblin_market.GAME, state, seat, action) == says


LED = played(dealt_at_bum("JK 3", "4 5", "5 6"), "JK")
PAIR = played(dealt_at_bum("3 3 4", "5 5 6", "7 8"), "3 3")


@pytest.mark.parametrize(
    ("state", "text", "says"),
    [
        (LED, "4",
            "That is lower than the last play: pass, since you hold no single card higher "
            "than JK"),
        (PAIR, "6",
            "Only a set of 2 cards may be played to this trick: play a set of 2 cards higher "
            "than 3, or pass"),
        (dealt_at_bum("3 4", "4 5", "5"), "pass",
            "The leader must play a combination: any single card will do"),
    ],
)  # fmt: skip
def test_the_bum_game_advises_a_play_only_where_the_hand_has_one(
    state: Any, text: str, says: str
) -> None:
    (seat,) = bum.GAME.rules.to_act(state)
    assert sentence(bum.GAME, state, seat, of(state, seat, text)) == says


def test_the_bum_game_tells_who_has_passed_for_good_that_the_trick_goes_on_without() -> None:
    passed = played(dealt_at_bum("5 3", "6 4", "9 7", pass_is_final=True), "5", "pass", "9")
    assert sentence(bum.GAME, passed, 1, of(passed, 1, "6")) == (
        "You have passed and are out of this trick: wait until the next one is led"
    )
    assert sentence(bum.GAME, passed, 2, of(passed, 2, "7")) == (
        "It is the turn of seat 0: wait for yours"
    )


def test_the_bum_game_advises_how_many_cards_to_give_and_of_which() -> None:
    state, _ = later_hand("3 4 5 JK", "4 6 7", "5 6 7", "6 7 8", boss_chooses=True)
    for text, why in [
        ("3", "The exchange comes before the first trick"),
        ("give 3", "You have named 1 card"),
        ("give 3 JK", "Jokers are not exchanged"),
    ]:
        says = sentence(bum.GAME, state, 0, of(state, 0, text))
        assert says == f"{why}: give 2 cards of 3-1, 4-1, 5-1"
    told = sentence(bum.GAME, PAIR, 1, of(PAIR, 1, "give 6"))
    assert told.endswith("says so: play a set of 2 cards higher than 3, or pass")


AUCTION = dealt_at_boojum("pact author", "ace-moons desert ace-suns ace-waves ace-leaves", seats=3)
RAISED = acted_at_boojum(AUCTION, (0, bids("pact")))
RUN = "author journey battle forest mountain"


def test_boojum_advises_a_bid_only_where_the_hand_can_make_one() -> None:
    says = sentence(boojum.GAME, RAISED, 1, bids("ace-moons"))
    assert says == (
        "1 for 1 does not beat 1 for 9: lay 2 cards or more, such as ace-suns, ace-waves; or pass"
    )
    alone = claiming("author")
    alone.phase, alone.turn, alone.best = "auction", Seat(0), 9 << 16
    assert sentence(boojum.GAME, alone, 0, bids("author")) == (
        "1 for 2 does not beat 9 for 0: pass, since no cards of yours beat the highest bid"
    )


def test_boojum_tells_who_has_passed_that_it_is_out_of_this_slot() -> None:
    passed = acted_at_boojum(AUCTION, (0, of_boojum.Pass()))
    assert sentence(boojum.GAME, passed, 0, bids("pact")) == (
        "You have passed and are out of the bidding for this slot: wait for the next auction"
    )


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        (claims("knots", "symbols", ""),
            "A claim needs the cards of its set: exactly one symbol of each of the six suits"),
        (claims("waves", "straight", "author author"),
            "You hold 1 of author, not 2: say that you are done, since your hand pays for no "
            "token that you lack"),
        (claims("waves", "straight", "pact"),
            "pact is not in your hand: say that you are done, since your hand pays for no "
            "token that you lack"),
    ],
)  # fmt: skip
def test_boojum_says_which_card_a_claim_lacks(claim: Any, says: str) -> None:
    assert sentence(boojum.GAME, claiming("author"), 0, claim) == says


@pytest.mark.parametrize(
    ("token", "kind", "words", "fault"),
    [
        ("knots", "run", "author journey battle forest diplomat",
            "too much is missing between 2 and 8: 6, 7"),
        ("knots", "run", "author desert journey battle forest", "rank 2 comes more than once"),
        ("knots", "run", "ace-moons author journey battle bard",
            "ranks do not wrap, so A does not follow Crown"),
        ("waves", "one_rank", "author desert origin journey",
            "author and journey have different ranks"),
        ("knots", "symbols", "author desert", "there are too few symbols of waves, leaves"),
        ("knots", "symbols", "author author desert origin",
            "there are too many symbols of moons, knots"),
    ],
)  # fmt: skip
def test_boojum_says_what_keeps_cards_from_being_a_set(
    token: str, kind: str, words: str, fault: str
) -> None:
    said = sentence(boojum.GAME, claiming(words), 0, claims(token, kind, words))
    assert said.endswith(f", and {fault}")


@pytest.mark.parametrize(
    ("token", "kind", "words", "named", "says"),
    [
        ("wyrms", "people_in_sequence", "excuse diplomat merchant", "6",
         "Excuses cannot stand for 6 in this set: name 7 or Crown first, or nothing"),
        ("knots", "symbols", "excuse ace-moons desert origin", "moons",
         "Excuses cannot stand for moons in this set: name knots first, or nothing"),
        ("waves", "one_rank", "author author desert excuse", "knots",
         "In this kind of set the other cards fix what an Excuse stands for: leave it unnamed"),
    ],
)  # fmt: skip
def test_boojum_blames_the_name_of_an_excuse_where_the_cards_are_a_set(
    token: str, kind: str, words: str, named: str, says: str
) -> None:
    state = claiming(words, excuse=True)
    assert sentence(boojum.GAME, state, 0, claims(token, kind, words, named)) == says


def test_boon_tells_who_has_passed_that_the_boon_is_gone() -> None:
    passed = acted_at_boon(dealt_at_boon(4), (0, of_boon.Pass()))
    assert sentence(boon.GAME, passed, 0, of_boon.Take()) == (
        "You have passed and cannot take the Boon any more: wait for the tricks"
    )
    assert sentence(boon.GAME, passed, 2, of_boon.Take()) == (
        "It is the turn of seat 1: wait for yours"
    )


def test_boon_tells_a_dealer_who_must_take_why_and_what_is_possible() -> None:
    forced = dealt_at_boon(3, all_pass="forced_pick")
    last = acted_at_boon(forced, (0, of_boon.Pass()), (1, of_boon.Pass()))
    assert sentence(boon.GAME, last, 2, of_boon.Pass()) == (
        "All others have passed, and here the dealer must take the Boon: take it"
    )
    assert sentence(boon.GAME, last, 0, of_boon.Take()) == (
        "You have passed and cannot take the Boon any more: wait for the tricks"
    )
    (card, *_) = last.hands[2]
    assert sentence(boon.GAME, last, 2, of_boon.Play(card)) == (
        "This cannot be done now: first somebody must take the Boon, and if all others pass, the "
        "dealer must"
    )


def test_boosh_tells_the_caller_who_draws_again_that_the_others_have_their_turns() -> None:
    table = called(dealt_at_boosh(X, Y, Z), 0)
    assert sentence(boosh.GAME, table.state, 0, of_boosh.Take("A")) == (
        "You have called Boosh and take no more turn: wait until the others have had theirs"
    )
