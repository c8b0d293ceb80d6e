"""The lobby as a read model: folded event by event, rebuilt, paged."""

import math
import random
import threading
from contextlib import suppress
from typing import Any

import orjson
import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.feed import FeedEntry
from events.store.streams import Store
from games.core.contract import Illegal, Seat
from games.table import Close, CloseEntropy, Command, Leave, Return, Reveal, Sit, Start
from games.table.state import ENTROPY, REVEAL_TIME
from projections.projection import ALL, FIRST, PlaceWentBack, ReadModel, Row
from projections.read_models.rebuild import rebuild_models
from projections.tables import lobby
from projections.tables.lobby import LOBBY, joinable_tables, lobby_index
from tests.table.desk import Desk, an_open, commitment, entropy
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import (
    OPENER,
    act_at_random,
    move_clock,
    opened,
    play_out,
    public,
    started,
    table_of,
)
from workers.follower.follower import Follower

AT = 1_700_000_000_000


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@pytest.fixture
def model(store: Store) -> ReadModel:
    return ReadModel(store, LOBBY)


def follow(follower: Follower) -> bool:
    """Let the follower take in what is there."""
    follower.tick.hurry()
    follower.step()
    return True


# Event by event


def event(n: int, what: str, **data: Any) -> dict[str, Any]:
    """Return the public part of an event of a table."""
    return {"n": n, "type": f"table.{what}.v1", "at": AT + n, "data": data}


def an_opening(**changes: Any) -> dict[str, Any]:
    """Return the first event of a table of Boon for three."""
    data = {
        "game": "boon", "rules": 1, "options": {"victory_cards": 5}, "seats": 3, "clock": None,
        "on_time_out": "fallback", "reveal": "table", "private": False, "group": "t1",
        "opener": "p0", "carried": None, "spectator_delay": 0, "rematch_of": None,
        "expires_after": 3600,
    }  # fmt: skip
    return event(1, "opened", **{**data, **changes})


def row_after(*events: dict[str, Any]) -> Row | None:
    """Return the row of a table after its public events."""
    row = None
    for each in events:
        row = LOBBY.evolve(row, "t1", each)
    return row


def holder(seat: int, player: str | None = None, bot: str | None = None) -> dict[str, Any]:
    return {"seat": seat, "player": player, "bot": bot, "invited": None, "entropy": "none"}


def withholder(seat: int, player: str | None = None, bot: str | None = None) -> dict[str, Any]:
    return {**holder(seat, player, bot), "entropy": "withheld"}


def promised(n: int, seat: int, player: str) -> dict[str, Any]:
    return event(n, "seat_taken", seat=seat, player=player, bot=None, commitment="c1" * 32)


def taken(n: int, seat: int, player: str | None, bot: str | None = None) -> dict[str, Any]:
    return event(n, "seat_taken", seat=seat, player=player, bot=bot, commitment=None)


def test_an_opened_table_has_a_row_with_free_seats() -> None:
    assert row_after(an_opening()) == {
        "table": "t1",
        "game": "boon",
        "rules": 1,
        "phase": "open",
        "seats": [holder(0), holder(1), holder(2)],
        "free": 3,
        "options": {"victory_cards": 5},
        "clock": None,
        "on_time_out": "fallback",
        "reveal": "table",
        "spectator_delay": 0,
        "rematch_of": None,
        "expires_after": 3600,
        "expires_at": AT + 1 + 3_600_000,
        "continues": None,
        "rated": True,
        "pace": 0,
        "beacon": None,
        "round": None,
        "opener": "p0",
        "opened_at": AT + 1,
        "n": 1,
    }


@pytest.mark.parametrize(
    ("events", "seats", "free"),
    [
        ([taken(2, 1, "p1")], [holder(0), holder(1, "p1"), holder(2)], 2),
        ([taken(2, 1, None, "regular")], [holder(0), holder(1, None, "regular"), holder(2)], 2),
        ([taken(2, 1, "p1"), event(3, "seat_left", seat=1)], [holder(k) for k in range(3)], 3),
        (
            [
                promised(2, 0, "p1"),
                taken(3, 2, "p2"),
                event(4, "entropy_closed", entropies=["", "", ""], withheld=[0]),
            ],
            [withholder(0, "p1"), holder(1), holder(2, "p2")],
            1,
        ),
        (
            [taken(2, 0, "p1"), event(3, "handed_to_bot", seat=0, bot="regular")],
            [holder(0, None, "regular"), holder(1), holder(2)],
            2,
        ),
        (
            [
                taken(2, 0, "p1"),
                event(3, "handed_to_bot", seat=0, bot="regular"),
                event(4, "taken_back", seat=0, player="p1"),
            ],
            [holder(0, "p1"), holder(1), holder(2)],
            2,
        ),
        (
            [promised(2, 0, "p1"), event(3, "handed_to_bot", seat=0, bot="regular")],
            [withholder(0, None, "regular"), holder(1), holder(2)],
            2,
        ),
    ],
)
def test_the_row_names_who_holds_each_seat(
    events: list[dict[str, Any]], seats: list[dict[str, Any]], free: int
) -> None:
    row = row_after(an_opening(), *events)
    assert row is not None
    assert (row["seats"], row["free"], row["phase"]) == (seats, free, "open")
    assert row["n"] == events[-1]["n"]


def test_the_row_says_of_each_entropy_what_the_table_says() -> None:
    luck, seen = random.Random(4), set()
    for _ in range(60):
        desk, row = Desk(), None
        desk.do(OPENER, an_open("boon", 3))
        for _ in range(25):
            name, seat = f"p{luck.randrange(4)}", Seat(luck.randrange(3))
            by, closing = f"player:{name}", desk.table.closing
            promise = luck.choice([None, commitment(name, name)])
            with suppress(Illegal):
                match luck.randrange(6):
                    case 0 | 1:
                        desk.do(by, Sit(seat, commitment=promise))
                    case 2:
                        desk.do(by, Start())
                    case 3:
                        desk.do(by, Leave(seat) if luck.random() < 0.5 else Return(seat))
                    case 4 if closing is not None:
                        desk.do(by, Reveal(entropy(name), closing.head))
                    case _:
                        desk.now += luck.choice([0, REVEAL_TIME])
                        desk.do("clock", CloseEntropy())
        for told_of in (orjson.loads(stored.e) for stored in desk.log):
            if told_of["type"] in LOBBY.handles:
                row = LOBBY.evolve(row, "t1", told_of)
        assert row is not None
        told = [one["entropy"] for one in row["seats"]]
        assert told == [desk.table.entropy_of(Seat(k)) for k in range(3)]
        assert (row["phase"], row["expires_at"]) == (desk.table.phase, desk.table.expires_at())
        seen.update(told)
    assert seen == set(ENTROPY)


def test_a_started_table_is_playing() -> None:
    row = row_after(an_opening(), event(9, "started"))
    assert row is not None
    assert (row["phase"], row["n"]) == ("playing", 9)


def test_a_table_whose_start_was_called_for_expires_no_more_and_shows_the_round_it_awaits() -> None:
    called = [an_opening(), event(8, "start_called", seat=0)]
    row = row_after(*called)
    assert row is not None
    assert (row["phase"], row["expires_at"], row["round"]) == ("open", None, None)
    row = row_after(*called, event(9, "entropy_closed", entropies=["a"], withheld=[], round=7))
    assert row is not None
    assert (row["phase"], row["round"], row["n"]) == ("open", 7, 9)


def test_a_seat_that_is_taken_renews_the_time_to_the_expiry_and_one_that_is_left_does_not() -> None:
    row = row_after(an_opening(), taken(5, 1, None, "regular"), event(9, "seat_left", seat=1))
    assert row is not None
    assert row["expires_at"] == AT + 5 + 3_600_000


def test_a_closed_table_has_no_row() -> None:
    end = event(2, "closed", why="withdrawn", places=[], scores=[])
    assert row_after(an_opening(), end) is None


def test_a_private_table_never_has_a_row() -> None:
    events = [
        an_opening(private=True),
        taken(2, 0, "p1"),
        event(3, "started"),
    ]
    assert all(row_after(*events[:n]) is None for n in range(1, 4))


def test_a_step_changes_no_row_but_makes_a_new_one() -> None:
    before = row_after(an_opening())
    text = orjson.dumps(before)
    LOBBY.evolve(before, "t1", taken(2, 0, "p1"))
    assert orjson.dumps(before) == text


# In a store


def expected(store: Store) -> dict[str, Row]:
    """Return the rows that follow from the logs alone."""
    rows = {}
    for partition in range(store.names.partitions):
        for stream in store.streams(partition):
            row = None
            for each in map(public, store.read(stream)):
                if each["type"] in LOBBY.handles:
                    row = LOBBY.evolve(row, stream, each)
            if row is not None:
                rows[stream] = row
    return rows


def bustle(tables: Tables, luck: random.Random, steps: int) -> None:
    """Open tables and let things happen at them."""
    names = [opened(tables, private=luck.random() < 0.2)]
    for _ in range(steps):
        table = luck.choice(names)
        player, seat = f"p{luck.randrange(4)}", Seat(luck.randrange(3))
        commands: list[Command] = [
            Sit(seat),
            Sit(seat, commitment=commitment(player, player)),
            Sit(seat, "regular"),
            Leave(seat),
            Start(),
            Close(),
        ]
        weights = (4, 4, 4, 1, 2, 1)
        (command,) = luck.choices(commands, weights)
        by = OPENER if isinstance(command, Close | Start) else f"player:{player}"
        now = table_of(tables, table)
        if now.closing is not None and (awaited := now.awaited()):
            seat = luck.choice(awaited)
            holder = now.holders[seat]
            assert holder is not None
            by, command = f"player:{holder.player}", Leave(seat)
            if luck.random() < 0.7:
                command = Reveal(entropy(str(holder.player)), now.closing.head)
            if luck.random() < 0.2:
                move_clock(tables.store, REVEAL_TIME)
                by, command = "clock", CloseEntropy()
        elif now.closing is not None and luck.random() < 0.2:
            command = Return(seat)
        elif now.closing is None and None not in now.holders and luck.random() < 0.8:
            by, command = OPENER, Start()
        if isinstance(command, Sit) and command.bot:
            by = OPENER
        try:
            handle(tables, CommandRequest(table, by, command))
        except Illegal:
            if table_of(tables, table).phase == "playing":
                act_at_random(tables, table, luck)
        if luck.random() < 0.15:
            names.append(opened(tables, private=luck.random() < 0.2))


def test_the_rows_follow_from_the_logs_after_whatever_happens(
    tables: Tables, follower: Follower, model: ReadModel
) -> None:
    luck, seen = random.Random(1), set()
    for _ in range(10):
        bustle(tables, luck, 80)
        follow(follower)
        rows = model.all_rows()
        assert rows == expected(tables.store)
        seen |= {row["phase"] for row in rows.values()}
        seen |= {one["entropy"] for row in rows.values() for one in row["seats"]}
    assert seen == {"open", "playing", *ENTROPY}


def test_private_and_closed_tables_are_not_listed(
    tables: Tables, follower: Follower, model: ReadModel
) -> None:
    open_table, _ = opened(tables), opened(tables, private=True)
    withdrawn = opened(tables)
    handle(tables, CommandRequest(withdrawn, OPENER, Close()))
    over = started(tables, "boosh", ["p0"])
    follow(follower)
    assert {row["table"] for row in model.rows(10)} == {open_table, over}
    play_out(tables, over, random.Random(1))
    follow(follower)
    assert [row["table"] for row in model.rows(10)] == [open_table]


def keys_of(store: Store, version: int) -> list[str]:
    """Return the keys that a version has."""
    client: Any = store.redis
    return [key.decode() for key in client.scan_iter(f"fd:{{lobby.v{version}}}:*")]


def test_a_rebuild_makes_the_next_version_and_equals_the_live_rows(
    tables: Tables, follower: Follower, model: ReadModel
) -> None:
    bustle(tables, random.Random(2), 40)
    follow(follower)
    live = model.all_rows()
    assert live
    for version in (FIRST + 1, FIRST + 2):
        seen: list[int] = []
        count = rebuild_models(model.store, [model.projection], seen.append)
        assert count == seen[-1] > len(live)  # private and closed ones are counted too
        assert model.version() == version
        assert model.all_rows() == live == expected(tables.store)
        assert keys_of(tables.store, version - 1) == []


def test_readers_see_the_old_version_until_the_new_one_is_whole(
    tables: Tables, follower: Follower, model: ReadModel
) -> None:
    for _ in range(20):
        opened(tables)
    follow(follower)
    live = model.rows(100)
    assert len(live) == 20

    def progress(count: int) -> None:
        assert model.version() == FIRST
        assert model.rows(100) == live

    rebuild_models(model.store, [model.projection], progress)
    assert model.rows(100) == live


def test_a_follower_goes_on_with_the_new_version_and_leaves_nothing_of_the_old(
    tables: Tables, follower: Follower, model: ReadModel
) -> None:
    opened(tables)
    while follower.partitions.has_reconnected():  # else it looks once more
        follow(follower)
    follower.share.last = math.inf  # no look for versions is due, however long the steps take
    rebuild_models(model.store, [model.projection])
    opened(tables)
    follow(follower)  # in a partition that had news before it sees that its version is gone
    follower.share.hurry()
    follow(follower)
    assert model.all_rows() == expected(tables.store)
    assert len(model.all_rows()) == 2
    assert keys_of(tables.store, FIRST) == []


def test_rebuilds_while_tables_go_on_end_with_the_rows_of_the_logs(
    tables: Tables, follower: Follower, model: ReadModel
) -> None:
    bustle(tables, random.Random(3), 60)
    done = threading.Event()
    failed: list[BaseException] = []

    def go_on() -> None:
        try:
            for seed in range(12):
                bustle(Tables(tables.store), random.Random(10 + seed), 25)
        except BaseException as error:  # the test reports it
            failed.append(error)
        done.set()

    threads = [threading.Thread(target=go_on), threading.Thread(target=follower.run)]
    for thread in threads:
        thread.start()
    rebuilds = 0
    while not done.is_set() or rebuilds < 2:
        rebuild_models(model.store, [model.projection])
        rebuilds += 1
    threads[0].join()
    wait_for(lambda: follower.partitions.versions == [one.version() for one in follower.models])
    wait_for(lambda: model.all_rows() == expected(tables.store))
    follower.stop()
    threads[1].join(PATIENCE)
    assert not threads[1].is_alive()
    assert not failed
    assert model.version() == rebuilds + FIRST
    assert not [key for one in range(FIRST, rebuilds) for key in keys_of(tables.store, one)]


# Pages


def a_row(name: str, opened_at: int = AT, **changes: Any) -> Row:
    """Return the row of a table of Boon with three free seats."""
    row = row_after(an_opening())
    assert row is not None
    return {**row, "table": name, "opened_at": opened_at, **changes}


def fill(model: ReadModel, scores: dict[str, int]) -> None:
    """Give the model rows with these scores."""
    rows = [(name, a_row(name, score)) for name, score in scores.items()]
    model.move(0, "1-0", rows, FIRST)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 30])
def test_pages_show_every_row_once_newest_first_also_with_ties(
    model: ReadModel, limit: int
) -> None:
    luck = random.Random(limit)
    scores = {f"t{k:02}": AT + luck.randrange(4) for k in range(25)}
    fill(model, scores)
    shown: list[tuple[int, str]] = []
    before = None
    while page := model.rows(limit, before):
        assert len(page) <= limit
        shown += [(row["opened_at"], row["table"]) for row in page]
        before = shown[-1]
    assert shown == sorted(((score, name) for name, score in scores.items()), reverse=True)


def test_a_row_that_comes_or_goes_between_pages_moves_no_other(model: ReadModel) -> None:
    fill(model, {"t1": AT, "t2": AT, "t3": AT, "t4": AT})
    first = model.rows(2)
    assert [row["table"] for row in first] == ["t4", "t3"]
    model.move(0, "2-0", [("t9", a_row("t9", AT + 1)), ("t3", None)], FIRST)
    assert [row["table"] for row in model.rows(2, (AT, "t3"))] == ["t2", "t1"]


def test_a_place_never_goes_back(model: ReadModel) -> None:
    model.move(3, "5-1", [("t1", a_row("t1"))], FIRST)
    for old in ("5-1", "5-0", "4-9"):
        model.move(3, old, [("t1", None)], FIRST)
        assert model.places(FIRST)[3] == "5-1"
        assert model.all_rows() == {"t1": a_row("t1")}
    model.move(3, "10-0", [("t1", None)], FIRST)
    assert model.places(FIRST)[3] == "10-0"
    assert model.all_rows() == {}


def test_a_place_is_not_moved_over_what_the_store_has_lost(model: ReadModel) -> None:
    model.move(3, "5-1", [("t1", a_row("t1"))], FIRST)
    for partition, after in ((3, "5-2"), (3, "6-0"), (3, "10-0"), (4, "0-1")):
        with pytest.raises(PlaceWentBack):
            model.move(partition, "12-0", [("t1", None)], FIRST, after)
    assert (model.places(FIRST), model.all_rows()) == ({3: "5-1"}, {"t1": a_row("t1")})
    model.move(3, "12-0", [("t2", a_row("t2"))], FIRST, "5-1")
    model.move(4, "1-0", [("t4", a_row("t4"))], FIRST, "0-0")
    model.move(3, "13-0", (), FIRST, "9-0")  # another follower was faster
    assert model.places(FIRST) == {3: "13-0", 4: "1-0"}
    assert model.all_rows().keys() == {"t1", "t2", "t4"}


def test_entries_without_a_type_that_was_asked_for_move_only_the_place(model: ReadModel) -> None:
    one = FeedEntry("7-0", "t1", 2, 2, frozenset({"boon.card_played.v1"}))
    model.feed(0, [one], FIRST)
    assert model.places(FIRST) == {}, "it is written with the next rows, or later"
    model.write_passed()
    assert model.places(FIRST) == {0: "7-0"}
    model.feed(0, [one._replace(id="8-0")], FIRST, "7-0")
    model.feed(0, [one._replace(id="9-0")], FIRST, "8-0")
    model.move(0, "6-5", (), FIRST)
    model.write_passed()
    assert model.places(FIRST) == {0: "9-0"}


def test_a_place_that_moved_without_a_row_is_not_written_where_the_one_before_is_lost(
    model: ReadModel,
) -> None:
    one = FeedEntry("7-0", "t1", 2, 2, frozenset({"boon.card_played.v1"}))
    for partition in range(2):
        model.feed(partition, [one], FIRST)
    model.write_passed()
    for partition in range(2):
        model.feed(partition, [one._replace(id="8-0")], FIRST, "7-0")
    model.store.redis.hset(model.keys(FIRST)[1], "1", "6-0")
    with pytest.raises(PlaceWentBack):
        model.write_passed()
    assert model.places(FIRST) == {0: "7-0", 1: "6-0"}, "all or none"
    assert model.all_rows() == {}


# Indexes


def walked(model: ReadModel, index: str, limit: int) -> list[str]:
    """Return the tables of an index, read page by page."""
    shown: list[str] = []
    before = None
    while page := model.rows(limit, before, index):
        shown += [row["table"] for row in page]
        before = (page[-1]["opened_at"], page[-1]["table"])
    return shown


def as_listed(rows: dict[str, Row], **wanted: str | None) -> list[str]:
    """Return the tables that are as wanted, newest first, by looking at all of them."""
    fitting = [
        (row["opened_at"], name)
        for name, row in rows.items()
        if all(value in (None, row[key]) for key, value in wanted.items())
    ]
    return [name for _, name in sorted(fitting, reverse=True)]


def as_joined(rows: dict[str, Row], game: str, asked: dict[str, Any]) -> list[str]:
    """Return the tables that a quick seat may take, in its order, by looking at all of them."""
    fitting = []
    for name, row in rows.items():
        waits = row["phase"] == "open" and row["free"] and row["game"] == game
        own = {**row, "seats": len(row["seats"])}
        same = all(own[key] == value for key, value in asked.items() if key != "options")
        options = asked["options"].items() <= row["options"].items()
        if waits and same and options and not row["rematch_of"] and not row["continues"]:
            fitting.append((row["free"], row["opened_at"], name))
    return [name for *_, name in sorted(fitting)]


def any_row(luck: random.Random, name: str) -> Row:
    """Return the row of some table."""
    seats = luck.choice([2, 3])
    row = a_row(
        name,
        AT + luck.randrange(40),
        game=luck.choice(["boon", "boosh"]),
        phase=luck.choice(["open", "open", "playing"]),
        options={"woof": luck.random() < 0.5, "target": luck.choice([250, 300])},
        reveal=luck.choice(["table", "hand"]),
        clock=luck.choice([None, {"turn": 30, "bank": 0}]),
        rated=luck.random() < 0.7,
        pace=luck.choice([0, 1000]),
        seats=[holder(seat) for seat in range(seats)],
        rematch_of=luck.choice([None, None, None, "t0"]),
        continues=luck.choice([None, None, None, "t0"]),
    )
    return {**row, "free": luck.randrange(seats + 1)}


ASKED: list[dict[str, Any]] = [
    {},
    {"seats": 3},
    {"options": {"woof": True}},
    {"options": {"woof": True, "target": 250}, "clock": None},
    {"reveal": "hand", "seats": 2, "clock": {"turn": 30, "bank": 0}},
    {"beacon": "quicknet"},
    {"rated": False},
    {"pace": 1000, "rated": True},
]


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_each_filter_and_each_wish_finds_what_a_look_at_all_rows_finds(
    model: ReadModel, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "CANDIDATES", limit)
    luck, rows = random.Random(limit), dict[str, Row]()
    for step in range(1, 9):
        changes: dict[str, Row | None] = {}
        for _ in range(40):
            name = f"t{luck.randrange(120)}"
            changes[name] = None if luck.random() < 0.3 else any_row(luck, name)
        model.move(0, f"{step}-0", changes.items(), FIRST)
        rows = {name: row for name, row in {**rows, **changes}.items() if row is not None}
        assert model.all_rows() == rows
        for game in (None, "boon", "boosh", "whist", "", "open"):
            for phase in (None, "open", "playing"):
                found = walked(model, lobby_index(game, phase), limit)
                assert found == as_listed(rows, game=game, phase=phase)
        for wish in ASKED:
            asked = {"options": {}, **wish}
            found = [row["table"] for row in joinable_tables(model, "boosh", asked)]
            assert found == as_joined(rows, "boosh", asked)


def test_an_index_goes_with_its_last_row(model: ReadModel) -> None:
    model.move(0, "1-0", [("t1", a_row("t1")), ("t2", a_row("t2", free=1))], FIRST)
    assert sorted(one.rpartition(":")[0] for one in model.notes()) == [
        "", "", "", "open", "waiting", "waiting:boon",
    ]  # fmt: skip
    playing = a_row("t1", phase="playing", free=0)
    model.move(0, "2-0", [("t1", playing), ("t2", None)], FIRST)
    assert sorted(model.notes()) == [":boon", "all", "playing", "playing:boon"]
    model.move(0, "3-0", [("t1", None)], FIRST)
    names = {key.rpartition(":")[2] for key in keys_of(model.store, FIRST)}
    assert names == {"places"}


def test_behind_thousands_of_newer_tables_the_one_that_waits_is_found(model: ReadModel) -> None:
    others = {f"t{k}": a_row(f"t{k}", AT + k, game="boosh", clock=None) for k in range(1, 2_002)}
    wanted = a_row("t0", AT, game="boosh", clock={"turn": 30, "bank": 0}, phase="open", free=3)
    played = a_row("t9999", AT - 1, game="boon", phase="playing", free=0)
    model.move(0, "1-0", [*others.items(), ("t0", wanted), ("t9999", played)], FIRST)
    asked = {"options": {}, "clock": {"turn": 30, "bank": 0}}
    assert [row["table"] for row in joinable_tables(model, "boosh", asked)] == ["t0"]
    assert [row["table"] for row in model.rows(50, None, lobby_index("boon", "playing"))] == [
        "t9999"
    ]


def test_a_page_that_begins_behind_a_row_that_is_gone_goes_on_with_the_next(
    model: ReadModel,
) -> None:
    fill(model, {f"t{k}": AT for k in range(30)})
    shown = walked(model, ALL, 4)
    model.move(0, "2-0", [(name, None) for name in shown[:10]], FIRST)
    assert [row["table"] for row in model.rows(4, (AT, shown[9]))] == shown[10:14]


def test_a_reader_whose_version_was_dropped_meanwhile_reads_the_next(
    model: ReadModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(model, {"t1": AT})
    told = iter([FIRST, FIRST + 1, FIRST + 1])
    model.move(0, "1-0", [("t1", a_row("t1"))], FIRST + 1)
    model.drop(FIRST)
    monkeypatch.setattr(model, "version", lambda: next(told))
    assert [row["table"] for row in model.rows(5)] == ["t1"]


def calls(store: Store) -> dict[str, int]:
    """Return how often the server was asked for what, in scripts too."""
    told: Any = store.redis.info("commandstats")
    return {name: one["calls"] for name, one in told.items() if name != "cmdstat_info"}


def test_pages_and_quick_seats_ask_the_store_the_same_however_many_tables_there_are(
    model: ReadModel,
) -> None:
    asked = []
    for step, count in enumerate((400, 4_000), 1):
        rows = [
            a_row(
                f"t{k}",
                AT + k,
                game=("boon", "boosh")[k % 2],
                phase=("open", "playing")[k // 2 % 2],
                options={"woof": k // 4 % 2 == 0},
                seats=[holder(seat) for seat in range(2 + k // 8 % 2)],
            )
            for k in range(count)
        ]
        model.move(0, f"{step}-0", [(row["table"], row) for row in rows], FIRST)
        before = calls(model.store)
        for game in (None, "boosh"):
            for phase in (None, "open"):
                assert len(model.rows(20, None, lobby_index(game, phase))) == 20
        for wish in ASKED[:3]:
            assert next(joinable_tables(model, "boosh", {"options": {}, **wish}))
        after = calls(model.store)
        asked.append({name: after[name] - before.get(name, 0) for name in after})
    few, many = asked
    names = {"cmdstat_hget", "cmdstat_zrangebyscore", "cmdstat_zrevrangebyscore"}
    assert {name: few[name] for name in names} == {name: many[name] for name in names}
    assert many["cmdstat_hget"] <= 4 * 20 + len(ASKED[:3]) * lobby.CANDIDATES
