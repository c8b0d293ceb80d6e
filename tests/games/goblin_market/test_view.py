"""What a view shows and hides."""

from typing import Any

import pytest

from games.core.contract import Seat, View
from games.goblin_market import GAME
from tests.games.goblin_market.cards import opened, selling
from tests.games.goblin_market.table import after, play
from tests.games.play import words_in
from tests.games.said import said

GAME_CARDS = [*opened().deck, *opened().goblins, *opened().row, *opened().set_aside]


class Reverse:
    """Luck that turns a pile over."""

    def randrange(self, stop: int, /) -> int:
        return 0

    def shuffle(self, x: list[Any], /) -> None:
        x.reverse()


def view(state: Any, seat: int | None = None) -> View:
    return GAME.view(state, None if seat is None else Seat(seat))


def test_a_view_names_all_shown_cards_and_no_others() -> None:
    state = after(opened("author mill bard pact cave sea", goblins="rite"), "2 - - mill")
    shown = {"author", "mill", "bard", "pact", "rite", *state.row}
    assert {word for word in words_in(view(state)) if word in GAME_CARDS} == shown


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_order_of_the_decks_is_hidden(seat: int | None) -> None:
    state, other = opened(), opened()
    other.deck, other.goblins = other.deck[::-1], other.goblins[::-1]
    assert view(state, seat) == view(other, seat)


def test_a_view_says_whose_turn_it_is_and_what_must_be_bid() -> None:
    shown = view(after(opened(), "4"))
    assert (shown["phase"], shown["to_act"], shown["auction"]["least_bid"]) == ("bidding", [1], 5)
    assert shown["auction"]["bids"] == [4, None, None]


def test_a_view_counts_the_decks_and_numbers_the_auctions() -> None:
    shown = view(after(opened(), "- - -"))
    assert (shown["auction"]["number"], shown["goblin_count"]) == (2, 8)
    assert shown["deck_count"] == 36 - sum(
        len(cards) for cards in (shown["set_aside"], shown["discards"], shown["auction"]["row"])
    )


def test_points_are_shown_as_they_stand() -> None:
    shown = view(selling("sea", owned=("author desert origin", "pact", "")))
    points = [(one["points"], one["positive_points"]) for one in shown["players"]]
    assert points == [(0, 3), (2, 2), (0, 0)]


def test_the_result_is_shown_at_the_end_only() -> None:
    state = selling("author mill", deck="")
    assert view(state)["result"] is None
    assert view(after(state, "2 - - author"))["result"] == {
        "scores": [2, 0, 0],
        "positive_points": [2, 0, 0],
        "places": [1, 2, 2],
        "voided": False,
    }


def test_a_view_of_an_undealt_table_shows_no_cards() -> None:
    shown = view(GAME.rules.open(GAME.options(), 3, None))
    assert (shown["phase"], shown["hand"], shown["deck_count"]) == ("dealing", 0, 0)
    assert [one["coins"] for one in shown["players"]] == [None] * 3


def test_a_determinised_state_keeps_hidden_coins_and_all_shown_cards() -> None:
    state = after(opened("sea author mill bard", coins_public=False), "2 3 - - author")
    guess = GAME.bots.determinise(GAME.view(state, Seat(0)), (), Reverse())
    assert guess.coins == state.coins
    assert guess.owned == state.owned
    assert sorted(guess.deck) == sorted(state.deck)
    assert guess.deck != state.deck
    assert sorted(guess.goblins) == sorted(state.goblins)


def test_an_undealt_or_finished_table_can_be_determinised() -> None:
    start = GAME.rules.open(GAME.options(), 3, None)
    over = after(selling("author mill", deck="", goblins="harvest"), "2 - - author")
    assert GAME.bots.determinise(GAME.view(start, None), (), Reverse()) == start
    again = GAME.bots.determinise(GAME.view(over, None), (), Reverse())
    assert GAME.view(again, None) == GAME.view(over, None)


def test_notes_are_plain_english_from_public_facts() -> None:
    state = opened("sea author mill bard", goblins="rite", share_may_be_refused=True)
    lines = []
    for event in play(state, "2 3 - - mill no")[1]:
        lines.append(said(GAME, state, event))
        state = GAME.evolve(state, event)
    assert lines[:9] == [
        "Seat 0 bids 2 coins",
        "Seat 1 bids 3 coins",
        "Seat 2 passes",
        "Seat 0 passes",
        "Seat 1 wins the auction with a bid of 3 coins",
        "Seat 1 pays 3 coins for The Mill; seat 0 is next",
        "Seat 0 refuses a share",
        "Nobody is left to take The Author and The Bard: discarded",
        "Sisterhood money for threes (3); twos (2); Aces (1): nobody gets a coin",
    ]
    assert lines[9] == (
        "Goblin money by The Rite: seat 0 gets 3 coins; seat 1 gets 2 coins; seat 2 gets 3 coins"
    )


def test_the_note_of_a_voided_hand_says_what_it_means() -> None:
    state = opened()
    assert said(GAME, state, GAME.rules.void(state, 1)) == "Hand 1 is voided: nobody has points"
