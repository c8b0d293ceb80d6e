"""The results of a tournament, as `results.json` of its export tells them, and tables of them.

Its schema is in docs/reference/tournament-results.md.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from projections.tournaments import ratings as tournament_ratings
from projections.tournaments.ratings import RatedEntrant

Json = dict[str, Any]
STANDINGS: Final = (
    "place", "entrant", "name", "kind", "points", "mean", "low", "high", "tables", "byes", "wins",
)  # fmt: skip
FORMULA: Final = re.compile(r"[=@\t\r]|[+-](?![0-9])")  # what begins one in a spreadsheet


def entrant_names(results: Json) -> list[str]:
    """Return what entrants are called, by number."""
    return [str(one["called"]) for one in results["entrants"]]


def ratings_from_results(results: Json) -> list[list[RatedEntrant]]:
    """Return the ratings of all entrants before the first round, and after each."""
    rounds: list[list[list[tuple[str, int]]]] = [[] for _ in results["rounds"]]
    for table in results["tables"]:
        if table["counts"]:
            rounds[table["round"]].append(_entrant_places(table))
    numbers = [str(one["entrant"]) for one in results["entrants"]]
    return tournament_ratings.entrant_ratings_by_round(rounds, numbers)


def _entrant_places(table: Json) -> list[tuple[str, int]]:
    """Return who sat at a table, by number, and at which place they ended."""
    pairs = zip(table["seats"], table["places"], strict=True)
    return [(str(seat["entrant"]), place) for seat, place in pairs]


def standings_csv(results: Json) -> str:
    """Return the standings as a spreadsheet takes them."""
    return _spreadsheet_safe_csv(STANDINGS, _standings_rows(results))


def _standings_rows(results: Json) -> Iterator[Sequence[Any]]:
    """Yield a row an entrant, best first."""
    names, kinds = entrant_names(results), [one["kind"] for one in results["entrants"]]
    for row in results["standings"]:
        mean, who = row["mean"] or {}, row["entrant"]
        yield (
            row["place"], who, names[who], kinds[who], row["points"], mean.get("value"),
            mean.get("low"), mean.get("high"), row["tables"], row["byes"], row["wins"],
        )  # fmt: skip


def cross_csv(results: Json) -> str:
    """Return the cross-table as a spreadsheet takes it: a square, in the order of the standings.

    Each cell is by how much the entrant of the row is ahead a table; ± half its 95 % interval.
    """
    names, order = entrant_names(results), [row["entrant"] for row in results["standings"]]
    cells = cells_of(results)
    head = ("", *(names[who] for who in order))
    rows = [
        (names[one], *(_cell_text(cells.get((one, other))) for other in order)) for one in order
    ]
    return _spreadsheet_safe_csv(head, rows)


def cells_of(results: Json) -> dict[tuple[int, int], Json]:
    """Return the cells of the cross-table, of both orders of each pair."""
    found: dict[tuple[int, int], Json] = {}
    for cell in results["cross_table"]:
        one, other = cell["entrants"]
        found[one, other] = cell
        found[other, one] = {**cell, "difference": _opposite_difference(cell["difference"])}
    return found


def _opposite_difference(difference: Json) -> Json:
    """Return a difference as the other entrant sees it."""
    low, high = (
        None if difference[end] is None else -difference[end] + 0.0 for end in ("high", "low")
    )
    return {**difference, "value": -difference["value"] + 0.0, "low": low, "high": high}


def interval_half_width(estimate: Json | None) -> float | None:
    """Return half an interval; None where there is none."""
    if estimate is None or estimate["low"] is None:
        return None
    return float(estimate["high"] - estimate["low"]) / 2


def is_separated(cell: Json) -> bool:
    """Say whether two entrants are told apart even where all pairs of the cup are looked at."""
    low, high = cell["together"]["low"], cell["together"]["high"]
    return low is not None and (low > 0 or high < 0)


def _cell_text(cell: Json | None) -> str:
    """Return a cell as people read it."""
    if cell is None:
        return ""
    error = interval_half_width(cell["difference"])
    value = f"{cell['difference']['value']:+.2f}"
    return value if error is None else f"{value} ± {error:.2f}"


def _spreadsheet_safe_csv(head: Sequence[str], rows: Any) -> str:
    """Return rows as comma-separated values; no text of a cell is a formula to a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_escape_formula(one) for one in head])
    writer.writerows([_escape_formula(one) for one in row] for row in rows)
    return text.getvalue()


def _escape_formula(cell: Any) -> Any:
    """Return a cell that a spreadsheet shows and does not compute."""
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
