"""The lines for people."""

import random

import pytest

from games.bum import GAME
from games.bum import events as ev
from games.bum.events import Event
from games.core.contract import Seat
from tests.games.bum.cards import cards, dealt, first_hand, played
from tests.games.play import Play

LEAD = dealt("5 9", "6 10", "7 J")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.BossDrawn(2), "Seat 2 cuts highest and is the first Boss"),  # type: ignore[arg-type]
        (
            ev.CombinationPlayed(0, cards("7 7 2"), "set", 3, 1, "7"),  # type: ignore[arg-type]
            "Seat 0 leads three 7s (a Two as a 7)",
        ),
        (
            ev.CombinationPlayed(0, cards("9 10 J"), "sequence", 1, 3, "J"),  # type: ignore[arg-type]
            "Seat 0 leads a sequence of 3 up to a Jack",
        ),
        (
            ev.CombinationPlayed(0, cards("Q Q K K A A"), "sequence", 2, 3, "A"),  # type: ignore[arg-type]
            "Seat 0 leads a double sequence of 3 up to an Ace",
        ),
        (
            ev.CardsGiven(0, 3, 2, cards("3 3")),  # type: ignore[arg-type]
            "Seat 0 gives seat 3 two cards face down",
        ),
        (
            ev.PlayerWentOut(1, 2, 1, 9),  # type: ignore[arg-type]
            "Seat 1 goes out second and scores 1 point, 9 in all",
        ),
        (ev.SessionEnded(1), "The session of one hand is over"),
        (ev.HandVoided(2, (0, 0, 0), None, False), "Hand 2 is void; play goes on"),
    ],
)
def test_notes_say_what_happened(event: Event, line: str) -> None:
    assert GAME.notes(LEAD, event) == line


@pytest.mark.parametrize(
    ("words", "rank", "named"),
    [
        ("Q Q", "Q", "two Queens"),
        ("A JK", "A", "two Aces (a Joker as an Ace)"),
        ("Q 2 2 JK", "Q", "four Queens (two Twos and a Joker as Queens)"),
        ("2 2 JK", "2", "three Twos (a Joker as a Two)"),
        ("JK JK", "JK", "two Jokers"),
    ],
)
def test_wild_cards_of_a_set_are_named_with_what_they_stand_for(
    words: str, rank: str, named: str
) -> None:
    made = cards(words)
    event = ev.CombinationPlayed(Seat(0), made, "set", len(made), 1, rank)
    assert GAME.notes(LEAD, event) == f"Seat 0 leads {named}"


def test_twos_and_jokers_in_a_sequence_are_what_they_are() -> None:
    event = ev.CombinationPlayed(Seat(0), cards("A 2 JK"), "sequence", 1, 3, "JK")
    assert GAME.notes(LEAD, event) == "Seat 0 leads a sequence of 3 up to a Joker"


def test_after_the_last_hand_of_a_session_there_is_no_next_boss() -> None:
    for hands, said in [
        (0, "The hand is over; next: Boss seat 2, Middleman seat 0, Bum seat 1"),
        (2, "The hand is over; next: Boss seat 2, Middleman seat 0, Bum seat 1"),
        (1, "The hand is over; its order: seat 2, seat 0, seat 1"),
    ]:
        state = dealt("5 9", "6 10", "7 J", hands=hands)
        event = ev.HandEnded((Seat(2), Seat(0), Seat(1)))
        assert GAME.notes(state, event) == said


def test_a_follower_plays_where_a_leader_leads() -> None:
    state = played(LEAD, "5")
    event = ev.CombinationPlayed(1, cards("8"), "set", 1, 1, "8")  # type: ignore[arg-type]
    assert GAME.notes(state, event) == "Seat 1 plays an 8"


def test_a_revolution_names_the_new_designations() -> None:
    _, events = first_hand("3", "4", "JK JK")
    assert GAME.notes(LEAD, events[1]) == (
        "Seat 2 declares a revolution with two Jokers: Boss seat 2, Middleman seat 1, Bum seat 0"
    )


def test_notes_name_no_hidden_card() -> None:
    play = Play(GAME, GAME.options(hands=3), 5, random.Random(3)).finish()
    state = play.first
    for event in play.events:
        assert "-" not in GAME.notes(state, event)
        state = GAME.evolve(state, event)
