"""Whole servers whose processes are killed again and again while people and bots play."""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from typing import Any

from events.record.receipts import is_genuine
from events.store.streams import Store, store_at
from games import GAMES
from service.commands.client import ApiProblem, Client, register
from service.commands.processes import Stack, free_port
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import checked_fold, commands

LONGER: dict[str, dict[str, Any]] = {  # options with which a table lasts a few seconds
    "boojum": {"max_rounds": 3},
    "boon": {"victory_cards": 50, "max_rounds": 2},
    "boosh": {"target": 10_000, "elimination": -10_000, "max_hands": 4},
    "bum": {"target": 1000, "hands": 2},
    "goblin_market": {"start_coins": 3},
}
THREADS = 5
BETWEEN = 0.7  # seconds between kills


class Patient(Client):
    """Asks again, with the same key, when an answer was cut off in its middle."""

    def raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        while True:
            with suppress(HTTPException):
                return super().raw(method, path, body, headers)


@dataclass
class Seated:
    """A table and those of its players whom the test plays."""

    table: str
    players: list[Client]


@dataclass
class Played:
    """What the players know: the receipts that they got, and what was refused."""

    receipts: list[dict[str, Any]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    open: int = 0
    news: float = field(default_factory=time.monotonic)
    errors: list[BaseException] = field(default_factory=list)
    disturbed: threading.Event = field(default_factory=threading.Event)  # nothing more is killed


def open_one(k: int, opener: Client, other: Client) -> Seated:
    """Open table k: every game in turn, one or two players, every third with a clock."""
    names = sorted({name for name, _ in GAMES})
    name = names[k % len(names)]
    seats = max(GAMES[name, 1].seats[0], 2 + k % 2)
    clock = {"clock": {"turn": 2}} if k % 3 == 0 else {}
    body = {"game": name, "seats": seats, "options": LONGER.get(name, {}), **clock}
    table = opener.post("/v1/tables", body)["view"]["table"]
    path = f"/v1/tables/{table}"
    players = [opener, other] if k % 2 else [opener]
    for player in players:
        player.post(f"{path}/seats", {})
    for _ in range(seats - len(players)):
        opener.post(f"{path}/seats", {"bot": "plain"})
    opener.post(f"{path}/start", {})
    return Seated(table, players)


def move(seated: Seated, player: Client, played: Played, luck: random.Random) -> bool:
    """Act if the player may; say whether the table goes on."""
    path = f"/v1/tables/{seated.table}"
    view = player.get(f"{path}/view")
    if view["choices"] is None:
        return bool(view["phase"] != "closed")
    offered = [
        *view["choices"]["actions"],
        *(pick["example"] for pick in view["choices"]["picks"]),
    ]
    try:
        receipt = player.post(f"{path}/actions", luck.choice(offered))["receipt"]
    except ApiProblem as no:
        if no.status != 409:  # that somebody else was faster, or the clock
            raise
        played.refused[no.problem["code"]] += 1
    else:
        played.receipts.append(receipt)
    played.news = time.monotonic()
    return True


def play(tables: list[Seated], played: Played, seed: int) -> None:
    """Play some of the tables, all at once, to their end."""
    luck = random.Random(seed)
    going = list(tables)
    while going:
        for seated in list(going):
            goes_on = [move(seated, player, played, luck) for player in seated.players]
            if not all(goes_on):
                going.remove(seated)
                played.open -= 1
                played.news = time.monotonic()
        if len(going) == 1:  # so that the last tables still play when the last process is killed
            played.disturbed.wait(0.5)
        time.sleep(0.02)


@contextmanager
def players(stack: Stack, tables: int) -> Iterator[tuple[list[Seated], Played]]:
    """Open the tables and play them from a few threads."""
    accounts = [register(stack.url, f"player {k}") for k in range(2)]
    seated = [open_one(k, *accounts) for k in range(tables)]
    played = Played(open=tables)

    def run(k: int) -> None:
        own = [
            Seated(one.table, [Patient(stack.url, client.token) for client in one.players])
            for one in seated[k::THREADS]
        ]
        try:
            play(own, played, k)
        except BaseException as error:  # the test reports it
            played.errors.append(error)

    threads = [threading.Thread(target=run, args=(k,), daemon=True) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    yield seated, played
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def watch(stack: Stack, played: Played, disturb: Callable[[], bool]) -> None:
    """Do what `fairdeal serve` does, and disturb it, until all tables have ended.

    `disturb` says whether it will do so again.
    """
    last = time.monotonic()
    while played.open > 0:
        assert not played.errors, played.errors
        stuck = time.monotonic() - played.news > PATIENCE
        assert not stuck, f"no news of {played.open} tables for {PATIENCE:.0f} s"
        stack.watch()
        if time.monotonic() - last > BETWEEN and not played.disturbed.is_set():
            if not disturb():
                played.disturbed.set()
            last = time.monotonic()
        time.sleep(0.05)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(folder.name))
    return found


def kill(pid: int) -> None:
    """End a process at once."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class Killer:
    """Kills one process after the other, in turn."""

    def __init__(self, stack: Stack, names: Sequence[str], most: int) -> None:
        self.stack, self.names, self.left = stack, cycle(names), most
        self.killed: Counter[str] = Counter()

    def __call__(self) -> bool:
        name = next(self.names)
        child = next(one for one in self.stack.children if one.name == name.split()[0])
        if child.process is None or child.process.poll() is not None:
            return True
        pids = children_of(child.process.pid) if name == "api worker" else [child.process.pid]
        for pid in pids:
            kill(pid)
        self.killed[name] += bool(pids)
        self.left -= 1
        return self.left > 0


def check(stack: Stack, store: Store, seated: list[Seated], played: Played) -> None:
    """Hold the logs against what the players were told."""
    public = Client(stack.url).get("/v1/keys")["keys"][0]["public"]
    told: dict[str, list[int]] = {one.table: [] for one in seated}
    heads = {}
    for receipt in played.receipts:
        assert is_genuine(receipt, public)
        told[receipt["table"]].append(receipt["n"])
        heads[receipt["table"], receipt["n"]] = receipt["head"]
    for one in seated:
        events = store.read(one.table)
        for event in events:
            head = heads.pop((one.table, event.n), None)
            assert head in (None, event.h.hex()), f"{one.table}: event {event.n} was rewritten"
        held = checked_fold(one.table, events)
        assert held.table.phase == "closed"
        acted = [
            command["cause"]["last"]
            for command in commands(events)
            if command["cause"]["seat"] is not None and command["by"].startswith("player:")
        ]
        assert acted == sorted(told[one.table]), f"{one.table}: lost, or played twice"
    assert not heads, "acknowledged actions are missing"


def test_killed_processes_lose_no_acknowledged_action_and_leave_no_table_stuck(
    tmp_path: Path,
) -> None:
    with Stack(tmp_path / "data", free_port(), api_workers=1) as stack:
        names = ("api worker", "bots-0", "follower", "api", "clock")
        killer = Killer(stack, names, 4 * len(names))
        with players(stack, 50) as (seated, played):
            watch(stack, played, killer)
        assert set(killer.killed) == set(names)
        assert played.receipts
        check(stack, store_at(stack.redis_url), seated, played)


def test_a_killed_redis_loses_no_acknowledged_action_and_leaves_no_table_stuck(
    tmp_path: Path,
) -> None:
    """With `--durable`: with `everysec` Redis answers before it writes while its disk is busy."""
    with Stack(tmp_path / "data", free_port(), durable=True) as stack:
        killed: list[int] = []

        def disturb() -> bool:
            assert stack.server is not None
            assert stack.server.process is not None
            killed.append(stack.server.process.pid)
            kill(killed[-1])
            wait_for(lambda: not Path(f"/proc/{killed[-1]}").exists())
            return len(killed) < 3

        with players(stack, 10) as (seated, played):
            watch(stack, played, disturb)
        assert len(set(killed)) == 3, "the tables ended before Redis was killed thrice"
        check(stack, store_at(stack.redis_url), seated, played)
