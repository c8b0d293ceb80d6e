"""Charts of a cup as SVG without scripts, in colours that the page around them decides.

Drawn by pygal, which is pure Python of 130 KB, has had releases this year, and needs no script:
plotly puts 4.6 MB of it into each page, altair fetches it, and matplotlib brings NumPy along.
"""

import re
import sys
from collections.abc import Sequence
from typing import Any, Final

import pygal
from pygal.style import Style

from service.commands.tournaments.results import Json, entrant_names, ratings_from_results

# Of what pygal puts there for plug-ins of its own, Python warns at every import that follows.
FINDERS = [one for one in sys.meta_path if type(one).__name__ != "PluginImportFixer"]
sys.meta_path[:] = FINDERS

COLOURED: Final = 8  # lines of their own colour
MOST_ROWS: Final = 60  # entrants of a chart
ROW: Final = 26  # pixels of a row
COLOURS: Final = tuple(f"var(--c{at})" for at in range(COLOURED))
STYLE: Final[dict[str, Any]] = {
    "background": "transparent",
    "plot_background": "transparent",
    "value_background": "transparent",
    "foreground": "var(--ink)",
    "foreground_strong": "var(--ink)",
    "foreground_subtle": "var(--faint)",
    "guide_stroke_color": "var(--line)",
    "major_guide_stroke_color": "var(--line)",
    "guide_stroke_dasharray": "2,3",
    "major_guide_stroke_dasharray": "none",
    "value_colors": ("var(--ink)",) * MOST_ROWS,
    "font_family": "inherit",
    "label_font_size": 12,
    "major_label_font_size": 12,
    "legend_font_size": 13,
    "opacity": "1",
    "stroke_opacity": "1",
    "transition": "0s",
}
COMMON: Final[dict[str, Any]] = {
    "disable_xml_declaration": True,
    "js": [],
    "explicit_size": False,
    "margin": 8,
    "width": 960,
}
VALUE = re.compile(r'<desc class="value">(.*?)</desc>', re.DOTALL)
UNUSED = re.compile(
    r'<desc class="(?:x|y|x_label|max)[^"]*">.*?</desc>|<script.*?</script>|<!--.*?-->', re.DOTALL
)


def _render_chart_svg(chart: Any, name: str) -> str:
    """Return a chart as SVG; what it is called tells its styles from those of others."""
    chart.uuid = name
    text: str = chart.render(is_unicode=True)
    return UNUSED.sub("", VALUE.sub(r"<title>\1</title>", text))


def standings_chart(results: Json) -> str:
    """Return the mean a table of each entrant within its interval, best on top."""
    names = entrant_names(results)
    rows = [row for row in results["standings"] if row["mean"] is not None][:MOST_ROWS]
    count = len(rows)
    style = Style(**STYLE, colors=("var(--c0)",) * (count or 1))
    chart = pygal.XY(
        **COMMON, style=style, show_legend=False, height=ROW * count + 70, dots_size=5,
        stroke_style={"width": 2}, show_y_guides=False, show_x_guides=True, truncate_label=-1,
        range=(0.5, count + 0.5),
    )  # fmt: skip
    chart.y_labels = [
        {"label": names[row["entrant"]], "value": count - at} for at, row in enumerate(rows)
    ]
    for at, row in enumerate(rows):
        mean, y = row["mean"], count - at
        ends = [mean[end] for end in ("low", "high") if mean[end] is not None]
        label = f"{names[row['entrant']]}: {_mean_with_interval(mean)}"
        points = [
            {
                "value": (x, y),
                "formatter": _constant_formatter(label),
                "node": {"r": 5 if x == mean["value"] else 2},
            }
            for x in sorted({*ends, mean["value"]})
        ]
        chart.add(names[row["entrant"]], points)
    return _render_chart_svg(chart, "standings")


def _constant_formatter(label: str) -> Any:
    """Return what tells a point, whatever its numbers are."""
    return lambda value: label


def _mean_with_interval(mean: Json) -> str:
    """Return a mean with its interval, in words."""
    if mean["low"] is None:
        return f"{mean['value']:.3f} (one deal says nothing of its spread)"
    return f"{mean['value']:.3f} ({mean['low']:.3f} to {mean['high']:.3f})"


def ratings_chart(results: Json) -> str:
    """Return the ratings within the cup by round, of those who ended on top."""
    names, found = entrant_names(results), ratings_from_results(results)
    best = [row["entrant"] for row in results["standings"]][:COLOURED]
    chart = pygal.Line(
        **COMMON, style=Style(**STYLE, colors=COLOURS), height=400, legend_at_bottom=True,
        legend_at_bottom_columns=4, dots_size=3, stroke_style={"width": 2}, truncate_legend=-1,
        truncate_label=-1, show_minor_x_labels=False, x_labels_major_every=max(1, len(found) // 12),
    )  # fmt: skip
    chart.x_labels = ["start", *(str(at) for at in range(1, len(found)))]
    for who in best:
        values = [after[who].value for after in found]
        chart.add(names[who], [{"value": round(one, 3)} for one in values])
    return _render_chart_svg(chart, "ratings")


def shares_chart(rows: Sequence[tuple[str, Sequence[float]]], games: Sequence[str]) -> str:
    """Return what each entrant brought in each game, stacked, best on top."""
    rows = rows[:MOST_ROWS]
    chart = pygal.HorizontalStackedBar(
        **COMMON, style=Style(**STYLE, colors=COLOURS), height=ROW * len(rows) + 110,
        legend_at_bottom=True, legend_at_bottom_columns=5, truncate_label=-1, spacing=6,
        show_y_guides=True,
    )  # fmt: skip
    chart.x_labels = [name for name, _ in reversed(rows)]
    for at, game in enumerate(games):
        chart.add(game, [round(values[at], 3) for _, values in reversed(rows)])
    return _render_chart_svg(chart, "games")
