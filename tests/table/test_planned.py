"""Rule T26: a tournament opens its tables with everybody in their seats, and lets them close."""

import hashlib
from typing import Any

import pytest

from games.core.contract import Outcome, Seat
from games.core.type_hints.values import BadValue
from games.table import (
    Abort,
    Act,
    Adjourn,
    Beacon,
    Close,
    Command,
    EndInvitation,
    Expire,
    Invite,
    Invitee,
    Leave,
    Release,
    Return,
    Rule,
    Seated,
    Sit,
    Start,
    TimeOut,
    due_times,
    events,
    table_id,
    view,
)
from games.table.rules import DueTimes
from games.table.state import PATIENCE
from games.table.view import deal_sources_text
from tests.beacons import signed
from tests.table.desk import AT, AUDITOR, OPENER, Desk, an_open
from tests.table.planned import (
    CHAIN,
    ENTROPY,
    GROUP,
    ROUND,
    RUNNER,
    TOURNAMENT,
    planned,
    planned_desk,
    played_out,
)
from tests.table.signers import public_of, signed_act

RULING = Rule("d1", 1, "upheld", "table_voided", (), "00" * 32)
OF_TOURNAMENT = ("table/of_tournament", "T26")
NEVER = DueTimes(None, None)


def slot(
    index: int, entropy: Any = "", number: int | None = None, tournament: str = TOURNAMENT
) -> dict[str, Any]:
    """Return which table of a tournament is opened."""
    return {"id": tournament, "index": index, "entropy": entropy, "round": number}


def kinds(desk: Desk) -> list[str]:
    """Return the names of the events of a table, without repeats behind each other."""
    found: list[str] = []
    for fact in desk.facts:
        name = type(fact.event).__name__
        if [name] != found[-1:]:
            found.append(name)
    return found


def shuffles(desk: Desk) -> list[tuple[str, ...]]:
    """Return what is left of the deck after each deal of a table."""
    return [fact.event.deck for fact in desk.facts if type(fact.event).__name__ == "HandDealt"]


# The opening


def test_t26_one_command_opens_the_table_seats_everybody_and_deals() -> None:
    desk = planned_desk(("p0", "regular"))
    assert kinds(desk)[:4] == ["Opened", "SeatTaken", "EntropyClosed", "Started"]
    assert {fact.by for fact in desk.facts} == {RUNNER}
    table = desk.table
    assert (table.phase, table.hand, table.terms.opener, table.terms.group) == (
        "playing",
        1,
        RUNNER,
        GROUP,
    )
    assert [(one and one.player, one and one.bot) for one in table.holders] == [
        ("p0", None), (None, "regular"),
    ]  # fmt: skip
    assert table.former == ("p0", None)
    assert desk.facts[0].cause == {
        "seat": None, "action": {"type": "table.open"}, "last": len(desk.facts),
    }  # fmt: skip


def test_t26_the_entropy_of_the_entrants_is_the_only_one_and_is_in_every_shuffle() -> None:
    desk = planned_desk()
    (settled,) = (fact.event for fact in desk.facts if isinstance(fact.event, events.EntropyClosed))
    assert settled == events.EntropyClosed((ENTROPY,), ())
    assert deal_sources_text(desk.table) == "with the players' entropy"
    other = planned_desk(tournament=slot(0, "6e" * 32, None))
    assert shuffles(other) != shuffles(desk)
    nobodys = planned_desk(tournament=slot(0, "", None))
    assert deal_sources_text(nobodys.table) == "chosen by the server"
    assert nobodys.table.entropies == ("",)


def test_t26_tables_of_a_group_have_the_same_deals_whoever_sits_where() -> None:
    one, other = planned_desk(), planned_desk(("regular", "p7"), 1)
    assert shuffles(one) == shuffles(other)
    elsewhere = planned_desk(index=2, group=f"{TOURNAMENT}-1")
    assert shuffles(elsewhere) != shuffles(one)


@pytest.mark.parametrize(
    ("game", "options"),
    [("boon", {"max_rounds": 4}), ("boosh", {"max_hands": 3}), ("bum", {"hands": 3})],
)
def test_t26_what_stays_equal_where_play_differs_is_what_the_rules_of_the_game_say(
    game: str, options: dict[str, Any]
) -> None:
    holders = ("p0", "p1", "p2", "p3")
    dealt = []
    for index in (0, 1):
        desk = planned_desk(holders, index, game=game, options=options)
        played_out(desk, f"{game} {index}")
        found = (fact.event for fact in desk.facts)
        dealt.append([one.hands for one in found if type(one).__name__ == "HandDealt"])
    pairs = [*zip(*dealt, strict=False)]
    assert len(pairs) > 1
    for hand, (one, other) in enumerate(pairs):
        assert {*map(frozenset, one)} == {*map(frozenset, other)}
        if game != "bum" or hand == 0:  # else the roles say which seat gets which
            assert [*map(sorted, one)] == [*map(sorted, other)]


def test_t26_the_id_of_a_table_follows_from_its_tournament_and_number() -> None:
    digest = hashlib.sha256(f"{TOURNAMENT}/12".encode()).hexdigest()
    assert table_id(TOURNAMENT, 12) == f"t{digest[:18]}"
    assert planned_desk(index=12).table.id == table_id(TOURNAMENT, 12)


def test_t26_with_a_beacon_play_begins_when_the_round_of_the_tournament_is_there() -> None:
    desk = planned_desk(beacon=CHAIN._asdict())
    assert kinds(desk) == ["Opened", "SeatTaken", "EntropyClosed"]
    assert (desk.table.phase, desk.table.round) == ("open", ROUND)
    assert deal_sources_text(desk.table) == "with the players' entropy and a beacon"
    assert due_times(desk.table).clock == CHAIN.due_at(ROUND)
    desk.now = CHAIN.due_at(ROUND)
    desk.do("clock", Beacon(signed(ROUND)))
    assert desk.table.phase == "playing"
    assert desk.table.entropies == (ENTROPY,)
    assert shuffles(desk) != shuffles(planned_desk())


def test_t26_a_table_whose_beacon_never_comes_ends_and_waits_for_its_group() -> None:
    desk = planned_desk(beacon=CHAIN._asdict(), expires_after=1)
    assert desk.table.expires_at() is None
    desk.now = CHAIN.due_at(ROUND) + PATIENCE
    (ended,) = desk.do("clock", Abort())
    assert ended == events.Finished("beacon_failed", (), ())
    assert desk.do(RUNNER, Release()) == [events.Closed("beacon_failed", (), ())]


def test_t26_a_key_is_bound_by_the_tournament_and_signs_every_action() -> None:
    holders = (Seated("p0", None, public_of("p0")), Seated("p1", None, public_of("p1")))
    desk = planned_desk(seated=holders)
    (seat, *_) = desk.table.to_act()
    action = desk.table.game.rules.fallback(desk.table.play, seat)
    assert desk.refused(f"player:p{seat}", Act(seat, action)) == ("table/unsigned", "T14")
    desk.do(f"player:p{seat}", signed_act(desk.table, f"p{seat}", seat, action))


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no seats": ({"seated": None}, "each of the 2 seats"),
    "a seat too few": ({"seated": (Seated("p0", None),)}, "each of the 2 seats"),
    "a free seat": ({"seated": (Seated("p0", None), Seated(None, None))}, "a player or a bot"),
    "both": ({"seated": (Seated("p0", "regular"), Seated("p1", None))}, "a player or a bot"),
    "a player twice": ({"seated": (Seated("p0", None),) * 2}, "different players"),
    "an unknown level": ({"seated": (Seated("p0", None), Seated(None, "god"))}, "one of: novice"),
    "no id": ({"seated": (Seated("p 0", None), Seated("p1", None))}, "id of a player"),
    "a bad key": ({"seated": (Seated("p0", None, "00"), Seated("p1", None))}, "64 hex digits"),
    "a bot's key": (
        {"seated": (Seated(None, "regular", "00" * 32), Seated("p1", None))}, "64 hex digits",
    ),
    "no clock": ({"clock": None}, "clock: is needed"),
    "no group": ({"group": None}, "deal group of the tournament"),
    "another's group": ({"group": "c9-0"}, "deal group of the tournament"),
    "private": ({"private": True}, "no private tables"),
    "invitations": ({"invited": (Invitee(Seat(0), "p0", 60),)}, "no private tables"),
    "a rematch": ({"rematch_of": "t0"}, "no private tables"),
    "another's name": ({"tournament": slot(0, "", None, "c9")}, "that opens the table"),
    "another number": (
        {"tournament": slot(1, "", None)}, "from which the table's id follows",
    ),
    "a bad number": (
        {"tournament": slot(-1, "", None)}, "from which the table's id follows",
    ),
    "an entropy that is no text": ({"tournament": slot(0, 7)}, "64 hex digits"),
    "another field": ({"tournament": {**slot(0), "more": 1}}, "takes id, index, entropy, round"),
    "a bad entropy": ({"tournament": slot(0, "x", None)}, "64 hex digits"),
    "a round without beacon": (
        {"tournament": slot(0, "", 7)}, "for tables with a beacon",
    ),
    "a beacon without round": (
        {
            "beacon": CHAIN._asdict(),
            "tournament": slot(0, "", None),
        },
        "round must be a whole number",
    ),
    "no tournament": ({"tournament": None}, "said by a tournament alone"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_t26_a_tournament_opens_nothing_half(name: str) -> None:
    changes, why = BAD[name]
    with pytest.raises(BadValue, match=why):
        planned_desk(**changes)


@pytest.mark.parametrize("by", [OPENER, "tournament:c9", "clock", "server"])
def test_t26_nobody_else_opens_a_table_of_a_tournament(by: str) -> None:
    with pytest.raises(BadValue, match="that opens the table"):
        Desk(table_id(TOURNAMENT, 0)).opened(planned(), by)


def test_t26_bots_alone_need_no_clock() -> None:
    assert planned_desk(("regular", "novice"), clock=None).table.phase == "playing"


# While it is played


@pytest.mark.parametrize(
    "command",
    [
        Sit(Seat(0)), Sit(Seat(0), bot="regular"), Start(), Adjourn(), Close(),
        Invite((Invitee(Seat(0), "p9", 60),)), EndInvitation("p9"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("by", ["player:p0", "player:p9", RUNNER])
def test_t26_nobody_sits_down_adjourns_withdraws_or_invites(by: str, command: Command) -> None:
    waiting = planned_desk(beacon=CHAIN._asdict())
    assert waiting.refused(by, command) == OF_TOURNAMENT
    assert planned_desk().refused(by, command) == OF_TOURNAMENT
    assert played_out(planned_desk()).refused(by, command) == OF_TOURNAMENT


def test_t26_a_player_leaves_to_a_bot_in_play_only_and_may_come_back() -> None:
    waiting = planned_desk(beacon=CHAIN._asdict())
    assert waiting.refused("player:p0", Leave(Seat(0))) == OF_TOURNAMENT
    desk = planned_desk()
    assert desk.do("player:p0", Leave(Seat(0))) == [events.HandedToBot(Seat(0), "regular")]
    assert desk.do("player:p0", Return(Seat(0))) == [events.TakenBack(Seat(0), "p0")]


def test_t26_disputes_are_not_ruled_before_the_close() -> None:
    for desk in (planned_desk(), played_out(planned_desk())):
        assert desk.refused(AUDITOR, RULING) == ("table/not_closed", "T26")


# The end


def test_t26_the_end_of_play_does_not_close_the_table() -> None:
    desk = played_out(planned_desk())
    ended = desk.facts[-1].event
    assert isinstance(ended, events.Finished)
    assert desk.table.phase == "finished"
    assert desk.table.outcome == Outcome(ended.places, ended.scores, ended.why)
    assert (desk.table.to_act(), due_times(desk.table)) == ((), NEVER)
    assert view(desk.table, Seat(0))["phase"] == "finished"


def test_t26_nobody_acts_at_a_table_whose_play_has_ended() -> None:
    desk = played_out(planned_desk())
    action = desk.table.game.actions["pass"]()
    finished = ("table/finished", "T26")
    asked: list[tuple[str, Command]] = [
        ("player:p0", Act(Seat(0), action)), ("player:p0", Leave(Seat(0))),
        ("player:p0", Return(Seat(0))), ("clock", TimeOut(Seat(0))), ("clock", Expire()),
        ("clock", Beacon("00")),
    ]  # fmt: skip
    for by, command in asked:
        assert desk.refused(by, command) == finished


@pytest.mark.parametrize("reveal", ["table", "hand", "auditors"])
def test_t26_nothing_is_open_before_the_release_whatever_the_policy(reveal: str) -> None:
    desk = planned_desk(reveal=reveal)
    while desk.table.phase == "playing":
        desk.act(desk.table.to_act()[0], any_fallback(desk))
        assert not any(desk.table.is_open(n) for n in range(1, desk.table.n + 1))
    assert desk.table.hand == 2
    assert not desk.table.is_bare()
    desk.do(RUNNER, Release())
    assert desk.table.is_bare() is (reveal != "auditors")
    assert desk.table.is_open(desk.table.n) is (reveal != "auditors")


def any_fallback(desk: Desk) -> Any:
    """Return what is played for the seat whose turn it is when its time is up."""
    return desk.table.game.rules.fallback(desk.table.play, desk.table.to_act()[0])


def test_t26_its_tournament_closes_a_table_as_it_has_ended() -> None:
    desk = played_out(planned_desk())
    outcome = desk.table.outcome
    (closed,) = desk.do(RUNNER, Release())
    assert isinstance(closed, events.Closed)
    assert Outcome(closed.places, closed.scores, closed.why) == outcome == desk.table.outcome
    assert desk.table.phase == "closed"
    assert desk.refused(RUNNER, Release()) == ("table/closed", "T9")


def test_t26_a_table_is_released_by_its_tournament_alone_and_not_before_its_end() -> None:
    assert planned_desk().refused(RUNNER, Release()) == ("table/not_finished", "T26")
    desk = played_out(planned_desk())
    for by in ("player:p0", "tournament:c9", "clock", "server"):
        assert desk.refused(by, Release()) == ("table/not_its_tournament", "T26")
    ordinary = Desk().opened(an_open()).started()
    assert ordinary.refused(RUNNER, Release()) == ("table/not_its_tournament", "T26")


def test_t26_a_forfeit_waits_for_the_group_too() -> None:
    desk = planned_desk(on_time_out="forfeit")
    (seat, *_) = desk.table.to_act()
    desk.now = desk.table.deadline(seat) or AT
    (*_, ended) = desk.time_out(seat)
    assert isinstance(ended, events.Finished)
    assert (ended.why, ended.scores, desk.table.phase) == ("forfeit", (0, 0), "finished")


def test_t26_bots_are_waited_for_and_players_are_timed_out() -> None:
    desk = planned_desk(("p0", "regular"), options={"first_dealer": 0})
    asked = dict.fromkeys([False, True], 0)
    while desk.table.phase == "playing":
        (seat,) = desk.table.to_act()
        late = AT + 3_600_000 * (1 + desk.table.n)
        asked[desk.table.is_bot(seat)] += 1
        if desk.table.is_bot(seat):
            assert (desk.table.deadline(seat), due_times(desk.table).clock) == (None, None)
            desk.now = late
            assert desk.refused("clock", TimeOut(seat)) == ("table/too_early", "T8")
            desk.act(seat, any_fallback(desk))
        else:
            assert desk.table.deadline(seat) == due_times(desk.table).clock == desk.now + 30_000
            if asked[False] % 2:  # never two time-outs in a row, which cost the seat
                desk.act(seat, any_fallback(desk))
                continue
            desk.now = late
            assert isinstance(desk.time_out(seat)[0], events.TimedOut)
    assert min(asked.values()) > 3


def test_t26_ordinary_tables_close_as_ever() -> None:
    desk = Desk().opened(an_open(options={"max_hands": 1})).started()
    played_out(desk)
    assert desk.table.phase == "closed"
    assert "Finished" not in kinds(desk)
