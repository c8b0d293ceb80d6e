"""A function that is forgotten, or stands in the wrong place, is found before a table is opened.

What is forgotten is refused when its module is imported; what stands in the wrong place by mypy.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns
from types import ModuleType
from typing import NamedTuple

import pytest

from games import GAMES
from games.core.dispatch import BadDispatch
from games.core.type_hints.returned import source_of
from tests.games.dispatch import FUNCTION, dispatches, modules_of, parsed
from tests.games.every import of

TABLE = "games.table"
NAMES = {game.package: game.name for game in GAMES.values()}
PACKAGES = (TABLE, *NAMES)
OF_MODULES = ("rules_in", "presentation_in")  # what makes a Game's records of its modules

every_package = pytest.mark.parametrize(
    "package", [TABLE, *(pytest.param(one, marks=of(name)) for one, name in NAMES.items())]
)


@every_package
def test_every_table_of_functions_is_made_so_that_none_can_be_forgotten(package: str) -> None:
    made = [vars(one.module)[one.name] for one in dispatches(package)]
    for module in modules_of(package):
        for name, value in vars(module).items():
            if isinstance(value, dict) and any(map(is_handler, value.values())):
                assert any(value is one for one in made) or name == "__builtins__", name


def is_handler(value: object) -> bool:
    """Say whether what stands in a table is a function, or one with a phase."""
    parts = value if isinstance(value, tuple) else (value,)
    return any(isinstance(one, FUNCTION) for one in parts)


@every_package
def test_a_table_that_lacks_an_entry_is_refused_when_it_is_imported(package: str) -> None:
    tables = dispatches(package)
    assert tables
    for table in tables:
        for key, changed in table.lacking():
            code = compile(changed, f"{table} without {key}", "exec")
            with pytest.raises(BadDispatch, match=r"^lacks \w"):
                exec(code, {"__name__": table.module.__name__})


class Change(NamedTuple):
    """A function, or a module, in a place where it does not belong: a name for an expression."""

    what: str
    module: ModuleType
    place: ast.expr
    name: str


def changes(package: str) -> Iterator[Change]:
    """Yield a wrong function or module for every place of a package that holds one."""
    for table in dispatches(package):
        for row in table.rows:
            if table.holds_function(row):
                what = f"{table}[{ast.unparse(row.key)}]"
                wrong = table.misfit(row)
                assert wrong, f"{what}: its module has no function that does not belong there"
                yield Change(what, table.module, row.value, wrong)
    for made in ast.walk(parsed(import_module(package))):
        if isinstance(made, ast.Call) and ast.unparse(made.func) in OF_MODULES:
            for one, other in zip(made.args, (*made.args[1:], made.args[0]), strict=True):
                what = f"{package}.{ast.unparse(made.func)}({ast.unparse(one)})"
                yield Change(what, import_module(package), one, ast.unparse(other))


def by_module(package: str) -> dict[ModuleType, list[Change]]:
    """Return the changes of each module of a package, in the order of their places."""
    found = sorted(changes(package), key=lambda one: (one.place.lineno, one.place.col_offset))
    return {one.module: [each for each in found if each.module is one.module] for one in found}


def changed(module: ModuleType, some: Sequence[Change]) -> str:
    """Return the source of a module with changes, each on a line of its own: two lines more."""
    lines = source_of(module).read_text().split("\n")
    for one in reversed(some):
        first, last = one.place.lineno - 1, (one.place.end_lineno or 0) - 1
        before = lines[first].encode()[: one.place.col_offset].decode()
        after = lines[last].encode()[one.place.end_col_offset :].decode()
        lines[first : last + 1] = [before, one.name, *[""] * (last - first), after]
    return "\n".join(lines)


def file_of(module: ModuleType) -> Path:
    """Return where a module lies, from the folder of its package of packages."""
    path = Path(*module.__name__.split("."))
    return path / "__init__.py" if hasattr(module, "__path__") else path.with_suffix(".py")


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> frozenset[tuple[str, int]]:
    """Return file and line of what mypy says of all packages with wrong functions everywhere."""
    pytest.importorskip("mypy", reason="mypy comes with the extra `dev`")
    folder = tmp_path_factory.mktemp("wrong")
    for root in {package.partition(".")[0] for package in PACKAGES}:
        source = Path(import_module(root).__file__ or "").parent
        copytree(source, folder / root, ignore=ignore_patterns("__pycache__", "tests"))
    for package in PACKAGES:
        for module, some in by_module(package).items():
            (folder / file_of(module)).write_text(changed(module, some))
    checked = [word for package in PACKAGES for word in ("-p", package)]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", *checked],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(\S+\.py):(\d+): error: .*\[(arg-type|dict-item)\]$", ran.stdout, re.M)
    assert found, ran.stdout + ran.stderr
    # an entry of a dict is refused at its key, which stands on the line before
    return frozenset((file, int(line) + (code == "dict-item")) for file, line, code in found)


@every_package
def test_a_function_in_the_wrong_place_is_refused_by_mypy(
    package: str, refused: frozenset[tuple[str, int]]
) -> None:
    places = {
        one.what: (str(file_of(module)), one.place.lineno + 2 * at + 1)
        for module, some in by_module(package).items()
        for at, one in enumerate(some)
    }
    assert [what for what, place in places.items() if place not in refused] == []
    assert package == TABLE or f"{package}.rules_in(evolve)" in places
