"""Rules T1, T2, T3 and T9: open, sit, leave, withdraw."""

from typing import Any

import pytest

from games import GAMES
from games.core.bots import LADDER
from games.core.contract import Outcome, Seat
from games.core.options import BadOptions
from games.core.type_hints.values import BadValue
from games.table import Close, Leave, Sit, Start, events, fold_table_facts
from games.table.state import SeatHolder
from games.table.view import seat_facts
from tests.games.changed import with_levels
from tests.table.desk import AT, OPENER, SECRET, Desk, an_open, commitment


def a_desk(**changes: Any) -> Desk:
    return Desk().opened(an_open(**changes))


# T1


def test_t1_opening_records_all_that_a_judge_needs() -> None:
    clock = {"turn": 30, "bank": 60}
    desk = Desk("t9")
    (event,) = desk.do(OPENER, an_open(options={"target": 100}, clock=clock, on_time_out="bot"))
    assert isinstance(event, events.Opened)
    assert (event.game, event.rules, event.seats, event.secret) == ("boosh", 1, 2, SECRET)
    assert event.options["target"] == 100
    assert event.options["elimination"] == -250  # defaults are written down too
    assert event.clock == clock
    assert (event.on_time_out, event.reveal, event.private) == ("bot", "table", False)
    assert (event.opener, event.carried) == ("p0", None)


def test_t1_delay_of_spectators_and_rematch_are_recorded() -> None:
    table = a_desk().table
    assert (table.terms.spectator_delay, table.terms.rematch_of) == (0, None)
    table = a_desk(spectator_delay=12, rematch_of="t0").table
    assert (table.terms.spectator_delay, table.terms.rematch_of) == (12, "t0")


def test_t1_a_table_is_its_own_deal_group_unless_it_gets_one() -> None:
    assert Desk("t9").opened(an_open()).table.terms.group == "t9"
    assert a_desk(group="g1").table.terms.group == "g1"


def test_t1_a_new_table_is_open_and_empty() -> None:
    table = a_desk().table
    assert (table.phase, table.n, table.at, table.terms.opened_at) == ("open", 1, AT, AT)
    assert table.holders == (None, None)
    assert table.to_act() == ()


@pytest.mark.parametrize("seats", [0, 1, 5, -1])
def test_t1_a_game_has_its_number_of_seats(seats: int) -> None:
    with pytest.raises(BadValue, match="Boosh is for 2 to 4 seats"):
        Desk().do(OPENER, an_open(seats=seats))


def test_t1_options_are_checked_by_the_game() -> None:
    with pytest.raises(BadOptions) as refusal:
        Desk().do(OPENER, an_open(options={"target": 0, "colour": "red"}))
    assert set(refusal.value.problems) == {"target", "colour"}


@pytest.mark.parametrize(
    "clock",
    [
        {},
        {"turn": 0},
        {"turn": 2_592_001},
        {"turn": "30"},
        {"turn": 1.5},
        {"turn": True},
        {"turn": 30, "bank": -1},
        {"turn": 30, "bank": 2_592_001},
        {"bank": 60},
    ],
)
def test_t1_a_clock_has_seconds_in_bounds(clock: dict[str, Any]) -> None:
    with pytest.raises(BadValue) as refusal:
        Desk().do(OPENER, an_open(clock=clock))
    assert refusal.value.path == "clock"


def test_t1_a_clock_has_no_bank_unless_one_is_given() -> None:
    table = a_desk(clock={"turn": 30}).table
    assert (table.terms.turn, table.terms.bank, table.banks) == (30_000, 0, (0, 0))


@pytest.mark.parametrize("field", ["on_time_out", "reveal"])
def test_t1_policies_are_among_the_known_ones(field: str) -> None:
    changes: dict[str, Any] = {field: "whatever"}
    with pytest.raises(BadValue) as refusal:
        Desk().do(OPENER, an_open(**changes))
    assert refusal.value.path == field


@pytest.mark.parametrize("secret", ["", "0f" * 31, "0f" * 33, "0F" * 32, "xy" * 32, "0f " * 32])
def test_t1_the_secret_is_32_bytes_in_hex(secret: str) -> None:
    with pytest.raises(BadValue) as refusal:
        Desk().do(OPENER, an_open(secret=secret))
    assert refusal.value.path == "secret"


def test_t1_a_table_is_opened_once() -> None:
    assert a_desk().refused(OPENER, an_open()) == ("table/opened", "T1")


# T2


def test_t2_a_player_takes_a_free_seat() -> None:
    desk = a_desk()
    promise = commitment("p7", "salt")
    assert desk.do("player:p7", Sit(Seat(1), commitment=promise)) == [
        events.SeatTaken(Seat(1), "p7", None, promise)
    ]
    assert desk.table.holders == (None, SeatHolder("p7", None))
    assert desk.table.seat_of("p7") == 1
    assert desk.table.commitments == (None, promise)


def test_t2_a_taken_seat_is_refused() -> None:
    desk = a_desk()
    desk.do("player:p1", Sit(Seat(0)))
    assert desk.refused("player:p2", Sit(Seat(0))) == ("table/seat_taken", "T2")
    assert desk.refused(OPENER, Sit(Seat(0), bot="regular")) == ("table/seat_taken", "T2")


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_t2_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    assert a_desk().refused("player:p1", Sit(Seat(seat))) == ("table/no_such_seat", "T2")


def test_t2_a_player_holds_one_seat_at_most() -> None:
    desk = a_desk()
    desk.do("player:p1", Sit(Seat(0)))
    assert desk.refused("player:p1", Sit(Seat(1))) == ("table/seated", "T2")


def test_t2_nobody_sits_down_after_the_start() -> None:
    desk = a_desk().started()
    assert desk.refused("player:p9", Sit(Seat(0))) == ("table/started", "T2")


@pytest.mark.parametrize("promise", ["", "abc", "A" * 64, "g" * 64, "0" * 63, "0" * 65])
def test_t2_a_commitment_is_a_sha_256(promise: str) -> None:
    with pytest.raises(BadValue) as refusal:
        a_desk().do("player:p1", Sit(Seat(0), commitment=promise))
    assert refusal.value.path == "commitment"


def test_t2_the_opener_gives_a_seat_to_a_bot() -> None:
    desk = a_desk()
    assert desk.do(OPENER, Sit(Seat(0), bot="regular")) == [
        events.SeatTaken(Seat(0), None, "regular", None)
    ]
    assert desk.table.holders[0] == SeatHolder(None, "regular")
    desk.do(OPENER, Sit(Seat(1), bot="regular"))  # as many as the opener likes


def test_t2_a_player_with_a_seat_gives_seats_to_bots_and_starts_without_the_opener() -> None:
    desk = Desk().opened(an_open(seats=3))
    desk.do("player:p1", Sit(Seat(1)))
    for seat in (0, 2):
        assert desk.do("player:p1", Sit(Seat(seat), bot="regular")) == [
            events.SeatTaken(Seat(seat), None, "regular", None)
        ]
    desk.do("player:p1", Start())
    assert desk.table.phase == "playing"


def test_t2_nobody_without_a_seat_adds_bots_but_the_opener() -> None:
    desk = a_desk()
    for by in ("player:p1", "seat:0", "clock", "server"):
        assert desk.refused(by, Sit(Seat(0), bot="regular")) == ("table/not_seated", "T2")
    desk.do("player:p1", Sit(Seat(1)))
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.refused("player:p1", Sit(Seat(0), bot="regular")) == ("table/not_seated", "T2")


@pytest.mark.parametrize("level", LADDER)
def test_t2_a_bot_plays_at_the_level_that_it_is_given_and_the_log_and_the_view_say_so(
    level: str,
) -> None:
    desk = a_desk()
    (event,) = desk.do(OPENER, Sit(Seat(1), bot=level))
    assert event == events.SeatTaken(Seat(1), None, level, None)
    assert seat_facts(desk.table, 1)["bot"] == level


def test_t2_a_level_that_the_game_lacks_is_refused_with_those_that_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["boosh", 1]
    fewer = {level: game.bots.levels[level] for level in ("regular", "novice")}
    monkeypatch.setitem(GAMES, ("boosh", 1), with_levels(game, fewer))
    desk = a_desk()
    between = "must be one of: novice, mixed50, mixed75, mixed90, regular"
    with pytest.raises(BadValue, match=between) as lacking:
        desk.do(OPENER, Sit(Seat(0), bot="expert"))
    assert lacking.value.path == "bot"
    desk.do(OPENER, Sit(Seat(0), bot="novice"))


def test_t2_a_bot_is_a_known_one_and_brings_no_entropy() -> None:
    with pytest.raises(BadValue) as unknown:
        a_desk().do(OPENER, Sit(Seat(0), bot="clever"))
    assert unknown.value.path == "bot"
    with pytest.raises(BadValue) as promised:
        a_desk().do(OPENER, Sit(Seat(0), bot="regular", commitment=commitment("p0", "x")))
    assert promised.value.path == "commitment"


# T3


def test_t3_who_leaves_before_the_start_frees_the_seat() -> None:
    desk = a_desk().seated(["zero", "one"])
    assert desk.do("player:p1", Leave(Seat(1))) == [events.SeatLeft(Seat(1))]
    assert desk.table.holders[1] is None
    assert desk.table.commitments == (commitment("p0", "zero"), None)
    desk.do("player:p2", Sit(Seat(1)))


def test_t3_nobody_leaves_for_another() -> None:
    desk = a_desk().seated()
    assert desk.refused("player:p0", Leave(Seat(1))) == ("table/not_your_seat", "T3")
    assert desk.refused("seat:1", Leave(Seat(1))) == ("table/not_your_seat", "T3")


def test_t3_a_free_seat_cannot_be_left() -> None:
    assert a_desk().refused("player:p0", Leave(Seat(1))) == ("table/seat_free", "T3")
    assert a_desk().refused("player:p0", Leave(Seat(2))) == ("table/no_such_seat", "T3")


def test_t3_the_opener_sends_a_bot_away_before_the_start_only() -> None:
    desk = a_desk()
    desk.do(OPENER, Sit(Seat(0)))
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    assert desk.refused("player:p1", Leave(Seat(1))) == ("table/not_the_opener", "T3")
    assert desk.do(OPENER, Leave(Seat(1))) == [events.SeatLeft(Seat(1))]
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    desk.do(OPENER, Start())
    assert desk.refused(OPENER, Leave(Seat(1))) == ("table/started", "T3")


def test_t3_a_bot_plays_on_for_who_leaves_during_play() -> None:
    desk = a_desk().started()
    assert desk.do("player:p1", Leave(Seat(1))) == [events.HandedToBot(Seat(1), "regular")]
    assert desk.table.holders == (SeatHolder("p0", None), SeatHolder(None, "regular"))
    assert desk.table.seat_of("p1") is None
    assert desk.table.former == ("p0", "p1")
    assert desk.refused("player:p1", Sit(Seat(1))) == ("table/started", "T2")


# T9


def test_t9_the_opener_withdraws_a_table_that_has_not_started() -> None:
    desk = a_desk().seated()
    assert desk.do(OPENER, Close()) == [events.Closed("withdrawn", (), ())]
    assert desk.table.phase == "closed"
    assert desk.table.outcome == Outcome((), (), "withdrawn")


def test_t9_nobody_else_withdraws_it() -> None:
    assert a_desk().refused("player:p1", Close()) == ("table/not_the_opener", "T9")
    assert a_desk().refused("clock", Close()) == ("table/not_the_opener", "T9")


def test_t9_a_table_that_plays_is_not_withdrawn() -> None:
    assert a_desk().started().refused(OPENER, Close()) == ("table/started", "T9")


def test_t9_nothing_happens_at_a_closed_table() -> None:
    desk = a_desk().seated()
    desk.do(OPENER, Close())
    for command in (Sit(Seat(0)), Leave(Seat(0)), Start(), Close()):
        assert desk.refused(OPENER, command) == ("table/closed", "T9")


# The fold


def test_a_log_begins_with_its_opening_and_has_no_gaps() -> None:
    desk = a_desk().seated()
    with pytest.raises(AssertionError, match="cannot be the first event"):
        fold_table_facts("t1", None, desk.facts[1:])
    with pytest.raises(AssertionError, match="event 3 after 1"):
        fold_table_facts("t1", None, [desk.facts[0], desk.facts[2]])


def test_a_fold_leaves_the_table_it_began_with_as_it_was() -> None:
    desk = a_desk().started()
    before, n, play = desk.table, desk.table.n, desk.table.play
    state = dict(play.__dict__)
    desk.act(desk.table.to_act()[0], desk.table.game.rules.fallback(play, desk.table.to_act()[0]))
    assert (before.n, before.play) == (n, play)
    assert play.__dict__ == state
    assert desk.table.n > n
