"""The client package itself: what is generated, how long it is, what it shows to whom."""

import ast
import inspect
import runpy
import sys
from pathlib import Path

import fairdeal_client
from fairdeal_client import AsyncClient, AsyncTable, AsyncTournament, Client, Table, Tournament

from tests.folders import ROOT
from tests.sources import code_lines
from tests.test_house_rules import dead_links

PACKAGE = ROOT / "clients" / "python"
SOURCES = sorted((PACKAGE / "fairdeal_client").glob("*.py"))
GENERATED = ("calls.py", "types.py")
VERIFIER = {"canonical.py", "checks.py", "deals.py", "ed25519.py", "tree.py"}
MOST_BY_HAND, MOST_OF_VERIFIER = 1500, 600  # lines of code


def test_types_and_calls_are_those_of_the_description() -> None:
    made = runpy.run_path(str(PACKAGE / "generate.py"))["generate"]()
    assert sorted(made) == sorted(GENERATED)
    for name, text in made.items():
        written = (PACKAGE / "fairdeal_client" / name).read_text()
        assert written == text, "python clients/python/generate.py"


def test_what_is_written_by_hand_is_short() -> None:
    lines = {path.name: count_code(path) for path in SOURCES if path.name not in GENERATED}
    verifier = {name: lines.pop(name) for name in VERIFIER}
    assert sum(lines.values()) < MOST_BY_HAND, lines
    assert sum(verifier.values()) < MOST_OF_VERIFIER, verifier


def count_code(path: Path) -> int:
    """Count lines of code: no blanks, comments or docstrings."""
    text = path.read_text()
    lines = code_lines(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines -= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines)


def test_the_package_needs_nothing_of_the_server() -> None:
    found = {
        (one.names[0].name if isinstance(one, ast.Import) else str(one.module)).partition(".")[0]
        for path in SOURCES
        for one in ast.walk(ast.parse(path.read_text()))
        if isinstance(one, ast.Import | ast.ImportFrom)
    }
    assert found - sys.stdlib_module_names == {"fairdeal_client", "httpx", "anyio"}


def test_the_two_clients_have_the_same_methods() -> None:
    pairs = ((Client, AsyncClient), (Table, AsyncTable), (Tournament, AsyncTournament))
    for one, other in pairs:
        assert methods_of(one) == methods_of(other)


def methods_of(kind: type) -> dict[str, list[str]]:
    """Return the public methods of a class, each with its parameters."""
    return {
        name.replace("__a", "__"): list(inspect.signature(method).parameters)
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") or name.endswith("__")
    }


def test_every_public_name_is_there_and_documented() -> None:
    for name in fairdeal_client.__all__:
        assert inspect.getdoc(getattr(fairdeal_client, name)), name


def test_every_file_says_who_wrote_it() -> None:
    for name in GENERATED:
        first = (PACKAGE / "fairdeal_client" / name).read_text().partition("\n")[0]
        assert "do not edit" in first
    assert (PACKAGE / "fairdeal_client" / "py.typed").exists()


def test_every_link_of_the_readme_leads_somewhere() -> None:
    assert dead_links(PACKAGE / "README.md") == []
