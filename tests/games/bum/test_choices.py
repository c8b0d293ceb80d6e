"""The choices are all that is legal, each combination of ranks once."""

import random
from itertools import combinations

import pytest

from games.bum import GAME
from games.bum import events as ev
from games.bum.actions import Play
from games.bum.cards import RANK, Kind, ordered_deck, sort_by_rank
from games.bum.choices import lead_choices
from games.bum.state import State
from games.core.contract import Cards, Illegal
from tests.games.bum.cards import PASS, dealt, of, played, spread, words
from tests.games.play import Play as Table
from tests.given import only

DECLARED: tuple[Kind | None, ...] = (None, "set", "sequence")


def offered(state: State) -> list[tuple[str, str | None]]:
    """Return what the seat to act is offered, in ranks."""
    (seat,) = GAME.rules.to_act(state)
    plays = [a for a in GAME.rules.choices(state, seat).actions if isinstance(a, Play)]
    return [(words(play.cards), play.declared) for play in plays]


Judged = tuple[str, str | None, str]  # ranks of the cards, what is declared, rank of the whole


def legal(state: State) -> set[Judged]:
    """Try all subsets of the hand and return what the rules accept."""
    (seat,) = GAME.rules.to_act(state)
    hand = state.hands[seat]
    sizes = range(1, len(hand) + 1)
    return {
        one for size in sizes for cards in combinations(hand, size) for one in judged(state, cards)
    }


def judged(state: State, cards: Cards) -> list[Judged]:
    """Return the declarations with which cards are accepted, none if none is needed."""
    accepted: list[Judged] = []
    for declared in DECLARED:
        try:
            accepted.append(accepted_as(state, Play(cards, declared)))
        except Illegal:
            continue
        if declared is None:
            break
    return accepted


def accepted_as(state: State, play: Play) -> Judged:
    """Return as what a play is accepted; Illegal where it is not."""
    (seat,) = GAME.rules.to_act(state)
    event, *_ = GAME.rules.decide(state, seat, play)
    assert isinstance(event, ev.CombinationPlayed)
    return words(sort_by_rank(play.cards)), play.declared, event.rank


@pytest.mark.parametrize("ranked", [False, True])
def test_the_choices_are_exactly_the_legal_combinations(ranked: bool) -> None:
    """Where Jokers are ranked (U35), those of rank Joker once for each Joker on top."""
    compared = 0
    for number in range(12):
        luck, seats = random.Random(f"subsets {number}"), GAME.seats[number % 6]
        jokers = seats if ranked and seats >= 6 else 0
        options = GAME.options(hands=1, ranked_jokers=ranked, jokers=jokers)
        table = Table(GAME, options, seats, luck)
        while GAME.rules.outcome(table.state) is None:
            (seat,) = GAME.rules.to_act(table.state)
            if len(table.state.hands[seat]) <= 8:
                plays = GAME.rules.choices(table.state, seat).actions
                rows = [accepted_as(table.state, one) for one in plays if isinstance(one, Play)]
                assert len(rows) == len(set(rows))
                assert set(rows) == legal(table.state)
                compared += 1
            table.act(*table.random_move())
    assert compared > 300


def test_wild_hands_are_offered_whole() -> None:
    state = dealt("A A 2 2 JK JK", "3", "4")
    rows = offered(state)
    assert ("A A 2 2 JK JK", "set") in rows
    assert ("A A 2 2 JK JK", "sequence") in rows
    assert ("A 2 JK", "set") in rows
    assert ("A 2 JK", "sequence") in rows
    assert ("2 2 JK JK", None) in rows


def test_a_leader_is_not_offered_a_pass_and_a_follower_is() -> None:
    state = dealt("5 6", "5 7", "8")
    assert PASS not in GAME.rules.choices(state, GAME.rules.to_act(state)[0]).actions
    state = played(state, "6")
    assert GAME.rules.choices(state, GAME.rules.to_act(state)[0]).actions == (
        of(state, 1, "7"),
        PASS,
    )


def test_a_follower_without_higher_cards_can_only_pass() -> None:
    state = played(dealt("9 6", "5 7", "8"), "9")
    assert GAME.rules.choices(state, GAME.rules.to_act(state)[0]) == ((PASS,), ())


def test_a_pick_tells_the_type_and_the_rank_to_beat() -> None:
    state = played(dealt("5 5 3", "6 6 6 3", "8"), "5 5")
    (pick,) = GAME.rules.choices(state, GAME.rules.to_act(state)[0]).picks
    assert (pick.least, pick.most, len(pick.cards)) == (2, 2, 4)
    assert pick.bounds == {"kind": "set", "size": 2, "length": 1, "above": "5"}
    assert pick.must == "a set of 2 cards of a rank higher than 5"


@pytest.mark.parametrize("cards", ["6-2 6-3", "6-3 6-2"])
def test_cards_of_the_same_rank_may_be_taken_for_each_other(cards: str) -> None:
    state = played(dealt("5 5 3", "6 6 6 3", "8"), "5 5")
    chosen = Play(tuple(cards.split()), None)  # type: ignore[arg-type]
    happened = GAME.rules.decide(state, GAME.rules.to_act(state)[0], chosen)
    assert only(ev.CombinationPlayed, happened).rank == "6"


def test_the_fallback_is_a_pass_or_the_lowest_single_card() -> None:
    state = dealt("6 5 5", "5 7", "8")
    seat = GAME.rules.to_act(state)[0]
    assert GAME.rules.fallback(state, seat) == Play(("5-1",))  # type: ignore[arg-type]
    state = played(state, "5")
    assert GAME.rules.fallback(state, GAME.rules.to_act(state)[0]) == PASS


def test_no_hand_has_more_than_a_few_hundred_leads() -> None:
    luck = random.Random("leads")
    counts = []
    for _ in range(300):
        wild = [card for card in ordered_deck(8, 8) if RANK[card] >= 12]
        rest = [card for card in ordered_deck(8, 8) if RANK[card] < 12]
        count = luck.randrange(14)
        hand = luck.sample(wild, count) + luck.sample(rest, 14 - count)
        counts.append(len(lead_choices(sort_by_rank(tuple(hand))).actions))
    counts.append(len(lead_choices(spread("3 4 5 6 7 8 9 10 J Q K A 2 JK")[0]).actions))
    assert 100 < max(counts) < 300
