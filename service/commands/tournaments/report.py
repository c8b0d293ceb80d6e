"""The report of a cup: one page of HTML that needs nothing else, in light and dark."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from jinja2 import Environment, StrictUndefined

from games import NEWEST
from games.core.options import option_forms
from games.core.words import count_phrase
from projections.tournaments.ratings import RatedEntrant
from service.commands.tournaments.charts import (
    COLOURED,
    ratings_chart,
    shares_chart,
    standings_chart,
)
from service.commands.tournaments.results import (
    Json,
    cells_of,
    entrant_names,
    interval_half_width,
    is_separated,
)
from service.commands.tournaments.results import ratings_from_results as rated_rounds

TEMPLATE: Final = Path(__file__).with_name("report.html")
MOST_CROSSED: Final = 40  # entrants of a cross-table on the page
SPOKEN: Final[Mapping[str, str]] = {
    "round_robin": "round robin", "swiss": "Swiss", "knockout": "knockout", "ladder": "ladder",
    "own": "own pairings", "pools": "pools, then a knockout",
}  # fmt: skip
COUNTED: Final[Mapping[str, str]] = {
    "points": "A seat gets its score less the mean of its table.",
    "places": "A seat gets the number of seats that were placed behind it.",
    "duplicate": "A seat gets its score less the mean of all who had the same cards.",
}
NORMALISED: Final[Mapping[str, str]] = {
    "none": "",
    "places": " Each table counts from 0 to 1: the share of the others that were beaten.",
    "z": " Each table counts in standard deviations of its game in this cup.",
}
MEDALS: Final = ("first", "second", "third")


def render_report_html(results: Json, programs: Sequence[Json] = ()) -> str:
    """Return the report as HTML; `programs` tells how those of the runner behaved."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.from_string(TEMPLATE.read_text()).render(
        **_template_context(results, programs)
    )


def _template_context(results: Json, programs: Sequence[Json]) -> Json:
    """Return what the page shows."""
    rounds = rated_rounds(results)
    return {
        "name": results["called"],
        "summary": _cup_summary(results),
        "facts": _cup_totals(results),
        "podium": [*_podium_rows(results)],
        "counts": _scoring_explanation(results),
        "standings": (rows := [*_standings_for_template(results, rounds[-1])]),
        "ties": any(row["ties"] for row in rows),
        "byes": any(row["byes"] for row in rows),
        "rated": _ratings_table(results),
        "charts": _chart_svgs(results),
        "cross": _cross_table_for_template(results),
        "no_cross": f"With more than {MOST_CROSSED} entrants it is in cross-table.csv alone.",
        "programs": programs,
        "about": [*_cup_detail_rows(results)],
    }


def _chart_svgs(results: Json) -> Mapping[str, str]:
    """Return the charts; empty where there is nothing to draw."""
    names, games = entrant_names(results), _games_of(results)
    rows = [
        (names[row["entrant"]], [row["by_game"].get(str(at), 0.0) for at in range(len(games))])
        for row in results["standings"]
    ]
    return {
        "standings": standings_chart(results),
        "ratings": ratings_chart(results) if results["tables"] else "",
        "games": shares_chart(rows, games) if len(games) > 1 else "",
    }


def _games_of(results: Json) -> list[str]:
    """Return what was played, in words."""
    names = (one["game"] for one in results["settings"]["games"])
    return [NEWEST[name].title if name in NEWEST else name for name in names]


def _cup_summary(results: Json) -> str:
    """Return in a line what it was."""
    own = results["settings"]
    kind = SPOKEN[own["format"]["kind"]]
    return f"{kind[0].upper()}{kind[1:]}: {', '.join(_games_of(results))}"


def _cup_totals(results: Json) -> list[tuple[str, str]]:
    """Return the numbers of the cup, and what they count."""
    tables = [one for one in results["tables"] if one["counts"]]
    return [
        (str(len(results["entrants"])), "entrants"),
        (str(len(results["rounds"])), "rounds"),
        (str(len(tables)), "tables that count"),
        (str(len({one["group"] for one in tables})), "deals"),
    ]


def _podium_rows(results: Json) -> Iterator[tuple[str, str, str, str]]:
    """Yield who is on the first three places, as far as there is room."""
    names = entrant_names(results)
    for row in results["standings"][:3]:
        who = row["entrant"]
        place = MEDALS[row["place"] - 1] if row["place"] <= len(MEDALS) else str(row["place"])
        points = f"{_short_number_text(row['points'])} points"
        yield place, names[who], _plays_as(results, who), points


def _plays_as(results: Json, who: int) -> str:
    """Return what kind of entrant somebody is."""
    one = results["entrants"][who]
    levels = [str(member) for member in one["members"] if str(member).startswith("bot:")]
    return levels[0] if one["kind"] == "bot" and levels else str(one["kind"])


def _scoring_explanation(results: Json) -> str:
    """Return what a table counts, in words."""
    own = results["settings"]["scoring"]
    tie_breaks = ", ".join(one.replace("_", " ") for one in own["tie_breaks"])
    ties = f" Ties are broken by: {tie_breaks}." if tie_breaks else ""
    return COUNTED[own["kind"]] + NORMALISED[own["normalise"]] + ties


def _tie_break_text(results: Json, at: int) -> str:
    """Return what told a row apart from those with as many points; empty where there are none."""
    rows = results["standings"]
    row = rows[at]
    if all(one["points"] != row["points"] for one in rows[max(0, at - 1) : at + 2] if one != row):
        return ""
    for name in results["settings"]["scoring"]["tie_breaks"]:
        if (value := row["tie_breaks"].get(name)) is not None:
            return f"{name.replace('_', ' ')} {_short_number_text(value)}"
    return ""


def _standings_for_template(results: Json, ratings: Sequence[RatedEntrant]) -> Iterator[Json]:
    """Yield the rows of the standings as they are shown."""
    names = entrant_names(results)
    for at, row in enumerate(results["standings"]):
        who, mean = row["entrant"], row["mean"]
        known = mean is not None and mean["low"] is not None
        yield {
            "place": row["place"],
            "name": names[who],
            "kind": _plays_as(results, who),
            "points": _short_number_text(row["points"]),
            "mean": "" if mean is None else f"{mean['value']:.3f}",
            "interval": f"{mean['low']:.3f} to {mean['high']:.3f}" if known else "",
            "tables": row["tables"],
            "byes": row["byes"] or "",
            "wins": _short_number_text(row["wins"]),
            "ties": _tie_break_text(results, at),
            "rating": f"{ratings[who].value:.1f} ± {ratings[who].error:.1f}",
        }


def _short_number_text(value: float | None) -> str:
    """Return a number with no more digits than it needs."""
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _ratings_table(results: Json) -> str:
    """Return whose ratings are drawn; empty where there are none."""
    if not results["tables"]:
        return ""
    if len(results["standings"]) > COLOURED:
        return f"Drawn are the {COLOURED} who ended on top."
    return "± in the standings is two sigma."


def _cross_table_for_template(results: Json) -> Json | None:
    """Return the cross-table in the order of the standings; None where it is too large."""
    order, names = [row["entrant"] for row in results["standings"]], entrant_names(results)
    if len(order) > MOST_CROSSED:
        return None
    cells = cells_of(results)
    widest = max((abs(one["difference"]["value"]) for one in cells.values()), default=0) or 1
    rows = [
        {
            "name": names[one],
            "cells": [_cross_table_cell(cells.get((one, other)), widest) for other in order],
        }
        for one in order
    ]
    return {"names": [names[one] for one in order], "rows": rows}


def _cross_table_cell(cell: Json | None, widest: float) -> Json | None:
    """Return a cell as it is shown: the further from zero, the stronger its colour."""
    if cell is None:
        return None
    found, error = cell["difference"], interval_half_width(cell["difference"])
    deals = count_phrase(found["groups"], "deal")
    title = f"{deals} in common, {count_phrase(cell['tables'], 'table')} together"
    if cell["more"] is None:
        title += "; no number of deals would tell them apart at this difference"
    elif cell["more"]:
        title += f"; {count_phrase(cell['more'], 'more deal')} would tell them apart"
    return {
        "value": f"{found['value']:+.2f}",
        "error": "" if error is None else f"± {error:.2f}",
        "sure": is_separated(cell),
        "side": "up" if found["value"] >= 0 else "down",
        "strength": f"{0.06 + 0.5 * abs(found['value']) / widest:.2f}",
        "title": title,
    }


def _cup_detail_rows(results: Json) -> Iterator[tuple[str, str]]:
    """Yield what else is known of the cup."""
    own = results["settings"]
    yield "tournament", results["tournament"]
    yield (
        "ended",
        {"played": "as its format says", "abandoned": "abandoned"}.get(
            results["why"] or "", results["why"] or "not yet"
        ),
    )
    for at, game in enumerate(own["games"]):
        details = [f"{game['seats']} seats", *_non_default_options(game)]
        yield f"game {at + 1}", f"{_games_of(results)[at]}: {', '.join(details)}"
    yield (
        "deals",
        (
            "the tables of a round share theirs"
            if own["format"]["duplicate"]
            else "each table its own"
        ),
    )
    yield (
        "to check it",
        ("fairdeal verify export.zip --key keys.json computes all of it again"),
    )


def _non_default_options(game: Json) -> Iterator[str]:
    """Yield the options of a game that are not the usual ones."""
    usual = {}
    if game["game"] in NEWEST:
        usual = {row["name"]: row["default"] for row in option_forms(NEWEST[game["game"]].options)}
    for name, value in (game["options"] or {}).items():
        if name not in usual or usual[name] != value:
            yield f"{name.replace('_', ' ')} {value}"
