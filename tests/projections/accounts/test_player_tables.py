"""The tables of players as a read model: whose they are, pages, what a rebuild does with them."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.streams import Store
from games import NEWEST
from games.core.contract import Seat
from games.table import Abort, Close, Leave, table_id
from games.table.beacon import AHEAD
from games.table.state import PATIENCE
from projections.accounts import player_tables
from projections.accounts.listed_tables import PageContext, listed_table_for
from projections.accounts.player_tables import (
    PHASES,
    PLAYER_TABLES,
    PlayerTableRows,
    PlayerTablesQuery,
    count_aborted_tables,
    desertion_records,
    is_hidden,
    is_reliable,
    page_for,
    players_of,
    table_row_cursor,
    whose_turn,
)
from projections.projection import FIRST, Cursor, ReadModel, Row
from projections.read_models.rebuild import ReadModelBuilder, rebuild_models
from tests.beacons import chain
from tests.projections.tables.test_lobby import bustle, calls, follow
from tests.table.planned import RUNNER, TOURNAMENT, planned
from tests.workers.floor import OPENER, move_clock, opened, play_out, public, started
from workers.follower.follower import Follower
from workers.tables.bot_turn import play_bots

AT = 1_700_000_000_000
PEOPLE = ("p1", "p2", "p3")
GAMES = ("boon", "boosh")


@pytest.fixture
def model(store: Store) -> ReadModel:
    return ReadModel(store, PLAYER_TABLES)


def a_row(name: str, opened_at: int = AT, **changes: Any) -> Row:
    """Return a row of an open table of which nobody has a seat."""
    return {
        "table": name, "game": "boon", "phase": "open", "private": False, "delay": 0,
        "opener": "p1", "seats": [None, None, None], "opened_at": opened_at, "n": 1, **changes,
    }  # fmt: skip


def any_row(luck: random.Random, name: str) -> Row:
    """Return a row of a table at which any of a few people sit."""
    holders = [luck.choice([*PEOPLE, "bot regular", None]) for _ in range(2)]
    phase = luck.choice(PHASES)
    row = a_row(
        name, AT + luck.randrange(30), game=luck.choice(GAMES), phase=phase,
        private=luck.random() < 0.4, opener=luck.choice(PEOPLE), seats=holders,
    )  # fmt: skip
    if phase != "closed" and luck.random() < 0.2:
        row["tournament"] = "c1"
    if phase == "playing":
        row["began"] = [luck.choice([*PEOPLE, "bot regular"]) for _ in range(2)]
    return row


def expected(store: Store) -> dict[str, Row]:
    """Return the rows that follow from the logs alone."""
    rows: dict[str, Row] = {}
    for partition in range(store.names.partitions):
        for stream in store.streams(partition):
            for each in map(public, store.read(stream)):
                if each["type"] in PLAYER_TABLES.handles:
                    row = PLAYER_TABLES.evolve(rows.get(stream), stream, each)
                    assert row is not None
                    rows[stream] = row
    return rows


def walked(
    model: ReadModel, asked: PlayerTablesQuery, asker: str | None, limit: int
) -> Iterator[PlayerTableRows]:
    """Yield the pages of a list, one after the other."""
    last: Cursor | None = None
    while True:
        found = page_for(model, asked, asker, limit, last)
        yield found
        last = found.last
        if last is None:
            return


def may_know(row: Row, asked: PlayerTablesQuery, asker: str | None) -> bool:
    """Say whether a table stands in a list that somebody asks for."""
    fits = row["phase"] in asked.phases and asked.game in (None, row["game"])
    people = players_of(row)
    return fits and asked.player in people and (not is_hidden(row) or asker in people)


@pytest.mark.parametrize(("limit", "looked_at"), [(1, 2), (3, 200), (100, 5)])
def test_a_list_has_every_table_that_the_asker_may_know_once_and_no_other(
    model: ReadModel, limit: int, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_tables, "MAX_PRIVATE_ROWS", looked_at)
    luck, rows = random.Random(limit), dict[str, Row]()
    for step in range(1, 5):
        changes = {
            name: any_row(luck, name) for name in (f"t{luck.randrange(60)}" for _ in range(30))
        }
        model.move(0, f"{step}-0", changes.items(), FIRST)
        rows |= changes
        for player in PEOPLE:
            for phases in (PHASES, ("open",), ("playing",), ("closed",)):
                for game in (None, "boon"):
                    asked = PlayerTablesQuery(player, phases, game)
                    for asker in (*PEOPLE, "p4", None):
                        pages = [*walked(model, asked, asker, limit)]
                        fitting = [row for row in rows.values() if may_know(row, asked, asker)]
                        found = [row for page in pages for row in page.rows]
                        assert found == sorted(fitting, key=table_row_cursor, reverse=True)
                        ends = {page.last for page in pages} - {None}
                        known = {
                            table_row_cursor(row)
                            for row in rows.values()
                            if asker in players_of(row)
                        }
                        assert ends <= known | {table_row_cursor(row) for row in fitting}


def test_the_rows_follow_from_the_logs_after_whatever_happens_and_after_a_rebuild(
    store: Store, model: ReadModel, follower: Follower
) -> None:
    tables, luck = Tables(store), random.Random(1)
    name, opening = table_id(TOURNAMENT, 0), planned(("regular", "novice"), clock=None)
    handle(tables, CommandRequest(name, RUNNER, opening))
    play_bots(tables, name)
    for _ in range(10):
        bustle(tables, luck, 12)
        follow(follower)
        assert model.all_rows() == expected(store)
    phases = {row["phase"] for row in model.all_rows().values()}
    assert phases == set(PHASES)
    rebuild_models(store, [PLAYER_TABLES])
    assert model.all_rows() == expected(store)
    assert model.sizes(("open", "playing")) == {
        phase: len([row for row in model.all_rows().values() if row["phase"] == phase])
        for phase in ("open", "playing")
    }


def test_a_row_of_a_table_that_is_over_is_taken_over_and_what_is_missing_is_read(
    store: Store, model: ReadModel, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, luck = Tables(store), random.Random(1)
    ids = [started(tables, "boosh", ["p1", "p2"]) for _ in range(3)]
    for table in ids:
        play_out(tables, table, luck)
    for _ in range(3):
        follow(follower)
    before = model.all_rows()
    assert before.keys() == set(ids)
    lost, foreign = ids[:2]
    model.move(0, "", [(lost, None), (foreign, {**before[foreign], "colour": "red"})], FIRST)
    seen, real = list[str](), ReadModelBuilder.live

    def live(self: ReadModelBuilder, streams: Sequence[str]) -> Any:
        seen.extend(streams)
        return real(self, streams)

    monkeypatch.setattr(ReadModelBuilder, "live", live)
    rebuild_models(store, [PLAYER_TABLES])
    assert model.all_rows() == before
    assert set(seen) & set(ids) == {lost, foreign}


def test_a_page_asks_the_store_the_same_however_many_tables_a_player_has_had(
    store: Store, model: ReadModel
) -> None:
    asked = []
    for step, count in enumerate((600, 6_000), 1):
        rows = [
            (f"t{k}", a_row(
                f"t{k}", AT + k, game=[*NEWEST][k % 5], private=k % 3 == 0,
                phase="closed" if k >= 120 else PHASES[k % 2], seats=["p1", PEOPLE[k % 3], None],
            ))
            for k in range(count)
        ]  # fmt: skip
        model.move(0, f"{step}-0", rows, FIRST)
        before = calls(store)
        for asker in ("p1", "p2", None):
            for phases in (PHASES, ("closed",), ("playing",)):
                for game in (None, "boon"):
                    own = PlayerTablesQuery("p1", phases, game)
                    assert len(page_for(model, own, asker, 20, None).rows) >= 4
        whose_turn(model, PlayerTablesQuery("p1"), 20, None)
        after = calls(store)
        asked.append({name: after[name] - before.get(name, 0) for name in after})
    few, many = asked
    names = {"cmdstat_hget", "cmdstat_zrevrangebyscore", "cmdstat_hmget", "cmdstat_evalsha"}
    assert {name: few.get(name, 0) for name in names} == {name: many.get(name, 0) for name in names}


def event(n: int, what: str, **data: Any) -> dict[str, Any]:
    """Return the public part of an event of a table."""
    return {"n": n, "type": f"table.{what}.v1", "at": AT + n, "data": data}


def test_a_table_is_listed_for_who_sits_there_and_from_the_call_for_the_start_for_ever() -> None:
    def invited(player: str, seat: int) -> dict[str, Any]:
        return {"player": player, "seat": seat, "expires_after": 60}

    opening = {
        "game": "boon", "private": False, "spectator_delay": 0, "opener": "p0", "seats": 2,
        "invited": [invited("p9", 0)],
    }  # fmt: skip
    row: Row | None = None
    steps = [
        (event(1, "opened", **opening), {"p0", "p9"}),
        (event(2, "invitation_ended", player="p9", seat=0, how="expired"), {"p0"}),
        (event(2, "seat_taken", seat=0, player="p1", bot=None), {"p0", "p1"}),
        (event(3, "seat_left", seat=0), {"p0"}),
        (event(4, "seat_taken", seat=0, player="p2", bot=None), {"p0", "p2"}),
        (event(5, "invited", invited=[invited("p3", 1)]), {"p0", "p2", "p3"}),
        (event(5, "invitation_ended", player="p3", seat=1, how="declined"), {"p0", "p2"}),
        (event(5, "seat_taken", seat=1, player=None, bot="regular"), {"p0", "p2"}),
        (event(6, "start_called", seat=0), {"p0", "p2"}),
        (event(6, "handed_to_bot", seat=0, bot="regular"), {"p0", "p2"}),
        (event(6, "started"), {"p0", "p2"}),
        (event(7, "taken_back", seat=0, player="p2"), {"p0", "p2"}),
        (event(8, "handed_to_bot", seat=0, bot="regular"), {"p0", "p2"}),
        (event(9, "closed", why="", places=[1, 2], scores=[9, 3]), {"p0", "p2"}),
    ]
    for each, people in steps:
        row = PLAYER_TABLES.evolve(row, "t1", each)
        assert row is not None
        assert players_of(row) == people, each
    assert row == {
        "table": "t1", "game": "boon", "phase": "closed", "private": False, "opener": "p0",
        "seats": ["p2", "bot regular"], "opened_at": AT + 1, "started_at": AT + 6,
        "ended_at": AT + 9, "places": [1, 2], "scores": [9, 3], "n": 9,
    }  # fmt: skip


def seated_by(tables: Tables, *players: str, **more: Any) -> str:
    """Return a table of Boosh of two whose start was called for, and whose beacon is awaited."""
    return started(tables, "boosh", players, seats=2, beacon=chain()._asdict(), **more)


def test_aborted_tables_are_counted_for_the_server_and_for_who_held_a_seat_at_the_call(
    store: Store, model: ReadModel, follower: Follower
) -> None:
    tables = Tables(store)
    ids = [seated_by(tables, *two) for two in (("p1", "p2"), ("p1", "p3"), ("p1", "p2"))]
    ids.append(seated_by(tables, "p1", "p4", private=True))
    handle(tables, CommandRequest(ids[0], "player:p2", Leave(Seat(1))))  # who left counts too
    withdrawn, played = opened(tables), started(tables, "boosh", ["p1", "p2"], seats=2)
    handle(tables, CommandRequest(withdrawn, OPENER, Close()))
    play_out(tables, played, random.Random(1))
    follow(follower)
    people = ("p0", "p1", "p2", "p3", "p4")
    assert count_aborted_tables(model, people) == (0, dict.fromkeys(people, 0))
    move_clock(store, AHEAD + PATIENCE + 3_000)
    for table in (*ids[:2], ids[3]):
        handle(tables, CommandRequest(table, "clock", Abort()))
    follow(follower)
    counted = (3, {"p0": 0, "p1": 3, "p2": 1, "p3": 1, "p4": 1})
    assert count_aborted_tables(model, people) == counted
    assert model.all_rows() == expected(store)
    rebuild_models(store, [PLAYER_TABLES])
    assert count_aborted_tables(model, people) == counted
    assert model.all_rows() == expected(store)


def test_a_players_record_tells_how_many_of_the_rated_tables_were_deserted(
    store: Store, model: ReadModel, follower: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(store)
    left = started(tables, "boosh", ["p1", "p2"], seats=2)
    handle(tables, CommandRequest(left, "player:p2", Leave(Seat(1))))
    for table in (
        left,
        started(tables, "boosh", ["p1", "p2"], seats=2),
        started(tables, "boosh", ["p1", "p2"], seats=2, rated=False),
        started(tables, "boosh", ["p1"], seats=2),
    ):
        play_out(tables, table, random.Random(1))
    follow(follower)
    found = desertion_records(model, ("p1", "p2", "p3"))
    assert found == {
        "p1": {"tables": 2, "deserted": 0},
        "p2": {"tables": 2, "deserted": 1},
        "p3": {"tables": 0, "deserted": 0},
    }
    rebuild_models(store, [PLAYER_TABLES])
    assert desertion_records(model, ("p1", "p2", "p3")) == found
    monkeypatch.setattr(player_tables, "LATEST_RATED", 1)
    newest = {"p2": {"tables": 1, "deserted": 0}}
    assert desertion_records(model, ["p2"]) == newest, "the newest alone"


@pytest.mark.parametrize(
    ("tables", "deserted", "reliable"),
    [(4, 4, True), (5, 0, True), (5, 1, False), (10, 1, True), (19, 2, False), (20, 2, True)],
)
def test_reliable_is_who_deserted_at_most_a_tenth_or_is_new(
    tables: int, deserted: int, reliable: bool
) -> None:
    assert is_reliable({"tables": tables, "deserted": deserted}, 10) == reliable


def test_of_a_table_that_is_seen_late_the_seats_are_shown_as_play_began_with_them() -> None:
    opening = {"game": "boon", "private": False, "spectator_delay": 9, "opener": "p0", "seats": 3}
    row: Row | None = None
    for each in (
        event(1, "opened", **opening),
        *(event(2 + k, "seat_taken", seat=k, player=f"p{k}", bot=None) for k in range(3)),
        event(5, "start_called", seat=0),
        event(6, "handed_to_bot", seat=1, bot="regular"),  # everybody sees it at once
        event(7, "started"),
        event(8, "handed_to_bot", seat=2, bot="regular"),
        event(9, "taken_back", seat=1, player="p1"),
    ):
        row = PLAYER_TABLES.evolve(row, "t1", each)
    assert row is not None
    known = PageContext({}, {}, {}, {})

    def shown(viewer: str | None) -> list[tuple[str | None, str | None]]:
        listed = listed_table_for(row or {}, "p0", viewer, known)
        return [(one["player"] or one["bot"], one["away"]) for one in listed["seats"]]

    assert shown(None) == [("p0", None), ("regular", "p1"), ("p2", None)]
    assert shown("p2") == [("p0", None), ("regular", "p1"), ("regular", "p2")]
    assert shown("p0") == [("p0", None), ("p1", None), ("regular", "p2")]


def test_a_delayed_table_whose_beacon_failed_before_play_is_listed_as_it_is() -> None:
    opening = {"game": "boon", "private": False, "spectator_delay": 9, "opener": "tournament:c1"}
    row: Row | None = None
    for each in (
        event(1, "opened", seats=2, **opening),
        *(event(2 + k, "seat_taken", seat=k, player=f"p{k}", bot=None) for k in range(2)),
        event(5, "finished", why="beacon_failed", places=[], scores=[]),  # event 4: the entropies
    ):
        row = PLAYER_TABLES.evolve(row, "t1", each)
    assert row is not None
    for viewer in (None, "p0", "p7"):
        listed = listed_table_for(row, "p0", viewer, PageContext({}, {}, {}, {}))
        assert (listed["phase"], listed["n"], listed["started_at"]) == ("finished", 5, None)
        assert [one["player"] for one in listed["seats"]] == ["p0", "p1"]


def test_a_version_with_thousands_of_indexes_is_dropped_whole(
    store: Store, model: ReadModel
) -> None:
    rows = [(f"t{k}", a_row(f"t{k}", opener=f"p{k}")) for k in range(2_500)]
    model.move(0, "1-0", rows, FIRST)
    model.drop(FIRST)
    client: Any = store.redis
    assert [*client.scan_iter("fd:{player_tables.v*")] == []
