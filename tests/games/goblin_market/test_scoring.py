"""The arithmetic by itself."""

import pytest

from games.core.cards.decktet import ACES, BASIC, CROWNS
from games.core.contract import Card
from games.goblin_market.cards import DIGIT, EARNS, SIZE
from games.goblin_market.scoring import places, score_owned_cards
from tests.games.examples import examples_of
from tests.games.goblin_market.cards import cards


@pytest.mark.parametrize("module", ["scoring", "cards"])
def test_the_examples_in_the_docstrings_hold(module: str) -> None:
    result = examples_of(f"games.goblin_market.{module}")
    assert result.attempted > 0
    assert result.failed == 0


def test_each_card_pays_six_coins_over_all_digits() -> None:
    assert {sum(EARNS[card]) for card in BASIC} == {6}
    assert EARNS[Card("sea")] == (3, 2, 1, 0, 0, 0, 0, 0, 0, 0)


def test_sizes_and_digits_are_known_for_each_card_of_the_auction_deck() -> None:
    assert sorted(SIZE.values()) == [1] * 6 + [2] * 24 + [3] * 6
    assert {DIGIT[card] for card in ACES} == {1}
    assert {DIGIT[card] for card in CROWNS} == {0}
    assert DIGIT[Card("merchant")] == 9


@pytest.mark.parametrize("card", BASIC)
def test_one_card_alone_is_worth_its_suits(card: Card) -> None:
    assert score_owned_cards((card,)) == ((1, 1) if card in (*ACES, *CROWNS) else (2, 2))


def test_a_card_of_mixed_suits_is_worth_nothing() -> None:
    owned = cards("pact mountain mill sailor")  # the third suit is waves or leaves
    assert score_owned_cards(owned)[0] == 4
    assert score_owned_cards((*owned, Card("battle")))[0] == 2


def test_equals_share_a_place_and_the_next_place_is_left_out() -> None:
    assert places([(4, 5), (4, 5), (4, 4), (-1, 9)]) == (1, 1, 3, 4)
