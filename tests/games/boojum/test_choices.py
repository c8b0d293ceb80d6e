"""What is offered: bids by their bounds, and every kind of set that a hand can pay."""

import random
from itertools import combinations

import pytest

from games.boojum import GAME
from games.boojum.actions import Bid, Claim
from games.boojum.cards import SUITS, pack
from games.boojum.options import Options
from games.boojum.payable import payable_sets
from games.boojum.sets import KINDS, SetKind, standing_for
from games.core.cards.decktet import RANK, SUITS_OF, TYPES_OF
from games.core.contract import Card, Cards, Illegal, Seat
from tests.games.boojum.cards import cards
from tests.games.boojum.table import DONE, PASS, acted, bids, claiming, dealt
from tests.given import only

A, B = Seat(0), Seat(1)


def test_a_bid_is_offered_with_what_it_must_beat() -> None:
    state = acted(dealt("pact", "ace-moons ace-suns"), (0, bids("pact")))
    actions, (pick,) = GAME.rules.choices(state, B)
    assert actions == (PASS,)
    assert (pick.field, pick.cards, pick.most) == ("cards", state.hands[1], 5)
    assert pick.bounds == {"beat": {"count": 1, "pips": 9}, "pile": {"count": 0, "pips": 0}}
    assert pick.must == "together with your pile they must beat 1 for 9"


def test_a_raise_is_offered_with_what_lies_in_the_own_pile() -> None:
    state = acted(dealt("pact author", "sea bard"), (0, bids("pact")), (1, bids("sea")), (2, PASS))
    (pick,) = GAME.rules.choices(state, A).picks
    assert pick.bounds == {"beat": {"count": 1, "pips": 10}, "pile": {"count": 1, "pips": 9}}
    assert pick.must == "together with your pile of 1 for 9 they must beat 1 for 10"


def test_any_cards_of_the_hand_open_the_bidding() -> None:
    for words in ("excuse pact author", "ace-moons ace-moons ace-suns"):
        state = dealt(words, excuse=True)
        (pick,) = GAME.rules.choices(state, A).picks
        assert (pick.must, pick.least, pick.most) == (None, 1, 5)
        for size in range(1, 6):
            for some in combinations(pick.cards, size):
                assert GAME.rules.decide(state, A, Bid(some))


def test_the_fewest_cards_that_beat_the_bid_are_offered() -> None:
    low = "ace-moons ace-suns ace-waves ace-leaves author"
    state = acted(dealt("pact", low), (0, bids("pact")))
    (pick,) = GAME.rules.choices(state, B).picks
    assert pick.least == 2
    assert GAME.rules.decide(state, B, pick.example)


def test_a_single_excuse_beats_any_single_card() -> None:
    low = "ace-moons ace-suns ace-waves ace-leaves excuse"
    state = acted(dealt("huntress", low, excuse=True), (0, bids("huntress")))
    (pick,) = GAME.rules.choices(state, B).picks
    assert (pick.least, pick.example) == (1, bids("excuse"))


def test_nothing_is_offered_to_a_seat_that_may_not_act() -> None:
    assert GAME.rules.choices(dealt(), B) == ((), ())
    assert GAME.rules.choices(acted(claiming(), (0, DONE)), A) == ((), ())


def test_fallback_is_pass_or_done() -> None:
    assert GAME.rules.fallback(dealt(), A) == PASS
    assert GAME.rules.fallback(claiming(), A) == DONE


def test_a_claim_is_offered_with_one_set_and_whether_others_exist() -> None:
    for words, others in [
        ("darkness merchant pact pact", False),
        ("darkness merchant pact pact pact", True),
    ]:
        picks = GAME.rules.choices(claiming(words), A).picks
        (pick,) = (one for one in picks if one.bounds["token"] == "waves")
        assert only(Claim, [pick.example]).cards == cards("darkness merchant pact pact")
        assert pick.bounds == {"token": "waves", "kind": "one_rank", "others": others}
        assert (pick.least, pick.most, pick.cards) == (4, 4, cards(words))


def all_sets(hand: Cards, kind: SetKind, options: Options) -> set[Cards]:
    """Return every set of this kind in the hand, by asking the judge about all subsets."""
    found = set()
    for size in (kind.size,) if kind.size else range(1, len(hand) + 1):
        for some in set(combinations(hand, size)):
            try:
                standing_for(kind, some, (), options)
            except Illegal:
                continue
            found.add(tuple(sorted(some)))
    return found


def likely_hand(number: int, options: Options) -> Cards:
    """Return a random hand, half of them of cards that belong together."""
    luck = random.Random(f"hand {number}")
    deck = [*pack(4, options.excuse, options.pawns, options.courts)]
    suit, kind = luck.choice(SUITS), luck.choice(("personality", "location", "event"))
    ranks = luck.choice([("A", "Crown"), ("A", "2"), ("8", "9", "Pawn", "Crown"), ("3", "4", "5")])

    def belongs(card: Card) -> bool:
        if number % 6 == 1:
            return suit in SUITS_OF[card]
        return RANK[card] in ranks if number % 6 == 3 else kind in TYPES_OF[card]

    if number % 2:
        deck = [card for card in deck if card == "excuse" or belongs(card)]
    hand = luck.sample(deck, luck.randint(3, 10))
    if options.excuse and number % 5 == 0:
        hand[-2:] = cards("excuse excuse")
    return tuple(sorted(hand))


def options_number(number: int) -> Options:
    return Options(
        excuse=number % 3 > 0,
        pawns=number % 4 > 1,
        courts=number % 4 == 3,
        excuse_symbols=number % 3 + 1,
    )


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_what_is_offered_is_exactly_what_the_judge_accepts(first: int) -> None:
    for number in range(first, first + 20):
        options = options_number(number)
        hand = likely_hand(number, options)
        found = {one.kind: one for one in payable_sets(hand, SUITS, options.ranks, number % 3 + 1)}
        for kind in KINDS:
            every = all_sets(hand, kind, options)
            assert (kind in found) == bool(every), (hand, kind)
            if kind in found:
                assert found[kind].cards in every
                assert found[kind].others == (len(every) > 1), (hand, kind)


def test_every_kind_of_set_is_found_with_and_without_others() -> None:
    met = {
        (one.kind.token, one.kind.kind, one.others)
        for number in range(400)
        for one in payable_sets(
            likely_hand(number, options_number(number)),
            SUITS,
            options_number(number).ranks,
            number % 3 + 1,
        )
    }
    assert len(KINDS) == 22
    assert len(met) == 44
