"""Bots' turns: what a bot is given, what the log keeps of it, and what happens when it fails."""

import hmac
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from events.cached_streams import CachedStream, Tables
from events.handle import CommandRequest, StaleStream, handle
from events.record import logfile
from events.record.codec import StoredEvent, read_command
from events.record.steps import log_steps
from events.store.streams import Store
from events.verify.log import verify_log
from games import GAMES, NEWEST
from games.core.bots import Budget, Choose
from games.core.contract import Choices, Illegal, ReceivedEvent, Seat
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.type_hints.values import known_to
from games.table import Act, Leave, Table
from games.table.bots import choose_for_seat
from tests.fairness.tables import SIGNER
from tests.games.bots import with_bot
from tests.games.every import every
from tests.workers.floor import (
    checked_fold,
    commands,
    due,
    opened,
    play_out,
    private,
    public,
    refused,
    started,
    table_of,
)
from workers.tables import bot_turn, thoughts
from workers.tables.bot_turn import play_bots
from workers.tables.memory import HandEventCache
from workers.tables.thoughts import thought_about

LONGER: dict[str, dict[str, Any]] = {  # options with which some tables have several hands
    **{name: dict(NEWEST[name].brief) for name in NEWEST},
    "boon": {"max_rounds": 2},
    "boosh": {"max_hands": 3, "target": 9999},
    "bum": {"hands": 2},
}


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@contextmanager
def other_bot(monkeypatch: pytest.MonkeyPatch, name: str, choose: Choose[Any]) -> Iterator[AnyGame]:
    """Let the tables that are opened or read now have another bot."""
    game = with_bot(GAMES[name, 1], choose)
    with monkeypatch.context() as patch:
        patch.setitem(GAMES, (name, 1), game)
        yield game


def reports(events: Sequence[StoredEvent]) -> list[dict[str, Any]]:
    """Return what the log says about the bots' turns, newest last."""
    found = []
    for event in events:
        parts = private(event)
        found += [part["bot"] for part in parts.values() if "bot" in part]
        assert all("bot" not in part for key, part in parts.items() if key != "hand")
    return found


@every("name")
def test_bots_alone_play_a_table_to_its_end(tables: Tables, name: str) -> None:
    table = started(tables, name)
    assert play_bots(tables, table).endswith(" turns")
    held = checked_fold(table, tables.store.read(table))
    assert held.table.phase == "closed"
    assert held.table.outcome is not None
    assert due(tables.store, table) == {}


@every("name")
def test_bots_and_people_play_a_table_to_its_end(tables: Tables, name: str) -> None:
    table = started(tables, name, ["p0", "p1"])
    assert play_out(tables, table, random.Random(1)).phase == "closed"
    acted = [c["by"] for c in commands(tables.store.read(table)) if c["cause"]["seat"] is not None]
    assert {"player:p0", "player:p1"} <= set(acted)


@every("name")
def test_a_bot_gets_the_view_and_the_events_of_its_seat_and_nothing_sealed_to_others(
    monkeypatch: pytest.MonkeyPatch, tables: Tables, name: str
) -> None:
    real = GAMES[name, 1].bots.levels["regular"].choose
    calls: list[tuple[Any, ...]] = []

    def choose(
        view: Any, choices: Any, seen: Sequence[ReceivedEvent], luck: Chance, budget: Budget
    ) -> Any:
        calls.append((view, choices, list(seen), luck, budget))
        return real(view, choices, seen, luck, budget)

    with other_bot(monkeypatch, name, choose) as game:
        moments: list[CachedStream[Table]] = []
        real_turn = bot_turn.play_turn

        def play_turn(tables: Tables, held: CachedStream[Table], *more: Any) -> CachedStream[Table]:
            moments.append(held)
            return real_turn(tables, held, *more)

        monkeypatch.setattr(bot_turn, "play_turn", play_turn)
        table = started(tables, name, ["p0"], options=LONGER[name])
        play_out(tables, table, random.Random(2))
        events = tables.store.read(table)
    assert moments
    for held, (view, choices, seen, _, budget) in zip(moments, calls, strict=True):
        seat = view["seat"]
        assert view == game.view(held.table.play, seat)
        assert choices == game.rules.choices(held.table.play, seat)
        assert budget.playouts == 0
        newest_hand = events[held.table.hands[-1] - 1 : held.table.n]
        assert seen == [
            ReceivedEvent(public(event)["type"], own(event, seat))
            for event in newest_hand
            if public(event)["type"] in game.events
        ]


def own(event: StoredEvent, seat: Seat) -> dict[str, Any]:
    """Return the fields of an event that the holder of a seat may know, as the log has them."""
    data = dict(public(event)["data"])
    for key, part in private(event).items():
        if known_to(key, seat):
            data |= {k: v for k, v in part.items() if k not in ("action", "bot", "hand_secret")}
    return {key: as_tuples(value) for key, value in data.items()}


def as_tuples(value: Any) -> Any:
    """Return a value with tuples for arrays, as events hold them."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def one_turn(tables: Tables, held: CachedStream[Table]) -> CachedStream[Table]:
    """Let one bot play one turn."""
    seat, memory = bot_turn.next_bot(held.table), HandEventCache(tables, held.table)
    assert seat is not None
    thought = thought_about(held.table, seat, memory, Budget())
    return bot_turn.play_turn(tables, held, thought, memory, bot_turn.PLAYS_ON)


@pytest.mark.parametrize("error", [RuntimeError("no idea"), KeyError("card"), AssertionError()])
def test_a_bot_that_raises_plays_the_fallback_and_the_log_says_so_to_the_hand_alone(
    monkeypatch: pytest.MonkeyPatch, tables: Tables, error: Exception
) -> None:
    def choose(*_: Any) -> Any:
        raise error

    with other_bot(monkeypatch, "boon", choose):
        table = started(tables)
        play_bots(tables, table)
        events = tables.store.read(table)
    assert checked_fold(table, events).table.phase == "closed"
    assert {report["failed"] for report in reports(events)} == {type(error).__name__}
    assert not any(b"failed" in event.e for event in events)
    assert_fallbacks(table, events)


def assert_fallbacks(table: str, events: Sequence[StoredEvent]) -> None:
    """Expect that every action of the log is the fallback of its moment."""
    for command in commands(events):
        seat = command["cause"]["seat"]
        if seat is None:
            continue
        before = checked_fold_upto(table, events, command["n"] - 1).table
        wanted = before.game.rules.fallback(before.play, seat)
        assert command["cause"]["action"]["type"] == action_name(before.game, wanted)


def checked_fold_upto(table: str, events: Sequence[StoredEvent], n: int) -> CachedStream[Table]:
    """Return the table after event n, which ends a command."""
    return checked_fold(table, events[:n])


def action_name(game: AnyGame, action: Any) -> str:
    """Return the name of an action in JSON."""
    return next(name for name, kind in game.actions.items() if kind is type(action))


def test_a_bot_that_chooses_an_illegal_action_plays_the_fallback_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    def choose(view: Any, choices: Choices[Any], *_: Any) -> Any:
        return GAMES["boon", 1].actions["play"]("no-such-card")

    with other_bot(monkeypatch, "boon", choose):
        table = started(tables)
        play_bots(tables, table)
        events = tables.store.read(table)
    assert checked_fold(table, events).table.phase == "closed"
    assert {report["failed"] for report in reports(events)} == {Illegal.__name__}
    assert_fallbacks(table, events)


@pytest.mark.parametrize("nonsense", [None, "pass", 7])
def test_a_bot_that_answers_nonsense_plays_the_fallback(
    monkeypatch: pytest.MonkeyPatch, tables: Tables, nonsense: Any
) -> None:
    with other_bot(monkeypatch, "boosh", lambda *_: nonsense):
        table = started(tables, "boosh")
        play_bots(tables, table)
        events = tables.store.read(table)
    assert checked_fold(table, events).table.phase == "closed"
    assert all("failed" in report for report in reports(events))


@every("name")
def test_the_log_seals_how_a_bot_played_to_the_hand_and_says_in_public_only_that_one_did(
    tables: Tables, name: str
) -> None:
    table = started(tables, name, ["p0"])
    play_out(tables, table, random.Random(3))
    events = tables.store.read(table)
    turns = [c for c in commands(events) if c["by"].startswith("seat:")]
    assert turns
    assert all(turn["cause"]["bot"] is True for turn in turns)
    assert all(set(turn["cause"]) == {"seat", "action", "last", "bot"} for turn in turns)
    assert len(reports(events)) == len(turns)
    for report in reports(events):
        assert set(report) == {"level", "version", "seed", "budget", "playouts", "ms"}
    for event in events:
        told = public(event)
        assert not {"level", "seed", "budget", "playouts", "ms"} & set(told["data"])
    people = [c for c in commands(events) if c["by"].startswith("player:")]
    assert all("bot" not in command["cause"] for command in people)


def hmac_of(key: bytes, name: list[Any]) -> bytes:
    """Return the HMAC of a list of names."""
    text = json.dumps(name, separators=(",", ":"), sort_keys=True)
    return hmac.digest(key, text.encode(), "sha256")


@every("name")
def test_t20_a_move_of_a_bot_follows_from_a_seed_that_follows_from_the_hand(
    tables: Tables, tmp_path: Path, name: str
) -> None:
    table = started(tables, name, ["p0"])
    play_out(tables, table, random.Random(5))
    events = tables.store.read(table)
    secret = bytes.fromhex(json.loads(events[0].p or b"")["table"]["data"]["secret"])
    seeds, moves, hand = list[int](), Counter[int](), 0
    for step in log_steps(table, events):
        before, cause = step.before, public(step.events[0])["cause"]
        if before is None or cause["seat"] is None:
            continue
        if before.hand != hand:
            hand, moves = before.hand, Counter()
        if cause.get("bot"):
            (report,) = reports(step.events)
            move = [
                table,
                hand,
                "regular",
                cause["seat"],
                moves[cause["seat"]],
                [""] * before.seats,
            ]
            key = hmac_of(hmac_of(secret, ["hand", hand]), move)
            assert report["seed"] == int.from_bytes(key[:6], "big")
            seeds.append(report["seed"])
            command = read_command(before.game, public(step.events[0]), private(step.events[0]))
            assert isinstance(command, Act)
            memory = HandEventCache(tables, before)
            wanted = choose_for_seat(
                before, command.seat, memory.of_seat(command.seat), report["seed"], Budget()
            )
            assert command.action == wanted
        moves[cause["seat"]] += 1
    assert len(set(seeds)) == len(seeds) > 0
    logfile.write_log_file(tmp_path / "log", table, events, tables.store.now(), SIGNER)
    found = verify_log(tmp_path / "log", bots=True)
    assert not found.faults
    assert any(one.startswith(f"{len(seeds)} move") for one in found.proven), found.proven


def test_a_turn_that_is_played_again_or_late_changes_nothing(tables: Tables) -> None:
    table = started(tables, "boon", ["p0"])
    play_bots(tables, table)
    before = tables.store.read(table)
    assert play_bots(tables, table) == "0 turns"
    assert play_bots(Tables(tables.store), table) == "0 turns"
    assert tables.store.read(table) == before
    play_out(tables, table, random.Random(4))
    before = tables.store.read(table)
    assert play_bots(tables, table) == "0 turns"
    assert tables.store.read(table) == before


def test_a_turn_at_a_table_that_is_not_there_or_not_started_is_nothing(tables: Tables) -> None:
    assert play_bots(tables, "t0") == "no such table"
    table = opened(tables)
    assert play_bots(tables, table) == "0 turns"
    assert tables.current(table).table.n == 1


def test_at_the_time_limit_a_job_stops_and_asks_to_be_woken(
    monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    seconds = [0.0]
    real = GAMES["boon", 1].bots.levels["regular"].choose

    def choose(*given: Any) -> Any:
        seconds[0] += 0.6 * bot_turn.AT_MOST
        return real(*given)

    for module in (bot_turn, thoughts):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    with other_bot(monkeypatch, "boon", choose):
        table = started(tables)
        for _ in range(3):
            assert play_bots(tables, table) == "2 turns; more to play"
            assert due(tables.store, table)["alone"] <= tables.store.now()
        events = tables.store.read(table)
    assert len(reports(events)) == 6
    assert all(report["ms"] == 600 * bot_turn.AT_MOST for report in reports(events))


def test_while_a_job_plays_nobody_else_is_asked_to(tables: Tables) -> None:
    table = started(tables, "boon", ["p0"], options={"first_dealer": 0, "max_rounds": 1})
    assert due(tables.store, table)["bot"] <= tables.store.now()
    after = one_turn(tables, tables.current(table)).table
    assert bot_turn.next_bot(after) is not None
    assert due(tables.store, table)["bot"] == after.at + bot_turn.PLAYS_ON.time


def test_another_writer_in_between_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    real, others = GAMES["boon", 1].bots.levels["regular"].choose, Tables(tables.store)
    wanted: list[str] = []

    def choose(*given: Any) -> Any:
        if wanted:  # somebody leaves while the bot thinks
            handle(others, CommandRequest(wanted.pop(), "player:p0", Leave(Seat(0))))
        return real(*given)

    with other_bot(monkeypatch, "boon", choose):
        table = started(tables, "boon", ["p0"], options={"first_dealer": 0, "max_rounds": 1})
        wanted.append(table)
        assert play_bots(tables, table) == "0 turns; somebody else was faster"
        assert due(tables.store, table)["alone"] <= tables.store.now()  # it is asked for again
        assert play_bots(tables, table).endswith(" turns")
        assert checked_fold(table, tables.store.read(table)).table.phase == "closed"


def test_two_workers_on_the_same_turns_play_each_turn_once(tables: Tables) -> None:
    table, others = started(tables), Tables(tables.store)
    while table_of(tables, table).phase == "playing":
        held, behind = tables.current(table), others.current(table)
        one_turn(tables, held)
        n = tables.current(table).table.n
        with pytest.raises((StaleStream, Illegal)):
            one_turn(others, behind)
        assert tables.current(table).table.n == n
    checked_fold(table, tables.store.read(table))


def test_a_store_that_does_not_answer_is_no_failure_of_the_bot(
    monkeypatch: pytest.MonkeyPatch, tables: Tables
) -> None:
    table = started(tables)
    before = tables.store.read(table)

    def away(*_: Any) -> list[ReceivedEvent]:
        raise ConnectionLost("gone")

    monkeypatch.setattr(HandEventCache, "of_hand", away)
    choose = GAMES["boon", 1].bots.levels["regular"].choose
    with (
        other_bot(monkeypatch, "boon", lambda *given: choose(*given) if given[2] else None),
        pytest.raises(ConnectionLost),
    ):
        tables.drop(table)
        play_bots(tables, table)
    assert tables.store.read(table) == before


def test_a_bot_may_not_act_for_another_seat(tables: Tables) -> None:
    table = started(tables, "boosh", ["p0"], options={"first_dealer": 1})
    now = table_of(tables, table)
    (seat,) = now.to_act()
    act = Act(seat, now.game.rules.fallback(now.play, seat))
    mine = "player:p0" if seat == 0 else "seat:1"
    for by in {"seat:0", "seat:1", "player:p0", "clock", "server"} - {mine}:
        assert refused(tables, CommandRequest(table, by, act)) == "table/not_your_seat"
    assert refused(tables, CommandRequest(table, mine, act)) == ""
