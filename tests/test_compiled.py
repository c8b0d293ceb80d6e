"""What is compiled for a release plays as its source; `.ci/nightly` compares the two by bytes."""

import ast
import dataclasses
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from games.core.contract import fields_of, private_copy
from service.commands.main import main
from tests.folders import ROOT

HOOK = (ROOT / ".ci" / "wheel.py").read_text()
WRITER = ROOT / ".ci" / "dataclasses_written.py"
SOURCES = sorted((ROOT / "games").glob("*/*.py"))
STATE = """
from dataclasses import dataclass
LOW = 2
Row = tuple[int, ...]
@dataclass
class State:
    '''A state.'''
    seats: int
    row: Row = ()
    low: int = LOW
"""
BUILT_ON = """
from dataclasses import dataclass, field
from game.state import State
@dataclass
class World(State):
    whims: tuple[int, ...] = (7,)
@dataclass(frozen=True, slots=True)
class Made:
    names: list[str] = field(default_factory=list)
"""


def constant(name: str) -> Any:
    """Return what a constant of the build hook holds."""
    for node in ast.parse(HOOK).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise LookupError(name)


def written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the names of two modules after the writer was over them."""
    game = folder / "game"
    game.mkdir()
    paths = [game / "rivals.py", game / "state.py"]  # what is built on comes last
    for path, text in zip(paths, (BUILT_ON, STATE), strict=True):
        path.write_text(text)
    subprocess.run([sys.executable, str(WRITER), *map(str, paths)], check=True)
    monkeypatch.syspath_prepend(str(folder))
    return runpy.run_path(str(paths[1])) | runpy.run_path(str(paths[0]))


def test_every_module_that_the_hook_names_is_there() -> None:
    names = {path.stem for path in SOURCES}
    assert constant("PLAIN") <= names
    for folder, chosen in constant("CHOSEN").items():
        assert set(chosen) <= {path.stem for path in (ROOT / folder).glob("*.py")}, folder


def test_no_generator_expression_is_endless_for_mypyc_works_them_out_at_once() -> None:
    chosen = [path for folder in constant("CHOSEN") for path in (ROOT / folder).glob("*.py")]
    for path in {*SOURCES, *chosen}:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.GeneratorExp):
                assert not re.search(
                    r"\b(count|cycle|repeat)\(", ast.unparse(node.generators[0].iter)
                ), path


def test_a_dataclass_written_out_is_made_and_copied_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = written(tmp_path, monkeypatch)
    state = found["State"](3, low=1)
    assert fields_of(state) == {"seats": 3, "row": (), "low": 1}
    assert state == found["State"](3, (), 1) != found["State"](3)
    assert found["State"].__annotations__["row"] == tuple[int, ...]
    assert found["State"].__doc__ == "A state."
    text = (tmp_path / "game" / "state.py").read_text()
    assert "setattr(State, '__doc__', 'A state.')" in text  # mypyc forgets it
    copy = private_copy(state)
    copy.row = (5,)
    assert (state.row, copy.row, type(copy)) == ((), (5,), type(state))


def test_what_is_built_on_a_state_has_its_fields_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = written(tmp_path, monkeypatch)
    world = private_copy(found["World"](3, whims=(1,)))
    assert fields_of(world) == {"seats": 3, "row": (), "low": 2, "whims": (1,)}
    assert type(world) is found["World"]


def test_what_dataclasses_must_make_itself_stays_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = written(tmp_path, monkeypatch)["Made"]
    assert made().names is not made().names
    with pytest.raises(dataclasses.FrozenInstanceError):
        made().names = []


def test_the_version_says_whether_the_rules_are_compiled() -> None:
    said = CliRunner().invoke(main, ["--version"], prog_name="fairdeal").output
    assert re.fullmatch(r"fairdeal, version \S+, rules in plain Python\n", said)
