"""Bots that search (T25): answers at times that tell nothing, budgets, failures, long queues."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.numbers import drain_metrics
from events.record import logfile
from events.verify.log import verify_log
from games import GAMES
from games.core.bots import Bot
from games.core.contract import Seat
from games.table import Leave, Return, Sit, Start, Table, table_id
from games.table.opening import SLOWEST
from tests.fairness.tables import SIGNER
from tests.games.bots import with_search
from tests.games.changed import with_levels
from tests.table.planned import RUNNER, TOURNAMENT, planned
from tests.waiting import PATIENCE
from tests.workers.floor import (
    OPENER,
    act_at_random,
    checked_fold,
    due,
    move_clock,
    opened,
    private,
    table_of,
)
from workers.tables import bots_alone, thoughts
from workers.tables.bot_turn import let_bot_think, play_bots
from workers.tables.bots_alone import play_bots_alone
from workers.tables.clock import enforce_deadlines
from workers.tables.thoughts import RECENT, THOUGHT_TTL, SearchTimeLimit, Thought, ThoughtStore

PLAYOUTS = 16
BEGINS = {"first_dealer": 0, "max_rounds": 1}  # a bot begins, where p0 sits in seat 0


@contextmanager
def experts(
    monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Let Boon's experts search, and something happen in each of their moves."""
    game = with_search(GAMES["boon", 1], PLAYOUTS)
    own = game.bots.levels["expert"]

    def choose(*given: Any) -> Any:
        meanwhile()
        return own.choose(*given)

    bot: Bot[Any] = replace(own, choose=choose)
    with monkeypatch.context() as patch:
        patch.setitem(GAMES, ("boon", 1), with_levels(game, {**game.bots.levels, "expert": bot}))
        yield


def a_table(tables: Tables, people: int = 1, **more: Any) -> str:
    """Return a table of people and experts at which an expert may act."""
    table = opened(tables, "boon", options=BEGINS, **more)
    for seat in range(3):
        by, level = (f"player:p{seat}", None) if seat < people else (OPENER, "expert")
        handle(tables, CommandRequest(table, by, Sit(Seat(seat), level)))
    handle(tables, CommandRequest(table, OPENER, Start()))
    return table


def thought(tables: Tables, table: str) -> str:
    """Let an expert think about the table as it is."""
    return let_bot_think(tables, table, table_of(tables, table).n)


def reports(tables: Tables, table: str) -> list[dict[str, Any]]:
    """Return what the log says about the moves of bots."""
    parts = [private(event).get("hand", {}) for event in tables.store.read(table)]
    return [part["bot"] for part in parts if "bot" in part]


def proven(tables: Tables, table: str, path: Path) -> list[str]:
    """Verify a table with its bots; return what is proven."""
    logfile.write_log_file(
        path / "log", table, tables.store.read(table), tables.store.now(), SIGNER
    )
    report = verify_log(path / "log", bots=True)
    assert not report.faults, report.faults
    assert [one["what"] for one in report.not_checked] == ["signature"]
    return list(report.proven)


@pytest.mark.parametrize("took", [0, 400, 999])
def test_an_expert_answers_a_second_after_what_happened_however_long_it_thought(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, took: int
) -> None:
    with experts(monkeypatch, lambda: move_clock(tables.store, took)):
        table = a_table(tables)
        begin = table_of(tables, table).at
        assert thought(tables, table) == "a thought"
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, 1000 - took)
        assert play_bots(tables, table) == "1 turns; more to play"
        assert table_of(tables, table).at == begin + 1000


@pytest.mark.parametrize(("over", "multiple"), [(1, 2), (999, 2), (1001, 3)])
@pytest.mark.parametrize("pace", [0, 500, 1000, 1500, SLOWEST])
def test_a_thought_that_is_late_is_played_at_a_multiple_of_the_pace_and_not_when_it_ends(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, pace: int, over: int, multiple: int
) -> None:
    asked: list[str] = []
    step = max(1000, pace)

    def meanwhile() -> None:
        end = tables.store.now() + step + over * step // 1000
        while (when := due(tables.store, table)["bot"]) <= end:
            move_clock(tables.store, when - tables.store.now())
            asked.append(play_bots(tables, table))
        move_clock(tables.store, end - tables.store.now())

    with experts(monkeypatch, meanwhile):
        table = a_table(tables, pace=pace)
        begin = table_of(tables, table).at
        assert thought(tables, table) == "a thought"
        assert asked == ["0 turns; one is thought about"] * (multiple - 1)
        move_clock(tables.store, due(tables.store, table)["bot"] - tables.store.now())
        assert play_bots(tables, table).startswith("1 turns")
        assert table_of(tables, table).at == begin + multiple * step


def test_a_thought_counts_for_the_turn_that_it_was_about_alone(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with experts(monkeypatch):
        table, thoughts = a_table(tables), ThoughtStore(tables.store)
        thought(tables, table)
        held = table_of(tables, table)
        assert thoughts.find(held, Seat(1)) is not None
        assert thoughts.find(held, Seat(2)) is None
        move_clock(tables.store, 1000)
        assert play_bots(tables, table).startswith("1 turns")
        assert [thoughts.find(table_of(tables, table), Seat(seat)) for seat in range(3)] == [
            None
        ] * 3


@pytest.mark.parametrize(
    ("clock", "answered"), [(None, 3_000), ({"turn": 20}, 3_000), ({"turn": 3}, 2_250)]
)
def test_a_move_that_is_kept_back_is_played_at_the_next_multiple_but_before_its_deadline(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, clock: Any, answered: int
) -> None:
    with experts(monkeypatch):
        table, kept = a_table(tables, clock=clock), ThoughtStore(tables.store)
        held = table_of(tables, table)
        thought(tables, table)
        found = kept.find(held, Seat(1))
        assert found is not None
        kept.keep(held, found._replace(ready_at=held.at + 2_500))
        while play_bots(tables, table).startswith("0 turns"):
            move_clock(tables.store, due(tables.store, table)["bot"] - tables.store.now())
        assert table_of(tables, table).at == held.at + answered


def test_a_move_without_a_search_is_kept_back_as_long_as_one_of_the_newest_searches_took(
    tables: Tables,
) -> None:
    def kept_back(table: Table, thought: Thought) -> list[int]:
        """Return for how long it is, with one seed after another."""
        seeds = ({**thought.report, "seed": seed} for seed in range(RECENT))
        found = (kept.timed(table, thought._replace(report=one), now) for one in seeds)
        return [one.ready_at - now for one in found]

    kept, now, partition = (
        ThoughtStore(tables.store),
        tables.store.now(),
        tables.store.names.partition,
    )
    name = next(one for one in map("t{}".format, count(2)) if partition(one) == partition("t1"))
    table, other = (table_of(tables, a_table(tables, name=one)) for one in ("t1", name))
    report = {"level": "expert", "playouts": PLAYOUTS, "seed": 0}
    searched = Thought(Seat(1), None, report)
    forced = searched._replace(report={**report, "playouts": 0})
    failed = searched._replace(report={**report, "failed": "ArithmeticError"})
    assert kept_back(table, forced) == [0] * RECENT
    assert kept.timed(other, searched, now - 700) == searched
    assert kept_back(table, forced) == [700] * RECENT  # no search of its own is known
    for took in range(1, 2 * RECENT + 1):
        kept.timed(table, searched, now - took)
    for one in (forced, failed):
        assert sorted(kept_back(table, one)) == [*range(RECENT + 1, 2 * RECENT + 1)]
    kept.timed(table, searched, now - 10 * THOUGHT_TTL)  # it would not be kept so long
    assert max(kept_back(table, forced)) == THOUGHT_TTL // 2


def come_and_go(tables: Tables, table: str) -> None:
    """Let the player leave and come back."""
    for command in (Leave(Seat(0)), Return(Seat(0))):
        handle(tables, CommandRequest(table, "player:p0", command))


def test_players_who_come_and_go_do_not_make_an_expert_think_anew_nor_less(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def meanwhile() -> None:
        begun.append(tables.store.now())
        for _ in range(3):
            move_clock(tables.store, 100)
            come_and_go(others, table)
            assert thought(others, table) == "somebody else thinks about it"

    begun, others = list[int](), Tables(tables.store)
    with experts(monkeypatch, meanwhile):
        table = a_table(tables, clock={"turn": 20}, on_time_out="forfeit")
        assert thought(tables, table) == "somebody else was faster"
        assert due(tables.store, table)["thinking"] <= tables.store.now()
        move_clock(tables.store, 100)
        come_and_go(tables, table)
        assert thought(tables, table) == "a thought"
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, 1000)
        assert play_bots(tables, table).startswith("1 turns")
        assert table_of(tables, table).at == begun[0] + 1400
        assert [one["budget"] for one in reports(tables, table)] == [PLAYOUTS]
        assert reports(tables, table)[0]["playouts"] > 0
        assert len(begun) == 1
    with experts(monkeypatch):
        assert any("chosen again" in one for one in proven(tables, table, tmp_path))


@pytest.mark.parametrize("took", [0, 400, 999])
def test_who_leaves_while_an_expert_thinks_does_not_see_for_how_long(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, took: int
) -> None:
    with experts(monkeypatch, lambda: move_clock(tables.store, took)):
        table = a_table(tables)
        handle(tables, CommandRequest(table, "player:p0", Leave(Seat(0))))
        begin = table_of(tables, table).at
        play_bots(tables, table)
        assert thought(tables, table) == "a thought"
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, 1000 - took)
        assert play_bots(tables, table).startswith("1 turns")
        assert reports(tables, table)[-1]["level"] == "expert"
        assert table_of(tables, table).at == begin + 1000


def test_the_times_of_a_late_thought_do_not_follow_who_comes_and_goes(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    with experts(monkeypatch):
        table = a_table(tables, clock={"turn": 20}, on_time_out="forfeit")
        begin = table_of(tables, table).at
        for after in (12_010, 12_420, 12_999, 13_001):
            move_clock(tables.store, begin + after - tables.store.now())
            come_and_go(tables, table)
            assert play_bots(tables, table) == "0 turns; more to play"
            assert due(tables.store, table)["bot"] == begin + (13_000 if after < 13_000 else 14_000)
        assert thought(tables, table) == "a thought"
        assert play_bots(tables, table) == "0 turns; more to play"
        move_clock(tables.store, 999)
        assert play_bots(tables, table).startswith("1 turns")


def test_experts_alone_play_as_soon_as_they_have_thought(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with experts(monkeypatch):
        table = a_table(tables, people=0)
        assert "bot" not in due(tables.store, table)
        while table_of(tables, table).phase == "playing":
            assert thought(tables, table) == "1 turns"
        now = checked_fold(table, tables.store.read(table)).table
        assert now.at == now.terms.opened_at  # the clock stands still
        assert {one["budget"] for one in reports(tables, table)} == {PLAYOUTS}
        assert max(one["playouts"] for one in reports(tables, table)) > PLAYOUTS // 2
        (first, *_) = [one for one in proven(tables, table, tmp_path) if "chosen again" in one]
        assert first.startswith(f"{len(reports(tables, table))} moves of bots")


def test_people_and_experts_play_a_table_to_its_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with experts(monkeypatch):
        table, luck = a_table(tables), random.Random(1)
        while table_of(tables, table).phase == "playing":
            if not act_at_random(tables, table, luck):
                thought(tables, table)
                move_clock(tables.store, 1000)
                assert play_bots(tables, table).startswith("1 turns")
        assert any("chosen again" in one for one in proven(tables, table, tmp_path))


def test_a_turn_that_nobody_has_thought_about_is_played_before_its_deadline(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with experts(monkeypatch):
        table = a_table(tables, clock={"turn": 20}, on_time_out="forfeit")
        for _ in range(2):
            before = table_of(tables, table)
            while play_bots(tables, table).startswith("0 turns"):
                move_clock(tables.store, due(tables.store, table)["bot"] - tables.store.now())
            assert table_of(tables, table).at == before.at + 18_000
        assert [(one["budget"], one["playouts"]) for one in reports(tables, table)] == [(0, 0)] * 2
        assert all("failed" not in one for one in reports(tables, table))
        assert drain_metrics()["fairdeal_thoughts", "none"] == 2
        assert any("chosen again" in one for one in proven(tables, table, tmp_path))


def test_a_bot_stops_to_think_when_its_deadline_is_near(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with experts(monkeypatch, lambda: move_clock(tables.store, 17_800)):
        table = a_table(tables, people=0, clock={"turn": 20}, on_time_out="forfeit")
        assert thought(tables, table) == "1 turns"
        assert [(one["budget"], one["playouts"]) for one in reports(tables, table)] == [
            (PLAYOUTS, 0)
        ]
        assert any("chosen again" in one for one in proven(tables, table, tmp_path))


@pytest.mark.parametrize("people", [0, 1])
def test_a_tournament_waits_for_its_experts_rather_than_let_them_think_less(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, people: int
) -> None:
    holders = [*["p0"][:people], *["expert"] * (3 - people)]
    opening = partial(planned, holders, game="boon", options=BEGINS, clock={"turn": 20})
    names = [table_id(TOURNAMENT, index) for index in range(2)]
    for index, late in enumerate((0, 100_000)):  # the deals are the same
        with experts(monkeypatch, partial(move_clock, tables.store, late)):
            handle(tables, CommandRequest(names[index], RUNNER, opening(index)))
            assert "clock" not in due(tables.store, names[index])
            for _ in range(2):
                move_clock(tables.store, late)
                assert play_bots(tables, names[index]).startswith("0 turns")
                assert enforce_deadlines(tables, names[index]) == "0 seats"
                thought(tables, names[index])
                move_clock(tables.store, 1_000)
                play_bots(tables, names[index])
            assert any("chosen again" in one for one in proven(tables, names[index], tmp_path))
    leisure, hurry = ([{**one, "ms": None} for one in reports(tables, table)] for table in names)
    assert hurry == leisure
    assert [one["budget"] for one in leisure] == [PLAYOUTS] * 2
    assert max(one["playouts"] for one in leisure) > 0


def test_on_a_machine_that_is_too_slow_a_thought_ends_before_its_job(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with experts(monkeypatch, lambda: move_clock(tables.store, 6_001)):
        table = a_table(tables, people=0)
        assert thought(tables, table) == "1 turns"
        assert [(one["budget"], one["playouts"]) for one in reports(tables, table)] == [
            (PLAYOUTS, 0)
        ]
        assert any("chosen again" in one for one in proven(tables, table, tmp_path))


def test_the_processor_time_of_a_move_is_capped_between_worlds(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [0.0]
    monkeypatch.setattr(thoughts, "time", SimpleNamespace(thread_time=lambda: seconds[0]))
    meter, worlds = SearchTimeLimit(tables.store, tables.store.now() + 1, cap=0.5), 0
    while meter():
        seconds[0] += 0.08
        worlds += 1
    assert worlds == 6  # a seventh would end after 0.56 s


@pytest.mark.parametrize("late", [0, 2_000, 4_000, 60_000])
@pytest.mark.parametrize("rated", [True, False])
def test_only_where_nothing_counts_a_long_queue_makes_thoughts_shorter(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, late: int, rated: bool
) -> None:
    with experts(monkeypatch):
        table = a_table(tables, people=0, rated=rated)
        drain_metrics()
        move_clock(tables.store, late)
        monkeypatch.setattr(bots_alone, "time", SimpleNamespace(monotonic=lambda: 0.0))
        assert play_bots_alone(tables, table, PATIENCE, lambda: False) != "1 turns"
        given = PLAYOUTS if rated else PLAYOUTS >> min(3, late // 2_000)
        budgets = [one["budget"] for one in reports(tables, table)]
        assert set(budgets) == {given}
        assert drain_metrics()["fairdeal_thoughts", "fewer" if given < PLAYOUTS else "all"] == len(
            budgets
        )
        assert any("chosen again" in one for one in proven(tables, table, tmp_path))


@pytest.mark.parametrize("people", [0, 1])
def test_an_expert_that_fails_plays_the_fallback_and_the_table_goes_on(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    def fail() -> None:
        raise ArithmeticError

    with experts(monkeypatch, fail):
        table, luck = a_table(tables, people), random.Random(1)
        while table_of(tables, table).phase == "playing":
            if not act_at_random(tables, table, luck):
                thought(tables, table)
                move_clock(tables.store, 1000)
                play_bots(tables, table)
        checked_fold(table, tables.store.read(table))
        assert {one["failed"] for one in reports(tables, table)} == {"ArithmeticError"}
