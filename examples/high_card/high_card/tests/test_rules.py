"""The rules of High Card, by their numbers."""

from dataclasses import replace
from typing import Any

import pytest

from games.core.contract import Card, Cards, Illegal, Seat, Shuffle
from games.core.options import validate_options
from high_card import GAME
from high_card.actions import Play
from high_card.cards import DECK
from high_card.options import Options
from high_card.state import State


def opened(seats: int = 3, top: str = "", **options: Any) -> State:
    """Return a table whose first dealer is seat 0; `top` are the first cards that are dealt."""
    given = validate_options(Options, {"first_dealer": 0, **options}, seats)

    def order(shuffle: Shuffle) -> Cards:
        first = [Card(word) for word in top.split()]
        return (*first, *(card for card in DECK if card not in first))

    return GAME.settle(GAME.rules.open(given, seats, None), order)[0]


def after(state: State, *cards: str) -> State:
    """Return the state after whoever's turn it is has played these cards."""
    for card in cards:
        (seat,) = GAME.rules.to_act(state)
        state = GAME.fold(state, GAME.rules.decide(state, seat, Play(Card(card))))
        state = GAME.settle(state, lambda shuffle: tuple(sorted(shuffle.cards)))[0]
    return state


def refused(state: State, seat: int, card: str) -> tuple[str, str]:
    """Return code and rule of a refusal."""
    with pytest.raises(Illegal) as refusal:
        GAME.rules.decide(state, Seat(seat), Play(Card(card)))
    return refusal.value.code, refusal.value.rule


def test_rule_1_the_dealer_is_drawn_and_the_deal_passes_to_the_left() -> None:
    state = GAME.rules.open(Options(hands=2, cards=1), 3, None)
    assert GAME.rules.pending(state) == Shuffle("first_seat", ("0", "1", "2"), 0)
    (drawn,) = GAME.rules.proceed(state, ("2", "0", "1"))
    assert GAME.evolve(state, drawn).dealer == 2
    later = after(opened(hands=2, cards=1, top="2C 3C 4C"), "2C", "3C", "4C")
    assert (later.hand, later.dealer) == (2, 1)


def test_rule_2_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer() -> None:
    state = opened(cards=2, top="2C 3C 4C 5C 6C 7C")
    assert state.hands == (("4C", "7C"), ("2C", "5C"), ("3C", "6C"))
    assert len(state.stock) == 52 - 6


def test_rule_3_seats_play_in_turn_and_only_cards_they_hold() -> None:
    state = opened(cards=2, top="2C 3C 4C 5C 6C 7C")
    assert GAME.rules.to_act(state) == (1,)
    assert refused(state, 0, "4C") == ("high_card/not_your_turn", "3")
    assert refused(state, 1, "AS") == ("high_card/not_your_card", "3")
    assert GAME.rules.to_act(after(state, "5C")) == (2,)


def test_rule_4_the_highest_card_takes_the_trick_and_its_player_leads() -> None:
    state = after(opened(cards=2, top="9S KC KD 2C 3C 4C"), "9S", "KC", "KD")
    assert state.tricks == (1, 0, 0)
    assert GAME.rules.to_act(state) == (0,)


def test_rule_5_a_trick_is_a_point() -> None:
    state = after(opened(cards=1, top="9S KC KD"), "9S", "KC", "KD")
    assert (state.totals, state.history) == ((1, 0, 0), ((1, 0, 0),))


def test_rule_6_after_the_last_hand_the_game_is_over() -> None:
    state = after(opened(cards=1, hands=1, top="9S KC KD"), "9S", "KC", "KD")
    assert GAME.rules.outcome(state) == ((1, 2, 2), (1, 0, 0), "all_hands")
    assert refused(state, 0, "2C") == ("high_card/game_over", "6")


def test_ruling_h1_the_lowest_card_is_played_for_who_is_late() -> None:
    assert GAME.rules.fallback(opened(cards=2, top="9S 3C 4C 5C 6C 7C"), Seat(1)) == Play(
        Card("5C")
    )


def test_ruling_h2_a_voided_hand_takes_back_its_points_and_later_hands_stand() -> None:
    state = after(opened(cards=1, hands=2, top="9S KC KD"), "9S", "KC", "KD")
    voided = GAME.evolve(state, GAME.rules.void(state, 1))
    assert (voided.totals, voided.hands) == ((0, 0, 0), state.hands)
    broken = GAME.evolve(state, GAME.rules.void(state, 2))
    assert GAME.rules.outcome(broken) == ((1, 2, 2), (1, 0, 0), "all_hands")
    with pytest.raises(Illegal, match="No hand"):
        GAME.rules.void(replace(state), 3)
