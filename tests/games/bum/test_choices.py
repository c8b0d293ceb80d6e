"""The choices are all that is legal, each combination of ranks once."""

import random
from itertools import combinations

import pytest

from games.bum import GAME
from games.bum import events as ev
from games.bum.actions import Play
from games.bum.cards import RANK, ordered_deck, sort_by_rank
from games.bum.choices import lead_choices
from games.bum.state import State
from games.core.contract import Illegal
from tests.games.bum.cards import PASS, dealt, of, played, spread, words
from tests.games.play import Play as Table
from tests.given import only


def offered(state: State) -> list[tuple[str, str | None]]:
    """Return what the seat to act is offered, in ranks."""
    (seat,) = GAME.rules.to_act(state)
    plays = [a for a in GAME.rules.choices(state, seat).actions if isinstance(a, Play)]
    return [(words(play.cards), play.declared) for play in plays]


def legal(table: Table) -> set[tuple[str, str | None]]:
    """Try all subsets of the hand and return what the rules accept, in ranks."""
    (seat,) = GAME.rules.to_act(table.state)
    hand = table.state.hands[seat]
    found: set[tuple[str, str | None]] = set()
    for count in range(1, len(hand) + 1):
        for cards in combinations(hand, count):
            key = words(cards)
            if (key, None) not in found:
                found |= {(key, d) for d in judged(table, cards)}
    return found


def judged(table: Table, cards: tuple[str, ...]) -> list[str | None]:
    """Return the declarations with which cards are accepted, none if none is needed."""
    (seat,) = GAME.rules.to_act(table.state)
    accepted = []
    for declared in (None, "set", "sequence"):
        try:
            GAME.rules.decide(table.state, seat, Play(cards, declared))  # type: ignore[arg-type]
        except Illegal:
            continue
        accepted.append(declared)
        if declared is None:
            break
    return accepted


def test_the_choices_are_exactly_the_legal_combinations() -> None:
    compared = 0
    for number in range(12):
        luck = random.Random(f"subsets {number}")
        table = Table(GAME, GAME.options(hands=1), GAME.seats[number % 6], luck)
        while GAME.rules.outcome(table.state) is None:
            (seat,) = GAME.rules.to_act(table.state)
            if len(table.state.hands[seat]) <= 8:
                rows = offered(table.state)
                assert len(rows) == len(set(rows))
                assert set(rows) == legal(table)
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
