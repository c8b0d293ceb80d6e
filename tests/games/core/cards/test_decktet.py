"""The published invariants of the Decktet hold for our table of it."""

from itertools import combinations, pairwise

import pytest

from games.core.cards import decktet
from games.core.cards.decktet import (
    ACES,
    BASIC,
    COURTS,
    CROWNS,
    EXCUSE,
    EXTENDED,
    FACE,
    FACES,
    NAME,
    NUMBERS,
    PAWNS,
    RANK,
    RANKS,
    SUITS,
    SUITS_OF,
    TYPES,
    TYPES_OF,
    Rank,
    Suit,
    Type,
    of_rank,
    of_suit,
    of_type,
)
from games.core.contract import Card, Cards

CHAINS: dict[Suit, str] = {
    "moons": "ace-moons author journey mountain forest lunatic chance-meeting diplomat pact"
    " harvest/watchman consul/rite huntress",
    "suns": "ace-suns desert painter mountain discovery penitent castle diplomat pact"
    " harvest/light-keeper island/window bard",
    "waves": "ace-waves origin journey sailor discovery lunatic cave mill darkness"
    " light-keeper/borderland consul/island sea",
    "leaves": "ace-leaves origin savage sailor forest market chance-meeting mill merchant"
    " harvest/borderland rite/window end",
    "wyrms": "ace-wyrms desert savage battle soldier penitent cave betrayal darkness"
    " watchman/borderland rite/island calamity",
    "knots": "ace-knots author painter battle soldier market castle betrayal merchant"
    " watchman/light-keeper consul/window windfall",
}
PAIRS: dict[tuple[Suit, Suit], int] = {  # how many number cards show two suits together
    ("moons", "suns"): 3,
    ("waves", "leaves"): 3,
    ("wyrms", "knots"): 3,
    ("moons", "wyrms"): 0,
    ("suns", "leaves"): 0,
    ("waves", "knots"): 0,
    ("moons", "waves"): 2,
    ("moons", "leaves"): 2,
    ("moons", "knots"): 1,
    ("suns", "waves"): 1,
    ("suns", "wyrms"): 2,
    ("suns", "knots"): 2,
    ("waves", "wyrms"): 2,
    ("leaves", "wyrms"): 1,
    ("leaves", "knots"): 2,
}


def showing(one: Suit, two: Suit, cards: Cards) -> int:
    return sum({one, two} <= set(SUITS_OF[card]) for card in cards)


def test_there_are_45_cards_of_the_known_kinds() -> None:
    assert len(FACES) == len(FACE) == len(EXTENDED) == 45
    assert [len(kind) for kind in (ACES, of_rank(*NUMBERS), CROWNS)] == [6, 24, 6]
    assert [len(kind) for kind in (PAWNS, COURTS, BASIC)] == [4, 4, 36]
    assert all(len(of_rank(rank)) == 3 for rank in NUMBERS)
    assert set(EXTENDED) == {*BASIC, *PAWNS, *COURTS, EXCUSE}


def test_the_excuse_has_no_rank_no_suit_and_no_type() -> None:
    assert FACE[EXCUSE] == (EXCUSE, "The Excuse", None, (), ())


def test_ranks_run_from_ace_to_crown_with_pawns_and_courts_after_the_nines() -> None:
    assert RANKS == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "Pawn", "Court", "Crown")


@pytest.mark.parametrize("rank", ["A", *NUMBERS, "Crown"])
def test_aces_numbers_and_crowns_show_every_suit_once(rank: Rank) -> None:
    shown = [suit for card in of_rank(rank) for suit in SUITS_OF[card]]
    assert sorted(shown) == sorted(SUITS)


@pytest.mark.parametrize("rank", ["Pawn", "Court"])
def test_pawns_and_courts_show_every_suit_twice(rank: Rank) -> None:
    shown = [suit for card in of_rank(rank) for suit in SUITS_OF[card]]
    assert sorted(shown) == sorted(SUITS * 2)


@pytest.mark.parametrize(("rank", "count"), [("A", 1), ("5", 2), ("Pawn", 3), ("Court", 3)])
def test_cards_show_one_two_or_three_suits_by_rank(rank: Rank, count: int) -> None:
    assert {len(SUITS_OF[card]) for card in of_rank(rank)} == {count}
    assert {len(SUITS_OF[card]) for card in of_rank(*NUMBERS)} == {2}
    assert {len(SUITS_OF[card]) for card in CROWNS} == {1}


@pytest.mark.parametrize("suit", SUITS)
def test_each_suit_is_on_10_basic_and_14_suited_cards(suit: Suit) -> None:
    assert len(of_suit(suit)) == 14
    assert len(set(of_suit(suit)) & set(BASIC)) == 10


def test_there_are_60_suit_symbols_in_the_basic_deck_and_84_in_all() -> None:
    assert sum(len(SUITS_OF[card]) for card in BASIC) == 60
    assert sum(len(SUITS_OF[card]) for card in EXTENDED) == 84


@pytest.mark.parametrize(("one", "two"), list(combinations(SUITS, 2)))
def test_pairs_of_suits_are_as_common_as_published(one: Suit, two: Suit) -> None:
    assert showing(one, two, of_rank(*NUMBERS)) == PAIRS[one, two]


def test_courts_hold_the_missing_pairs_and_none_of_the_commonest() -> None:
    assert all(showing(*pair, COURTS) > 0 for pair, count in PAIRS.items() if count == 0)
    assert all(showing(*pair, COURTS) == 0 for pair, count in PAIRS.items() if count == 3)


@pytest.mark.parametrize(
    ("kind", "basic", "extended"),
    [("personality", 11, 14), ("location", 11, 14), ("event", 11, 13)],
)
def test_types_are_as_many_as_published(kind: Type, basic: int, extended: int) -> None:
    assert len(set(of_type(kind)) & set(BASIC)) == basic
    assert len(of_type(kind)) == extended


def test_exactly_origin_market_and_end_are_both_location_and_event() -> None:
    double = {card for card in EXTENDED if len(TYPES_OF[card]) == 2}
    assert double == {"origin", "market", "end"}
    assert all(TYPES_OF[card] == ("location", "event") for card in double)


def test_aces_and_the_excuse_alone_have_no_type() -> None:
    assert {card for card in EXTENDED if not TYPES_OF[card]} == {*ACES, EXCUSE}


def test_values_of_the_basic_personalities_add_to_66() -> None:
    people = set(of_type("personality")) & set(BASIC)
    assert sum(10 if card in CROWNS else int(RANK[card] or 0) for card in people) == 66


def test_no_location_has_rank_3_and_no_personality_rank_7_and_no_other_gaps() -> None:
    gaps = {
        (kind, rank)
        for kind in TYPES
        for rank in (*NUMBERS, "Crown")
        if not any(kind in TYPES_OF[card] and RANK[card] == rank for card in BASIC)
    }
    assert gaps == {("location", "3"), ("personality", "7")}


@pytest.mark.parametrize("suit", SUITS)
def test_each_suit_is_the_published_chain_of_cards(suit: Suit) -> None:
    chain = ["/".join(card for card in of_suit(suit) if RANK[card] == rank) for rank in RANKS]
    assert chain == CHAINS[suit].split()


def test_suits_and_types_of_a_card_stand_in_their_order() -> None:
    for face in FACES:
        assert all(SUITS.index(a) < SUITS.index(b) for a, b in pairwise(face.suits))
        assert all(TYPES.index(a) < TYPES.index(b) for a, b in pairwise(face.types))


def test_names_are_printed_like_the_cards() -> None:
    assert NAME[Card("light-keeper")] == "The Light Keeper"
    assert NAME[Card("ace-knots")] == "Ace of Knots"
    assert len(set(NAME.values())) == 45


def test_lookup_tables_agree_with_the_faces() -> None:
    for face in decktet.FACES:
        assert (RANK[face.id], SUITS_OF[face.id], TYPES_OF[face.id]) == face[2:]
