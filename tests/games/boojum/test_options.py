"""Every option does what it says, and nothing else is accepted."""

from typing import Any

import pytest

from games.boojum import GAME
from games.boojum import events as ev
from games.core.cards.decktet import COURTS, EXCUSE, PAWNS
from games.core.contract import Seat, Shuffle
from games.core.options import BadOptions, option_kinds, options_to_json, validate_options
from tests.games.boojum.cards import cards, everywhere
from tests.games.boojum.table import (
    PASS,
    acted,
    all_done,
    bids,
    claimed,
    claiming,
    claims,
    dealt,
    options_of,
    passed_by_all,
)
from tests.given import given, only

A = Seat(0)


@pytest.mark.parametrize(("seats", "decks"), [(3, 2), (6, 2), (7, 3), (9, 3), (10, 4), (12, 4)])
def test_without_a_number_there_are_as_many_decktets_as_the_seats_need(
    seats: int, decks: int
) -> None:
    assert len(everywhere(dealt(seats=seats))) == 36 * decks


def test_decks_sets_the_number_of_decktets() -> None:
    assert len(everywhere(dealt(seats=3, decks=4))) == 144
    assert dealt(seats=3, decks=3).options.decktets(3) == 3


def test_first_dealer_names_the_dealer() -> None:
    assert dealt(seats=4).dealer == 3
    due = GAME.rules.pending(GAME.rules.open(options_of(first_dealer=1), 3, None))
    assert isinstance(due, Shuffle)
    assert due.what == "deal"


def test_excuse_pawns_and_courts_add_their_cards() -> None:
    plain = set(everywhere(dealt()))
    assert {"excuse"} == set(everywhere(dealt(excuse=True))) - plain
    pawns = set(everywhere(dealt(pawns=True))) - plain
    assert pawns == set(cards("harvest watchman light-keeper borderland"))
    courts = set(everywhere(dealt(pawns=True, courts=True))) - plain - pawns
    assert courts == set(cards("consul rite island window"))


def test_ruling_b38_the_extended_deck_has_excuse_pawns_and_courts() -> None:
    extended, single = options_of(deck="extended"), options_of(excuse=True, pawns=True, courts=True)
    assert extended == single
    assert options_of(deck="basic") == options_of() == GAME.options()
    more = set(everywhere(dealt(deck="extended"))) - set(everywhere(dealt()))
    assert more == {EXCUSE, *PAWNS, *COURTS}
    assert len(everywhere(dealt(deck="extended"))) == 90


def test_ruling_b38_a_table_keeps_the_three_options_and_not_the_word() -> None:
    kept = options_to_json(options_of(deck="extended"))
    assert {name for name, value in kept.items() if value is True} == {"excuse", "pawns", "courts"}
    assert "deck" not in kept
    assert validate_options(GAME.options, kept, 3) == options_of(deck="extended")


def test_ruling_b38_a_word_beside_the_same_values_is_accepted() -> None:
    assert options_of(deck="extended", excuse=True) == options_of(deck="extended")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (
            {"deck": "extended", "pawns": False},
            "pawns: is false, but deck extended makes it true: leave one of the two out",
        ),
        (
            {"deck": "basic", "excuse": True},
            "excuse: is true, but deck basic makes it false: leave one of the two out",
        ),
        ({"deck": "whole"}, "deck: must be one of: basic, extended"),
    ],
)
def test_ruling_b38_a_word_beside_another_value_is_refused(asked: Any, says: str) -> None:
    with pytest.raises(BadOptions) as refused:
        validate_options(GAME.options, asked, 3)
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("options", "pips"), [({}, 10), ({"pawns": True}, 11), ({"pawns": True, "courts": True}, 12)]
)
def test_crowns_move_up_in_a_bid_when_pawns_and_courts_are_in(
    options: dict[str, Any], pips: int
) -> None:
    event = only(ev.BidMade, GAME.rules.decide(dealt("bard", **options), A, bids("bard")))
    assert event.pips == pips


def test_excuse_symbols_lets_an_excuse_supply_several_symbols() -> None:
    words = "desert origin excuse"
    state = claiming(words, excuse=True, excuse_symbols=2)
    assert claimed(state, claims("knots", "symbols", words)).excuses == ("moons/knots",)
    named = claims("knots", "symbols", words, "knots/moons")
    assert claimed(state, named).excuses == ("knots/moons",)
    for bad in ("moons/suns/knots", "moons/moons", "moons+knots", ""):
        given(GAME, state).when(0, claims("knots", "symbols", words, bad)).then_refused(
            "boojum/wrong_symbols", "B16"
        )


def test_excuse_symbols_may_be_three() -> None:
    words = "harvest excuse"
    state = claiming(words, excuse=True, pawns=True, excuse_symbols=3)
    claim = claims("knots", "symbols", words)
    assert claimed(state, claim).excuses == ("waves/wyrms/knots",)


def test_allow_duplicate_token_lets_a_seat_take_a_token_again() -> None:
    words = "author author painter soldier windfall"
    state = claiming(words, tokens=["knots"], allow_duplicate_token=True)
    state = acted(state, (0, claims("knots", "flush", words)))
    assert state.tokens[0] == ("knots", "knots")


def test_six_tokens_that_are_not_all_different_do_not_win() -> None:
    state = claiming(tokens=["moons suns waves leaves wyrms wyrms"], allow_duplicate_token=True)
    assert GAME.rules.outcome(all_done(state)) is None


def test_max_idle_rounds_sets_how_long_nothing_may_move() -> None:
    state = dealt(max_idle_rounds=1)
    state.stack = ()
    assert GAME.rules.outcome(all_done(passed_by_all(state))) is not None


def test_max_rounds_sets_the_last_round() -> None:
    assert GAME.rules.outcome(all_done(passed_by_all(dealt(max_rounds=1)))) is not None
    state = all_done(passed_by_all(dealt(max_rounds=2)))
    assert GAME.rules.outcome(state) is None
    assert GAME.rules.outcome(all_done(passed_by_all(state))) is not None


def test_reveal_slots_between_rounds_keeps_known_cards_visible() -> None:
    state = dealt(
        "pact", slots=["sea end", "bard bard"], stack="desert", reveal_slots_between_rounds=True
    )
    state = acted(state, (0, bids("pact")), (1, PASS), (2, PASS))
    assert GAME.view(state, None)["slots"][0] == {"count": 1, "face_up": False, "cards": ["pact"]}
    state = passed_by_all(state)
    shown = [slot["cards"] for slot in GAME.view(state, None)["slots"]]
    assert shown == [["pact"], ["bard", "bard"]]
    assert [len(slot) for slot in state.slots] == [2, 3]


@pytest.mark.parametrize(
    "given_options",
    [
        {"decks": 1},
        {"decks": 5},
        {"decks": "2"},
        {"decks": True},
        {"first_dealer": 3},
        {"excuse": 1},
        {"excuse_symbols": 0},
        {"excuse_symbols": 4},
        {"max_idle_rounds": 0},
        {"max_idle_rounds": 11},
        {"max_rounds": 0},
        {"max_rounds": 1001},
        {"courts": True},
        {"snark": True},
    ],
)
def test_what_is_out_of_bounds_is_refused_by_name(given_options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as refusal:
        validate_options(GAME.options, given_options, 3)
    assert list(refusal.value.problems) == list(given_options)


def test_the_plain_game_is_the_default() -> None:
    assert validate_options(GAME.options, {}, 5) == GAME.options()
    plain = {name: getattr(GAME.options(), name) for name in option_kinds(GAME.options)}
    assert plain == {
        "decks": None,
        "first_dealer": None,
        "excuse": False,
        "pawns": False,
        "courts": False,
        "excuse_symbols": 1,
        "allow_duplicate_token": False,
        "max_idle_rounds": 3,
        "max_rounds": 500,
        "reveal_slots_between_rounds": False,
    }


def test_the_schema_of_decks_allows_what_is_accepted() -> None:
    schema = option_kinds(GAME.options)["decks"].schema()
    assert schema == {"type": ["integer", "null"], "minimum": 2, "maximum": 4}
