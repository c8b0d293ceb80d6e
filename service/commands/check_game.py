"""`fairdeal check-game`: every test that holds for all games, run over one of them."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import click

from events.terminal import say_lines
from games import NEWEST, REFUSED
from games.core.words import did_you_mean

PACKED = Path(__file__).with_name("every_game")  # where a wheel has the tests and their settings
CHECKOUT = Path(__file__).parents[2]
MARK = "games.every import"  # stands in every module of tests that hold for every game
NEEDED = ("pytest", "xdist", "hypothesis", "fakeredis")


@click.command("check-game")
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option(
    "--tables",
    type=click.IntRange(min=20),
    default=200,
    show_default=True,
    help="Random tables for each law.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Processes in parallel.",
)
def check_game(names: tuple[str, ...], tables: int, processes: int) -> None:
    """Test games by the laws that hold for all.

    Laws, golden tables, conformance, mutations of logs, the second verifier (where Node is
    there), archive and snapshots, and what the API serves. The exit code is 0 if all passed.
    """
    raise SystemExit(_run_checks(names, tables, processes))


def _run_checks(names: Sequence[str], tables: int, processes: int) -> int:
    """Run the tests; return 0 if all passed, 1 if some failed."""
    for name in names:
        _require_game(name)
    _require_tools()
    home = PACKED if PACKED.is_dir() else CHECKOUT
    paths = [*_contract_test_files(home / "tests"), *(_own_tests(name, home) for name in names)]
    for game in map(NEWEST.__getitem__, names):
        version, package = game.version, game.package
        say_lines(f"{game.name}, rules {version}, of package {package}: {tables} tables a law")
    command = [
        sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-n", str(processes),
        "--rootdir", str(home), "-c", str(home / "pyproject.toml"),
        *(f"--game={name}" for name in names),
        *map(str, paths),
    ]  # fmt: skip
    environment = {**os.environ, "FAIRDEAL_TABLES_PER_LAW": str(tables)}
    return subprocess.run(command, env=environment, cwd=home, check=False).returncode


def _require_game(name: str) -> None:
    """End with a sentence where there is no such game."""
    if name in NEWEST:
        return
    refused = "".join(f"\n{sentence}" for sentence in REFUSED)
    known = ", ".join(NEWEST)
    why = f"There is no game `{name}` here; there are: {known}{did_you_mean(name, NEWEST)}{refused}"
    raise click.ClickException(why)


def _require_tools() -> None:
    """End with a sentence where what the tests need is not installed."""
    missing = [tool for tool in NEEDED if find_spec(tool) is None]
    if missing:
        why = f"The tests need {', '.join(missing)}: pip install 'fairdeal[test]'"
        raise click.ClickException(why)


def _contract_test_files(folder: Path) -> Iterator[Path]:
    """Yield the files of tests that hold for every game."""
    for path in sorted(folder.rglob("test_*.py")):
        if MARK in path.read_text():
            yield path


def _own_tests(name: str, home: Path) -> Path:
    """Return the folder of a game's own tests."""
    ours = home / "tests" / "games" / name
    if ours.is_dir():
        return ours
    spec = find_spec(f"{NEWEST[name].package}.tests")
    if spec is None or spec.submodule_search_locations is None:
        raise click.ClickException(
            f"The package {NEWEST[name].package} has no tests:"
            f" docs/reference/game-contract.md says what lies in {NEWEST[name].package}/tests"
        )
    return Path(spec.submodule_search_locations[0])
