"""Standings and cross-tables as text for people, and as CSV for spreadsheets."""

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypedDict

from flask import Response, request
from rich.cells import cell_len

from projections.tournaments.ratings import RatingChange
from service.wire.application import JsonResponse
from service.wire.problems import BAD_QUERY
from service.wire.requests import is_known
from tournaments.scoring import EntrantComparison, EntrantStanding, Pair, standing_json
from tournaments.scoring.standings import round_for_display
from tournaments.tables import Entrant

FORMS = {"json": "application/json", "csv": "text/csv", "text": "text/plain"}
FORMULA = ("=", "+", "-", "@", "\t")  # with which a spreadsheet takes a name for a formula
TEXT_DIGITS = 4  # behind the point, in a text for people
TEXT_COLUMNS = 10  # of standings as text: the rest makes lines too wide to read
SIDES = ("", " low", " high")
SPAN = ("before", "after")
Names = Mapping[Entrant, str]
Ratings = Mapping[Entrant, Sequence[RatingChange]]
Row = Sequence[object]


class MeanEstimate(TypedDict):
    """A mean with its 95 % interval."""

    value: float
    low: Annotated[float | None, "null: too little was played to tell."]
    high: float | None
    groups: Annotated[int, "Deal groups from which it comes."]


class StandingRow(TypedDict):
    """What is told of an entrant; numbers are rounded to six digits."""

    place: Annotated[int, "From 1; who is equal shares it."]
    entrant: int
    name: str
    points: Annotated[float, "All that it brought, and was given for byes."]
    tables: Annotated[int, "How many counted."]
    byes: int
    mean: Annotated[MeanEstimate | None, "What it brought a table; null without one."]
    wins: Annotated[float, "First places; shared ones as shares."]
    measures: Annotated[Mapping[str, float], "Sums over its tables, not normalised."]
    tie_breaks: Annotated[
        Mapping[str, float | None], "In the order of the settings; null: not asked."
    ]
    by_game: Annotated[Mapping[str, float], "Points by the number of the game in the settings."]
    ratings: Annotated[
        list[RatingChange],
        "Of its players, by all tables rated up to now, whatever the round.",
    ]


class TogetherInterval(TypedDict):
    """The interval that holds together with those of all other pairs."""

    low: float | None
    high: float | None


class CrossCell(TypedDict):
    """How two entrants compare."""

    entrants: Annotated[list[int], "Two numbers, the smaller first."]
    difference: Annotated[
        MeanEstimate,
        "By how much the first is ahead a table, over deal groups that both played.",
    ]
    together: Annotated[
        TogetherInterval, "So wide that those of all pairs hold at once in 95 % of cups."
    ]
    tables: Annotated[int, "At how many they met."]
    more: Annotated[
        int | None,
        "How many more deal groups would separate this pair, looked at alone; 0: separated;"
        " null: unknown.",
    ]


def wanted_form() -> str:
    """Return in which form an answer is wanted: as `format` says, else `Accept`."""
    given = request.args.get("format")
    if given is None:
        best = request.accept_mimetypes.best_match(list(FORMS.values()), FORMS["json"])
        return next(name for name, kind in FORMS.items() if kind == best)
    if given not in FORMS:
        raise BAD_QUERY(f"format must be one of: {', '.join(FORMS)}")
    return given


def in_form(form: str, facts: Any, rows: Iterator[Row], widest: int | None = None) -> Response:
    """Return an answer as JSON, or its rows as CSV or text; the first names the columns.

    `widest`: so many columns has a text; None: all of them.
    """
    if form == "json":
        found: Response = JsonResponse(facts)
    else:
        text = as_csv(rows) if form == "csv" else as_text(row[:widest] for row in rows)
        found = Response(text, mimetype=FORMS[form])
    tag = f'"{hashlib.sha256(found.get_data()).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept"}
    if is_known(tag):
        return Response(status=304, headers=headers)
    found.headers.update(headers)
    return found


def as_csv(rows: Iterator[Row]) -> str:
    """Return rows as a spreadsheet reads them."""
    text = io.StringIO()
    written = csv.writer(text)
    written.writerow(next(rows))  # ours: no name of anybody
    for row in rows:
        written.writerow([_escape_cell(one) for one in row])
    return text.getvalue()


def _escape_cell(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula.

    >>> _escape_cell("=1+1"), _escape_cell("Ada"), _escape_cell(-1.5)
    ("'=1+1", 'Ada', -1.5)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def as_text(rows: Iterator[Row]) -> str:
    """Return rows in columns; letters of two columns' width count as two.

    >>> print(as_text(iter([("place", "name", "won"), (1, "Ad", 3.0), (None, "天", 1e-6)])), end="")
    place  name  won
        1  Ad      3
        -  天      0
    """
    cells = [[*map(_text_cell, row)] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    is_left = [name == "name" for name in cells[0]]
    lines = ("  ".join(map(_padded_cell, row, widths, is_left)).rstrip() for row in cells)
    return "".join(f"{line}\n" for line in lines)


def _text_cell(value: object) -> str:
    """Return a cell for people, who read no powers of ten.

    >>> [_text_cell(one) for one in (None, 1e-6, -0.04, 12.5, 7, "1e-6")]
    ['-', '0', '-0.04', '12.5', '7', '1e-6']
    """
    if isinstance(value, float):
        return f"{round(value, TEXT_DIGITS) + 0.0:.{TEXT_DIGITS}f}".rstrip("0").rstrip(".")
    return "-" if value is None else str(value)


def _padded_cell(cell: str, width: int, is_left: bool) -> str:
    """Return a cell as wide as its column."""
    space = " " * (width - cell_len(cell))
    return cell + space if is_left else space + cell


def standing_facts(
    rows: Sequence[EntrantStanding], names: Names, ratings: Ratings
) -> list[StandingRow]:
    """Return standings as JSON, with names and ratings."""
    found: list[Any] = [
        {**row, "name": names[row["entrant"]], "ratings": ratings.get(row["entrant"], [])}
        for row in map(standing_json, rows)
    ]
    return found


def standing_rows(
    rows: Sequence[EntrantStanding], names: Names, games: Sequence[str], ratings: Ratings
) -> Iterator[Row]:
    """Yield the rows of standings; the first names the columns."""
    measures = [*rows[0].measures] if rows else []
    breaks = [*rows[0].tie_breaks] if rows else []
    sums = [f"measure_{one}" for one in measures]  # `points` is the name of a measure, too
    counted = ["tables", "byes", "wins", *sums, *(f"tie-break {one}" for one in breaks)]
    rated = [f"{game} rating {when}" for game in dict.fromkeys(games) for when in SPAN]
    yield ["place", "entrant", "name", "points", "mean", "low", "high", *counted, *games, *rated]
    for one in rows:
        mean = (None,) * 3 if one.mean is None else one.mean[:3]
        counts = [one.tables, one.byes, round_for_display(one.wins)]
        counts += [round_for_display(one.measures[name]) for name in measures]
        counts += [round_for_display(one.tie_breaks[name]) for name in breaks]
        by_game = [round_for_display(one.by_game.get(game)) for game in range(len(games))]
        yield [
            one.place, one.entrant, names[one.entrant], round_for_display(one.points),
            *map(round_for_display, mean), *counts, *by_game,
            *_rating_cells(ratings, one.entrant, games),
        ]  # fmt: skip


def _rating_cells(ratings: Ratings, entrant: Entrant, games: Sequence[str]) -> Iterator[object]:
    """Yield the ratings of an entrant before and after, by game; of a team there are several."""
    own = ratings.get(entrant, ())
    for game in dict.fromkeys(games):
        changes = [one for one in own if one["game"] == game]
        yield from (
            (changes[0]["before"], changes[0]["after"]) if len(changes) == 1 else (None, None)
        )


def cross_rows(
    entrants: Sequence[Entrant], cells: Mapping[Pair, EntrantComparison], names: Names
) -> Iterator[Row]:
    """Yield the rows of a cross-table: by how much each is ahead of each, with the interval."""
    yield ["entrant", "name", *(f"{one}{side}" for one in entrants for side in SIDES)]
    for one in entrants:
        row: list[object] = [one, names[one]]
        for other in entrants:
            row += _difference_cells(cells, one, other)
        yield row


def _difference_cells(
    cells: Mapping[Pair, EntrantComparison], one: Entrant, other: Entrant
) -> list[object]:
    """Return by how much one is ahead of another, and the bounds of that."""
    if (cell := cells.get((one, other))) is not None:
        return [*map(round_for_display, cell.difference[:3])]
    if (cell := cells.get((other, one))) is None:
        return [None] * 3
    value, low, high = ((None if x is None else -x) for x in cell.difference[:3])
    return [*map(round_for_display, (value, high, low))]
