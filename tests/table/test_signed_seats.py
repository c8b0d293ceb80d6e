"""Rule T14: sitting down, coming back and the call for the start, signed for one story."""

from dataclasses import replace
from typing import Any

import pytest

from games.core.contract import Seat
from games.table import Act, Leave, Return, Reveal, Sit, Start, Table, events
from games.table.state import BLOCK, HEAD, MOST_BEHIND, head_byte_count
from tests.table.desk import OPENER, Desk, Salts, an_open, commitment, entropy
from tests.table.signers import (
    public_of,
    signed_act,
    signed_by,
    signed_reveal,
    signed_sit,
    signed_start,
)
from tests.table.test_signing import T14, a_desk, fallback, seated

DELAY = 1_000


def opened(**changes: Any) -> Desk:
    return Desk().opened(an_open("boosh", 3, **changes))


def other_story(desk: Desk) -> Desk:
    """Return the same table with another secret, told from its opening anew."""
    other = Desk(desk.id, Salts("another")).opened(an_open("boosh", 3, secret="aa" * 32))
    assert other.table.head_of(1) != desk.table.head_of(1)
    return other


def wrong_sits(desk: Desk) -> dict[str, Sit]:
    """Return wishes to sit down that p1 did not sign so."""
    good = signed_sit(desk.table, "p1", 1, commitment=commitment("p1", "mine"))
    elsewhere = replace(desk.table, id="t2")
    return {
        "another seat": replace(good, seat=Seat(2)),
        "another commitment": replace(good, commitment=commitment("p1", "of the server")),
        "no commitment": replace(good, commitment=None),
        "another key": replace(good, key=public_of("p0")),
        "another table": signed_sit(elsewhere, "p1", 1),
        "another story": signed_sit(other_story(desk).table, "p1", 1),
    }


def test_t14_who_has_a_key_signs_sitting_down_and_the_signature_stands_in_the_log() -> None:
    desk = opened()
    sit = signed_sit(desk.table, "p1", 1, commitment=commitment("p1", "mine"))
    assert desk.refused("player:p1", replace(sit, signed=None)) == ("table/unsigned", T14)
    desk.do("player:p1", sit)
    assert sit.signed is not None
    cause = desk.facts[1].cause
    assert not isinstance(cause, int)
    assert cause["signed"] == {"after": 1, "signature": sit.signed.signature}
    assert cause["action"] == {
        "type": "table.sit", "seat": 1, "bot": None, "commitment": commitment("p1", "mine"),
        "key": public_of("p1"),
    }  # fmt: skip


@pytest.mark.parametrize("what", wrong_sits(opened()))
def test_t14_nobody_is_seated_by_a_signature_of_anything_else(what: str) -> None:
    desk = opened()
    assert desk.refused("player:p1", wrong_sits(desk)[what]) == ("table/bad_signature", T14)


def test_t14_a_seat_without_a_key_and_one_of_a_bot_are_not_signed() -> None:
    desk = opened()
    signed = signed_sit(desk.table, "p0", 1)
    assert desk.refused(OPENER, replace(signed, key=None)) == ("table/no_key", T14)
    assert desk.refused(OPENER, replace(signed, key=None, bot="regular")) == ("table/no_key", T14)


def test_t14_a_signature_holds_when_others_sat_down_meanwhile() -> None:
    desk = opened()
    sit = signed_sit(desk.table, "p1", 1)
    desk.do("player:p0", Sit(Seat(0)))
    desk.do("player:p2", signed_sit(desk.table, "p2", 2))
    desk.do("player:p1", sit)
    assert desk.table.seat_of("p1") == 1


def test_t14_who_left_a_seat_is_not_seated_again_by_the_old_signature() -> None:
    desk = opened()
    sit = signed_sit(desk.table, "p1", 1)
    desk.do("player:p1", sit)
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.refused("player:p1", sit) == ("table/signature_used", T14)
    desk.do("player:p1", signed_sit(desk.table, "p1", 1))


def test_t14_the_head_of_no_event_binds_nothing() -> None:
    desk = opened()
    sit = signed_sit(desk.table, "p1", 1, after=0)
    assert desk.refused("player:p1", sit) == ("table/signature_used", T14)


def promised() -> Desk:
    """Return a table at which p0 and p1 have keys and have promised entropy."""
    desk = Desk().opened(an_open("boosh", 2))
    for name in ("p0", "p1"):
        sit = signed_sit(desk.table, name, int(name[1]), commitment=commitment(name, name))
        desk.do(f"player:{name}", sit)
    return desk


def test_t14_the_reveal_is_signed_for_this_story() -> None:
    desk = promised()
    desk.do("player:p1", signed_start(desk.table, "p1", 1))
    table = desk.table
    assert table.closing is not None
    good = signed_reveal(table, "p1", 1, entropy("p1"))
    assert desk.refused("player:p1", replace(good, signed=None)) == ("table/unsigned", T14)
    wrong = [
        signed_reveal(table, "p0", 1, entropy("p1")),
        signed_reveal(replace(table, id="t2"), "p1", 1, entropy("p1")),
        replace(signed_reveal(table, "p1", 1, entropy("p0")), entropy=entropy("p1")),
        signed_reveal(other_heads(table), "p1", 1, entropy("p1")),
    ]
    for reveal in wrong:
        assert desk.refused("player:p1", reveal) == ("table/bad_signature", T14)
    early = signed_reveal(table, "p0", 0, entropy("p0"))
    desk.do("player:p1", good)
    desk.do("player:p0", early)  # made before the other revealed
    assert desk.table.phase == "playing"


def test_t14_a_reveal_signed_over_a_head_from_before_the_closing_is_refused() -> None:
    desk = promised()
    desk.do("player:p1", signed_start(desk.table, "p1", 1))
    table = desk.table
    assert table.closing is not None
    before = table.closing.n - 1
    assert table.acted[0] <= before  # nothing else is in the way
    old = signed_reveal(table, "p0", 0, entropy("p0"), after=before)
    assert desk.refused("player:p0", old) == ("table/signature_used", T14)
    desk.do("player:p0", signed_reveal(table, "p0", 0, entropy("p0"), after=table.closing.n))


def other_heads(table: Table) -> Table:
    """Return a table with another story, of as many events."""
    assert table.heads is not None
    return replace(table, heads=tuple(bytes(reversed(block)) for block in table.heads))


def test_t14_what_was_signed_for_a_closing_is_no_reveal_of_another_kind() -> None:
    desk = promised()
    call = signed_start(desk.table, "p1", 1)
    desk.do("player:p1", call)
    assert desk.table.closing is not None
    used = Reveal(entropy("p1"), desk.table.closing.head, call.signed)
    assert desk.refused("player:p1", used) == ("table/signature_used", T14)


def test_t14_an_opener_without_a_seat_signs_nothing() -> None:
    desk = Desk().opened(an_open("boosh", 2))
    for name in ("p1", "p2"):
        desk.do(f"player:{name}", signed_sit(desk.table, name, int(name[1]) - 1))
    signed = signed_start(desk.table, "p0", 0)
    assert desk.refused(OPENER, signed) == ("table/no_key", T14)
    desk.do(OPENER, Start())
    assert desk.table.phase == "playing"


def test_t14_an_action_for_another_story_is_refused() -> None:
    desk = a_desk()
    action = fallback(desk, 1)
    other = signed_act(other_heads(desk.table), "p1", 1, action)
    assert desk.refused("player:p1", other) == ("table/bad_signature", T14)
    desk.do("player:p1", signed_act(desk.table, "p1", 1, action))


def test_t14_who_comes_back_signs_for_what_was_seen_before_the_seat_was_lost() -> None:
    desk = a_desk(clock={"turn": 30, "bank": 0}, on_time_out="bot", spectator_delay=DELAY)
    seen = desk.table.n
    desk.now += 30_000
    desk.time_out(1)
    desk.do("seat:1", Act(Seat(1), fallback(desk, 1)))
    back = Return(Seat(1), public_of("p1"))
    for after in (1, desk.table.n + 1):
        odd = signed_by("p1", desk.table, 1, back, after)
        assert desk.refused("player:p1", odd) == ("table/signature_used", T14)
    once = signed_by("p1", desk.table, 1, back, seen)
    assert desk.do("player:p1", once) == [events.TakenBack(Seat(1), "p1", public_of("p1"))]
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.refused("player:p1", once) == ("table/signature_used", T14)


def test_t14_who_had_no_key_comes_back_with_one_from_when_the_bot_took_over() -> None:
    desk = Desk().opened(an_open("boosh", 2)).started()
    assert desk.table.heads is None
    desk.do("player:p1", Leave(Seat(1)))
    back, left = Return(Seat(1), public_of("p1")), desk.table.n
    before = signed_by("p1", desk.table, 1, back, left - 1)
    assert desk.refused("player:p1", before) == ("table/signature_used", T14)
    desk.do("player:p1", signed_by("p1", desk.table, 1, back, left))


def test_t14_a_table_keeps_the_heads_that_a_signature_may_name_and_no_others() -> None:
    desk = seated(options={"first_dealer": 0})
    desk.do(OPENER, signed_start(desk.table, "p0", 0))
    while desk.table.phase == "playing":
        named = desk.facts[min(desk.table.acted) - 1 :]
        assert [desk.table.head_of(fact.n) for fact in named] == [fact.head.hex() for fact in named]
        assert head_byte_count(desk.table.heads) < HEAD * len(named) + BLOCK
        (seat,) = desk.table.to_act()
        desk.do(f"player:p{seat}", signed_act(desk.table, f"p{seat}", seat, fallback(desk, seat)))
    assert desk.table.heads is None


def test_t14_a_table_without_keys_keeps_no_heads_once_play_has_begun() -> None:
    desk = Desk().opened(an_open("boosh", 2))
    assert head_byte_count(desk.table.heads) == HEAD
    desk.started()
    assert desk.table.heads is None


def test_t14_a_signature_is_at_most_2000_events_old() -> None:
    desk = opened()
    early = signed_sit(desk.table, "p1", 1)
    for _ in range(MOST_BEHIND // 2):
        desk.do("player:p0", Sit(Seat(0)))
        desk.do("player:p0", Leave(Seat(0)))
    assert head_byte_count(desk.table.heads) < HEAD * (MOST_BEHIND + 1) + BLOCK
    desk.do("player:p2", Sit(Seat(2)))
    assert desk.refused("player:p1", early) == ("table/signature_used", T14)
    desk.do("player:p1", signed_sit(desk.table, "p1", 1, after=2))
