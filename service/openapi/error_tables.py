"""Print every error code of the API as tables in Markdown, or write them into a page.

    python -m service.openapi.error_tables [docs/clients.md]

Codes of the service come from the table that openapi.yaml is made of, those of the games from the
refusals in their rules. A test holds the page and this equal.
"""

import ast
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from service.http.schemas import NAMES
from service.openapi.document import rules_codes
from service.openapi.reading import read_yaml

OPEN = "..."  # stands for what the message fills in
BEGIN, END = "<!-- errors: python -m service.openapi.error_tables -->\n", "<!-- end of errors -->"


def said(node: ast.expr, known: dict[str, ast.expr]) -> str:
    """Return a message as its source says it; '' if it is put together elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(said(part, {}) if isinstance(part, ast.Constant) else OPEN
                           for part in parts)  # fmt: skip
        case ast.Name(id=name) if name in known:
            return said(known[name], {})
        case _:
            return ""


def refusals(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield code, rule and message of every refusal in a file of a game's rules."""
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            known: dict[str, ast.expr] = {}
            for node in sorted(ast.walk(function), key=lambda one: getattr(one, "lineno", 0)):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    known[node.targets[0].id] = node.value  # of these names the last one before
                elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Illegal":
                    code, rule, why = (said(argument, known) for argument in node.args)
                    yield code, rule, why


def rows_of(game: str) -> Iterator[str]:
    """Yield a row for each code with which the rules of a game refuse."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for path in sorted(files(f"games.{game}").iterdir(), key=lambda one: one.name):
        if path.name.endswith(".py"):
            for code, rule, why in refusals(path.read_text()):
                rules, texts = found.setdefault(code, ([], []))
                rules += [rule] * (rule not in ["", *rules])
                texts += [why] * (why != "")
    for code in rules_codes(game):
        rules, texts = found.get(code, ([], []))
        words = code.partition("/")[2].replace("_", " ")
        yield row(f"`{code}`", ", ".join(rules) or "in `rule`", texts[0] if texts else words)


def row(*cells: object) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def service_rows() -> Iterator[str]:
    """Yield a row for each code that is no game's, by status."""
    base: Any = read_yaml((files("service.openapi") / "base.yaml").read_text())
    for code, about in sorted(base["x-problems"].items(), key=lambda one: one[1]["status"]):
        if code.partition("/")[0] not in NAMES:
            yield row(about["status"], f"`{code}`", about.get("rule", ""), about["detail"])


def text() -> str:
    """Return all tables."""
    lines = [row("status", "code", "rule", "for example"), "|---|---|---|---|", *service_rows()]
    for game in sorted(NAMES):
        lines += ["", f"### {game}", "", row("code", "rule", "says"), "|---|---|---|"]
        lines += rows_of(game)
    return "\n".join(lines) + "\n"


def written_into(page: str) -> str:
    """Return a page with the tables between its marks."""
    before, begin, rest = page.partition(BEGIN)
    return before + begin + text() + END + rest.partition(END)[2]


if __name__ == "__main__":
    if sys.argv[1:]:
        path = Path(sys.argv[1])
        path.write_text(written_into(path.read_text()))
    else:
        print(text(), end="")
