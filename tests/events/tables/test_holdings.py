"""What players hold is counted from the sets that the append script keeps with the logs."""

import random
from collections import Counter
from contextlib import suppress

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import AppendConflict, AppendRequest, AppendResult, Store
from events.tables.decider import EVERYBODY, TABLE_DECIDER
from games import NEWEST
from games.core.contract import Illegal, Seat
from games.core.type_hints.values import BadValue
from games.table import (
    Act,
    Adjourn,
    Close,
    Command,
    EndInvitation,
    Invite,
    Invitee,
    Leave,
    Release,
    Return,
    Sit,
    Start,
    Table,
    TimeOut,
    table_id,
)
from tests.table.desk import AT, an_open, any_action, commitment
from tests.table.planned import RUNNER, TOURNAMENT, planned

PLAYERS = ("p0", "p1", "p2")
KINDS = ("tables", "seats", "invitations", "bots_alone")
MOST = 4  # tables at a time
MINUTE = 60_000  # milliseconds
OPENED, FINISHED = "table.opened.v1", "table.finished.v1"


def any_request(table: Table, luck: random.Random) -> tuple[str, Command]:
    """Return what somebody asks of a table, be it allowed or not."""
    by, seat = f"player:{luck.choice(PLAYERS)}", Seat(luck.randrange(table.seats))
    away = [k for k in range(table.seats) if table.away(Seat(k))]
    if away and luck.random() < 0.2:
        return f"player:{table.away(Seat(away[0]))}", Return(Seat(away[0]))
    holder = table.holders[seat]
    if holder is not None and holder.player is not None and luck.random() < 0.05:
        return f"player:{holder.player}", Leave(seat)
    acting = table.to_act()
    if acting and luck.random() < 0.8:
        holder = table.holders[acting[0]]
        assert holder is not None
        who = f"seat:{acting[0]}" if holder.player is None else f"player:{holder.player}"
        return who, Act(acting[0], any_action(table, acting[0], luck))
    if luck.random() < 0.2:
        return "clock", TimeOut(seat)
    invited = Invite((Invitee(seat, luck.choice(PLAYERS), 60),))
    commands: list[Command] = [
        invited, invited, EndInvitation(by.removeprefix("player:")),
        Sit(seat), Sit(seat), Sit(seat, commitment=commitment(by[7:], "late")),
        Sit(seat, bot="regular"), Leave(seat), Start(), Start(), Adjourn(), Close(),
    ]  # fmt: skip
    return by, luck.choice(commands)


def expected(tables: list[Table]) -> Counter[str]:
    """Return what each player holds, from the tables as they are."""
    found: Counter[str] = Counter()
    for table in tables:
        if table.phase == "open":
            found[f"tables:{table.terms.opener}"] += 1
            found.update(f"invitations:{one.player}" for one in table.open_invitations())
        if table.phase == "playing" and not table.has_players():
            found.update((f"bots_alone:{table.terms.opener}", f"bots_alone:{EVERYBODY}"))
        if table.phase != "closed":
            found.update(f"seats:{one.player}" for one in table.holders if one and one.player)
    return found


def counted(store: Store) -> Counter[str]:
    """Return what each player holds, as the store counts it."""
    names = [f"{kind}:{player}" for kind in KINDS for player in (*PLAYERS, EVERYBODY)]
    return Counter({name: n for name in names if (n := store.count_held(name))})


def test_what_players_hold_is_what_the_tables_say_after_every_command(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes take turns; one of them knows nothing each time, as after a kill."""
    luck, seen, names = random.Random("holdings"), set[type](), list[str]()
    mine = Tables(store)
    for step in range(1000):
        monkeypatch.setattr(store, "now", lambda: AT + step * MINUTE)  # noqa: B023
        other = Tables(store) if luck.random() < 0.1 else mine
        if len(names) < MOST:
            names.append(f"t{step}")
            options = NEWEST["boon"].brief
            opening = an_open("boon", 3, options=options)
            handle(other, CommandRequest(names[-1], f"player:{luck.choice(PLAYERS)}", opening))
        name = luck.choice(names)
        by, command = any_request(other.current(name).table, luck)
        with suppress(Illegal, BadValue):
            answer = handle(other, CommandRequest(name, by, command))
            seen |= {type(fact.event) for fact in answer.facts}
        now = [other.current(one).table for one in names]
        assert counted(store) == expected(now), (by, command)
        names = [table.id for table in now if table.phase != "closed"]
    assert {TABLE_DECIDER.names[kind] for kind in seen} >= TABLE_DECIDER.moving - {OPENED, FINISHED}


def test_a_table_of_a_tournament_is_held_by_its_players_alone_until_its_play_ends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, name = Tables(store), table_id(TOURNAMENT, 0)
    monkeypatch.setattr(store, "now", lambda: AT)

    def ask(by: str, command: Command) -> Table:
        return handle(tables, CommandRequest(name, by, command)).table

    ask(RUNNER, planned(game="boon", holders=PLAYERS, on_time_out="forfeit"))
    assert counted(store) == dict.fromkeys([f"seats:{player}" for player in PLAYERS], 1)
    assert store.count_held(f"tables:{RUNNER}") == 0
    ask("player:p0", Leave(Seat(0)))
    assert counted(store) == {"seats:p1": 1, "seats:p2": 1}
    (seat, *_) = ask("player:p0", Return(Seat(0))).to_act()
    other = Seat((seat + 1) % 3)
    ask(f"player:p{other}", Leave(other))
    monkeypatch.setattr(store, "now", lambda: AT + MINUTE)
    assert ask("clock", TimeOut(seat)).phase == "finished", "one player is left"
    assert counted(store) == {}
    assert ask(RUNNER, Release()).phase == "closed"
    assert counted(store) == {}


def test_an_action_touches_no_set_of_what_players_hold(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, drafts = Tables(store), list[AppendRequest]()
    handle(tables, CommandRequest("t1", "player:p0", an_open("boosh", 2)))
    for seat in range(2):
        handle(tables, CommandRequest("t1", f"player:p{seat}", Sit(Seat(seat))))
    handle(tables, CommandRequest("t1", "player:p0", Start()))
    append = store.append

    def noted(draft: AppendRequest) -> AppendResult | AppendConflict:
        drafts.append(draft)
        return append(draft)

    monkeypatch.setattr(store, "append", noted)
    luck = random.Random("actions")
    for _ in range(6):
        seat = tables.current("t1").table.to_act()[0]
        action = any_action(tables.current("t1").table, seat, luck)
        handle(tables, CommandRequest("t1", f"player:p{seat}", Act(seat, action)))
    assert [(*one.gained, *one.lost) for one in drafts] == [()] * 6
