"""The arithmetic of bids and places."""

import pytest

from games.boojum.cards import RANK_ORDERS
from games.boojum.scoring import bid_of, final_ranking_key, hands_that_decide, pile_worth, places
from games.core.cards.decktet import BASIC, EXTENDED
from tests.games.boojum.cards import cards
from tests.games.examples import examples_of

PLAIN = RANK_ORDERS[False, False]


def test_the_examples_in_the_code_hold() -> None:
    result = examples_of("games.boojum.scoring")
    assert result.failed == 0
    assert result.attempted > 4


def test_more_cards_beat_more_pips() -> None:
    assert pile_worth(cards("ace-moons ace-suns"), PLAIN) > pile_worth(cards("huntress"), PLAIN)
    many = pile_worth(cards("huntress " * 59), PLAIN)
    assert bid_of(many) == (59, 590)
    assert pile_worth(cards("ace-moons " * 60), PLAIN) > many


def test_pips_of_all_cards_are_their_places_in_the_sequence() -> None:
    assert sum(PLAIN.place[card] for card in BASIC) == 6 + 3 * sum(range(2, 10)) + 6 * 10
    full = RANK_ORDERS[True, True]
    assert [full.place[card] for card in cards("pact harvest consul bard")] == [9, 10, 11, 12]
    assert set(full.place) == set(EXTENDED)


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(True, 0, 5), (False, 5, 99), (False, 5, 98)], (1, 2, 3)),
        ([(False, 1, 1), (False, 1, 1), (False, 0, 9)], (1, 1, 3)),
        ([(True, 0, 1), (True, 0, 2), (True, 0, 2)], (3, 1, 1)),
    ],
)
def test_equal_standings_share_a_place(
    standings: list[tuple[bool, int, int]], expected: tuple[int, ...]
) -> None:
    assert places(standings) == expected


def test_six_tokens_stand_before_more_tokens_of_fewer_suits() -> None:
    six = final_ranking_key(("moons", "suns", "waves", "leaves", "wyrms", "knots"), 0)
    assert six > final_ranking_key(("moons",) * 9, 1 << 30)


def test_a_hand_decides_only_between_equals() -> None:
    hands = (cards("sea"), cards("bard"), cards("end"))
    assert hands_that_decide(hands, ((), (), ("moons",))) == (*hands[:2], ())
    assert hands_that_decide(hands, ((), ("suns",), ("moons", "suns"))) == ((), (), ())
