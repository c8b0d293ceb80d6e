"""How a cup goes, told on the terminal: rounds, tables, leaders; else in plain lines."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final, Self

from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from games.core.words import count_phrase
from service.commands.screen import Screen
from service.commands.tournaments.cup import Cup
from tournaments.pairing.possible import is_searched, rounds_needed
from tournaments.pairings import format_of
from tournaments.state import Tournament

Json = dict[str, Any]
LEADERS: Final = 10
NOTES: Final = 5  # that stay in sight
BAR: Final = 40  # characters


def rounds_expected(cup: Cup) -> int:
    """Return how many rounds there will be at least; 0: nobody knows."""
    own, t, count = cup.settings, Tournament("", settings=cup.settings), len(cup.entrants)
    if own.format.kind in ("ladder", "own"):
        return 0
    if own.format.kind == "round_robin":
        return sum(rounds_needed(format_of(t, game), count) for game in range(len(own.games)))
    return rounds_needed(format_of(t, 0), count)


def _is_least(cup: Cup) -> bool:
    """Say whether there may be more rounds than are expected."""
    t = Tournament("", settings=cup.settings)
    formats = (format_of(t, game) for game in range(len(cup.settings.games)))
    return any(is_searched(format, len(cup.entrants)) for format in formats)


class CupProgress:
    """What is told of a cup as it goes; `Screen` says whether it can move."""

    def __init__(self, cup: Cup, screen: Screen) -> None:
        self.cup, self.screen = cup, screen
        self.moves = screen.is_terminal and not screen.is_dumb_terminal
        self.expected = rounds_expected(cup)
        self.what, self.printed = "", ""
        self.now: Json | None = None
        self.rows: list[Json] = []
        self.notes: list[str] = []
        self.live = Live(console=screen, auto_refresh=False, transient=True) if self.moves else None

    def __enter__(self) -> Self:
        """Begin to tell."""
        self.screen.print(Text(self.cup.name, "bold"))
        if self.live is not None:
            self.live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal to what comes out."""
        if self.live is not None:
            self.live.stop()

    def phase(self, what: str) -> None:
        """Tell what is going on."""
        if what != self.what:
            self.what = what
            self.line(what)

    def note(self, what: str) -> None:
        """Tell something that people should know."""
        self.notes = [*self.notes, what][-NOTES:]
        self.line(what)

    def facts(self, facts: Json) -> None:
        """Tell how far it is; in plain lines, once a round."""
        before, self.now = self.now, facts
        self.what = PHASES[facts["phase"]]
        if facts["paused"]:
            self.what = "A director has paused it"
        marks = [None if one is None else (one["phase"], one["rounds"]) for one in (before, facts)]
        if marks[0] != marks[1]:
            self.line(f"{self.what}: {self.far()}")
        self.draw()

    def standings(self, rows: list[Json]) -> None:
        """Tell who leads."""
        self.rows = rows
        if rows and not self.moves:
            best = ", ".join(self.leader(row) for row in rows[:3])
            self.line(f"ahead: {best}")
        self.draw()

    def leader(self, row: Json) -> str:
        """Return who leads, in a few words."""
        return f"{row['place']}. {row['name']} {row['points']:.2f}"

    def far(self) -> str:
        """Return how far it is, in words."""
        assert self.now is not None
        tables, rounds = self.now["tables"], self.now["rounds"]
        if not rounds:
            return count_phrase(self.now["entrants"], "entrant")
        least = "at least " if _is_least(self.cup) else ""
        of = f" of {least}{self.expected}" if rounds <= self.expected else ""
        planned = count_phrase(tables["planned"], "table")
        return f"round {rounds}{of}, {tables['finished']} of {planned} played"

    def line(self, text: str) -> None:
        """Print a line where nothing moves."""
        if self.live is None and text != self.printed:
            self.printed = text
            self.screen.print(Text(text), soft_wrap=True)
        else:
            self.draw()

    def draw(self) -> None:
        """Draw how it stands."""
        if self.live is not None:
            self.live.update(self.drawn(), refresh=True)

    def drawn(self) -> Group:
        """Return how it stands."""
        parts: list[Any] = [Text(self.what, "bold cyan")]
        if self.now is not None:
            parts += [self.bars(self.now)]
        if self.rows:
            parts += [leaders_grid(self.rows[:LEADERS])]
        parts += [Text(one, "dim") for one in self.notes]
        return Group(*parts)

    def bars(self, now: Json) -> Grid:
        """Return rounds and tables as bars."""
        tables, grid = now["tables"], Grid.grid(padding=(0, 2))
        done = now["rounds"] - (now["round"] is not None)
        whole = max(self.expected, now["rounds"], 1)
        for what, part, of in (
            ("rounds", done, whole if self.expected else now["rounds"]),
            ("tables", tables["finished"], tables["planned"]),
        ):
            bar = ProgressBar(total=max(of, 1), completed=part, width=BAR)
            grid.add_row(Text(what, "dim"), bar, Text(f"{part} of {of}"))
        return grid


PHASES: Final = {
    "registration": "Entering",
    "called": "Waiting for promised entropies",
    "running": "Playing",
    "closed": "Closing the tables",
}


def leaders_grid(rows: Sequence[Json]) -> Grid:
    """Return who leads, a row each."""
    grid = Grid(box=None, padding=(0, 2))
    for name, justify in (("", "right"), ("entrant", "left"), ("points", "right"),
                          ("a table", "right"), ("tables", "right")):  # fmt: skip
        grid.add_column(name, justify=justify, header_style="dim")  # type: ignore[arg-type]
    for row in rows:
        mean = row["mean"]
        mean_text = "" if mean is None else f"{mean['value']:.3f}"
        if mean is not None and mean["low"] is not None:
            mean_text += f" ± {(mean['high'] - mean['low']) / 2:.3f}"
        grid.add_row(
            str(row["place"]), Text(row["name"]), f"{row['points']:.2f}", mean_text,
            str(row["tables"]),
        )  # fmt: skip
    return grid
