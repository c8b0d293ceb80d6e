"""Tournaments run by themselves, whatever happens between two steps of theirs."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store
from events.tournaments.streams import Tournaments, UnknownTournament
from games import NEWEST
from games.table.planned import table_id
from projections.projection import ReadModel
from projections.ratings.ratings import results_of
from projections.tournaments.read_model import TOURNAMENTS
from projections.tournaments.result_delivery import ResultDelivery
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import act_at_random, due, move_clock, public, table_of
from tournaments import commands as cm
from tournaments.public_results import public_standings
from tournaments.state import Tournament
from workers.follower.follower import Follower
from workers.queues import batch
from workers.queues import jobs as jobs_module
from workers.queues.queues import CLOCK, THINKING, queue_worker
from workers.tables.bot_turn import play_bots
from workers.tables.clock import enforce_deadlines
from workers.tournaments.rounds import run_tournament

CUP = "c0123456789abcdef01"
NAME, SECRET = "1a" * 32, "5e" * 32
DIRECTOR = "player:dora"
DEATHS = 0.05  # of processes, before an append and behind it
LEVELS = ("novice", "regular", "regular", "novice")
GAME = {"game": "boon", "seats": 3, "options": dict(NEWEST["boon"].brief)}
ROUND_ROBIN = settings(BOTS, games=[GAME], format={"kind": "round_robin", "rounds": None})
IN_TURNS = settings(BOTS, games=[GAME], format={"rounds": 1, "rotate": True})


@pytest.fixture
def tables(store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on the store that the environment names."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    monkeypatch.setattr(batch, "AT_MOST", PATIENCE)  # however slow the machine is
    jobs_module.open_worker_stores.cache_clear()
    return Tables(store)


def begun(store: Store, data: Any) -> Tournaments:
    """Open a tournament, enter bots of several levels, and start it."""
    cup = Tournaments(store)
    handle(cup, CommandRequest(CUP, DIRECTOR, cm.Open(NAME, dict(data), SECRET)))
    for level in LEVELS:
        cup.execute(CUP, DIRECTOR, cm.Register("bot", (f"bot:{level}",)))
    cup.execute(CUP, DIRECTOR, cm.Call())
    return cup


def state_of(store: Store) -> Tournament:
    """Return the tournament as the log has it."""
    return Tournaments(store).current(CUP).state


def ids(state: Tournament) -> list[str]:
    """Return the ids of its planned tables."""
    return [table_id(CUP, index) for index in range(len(state.tables))]


def test_a_round_robin_of_bots_runs_to_its_close_by_itself(
    follower: Follower, tables: Tables, redis: Redis
) -> None:
    cup = begun(tables.store, ROUND_ROBIN)

    def is_over() -> bool:
        follower.tick.hurry()
        follower.step()
        for name in (CLOCK, THINKING):
            queue_worker(name, redis).work(burst=True, logging_level="CRITICAL")
        state = cup.current(CUP).state
        return state.phase == "closed" and not state.unreleased

    wait_for(is_over)
    state = state_of(tables.store)
    assert (state.why, state.opened, min(state.final)) == ("played", len(state.tables), 1)
    assert all(table_of(tables, one).phase == "closed" for one in ids(state))
    assert due(tables.store, CUP) == {}
    follower.tick.hurry()
    follower.step()
    (row,) = ReadModel(tables.store, TOURNAMENTS).rows(2)
    assert (row["phase"], row["entrants"], row["tables"]) == ("closed", 4, len(state.tables))


class Killed(Exception):
    """The process was killed."""


def dying(monkeypatch: pytest.MonkeyPatch, luck: random.Random) -> None:
    """Let processes die before some appends, and behind others."""
    append = Store.append

    def may_die(store: Store, draft: Any) -> Any:
        if luck.random() < DEATHS:
            raise Killed
        result = append(store, draft)
        if luck.random() < DEATHS:
            raise Killed
        return result

    monkeypatch.setattr(Store, "append", may_die)


def steps(store: Store, luck: random.Random) -> Iterator[Callable[[], object]]:
    """Yield what processes may do now, each of which has just begun."""
    tables, seconds = Tables(store), luck.choice([0.0, PATIENCE])
    yield partial(run_tournament, tables, CUP, seconds)
    state = state_of(store)
    for table, planned in zip(ids(state), state.tables, strict=True):
        if planned.finish is None and store.newest(table) is not None:
            yield partial(play_bots, tables, table, PATIENCE)
            yield partial(ResultDelivery(store).decide, [table])


def play_well(store: Store) -> None:
    """Do all that is to be done, in its order."""
    tables = Tables(store)
    run_tournament(tables, CUP, PATIENCE)
    for table in ids(state_of(store)):
        play_bots(tables, table)
        ResultDelivery(store).decide([table])


def play_badly(store: Store, luck: random.Random) -> None:
    """Do something that may be done, often twice; the process may die on the way."""
    chosen = luck.choice([*steps(store, luck)])
    with suppress(Killed):
        for _ in range(luck.choice([1, 2])):
            chosen()


def played(store: Store, play: Callable[[Store], None]) -> Tournament:
    """Play a tournament to its end; return it."""
    while (state := state_of(store)).phase != "closed" or state.unreleased:
        play(store)
    return state


def actions(store: Store, table: str) -> list[Any]:
    """Return what was played at a table."""
    causes = [public(event)["cause"] for event in store.read(table)]
    return [cause["action"] for cause in causes if isinstance(cause, dict)]


@pytest.mark.parametrize("data", [ROUND_ROBIN, IN_TURNS], ids=["round robin", "in turns"])
def test_killed_between_any_two_steps_late_and_twice_the_final_places_are_the_same(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch, data: Any
) -> None:
    begun(store, data)
    reference = played(store, play_well)
    assert len({*reference.final}) > 1
    moves = [actions(store, table) for table in ids(reference)]
    for seed in range(2):
        redis.flushall()
        begun(store, data)
        luck = random.Random(seed)
        with monkeypatch.context() as patch:
            dying(patch, luck)
            other = played(store, partial(play_badly, luck=luck))
        assert other.final == reference.final, seed
        assert [one.planned for one in other.tables] == [one.planned for one in reference.tables]
        assert [actions(store, table) for table in ids(other)] == moves, seed
        assert {table_of(Tables(store), one).phase for one in ids(other)} == {"closed"}


def test_500_tables_of_one_request_are_planned_at_once_and_opened_by_jobs(
    tables: Tables,
) -> None:
    data = settings(BOTS, games=[GAME], format={"kind": "own", "rounds": None})
    cup = begun(tables.store, data)
    rows = tuple(cm.OwnTable(0, at, tuple((at + k) % 4 for k in range(3))) for at in range(500))
    before = len(tables.store.read(CUP))
    cup.execute(CUP, DIRECTOR, cm.Plan(rows))
    assert len(tables.store.read(CUP)) == before + 1
    assert due(tables.store, CUP)["tournament"] <= tables.store.now()
    assert run_tournament(tables, CUP, 0.0) == "1 steps; more to do"
    assert state_of(tables.store).opened == 1
    run_tournament(tables, CUP, PATIENCE)
    run_tournament(Tables(tables.store), CUP, PATIENCE)
    state = state_of(tables.store)
    assert state.opened == 500
    assert all(tables.store.newest(table) is not None for table in ids(state))
    assert "tournament" not in due(tables.store, CUP)


def test_the_time_of_a_tournament_is_enforced_by_a_job(tables: Tables) -> None:
    cup = Tournaments(tables.store)
    soon = tables.store.now() + 60_000
    data = settings(PEOPLE, schedule={"starts_at": soon})
    handle(cup, CommandRequest(CUP, DIRECTOR, cm.Open(NAME, data, SECRET)))
    assert due(tables.store, CUP) == {"tournament": soon}
    assert run_tournament(tables, CUP, 1.0) == "0 steps"
    move_clock(tables.store, 60_000)
    run_tournament(tables, CUP, 1.0)
    assert state_of(tables.store).why == "too_few"


def test_who_never_acts_at_a_table_is_late_there(tables: Tables) -> None:
    cup = Tournaments(tables.store)
    game = {"game": "boosh", "seats": 2, "clock": {"turn": 1}}
    data = settings(PEOPLE, games=[{**game, "options": dict(NEWEST["boosh"].brief)}])
    handle(cup, CommandRequest(CUP, DIRECTOR, cm.Open(NAME, data, SECRET)))
    for player in ("ann", "ben"):
        cup.execute(CUP, DIRECTOR, cm.Register("player", (player,)))
    cup.execute(CUP, DIRECTOR, cm.Call())
    run_tournament(tables, CUP, PATIENCE)
    (table,) = ids(state_of(tables.store))
    luck = random.Random(1)
    while (now := table_of(tables, table)).phase == "playing":
        (seat, *_) = now.to_act()
        holder = now.holders[seat]
        assert holder is not None
        if holder.player == "ann":
            act_at_random(tables, table, luck)
        elif holder.player is None:  # two time-outs have cost ben the seat
            play_bots(tables, table)
        else:
            move_clock(tables.store, 1_001)
            enforce_deadlines(tables, table)
    ResultDelivery(tables.store).decide([table])
    state = state_of(tables.store)
    assert [one.late for one in state.entries] == [0, 1]
    assert state.groups[0].ended


@pytest.mark.parametrize("acts", [True, False], ids=["has acted", "never acted"])
def test_a_forfeit_at_a_cups_table_counts_there_and_who_never_acted_is_not_rated(
    tables: Tables, acts: bool
) -> None:
    cup = Tournaments(tables.store)
    game = {"game": "boosh", "seats": 2, "clock": {"turn": 1}, "on_time_out": "forfeit",
            "options": {"max_hands": 9, "first_dealer": 0}}  # fmt: skip
    data = settings(PEOPLE, games=[game], format={"rounds": 1}, scoring={"kind": "places"})
    handle(cup, CommandRequest(CUP, DIRECTOR, cm.Open(NAME, data, SECRET)))
    for player in ("ann", "ben"):
        cup.execute(CUP, DIRECTOR, cm.Register("player", (player,)))
    cup.execute(CUP, DIRECTOR, cm.Call())
    run_tournament(tables, CUP, PATIENCE)
    (table,), luck = ids(state_of(tables.store)), random.Random(1)
    holders = [one and one.player for one in table_of(tables, table).holders]
    gone = holders.index("ben")
    while (now := table_of(tables, table)).phase == "playing":
        is_over = now.attendance[gone].own > 0 or not acts
        if is_over and now.to_act() == (gone,):
            move_clock(tables.store, 61_001)
            enforce_deadlines(tables, table)
        else:
            assert act_at_random(tables, table, luck)
    ResultDelivery(tables.store).decide([table])
    run_tournament(tables, CUP, PATIENCE)
    state = state_of(tables.store)
    assert table_of(tables, table).phase == "closed"
    assert [one.late for one in state.entries] == [0, int(not acts)]
    points = {one.entrant: one.points for one in public_standings(state)}
    assert points == {0: Fraction(1) if acts else Fraction(1, 2), 1: Fraction(0)}
    assert len(results_of(tables.store.read(table))) == acts


def test_directors_watch_unless_they_take_part(store: Store) -> None:
    cup = Tournaments(store)
    handle(cup, CommandRequest(CUP, DIRECTOR, cm.Open(NAME, dict(PEOPLE), SECRET, ("dan",))))
    assert cup.may_watch(CUP, "dora")
    assert cup.may_watch(CUP, "dan")
    cup.execute(CUP, "player:dan", cm.Register("player", ("dan",)))
    found = [cup.may_watch(CUP, player) for player in ("dora", "dan", "ann")]
    assert found == [True, False, False]
    assert not cup.may_watch("c1123456789abcdef01", "dora")


def test_no_tournament_is_found_where_there_is_none(tables: Tables) -> None:
    with pytest.raises(UnknownTournament):
        Tournaments(tables.store).current("t1")
    assert run_tournament(tables, CUP, 1.0) == "no such tournament"
