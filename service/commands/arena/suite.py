"""The table of figures of a suite, a row a match, for people and for programs."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bots.scores import EntrantScores
from bots.suite import COLUMNS, HEAD, SuiteEntry, match_as_json, match_markdown_row
from events.terminal import say_json, say_lines

Form = Literal["table", "csv", "json"]


@dataclass
class SuitePrinter:
    """Prints rows as their matches end; in JSON all of them at the end.

    Attributes:
        verdicts: whether it is said which goals are met.
    """

    form: Form
    verdicts: bool
    matches: list[Mapping[str, Any]] = field(default_factory=list)

    def begin(self) -> None:
        """Print what stands over the rows."""
        if self.form == "table":
            say_lines(*HEAD)
        elif self.form == "csv":
            say_lines(csv_line(COLUMNS))

    def add(self, entry: SuiteEntry, row: EntrantScores, deals: int) -> None:
        """Tell of a match by the row of its first bot."""
        met = entry.met(row) if self.verdicts else None
        if self.form == "table":
            say_lines(
                match_markdown_row(
                    entry, row, deals, {None: "", True: "met", False: "not met"}[met]
                )
            )
        elif self.form == "csv":
            say_lines(csv_line(_flatten_match_row(match_as_json(entry, row, deals, met)).values()))
        else:
            self.matches.append(match_as_json(entry, row, deals, met))

    def end(self) -> None:
        """Print what comes at the end."""
        if self.form == "json":
            say_json({"matches": self.matches})


def _flatten_match_row(match: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with each mean and its error side by side."""
    found: dict[str, Any] = {}
    for name, value in match.items():
        if isinstance(value, Mapping):
            found |= {name: value["mean"], f"{name}_error": value["error"]}
        else:
            found[name] = value
    return found


def csv_line(cells: Iterable[object]) -> str:
    """Return a line of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()
