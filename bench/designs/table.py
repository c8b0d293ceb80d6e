"""The table of docs/reference/pairings.md: rounds of round robins by entrants, seats and cycles."""

from math import ceil
from pathlib import Path
from typing import Final

from tournaments.pairing.designs import StoredDesign, stored_designs

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "pairings.md"
BEGIN, END = "<!-- designs -->\n", "<!-- /designs -->"
COLUMNS: Final = ((3, 1), (3, 2), (4, 1), (4, 3), (5, 1), (5, 4))  # seats and cycles
TIMES: Final = ("", "once", "twice", "3 times", "4 times")


def least_rounds(entrants: int, seats: int, meetings: int) -> int:
    """Return how many rounds it takes at least: everybody sits at so many tables, at least."""
    tables = ceil(meetings * (entrants - 1) / (seats - 1))
    return ceil(entrants * tables / (seats * (entrants // seats)))


def designs_table() -> str:
    """Return the table as Markdown."""
    lines = [
        "| entrants | "
        + " | ".join(f"at {seats}, {TIMES[times]}" for seats, times in COLUMNS)
        + " |",
        "|" + "---|" * (1 + len(COLUMNS)),
    ]
    numbers = sorted({entrants for entrants, _ in stored_designs()})
    for entrants in numbers:
        cells = [_cell(entrants, seats, times) for seats, times in COLUMNS]
        lines.append(f"| {entrants} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(entrants: int, seats: int, meetings: int) -> str:
    """Return what is said of a design; nothing where there is none."""
    own = stored_designs().get((entrants, seats), ())
    design: StoredDesign | None = next((one for one in own if one.meetings == meetings), None)
    if design is None:
        return ""
    rounds = len(design.rounds())
    if design.most == meetings:
        return f"**{rounds}**"
    star = "" if rounds == least_rounds(entrants, seats, meetings) else "*"
    return f"{rounds}{star} ({design.most})"


def page_with_table(page: str) -> str:
    """Return the page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + designs_table() + END + rest.partition(END)[2]
