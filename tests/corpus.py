"""Tables that are played once a run and checked by many tests: the corpus.

Every game, every number of seats, random options. Seats play at random, miss their time, or are
held by bots of each level; hands are voided. To most tables belongs a twin: the same table in a
world where cards that one viewer may not know lie elsewhere.

The run's seed decides all of it, so every run checks other tables and coverage adds up over runs.
What is kept of a table is what it takes to play it again: orders of shuffles and moves. To replay
a move costs a fifth of what it costs to choose one, and needs no memory for states. The workers of
pytest-xdist share what they played through files, a block of tables each.
"""

import fcntl
import hashlib
import os
import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from games.core.contract import Illegal, ReceivedEvent, Seat, Shuffle
from games.core.game import AnyGame
from games.core.options import (
    BadOptions,
    Flag,
    IntegerList,
    IntegerRange,
    SeatOrRandom,
    WordOption,
    option_kinds,
    options_to_json,
    shorthands_of,
    validate_options,
)
from games.core.presentation import notation
from tests.games.bots import asked, with_search
from tests.games.every import checks_of
from tests.games.play import VOID, NoTwin, Play, Twin, any_of, offered, renamed, seen_by, voids

TABLES = int(
    os.environ.get("FAIRDEAL_TABLES_PER_LAW", "200")
)  # of each game, that every law looks at
BLOCK = 20  # tables in a file
LONG = 20  # each so many-th table is as long as its options make it, the others are cut short
LATE = 0.03  # of the moves are those of a seat whose time is up
VOIDED = 0.03  # of the moves of a table with rulings void a hand
MOST_VOIDED = 20  # hands a table; who voids all hands of the Bum Game plays for ever
PLAYOUTS = 2  # of an expert
ENDLESS = 20_000  # moves
TWIN_MOVES, TWIN_TRIES = 100, 6
NOT_HELD = 0.15  # of the seats of a table with bots play at random


@dataclass
class Run:
    """What the tables of this run follow from, and where its processes share them."""

    seed: str = "corpus"
    folder: Path | None = None


RUN = Run()


class Move(NamedTuple):
    """A move of a seat as text; or that a hand is voided: seat `VOID` and the hand's number."""

    seat: int | str
    action: Any
    level: str | None = None  # of the bot that chose it
    seed: int = 0  # of that bot's luck


class Other(NamedTuple):
    """The beginning of a table in another world, which looks the same to `seat`."""

    seat: int | None
    orders: Sequence[Sequence[str]]
    moves: Sequence[Move]


class Recorded(NamedTuple):
    """A table, as it is kept."""

    number: int
    seats: int
    options: dict[str, Any]
    orders: Sequence[Sequence[str]]
    moves: Sequence[Move]
    digest: str  # of all its events
    other: Other | None

    def has_voided(self) -> bool:
        """Say whether a hand was voided."""
        return any(move.seat == VOID for move in self.moves)

    def has_bots(self) -> bool:
        """Say whether bots played."""
        return any(move.level for move in self.moves)


# ---- options


def random_options(game: AnyGame, seats: int, luck: random.Random) -> Any:
    """Draw options until the game takes them all together."""
    while True:
        given = random_values(game, seats, luck)
        for name, limits in checks_of(game.name).limits.items():
            given |= limits if given.get(name) else {}
        try:
            return validate_options(game.options, given, seats)
        except BadOptions:
            continue


def random_values(game: AnyGame, seats: int, luck: random.Random) -> dict[str, Any]:
    """Give each option a random value, now and then; long tables are cut short by the options."""
    given: dict[str, Any] = {}
    told: set[str] = set()  # options for which a shorthand stands
    for name, shorthand in shorthands_of(game.options).items():
        if luck.random() < 0.5:
            given[name] = luck.choice([*shorthand.words])
            told |= {*shorthand.words[given[name]]}
    for name, kind in option_kinds(game.options).items():
        if name in told or luck.random() < 0.5:
            continue
        match kind:
            case Flag():
                given[name] = luck.random() < 0.5
            case WordOption(words=words):
                given[name] = luck.choice(words)
            case SeatOrRandom():
                given[name] = luck.choice([None, *range(seats)])
            case IntegerRange(least=least, most=most):
                default = next(f.default for f in fields(game.options) if f.name == name)
                assert isinstance(default, int)
                given[name] = max(least, min(most, luck.choice([default, default // 2, least])))
            case IntegerList(count=count, least=least, most=most):
                given[name] = [luck.randint(least, most) for _ in range(count)]
    return given


def cut_short(game: AnyGame, options: Any, seats: int) -> Any:
    """Return the options with the numbers that make a table of this game a short one."""
    checks = checks_of(game.name)
    cuts = checks.short or checks.eventful
    short = {name: value for name, value in cuts.items() if not isinstance(value, bool | str)}
    try:
        return validate_options(game.options, {**options_to_json(options), **short}, seats)
    except BadOptions:
        return options


# ---- playing


class Recording(Play):
    """A table that is played to be recorded."""

    def __init__(self, game: AnyGame, number: int) -> None:
        """Open it with options and luck that its number decides."""
        luck = random.Random(f"{RUN.seed} {game.name} {game.version} {number}")
        counts = len(game.seats)
        seats = game.seats[(number + number // counts) % counts]  # long ones differ in it, too
        options = random_options(game, seats, luck)
        self.number, self.kept = number, list[Move]()
        self.rulings = number % 4 == 3
        super().__init__(
            game, cut_short(game, options, seats) if number % LONG else options, seats, luck
        )
        levels = [one for one in game.bots.levels if one != "expert" or number % BLOCK == 2]
        levels = levels if number % 5 == 2 else []
        self.levels = [self.level(levels) for _ in range(seats)]
        self.searching = with_search(game, PLAYOUTS)
        self.received: list[list[ReceivedEvent]] = [[] for _ in range(seats)]
        self.told = 0  # events

    def level(self, levels: Sequence[str]) -> str | None:
        """Draw who holds a seat."""
        return self.luck.choice(levels) if levels and self.luck.random() > NOT_HELD else None

    def played(self) -> Recorded:
        """Play to the end."""
        while self.game.rules.outcome(self.state) is None:
            assert len(self.moves) < ENDLESS, "play must end"
            self.one_move()
        events = hashlib.sha256(repr(self.events).encode()).hexdigest()
        options = dict(options_to_json(self.options))
        return Recorded(
            self.number, self.seats, options, self.orders, self.kept, events, another_world(self)
        )

    def one_move(self) -> None:
        """Void a hand, or let a seat act: a bot, at random, or since its time is up."""
        hands = voidable(self) if self.rulings else []
        if hands and self.luck.random() < VOIDED:
            self.keep(Move(VOID, self.luck.choice(hands)))
            return
        seat = self.luck.choice(self.game.rules.to_act(self.state))
        level, seed = self.levels[seat], 0
        if self.luck.random() < LATE:
            level, action = None, self.game.rules.fallback(self.state, seat)
        elif level is None:
            action = any_of(self.game.rules.choices(self.state, seat), self.luck)
        else:
            seed = self.luck.getrandbits(48)
            action = self.bot_action(seat, level, seed)
        self.keep(Move(seat, notation.to_notation(self.game.actions, action), level, seed), action)

    def bot_action(self, seat: Seat, level: str, seed: int) -> Any:
        """Ask a bot, which is told what its seat may know and nothing else."""
        for holder in range(self.seats):
            self.received[holder] += seen_by(self.game, Seat(holder), self.events[self.told :])
        self.told = len(self.events)
        return asked_at(self, self.searching, seat, self.received[seat], level, seed)

    def keep(self, move: Move, action: Any = None) -> None:
        """Make a move and keep it."""
        self.act(move.seat, move.action if move.seat == VOID else action)
        self.kept.append(move)


def asked_at(
    play: Play,
    searching: AnyGame,
    seat: Seat,
    received: Sequence[ReceivedEvent],
    level: str,
    seed: int,
) -> Any:
    """Return what the bot of a level chooses, with so few playouts that it hardly thinks."""
    view = orjson.loads(orjson.dumps(play.game.view(play.state, seat), default=list))
    choices = play.game.rules.choices(play.state, seat)
    action = asked(searching, view, choices, received, seed, level, PLAYOUTS)
    assert offered(choices, action), f"{level} of {play.game.name} chose {action}"
    return action


def voidable(play: Play) -> list[int]:
    """Return the hands that may be voided now; one that is being played counts more."""
    before = {*voids(play)}
    if len(before) >= MOST_VOIDED:
        return []
    newest = play.game.rules.hand(play.state)
    hands = {*range(max(1, newest - 3), newest + 1)} - before
    return [*sorted(hands), *[newest] * 2] if newest in hands else sorted(hands)


def twin_of(play: Play, seat: Seat | None, moves: int) -> Twin | None:
    """Play the same moves in another world; None when the rules forbid one of them there."""
    luck = random.Random(f"{moves} {seat} {len(play.events)}")
    try:
        twin = Twin(play.game, play.options, play.seats, luck, other=play, seat=seat, upto=moves)
        for who, action in play.moves[:moves]:
            twin.act(who, renamed(action, twin.names))
    except (Illegal, NoTwin):
        return None
    return twin


def another_world(play: Play) -> Other | None:
    """Return the beginning of a table with other cards where some viewer may not know them."""
    for _ in range(TWIN_TRIES):
        moves = play.luck.randrange(min(len(play.moves), TWIN_MOVES) + 1)
        seat = play.luck.choice([None, *map(Seat, range(play.seats))])
        twin = twin_of(play, seat, moves)
        if twin is not None and twin.orders != play.orders[: len(twin.orders)]:
            return Other(seat, twin.orders, [move_of(twin, *each) for each in twin.moves])
    return None


def move_of(play: Play, seat: Any, action: Any) -> Move:
    """Return a move as it is kept."""
    return Move(seat, action if seat == VOID else notation.to_notation(play.game.actions, action))


# ---- keeping


def block_of(game: AnyGame, number: int) -> Sequence[Recorded]:
    """Return a block of tables, played now if no process has done so before."""
    path = None if RUN.folder is None else RUN.folder / f"{game.name}-{game.version}-{number}"
    if path is None:
        return [*played_block(game, number)]
    if not path.exists():
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # freed by its end, or that of this process
            if not path.exists():
                write_block(path, played_block(game, number))
    return [read_table(line) for line in path.read_bytes().splitlines()]


def write_block(path: Path, tables: Iterator[Recorded]) -> None:
    """Write tables, one a line; whoever sees the file sees all of it."""
    new = path.with_suffix(".new")
    new.write_bytes(b"".join(orjson.dumps([*one], default=list) + b"\n" for one in tables))
    new.replace(path)


def played_block(game: AnyGame, number: int) -> Iterator[Recorded]:
    """Play the tables of a block."""
    for one in range(number * BLOCK, (number + 1) * BLOCK):
        yield Recording(game, one).played()


def read_table(line: bytes) -> Recorded:
    """Read a table."""
    *most, other = orjson.loads(line)
    most[4] = [Move(*one) for one in most[4]]
    if other is not None:
        other = Other(other[0], other[1], [Move(*one) for one in other[2]])
    return Recorded._make([*most, other])


@cache
def kept_block(game: AnyGame, number: int) -> Sequence[Recorded]:
    """Return a block that every law looks at."""
    return block_of(game, number)


def recorded(game: AnyGame) -> Iterator[Recorded]:
    """Yield the tables of a game, without end."""
    number = 0
    while True:
        keeps = (number + 1) * BLOCK <= TABLES <= 1_000  # more fill the memory
        yield from (kept_block if keeps else block_of)(game, number)
        number += 1


# ---- playing again


class Replay(Play):
    """A recorded table that is played again, move by move."""

    def __init__(
        self,
        game: AnyGame,
        table: Recorded,
        luck: random.Random,
        world: Other | None = None,
    ) -> None:
        """Open a table, or its twin in another world."""
        self.table, self.given = table, iter((world or table).orders)
        self.coming = (world or table).moves
        super().__init__(
            game, validate_options(game.options, table.options, table.seats), table.seats, luck
        )

    def order(self, shuffle: Shuffle) -> tuple[str, ...]:
        """Give the recorded order."""
        order = tuple(next(self.given))
        self.orders.append(order)
        return order

    @property
    def length(self) -> int:
        """Return how many moves are recorded."""
        return len(self.coming)

    def next_move(self) -> tuple[Any, Any]:
        """Return seat and action of the next recorded move."""
        move = self.coming[len(self.moves)]
        return move.seat, action_of(self.game, move)

    def go(self, moves: int) -> "Replay":
        """Play up to a number of moves, or to the end."""
        for _ in range(len(self.moves), min(moves, self.length)):
            self.act(*self.next_move())
        return self

    def finish(self, most: int = ENDLESS) -> "Replay":
        """Play to the recorded end."""
        return self.go(most)

    def somewhere(self, most: int = ENDLESS) -> "Replay":
        """Play a part of the table."""
        return self.go(self.luck.randrange(min(self.length, most) + 1))

    def moments(self, count: int, *, end: bool = False) -> Iterator[int]:
        """Stop before so many moves, random ones where there are more, and perhaps at the end."""
        chosen = sorted(self.luck.sample(range(self.length), min(count, self.length)))
        for at in [*chosen, self.length] if end else chosen:
            self.go(at)
            yield at

    def stretch(self, count: int) -> Iterator[tuple[Any, Any]]:
        """Yield so many events in a row, somewhere in the table, each with the state before it."""
        self.finish()
        first = self.luck.randrange(max(1, len(self.events) - count + 1))
        move = bisect_right(self.ends, first) - 1
        at, state = (0, self.first) if move < 0 else (self.ends[move], self.states[move])
        state = self.game.fold(state, self.events[at:first])
        for event in self.events[first : first + count]:
            yield state, event
            state = self.game.evolve(state, event)

    def walk(self, most: int = ENDLESS) -> Iterator[int]:
        """Stop before each of so many moves, and behind the last."""
        for at in range(min(self.length, most) + 1):
            self.go(at)
            yield at


ACTIONS: dict[tuple[str, int, str], Any] = {}  # what texts mean; most are repeated often


def action_of(game: AnyGame, move: Move) -> Any:
    """Return the action of a move; of a voided hand, its number."""
    if move.seat == VOID:
        return move.action
    key = game.name, game.version, move.action
    if key not in ACTIONS:
        ACTIONS[key] = notation.from_notation(game.actions, move.action)
    return ACTIONS[key]
