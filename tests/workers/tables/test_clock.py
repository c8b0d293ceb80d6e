"""Time-outs: never early, by every policy, for one seat or several, once."""

import random
from typing import Any

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from games.core.contract import Seat
from games.table import Act, Close, Leave, Return, Reveal, Sit, Start
from games.table.state import REVEAL_TIME, SeatHolder
from tests.beacons import chain
from tests.table.desk import commitment, entropy
from tests.workers.floor import (
    OPENER,
    act_at_random,
    checked_fold,
    commands,
    due,
    move_clock,
    opened,
    public,
    refused,
    started,
    table_of,
    types,
)
from workers.tables.clock import enforce_deadlines

TURN = {"turn": 2}
PEOPLE = ("p0", "p1", "p2", "p3")


def overdue(tables: Tables, table: str) -> Seat:
    """Move the clock to the deadline of the one seat that may act; return the seat."""
    now = table_of(tables, table)
    (seat,) = now.to_act()
    until = now.deadline(seat)
    assert until is not None
    move_clock(tables.store, until - tables.store.now())
    return seat


@pytest.mark.parametrize("days", [3, 30])
def test_a_turn_of_many_days_ends_after_them_and_not_before(tables: Tables, days: int) -> None:
    table = started(tables, "boon", PEOPLE, clock={"turn": 86_400 * days})
    began = table_of(tables, table).at
    (seat,) = table_of(tables, table).to_act()
    assert overdue(tables, table) == seat
    assert due(tables.store, table) == {"clock": began + 86_400_000 * days}
    assert tables.store.now() == began + 86_400_000 * days
    move_clock(tables.store, -1)
    assert enforce_deadlines(Tables(tables.store), table) == "0 seats"
    move_clock(tables.store, 1)
    assert enforce_deadlines(Tables(tables.store), table) == "1 seats"
    checked_fold(table, tables.store.read(table))


def test_a_time_out_never_comes_early(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN)
    before = tables.store.read(table)
    (seat,) = table_of(tables, table).to_act()
    for milliseconds in (0, 1000, 999):
        move_clock(tables.store, milliseconds)
        assert enforce_deadlines(tables, table) == "0 seats"
        assert tables.store.read(table) == before
    move_clock(tables.store, 1)
    assert enforce_deadlines(tables, table) == "1 seats"
    out = public(tables.store.read(table)[len(before)])
    assert out["type"] == "table.timed_out.v1"
    assert out["by"] == "clock"
    assert out["data"]["seat"] == seat
    assert out["at"] == out["data"]["deadline"] == public(before[-1])["at"] + 2000


def test_the_time_bank_comes_on_top_and_is_then_used_up(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock={"turn": 2, "bank": 3})
    (seat,) = table_of(tables, table).to_act()
    move_clock(tables.store, 4999)
    assert enforce_deadlines(tables, table) == "0 seats"
    move_clock(tables.store, 1)
    assert enforce_deadlines(tables, table) == "1 seats"
    assert table_of(tables, table).banks[seat] == 0


def test_the_policy_fallback_plays_the_fallback_of_the_seat(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN)
    seat = overdue(tables, table)
    now = table_of(tables, table)
    events = now.game.rules.decide(now.play, seat, now.game.rules.fallback(now.play, seat))
    enforce_deadlines(tables, table)
    names = {kind: name for name, kind in now.game.events.items()}
    wanted = ["table.timed_out.v1", *(names[type(event)] for event in events)]
    assert types(tables.store, table)[now.n :][: len(wanted)] == wanted
    assert table_of(tables, table).holders[seat] == now.holders[seat]


def test_the_policy_bot_hands_the_seat_to_a_bot_that_is_asked_to_play(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN, on_time_out="bot")
    seat = overdue(tables, table)
    enforce_deadlines(tables, table)
    now = table_of(tables, table)
    assert types(tables.store, table)[-2:] == ["table.timed_out.v1", "table.handed_to_bot.v1"]
    assert now.holders[seat] == SeatHolder(None, "regular")
    assert due(tables.store, table)["bot"] <= tables.store.now()


def test_the_policy_forfeit_ends_the_table_with_the_seat_last(tables: Tables) -> None:
    table = started(tables, "boosh", PEOPLE[:2], seats=2, clock=TURN, on_time_out="forfeit")
    seat = overdue(tables, table)
    enforce_deadlines(tables, table)
    outcome = table_of(tables, table).outcome
    assert outcome is not None
    assert outcome.why == "forfeit"
    assert outcome.places == tuple(2 if k == seat else 1 for k in range(2))
    assert due(tables.store, table) == {}


def test_seats_that_act_at_once_have_deadlines_of_their_own(tables: Tables) -> None:
    table = started(tables, "boojum", PEOPLE, clock=TURN)
    both = several(tables, table)
    first, *others = both
    move_clock(tables.store, 1500)
    play_fallback(tables, table, first)
    now = table_of(tables, table)
    assert all(now.deadline(seat) == now.at + 500 for seat in others if seat in now.to_act())


def several(tables: Tables, table: str) -> tuple[Seat, ...]:
    """Play on until several seats may act at once; return them."""
    luck = random.Random(6)
    for _ in range(2000):
        acting = table_of(tables, table).to_act()
        if len(acting) > 1:
            return acting
        assert acting, "the table ended before several seats acted at once"
        act_at_random(tables, table, luck)
    raise AssertionError("several seats never acted at once")


def play_fallback(tables: Tables, table: str, seat: Seat) -> None:
    """Let the player of a seat act."""
    now = table_of(tables, table)
    holder = now.holders[seat]
    assert holder is not None
    action = now.game.rules.fallback(now.play, seat)
    handle(tables, CommandRequest(table, f"player:{holder.player}", Act(seat, action)))


@pytest.mark.parametrize("policy", ["fallback", "bot", "forfeit"])
def test_several_overdue_seats_are_all_timed_out_by_one_job(tables: Tables, policy: str) -> None:
    table = started(tables, "boojum", PEOPLE, clock=TURN, on_time_out=policy)
    acting = several(tables, table)
    n = table_of(tables, table).n
    move_clock(tables.store, 2000)
    enforce_deadlines(tables, table)
    outs = [public(event) for event in tables.store.read(table, n)]
    timed_out = [out["data"]["seat"] for out in outs if out["type"] == "table.timed_out.v1"]
    if policy == "forfeit":
        assert timed_out == [*acting[:2]], "one of three is left"
        assert table_of(tables, table).phase == "closed"
    else:
        assert timed_out == list(acting)
    assert all(out["data"]["deadline"] <= out["at"] for out in outs if "deadline" in out["data"])
    checked_fold(table, tables.store.read(table))


def test_only_the_overdue_seats_of_several_are_timed_out(tables: Tables) -> None:
    table = started(tables, "boojum", PEOPLE, clock=TURN)
    first, *others = several(tables, table)
    move_clock(tables.store, 1000)
    n = table_of(tables, table).n
    handle(tables, CommandRequest(table, "player:p0", Act(first, an_action(tables, table, first))))
    still = [seat for seat in table_of(tables, table).to_act() if seat != first]
    move_clock(tables.store, 1000)
    enforce_deadlines(tables, table)
    outs = [public(event) for event in tables.store.read(table, n)]
    timed_out = [out["data"]["seat"] for out in outs if out["type"] == "table.timed_out.v1"]
    assert timed_out == [seat for seat in others if seat in still]


def an_action(tables: Tables, table: str, seat: Seat) -> Any:
    """Return what a seat may do."""
    now = table_of(tables, table)
    return now.game.rules.fallback(now.play, seat)


def test_a_job_that_runs_twice_or_late_times_out_once(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN)
    move_clock(tables.store, 2000)
    assert enforce_deadlines(tables, table) == "1 seats"
    before = tables.store.read(table)
    assert enforce_deadlines(tables, table) == "0 seats"
    assert enforce_deadlines(Tables(tables.store), table) == "0 seats"
    assert tables.store.read(table) == before


def test_a_job_that_comes_after_the_seat_has_acted_does_nothing(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN)
    move_clock(tables.store, 1999)
    (seat,) = table_of(tables, table).to_act()
    play_fallback(tables, table, seat)
    move_clock(tables.store, 1)
    before = tables.store.read(table)
    assert enforce_deadlines(tables, table) == "0 seats"
    assert tables.store.read(table) == before


def test_a_job_of_a_process_that_is_behind_times_nobody_out(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN)
    behind = Tables(tables.store)
    behind.current(table)
    move_clock(tables.store, 1999)
    (seat,) = table_of(tables, table).to_act()
    play_fallback(tables, table, seat)
    move_clock(tables.store, 1)
    before = tables.store.read(table)
    assert enforce_deadlines(behind, table) == "0 seats"
    assert tables.store.read(table) == before


def test_at_the_deadline_the_players_own_action_is_too_late(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE, clock=TURN)
    seat = overdue(tables, table)
    act = Act(seat, an_action(tables, table, seat))
    request = CommandRequest(table, f"player:{PEOPLE[seat]}", act)
    assert refused(tables, request) == "table/too_late"
    assert enforce_deadlines(tables, table) == "1 seats"


def test_a_table_without_clock_and_one_that_is_not_there_are_left_alone(tables: Tables) -> None:
    table = started(tables, "boon", PEOPLE)
    move_clock(tables.store, 10**9)
    assert enforce_deadlines(tables, table) == "0 seats"
    assert enforce_deadlines(tables, "t0") == "no such table"
    assert due(tables.store, table) == {}


def committed(tables: Tables, words: dict[str, str]) -> str:
    """Open a table for three and let players sit down with commitments."""
    table = opened(tables)
    for seat, (player, word) in enumerate(words.items()):
        digest = commitment(player, word) if word else None
        handle(tables, CommandRequest(table, f"player:{player}", Sit(Seat(seat), None, digest)))
    return table


def expiry(tables: Tables, table: str) -> dict[str, int | None]:
    """Return what the due index holds of an open table whose start nobody has called for."""
    return {"clock": table_of(tables, table).expires_at()}


def reveal(tables: Tables, table: str, player: str, word: str) -> None:
    """Let a player reveal the entropy of a word."""
    closing = table_of(tables, table).closing
    assert closing is not None
    command = Reveal(entropy(word), closing.head)
    handle(tables, CommandRequest(table, f"player:{player}", command))


def test_play_begins_without_those_who_do_not_reveal_in_time_and_never_early(
    tables: Tables,
) -> None:
    table = committed(tables, {"p0": "", "p1": "one", "p2": "two"})
    assert due(tables.store, table) == expiry(tables, table)
    handle(tables, CommandRequest(table, OPENER, Start()))
    at = table_of(tables, table).at
    assert due(tables.store, table) == {"clock": at + REVEAL_TIME}
    reveal(tables, table, "p1", "one")
    assert due(tables.store, table) == {"clock": at + REVEAL_TIME}
    move_clock(tables.store, REVEAL_TIME - 1)
    assert enforce_deadlines(tables, table) == "0 seats"
    move_clock(tables.store, 1)
    assert enforce_deadlines(tables, table) == "the entropies are closed"
    now = table_of(tables, table)
    assert now.phase == "playing"
    assert [holder.player for holder in now.holders if holder] == ["p0", "p1", "p2"]
    assert now.entropies == ("", entropy("one"), "")
    assert now.withheld == {2}
    assert due(tables.store, table) == {}
    assert enforce_deadlines(tables, table) == "0 seats"


def test_play_begins_in_time_though_nobody_reveals(tables: Tables) -> None:
    table = committed(tables, {"p0": "", "p1": "one", "p2": "two"})
    handle(tables, CommandRequest(table, OPENER, Start()))
    move_clock(tables.store, REVEAL_TIME)
    enforce_deadlines(tables, table)
    enforce_deadlines(tables, table)
    assert types(tables.store, table).count("table.entropy_closed.v1") == 1
    assert table_of(tables, table).phase == "playing"
    assert table_of(tables, table).withheld == {1, 2}


def test_no_reveal_is_due_any_more_when_the_last_who_is_awaited_leaves(tables: Tables) -> None:
    table = committed(tables, {"p0": "", "p1": "one", "p2": ""})
    handle(tables, CommandRequest(table, OPENER, Start()))
    assert due(tables.store, table) == {"clock": table_of(tables, table).reveal_until}
    handle(tables, CommandRequest(table, "player:p1", Leave(Seat(1))))
    assert table_of(tables, table).phase == "playing"
    assert "clock" not in due(tables.store, table)


def test_the_round_of_a_beacon_is_due_when_the_entropies_are_closed(tables: Tables) -> None:
    table = opened(tables, "boosh", 2, beacon=chain()._asdict())
    for seat, word in enumerate(("one", "two")):
        promise = commitment(f"p{seat}", word)
        handle(tables, CommandRequest(table, f"player:p{seat}", Sit(Seat(seat), None, promise)))
    handle(tables, CommandRequest(table, OPENER, Start()))
    move_clock(tables.store, REVEAL_TIME)
    assert enforce_deadlines(tables, table) == "the entropies are closed"
    now = table_of(tables, table)
    assert now.phase == "open"
    assert now.withheld == {0, 1}
    assert due(tables.store, table) == {"clock": now.beacon_due()}


def test_the_due_index_holds_the_earliest_deadline_and_is_empty_at_the_end(tables: Tables) -> None:
    luck, seen, played = random.Random(7), 0, 0
    while played < 5 or seen < 2:  # deadlines differ at some tables only, whose cards are by chance
        played += 1
        assert played < 100, "no seats with different deadlines"
        table = started(tables, "boojum", PEOPLE, clock=TURN)
        while (now := table_of(tables, table)).phase == "playing":
            deadlines = [until for seat in now.to_act() if (until := now.deadline(seat))]
            assert due(tables.store, table) == {"clock": min(deadlines)}
            seen = max(seen, len(set(deadlines)))
            move_clock(tables.store, luck.choice((0, 100, 700, 2000)))
            if not enforced(tables, table):
                act_at_random(tables, table, luck)
            come_back(tables, table)
        assert due(tables.store, table) == {}
        checked_fold(table, tables.store.read(table))


def come_back(tables: Tables, table: str) -> None:
    """Let all who have lost their seats to bots take them back."""
    for seat, player in enumerate(table_of(tables, table).former):
        if table_of(tables, table).away(Seat(seat)) is not None:
            handle(tables, CommandRequest(table, f"player:{player}", Return(Seat(seat))))


def enforced(tables: Tables, table: str) -> bool:
    """Let the clock look at a table; say whether anybody was timed out."""
    return enforce_deadlines(tables, table) != "0 seats"


def test_a_table_that_is_withdrawn_is_due_no_more(tables: Tables) -> None:
    table = committed(tables, {"p0": "", "p1": "one", "p2": ""})
    handle(tables, CommandRequest(table, OPENER, Close()))
    assert due(tables.store, table) == {}
    move_clock(tables.store, 10**9)
    assert enforce_deadlines(tables, table) == "0 seats"


def test_an_open_table_expires_and_never_early(tables: Tables) -> None:
    table = opened(tables, expires_after=10)
    move_clock(tables.store, 9000)
    handle(tables, CommandRequest(table, "player:p1", Sit(Seat(0))))
    assert due(tables.store, table) == {"clock": table_of(tables, table).at + 10_000}
    move_clock(tables.store, 9999)
    assert enforce_deadlines(tables, table) == "0 seats"
    move_clock(tables.store, 1)
    assert enforce_deadlines(tables, table) == "expired"
    out = public(tables.store.read(table)[-1])
    assert (out["type"], out["by"]) == ("table.closed.v1", "clock")
    assert out["data"] == {"why": "expired", "places": [], "scores": []}
    assert out["cause"] == {"seat": None, "action": {"type": "table.expire"}, "last": 3}
    assert due(tables.store, table) == {}
    assert enforce_deadlines(tables, table) == "0 seats"
    assert table_of(tables, table).n == 3


def test_a_process_that_missed_a_seating_lets_no_table_expire(tables: Tables) -> None:
    table = opened(tables, expires_after=10)
    behind = Tables(tables.store)
    behind.current(table)
    move_clock(tables.store, 9999)
    handle(tables, CommandRequest(table, "player:p1", Sit(Seat(0))))
    move_clock(tables.store, 1)
    assert enforce_deadlines(behind, table) == "0 seats"
    assert table_of(tables, table).phase == "open"


def test_a_table_whose_start_was_called_for_does_not_expire(tables: Tables) -> None:
    table = opened(tables, expires_after=5)
    for seat, promise in enumerate((None, "one", None)):
        digest = commitment(f"p{seat}", promise) if promise else None
        handle(tables, CommandRequest(table, f"player:p{seat}", Sit(Seat(seat), None, digest)))
    handle(tables, CommandRequest(table, OPENER, Start()))
    move_clock(tables.store, REVEAL_TIME - 1)
    assert enforce_deadlines(tables, table) == "0 seats"
    move_clock(tables.store, 10**9)
    assert enforce_deadlines(tables, table) == "the entropies are closed"
    assert "table.closed.v1" not in types(tables.store, table)


def test_tables_whose_players_are_all_away_are_played_to_their_end_by_the_clock(
    tables: Tables,
) -> None:
    for game in ("boon", "boosh", "boojum"):
        table = started(tables, game, PEOPLE, clock=TURN)
        for _ in range(2000):
            move_clock(tables.store, 2000)
            if not enforced(tables, table):
                break
        now = checked_fold(table, tables.store.read(table)).table
        assert now.phase == "closed", game
        begun = [c for c in commands(tables.store.read(table)) if c["cause"]["seat"] is not None]
        assert begun == []
