"""What a law looked at: it says so, and fails where what it is about never came up."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from games.core.contract import Seat
from games.core.game import AnyGame
from tests import corpus
from tests.corpus import RUN, Recorded, Replay, recorded
from tests.games.every import checks_of
from tests.games.play import Play

PATIENT = 1_000  # tables that are looked at for what has not come up yet
ONCE: Mapping[str, int] = {}
SAID = "a law saw"  # name of the property of a report


def of_several_hands(game: AnyGame, *situations: str) -> Mapping[str, int]:
    """Return situations that must come up, but where a table is one hand and ends with it."""
    return {} if checks_of(game.name).one_hand else dict.fromkeys(situations, 1)


class Law:
    """One law and the recorded tables that it looked at.

    Attributes:
        met: how often each situation came up; the law counts them.
    """

    def __init__(self, name: str) -> None:
        """Begin with nothing seen."""
        self.name = name
        self.tables = self.moves = 0
        self.met: Counter[str] = Counter()

    def __str__(self) -> str:
        """Say what was seen."""
        more = "".join(f", {name}: {times}" for name, times in sorted(self.met.items()))
        return f"{self.tables} tables, {self.moves} moves{more}"

    def plays(
        self,
        game: AnyGame,
        needs: Mapping[str, int] = ONCE,
        where: Callable[[Recorded], bool] = lambda table: True,
        share: int = 1,
    ) -> Iterator[Replay]:
        """Yield the recorded tables of a game, opened and not yet played.

        Args:
            game: the game.
            needs: how often each situation must have come up; more tables are yielded until then.
            where: which of the tables.
            share: of so many tables one is yielded, for laws that take their time; which, is
                left to chance, since each twentieth table is a long one.
        """
        for number, table in enumerate(recorded(game)):
            if number >= corpus.TABLES and not (missing := self.missing(needs)):
                return
            if number >= corpus.TABLES + PATIENT:
                pytest.fail(f"{self.name} never saw enough of {', '.join(missing)}: {self}")
            if where(table) and (
                number >= corpus.TABLES or self.luck(number, "share").random() < 1 / share
            ):
                yield from self.one(game, table)

    def luck(self, number: int, what: str = "") -> random.Random:
        """Return the chance of this law at a table."""
        return random.Random(f"{RUN.seed} {self.name} {number} {what}")

    def missing(self, needs: Mapping[str, int]) -> list[str]:
        """Return what has not come up often enough; a table must in any case."""
        seen = self.met | Counter({"tables": self.tables})
        return [name for name, least in {"tables": 1, **needs}.items() if seen[name] < least]

    def one(self, game: AnyGame, table: Recorded) -> Iterator[Replay]:
        """Yield a table, and count what was played of it."""
        play = Replay(game, table, self.luck(table.number))
        self.tables += 1
        yield play
        self.moves += len(play.moves)

    def pairs(
        self,
        game: AnyGame,
        needs: Mapping[str, int] = ONCE,
        where: Callable[[Play, Seat | None], bool] = lambda play, seat: True,
        share: int = 1,
    ) -> Iterator[tuple[Replay, Replay, Seat | None]]:
        """Yield tables played some way, their twins, and the viewer who must see no difference.

        In a twin cards that this viewer may not know lie elsewhere.
        """
        for play in self.plays(game, needs, lambda table: table.other is not None, share):
            other = play.table.other
            assert other is not None
            seat = None if other.seat is None else Seat(other.seat)
            play.go(len(other.moves))
            if where(play, seat):
                yield play, Replay(game, play.table, play.luck, other).finish(), seat


@pytest.fixture
def law(request: pytest.FixtureRequest) -> Iterator[Law]:
    """Return what counts the tables and moves that a test looks at; its report says them."""
    counted = Law(request.node.name)
    yield counted
    request.node.user_properties.append((SAID, [counted.tables, counted.moves, str(counted)]))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what laws saw: all together, and with `-v` each of them."""
    reports = [one for some in terminalreporter.stats.values() for one in some]
    said = [
        (one.nodeid, value)
        for one in reports
        for name, value in getattr(one, "user_properties", ())
        if name == SAID
    ]
    if said:
        tables, moves = (sum(value[at] for _, value in said) for at in (0, 1))
        terminalreporter.write_line(f"{len(said)} laws saw {tables:,} tables and {moves:,} moves")
    for node, value in sorted(said) if terminalreporter.config.option.verbose > 0 else ():
        terminalreporter.write_line(f"{node}: {value[2]}")
