"""Plans: what a hand lacks is what the rules of the sets say, and nearer is worth more."""

import random
from itertools import combinations_with_replacement

import pytest

from games.boojum.cards import EXCUSE, RANK_ORDERS, SUITS, RankOrder, pack
from games.boojum.payable import payable_sets
from games.boojum.plans import Lacking, missing_cards_by_token, position_value
from games.core.contract import Card, Cards
from tests.games.boojum.cards import cards

PLAIN = RANK_ORDERS[False, False]


def lacks(words: str) -> dict[str, int]:
    """Return by token what a hand lacks."""
    return dict(zip(SUITS, missing_cards_by_token(tuple(sorted(cards(words))), PLAIN), strict=True))


def complete(found: Lacking) -> set[str]:
    return {suit for suit, each in zip(SUITS, found, strict=True) if not each}


def paid(hand: Cards, ranks: RankOrder) -> set[str]:
    return {one.kind.token for one in payable_sets(hand, SUITS, ranks, 1)}


@pytest.mark.parametrize("extended", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_a_hand_lacks_nothing_when_it_can_pay(seed: int, extended: bool) -> None:
    luck, ranks = random.Random(seed), RANK_ORDERS[extended, extended]
    deck = pack(2, False, extended, extended)
    for _ in range(50):
        hand = tuple(sorted(luck.sample(deck, luck.randrange(2, 18))))
        assert complete(missing_cards_by_token(hand, ranks)) == paid(hand, ranks), hand


@pytest.mark.parametrize("seed", range(6))
def test_one_card_may_complete_what_lacks_one_and_none_completes_more(seed: int) -> None:
    luck, deck = random.Random(seed), sorted(set(pack(1, False, False, False)))
    hand = tuple(sorted(luck.sample(deck * 2, 7)))
    for more in combinations_with_replacement(deck, 1):
        now = missing_cards_by_token(tuple(sorted(hand + more)), PLAIN)
        for before, after in zip(missing_cards_by_token(hand, PLAIN), now, strict=True):
            assert before - 1 <= after <= before


def test_an_excuse_is_one_card_of_any_set() -> None:
    hand = cards("author author painter")
    with_excuse = missing_cards_by_token(tuple(sorted((*hand, EXCUSE))), PLAIN)
    assert [max(0, each - 1) for each in missing_cards_by_token(hand, PLAIN)] == list(with_excuse)


@pytest.mark.parametrize(
    ("words", "token", "lacked"),
    [
        ("ace-moons author journey mountain", "waves", 0),
        ("ace-moons author journey mountain", "moons", 2),
        ("ace-moons ace-suns bard", "moons", 4),
        ("author desert", "knots", 1),
        ("author author desert desert origin", "leaves", 1),
        ("savage pact", "wyrms", 2),
        ("", "suns", 5),
    ],
)
def test_the_nearest_set_counts(words: str, token: str, lacked: int) -> None:
    assert lacks(words)[token] == lacked


def test_a_hand_is_worth_more_with_every_card_of_a_set() -> None:
    words = ["ace-moons", "author", "journey", "mountain", "forest", "lunatic"]
    grown = [position_value(tuple(sorted(cards(" ".join(words[:n])))), (), PLAIN) for n in range(7)]
    assert grown == sorted(set(grown))
    assert position_value(cards("pact"), (), PLAIN) > position_value((), (), PLAIN)
    assert Card("pact") in cards("pact")
