"""Rule T22: seats reserved for players."""

import random
from contextlib import suppress
from typing import Any

import pytest

from games.core.contract import Illegal, Seat
from games.core.type_hints.values import BadValue
from games.table import (
    Close,
    EndInvitation,
    Expire,
    Invite,
    Invitee,
    Leave,
    Sit,
    Start,
    due_times,
    events,
    view,
)
from games.table.rules import DueTimes
from tests.table.desk import AT, OPENER, Desk, an_open

HOUR = 3_600  # seconds


def invitee(seat: int, player: str, expires_after: int = HOUR) -> Invitee:
    return Invitee(Seat(seat), player, expires_after)


def an_invitation(*invited: Invitee) -> Invite:
    return Invite(invited)


def a_desk(**changes: Any) -> Desk:
    """Return an open table for three, one seat of which is reserved for p1."""
    return Desk().opened(an_open(seats=3, invited=(invitee(1, "p1"),), **changes))


def ended(how: str, seat: int = 1, player: str = "p1") -> events.InvitationEnded:
    return events.InvitationEnded(Seat(seat), player, how)


def kept(desk: Desk) -> list[str | None]:
    """Return for whom seats are kept, as everybody is shown."""
    return [seat["kept_for"] for seat in view(desk.table, None)["seats"]]


def test_t22_the_opener_reserves_seats_when_the_table_is_opened_and_later() -> None:
    desk = a_desk()
    (opened,) = [fact.event for fact in desk.facts]
    assert opened.invited == (invitee(1, "p1"),)
    assert kept(desk) == [None, "p1", None]
    desk.now += 5000
    later = (invitee(0, "p0x", 60), invitee(2, "p2", 90))
    assert desk.do(OPENER, an_invitation(*later)) == [events.Invited(later)]
    shown = view(desk.table, None)
    assert kept(desk) == ["p0x", "p1", "p2"]
    until = [seat["kept_until"] for seat in shown["seats"]]
    assert until == [AT + 65_000, AT + 1000 * HOUR, AT + 95_000]
    assert shown["notes"] == ["Reserved for players who are invited: seat 0 and seat 2"]


def test_t22_nobody_else_takes_a_reserved_seat_and_no_bot_either() -> None:
    desk = a_desk()
    assert desk.refused("player:p7", Sit(Seat(1))) == ("table/seat_kept", "T22")
    assert desk.refused(OPENER, Sit(Seat(1))) == ("table/seat_kept", "T22")
    assert desk.refused(OPENER, Sit(Seat(1), bot="regular")) == ("table/seat_kept", "T22")
    desk.do(OPENER, Sit(Seat(0)))
    desk.do("player:p7", Sit(Seat(2)))
    assert desk.refused(OPENER, Start()) == ("table/seats_free", "T5")


def test_t22_an_invitation_is_accepted_by_sitting_down_there_or_elsewhere() -> None:
    for seat in (1, 2):
        desk = a_desk()
        taken, over = desk.do("player:p1", Sit(Seat(seat)))
        assert (taken.seat, taken.player, over) == (seat, "p1", ended("accepted"))
        assert kept(desk) == [None] * 3
        assert view(desk.table, None)["notes"][-1] == "The invitation to seat 1 is accepted"
    desk.do("player:p7", Sit(Seat(1)))


def test_t22_an_invitation_is_declined_by_its_player_or_withdrawn_by_the_opener() -> None:
    for by, how in (("player:p1", "declined"), (OPENER, "withdrawn")):
        desk = a_desk()
        assert desk.do(by, EndInvitation("p1")) == [ended(how)]
        assert desk.refused(by, EndInvitation("p1")) == ("table/invitation_ended", "T22")
        desk.do("player:p7", Sit(Seat(1)))
        assert desk.refused("player:p1", Sit(Seat(1))) == ("table/seat_taken", "T2")


def test_t22_nobody_else_ends_an_invitation() -> None:
    desk = a_desk()
    for by in ("player:p7", "server", "seat:1"):
        assert desk.refused(by, EndInvitation("p1")) == ("table/not_your_invitation", "T22")
    assert desk.refused("player:p7", EndInvitation("p7")) == ("table/not_invited", "T22")
    assert desk.refused(OPENER, EndInvitation("p7")) == ("table/not_invited", "T22")


def test_t22_an_invitation_expires_when_the_clock_says_so_and_holds_until_then() -> None:
    desk = a_desk()
    until = AT + 1000 * HOUR
    assert due_times(desk.table) == DueTimes(None, until)
    desk.now = until - 1
    assert desk.refused("clock", EndInvitation("p1")) == ("table/not_expired", "T22")
    desk.now = until
    assert desk.refused("player:p7", Sit(Seat(1))) == ("table/seat_kept", "T22")
    assert desk.do("clock", EndInvitation("p1")) == [ended("expired")]
    assert desk.refused("clock", EndInvitation("p1")) == ("table/invitation_ended", "T22")
    assert due_times(desk.table) == DueTimes(None, AT + 86_400_000)
    desk.do("player:p1", Sit(Seat(1)))


def test_t22_an_invitation_whose_time_has_come_holds_until_the_clock_says_so() -> None:
    desk = a_desk()
    desk.now = AT + 2000 * HOUR
    assert desk.do("player:p1", Sit(Seat(1)))[-1] == ended("accepted")


@pytest.mark.parametrize(("by", "command"), [(OPENER, Close()), ("clock", Expire())])
def test_t22_open_invitations_end_with_the_table(by: str, command: Any) -> None:
    desk = a_desk()
    desk.do(OPENER, an_invitation(invitee(2, "p2")))
    desk.do("player:p1", EndInvitation("p1"))
    desk.now += 86_400_000
    over, closed = desk.do(by, command)
    assert over == ended("closed", 2, "p2")
    assert isinstance(closed, events.Closed)


def test_t22_only_the_opener_invites_and_only_before_the_start() -> None:
    desk = a_desk(reveal="hand")
    wanted = an_invitation(invitee(2, "p2"))
    assert desk.refused("player:p1", wanted) == ("table/not_the_opener", "T22")
    for seat in range(3):
        desk.do(f"player:p{seat}", Sit(Seat(seat)))
    assert desk.refused(OPENER, wanted) == ("table/seat_taken", "T2")
    desk.do(OPENER, Start())
    assert desk.refused(OPENER, wanted) == ("table/started", "T22")


def test_t22_a_player_has_one_seat_and_a_seat_one_player() -> None:
    desk = a_desk()
    assert desk.refused(OPENER, an_invitation(invitee(2, "p1"))) == ("table/invited", "T22")
    assert desk.refused(OPENER, an_invitation(invitee(1, "p7"))) == ("table/seat_kept", "T22")
    assert desk.refused(OPENER, an_invitation(invitee(3, "p7"))) == ("table/no_such_seat", "T22")
    desk.do("player:p1", Sit(Seat(1)))
    assert desk.refused(OPENER, an_invitation(invitee(2, "p1"))) == ("table/invited", "T22")
    desk.do("player:p1", Leave(Seat(1)))
    desk.do(OPENER, an_invitation(invitee(2, "p1", 60)))
    assert kept(desk) == [None, None, "p1"]


@pytest.mark.parametrize(
    "invited",
    [
        (),
        (invitee(0, "p1"), invitee(0, "p2")),
        (invitee(0, "p1"), invitee(1, "p1")),
        (invitee(0, "p0"),),
        (invitee(0, "p1", 0),),
        (invitee(0, "p1", 30 * 86_400 + 1),),
        tuple(invitee(seat, f"p{seat + 1}") for seat in range(4)),
    ],
)
def test_t22_what_is_out_of_bounds_is_refused_by_its_field(invited: tuple[Invitee, ...]) -> None:
    for ask in (
        lambda: Desk().opened(an_open(seats=3, invited=invited)),
        lambda: Desk().opened(an_open(seats=3)).do(OPENER, Invite(invited)),
    ):
        with pytest.raises(BadValue, match="invite"):
            ask()
    with pytest.raises(BadValue, match="invite"):
        Desk().opened(an_open(seats=3, invited=(invitee(3, "p1"),)))


def test_t22_and_t13_a_kept_seat_is_reserved_for_its_player_only_and_stays_kept() -> None:
    carried = {
        "table": "t0",
        "n": 1,
        "head": "00" * 32,
        "data": None,
        "players": ["p0", "p1", None],
    }
    wanted = an_open("bum", 3, options={"hands": 1}, carried=carried)
    with pytest.raises(BadValue, match="seat 1 is kept"):
        Desk().opened(
            an_open("bum", 3, options={"hands": 1}, carried=carried, invited=(invitee(1, "p7"),))
        )
    desk = Desk().opened(wanted)
    assert desk.refused(OPENER, an_invitation(invitee(1, "p7"))) == ("table/seat_kept", "T13")
    desk.do(OPENER, an_invitation(invitee(1, "p1")))
    assert desk.refused(OPENER, Sit(Seat(1), bot="regular")) == ("table/seat_kept", "T22")
    desk.do("player:p1", EndInvitation("p1"))
    assert kept(desk) == ["p0", "p1", None]
    assert desk.refused("player:p7", Sit(Seat(1))) == ("table/seat_kept", "T13")
    desk.do(OPENER, Sit(Seat(1), bot="regular"))


def test_t22_whatever_is_asked_a_reserved_seat_is_free_and_a_player_has_one_seat() -> None:
    for number in range(60):
        luck = random.Random(f"invitations {number}")
        desk, people = a_desk(), ["p0", "p1", "p2", "p3", "p4"]
        for _ in range(60):
            desk.now += luck.randrange(600_000)
            who, seat = luck.choice(people), Seat(luck.randrange(3))
            asked: list[tuple[str, Any]] = [
                (OPENER, an_invitation(invitee(seat, who))),
                (f"player:{who}", Sit(seat)), (f"player:{who}", Leave(seat)),
                (luck.choice([OPENER, f"player:{who}", "clock"]), EndInvitation(who)),
                (OPENER, Sit(seat, bot="regular")),
            ]  # fmt: skip
            with suppress(BadValue, Illegal):
                desk.do(*luck.choice(asked))
            table = desk.table
            open_ones = table.open_invitations()
            assert all(table.holders[one.seat] is None for one in open_ones)
            assert len({one.seat for one in open_ones}) == len(open_ones)
            assert all(table.seat_of(one.player) is None for one in open_ones)
