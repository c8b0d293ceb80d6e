"""The lines for people."""

import pytest

from games.bum import GAME
from games.bum import events as ev
from games.bum.events import Event
from games.core.contract import Seat
from tests.games.bum.cards import cards, dealt, first_hand, played
from tests.games.said import said

LEAD = dealt("5 9", "6 10", "7 J")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.BossDrawn(2), "Seat 2 cuts highest and is the first Boss"),  # type: ignore[arg-type]
        (
            ev.CombinationPlayed(0, cards("7 7 2"), "set", 3, 1, "7"),  # type: ignore[arg-type]
            "Seat 0 leads 3 cards as 7s: 7, 7 and Two (wild)",
        ),
        (
            ev.CombinationPlayed(0, cards("9 10 J"), "sequence", 1, 3, "J"),  # type: ignore[arg-type]
            "Seat 0 leads a sequence of 3 ranks up to Jack, 1 card of each: 9, 10 and Jack",
        ),
        (
            ev.CombinationPlayed(0, cards("Q Q K K A A"), "sequence", 2, 3, "A"),  # type: ignore[arg-type]
            "Seat 0 leads a sequence of 3 ranks up to Ace, 2 cards of each: "
            "Queen, Queen, King, King, Ace and Ace",
        ),
        (
            ev.CardsGiven(0, 3, 2, cards("3 3")),  # type: ignore[arg-type]
            "Seat 0 gives 2 cards face down to seat 3",
        ),
        (
            ev.PlayerWentOut(1, 2, 1, 9),  # type: ignore[arg-type]
            "Seat 1 goes out as number 2 and scores 1 point, 9 in all",
        ),
        (ev.SessionEnded(1), "The session of 1 hand is over"),
        (ev.HandVoided(2, (0, 0, 0), None, False), "Hand 2 is void; play goes on"),
    ],
)
def test_notes_say_what_happened(event: Event, line: str) -> None:
    assert said(GAME, LEAD, event) == line


@pytest.mark.parametrize(
    ("words", "rank", "named"),
    [
        ("Q Q", "Q", "2 cards as Queens: Queen and Queen"),
        ("A JK", "A", "2 cards as Aces: Ace and Joker 1"),
        ("Q 2 2 JK", "Q", "4 cards as Queens: Queen, Two (wild), Two (wild) and Joker 1"),
        ("2 2 JK", "2", "3 cards as Twos: Two (wild), Two (wild) and Joker 1"),
        ("JK JK", "JK", "2 cards as Jokers: Joker 1 and Joker 2"),
    ],
)
def test_wild_cards_of_a_set_are_named_with_what_they_stand_for(
    words: str, rank: str, named: str
) -> None:
    made = cards(words)
    event = ev.CombinationPlayed(Seat(0), made, "set", len(made), 1, rank)
    assert said(GAME, LEAD, event) == f"Seat 0 leads {named}"


def test_twos_and_jokers_in_a_sequence_are_what_they_are() -> None:
    event = ev.CombinationPlayed(Seat(0), cards("A 2 JK"), "sequence", 1, 3, "JK")
    assert said(GAME, LEAD, event) == (
        "Seat 0 leads a sequence of 3 ranks up to Joker, 1 card of each: "
        "Ace, Two (wild) and Joker 1"
    )


def test_after_the_last_hand_of_a_session_there_is_no_next_boss() -> None:
    for hands, told in [
        (0, "The hand is over; next: Boss seat 2; Middleman seat 0; Bum seat 1"),
        (2, "The hand is over; next: Boss seat 2; Middleman seat 0; Bum seat 1"),
        (1, "The hand is over; its order: seat 2, seat 0 and seat 1"),
    ]:
        state = dealt("5 9", "6 10", "7 J", hands=hands)
        event = ev.HandEnded((Seat(2), Seat(0), Seat(1)))
        assert said(GAME, state, event) == told


def test_a_follower_plays_where_a_leader_leads() -> None:
    state = played(LEAD, "5")
    event = ev.CombinationPlayed(1, cards("8"), "set", 1, 1, "8")  # type: ignore[arg-type]
    assert said(GAME, state, event) == "Seat 1 plays 8"


def test_a_revolution_names_the_new_designations() -> None:
    _, events = first_hand("3", "4", "JK JK")
    assert said(GAME, LEAD, events[1]) == (
        "A revolution is declared by seat 2 with 2 Jokers:"
        " Boss seat 2; Middleman seat 1; Bum seat 0"
    )


def test_giver_and_receiver_alone_are_told_what_was_exchanged() -> None:
    event = ev.CardsGiven(Seat(0), Seat(2), 2, cards("3 K"))
    assert said(GAME, LEAD, event, Seat(0)) == "You give 3 and King to seat 2"
    assert said(GAME, LEAD, event, Seat(2)) == "Seat 0 gives you 3 and King"
    for other in (Seat(1), None):
        assert said(GAME, LEAD, event, other) == "Seat 0 gives 2 cards face down to seat 2"
