"""What goes wrong in a run: drawn from the seed, written down, and left out again one by one.

Each time at which something could go wrong is the nth of its kind. Whether it does is drawn from
the seed of the kind, and how from seed, kind and n, so a run may be repeated with some of its
faults alone: `Faults(world, only={"kill#17"})`.
"""

import random
from collections import Counter
from collections.abc import Collection

from tests.simulation.scheduler import World

RATES = {  # how often a kind happens at most, of the times at which it could
    "kill": 1 / 300,  # a process dies at a point
    "refused": 1 / 200,  # a command is not sent
    "lost before": 1 / 200,  # it is sent and not carried out
    "lost behind": 1 / 200,  # it is carried out, and its answer is lost
    "hang": 1 / 800,  # it is carried out late, perhaps after its sender has given up
    "cut off": 1 / 400,  # a process reaches the store no more for a while, from a lost answer on
    "stop": 1 / 3,  # the store stops and comes back, with all that it had
    "full": 1 / 4,  # the store refuses writes for a while
    "request lost": 1 / 20,
    "answer lost": 1 / 20,
    "job lost": 1 / 10,
    "job late": 1 / 10,
    "job twice": 1 / 8,
    "clock set": 1 / 4,  # the clock of the store's machine is set
    "disk full": 1 / 20,  # a file can't be written
    "archive full": 1 / 2,  # nor one of the archive, which are few
    "loss": 1 / 4,  # the store comes back without the last that was written
    "start lost": 1.0,  # without all since players sit at all tables: the last call is lost
    "web away": 1 / 2,  # a relay of the beacon, or the witness, does not answer
    "own clock set": 1 / 2,  # the clock of one process's machine is set
    "cut off writing": 1 / 20,  # "cut off", of an API, from the answer to what it writes
    "receiver away": 1.0,  # a webhook or a push service fails, or does not answer
}
SHARE = 0.4  # of the kinds that a run has
FEWEST, MOST = 1 / 50, 1.0  # of the rate
AT_MOST = 40  # faults a run


class Faults:
    """Decides what goes wrong."""

    def __init__(
        self, world: World, only: Collection[str] | None = None, until: float = 20.0
    ) -> None:
        self.world, self.only, self.until = world, only, until
        self.seen: Counter[str] = Counter()
        self.happened: list[str] = []
        draw = random.Random(f"{world.seed} faults")
        self.rates = {}
        for kind, most in RATES.items():
            share, is_there = draw.uniform(0, 1), draw.random() < SHARE
            self.rates[kind] = most * FEWEST * (MOST / FEWEST) ** share if is_there else 0.0
        self.draws = {kind: random.Random(f"{world.seed} {kind}") for kind in RATES}

    def end(self) -> None:
        """Let nothing go wrong any more; `until` stays the time up to which it did."""
        self.until = min(self.until, self.world.now)

    def happens(self, kind: str) -> random.Random | None:
        """Say whether a fault happens now, and give what its details are drawn from."""
        if not self.rates[kind]:
            return None
        number, self.seen[kind] = self.seen[kind], self.seen[kind] + 1
        does = self.draws[kind].random() < self.rates[kind]
        if self.only is None and not does:  # as mostly: no name is needed
            return None
        name = f"{kind}#{number}"
        if self.only is not None:
            does = name in self.only
        if not does or self.world.now >= self.until or len(self.happened) >= AT_MOST:
            return None
        self.happened.append(name)
        self.world.note(f"FAULT {name}")
        return random.Random(f"{self.world.seed} {name}")
