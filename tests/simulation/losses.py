"""What a store has lost that comes back with an older copy, and the operator who publishes it."""

from collections.abc import Mapping
from typing import Any

from click import ClickException
from redis.exceptions import RedisError

from events.store.names import KeyNames
from games.core.errors import FairdealError
from service.commands.history import losses
from tests.simulation.player import Ledger, LostAnswer, Player
from tests.simulation.processes import Server
from tests.simulation.scheduler import WORLDS, World
from tests.simulation.simulated_redis import FEW, SimulatedServer

LOOK = 2.0  # seconds between an operator's looks
BEHIND = "service/store_behind"
NEWEST = (b"+", b"-", b"COUNT", b"1")

LostEvent = tuple[str, int, str]  # stream, number, head


def lost_events(
    written: Mapping[str, set[tuple[int, str]]], server: SimulatedServer
) -> set[LostEvent]:
    """Return the events of streams that a server lacks; of a stream that is archived it has all."""
    return {
        (stream, n, head)
        for stream in written
        if (kept := heads_of(server, stream))
        for n, head in written[stream] - kept
    }


def heads_of(server: SimulatedServer, stream: str) -> set[tuple[int, str]]:
    """Return the events of a stream that a server has: their numbers and heads."""
    rows: Any = server.ask(b"XRANGE", KeyNames(FEW).of(stream).log.encode(), b"-", b"+")
    return {(int(place[:-2]), fields[-1].hex()) for place, fields in rows}


def has_closed(server: SimulatedServer, table: str) -> bool:
    """Say whether a server has a table to its end; what is archived has left it."""
    newest: Any = server.ask(b"XREVRANGE", KeyNames(FEW).of(table).log.encode(), *NEWEST)
    return all(b'"table.closed.v1"' in fields[1] for _, fields in newest)


class Operator:
    """Looks whether the server says that its store is behind, and accepts the loss then."""

    def __init__(self, world: World, server: Server, ledger: Ledger) -> None:
        self.world = world
        self.client = Player(world, server, ledger, "operator")
        self.client.process.spawn(self.watch)

    def watch(self) -> None:
        """Accept each loss that the server has refused to pass over at two looks."""
        before = False
        while True:
            self.world.sleep(LOOK)
            is_behind = self.is_behind()
            if is_behind and before:
                self.accept()
            before = is_behind

    def is_behind(self) -> bool:
        """Say whether the server says that its store is behind."""
        try:
            reply = self.client.send("GET", "/readyz", None, {})
        except LostAnswer:
            return False
        return reply.status == 503 and reply.body["code"] == BEHIND

    def accept(self) -> None:
        """Do what `fairdeal accept-loss --yes` does; where it fails, the next look comes."""
        accept_loss: Any = losses.accept_loss.callback
        try:
            accept_loss(yes=True)
        except (ClickException, RedisError, OSError, FairdealError) as error:
            self.world.note(f"the loss is not accepted: {type(error).__name__}: {error}")


def install() -> None:
    """Let the command say into the trace what it has done."""

    def say(*lines: str) -> None:
        world = WORLDS.world
        assert world is not None
        for line in lines:
            world.note(line)

    command: Any = losses
    command.say_lines = say
