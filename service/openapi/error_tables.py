"""Print every error code of the API as tables in Markdown, or write them into a page.

    python -m service.openapi.error_tables [docs/reference/errors.md]

Codes of the service come from the table that openapi.yaml is made of, those of the games from
their refusals. A test holds the page and this equal.
"""

import sys
from collections.abc import Iterator
from inspect import signature
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path

from events.terminal import say_lines
from games import GAMES
from games.core.contract import AnyRefusal
from service.openapi.problems import problem_descriptions
from service.tables.schemas import NAMES

CODE = attrgetter("code")
OPEN = "..."  # stands for what a sentence fills in
BEGIN, END = "<!-- errors: python -m service.openapi.error_tables -->\n", "<!-- end of errors -->"


def _refusal_sentence(refusal: AnyRefusal) -> str:
    """Return the sentence of a refusal, open where it is filled in."""
    return refusal.why(*[OPEN] * len(signature(refusal.why).parameters))


def _game_refusal_rows(game: str) -> Iterator[str]:
    """Yield a row for each code with which the rules of a game refuse."""
    every = chain.from_iterable(one.rules.refusals for one in GAMES.values() if one.name == game)
    for code, same in groupby(sorted(every, key=CODE), CODE):
        ways = list(same)
        rules = dict.fromkeys(rule for one in ways for rule in one.rules)
        yield _markdown_row(
            f"`{code}`", ", ".join(rules), "<br>".join(dict.fromkeys(map(_refusal_sentence, ways)))
        )


def _markdown_row(*cells: object) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _service_rows() -> Iterator[str]:
    """Yield a row for each code that is no game's, by status."""
    for code, about in sorted(problem_descriptions().items(), key=lambda one: one[1]["status"]):
        if code.partition("/")[0] not in NAMES:
            yield _markdown_row(
                about["status"], f"`{code}`", about.get("rule", ""), about["detail"]
            )


def render_error_tables() -> str:
    """Return all tables."""
    lines = [
        _markdown_row("status", "code", "rule", "for example"),
        "|---|---|---|---|",
        *_service_rows(),
    ]
    for game in sorted(NAMES):
        lines += ["", f"### {game}", "", _markdown_row("code", "rule", "says"), "|---|---|---|"]
        lines += _game_refusal_rows(game)
    return "\n".join(lines) + "\n"


def replace_error_tables(page: str) -> str:
    """Return a page with the tables between its marks."""
    before, begin, rest = page.partition(BEGIN)
    return before + begin + render_error_tables() + END + rest.partition(END)[2]


if __name__ == "__main__":
    if sys.argv[1:]:
        path = Path(sys.argv[1])
        path.write_text(replace_error_tables(path.read_text()))
    else:
        say_lines(*render_error_tables().removesuffix("\n").split("\n"))
