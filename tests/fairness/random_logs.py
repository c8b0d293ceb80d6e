"""Random tables through `handle`, in whatever way a table can go, and their logs as people get.

Clocks and none, a beacon that comes, fails, or is none, entropy that is revealed, or withheld by
who is late or leaves, players who sign, bots, people who leave and come back before, during and
after the start, time-outs, rulings, all reveal policies, running tables.
"""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

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
from games.table.signing import oldest_signable_event
from projections.tables.views import may_read
from tests.beacons import chain, signed
from tests.fairness.tables import SIGNER
from tests.games.every import checks_of
from tests.table.desk import AUDITOR, any_action, any_ruling, commitment, entropy
from tests.table.signers import public_of, signed_by
from tests.workers.floor import move_clock

RULED = LATE = LEFT = 0.01  # of the moments of a table see a ruling, a time-out, somebody leave
SLOW = 2_000  # milliseconds at most before an action
WITHHELD = 0.15  # of the moments at which an entropy is awaited see who leaves, or all who are late
GONE = 0.05  # of the moments before the call see who leaves
FAILS = 0.05  # of the beacons never come
OPENER = "player:p0"


class RandomTable:
    """A table that is played at random; the store's clock must stand still but for `wait`."""

    def __init__(self, tables: Tables, game: str, luck: random.Random) -> None:
        self.tables, self.luck = tables, luck
        self.id = f"t{luck.randbytes(9).hex()}"
        self.texts: dict[Seat, str] = {}  # of promised entropies
        options = {name: luck.choice(values) for name, values in checks_of(game).varied.items()}
        beacon = chain()._asdict() if luck.random() < 0.4 else None
        clock = luck.choice([None, {"turn": 20, "bank": 10}])
        reveal = luck.choice(["table", "table", "hand", "auditors"])
        seats, secret = luck.choice(NEWEST[game].seats), luck.randbytes(32).hex()
        late = luck.choice(["fallback", "bot"])
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

    def ask(
        self, name: str, seat: Seat, key: str | None, command: Act | Sit | Return | Start | Reveal
    ) -> None:
        """Give a player's command, signed where there is a key, perhaps for an earlier event."""
        if key is not None:
            least = oldest_signable_event(self.table, seat, acts=isinstance(command, Act))
            if isinstance(command, Reveal) and (closing := self.table.closing) is not None:
                least = max(least, closing.n)
            after = self.luck.choice([self.table.n, self.luck.randint(least, self.table.n)])
            command = signed_by(name, self.table, seat, command, after)
        self.do(f"player:{name}", command)

    def of_people(self, seat: Seat, command: Start | Reveal) -> None:
        """Give a command of the player who holds a seat."""
        holder = self.table.holders[seat]
        assert holder is not None
        self.ask(str(holder.player), seat, holder.key, command)

    def toward_start(self) -> None:
        """Fill a seat, call for the start, reveal or not, bring the round: what comes next."""
        table, chance = self.table, self.luck.random()
        awaited, due_at = table.awaited(), table.beacon_due()
        if None in table.holders:
            self.seat(Seat(table.holders.index(None)))
        elif table.closing is None:
            self.call(chance)
        elif chance < GONE:
            self.leave_or_return(Seat(self.luck.randrange(table.seats)))
        elif awaited:
            self.await_entropy(self.luck.choice(awaited), self.luck.random())
        elif due_at is not None:
            self.await_beacon(due_at, self.luck.random())

    def call(self, chance: float) -> None:
        """Let who holds a seat call for the start, or leave."""
        people = [
            seat for seat, holder in enumerate(self.table.holders) if holder and holder.player
        ]
        seat = Seat(self.luck.choice(people))
        if chance < GONE and self.table.n < 2 * self.table.seats:
            self.do(player_of(self.table, seat), Leave(seat))
        else:
            self.of_people(seat, Start())

    def await_entropy(self, seat: Seat, chance: float) -> None:
        """Let somebody reveal an entropy or leave, or let the time be over."""
        table = self.table
        if chance < WITHHELD:
            self.do(player_of(table, seat), Leave(seat))
        elif chance < 2 * WITHHELD:
            self.wait(table.reveal_until or 0)
            self.do("clock", CloseEntropy())
        else:
            assert table.closing is not None
            self.of_people(seat, Reveal(entropy(self.texts[seat]), table.closing.head))

    def await_beacon(self, due_at: int, chance: float) -> None:
        """Bring the round, or give it up."""
        table = self.table
        if chance < FAILS:
            self.wait(table.beacon_fails_at() or 0)
            self.do("clock", Abort())
        else:
            assert table.round is not None
            self.wait(due_at)
            self.do("clock", Beacon(signed(table.round)))

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
        elif table.phase == "playing":
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
