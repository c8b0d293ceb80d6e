"""What the arena prints: a row a bot, and a chart of the gains."""

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from bots.scores import EntrantScores
from games.core.figures import Mean, mean_with_interval
from games.core.words import count_phrase
from service.commands.screen import Screen

WIDTH = 100  # characters of what is drawn into a file
CHART = 40  # characters of the chart's axis
LONGEST = 14  # characters of a name, so that the figures have room in 80
COLUMNS = ("bot", "gain", "place", "wins", "ms/move", "playouts")


def print_bot_results(found: Sequence[EntrantScores], deals: int, svg: Path | None) -> None:
    """Print rows and chart, and draw them into a file if one is named."""
    console = Screen(highlight=False, record=svg is not None, width=WIDTH if svg else None)
    console.print(_bot_results_grid(found))
    for line in _gain_chart_lines(found):
        console.print(Text(line))
    console.print(Text(f"  {count_phrase(deals, 'deal')}; gain is a deal, ± half a 95 % interval"))
    for row in found:
        if row.first is not None:
            fallback_note = (
                f"  {row.name} played {count_phrase(row.fallbacks, 'fallback')}; {row.first}"
            )
            console.print(Text(fallback_note, "red"))
    if svg is not None:
        console.save_svg(str(svg), title="fairdeal arena")


def _bot_results_grid(found: Sequence[EntrantScores]) -> Grid:
    """Return a row a bot."""
    table = Grid(box=box.SIMPLE)
    for name in COLUMNS:
        table.add_column(name, justify="left" if name == "bot" else "right", no_wrap=True)
    for row in found:
        moves = row.moves or 1
        table.add_row(
            Text(_shorten_bot_name(row.name)),
            mean_with_interval(row.gain, "+.3f"),
            mean_with_interval(row.place, ".2f"),
            mean_with_interval(row.wins, ".1%"),
            f"{1000 * row.seconds / moves:.2f}",
            f"{row.playouts / moves:.0f}",
        )
    return table


def _gain_chart_lines(found: Sequence[EntrantScores]) -> list[str]:
    """Return gains as points within their intervals, on one axis with its zero.

    >>> row = EntrantScores("a", Mean(1.0, 0.5), Mean(1, 0), Mean(1, 0), 1, 0, 0.0, 0, None)
    >>> print(*_gain_chart_lines([row, row._replace(name="b", gain=Mean(-1.0, 0.25))]), sep="\\n")
      a                      │      ├─────●──────┤
      b     ├───●──┤         │
    """
    ends = [end for row in found for end in _interval_ends(row.gain)]
    reach = max([abs(end) for end in ends if abs(end) < float("inf")], default=0) or 1.0
    names = [_shorten_bot_name(row.name) for row in found]
    wide = max(map(len, names))
    rows = zip(names, found, strict=True)
    return [f"  {name:{wide}}  {_interval_on_axis(row.gain, reach)}".rstrip() for name, row in rows]


def _shorten_bot_name(name: str) -> str:
    """Return the end of a name, where paths differ."""
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"


def _interval_ends(value: Mean) -> tuple[float, float]:
    """Return the ends of an interval, or the mean alone where it has none."""
    error = value.error if value.error < float("inf") else 0.0
    return value.value - error, value.value + error


def _interval_on_axis(value: Mean, reach: float) -> str:
    """Return an interval on the axis from -reach to reach."""

    def place(at: float) -> int:
        return round((at / reach + 1) * CHART / 2)

    low, high = (place(end) for end in _interval_ends(value))
    drawn = [" "] * (CHART + 1)
    drawn[CHART // 2] = "│"
    if low < high:
        drawn[low : high + 1] = ["├", *"─" * (high - low - 1), "┤"]
    drawn[place(value.value)] = "●"
    return "".join(drawn)
