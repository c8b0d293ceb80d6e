"""A player who asks through the API, whatever happens to it, and what players know of a run."""

import json
import random
import sys
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
from redis.exceptions import ConnectionError as ConnectionLost

from events.store.names import KeyNames
from tests.service import asker
from tests.simulation.processes import Api, Server
from tests.simulation.scheduler import SimulatedProcess, World
from tests.simulation.simulated_redis import FEW

PATIENCE = 20.0  # seconds until a player asks again
AGAIN = (0.05, 1.0)  # seconds
OTHER_KEY = 0.5  # share of the requests that are sent anew under another key once they may be
WRONG = (500,)
NOT_NOW = (429, 502, 503, 504, 507)
DEEP = 5  # parts of a path below a table: /v1/tables/t1/actions
NOTHING_DONE = ("http/store_away", "http/store_full", "table/busy")


class LostAnswer(Exception):
    """No answer came."""


@dataclass
class Reply:
    """What came back."""

    status: int
    body: Any
    headers: Any = None
    raw: bytes = b""
    key: str | None = None  # the repeat key with which it was asked


@dataclass
class Ledger:
    """What the players know of a run."""

    receipts: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by table
    heads: dict[tuple[str, int], str] = field(default_factory=dict)  # by table and event
    refused: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    tables: list["Played"] = field(default_factory=list)
    news: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by player
    checkpoints: list[str] = field(default_factory=list)
    lost: set[tuple[str, int, str]] = field(default_factory=set)  # events: table, number, head
    excused: list[dict[str, Any]] = field(default_factory=list)  # receipts of lost events
    closings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # receipts, by table
    called: dict[str, set[str]] = field(default_factory=dict)  # heads of signed closings, by table
    revealed: dict[str, str] = field(default_factory=dict)  # entropy -> under which closing
    unbegun: int = 0  # tables that lack players, and the tournament until it is called

    def keep_receipt(self, receipt: dict[str, Any]) -> str | None:
        """Keep a receipt; say how it contradicts another one of the same event, if it does."""
        table, n, head = receipt["table"], receipt["n"], receipt["head"]
        if (table, n, head) in self.lost:
            self.excused.append(receipt)
            return None
        self.receipts.setdefault(table, []).append(receipt)
        return self.contradiction(table, n, head)

    def keep_closing(self, receipt: dict[str, Any]) -> str | None:
        """Keep the receipt of a closing, and say the same of it."""
        table, n, head = receipt["table"], receipt["n"], receipt["head"]
        self.closings.setdefault(table, []).append(receipt)
        self.called.setdefault(table, set()).add(head)
        return None if (table, n, head) in self.lost else self.contradiction(table, n, head)

    def contradiction(self, table: str, n: int, head: str) -> str | None:
        """Say that two heads of an event were signed, if they were."""
        known = self.heads.setdefault((table, n), head)
        return None if known == head else f"{table}: two receipts of event {n}: {known} and {head}"

    def lose(self, lost: set[tuple[str, int, str]]) -> None:
        """Excuse what was told of events that the store has lost, and nothing else."""
        self.lost |= lost
        told = [one for receipts in self.receipts.values() for one in receipts]
        self.receipts.clear()
        self.heads.clear()
        for receipt in told:
            self.keep_receipt(receipt)
        for played in self.tables:
            played.seen_closed.clear()
            played.kept = min([played.kept, *(n - 1 for table, n, _ in lost if table == played.id)])

    def begin(self, world: World) -> None:
        """Note that all sit at a table, or in the tournament; behind the last a store may lose."""
        self.unbegun -= 1
        if not self.unbegun:
            world.server.sure = len(world.server.recorded)


@dataclass
class Played:
    """A table and who plays it."""

    id: str
    game: str
    seats: int
    clock: float | None
    people: list[str]
    seen_closed: set[str] = field(default_factory=set)  # who has seen that it is closed
    kept: int = sys.maxsize  # how many of its events were never lost
    events: list[Any] = field(default_factory=list)  # its log, when it is checked
    read: list[dict[str, Any]] = field(default_factory=list)  # its log, as it came by pages

    @property
    def closed(self) -> bool:
        """Say whether all its people have seen that it is closed."""
        return len(self.seen_closed) == len(self.people)


class Player:
    """One player, with chance and keys of its own."""

    def __init__(self, world: World, server: Server, ledger: Ledger, name: str) -> None:
        self.world, self.server, self.ledger, self.name = world, server, ledger, name
        self.process: SimulatedProcess = world.process(name)
        self.luck = random.Random(f"{world.seed} {name}")
        self.token = self.id = self.chance = ""
        self.keys = 0
        self.answered: set[str | None] = set()  # the repeat keys of what was accepted or refused

    def key(self) -> str:
        """Return a new repeat key."""
        self.keys += 1
        return f"{self.name}-{self.keys}"

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str | None = None,
        later: Collection[int] = NOT_NOW,
    ) -> Reply:
        """Ask until there is an answer that says yes or no, not one to come back `later`."""
        headers = {"X-Request-Id": "simulated"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        done = key in self.answered  # or perhaps, by a try whose outcome is not known
        while True:
            try:
                reply = self.send(method, path, body, headers)
            except LostAnswer:
                done = True
                self.world.sleep(self.luck.uniform(*AGAIN))
                continue
            self.ledger.statuses[reply.status] += 1
            if reply.status in WRONG:
                self.world.violated(f"{method} {path}: {reply.status} {reply.body}")
            if reply.status not in (*later, *WRONG):
                self.keep_receipt(reply)
                reply.key = headers.get("Idempotency-Key")
                self.answered.add(reply.key)
                return reply
            if reply.body["code"] not in NOTHING_DONE:
                done = True
            elif not done and self.is_done(path, headers.get("Idempotency-Key")):
                self.world.violated(f"{method} {path}: done, though {reply.body['code']} denies it")
            if key and not done and not self.chance and self.luck.random() < OTHER_KEY:
                headers["Idempotency-Key"] = self.key()  # it is as good
            self.world.sleep(self.luck.uniform(*AGAIN))

    def is_done(self, path: str, key: str | None) -> bool:
        """Say whether the store has a command of ours to a table, by its repeat key."""
        parts = path.split("/")
        if key is None or parts[2] != "tables" or len(parts) < DEEP:
            return False
        once = KeyNames(FEW).of(parts[3]).once
        with suppress(ConnectionLost):  # the store does not run
            found = self.world.server.ask(b"HGET", once.encode(), f"{self.id}:{key}".encode())
            return isinstance(found, bytes)
        return False

    def keep_receipt(self, reply: Reply) -> None:
        """Keep the receipt in a reply, if it has one."""
        if isinstance(reply.body, dict) and "receipt" in reply.body:
            why = self.ledger.keep_receipt(reply.body["receipt"])
            if why is not None:
                self.world.violated(why)

    def register(self) -> None:
        """Make an account; where an answer was lost, its name is taken: ask another name."""
        for name in (self.name, *(f"{self.name} {k}" for k in range(2, 100))):
            reply = self.ask("POST", "/v1/players", {"name": name})
            if reply.status == 201:
                self.token, self.id = reply.body["token"], reply.body["player"]
                return
            assert reply.body["code"] == "player/name_taken", reply

    def post(self, path: str, body: Any = None) -> Reply:
        """Post with a key, so that it may be repeated."""
        return self.ask("POST", path, {} if body is None else body, self.key())

    def get(self, path: str) -> Reply:
        """Get."""
        return self.ask("GET", path)

    def send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Reply:
        """Send one request to one of the processes; LostAnswer if nothing comes back."""
        faults = self.world.faults
        self.world.sleep(0.0)
        ready = [api for api in self.server.apis.values() if api.client is not None]
        if not ready or faults.happens("request lost"):
            raise LostAnswer
        api = self.luck.choice(ready)
        found: list[Reply] = []
        data = None if body is None else json.dumps(body).encode()
        request = (method, path, data, headers)
        task = api.process.spawn(lambda: found.append(answer(api, request)), f"{method} {path}")
        task.chance = self.chance
        end = self.world.now + PATIENCE
        while not task.done and api.process.alive and self.world.now < end:
            self.world.wait(task.waiting, 1.0)
        if not found or faults.happens("answer lost"):
            self.world.note(f"no answer to {method} {path}")
            raise LostAnswer
        self.world.note(f"{found[0].status} {method} {path}")
        return found[0]


def answer(api: Api, request: tuple[str, str, bytes | None, dict[str, str]]) -> Reply:
    """Let a process answer a request."""
    method, path, data, headers = request
    assert api.client is not None
    if data is not None:
        length = str(len(data))
        headers = {**headers, "Content-Type": "application/json", "Content-Length": length}
    got = asker.answer(api.client, method, path, data or b"", headers)
    raw = got.get_data()
    is_json = (got.mimetype or "").endswith("json")
    return Reply(got.status_code, orjson.loads(raw) if is_json and raw else None, got.headers, raw)
