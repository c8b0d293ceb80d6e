"""Every ruling of games/boon/RULES.md."""

from typing import Any

import pytest

from games import NEWEST
from games.boon import GAME
from games.boon import events as ev
from games.boon.actions import Bury, Pass, Play, Take
from games.boon.cards import DECK, POINTS, RANK, SUIT, sort_trump_last
from games.boon.rules import void
from games.boon.state import BURYING, DEALING, OVER
from games.core.contract import Seat, Shuffle
from games.core.options import BadOptions, options_to_json, validate_options
from tests.games.boon.cards import card, cards
from tests.games.boon.table import (
    ALL_PASS,
    acted,
    counted,
    counting,
    dealt,
    five,
    leaster,
    opened,
    playing,
    without,
)
from tests.games.said import said
from tests.given import given


def test_ruling_n1_each_player_has_five_victory_cards_even_with_five_players() -> None:
    assert opened(5).victory_cards == (5, 5, 5, 5, 5)


def test_ruling_n2_gold_is_trump_among_blue_green_and_red() -> None:
    assert set(SUIT.values()) == {"blue", "green", "red", "gold"}
    state = without(playing(3, "red 6", "gold 1", "red 5"), "red", 1)
    state = acted(state, (0, Play(card("red 6"))), (1, Play(card("gold 1"))))
    assert acted(state, (2, Play(card("red 5")))).leader == 1


def test_ruling_n3_gold_has_ranks_to_fourteen_and_the_others_to_six() -> None:
    ranks = {suit: sorted(RANK[c] for c in SUIT if SUIT[c] == suit) for suit in set(SUIT.values())}
    assert ranks.pop("gold") == list(range(1, 15))
    assert list(ranks.values()) == [[1, 2, 3, 4, 5, 6]] * 3


def test_ruling_n4_the_points_per_rank() -> None:
    assert [POINTS[one] for one in cards("red 1 2 3 4 5 6")] == [0, 0, 0, 4, 10, 11]
    gold = [POINTS[one] for one in cards("gold 1 2 3 4 5 6 7 8 9 10 11 12 13 14")]
    assert gold == [0, 0, 0, 4, 10, 11, 2, 2, 2, 2, 3, 3, 3, 3]


def test_ruling_n5_follow_if_you_can_else_anything() -> None:
    state = acted(playing(3, "red 4", "red 2 5, gold 9"), (0, Play(card("red 4"))))
    offered = GAME.rules.choices(state, Seat(1)).actions
    assert {SUIT[one.card] for one in offered if isinstance(one, Play)} == {"red"}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ruling_n6_a_defenders_amounts_are_the_same_with_any_number_of_players(seats: int) -> None:
    rich = (20,) * seats
    rounds = [counted(counting(seats, points, held=rich))[0] for points in (29, 30, 61, 91)]
    assert [one.victory_cards[-1] - 20 for one in rounds] == [2, 1, -1, -2]


def test_ruling_n7_the_partner_settles_with_the_third_defender_clockwise() -> None:
    first, *_ = counted(counting(5, 0, taker=3, partner=0))
    assert first.paid == ((3, 4, 2), (3, 1, 2), (0, 2, 2))


def test_ruling_n8_a_taker_alone_among_five_settles_with_all_four() -> None:
    assert counted(counting(5, 61))[0].victory_cards == (9, 4, 4, 4, 4)


def test_ruling_n8_a_taker_who_has_played_gold_7_is_no_partner_of_the_own() -> None:
    first, *_ = counted(counting(5, 61, partner=0))
    assert (first.partner, first.points, first.victory_cards) == (None, 61, (9, 4, 4, 4, 4))


def test_ruling_n9_cards_are_paid_one_at_a_time_while_there_are_any() -> None:
    first, ended = counted(counting(5, 29))
    assert first.paid == ((0, 1, 2), (0, 2, 1), (0, 3, 1), (0, 4, 1))
    assert first.victory_cards == (0, 7, 6, 6, 6)
    assert ended.why == "no_victory_cards"


def test_ruling_n9_the_partner_pays_only_what_is_there() -> None:
    first, _ = counted(counting(5, 10, partner=3, held=(3, 5, 5, 1, 5)))
    assert first.victory_cards == (0, 7, 6, 0, 6)


def test_ruling_n10_equal_holdings_share_the_place() -> None:
    _, ended = counted(counting(3, 10, held=(4, 3, 3)))
    assert ended.places == (3, 1, 1)


def test_ruling_n11_a_tie_in_a_leaster_moves_nothing() -> None:
    state = leaster({0: ["blue 6"], 1: ["red 6"], 2: ["gold 5 4"]}, (5, 5, 5))
    (first,) = counted(state)
    assert (first.winner, first.paid, first.victory_cards) == (None, (), (5, 5, 5))


def test_ruling_n12_the_boon_of_a_leaster_is_nobodys() -> None:
    tricks = {1: ["gold 4"], 0: ["blue 6"]}
    aside, *_ = counted(leaster(tricks, (5, 5, 5), boon="red 6 5 4"))
    assert (aside.points, aside.winner, aside.boon) == ((11, 4, 0), 1, cards("red 4 5 6"))


def test_ruling_n13_who_takes_all_tricks_of_a_leaster_wins() -> None:
    first, *_ = counted(leaster({2: ["blue 6, red 6", "gold 6 5"]}, (5, 5, 5)))
    assert (first.winner, first.victory_cards) == (2, (4, 4, 7))


def test_ruling_n14_who_has_no_trick_cannot_win_and_still_pays() -> None:
    state = leaster({0: ["blue 4"], 1: ["blue 6"]}, (5, 5, 5))
    first, *_ = counted(state)
    assert (first.tricks, first.winner, first.victory_cards) == ((1, 1, 0), 0, (7, 4, 4))


def test_ruling_n15_any_cards_may_be_buried_also_gold_7() -> None:
    state = acted(dealt(5, "gold 14", boon="gold 7 8"), (0, Take()))
    given(GAME, state).when(0, Bury(cards("gold 7 14"))).then(
        ev.CardsBuried(Seat(0), cards("gold 7 14"))
    )
    after = acted(state, (0, Bury(cards("gold 7 14"))))
    assert GAME.view(after, Seat(0))["taker_alone"] is True
    assert [GAME.view(after, Seat(seat))["taker_alone"] for seat in range(1, 5)] == [None] * 4


def test_ruling_n15_a_taker_who_has_buried_gold_7_pays_all_four() -> None:
    state = counting(5, 28)
    state.buried = cards("gold 7")  # 2 points more
    first, *_ = counted(state)
    assert (first.partner, first.victory_cards) == (None, (1, 6, 6, 6, 6))


def test_ruling_n15_the_option_keeps_gold_7_out_of_the_pile_with_five_players() -> None:
    state = acted(dealt(5, "gold 14", boon="gold 7 8", may_bury_gold7=False), (0, Take()))
    asked = given(GAME, state).when(0, Bury(cards("gold 7 14")))
    asked.then_refused("boon/gold7_stays", "N15")
    (pick,) = GAME.rules.choices(state, Seat(0)).picks
    assert card("gold 7") not in pick.cards


def test_ruling_n15_the_option_binds_nobody_with_three_and_four_players() -> None:
    state = acted(dealt(3, "gold 14 13", boon="gold 7", may_bury_gold7=False), (0, Take()))
    given(GAME, state).when(0, Bury(cards("gold 7 14 13"))).then(
        ev.CardsBuried(Seat(0), cards("gold 7 13 14"))
    )


def test_ruling_n16_buried_cards_count_without_any_trick() -> None:
    state = counting(4, 0)
    state.buried, state.tricks = cards("blue 6, red 6, green 6"), state.tricks[1:]
    first, *_ = counted(state)
    assert (first.points, first.paid) == (33, ((0, 1, 1), (0, 2, 1), (0, 3, 1)))


def test_ruling_n17_all_tricks_or_none_pay_no_more_than_the_outer_brackets() -> None:
    assert counted(counting(3, 120))[0].paid == counted(counting(3, 91))[0].paid
    assert counted(counting(3, 0))[0].paid == counted(counting(3, 29))[0].paid


def test_ruling_n18_one_card_at_a_time_from_the_dealers_left_and_the_last_are_the_boon() -> None:
    state = opened(4, first_dealer=2)
    (event,) = GAME.rules.proceed(state, DECK[4])
    assert isinstance(event, ev.HandDealt)
    assert event.hands[3] == sort_trump_last(DECK[4][0:28:4])
    assert event.hands[2] == sort_trump_last(DECK[4][3:28:4])
    assert event.boon == DECK[4][28:]


def test_ruling_n19_the_view_shows_only_what_has_been_played() -> None:
    state = five("gold 14, blue 1 2", bury="blue 1 2")
    for seat in (None, Seat(1)):
        view = GAME.view(state, seat)
        assert (view["buried"], view["buried_count"], view["points"]) == (None, 2, (0,) * 5)


def test_ruling_n20_three_four_or_five_can_play() -> None:
    assert list(GAME.seats) == [3, 4, 5]


def test_ruling_n21_buried_cards_and_the_boon_of_a_leaster_are_shown_at_the_count() -> None:
    state = counting(3, 50)
    state.buried = cards("blue 6")
    first, *_ = counted(state)
    assert first.buried == cards("blue 6")
    assert GAME.view(state, None)["buried"] is None
    assert GAME.view(GAME.evolve(state, first), None)["buried"] == cards("blue 6")
    other = leaster({1: ["gold 4"]}, (5, 5, 5), boon="red 6 5 4")
    (shown, *_) = counted(other)
    assert GAME.view(GAME.evolve(other, shown), None)["boon"] == cards("red 6 5 4")


def test_ruling_n22_the_last_round_ends_the_game() -> None:
    first, ended = counted(counting(3, 45, max_rounds=1))
    assert first.victory_cards == (3, 6, 6)
    assert ended == ev.GameEnded("max_rounds", (3, 1, 1))


FORCED: dict[str, Any] = {"all_pass": "forced_pick"}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ruling_n26_when_all_others_pass_the_dealer_may_only_take(seats: int) -> None:
    state = acted(dealt(seats, **FORCED), *ALL_PASS[seats][:-1])
    dealer = Seat(seats - 1)
    assert GAME.rules.to_act(state) == (dealer,)
    assert GAME.rules.choices(state, dealer).actions == (Take(),)
    assert GAME.rules.fallback(state, dealer) == Take()
    given(GAME, state).when(dealer, Pass()).then_refused("boon/must_take", "N26")
    after = acted(state, (dealer, Take()))
    assert (after.phase, after.taker, after.turn) == (BURYING, dealer, dealer)
    assert GAME.view(after, Seat(0))["passed"] == [*range(seats - 1)]


def test_ruling_n26_the_others_may_still_take_or_pass() -> None:
    state = dealt(4, **FORCED)
    for seat in range(3):
        assert GAME.rules.choices(state, Seat(seat)).actions == (Take(), Pass())
        assert GAME.rules.fallback(state, Seat(seat)) == Pass()
        state = acted(state, (seat, Pass()))
    assert acted(dealt(4, **FORCED), (0, Pass()), (1, Take())).taker == 1


def test_ruling_n26_without_the_option_the_dealer_may_pass_and_a_leaster_begins() -> None:
    state = acted(dealt(3), *ALL_PASS[3][:-1])
    assert GAME.rules.choices(state, Seat(2)).actions == (Take(), Pass())
    given(GAME, state).when(2, Pass()).then(ev.Passed(Seat(2)), ev.LeasterBegun())


def test_ruling_n26_the_dealer_sees_the_boon_only_after_taking_it() -> None:
    state = acted(dealt(3, boon="gold 14", **FORCED), *ALL_PASS[3][:-1])
    assert GAME.view(state, Seat(2))["boon"] is None
    after = acted(state, (2, Take()))
    shown = [GAME.view(after, seat)["boon"] is not None for seat in (Seat(0), Seat(2), None)]
    assert shown == [False, True, False]


def test_ruling_n26_everybody_is_told_that_the_dealer_must_take() -> None:
    state = acted(dealt(3, boon="gold 14 13 12", **FORCED), *ALL_PASS[3][:-1])
    boards = [
        GAME.presentation.scene(GAME.view(state, seat))["board"]["phase"]
        for seat in (Seat(0), Seat(2), None)
    ]
    assert boards == ["forced_pick"] * 3
    assert (
        GAME.presentation.wording(GAME.view(state, Seat(2)), Take()).text
        == "Take the Boon, as the dealer must"
    )
    (taken,) = GAME.rules.decide(state, Seat(2), Take())
    assert said(GAME, state, taken) == "All others have passed: seat 2 must take the Boon"
    assert "you must take the Boon" in said(GAME, state, taken, Seat(2))
    early = dealt(3, **FORCED)
    assert GAME.presentation.scene(GAME.view(early, Seat(0)))["board"]["phase"] == "taking"
    assert GAME.presentation.wording(GAME.view(early, Seat(0)), Take()).text == "Take the Boon"


def test_ruling_n26_a_log_leaves_the_option_out_where_it_is_a_leaster() -> None:
    assert "all_pass" not in options_to_json(opened(3).options)
    assert "all_pass" not in options_to_json(opened(3, all_pass="leaster").options)
    kept = options_to_json(opened(3, **FORCED).options)
    assert kept["all_pass"] == "forced_pick"
    assert validate_options(GAME.options, kept, 3) == opened(3, **FORCED).options


@pytest.mark.parametrize(
    ("points", "held"),
    [(29, (12, 24, 24)), (60, (16, 22, 22)), (61, (22, 19, 19)), (91, (24, 18, 18))],
)
def test_ruling_n27_double_on_the_bump_doubles_what_a_loss_costs(
    points: int, held: tuple[int, ...]
) -> None:
    state = counting(3, points, held=(20, 20, 20), named_payout="double_on_the_bump")
    assert counted(state)[0].victory_cards == held


def test_ruling_n27_the_partner_pays_double_too() -> None:
    first, *_ = counted(counting(5, 0, taker=3, partner=0, named_payout="double_on_the_bump"))
    assert first.paid == ((3, 4, 3), (3, 1, 2), (0, 2, 4))  # N9: the taker has five


def test_ruling_n27_a_table_keeps_the_numbers_and_not_the_name() -> None:
    kept = options_to_json(opened(3, named_payout="double_on_the_bump").options)
    assert kept["payout"] == [4, 2, 1, 2]
    assert "named_payout" not in kept
    assert opened(3, named_payout="even").options == GAME.options()


def test_ruling_n27_a_name_beside_other_numbers_is_refused() -> None:
    asked = {"named_payout": "double_on_the_bump", "payout": [2, 1, 1, 2]}
    with pytest.raises(BadOptions) as refused:
        validate_options(GAME.options, asked, 3)
    assert str(refused.value) == (
        "payout: is [2, 1, 1, 2], but named_payout double_on_the_bump makes it [4, 2, 1, 2]:"
        " leave one of the two out"
    )
    same = {**asked, "payout": [4, 2, 1, 2]}
    assert validate_options(GAME.options, same, 3).payout == (4, 2, 1, 2)


def test_ruling_v1_voiding_takes_back_what_a_round_moved_and_later_rounds_stand() -> None:
    state = counting(3, 61)
    state = GAME.fold(state, counted(state))
    again = counting(3, 45, taker=1, held=state.victory_cards)
    again.hand, again.moved = 2, state.moved
    state = GAME.fold(again, counted(again))
    assert state.victory_cards == (8, 2, 5)
    event = GAME.rules.void(state, 1)
    assert event == ev.HandVoided(1, (6, 3, 6), None, ())
    after = GAME.evolve(state, event)
    assert (after.victory_cards, after.phase, after.moved) == ((6, 3, 6), DEALING, state.moved[1:])
    assert void(after, 1).victory_cards == (6, 3, 6)


def test_ruling_v1_voiding_the_last_round_lets_play_go_on() -> None:
    state = counting(3, 61, held=(8, 1, 6))
    over = GAME.fold(state, counted(state))
    after = GAME.evolve(over, GAME.rules.void(over, 1))
    assert GAME.rules.outcome(after) is None
    assert GAME.rules.pending(after) == Shuffle("deal", DECK[3], 2)
    assert after.victory_cards == (8, 1, 6)


def test_ruling_v1_a_round_that_is_voided_while_it_runs_is_broken_off() -> None:
    state = acted(dealt(3), (0, Take()))
    after = GAME.evolve(state, GAME.rules.void(state, 1))
    assert (after.victory_cards, after.phase, after.turn) == ((5, 5, 5), DEALING, None)
    assert GAME.view(after, Seat(0))["buried_count"] == 0


def test_ruling_n28_no_other_game_forbids_table_talk() -> None:
    about = {name: game.about for name, game in NEWEST.items()}
    assert [name for name, one in about.items() if one and not one.table_talk] == ["boon"]


def test_ruling_v1_a_running_round_goes_on_when_an_earlier_one_is_voided() -> None:
    state = acted(dealt(3), (0, Take()))
    state.hand, state.moved, state.victory_cards = 2, ((1, 4, -2, -2),), (3, 2, 10)
    event = GAME.rules.void(state, 1)
    assert event == ev.HandVoided(1, (-1, 4, 12), None, ())
    after = GAME.evolve(state, event)
    assert (after.phase, after.turn) == (BURYING, 0)


def test_ruling_v1_voiding_ends_the_game_when_it_leaves_somebody_without_victory_cards() -> None:
    state = counting(3, 61)
    state = GAME.fold(state, counted(state))
    state.victory_cards = (2, 6, 7)
    event = GAME.rules.void(state, 1)
    assert event == ev.HandVoided(1, (0, 7, 8), "no_victory_cards", (3, 2, 1))
    assert GAME.evolve(state, event).phase == OVER


def test_ruling_v1_a_running_round_is_the_last_for_who_has_no_victory_cards_left() -> None:
    state = acted(dealt(3), (0, Take()))
    state.hand, state.moved, state.victory_cards = 2, ((1, 4, -2, -2),), (3, 2, 10)
    state = GAME.evolve(state, GAME.rules.void(state, 1))
    assert GAME.rules.outcome(state) is None
    event = GAME.rules.void(state, 2)
    assert event == ev.HandVoided(2, (-1, 4, 12), "no_victory_cards", (3, 2, 1))


def test_ruling_v1_no_round_follows_a_void_last_one() -> None:
    state = acted(dealt(3, max_rounds=1), (0, Take()))
    assert GAME.rules.void(state, 1) == ev.HandVoided(1, (5, 5, 5), "max_rounds", (1, 1, 1))


def test_rule_9_added_points_are_victory_cards() -> None:
    state = counting(3, 61, held=(8, 1, 6))
    over = GAME.fold(state, counted(state))
    assert GAME.rules.standing(over, (0, 0, 0)) == ((1, 3, 2), (10, 0, 5))
    assert GAME.rules.standing(over, (-6, 4, 0)) == ((2, 2, 1), (4, 4, 5))
