"""Players who play tables to their end through the API, whatever happens to it."""

import json
import random
import sys
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson
from redis.exceptions import ConnectionError as ConnectionLost

from events.store.names import KeyNames
from games import GAMES
from tests.service import asker
from tests.simulation.processes import Api, Server
from tests.simulation.scheduler import SimulatedProcess, World
from tests.simulation.simulated_redis import FEW
from tests.simulation.web import CHAIN

PATIENCE = 20.0  # seconds until a player asks again
BRIEF: dict[str, dict[str, Any]] = {
    "boojum": {"max_rounds": 1},
    "boon": {"victory_cards": 10, "max_rounds": 1},
    "boosh": {"max_hands": 1},
    "bum": {"hands": 1},
    "goblin_market": {"start_coins": 1},
}
AGAIN = (0.05, 1.0)  # seconds
WAITING = 3  # tables that a player may have opened that wait for their start
ASKERS = 8  # requests for more of them at once
WITH_BEACON = 0.25  # share of the tables
OTHER_KEY = 0.5  # share of the requests that are sent anew under another key once they may be
REPEATED = 0.05  # share of the actions that are sent once more though they were answered
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
    unbegun: int = 0  # tables that are not started, and the tournament until it is called

    def keep_receipt(self, receipt: dict[str, Any]) -> str | None:
        """Keep a receipt; say how it contradicts another one of the same event, if it does."""
        table, n, head = receipt["table"], receipt["n"], receipt["head"]
        if (table, n, head) in self.lost:
            self.excused.append(receipt)
            return None
        self.receipts.setdefault(table, []).append(receipt)
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
        """Note that a table, or the tournament, has begun; behind the last a store may lose."""
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


class Workload:
    """All that the players of a run do."""

    def __init__(self, world: World, server: Server, tables: int = 2, people: int = 2) -> None:
        self.world, self.server = world, server
        self.ledger = Ledger()
        self.luck = random.Random(f"{world.seed} workload")
        self.cup: Any = None
        self.players = [
            Player(world, server, self.ledger, f"player-{k}") for k in range(1, people + 1)
        ]
        self.greedy = Player(world, server, self.ledger, "greedy")
        self.ledger.unbegun = tables + 1
        names = sorted({name for name, _ in GAMES})
        self.games = [self.luck.choice(names) for _ in range(tables)]
        host = world.process("host")
        host.spawn(self.begin)

    def done(self) -> bool:
        """Say whether all tables have been played."""
        if self.cup is not None and self.cup.result is None:
            return False
        tables = self.ledger.tables
        return len(tables) == len(self.games) and all(one.closed for one in tables)

    def begin(self) -> None:
        """Make accounts, and let each table be played."""
        self.greedy.register()
        self.ledger.begin(self.world)
        for _ in range(ASKERS):
            self.greedy.process.spawn(self.open_many)
        for player in self.players:
            player.register()
            self.world.process(f"{player.name} listens").spawn(partial(self.listen, player))
        for game in self.games:
            self.world.process(f"host of {game}").spawn(partial(self.play, game))

    def listen(self, player: Player) -> None:
        """Read news again and again, behind the newest that came; and the newest checkpoint."""
        seen, last = self.ledger.news.setdefault(player.id, []), 0
        while True:
            found = player.get(f"/v1/players/me/events?after={last}").body
            seen += found["messages"]
            last = found["last"]
            if player is self.players[0]:
                self.ledger.checkpoints.append(player.get("/v1/tree/checkpoint").raw.decode())
            self.world.sleep(player.luck.uniform(1, 4))

    def open_many(self) -> None:
        """Open tables again and again, as long as a quota lets that be."""
        player, body = self.greedy, {"game": "boosh", "seats": 2, "options": BRIEF["boosh"]}
        later = [status for status in NOT_NOW if status != 429]
        while True:
            player.ask("POST", "/v1/tables", body, player.key(), later)
            self.world.sleep(player.luck.uniform(2, 8))

    def play(self, game: str) -> None:
        """Open a table, seat people and bots, start it, and let all play."""
        luck = self.luck
        lowest = GAMES[game, 1].seats[0]
        people = self.players[: luck.choice((1, 2, 2))]
        seats = max(lowest, len(people) + luck.choice((0, 1)))
        clock = luck.choice((None, None, 2, 5))
        body: dict[str, Any] = {"game": game, "seats": seats, "options": BRIEF[game]}
        chance = random.Random(f"{self.world.seed} beacon {game}").random()
        body["beacon"] = CHAIN.chain if chance < WITH_BEACON else None
        if clock is not None:
            body["clock"] = {"turn": clock}
        first = people[0]
        made = first.post("/v1/tables", body)
        assert made.status == 201, made
        table = made.body["view"]["table"]
        played = Played(table, game, seats, clock, [one.id for one in people])
        self.ledger.tables.append(played)
        for one in people:
            assert (got := one.post(f"/v1/tables/{table}/seats")).status == 201, got
        for _ in range(seats - len(people)):
            assert (
                got := first.post(f"/v1/tables/{table}/seats", {"bot": "regular"})
            ).status == 201, got
        assert (got := first.post(f"/v1/tables/{table}/start")).status == 200, got
        self.world.process(f"reader of {game}").spawn(partial(self.read, first, played))
        self.ledger.begin(self.world)
        for one in people:
            self.world.process(f"{one.name} at {game}").spawn(partial(self.act, one, played))

    def read(self, player: Player, played: Played) -> None:
        """Read the log as it grows, behind the newest event that came, to its end."""
        path, last = f"/v1/tables/{played.id}/events", 0
        luck = random.Random(f"{self.world.seed} reader {path}")
        while not played.read or played.read[-1]["type"] != "table.closed.v1":
            page = player.get(f"{path}?after={last}&limit={luck.choice((1, 10, 100))}").body
            played.read += page["events"]
            last = page["events"][-1]["n"] if page["events"] else last
            if page["next"] is None:
                self.world.sleep(luck.uniform(0.2, 2))

    def act(self, player: Player, played: Played) -> None:
        """Act whenever that may be; where the table has closed, look whether it stays so."""
        path = f"/v1/tables/{played.id}"
        luck = random.Random(f"{self.world.seed} {player.name} {path}")
        while True:
            view = player.get(f"{path}/view").body
            if view["phase"] == "closed":
                played.seen_closed.add(player.id)
                self.world.sleep(luck.uniform(0.5, 1.5))
                continue
            played.seen_closed.discard(player.id)
            if view["choices"]:
                if played.clock is not None and luck.random() < 0.05:
                    self.world.sleep(played.clock + 1)
                self.move(player, played, view["choices"], luck)
            self.world.sleep(luck.uniform(0.02, 0.25))

    def move(self, player: Player, played: Played, choices: Any, luck: random.Random) -> None:
        """Do one of the things that may be done, perhaps send it again."""
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        path, action = f"/v1/tables/{played.id}/actions", luck.choice(offered)
        reply = player.post(path, action)
        if reply.status == 200:
            if luck.random() < REPEATED:  # of any two receipts the heads are compared
                player.ask("POST", path, action, reply.key)
        else:
            self.ledger.refused[reply.body["code"]] += 1
            if reply.status != 409:
                self.world.violated(f"an action was refused: {reply}")
