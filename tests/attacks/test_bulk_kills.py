"""All tables of one plan run, end and are counted once, while processes are killed at random.

Moments are chosen by what was written since the last one, so they do not depend on the machine.
What comes of the tournament is what comes of it in one process that nobody disturbs.
"""

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError

from events.cached_streams import Tables
from events.handle import WriteContention
from events.record.chain import first_head, next_head
from events.store.streams import Store, store_at
from events.tournaments.streams import Tournaments
from games import NEWEST
from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from service.commands.client import ApiProblem, Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.attacks.test_kills import Killer, Patient
from tests.tournaments.settings import BOTS, settings
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import checked_fold, public
from tournaments import commands as cm
from tournaments.pairings import scoring_input
from tournaments.scoring import entrant_standings
from tournaments.state import Tournament
from workers.tables.bot_turn import play_bots
from workers.tournaments.rounds import run_tournament

CUP, NAME, SECRET = "c0123456789abcdef01", "1a" * 32, "5e" * 32
KILLED = ("api", "follower", "clock", "bots-0", "redis")
LEVELS = ("novice", "regular")
FIELD, SEATS = 8, 4
WRITES = 16  # of a table, in which processes are killed; about a half of all
GAME = {"game": "boon", "seats": SEATS, "options": dict(NEWEST["boon"].brief)}
OWN = settings(BOTS, games=[GAME], format={"kind": "own", "rounds": None, "duplicate": True})


def begun(store: Store, director: str) -> None:
    """Open the tournament, enter bots and start it."""
    cup, by = Tournaments(store), f"player:{director}"
    cup.execute(CUP, by, cm.Open(NAME, dict(OWN), SECRET))
    for at in range(FIELD):
        cup.execute(CUP, by, cm.Register("bot", (f"bot:{LEVELS[at % 2]}",)))
    cup.execute(CUP, by, cm.Call())


def pairings(count: int) -> list[dict[str, Any]]:
    """Return tables of which every four have the same deals."""
    return [
        {"game": 0, "group": at // 4, "seats": [(at + k) % FIELD for k in range(SEATS)]}
        for at in range(count)
    ]


def writes(store: Store) -> int:
    """Return how many commands were recorded, ever."""
    with store.redis.pipeline(transaction=False) as pipe:
        for partition in range(store.names.partitions):
            pipe.xinfo_stream(store.names.feed(partition))
        found: Any = pipe.execute(raise_on_error=False)
    return sum(one["entries-added"] for one in found if isinstance(one, dict))


def be_late(store: Store, count: int) -> None:
    """Do once more what was done, as a process does that comes late."""
    names = [table_id(CUP, random.randrange(count)) for _ in range(8)]
    ResultDelivery(store).decide([one for one in names if store.newest(one) is not None])
    run_tournament(Tables(store), CUP, 0.0)


def disturb(stack: ServerStack, store: Store, killer: Killer, count: int, kills: int) -> Tournament:
    """Kill processes until that was done often enough, and go on until all is over."""
    cup, wanted, newest = Tournaments(store), 0, -1

    def current() -> tuple[int, Tournament] | None:
        stack.watch()
        with suppress(RedisError, WriteContention):
            return writes(store), cup.current(CUP).state
        return None

    def goes_on() -> bool:
        found = current()
        return found is not None and (found[0] != newest or is_over(found[1]))

    while True:
        wait_for(goes_on)
        found = current()
        if found is None:
            continue
        newest, state = found
        if is_over(state) and not killer.left:
            return state
        if killer.left and newest >= wanted:
            wanted = newest + random.randrange(2 * WRITES * count // kills)
            killer()
            with suppress(RedisError, WriteContention):
                be_late(store, count)


def is_over(state: Tournament) -> bool:
    """Say whether all has a result, and everything is closed."""
    return not (state.unsettled or state.unreleased)


def undisturbed(store: Store, rows: Sequence[dict[str, Any]]) -> Tournament:
    """Play the same in this process alone; return what comes of it."""
    begun(store, "dora")
    cup, tables, results = Tournaments(store), Tables(store), ResultDelivery(store)
    own = tuple(cm.OwnTable(0, one["group"], tuple(one["seats"])) for one in rows)
    cup.execute(CUP, "player:dora", cm.Plan(own))
    run_tournament(tables, CUP, PATIENCE)
    for index in range(len(rows)):
        play_bots(tables, table_id(CUP, index), PATIENCE)
        results.decide([table_id(CUP, index)])
    run_tournament(tables, CUP, PATIENCE)
    return cup.current(CUP).state


def check_tables(store: Store, state: Tournament) -> None:
    """Hold the planned tables against the store: each is there once, ended and was counted so."""
    names = [table_id(CUP, index) for index in range(len(state.tables))]
    streams = {one for at in range(store.names.partitions) for one in store.streams(at)}
    assert {one for one in streams if one.startswith("t") and len(one) == len(names[0])} == {*names}
    for name, one in zip(names, state.tables, strict=True):
        events, finish = store.read(name), one.finish
        assert checked_fold(name, events).table.phase == "closed"
        types = Counter(public(event)["type"] for event in events)
        assert [types[f"table.{what}.v1"] for what in ("opened", "finished", "closed")] == [1, 1, 1]
        assert finish is not None
        assert events[finish.n - 1].h.hex() == finish.head


def check_log(store: Store, count: int) -> None:
    """Hold the log of the tournament: one plan, everything else once for each table and group."""
    events, head = store.read(CUP), first_head(CUP)
    for n, event in enumerate(events, 1):
        assert event.n == n
        assert (head := next_head(head, event.e)) == event.h
    told = [(one["type"], one["data"]) for one in map(public, events)]
    opened = [range(data["first"], data["last"] + 1) for kind, data in told if "s_opened" in kind]
    assert [index for part in opened for index in part] == [*range(count)]
    assert [kind for kind, _ in told].count("tournament.round_planned.v1") == 1
    for kind, what, most in (
        ("result_taken", "index", count), ("group_ended", "group", count // 4),
        ("tables_released", "group", count // 4),
    ):  # fmt: skip
        named = sorted(data[what] for one, data in told if one == f"tournament.{kind}.v1")
        assert named == [*range(most)], kind


def results_of(state: Tournament) -> list[Any]:
    """Return what can differ: how each table has ended."""
    return [one.result() for one in state.tables]


def status(client: Client, path: str) -> int:
    """Return with what status a read is answered."""
    try:
        client.get(path)
    except ApiProblem as no:
        return no.status
    return 200


@pytest.mark.nightly  # in every run: tests/simulation, and tests/workers/tournaments/test_rounds.py
@pytest.mark.parametrize("count", [500])
def test_every_table_of_a_plan_runs_ends_and_is_counted_once_while_processes_are_killed(
    tmp_path: Path, store: Store, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")
    rows, kills = pairings(count), 8 + count // 10
    expected = undisturbed(store, rows)
    with ServerStack(tmp_path / "data", free_port(), durable=True) as stack:
        own, client = store_at(stack.redis_url), register_account(stack.url, "dora")
        begun(own, client.get("/v1/players/me")["player"])
        looks = [f"/v1/tables/{table_id(CUP, index)}" for index in range(0, count, count // 6)]
        nobody = Client(stack.url)
        assert {status(nobody, one) for one in looks} == {404}
        director, path = Patient(stack.url, client.token), f"/v1/tournaments/{CUP}/rounds"
        first = director.post(path, {"tables": rows}, "the-round")
        killer = Killer(stack, KILLED, kills)
        state = disturb(stack, own, killer, count, kills)
        again = director.post(path, {"tables": rows}, "the-round")
        assert again["receipt"] == first["receipt"]
        assert {status(nobody, one) for one in looks} == {200}
        assert set(killer.killed) == set(KILLED)
        check_tables(own, state)
        check_log(own, count)
        assert results_of(state) == results_of(expected)
        scoring = state.rules.scoring
        ranked = entrant_standings(scoring_input(state), scoring)
        assert ranked == entrant_standings(scoring_input(expected), scoring)
        assert sum(row.tables for row in ranked) == SEATS * count
    print("killed", dict(killer.killed), f"{count} tables, {state.n} events of the tournament")
