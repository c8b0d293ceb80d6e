"""Rule T14: actions signed by the players who send them."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from events.record.codec import StoredEvent
from games.boon.actions import Bury, Take
from games.core.contract import Seat
from games.core.type_hints.values import BadValue
from games.table import Act, Leave, Return, Sit, Start, events, view
from games.table.state import SeatHolder
from tests.games.every import every, usual_seats
from tests.table.desk import OPENER, Desk, Salts, an_open, any_action
from tests.table.signers import (
    public_of,
    signature,
    signed_act,
    signed_by,
    signed_sit,
    signed_start,
)

T14 = "T14"
LONG = 600  # events of a table that is played no further


def seated(game: str = "boosh", seats: int = 2, **changes: Any) -> Desk:
    """Return a table at which p0 and p1 sit with keys, and bots, all that is random fixed."""
    desk = Desk(salts=Salts("t14")).opened(an_open(game, seats, **changes))
    for seat in range(2):
        desk.do(f"player:p{seat}", signed_sit(desk.table, f"p{seat}", seat))
    for seat in range(2, seats):
        desk.do(OPENER, Sit(Seat(seat), bot="regular"))
    return desk


def a_desk(**changes: Any) -> Desk:
    """Return a table of Boosh at which seat 1, which has a key, acts first."""
    desk = seated(options={"first_dealer": 0}, **changes)
    desk.do(OPENER, signed_start(desk.table, "p0", 0))
    return desk


def fallback(desk: Desk, seat: int) -> Any:
    return desk.table.game.rules.fallback(desk.table.play, Seat(seat))


def public(event: StoredEvent) -> Any:
    return json.loads(event.e)


def test_t14_a_key_is_bound_to_the_seat_and_seen_by_all() -> None:
    desk = a_desk()
    assert desk.table.holders[1] == SeatHolder("p1", None, public_of("p1"))
    assert view(desk.table, None)["seats"][1]["key"] == public_of("p1")
    assert public(desk.log[2])["data"]["key"] == public_of("p1")


@pytest.mark.parametrize("key", ["", "0f", "0F" * 32, "0f" * 31 + "0g"])
def test_t14_a_key_is_64_lower_case_hex_digits(key: str) -> None:
    desk = Desk().opened(an_open())
    with pytest.raises(BadValue, match="key"):
        desk.do(OPENER, Sit(Seat(0), key=key))


def test_t14_bots_have_no_key() -> None:
    desk = Desk().opened(an_open())
    with pytest.raises(BadValue, match="bots sign nothing"):
        desk.do(OPENER, Sit(Seat(0), bot="regular", key=public_of("p0")))


def test_t14_a_signed_action_counts_and_its_signature_stands_in_the_log() -> None:
    desk = a_desk()
    n = desk.table.n
    act = signed_act(desk.table, "p1", 1, fallback(desk, 1))
    desk.do("player:p1", act)
    assert act.signed is not None
    cause = public(desk.log[n])["cause"]
    assert cause["signed"] == {"after": n, "signature": act.signed.signature}


def test_t14_without_a_signature_the_action_is_refused() -> None:
    desk = a_desk()
    assert desk.refused("player:p1", Act(Seat(1), fallback(desk, 1))) == ("table/unsigned", T14)


def test_t14_a_signature_is_refused_where_no_key_is_bound() -> None:
    desk = Desk().opened(an_open(options={"first_dealer": 0})).started()
    act = signed_act(desk.table, "p1", 1, fallback(desk, 1))
    assert desk.refused("player:p1", act) == ("table/no_key", T14)


def wrong(desk: Desk) -> dict[str, Act]:
    """Return actions whose signatures are not those of p1 over them."""
    action, n = fallback(desk, 1), desk.table.n
    good = signed_act(desk.table, "p1", 1, action)
    assert good.signed is not None
    of_zero = signed_act(desk.table, "p1", 0, action).signed
    elsewhere = replace(desk.table, id="t2")
    shown = good.signed.signature
    return {
        "by another key": signed_act(desk.table, "p0", 1, action),
        "of another seat": replace(good, signed=of_zero),
        "of another table": replace(good, signed=signed_act(elsewhere, "p1", 1, action).signed),
        "of another moment": replace(good, signed=replace(good.signed, after=n - 1)),
        "of other bytes": replace(
            good, signed=replace(good.signed, signature=signature("p1", b"{}"))
        ),
        "in capitals": replace(good, signed=replace(good.signed, signature=shown.upper())),
        "cut": replace(good, signed=replace(good.signed, signature=shown[:-2])),
        "no hex": replace(good, signed=replace(good.signed, signature="x" * 128)),
        "empty": replace(good, signed=replace(good.signed, signature="")),
    }


@pytest.mark.parametrize("what", wrong(a_desk()))
def test_t14_a_signature_of_anything_else_is_refused(what: str) -> None:
    desk = a_desk()
    assert desk.refused("player:p1", wrong(desk)[what]) == ("table/bad_signature", T14)


def test_t14_a_signature_of_another_action_is_refused() -> None:
    desk = a_desk()
    offered = desk.table.game.rules.choices(desk.table.play, Seat(1)).actions
    one, other = (signed_act(desk.table, "p1", 1, action) for action in offered[:2])
    swapped = replace(one, signed=other.signed)
    assert desk.refused("player:p1", swapped) == ("table/bad_signature", T14)
    desk.do("player:p1", one)


def test_t14_no_signature_counts_twice() -> None:
    desk = seated(options={"first_dealer": 0})
    desk.do(OPENER, signed_start(desk.table, "p0", 0))
    used: list[Act] = []
    while len(used) < 4:
        (seat,) = desk.table.to_act()
        act = signed_act(desk.table, f"p{seat}", seat, fallback(desk, seat))
        for old in used:
            if old.seat == seat:
                again = desk.refused(f"player:p{seat}", replace(act, signed=old.signed))
                assert again == ("table/signature_used", T14)
        desk.do(f"player:p{seat}", act)
        used.append(act)


def test_t14_after_may_lag_behind_what_others_did_but_not_behind_the_own_action() -> None:
    desk = a_desk()
    first = desk.table.n
    desk.do("player:p1", signed_act(desk.table, "p1", 1, fallback(desk, 1)))
    while 1 in desk.table.to_act():
        desk.do("player:p1", signed_act(desk.table, "p1", 1, fallback(desk, 1)))
    own = desk.table.n
    while 1 not in desk.table.to_act():
        desk.do("player:p0", signed_act(desk.table, "p0", 0, fallback(desk, 0)))
    assert desk.table.n > own
    action = fallback(desk, 1)
    for after in (first, own - 1):
        early = signed_act(desk.table, "p1", 1, action, after)
        assert desk.refused("player:p1", early) == ("table/signature_used", T14)
    desk.do("player:p1", signed_act(desk.table, "p1", 1, action, own))


def test_t14_what_was_signed_in_a_hand_counts_in_no_later_one() -> None:
    """A server that refused an action, or gave no answer, can't keep it for the next hand."""
    desk = a_desk()
    hand, seat, seen = desk.table.hand, 0, 0
    while desk.table.hand == hand:
        (seat,), seen = desk.table.to_act(), desk.table.n
        desk.do(f"player:p{seat}", signed_act(desk.table, f"p{seat}", seat, fallback(desk, seat)))
    other = 1 - seat  # has not acted since the other's last turn of the hand
    while desk.table.to_act() != (other,):
        desk.do(f"player:p{seat}", signed_act(desk.table, f"p{seat}", seat, fallback(desk, seat)))
    assert desk.table.acted[other] <= seen, "only the hand refuses it"
    dealt, action = desk.table.hands[-1], fallback(desk, other)
    for after in (seen, dealt - 1):
        kept = signed_act(desk.table, f"p{other}", other, action, after)
        assert desk.refused(f"player:p{other}", kept) == ("table/signature_used", T14)
    desk.do(f"player:p{other}", signed_act(desk.table, f"p{other}", other, action, dealt))


@every("game")
def test_t14_who_signs_the_oldest_head_seen_of_the_hand_is_never_refused(game: str) -> None:
    """Also where several seats act at once: each saw the deal, and what it did itself."""
    seats = usual_seats(game)
    desk = Desk(salts=Salts("t14")).opened(an_open(game, seats))
    for seat in range(seats):
        desk.do(f"player:p{seat}", signed_sit(desk.table, f"p{seat}", seat))
    desk.do(OPENER, signed_start(desk.table, "p0", 0))
    luck, seen, hand = random.Random(game), [desk.table.n] * seats, desk.table.hand
    while desk.table.phase == "playing" and desk.table.n < LONG:
        seat = luck.choice(desk.table.to_act())
        action = any_action(desk.table, seat, luck)
        desk.do(f"player:p{seat}", signed_act(desk.table, f"p{seat}", seat, action, seen[seat]))
        seen[seat] = desk.table.n
        if desk.table.hand != hand:
            hand, seen = desk.table.hand, [desk.table.n] * seats


def test_t14_who_comes_back_while_a_hand_ends_is_not_refused() -> None:
    desk = a_desk(clock={"turn": 30, "bank": 0})
    desk.do("player:p1", Leave(Seat(1)))
    seen, hand = desk.table.n, desk.table.hand
    while desk.table.hand == hand:
        (seat,) = desk.table.to_act()
        if seat == 0:
            desk.do("player:p0", signed_act(desk.table, "p0", 0, fallback(desk, 0)))
        else:
            desk.do("seat:1", Act(Seat(1), fallback(desk, 1)))
    back = signed_by("p1", desk.table, 1, Return(Seat(1), public_of("p1")), seen)
    assert desk.do("player:p1", back) == [events.TakenBack(Seat(1), "p1", public_of("p1"))]


def test_t14_after_is_no_event_to_come() -> None:
    desk = a_desk()
    ahead = signed_act(desk.table, "p1", 1, fallback(desk, 1), desk.table.n + 1)
    assert desk.refused("player:p1", ahead) == ("table/signature_used", T14)


def test_t14_before_the_first_call_after_is_not_before_the_seat_was_taken() -> None:
    desk = seated()
    taken = next(
        fact.n for fact in desk.facts
        if isinstance(fact.event, events.SeatTaken) and fact.event.seat == 1
    )  # fmt: skip
    early = signed_by("p1", desk.table, 1, Start(), taken - 1)
    assert desk.refused("player:p1", early) == ("table/signature_used", T14)
    desk.do("player:p1", signed_by("p1", desk.table, 1, Start(), taken))


def test_t14_what_was_signed_before_a_time_out_counts_no_more() -> None:
    desk = a_desk(clock={"turn": 30, "bank": 0})
    late = signed_act(desk.table, "p1", 1, fallback(desk, 1))
    desk.now += 30_000
    desk.time_out(1)
    while 1 not in desk.table.to_act():
        desk.do("player:p0", signed_act(desk.table, "p0", 0, fallback(desk, 0)))
    again = replace(late, action=fallback(desk, 1))
    assert desk.refused("player:p1", again) == ("table/signature_used", T14)


def test_t14_time_outs_and_bots_are_not_signed() -> None:
    desk = a_desk(clock={"turn": 30, "bank": 0}, on_time_out="bot")
    desk.now += 30_000
    desk.time_out(1)
    assert view(desk.table, None)["seats"][1]["key"] is None
    signed = signed_act(desk.table, "p1", 1, fallback(desk, 1))
    assert desk.refused("seat:1", signed) == ("table/no_key", T14)
    desk.do("seat:1", Act(Seat(1), fallback(desk, 1)))


@pytest.mark.parametrize("key", [None, public_of("another")])
def test_t14_who_comes_back_signs_with_the_key_of_that_moment(key: str | None) -> None:
    desk = a_desk()
    desk.do("player:p1", Leave(Seat(1)))
    back = Return(Seat(1), key)
    if key is not None:
        assert desk.refused("player:p1", back) == ("table/unsigned", T14)
        back = signed_by("another", desk.table, 1, back)
    assert desk.do("player:p1", back) == [events.TakenBack(Seat(1), "p1", key)]
    old = signed_act(desk.table, "p1", 1, fallback(desk, 1))
    code = "table/no_key" if key is None else "table/bad_signature"
    assert desk.refused("player:p1", old) == (code, T14)
    new = signed_act(desk.table, "another", 1, fallback(desk, 1))
    desk.do("player:p1", new if key else Act(Seat(1), fallback(desk, 1)))


def test_t14_a_seat_taken_without_a_key_has_the_bytes_that_it_always_had() -> None:
    desk = Desk().opened(an_open(options={"first_dealer": 0})).started()
    desk.act(1, fallback(desk, 1))
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Return(Seat(1)))
    for event in desk.log:
        assert b'"key"' not in event.e
        assert b'"signed"' not in event.e


def burial(number: int) -> tuple[Desk, int]:
    """Return a table of Boon at which p0 buried one or another choice, and the burial's index.

    All that is random is the same both times, so nothing but the choice can make a difference.
    """
    desk = seated("boon", 3, options={"first_dealer": 2})
    desk.do(OPENER, signed_start(desk.table, "p0", 0))
    desk.do("player:p0", signed_act(desk.table, "p0", 0, Take()))
    (pick,) = desk.table.game.rules.choices(desk.table.play, Seat(0)).picks
    cards = pick.cards[number : number + pick.least]
    at = len(desk.log)
    desk.do("player:p0", signed_act(desk.table, "p0", 0, Bury(cards)))
    return desk, at


def test_t14_the_signature_of_a_secret_is_sealed_with_it() -> None:
    (one, at), (other, _) = burial(0), burial(1)
    secrets = [json.loads(desk.log[at].p or b"")["0"]["data"] for desk in (one, other)]
    assert secrets[0]["action"] != secrets[1]["action"]
    assert secrets[0]["signed"]["signature"] != secrets[1]["signed"]["signature"]
    shown, again = public(one.log[at]), public(other.log[at])
    assert shown["cause"]["signed"] is True
    assert shown.pop("seals").keys() == again.pop("seals").keys()
    assert shown == again
    for event in one.log[at:]:
        assert secrets[0]["signed"]["signature"].encode() not in event.e
        for key, part in json.loads(event.p or b"{}").items():
            assert ("signed" in part["data"]) == (key == "0" and event.n == at + 1)
