"""The picture of the demo in the README: ``python -m tests.docs.picture`` draws it anew.

It tells `demo.jsonl`, the log of a real table, as `fairdeal demo` does. To show another table, put
its log there: ``fairdeal demo --game boon --seats 4 --options max_rounds=1 --logs DIR``.
"""

import io
import re
from html import unescape
from pathlib import Path

from rich.text import Text

from events.record import logfile
from events.record.steps import log_steps
from events.verify.log import verify_log
from service.commands.demo import seat_holder_labels
from service.commands.screen import Screen
from service.commands.tables.story import CardColours, outcome_grid, print_table_story
from tests.folders import ROOT

LOG = Path(__file__).parent / "demo.jsonl"
PICTURE = ROOT / "docs" / "demo.svg"
FIRST, LAST, WIDTH = 13, 6, 92
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # readers' browsers would fetch them


def drawn() -> Screen:
    """Return a console on which the table was told and its log verified."""
    console = Screen(
        record=True, width=WIDTH, highlight=False, file=io.StringIO(),
        force_terminal=True, color_system="truecolor",
    )  # fmt: skip
    log = logfile.read_log_file(LOG)
    *_, end = (step.table for step in log_steps(log.header["table"], log.events))
    assert end.outcome is not None
    prompt(console, "fairdeal demo")
    console.rule(Text(f"{end.game.title}, {end.seats} seats", "bold"), align="left")
    faces = CardColours([face._asdict() for face in end.game.presentation.faces])
    print_table_story(console, faces, end.id, log.events, FIRST, LAST)
    console.print(outcome_grid(end.outcome._asdict(), seat_holder_labels(end.seats)))
    prompt(console, "fairdeal verify boon.jsonl")
    for line in verify_log(LOG).as_text().splitlines():
        console.print(
            Text(line, "bold green" if line.startswith("GOOD") else ""),
            no_wrap=True,
            overflow="ellipsis",
        )
    return console


def prompt(console: Screen, command: str) -> None:
    """Print a command as somebody types it."""
    console.print(Text.assemble(("$ ", "dim"), (command, "bold")))


def svg() -> str:
    """Return the picture."""
    made = drawn().export_svg(title="fairdeal demo", unique_id="demo")
    return FONTS.sub("", made).replace("Fira Code", "ui-monospace")


def lines(picture: str) -> list[str]:
    """Return what can be read in a picture, line by line."""
    rows: dict[float, str] = {}
    for y, text in re.findall(r'<text class="demo-r\d+" [^>]*?y="([\d.]+)"[^>]*>([^<]*)<', picture):
        rows[float(y)] = rows.get(float(y), "") + unescape(text).replace("\xa0", " ")
    return [rows[y].rstrip() for y in sorted(rows)]


if __name__ == "__main__":
    PICTURE.write_text(svg())
