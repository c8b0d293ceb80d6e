"""What seats and spectators are shown, and what they are not."""

import random

import orjson
import pytest

from games.bum import GAME
from games.bum.events import CardsGiven
from games.core.contract import Seat
from games.core.type_hints.values import split_by_audience
from tests.games.bum.cards import E5, PASS, dealt, first_hand, later_hand, of, played
from tests.games.play import Play, words_in


def test_a_seat_sees_its_own_cards_and_a_spectator_none() -> None:
    state = dealt("5 9", "6 10", "7 J")
    assert GAME.view(state, 1)["cards"] == ["6-1", "10-1"]  # type: ignore[arg-type]
    assert GAME.view(state, None)["cards"] is None


def test_no_view_names_a_card_that_its_seat_cannot_know() -> None:
    state, _ = later_hand(*E5)
    for seat in (*range(4), None):
        mine = set() if seat is None else set(state.hands[seat])
        told = {c for g, r, cards in state.given if seat in (g, r) for c in cards}
        named = {w for w in words_in(GAME.view(state, seat)) if "-" in w}
        assert named == mine | told


def test_exchanged_cards_are_sealed_to_giver_and_receiver() -> None:
    for event in later_hand(*E5)[1]:
        if isinstance(event, CardsGiven):
            public, parts = split_by_audience(event)
            assert "cards" not in public
            assert list(parts) == ["+".join(map(str, sorted((event.seat, event.receiver))))]


def test_the_cards_of_an_exchange_are_shown_to_its_two_seats() -> None:
    state, _ = later_hand(*E5)
    shown = {
        seat: [row["cards"] for row in GAME.view(state, seat)["exchange"]]  # type: ignore[arg-type]
        for seat in (0, 1, None)
    }
    assert [len(cards or ()) for cards in shown[0]] == [2, 2, 0, 0]
    assert [len(cards or ()) for cards in shown[1]] == [0, 0, 1, 1]
    assert shown[None] == [None] * 4


def test_everybody_sees_who_showed_jokers() -> None:
    state, _ = first_hand("3", "4", "JK JK", "5")
    view = GAME.view(state, None)
    assert view["shown"] == [[], [], ["JK-1", "JK-2"], []]
    assert view["designations"] == ["Worker", "Bum", "Boss", "Foreman"]


def test_the_view_tells_how_the_trick_stands() -> None:
    view = GAME.view(played(dealt("5 9", "6 10", "7 J"), "5", "pass"), None)
    assert view["lead"] == {"kind": "set", "size": 1, "length": 1, "rank": "5"}
    assert (view["turn"], view["last"], view["passes"], view["passes_needed"]) == (2, 0, 1, 2)
    assert view["plays"] == [{"seat": 0, "cards": ["5-1"]}]


def test_the_view_tells_who_is_out_of_a_trick_by_a_final_pass() -> None:
    state = played(dealt("5 9", "6 10", "7 J", pass_is_final=True), "5", "pass", "7")
    view = GAME.view(state, None)
    assert (view["passed"], view["passes"], view["passes_needed"]) == ([1], 1, 2)
    assert GAME.presentation.scene(view)["seats"][1]["roles"] == ["Middleman", "out of this trick"]
    asked = GAME.presentation.wording(GAME.view(state, Seat(0)), PASS)
    assert asked == ("Pass for this whole trick", "pass")


def test_a_gift_that_was_chosen_is_told_to_its_two_seats_alone() -> None:
    state = played(later_hand(*E5, boss_chooses=True)[0], "give 5 9")
    told = [GAME.view(state, seat)["exchange"] for seat in (Seat(0), Seat(1), None)]
    assert [row[0]["cards"] for row in told] == [["5-1", "9-1"], None, None]
    board = GAME.presentation.scene(GAME.view(state, Seat(1)))["board"]
    assert (board["phase"], board["starter"], board["current"]) == ("exchange", 0, None)
    asked = GAME.presentation.wording(GAME.view(state, Seat(1)), of(state, 1, "give Q"))
    assert asked == ("Give [Queen](card:Q-2)", "cards")


def test_the_cards_left_in_the_last_hand_stay_hidden() -> None:
    state = played(dealt("5", "6", "7 8", target=2), "5")
    assert GAME.rules.outcome(state) is not None
    assert not {"6-1", "7-1", "8-1"} & set(words_in(GAME.view(state, None)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_views_are_json_at_every_moment(seats: int) -> None:
    play = Play(GAME, GAME.options(hands=2), seats, random.Random(seats))
    while GAME.rules.outcome(play.state) is None:
        play.act(*play.random_move())
        assert orjson.loads(orjson.dumps(GAME.view(play.state, None)))["hand"] == play.state.hand
