"""A tournament of bots, played by the server alone: the clock opens its tables, bots play them.

Its secret comes from the seed of the run, whichever process opens it, so its tables are dealt alike
with faults and without: pairings and standings must be the same.
"""

from typing import Any

from redis.exceptions import RedisError

from events.accounts.players import Players
from events.store.environment import own_store
from tests.simulation.player import Ledger, Player
from tests.simulation.processes import Server
from tests.simulation.scheduler import World
from tests.simulation.workload import BRIEF

ENTRANTS = 4
LOOK = 2.0  # seconds between looks at whether it has ended


class Cup:
    """A tournament of one run."""

    def __init__(self, world: World, server: Server, ledger: Ledger) -> None:
        self.world = world
        self.director = Player(world, server, ledger, "director")
        self.result: Any = None

    def begin(self) -> None:
        """Open it, enter bots, start it, and wait for its end."""
        director, names = self.director, [f"bot:regular:{k}" for k in range(ENTRANTS)]
        director.chance = f"{self.world.seed} cup"
        director.register()
        self.give_role()
        opened = director.post("/v1/tournaments", {
            "name": "Cup", "games": [{"game": "boosh", "seats": 2, "options": BRIEF["boosh"]}],
            "format": {"kind": "swiss", "rounds": 2}, "entrants": {"kinds": ["bot"]},
        })  # fmt: skip
        assert opened.status == 201, opened
        path = opened.headers["Location"]
        for _ in names:
            entrant = {"kind": "bot", "members": ["bot:regular"]}
            entered = director.post(f"{path}/entrants", entrant)
            assert entered.status == 201, entered
        called = director.post(f"{path}/call")
        assert called.status == 200, called
        director.ledger.begin(self.world)
        while self.result is None:
            before, ended = len(self.world.losses), ("ended", "closed")
            if director.get(path).body["phase"] in ended:
                told = self.told(path)
                # Else the store may have lost the end meanwhile, and the cup goes on.
                self.result = told if len(self.world.losses) == before else None
            self.world.sleep(LOOK)

    def give_role(self) -> None:
        """Make the player a director, as an operator does by a command."""
        while True:
            try:
                players = Players(own_store())
                found = players.find(self.director.id)
                assert found is not None
                players.give_role(found, "director")
                return
            except RedisError:
                self.world.sleep(1.0)

    def told(self, path: str) -> Any:
        """Return who met whom, and how it ended."""
        rounds = self.director.get(f"{path}/rounds").body
        standings = self.director.get(f"{path}/standings").body
        return [without_times(rounds), without_times(standings)]


def without_times(value: Any) -> Any:
    """Return what is told of a tournament, but for its id, when, and how far followers are."""
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if not key.endswith("_at")}
        return {key: without_times(one) for key, one in kept.items() if key != "n"}
    return [without_times(one) for one in value] if isinstance(value, list) else value
