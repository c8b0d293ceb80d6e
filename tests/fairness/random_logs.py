"""Random tables through `handle`, in whatever way a table can go, and their logs as people get.

Clocks and none, beacons that come, fail or are none, entropy that is revealed or withheld, players
who sign, bots, people who leave and come back, before play too, time-outs, rulings, all reveal
policies, running tables.
"""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import orjson

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record import logfile
from events.record.chain import canonical_json
from events.record.codec import StoredEvent
from games import NEWEST
from games.core.contract import Seat
from games.table import (
    Abort,
    Act,
    Beacon,
    CloseEntropy,
    Command,
    Leave,
    Open,
    Return,
    Reveal,
    Sit,
    Start,
    Table,
    TimeOut,
    due_times,
)
from games.table.bots import seed_of
from games.table.signing import Signable, oldest_signable_event
from projections.tables.views import may_read
from tests.beacons import chain, signed
from tests.fairness.tables import SIGNER
from tests.games.every import checks_of
from tests.table.desk import AUDITOR, any_action, any_ruling, commitment, entropy
from tests.table.signers import public_of, signed_by
from tests.workers.floor import move_clock

RULED = LATE = LEFT = 0.01  # of the moments of a table see a ruling, a time-out, somebody leave
SLOW = 2_000  # milliseconds at most before an action
LEAVES = 0.15  # of the moments at which an entropy is awaited see somebody leave
RETURNS = 0.15  # and somebody who has left come back
SILENT = 0.15  # and nobody reveal any more in time
STIRS = 0.3  # of the moments at which a round is awaited see somebody leave, or come back
FAILS = 0.1  # of the beacons never come
OPENER = "player:p0"


class RandomTable:
    """A table that is played at random; the store's clock must stand still but for `wait`."""

    def __init__(self, tables: Tables, game: str, luck: random.Random, **fixed: Any) -> None:
        self.tables, self.luck = tables, luck
        self.id = f"t{luck.randbytes(9).hex()}"
        self.texts: dict[Seat, str] = {}  # of promised entropies
        options = {name: luck.choice(values) for name, values in checks_of(game).varied.items()}
        options |= fixed
        beacon = chain()._asdict() if luck.random() < 0.4 else None
        clock = luck.choice([None, {"turn": 20, "bank": 10}])
        reveal = luck.choice(["table", "table", "hand", "auditors"])
        seats, secret = luck.choice(NEWEST[game].seats), luck.randbytes(32).hex()
        late = luck.choice(["fallback", "bot"])
        self.fails = luck.random() < FAILS
        opening = Open(game, 1, options, seats, clock, late, reveal, False, secret, beacon=beacon)
        self.do(OPENER, opening)

    @property
    def table(self) -> Table:
        """Return the table as it is now."""
        return self.tables.current(self.id).table

    def do(self, by: str, command: Command) -> None:
        """Give a command."""
        handle(self.tables, CommandRequest(self.id, by, command))

    def wait(self, until: int) -> None:
        """Let time pass."""
        move_clock(self.tables.store, max(0, until - self.tables.store.now()))

    def begun(self) -> "RandomTable":
        """Seat people and bots, and start."""
        for seat in map(Seat, range(self.table.seats)):
            self.seat(seat)
        while self.table.phase == "open":
            self.toward_start()
        return self

    def seat(self, seat: Seat) -> None:
        """Give a free seat to a bot, or to somebody who may promise an entropy and may sign."""
        if seat and self.luck.random() < 0.3:
            self.do(OPENER, Sit(seat, "regular"))
            return
        name = f"p{seat}" if self.table.n <= self.table.seats + 1 else f"q{seat}{self.table.n}"
        said = self.luck.choice([None, "one word", "another"])
        key = public_of(name) if self.luck.random() < 0.6 else None
        promise = None if said is None else commitment(name, said)
        self.ask(name, seat, key, Sit(seat, commitment=promise, key=key))
        self.texts.pop(seat, None)
        if said is not None:
            self.texts[seat] = said

    def ask(self, name: str, seat: Seat, key: str | None, command: Signable) -> None:
        """Give a player's command, signed where there is a key, perhaps for an earlier event."""
        if key is not None:
            least = oldest_signable_event(self.table, seat, acts=isinstance(command, Act))
            if isinstance(command, Reveal) and self.table.closing is not None:
                least = max(least, self.table.closing.n)
            after = self.luck.choice([self.table.n, self.luck.randint(least, self.table.n)])
            command = signed_by(name, self.table, seat, command, after)
        self.do(f"player:{name}", command)

    def give(self, seat: Seat, command: Start | Reveal) -> None:
        """Give a command of who holds a seat."""
        holder = self.table.holders[seat]
        assert holder is not None
        self.ask(str(holder.player), seat, holder.key, command)

    def toward_start(self) -> None:
        """Fill a seat, call for the start, reveal or not, bring the round: what comes next."""
        table, luck = self.table, self.luck
        if None in table.holders:
            self.seat(Seat(table.holders.index(None)))
        elif not table.is_called:
            self.leave_seat() if luck.random() < LEAVES / 2 else self.call()
        elif awaited := table.awaited():
            self.await_entropy(luck.choice(awaited), luck.random())
        elif luck.random() < STIRS:
            self.stir()
        else:
            self.await_beacon()

    def leave_seat(self) -> None:
        """Let somebody leave before the call, and take the promise along."""
        seat = Seat(self.luck.choice(self.people()))
        self.do(player_of(self.table, seat), Leave(seat))

    def people(self) -> list[int]:
        """Return the seats that players hold."""
        holders = enumerate(self.table.holders)
        return [seat for seat, holder in holders if holder and holder.player]

    def await_entropy(self, seat: Seat, chance: float) -> None:
        """Let somebody reveal an entropy in time, leave, or come back; or let the time pass."""
        table, store = self.table, self.tables.store
        until = table.reveal_until
        assert until is not None
        assert table.closing is not None
        if chance < LEAVES:
            self.do(player_of(table, seat), Leave(seat))
        elif chance < LEAVES + RETURNS:
            self.stir()
        elif chance < LEAVES + RETURNS + SILENT or store.now() >= until - 1:
            self.wait(until + self.luck.choice([0, 1, SLOW]))
            self.do("clock", CloseEntropy())
        else:
            self.wait(min(until - 1, store.now() + self.luck.randrange(SLOW)))
            self.give(seat, Reveal(entropy(self.texts[seat]), table.closing.head))

    def stir(self) -> None:
        """Let somebody who has left come back before play, or somebody leave whom none awaits."""
        table = self.table
        away = [seat for seat in map(Seat, range(table.seats)) if table.away(seat) is not None]
        others = [seat for seat in self.people() if seat not in table.awaited()]
        if choice := [*away, *others]:
            self.leave_or_return(Seat(self.luck.choice(choice)))

    def await_beacon(self) -> None:
        """Bring the round that is awaited, or let an auditor or the clock abort the table."""
        table = self.table
        due_at, fails_at = table.beacon_due(), table.beacon_fails_at()
        assert due_at is not None
        assert fails_at is not None
        assert table.round is not None
        if self.fails and self.luck.random() < 0.5:
            self.do(AUDITOR, Abort(reason="ab" * 32))
        elif self.fails:
            self.wait(fails_at + self.luck.choice([0, SLOW]))
            self.do("clock", Abort())
        else:
            self.wait(due_at + self.luck.choice([0, SLOW]))
            self.do("clock", Beacon(signed(table.round)))

    def call(self) -> None:
        """Let the opener, or who holds a seat, call for the start."""
        if self.table.seat_of("p0") is None and self.luck.random() < 0.5:
            self.do(OPENER, Start())
            return
        self.give(Seat(self.luck.choice(self.people())), Start())

    def turn(self) -> None:
        """Let somebody act, or something else happen."""
        table, luck = self.table, self.luck
        seat, chance = luck.choice(table.to_act()), luck.random()
        earliest, now = due_times(table).clock, self.tables.store.now()
        if chance < RULED:
            self.do(AUDITOR, any_ruling(table, f"d{table.n}", luck))
        elif earliest is not None and (chance < RULED + LATE or now >= earliest):
            self.wait(earliest)
            late = next(k for k in table.to_act() if table.deadline(k) == earliest)
            self.do("clock", TimeOut(late))
        elif chance < RULED + LATE + LEFT:
            self.leave_or_return(seat)
        else:
            if earliest is None or earliest - now > SLOW:
                self.wait(now + luck.randrange(SLOW))
            self.act(seat)

    def leave_or_return(self, seat: Seat) -> None:
        """Let a player leave the seat to a bot, or one who left it come back."""
        table = self.table
        holder, first = table.holders[seat], table.former[seat]
        if holder is not None and holder.player is not None:
            self.do(player_of(table, seat), Leave(seat))
        elif first is not None:
            key = public_of(first) if self.luck.random() < 0.8 else None
            self.ask(first, seat, key, Return(seat, key=key))
        else:
            self.act(seat)

    def act(self, seat: Seat) -> None:
        """Let who holds a seat do anything that is offered."""
        table, action = self.table, any_action(self.table, seat, self.luck)
        holder = table.holders[seat]
        assert holder is not None
        if holder.bot is not None:
            bot = {"bot": "regular", "seed": seed_of(table, seat)}
            self.do(f"seat:{seat}", Act(seat, action, bot=bot))
        else:
            self.ask(str(holder.player), seat, holder.key, Act(seat, action))

    def to_the_end(self) -> "RandomTable":
        """Play to the end, or somewhere short of it."""
        most = self.luck.choice([20, 1_000_000, 1_000_000, 1_000_000])
        while self.table.phase == "playing" and self.table.n < most:
            self.turn()
        return self

    def write(self, path: Path) -> Path:
        """Write the log as somebody gets it who has a seat, or none."""
        viewer = self.luck.choice([None, *map(Seat, range(self.table.seats))])
        store = self.tables.store
        told = as_told(self.table, store.read(self.id), viewer)
        logfile.write_log_file(path, self.id, told, store.now(), SIGNER)
        return path


def player_of(table: Table, seat: Seat) -> str:
    """Return the name under which the player in a seat asks."""
    holder = table.holders[seat]
    assert holder is not None
    return f"player:{holder.player}"


def as_told(
    table: Table, events: Iterable[StoredEvent], viewer: Seat | None
) -> Iterator[StoredEvent]:
    """Yield events with the parts that are open to who holds a seat, or to everybody."""
    for event in events:
        private = {} if event.p is None else orjson.loads(event.p)
        parts = {
            key: part for key, part in private.items() if may_read(table, event.n, key, viewer)
        }
        yield event._replace(p=canonical_json(parts) if parts else None)
