"""Every numbered rule of games/boon/RULES.md."""

import pytest

from games.boon import GAME
from games.boon import events as ev
from games.boon.actions import Bury, Pass, Play, Take
from games.boon.cards import BOON_SIZE, DECK, HAND_SIZE
from games.boon.state import BURYING, PLAYING, TAKING
from games.core.contract import Seat, Shuffle, Step
from tests.games.boon.cards import card, cards
from tests.games.boon.table import (
    acted,
    acted_events,
    counted,
    counting,
    dealt,
    five,
    in_deck_order,
    leaster,
    opened,
    order_for,
    playing,
    turn,
    without,
)
from tests.given import given

# Rule 1: deal


def test_ruling_n23_the_first_dealer_is_drawn_and_then_deals() -> None:
    state = opened(4)
    assert GAME.rules.pending(state) == Shuffle("first_seat", ("0", "1", "2", "3"), 0)
    (drawn,) = GAME.rules.proceed(state, ("2", "0", "3", "1"))
    assert drawn == ev.DealerDrawn(Seat(2))
    assert GAME.rules.pending(GAME.evolve(state, drawn)) == Shuffle("deal", DECK[4], 1)


def test_rule_1_the_deal_moves_one_seat_clockwise_after_every_round() -> None:
    state = opened(3, first_dealer=1)
    dealers: list[Seat] = []
    while len(dealers) < 4:
        state, happened = GAME.settle(state, in_deck_order)
        dealers += [event.dealer for event in happened if isinstance(event, ev.HandDealt)]
        state = acted_events(state, turn(state))
    assert dealers == [1, 2, 0, 1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_rule_1_hands_and_boon_have_the_sizes_of_the_table(seats: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [HAND_SIZE[seats]] * seats
    assert len(state.boon) == BOON_SIZE[seats]
    assert (state.phase, state.turn) == (TAKING, 0)


def test_rule_1_nobody_acts_before_the_deal() -> None:
    given(GAME, opened(3)).when(0, Take()).then_refused("boon/wrong_phase", "1")


# Rule 2: taking the Boon


def test_rule_2_the_first_taker_gets_the_boon_and_ends_the_asking() -> None:
    state = acted(dealt(3, boon="gold 14 13 12"), (0, Pass()))
    boon = cards("gold 14 13 12")
    after = given(GAME, state).when(1, Take()).then(ev.BoonTaken(Seat(1), boon)).state
    assert (after.phase, after.turn, after.taker) == (BURYING, 1, 1)
    assert set(boon) < set(after.hands[1]) and len(after.hands[1]) == 12


def test_rule_2_the_asking_goes_clockwise_from_the_dealers_left() -> None:
    state = dealt(4, dealer=1)
    order = []
    while state.phase == TAKING:
        order.append(turn(state))
        state = acted(state, (order[-1], Pass()))
    assert order == [2, 3, 0, 1]


def test_rule_2_a_seat_is_asked_only_on_its_turn() -> None:
    given(GAME, dealt(3)).when(1, Take()).then_refused("boon/not_your_turn", "2")
    given(GAME, dealt(3)).when(2, Pass()).then_refused("boon/not_your_turn", "2")


def test_rule_2_no_card_is_played_before_the_boon_is_settled() -> None:
    state = dealt(3, "blue 1")
    given(GAME, state).when(0, Play(card("blue 1"))).then_refused("boon/wrong_phase", "2")


# Rule 3: burying


def test_rule_3_the_taker_buries_as_many_cards_as_the_boon_had() -> None:
    state = acted(dealt(3, "blue 4 5", boon="red 6 5 4"), (0, Take()))
    away = cards("red 5, blue 4 5")
    event = ev.CardsBuried(Seat(0), cards("blue 4 5, red 5"))
    after = given(GAME, state).when(0, Bury(away)).then(event).state
    assert after.buried == event.cards
    assert len(after.hands[0]) == 9 and not set(away) & set(after.hands[0])
    assert (after.phase, after.turn) == (PLAYING, 0)


def test_ruling_n24_a_taker_of_five_players_buries_two_cards() -> None:
    state = acted(dealt(5, "blue 1 2 3"), (0, Take()))
    event = ev.CardsBuried(Seat(0), cards("blue 1 2"))
    after = given(GAME, state).when(0, Bury(cards("blue 1 2"))).then(event).state
    assert {*map(len, after.hands)} == {6}


def test_rule_3_another_number_of_cards_is_refused() -> None:
    state = acted(dealt(5, "blue 1 2 3"), (0, Take()))
    for few_or_many in ("blue 1", "blue 1 2 3", ""):
        asked = given(GAME, state).when(0, Bury(cards(few_or_many)))
        asked.then_refused("boon/wrong_number", "3")


def test_rule_3_a_card_is_named_once() -> None:
    state = acted(dealt(5, "blue 1 2 3"), (0, Take()))
    asked = given(GAME, state).when(0, Bury(cards("blue 1 1")))
    asked.then_refused("boon/named_twice", "3")


def test_rule_3_only_cards_of_the_own_hand_are_buried() -> None:
    state = acted(dealt(5, "blue 1 2 3", "red 6"), (0, Take()))
    asked = given(GAME, state).when(0, Bury(cards("blue 1, red 6")))
    asked.then_refused("boon/not_in_hand", "3")


def test_rule_3_only_the_taker_buries_and_nobody_plays_meanwhile() -> None:
    state = acted(dealt(5, "blue 1 2", "red 5 6"), (0, Take()))
    given(GAME, state).when(1, Bury(cards("red 5 6"))).then_refused("boon/not_your_turn", "3")
    given(GAME, state).when(0, Play(card("blue 1"))).then_refused("boon/wrong_phase", "3")


# Rule 4: sides


def test_rule_4_the_holder_of_gold_7_is_revealed_when_it_is_played() -> None:
    state = five("gold 14, blue 1 2", "gold 1", "gold 7", bury="blue 1 2")
    state = acted(state, (0, Play(card("gold 14"))), (1, Play(card("gold 1"))))
    given(GAME, state).when(2, Play(card("gold 7"))).then(
        ev.CardPlayed(Seat(2), card("gold 7")), ev.SidesRevealed(Seat(0), Seat(2))
    )


def test_rule_4_a_taker_who_plays_gold_7_is_shown_to_be_alone() -> None:
    state = five("gold 7, blue 1 2", bury="blue 1 2")
    given(GAME, state).when(0, Play(card("gold 7"))).then(
        ev.CardPlayed(Seat(0), card("gold 7")), ev.SidesRevealed(Seat(0), None)
    )


def test_rule_4_gold_7_from_the_boon_makes_the_taker_alone() -> None:
    state = five("blue 1 2", boon="gold 7 8", bury="blue 1 2")
    assert GAME.view(state, Seat(0))["taker_alone"] is True


def test_rule_4_only_the_holder_of_gold_7_knows_the_partner() -> None:
    state = five("blue 1 2", "red 1", "gold 7", bury="blue 1 2")
    known = [GAME.view(state, seat)["partner"] for seat in (*map(Seat, range(5)), None)]
    assert known == [None, None, 2, None, None, None]
    alone = [GAME.view(state, seat)["taker_alone"] for seat in (*map(Seat, range(5)), None)]
    assert alone == [False, None, False, None, None, None]


@pytest.mark.parametrize("seats", [3, 4])
def test_rule_4_with_three_and_four_players_gold_7_reveals_nothing(seats: int) -> None:
    state = acted(dealt(seats, "gold 1", "gold 7"), (0, Take()))
    state = acted(state, (0, GAME.rules.fallback(state, Seat(0))))
    assert all(GAME.view(state, Seat(seat))["taker_alone"] is True for seat in range(seats))
    state = acted(state, (0, Play(state.hands[0][-1])))
    given(GAME, state).when(1, Play(card("gold 7"))).then(ev.CardPlayed(Seat(1), card("gold 7")))


# Rule 5: tricks


def test_rule_5_the_dealers_left_leads_any_card_even_when_another_has_the_boon() -> None:
    state = acted(dealt(3, "blue 1, gold 3"), (0, Pass()), (1, Take()))
    state = acted(state, (1, GAME.rules.fallback(state, Seat(1))))
    assert state.turn == 0
    assert len(GAME.rules.choices(state, Seat(0)).actions) == 9


def test_rule_5_the_led_suit_must_be_followed() -> None:
    state = acted(playing(3, "red 4", "red 5, gold 14"), (0, Play(card("red 4"))))
    asked = given(GAME, state).when(1, Play(card("gold 14")))
    asked.then_refused("boon/must_follow", "5")
    given(GAME, state).when(1, Play(card("red 5"))).then(ev.CardPlayed(Seat(1), card("red 5")))


def test_rule_5_without_the_led_suit_any_card_may_be_played() -> None:
    state = playing(3, "red 4", "blue 1 2 3 4 5 6, green 2 3, gold 1")
    state = acted(state, (0, Play(card("red 4"))))
    assert len(GAME.rules.choices(state, Seat(1)).actions) == 9
    given(GAME, state).when(1, Play(card("blue 6"))).then(ev.CardPlayed(Seat(1), card("blue 6")))


def test_rule_5_gold_is_a_suit_of_its_own() -> None:
    state = acted(playing(3, "gold 4", "red 5, gold 1"), (0, Play(card("gold 4"))))
    asked = given(GAME, state).when(1, Play(card("red 5")))
    asked.then_refused("boon/must_follow", "5")


def test_rule_5_there_is_no_duty_to_beat() -> None:
    state = acted(playing(3, "red 4", "red 2 5"), (0, Play(card("red 4"))))
    given(GAME, state).when(1, Play(card("red 2"))).then(ev.CardPlayed(Seat(1), card("red 2")))


def test_rule_5_a_card_must_be_in_hand() -> None:
    state = playing(3, "red 4", "red 5")
    asked = given(GAME, state).when(0, Play(card("red 5")))
    asked.then_refused("boon/not_in_hand", "5")


def test_rule_5_the_turn_goes_clockwise() -> None:
    state = acted(playing(3, "red 4", "red 5", "red 6"), (0, Play(card("red 4"))))
    asked = given(GAME, state).when(2, Play(card("red 6")))
    asked.then_refused("boon/not_your_turn", "5")


def test_rule_5_the_boon_cannot_be_taken_any_more() -> None:
    given(GAME, playing(3)).when(0, Take()).then_refused("boon/wrong_phase", "5")
    given(GAME, playing(3)).when(0, Pass()).then_refused("boon/wrong_phase", "5")
    given(GAME, playing(3)).when(0, Bury(())).then_refused("boon/wrong_phase", "5")


# Rule 6: who wins a trick


def test_rule_6_the_highest_gold_wins_and_leads_next() -> None:
    state = playing(3, "blue 6", "gold 1", "gold 2")
    state = without(state, "blue", 1, 2)
    state = acted(state, (0, Play(card("blue 6"))), (1, Play(card("gold 1"))))
    after = given(GAME, state).when(2, Play(card("gold 2")))
    after.then(ev.CardPlayed(Seat(2), card("gold 2")), ev.TrickWon(Seat(2), 11))
    assert acted(state, (2, Play(card("gold 2")))).turn == 2


def test_rule_6_without_gold_the_highest_card_of_the_led_suit_wins() -> None:
    state = playing(3, "red 4", "red 5", "blue 6")
    state = without(without(state, "red", 2), "gold", 2)
    state = acted(state, (0, Play(card("red 4"))), (1, Play(card("red 5"))))
    given(GAME, state).when(2, Play(card("blue 6"))).then(
        ev.CardPlayed(Seat(2), card("blue 6")), ev.TrickWon(Seat(1), 25)
    )


def test_rule_6_all_cards_are_played_before_the_count() -> None:
    state = playing(3)
    for left in range(27, 0, -1):
        assert sum(map(len, state.hands)) == left
        state = acted_events(state, turn(state))
    assert GAME.rules.pending(state) == Step("count")


# Rule 7: count


def test_rule_7_the_partners_tricks_count_for_the_offence() -> None:
    first, *_ = counted(counting(5, 70, partner=3))
    assert (first.points, first.partner, first.won) == (70, 3, True)


def test_rule_7_the_buried_cards_count_for_the_taker() -> None:
    state = counting(3, 50)
    state.buried = cards("blue 6")
    first, *_ = counted(state)
    assert (first.points, first.won) == (61, True)


def test_rule_7_sixty_points_each_is_a_loss_for_the_taker() -> None:
    assert counted(counting(4, 60))[0].won is False
    assert counted(counting(4, 61))[0].won is True


# Rule 8: payout


@pytest.mark.parametrize(
    ("points", "held"),
    [
        (0, (1, 7, 7)),
        (29, (1, 7, 7)),
        (30, (3, 6, 6)),
        (60, (3, 6, 6)),
        (61, (7, 4, 4)),
        (90, (7, 4, 4)),
        (91, (9, 3, 3)),
        (120, (9, 3, 3)),
    ],
)
def test_rule_8_the_brackets_decide_what_each_defender_gets_or_pays(
    points: int, held: tuple[int, ...]
) -> None:
    assert counted(counting(3, points))[0].victory_cards == held


def test_rule_8_with_four_players_the_taker_settles_with_all_three() -> None:
    assert counted(counting(4, 45, taker=2))[0].victory_cards == (6, 6, 2, 6)


def test_rule_8_the_takers_change_is_twice_the_partners() -> None:
    first, *_ = counted(counting(5, 100, taker=1, partner=4))
    assert first.victory_cards == (3, 9, 3, 3, 7)


# Rule 9: end


def test_rule_9_the_game_ends_when_a_player_has_no_victory_cards() -> None:
    state = counting(3, 61, held=(8, 1, 6))
    first, ended = counted(state)
    assert first.victory_cards == (10, 0, 5)
    assert ended == ev.GameEnded("no_victory_cards", (1, 3, 2))
    over = GAME.fold(state, (first, ended))
    outcome = GAME.rules.outcome(over)
    assert outcome is not None and outcome.scores == (10, 0, 5) and outcome.places == (1, 3, 2)


def test_rule_9_while_all_have_victory_cards_another_round_is_dealt() -> None:
    state = counting(3, 61)
    (only,) = counted(state)
    assert GAME.rules.pending(GAME.evolve(state, only)) == Shuffle("deal", DECK[3], 2)
    assert GAME.rules.outcome(GAME.evolve(state, only)) is None


def test_rule_9_nobody_acts_after_the_end() -> None:
    state = counting(3, 61, held=(8, 1, 6))
    over = GAME.fold(state, counted(state))
    given(GAME, over).when(0, Take()).then_refused("boon/wrong_phase", "9")


# Rule 10: Leaster


def test_rule_10_a_leaster_begins_when_all_have_passed() -> None:
    state = acted(dealt(3), (0, Pass()), (1, Pass()))
    given(GAME, state).when(2, Pass()).then(ev.Passed(Seat(2)), ev.LeasterBegun())
    begun = acted(state, (2, Pass()))
    assert (begun.phase, begun.turn, begun.taker) == (PLAYING, 0, None)


def test_rule_10_fewest_points_wins_a_victory_card_of_everyone() -> None:
    state = leaster({0: ["blue 6, red 6"], 1: ["gold 11"], 2: ["gold 5"]}, (5, 5, 5))
    first, *_ = counted(state)
    assert (first.winner, first.victory_cards) == (1, (4, 7, 4))
    assert first.paid == ((2, 1, 1), (0, 1, 1))


def test_order_for_deals_what_it_is_asked_to() -> None:
    state = dealt(3, "blue 1", "red 6", boon="gold 7")
    assert "blue-1" in state.hands[0] and "red-6" in state.hands[1] and "gold-7" in state.boon
    assert sorted(order_for(3, 2, ("blue 1",), "gold 7")) == sorted(DECK[3])
