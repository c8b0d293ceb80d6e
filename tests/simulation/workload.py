"""Players who play tables to their end through the API, whatever happens to it."""

import random
from functools import partial
from typing import Any

from games import GAMES
from games.core.fairness.commitment import entropy_commitment
from tests.simulation import losses
from tests.simulation.player import NOT_NOW, Ledger, Played, Player
from tests.simulation.processes import Server
from tests.simulation.scheduler import World
from tests.simulation.starts import Start, promise
from tests.simulation.web import CHAIN

BRIEF: dict[str, dict[str, Any]] = {
    "boojum": {"max_rounds": 1},
    "boon": {"victory_cards": 10, "max_rounds": 1},
    "boosh": {"max_hands": 1},
    "bum": {"hands": 1},
    "goblin_market": {"start_coins": 1},
}
WAITING = 3  # tables that a player may have opened that wait for their start
ASKERS = 8  # requests for more of them at once
WITH_BEACON = 0.4  # share of the tables
SEAT_LOST = {"table/not_seated", "table/not_your_seat"}  # to a bot, after two time-outs in a row
ASLEEP = 0.1  # share of the turns at which a player sleeps until a notice comes, once a table
REPEATED = 0.05  # share of the actions that are sent once more though they were answered


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
        if len(tables) < len(self.games) or not all(one.closed for one in tables):
            return False
        return all(losses.has_closed(self.world.server, one.id) for one in tables)

    def begin(self) -> None:
        """Make accounts, and let each table be played."""
        self.greedy.register()
        self.ledger.begin(self.world)
        for _ in range(ASKERS):
            self.greedy.process.spawn(self.open_many)
        for player in self.players:
            player.register()
            self.world.receivers.subscribe(player)
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
        """Open a table, seat people and bots, and let all start it and play."""
        luck = self.luck
        lowest = GAMES[game, 1].seats[0]
        people = self.players[: luck.choice((1, 2, 2))]
        seats = max(lowest, len(people) + luck.choice((0, 1)))
        clock = luck.choice((None, None, 2, 5))
        body: dict[str, Any] = {"game": game, "seats": seats, "options": BRIEF[game]}
        chance = random.Random(f"{self.world.seed} beacon {game}").random()
        body["beacon"] = CHAIN.chain if chance < WITH_BEACON else None
        body["clock"] = None if clock is None else {"turn": clock}
        first = people[0]
        made = first.post("/v1/tables", body)
        assert made.status == 201, made
        table = made.body["view"]["table"]
        played = Played(table, game, seats, clock, [one.id for one in people])
        self.ledger.tables.append(played)
        starts = [Start(one, played, promise(luck)) for one in people]
        for one, start in zip(people, starts, strict=True):
            promised = start.value and entropy_commitment(one.id, start.value)
            got = one.post(f"/v1/tables/{table}/seats", {"commitment": promised})
            assert got.status == 201, got
        for _ in range(seats - len(people)):
            assert (
                got := first.post(f"/v1/tables/{table}/seats", {"bot": "regular"})
            ).status == 201, got
        self.world.process(f"reader of {game}").spawn(partial(self.read, first, played))
        self.ledger.begin(self.world)
        for one, start in zip(people, starts, strict=True):
            self.world.process(f"{one.name} at {game}").spawn(partial(self.act, one, played, start))

    def read(self, player: Player, played: Played) -> None:
        """Read the log as it grows, behind the newest event that came, to its end."""
        path, last = f"/v1/tables/{played.id}/events", 0
        luck = random.Random(f"{self.world.seed} reader {path}")
        while not played.read or played.read[-1]["type"] != "table.closed.v1":
            reply = player.get(f"{path}?after={last}&limit={luck.choice((1, 10, 100))}")
            page = reply.body
            if reply.status == 403:  # who has left sees no more until the seat is taken back
                self.world.sleep(luck.uniform(0.2, 2))
                continue
            played.read += page["events"]
            last = page["events"][-1]["n"] if page["events"] else last
            if page["next"] is None:
                self.world.sleep(luck.uniform(0.2, 2))

    def act(self, player: Player, played: Played, start: Start) -> None:
        """Act whenever that may be; where the table has closed, look whether it stays so."""
        path = f"/v1/tables/{played.id}"
        luck, is_awake = random.Random(f"{self.world.seed} {player.name} {path}"), True
        while True:
            reply = player.get(f"{path}/view")
            view = reply.body
            if reply.status == 200 and view["phase"] == "closed":
                played.seen_closed.add(player.id)
                self.world.sleep(luck.uniform(0.5, 1.5))
                continue
            played.seen_closed.discard(
                player.id
            )  # what a process told that had not heard of a loss
            if reply.status == 403 or view["phase"] == "open":
                start.come_back() if reply.status == 403 else start.step()
                self.world.sleep(luck.uniform(0.1, 0.5))
                continue
            if view["choices"]:
                if played.clock is None and is_awake and luck.random() < ASLEEP:
                    is_awake = False
                    self.world.receivers.sleep_until_told(player, played.id)
                    continue
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
            has_lost_seat = played.clock is not None and reply.body["code"] in SEAT_LOST
            if reply.status != 409 and not has_lost_seat:
                self.world.violated(f"an action was refused: {reply}")
