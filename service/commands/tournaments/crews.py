"""The programs of a cup: each has an account, and a process for each table at which it sits."""

import hashlib
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bots.programs import ProgramLimits
from bots.table import Conduct
from service.commands.client import ApiProblem, Client
from service.commands.tournaments.cup import Cup
from service.commands.tournaments.entries import CupEntrant
from service.commands.tournaments.folder import CupState
from service.commands.tournaments.program_seats import ProgramSeat

Json = dict[str, Any]
Note = Callable[[str], None]
SPEAKING: Final = (ApiProblem, OSError)  # errors whose texts are sentences
SEED: Final = 6  # bytes; JSON holds numbers below 2^53


@dataclass
class CupCrew:
    """Has the programs of a cup play wherever they sit.

    Attributes:
        clients: by number of the entrant.
        note: tells of a program that fails.
        ended: how programs behaved at tables that have ended, by number of the entrant. Threads
            put it there; the runner's own thread alone changes the state, and writes it.
    """

    cup: Cup
    state: CupState
    clients: Mapping[int, Client]
    note: Note
    seats: dict[str, threading.Thread] = field(default_factory=dict)  # by table and entrant
    stopping: threading.Event = field(default_factory=threading.Event)
    ended: queue.SimpleQueue[tuple[int, Conduct]] = field(default_factory=queue.SimpleQueue)

    def seat_programs(self) -> None:
        """Sit down where a program is awaited."""
        for number, client in self.clients.items():
            facts = client.get(f"/v1/tournaments/{self.state.tournament}")
            table = facts["you"]["table"]
            key = f"{table} {number}"
            if table is not None and key not in self.seats:
                thread = threading.Thread(target=self.play, args=(number, table), daemon=True)
                self.seats[key] = thread
                thread.start()

    def play(self, number: int, table: str) -> None:
        """Have a program play a table; whatever it does, the cup goes on."""
        entrant, client = self.cup.entrants[number], self.clients[number]
        seat = ProgramSeat(
            Client(client.url, client.token, client.tries, patient=True), table, entrant.command,
            ProgramLimits(move=self.cup.run.move_ms), self.seed(table, number),
        )  # fmt: skip
        seat.failed = lambda why: self.note(f"{entrant.name} at table {table}: {why}")
        try:
            seat.play(lambda: not self.stopping.is_set())
        except Exception as error:  # whatever it is: a thread's traceback helps no director
            why = error if isinstance(error, SPEAKING) else f"{type(error).__name__}: {error}"
            self.note(f"{entrant.name} cannot play at table {table}: {why}")
            self.seats.pop(f"{table} {number}", None)  # to be tried again
        self.ended.put((number, seat.conduct))

    def seed(self, table: str, number: int) -> int:
        """Return from which a program draws at a table, however often it is started for it."""
        named = f"{self.state.nonce} {table} {number}".encode()
        return int.from_bytes(hashlib.sha256(named).digest()[:SEED], "big")

    def collect_conduct(self) -> bool:
        """Add to the state how programs behaved; say whether there was anything to add."""
        has_more = False
        while not self.ended.empty():
            number, conduct = self.ended.get()
            own = self.state.conduct.setdefault(str(number), _initial_conduct())
            own["tables"] += 1
            own["moves"] += conduct.moves
            own["fallbacks"] += conduct.fallbacks
            own["why"] = own["why"] or conduct.first
            has_more = True
        return has_more

    def stop(self) -> None:
        """Let all go; programs are ended."""
        self.stopping.set()
        for thread in [*self.seats.values()]:
            if thread.ident is not None:  # else a signal came before it began
                thread.join(10)

    def conduct_rows(self) -> list[Json]:
        """Return how the programs behaved, a row each."""
        rows = [
            (one, self.state.conduct.get(str(number), _initial_conduct()))
            for number, one in enumerate(self.cup.entrants)
            if one.program is not None
        ]
        return [{"name": one.name, "program": one.program, **own} for one, own in rows]


def _initial_conduct() -> Json:
    """Return how a program behaved that has not played."""
    return {"tables": 0, "moves": 0, "fallbacks": 0, "why": None}


def programs_of(cup: Cup) -> dict[int, CupEntrant]:
    """Return the programs of a cup by number."""
    return {at: one for at, one in enumerate(cup.entrants) if one.program is not None}
