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
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from events.record import logfile
from events.record.receipts import is_receipt_signed_by
from events.verify.log import verify_log
from games import GAMES
from service.commands.client import ApiProblem, Client, register_account
from service.commands.processes import ServerStack, free_port
from tests.processes import parents
from tests.service.asker import commitment, entropy
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import checked_fold, commands

LONGER: dict[str, dict[str, Any]] = {  # options with which a table lasts a few seconds
    "boojum": {"max_rounds": 3},
    "boon": {"victory_cards": 50, "max_rounds": 2},
    "boosh": {"target": 10_000, "elimination": -10_000, "max_hands": 4},
    "bum": {"target": 1000, "hands": 2},
    "goblin_market": {"start_coins": 3},
}
OURS = ("api worker", "api", "follower", "clock", "bots-0", "archive")
THREADS = 4
AT_ONCE = 2  # tables that each thread plays
BETWEEN = (0.1, 1.2)  # seconds between kills


class Patient(Client):
    """Asks again, with the same key, as long as no answer comes or one that is cut off."""

    def raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        while True:
            try:
                return super().raw(method, path, body, headers)
            except (HTTPException, OSError):
                continue
            except ApiProblem as no:
                if no.status != 503:
                    raise


@dataclass
class Seated:
    """A table and those of its players whom the test plays."""

    table: str
    seats: int
    players: list[Client]


@dataclass
class Played:
    """What the players know: their tables, the receipts that they got, and what was refused."""

    tables: list[Seated] = field(default_factory=list)
    receipts: list[dict[str, Any]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    news: float = field(default_factory=time.monotonic)
    errors: list[BaseException] = field(default_factory=list)
    disturbed: threading.Event = field(default_factory=threading.Event)  # nothing more is killed
    numbers: Iterator[int] = field(default_factory=count)

    def open_one(self, players: Sequence[Client]) -> Seated:
        """Open a table: every game in turn, one or two players, every third with a clock."""
        k = next(self.numbers)
        names = sorted({name for name, _ in GAMES})
        name = names[k % len(names)]
        seats = max(GAMES[name, 1].seats[0], 2 + k % 2)
        clock = {"clock": {"turn": 2}} if k % 3 == 0 else {}
        body = {"game": name, "seats": seats, "options": LONGER.get(name, {}), **clock}
        opener, people = players[0], players[: 1 + k % 2]
        table = opener.post("/v1/tables", body)["view"]["table"]
        path = f"/v1/tables/{table}"
        for player in people:
            promise = commitment(player.get("/v1/players/me")["player"], table)
            player.post(f"{path}/seats", {"commitment": promise})
        for _ in range(seats - len(people)):
            opener.post(f"{path}/seats", {"bot": "regular"})
        closing = opener.post(f"{path}/start", {})["view"]["closing"]["head"]
        for player in people:
            self.reveal(player, path, {"entropy": entropy(table), "closing": closing})
        self.tables.append(Seated(table, seats, [*people]))
        self.news = time.monotonic()
        return self.tables[-1]

    def reveal(self, player: Client, path: str, own: dict[str, str]) -> None:
        """Reveal an entropy; where that took too long since something was killed, play begins."""
        try:
            player.post(f"{path}/reveal", own)
        except ApiProblem as no:
            if no.status != 409:
                raise
            self.refused[no.problem["code"]] += 1


def move(seated: Seated, player: Client, played: Played, luck: random.Random) -> bool:
    """Act if the player may; say whether the table goes on."""
    path = f"/v1/tables/{seated.table}"
    try:
        view = player.get(f"{path}/view")
    except ApiProblem as no:
        if no.problem["code"] != "table/left":  # the clock ran out twice, and a bot plays on (T8)
            raise
        take_back(seated, player, played)
        return True
    if view["choices"] is None:
        return bool(view["phase"] != "closed")
    offered = [
        *view["choices"]["actions"],
        *(pick["example"] for pick in view["choices"]["picks"]),
    ]
    try:
        receipt = player.post(f"{path}/actions", luck.choice(offered))["receipt"]
    except ApiProblem as no:
        code = no.problem["code"]
        if no.status != 409 and code != "table/not_seated":  # the clock was faster, or a bot sits
            raise
        played.refused[code] += 1
    else:
        played.receipts.append(receipt)
    played.news = time.monotonic()
    return True


def take_back(seated: Seated, player: Client, played: Played) -> None:
    """Take one's seat back from a bot; where the table has just ended, the next look tells it."""
    seat = seated.players.index(player)
    try:
        player.post(f"/v1/tables/{seated.table}/seats/{seat}/return", {})
    except ApiProblem as no:
        if no.status != 409:
            raise
        played.refused[no.problem["code"]] += 1


def play(players: Sequence[Client], played: Played, luck: random.Random) -> None:
    """Play tables to their end, some at once; open another for each as long as there are kills."""
    going = [played.open_one(players) for _ in range(AT_ONCE)]
    while going:
        for seated in list(going):
            goes_on = [move(seated, player, played, luck) for player in seated.players]
            if not all(goes_on):
                going.remove(seated)
                played.news = time.monotonic()
                if not played.disturbed.is_set():
                    going.append(played.open_one(players))
        time.sleep(0.02)


@contextmanager
def players(stack: ServerStack) -> Iterator[tuple[Played, list[threading.Thread]]]:
    """Play from a few threads."""
    tokens = [register_account(stack.url, f"player {k}").token for k in range(2)]
    played = Played()

    def run(k: int) -> None:
        try:
            play([Patient(stack.url, token) for token in tokens], played, random.Random(k))
        except BaseException as error:  # the test reports it
            played.errors.append(error)

    threads = [threading.Thread(target=run, args=(k,), daemon=True) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    yield played, threads
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def watch(
    stack: ServerStack,
    played: Played,
    threads: Sequence[threading.Thread],
    disturb: Callable[[], bool],
) -> None:
    """Do what `fairdeal serve` does, and disturb it at random, until all tables have ended.

    `disturb` says whether it will do so again. Mostly it waits until play goes on again; on a busy
    machine the API would else be killed each time before it has started.
    """
    luck = random.Random()
    last, waits = time.monotonic(), True
    after = last + luck.uniform(*BETWEEN)
    while any(thread.is_alive() for thread in threads):
        assert not played.errors, played.errors
        stuck = time.monotonic() - played.news > PATIENCE
        assert not stuck, f"no news of any table for {PATIENCE:.0f} s"
        stack.watch()
        goes_on = played.news > last or not waits
        if goes_on and time.monotonic() > after and not played.disturbed.is_set():
            if not disturb():
                played.disturbed.set()
            last, waits = time.monotonic(), luck.random() < 0.7
            after = last + luck.uniform(*BETWEEN)
        time.sleep(0.05)
    assert not played.errors, played.errors


def kill(pid: int) -> None:
    """End a process at once."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class Killer:
    """Kills one process after the other, each kind once before any of them again."""

    def __init__(self, stack: ServerStack, names: Sequence[str], most: int) -> None:
        self.stack, self.names, self.left = stack, names, most
        self.turn: list[str] = []
        self.killed: Counter[str] = Counter()

    def __call__(self) -> bool:
        self.turn = self.turn or random.sample(self.names, len(self.names))
        pids = [pid for pid in self.pids(self.turn[-1]) if pid in parents()]
        for pid in pids:
            kill(pid)
        if pids:
            self.killed[self.turn.pop()] += 1
            self.left -= 1
        wait_for(lambda: not set(pids) & set(parents()))
        return self.left > 0

    def pids(self, name: str) -> list[int]:
        """Return the processes of a name that run now."""
        of = name.removesuffix(" worker")
        running = {one.name: one.process for one in self.stack.children}
        assert self.stack.server is not None
        process = self.stack.server.process if name == "redis" else running[of]
        if process is None or process.poll() is not None:
            return []
        if name != "api worker":
            return [process.pid]
        return [pid for pid, parent in parents().items() if parent == process.pid]


def check(stack: ServerStack, played: Played, folder: Path) -> None:
    """Hold the logs against what the players were told."""
    client = Client(stack.url)
    public = client.get("/v1/keys")["keys"][0]["public"]
    told: dict[str, list[dict[str, Any]]] = {one.table: [] for one in played.tables}
    for receipt in played.receipts:
        assert is_receipt_signed_by(receipt, public)
        told[receipt["table"]].append(receipt)
    for one in played.tables:
        path = folder / f"{one.table}.jsonl"
        path.write_bytes(client.raw("GET", f"/v1/tables/{one.table}/log", None, {}))
        report = verify_log(path, [public], told[one.table])
        assert report.verdict == "good", (one.table, report)
        events = logfile.read_log_file(path, public).events
        assert checked_fold(one.table, events).table.phase == "closed"
        done = commands(events)
        acted = [
            command["cause"]["last"]
            for command in done
            if command["cause"]["seat"] is not None and command["by"].startswith("player:")
        ]
        assert acted == sorted(receipt["n"] for receipt in told[one.table]), (
            f"{one.table}: lost, or played twice"
        )
        begun = [command["cause"]["action"]["type"] for command in done[: one.seats + 2]]
        assert begun == ["table.open", *["table.sit"] * one.seats, "table.start"]


@pytest.mark.nightly  # in every run: tests/simulation; each kind is killed once in test_serve.py
@pytest.mark.parametrize("durable", [True, False], ids=["durable", "everysec"])
@pytest.mark.parametrize("kills", [120])
def test_killed_processes_lose_no_acknowledged_action_and_leave_no_table_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int, durable: bool
) -> None:
    """Redis too with `--durable`: without, it answers before it writes while its disk is busy."""
    monkeypatch.setenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", "0")
    monkeypatch.delenv("FAIRDEAL_ARCHIVE_URL", raising=False)
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")  # as many tables as are played meanwhile
    names = (*OURS, "redis") if durable else OURS
    with ServerStack(tmp_path / "data", free_port(), durable=durable) as stack:
        killer = Killer(stack, names, kills)
        with players(stack) as (played, threads):
            watch(stack, played, threads, killer)
        assert set(killer.killed) == set(names)
        assert played.receipts
        check(stack, played, tmp_path)
    told = len(played.receipts), len(played.tables), sum(played.refused.values())
    print("killed", dict(killer.killed), "acknowledged {}, tables {}, refused {}".format(*told))
